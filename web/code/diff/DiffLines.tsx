import { memo, useMemo } from 'react'
import '#web/ui/text/code.css'
import { useHighlight } from '../highlight/highlight.ts'
import { useNear } from '../shared/near.ts'
import styles from './DiffLines.module.css'
import { changedPart, type DiffRow, parseDiff, sidesOf } from './parse.ts'

const rowsAChunk = 200

interface DiffLinesProps {
  /** Names this very change. */
  readonly id: string
  readonly path: string
  readonly diff: string
  /** Whether the file is near what the window shows: only then its colours are asked for. */
  readonly isNear: boolean
}

/**
 * The rows of a change. All of its text is on the page, so that the browser finds in it; what is far from the window
 * is one plain block of the same size.
 */
export function DiffLines({ id, path, diff, isNear }: DiffLinesProps) {
  const rows = useMemo(() => parseDiff(diff), [diff])
  const sides = useMemo(() => sidesOf(rows), [rows])
  const marks = useMemo(() => marksOf(rows), [rows])
  const before = useHighlight(path, `${id} before`, sides.before, isNear)
  const after = useHighlight(path, `${id} after`, sides.after, isNear)
  const digits = useMemo(
    () => String(rows.reduce((most, row) => Math.max(most, row.oldLine ?? 0, row.newLine ?? 0), 0)).length,
    [rows],
  )
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAChunk) }, (_, index) => index * rowsAChunk)
  return (
    <section
      aria-label={`Change of ${path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      style={{ '--digits': Math.max(3, digits) } as React.CSSProperties}
    >
      <div className={styles.rows}>
        {starts.map(start => (
          <Chunk
            key={start}
            start={start}
            rows={rows}
            marks={marks}
            lineOf={sides.lineOf}
            before={before}
            after={after}
            isFirst={isNear && start === 0}
          />
        ))}
      </div>
    </section>
  )
}

interface ChunkProps {
  readonly start: number
  readonly rows: readonly DiffRow[]
  readonly marks: ReadonlyMap<number, readonly [from: number, to: number]>
  readonly lineOf: readonly (number | null)[]
  readonly before: readonly string[] | undefined
  readonly after: readonly string[] | undefined
  readonly isFirst: boolean
}

const Chunk = memo(function Chunk({ start, rows, marks, lineOf, before, after, isFirst }: ChunkProps) {
  const [isNear, ref] = useNear(isFirst)
  const own = rows.slice(start, start + rowsAChunk)
  if (!isNear) {
    return (
      <pre ref={ref} className={styles.far}>
        {own.map(row => row.text).join('\n')}
        {'\n'}
      </pre>
    )
  }
  return (
    <div ref={ref}>
      {own.map((row, index) => {
        const at = start + index
        const line = lineOf[at]
        const html = line === null || line === undefined ? undefined : (row.kind === 'removed' ? before : after)?.[line]
        return <Row key={at} row={row} html={html} mark={marks.get(at)} />
      })}
    </div>
  )
})

interface RowProps {
  readonly row: DiffRow
  readonly html: string | undefined
  readonly mark: readonly [from: number, to: number] | undefined
}

function Row({ row, html, mark }: RowProps) {
  const { kind, oldLine, newLine, text } = row
  if (kind === 'hunk' || kind === 'note') {
    return (
      <div data-kind={kind} className={styles.row}>
        <span className={styles.number} />
        <span className={styles.number} />
        <span className={styles.sign} />
        <code className={styles.code}>{text}</code>
      </div>
    )
  }
  return (
    <div data-kind={kind} className={styles.row}>
      <span className={styles.number} data-number={oldLine ?? ''} />
      <span className={styles.number} data-number={newLine ?? ''} />
      <span className={styles.sign} data-sign={kind === 'added' ? '+' : kind === 'removed' ? '−' : ''} />
      {html !== undefined ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
        <code className={styles.code} dangerouslySetInnerHTML={{ __html: mark ? marked(html, mark) : html }} />
      ) : mark ? (
        <code className={styles.code}>
          {text.slice(0, mark[0])}
          <mark>{text.slice(...mark)}</mark>
          {text.slice(mark[1])}
        </code>
      ) : (
        <code className={styles.code}>{text}</code>
      )}
    </div>
  )
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
