import styles from './Marked.module.css'
import { markedParts } from './marked-parts.ts'

interface MarkedProps {
  readonly text: string
  /** The search terms (`searchTerms`). */
  readonly terms: readonly string[]
}

/** A text with what a search has found in it. */
export function Marked({ text, terms }: MarkedProps) {
  return markedParts(text, terms).map((part, index) =>
    part.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by nothing else
      <mark key={index} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
