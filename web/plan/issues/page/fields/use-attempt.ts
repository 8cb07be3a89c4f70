import { useState } from 'react'

interface Attempt<Value> {
  readonly value: Value
  readonly isFailed: boolean
}

/** The value that an editor tried to save, so that it is not lost when that fails. */
export function useAttempt<Value>() {
  const [attempt, setAttempt] = useState<Attempt<Value> | null>(null)
  return {
    failed: attempt?.isFailed === true ? attempt : null,
    begin: (value: Value) => setAttempt({ value, isFailed: false }),
    /** Another change of the same field may fail, too: that is no attempt of the editor. */
    fail: (_error: unknown, value: Value) =>
      setAttempt(now => (now !== null && now.value === value ? { value, isFailed: true } : now)),
    forget: () => setAttempt(null),
  }
}
