import type { KeptText } from './kept-text.ts'

/** How a text that is edited in place stands to what is saved. */
interface Followed {
  readonly isChanged: boolean
  /** It was changed here, and somebody saved another text meanwhile. */
  readonly isOverlap: boolean
  /** Go on with the text of an overlap, on top of what is saved now. */
  readonly keep: () => void
  /** Take what is saved in an overlap. */
  readonly discard: () => void
}

/** Compare a text with what is saved now, and show that where nothing was written here. */
export function followSaved({ text, base, rebase }: KeptText, saved: string): Followed {
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
