import { type ReactNode, useEffect, useState } from 'react'
import { atRest } from './at-rest.ts'

interface AtRestProps {
  /** Keeps the room until then. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Content that can wait until the page is loaded and the browser is idle. */
export function AtRest({ fallback, children }: AtRestProps) {
  const [isAtRest, setAtRest] = useState(false)
  // The browser's idle time is outside of React.
  useEffect(() => atRest(() => setAtRest(true)), [])
  return isAtRest ? children : fallback
}
