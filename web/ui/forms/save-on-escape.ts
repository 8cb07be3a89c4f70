import { type KeyboardEvent, useRef } from 'react'

/**
 * Escape saves what was typed in a short form, as it does what was chosen in a list. What was submitted and is still there was
 * refused: the next Escape gives it up, unless it is changed.
 */
export function useSaveOnEscape() {
  const wasSubmitted = useRef(false)
  return {
    onSubmitCapture: () => {
      wasSubmitted.current = true
    },
    onInput: () => {
      wasSubmitted.current = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
      if (event.key !== 'Escape' || event.defaultPrevented || wasSubmitted.current) return
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.requestSubmit()
    },
  }
}
