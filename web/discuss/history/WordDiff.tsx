import { useState } from 'react'
import type { DescriptionVersion } from '#contract/discuss/description-versions.ts'
import styles from './WordDiff.module.css'

type Pieces = NonNullable<DescriptionVersion['diff']>

const linesAround = 2
const foldedAtLeast = 4

/** A text with what came and went in it; long stretches that stayed are folded. */
export function WordDiff({ pieces }: { readonly pieces: Pieces }) {
  // The offset of each piece is its key: the text does not change.
  let at = 0
  const placed = pieces.map(piece => {
    const start = at
    at += piece.text.length
    return { ...piece, start }
  })
  return (
    <div data-scrolls className={styles.diff} dir="auto">
      {placed.map(({ kind, text, start }, index) => {
        if (kind === 'removed') return <del key={start}>{text}</del>
        if (kind === 'added') return <ins key={start}>{text}</ins>
        return <Same key={start} text={text} isFirst={index === 0} isLast={index === placed.length - 1} />
      })}
    </div>
  )
}

interface SameProps {
  readonly text: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Same({ text, isFirst, isLast }: SameProps) {
  const [isOpen, setOpen] = useState(false)
  const lines = text.split('\n')
  const head = isFirst ? 0 : linesAround
  const tail = isLast ? 0 : linesAround
  const folded = lines.length - head - tail
  if (isOpen || folded < foldedAtLeast) return <span>{text}</span>
  const before = lines.slice(0, head).join('\n')
  const after = lines.slice(lines.length - tail).join('\n')
  return (
    <>
      <span>{before}</span>
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        {folded} unchanged lines
      </button>
      <span>{after}</span>
    </>
  )
}
