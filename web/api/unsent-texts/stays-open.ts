import { useState } from 'react'

/** Whether a form is shown: once it was open it stays with its words, although it could not be opened now. */
export function useStaysOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
