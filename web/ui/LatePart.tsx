import { type ReactNode, Suspense, use, useState } from 'react'
import { IdScope } from './use-id.tsx'

interface LatePartProps {
  /** Names it among the late parts of the page. */
  readonly name: string
  /** @returns null if it is there already; otherwise a promise that never rejects */
  readonly load: () => Promise<void> | null
  /** Where the server has drawn nothing. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** A part of a page that is hydrated after the rest: until it is loaded, the server's drawing of it stands. */
export function LatePart({ name, load, fallback, children }: LatePartProps) {
  const [loading] = useState(load)
  return (
    <IdScope prefix={name}>
      <Suspense fallback={fallback}>
        <Loaded when={loading}>{children}</Loaded>
      </Suspense>
    </IdScope>
  )
}

interface LoadedProps {
  readonly when: Promise<void> | null
  readonly children: ReactNode
}

function Loaded({ when, children }: LoadedProps) {
  if (when !== null) use(when)
  return children
}
