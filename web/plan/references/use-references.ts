import { useState } from 'react'
import { isReference, type ReferenceKind, splitReferences, takeReferences, together } from './references.ts'

/** The references of one kind that a person names in a field, and the text that is still being typed. */
export interface NamedReferences {
  readonly kind: ReferenceKind
  readonly named: readonly string[]
  readonly query: string
  /** The named references and the one being typed, whose last word need not be followed by a space. */
  readonly all: readonly string[]
  readonly setNamed: (references: readonly string[]) => void
  readonly setQuery: (query: string) => void
  readonly onTyped: {
    readonly take: (text: string, isDone: boolean) => string
    readonly isWhole: (text: string) => boolean
  }
}

/** @source RELATED-009, RELATED-010, RELATED-011 */
export function useReferences(kind: ReferenceKind): NamedReferences {
  const [named, setNamed] = useState<readonly string[]>([])
  const [query, setQuery] = useState('')
  return {
    kind,
    named,
    query,
    all: together(named, splitReferences(query, kind)),
    setNamed,
    setQuery,
    onTyped: {
      take: (text, isDone) => {
        const { taken, rest } = takeReferences(text, isDone, kind)
        if (taken.length > 0) setNamed(known => together(known, taken))
        return rest
      },
      isWhole: text => isReference(text.trim(), kind),
    },
  }
}
