import { useRef, useState } from 'react'

/**
 * A value that is asked for only when it rests: typing does not send a request a letter.
 *
 * @returns the value at rest, and how to change it
 */
export function useResting<T>(start: T, restMs = 200): readonly [value: T, setValue: (next: T) => void] {
  const [value, setValue] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return [
    value,
    next => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setValue(next), restMs)
    },
  ]
}
