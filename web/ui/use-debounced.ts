import { useEffect, useRef, useState } from 'react'

/** How long typing pauses before a search is sent. @source POLL-022, ASSIGN-005, MILE-003, EPIC-001 */
export const searchDelayMs = 250

/** The last value that has not changed for `delayMs`, so that quick typing sends one request. */
export function useDebounced<T>(value: T, delayMs = searchDelayMs): T {
  const [debounced, setDebounced] = useState(value)
  // A clock is outside of React.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}

/**
 * State whose changes take effect after a pause, for fields that keep their own text.
 *
 * @returns the debounced value, and a setter that starts the pause again
 */
export function useDebouncedState<T>(
  start: T,
  delayMs = searchDelayMs,
): readonly [value: T, setValue: (next: T) => void] {
  const [value, setValue] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return [
    value,
    next => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setValue(next), delayMs)
    },
  ]
}
