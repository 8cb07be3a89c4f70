import { useState } from 'react'
import type { KeptText } from './kept-text.ts'

/** The relation of a text that is edited in place to the saved one. */
interface Followed {
  readonly isChanged: boolean
  /** The text was changed here, and another user saved another one meanwhile. */
  readonly isOverlap: boolean
  /** Go on with the text of an overlap, on top of what is saved now. */
  readonly keep: () => void
  /** Take what is saved in an overlap. */
  readonly discard: () => void
}

/** Compare a text with what is saved now, and show that where nothing was written here. */
export function useFollowSaved({ text, base, rebase }: KeptText, record: string): Followed {
  const [seen, setSeen] = useState<SeenTexts>({ base, record, isBehind: false })
  const now = isBehind(seen, { text, base }, record)
  if (seen.base !== base || seen.record !== record) setSeen({ base, record, isBehind: now })
  const saved = now ? base : record
  const isChanged = text !== base && text !== saved
  if (!isChanged && base !== saved) rebase(saved)
  const isOverlap = isChanged && base !== saved
  return {
    isChanged,
    isOverlap,
    keep: () => isOverlap && rebase(text),
    discard: () => isOverlap && rebase(saved),
  }
}

interface SeenTexts {
  readonly base: string
  readonly record: string
  /** The text was saved here, and the record is not read again yet. */
  readonly isBehind: boolean
}

/**
 * Whether the record is still the one that was read before the text was saved. A text restored from an earlier visit
 * has another base.
 */
function isBehind(seen: SeenTexts, { text, base }: Pick<KeptText, 'text' | 'base'>, record: string): boolean {
  if (record !== seen.record || record === base) return false
  return base === seen.base ? seen.isBehind : text === base
}
