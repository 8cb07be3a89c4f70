import { type ReactNode, useCallback, useMemo } from 'react'
import { useHighlight } from '../highlight/highlight.ts'
import { CodeFrame, CodeRow, CodeRows } from '../lines/CodeRows.tsx'
import { changedPart, type DiffRow, parseDiff, sidesOf } from './parse.ts'

interface DiffLinesProps {
  /** Names this very change. */
  readonly id: string
  readonly path: string
  readonly diff: string
  /** Whether the file is near what the window shows: only then its colours are asked for. */
  readonly isNear: boolean
}

/** The rows of a change. */
export function DiffLines({ id, path, diff, isNear }: DiffLinesProps) {
  const rows = useMemo(() => parseDiff(diff), [diff])
  const texts = useMemo(() => rows.map(row => row.text), [rows])
  const { lineOf, ...sides } = useMemo(() => sidesOf(rows), [rows])
  const marks = useMemo(() => marksOf(rows), [rows])
  const notes = useMemo(() => notesOf(rows), [rows])
  const before = useHighlight(path, `${id} before`, sides.before, isNear)
  const after = useHighlight(path, `${id} after`, sides.after, isNear)
  const lastLine = useMemo(
    () => rows.reduce((most, row) => Math.max(most, row.oldLine ?? 0, row.newLine ?? 0), 0),
    [rows],
  )
  const row = useCallback(
    (index: number) => {
      const own = rows[index]
      if (own === undefined) return null
      const { kind, oldLine, newLine, text } = own
      const line = lineOf[index]
      const html = line == null ? undefined : (kind === 'removed' ? before : after)?.[line]
      const mark = marks.get(index)
      return (
        <CodeRow
          key={index}
          kind={kind}
          line={oldLine}
          newLine={newLine}
          text={text}
          html={mark === undefined ? html : marked(html ?? escaped(text), mark)}
        />
      )
    },
    [rows, lineOf, marks, before, after],
  )
  return (
    <CodeFrame label={`Diff of ${path}`} lastLine={lastLine} compares>
      <CodeRows texts={texts} row={row} below={notes} startsNear={isNear} />
    </CodeFrame>
  )
}

function notesOf(rows: readonly DiffRow[]): ReadonlyMap<number, ReactNode> {
  const notes = new Map<number, ReactNode>()
  for (const [index, { note }] of rows.entries())
    if (note !== undefined) notes.set(index, <CodeRow kind="note" line={null} newLine={null} text={note} />)
  return notes
}

/** What changed inside of lines that stand for one another: runs of as many removed as added ones. */
function marksOf(rows: readonly DiffRow[]): ReadonlyMap<number, readonly [from: number, to: number]> {
  const marks = new Map<number, readonly [number, number]>()
  let at = 0
  while (at < rows.length) {
    let removed = 0
    while (rows[at + removed]?.kind === 'removed') removed++
    let added = 0
    while (rows[at + removed + added]?.kind === 'added') added++
    if (removed > 0 && removed === added) {
      for (let index = 0; index < removed; index++) {
        const [one, other] = [rows[at + index], rows[at + removed + index]]
        if (one === undefined || other === undefined) continue
        const part = changedPart(one.text, other.text)
        if (part === null) continue
        if (part.beforeEnd > part.start) marks.set(at + index, [part.start, part.beforeEnd])
        if (part.afterEnd > part.start) marks.set(at + removed + index, [part.start, part.afterEnd])
      }
    }
    at += Math.max(1, removed + added)
  }
  return marks
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Put a mark around some characters of highlighted code: one around each piece of text between tags. */
function marked(html: string, [from, to]: readonly [from: number, to: number]): string {
  let at = 0
  return html.replace(/<[^>]*>|&[^;]+;|[^<&]+/g, piece => {
    if (piece.startsWith('<')) return piece
    const length = piece.startsWith('&') ? 1 : piece.length
    const [start, end] = [Math.max(0, from - at), Math.min(length, to - at)]
    at += length
    if (start >= end) return piece
    if (piece.startsWith('&')) return `<mark>${piece}</mark>`
    return `${piece.slice(0, start)}<mark>${piece.slice(start, end)}</mark>${piece.slice(end)}`
  })
}
