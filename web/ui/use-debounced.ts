import { useEffect, useState } from 'react'

/** The pause in typing before a search is sent. @source POLL-022, ASSIGN-005, MILE-003, EPIC-001 */
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
 * The text of a search, which follows a field once typing pauses.
 *
 * @param typed  the text as it is in the field
 * @returns the text to search for, and whether typing has not paused yet: until then, the results answer an older text
 */
export function useSearchText(typed: string): readonly [text: string, isPausing: boolean] {
  const text = useDebounced(typed)
  return [text, text !== typed]
}

/**
 * State whose changes take effect after a pause, for fields that keep their own text.
 *
 * @returns the debounced value, a setter that starts the pause again, and whether a change waits for the end of its pause
 */
export function useDebouncedState<T>(
  start: T,
  delayMs = searchDelayMs,
): readonly [value: T, setValue: (next: T) => void, isPausing: boolean] {
  const [latest, setLatest] = useState(start)
  const value = useDebounced(latest, delayMs)
  return [value, setLatest, value !== latest]
}
