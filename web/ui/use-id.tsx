import { createContext, type ReactNode, useContext, useState } from 'react'

interface Scope {
  readonly prefix: string
  last: number
}

const ScopeContext = createContext<Scope>({ prefix: 'i', last: 0 })

interface IdScopeProps {
  readonly prefix: string
  readonly children: ReactNode
}

/**
 * IDs below are counted apart. What is hydrated later than the rest of the page needs this: an ID is the same in the server's
 * drawing and in the browser because both render in the same order.
 */
export function IdScope({ prefix, children }: IdScopeProps) {
  const [scope] = useState<Scope>(() => ({ prefix, last: 0 }))
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** An ID for an element, to which labels and descriptions refer. It begins as no other does, and may name another element after a reload. */
export function useId(): string {
  const scope = useContext(ScopeContext)
  const [id] = useState(() => {
    scope.last += 1
    return `_${scope.prefix}${scope.last}`
  })
  return id
}
