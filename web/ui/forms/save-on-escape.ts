import { type KeyboardEvent, useRef } from 'react'

/**
 * Escape saves the typed text of a short form, as it saves a choice in a list. A text that was submitted and is still
 * there was refused: the next Escape discards it, unless it is changed.
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
