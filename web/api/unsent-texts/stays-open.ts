import { useState } from 'react'

/** Whether a form is shown: an opened form stays with its text, although it could not be opened now. */
export function useStaysOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
