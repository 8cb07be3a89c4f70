import { type RefObject, useEffect, useRef } from 'react'

/**
 * Once a submitted form shows errors, move the focus from its submit button to the first invalid field.
 *
 * @returns the function to call on submit
 */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>): () => void {
  const isAwaited = useRef(false)
  // The errors are known when they are rendered, from any source. The focus is outside of React.
  useEffect(() => {
    const field = isAwaited.current ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    if (!field) return
    isAwaited.current = false
    // Someone who goes on typing elsewhere meanwhile is left alone.
    if (document.activeElement?.matches('body, button[type="submit"]')) field.focus()
  })
  return () => {
    isAwaited.current = true
  }
}
