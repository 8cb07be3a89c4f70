import { useEffect, useState } from 'react'

/** A value once it has not changed for a while: typing quickly then asks once. @source ASSIGN-005, MILE-003 */
export function useSettled<T>(value: T, forMs = 250): T {
  const [settled, setSettled] = useState(value)
  // A clock is outside of React.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}
