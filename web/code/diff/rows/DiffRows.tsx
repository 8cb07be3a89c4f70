import { FoldDownIcon, FoldIcon, FoldUpIcon, PlusIcon } from '@primer/octicons-react'
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type DiffLine, lineCode } from '#contract/code/diffs/diff-lines.ts'
import { diffExpandStep } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { CodeFrame, CodeRows } from '../../lines/CodeRows.tsx'
import { renderSteps } from '../../lines/steps.ts'
import { messages } from '../messages.ts'
import { type Chosen, dragOver, moveByKeys, type Side } from './choose-lines.ts'
import styles from './DiffRows.module.css'
import { changeAt, type FileRow, type GapRow, type SplitRow, splitRows } from './rows.ts'
import type { LineContent, LinePlace } from './slots.ts'
import { useColors } from './use-colors.ts'
import { changedWords, escaped, marked, type Span } from './words.ts'

interface DiffRowsProps {
  readonly file: NamedFile
  readonly rows: readonly FileRow[]
  readonly isSplit: boolean
  readonly isNear: boolean
  readonly contents: readonly LineContent[]
  /** A row that is drawn wherever the window stands: that of the address, or of a match. */
  readonly target?: LineTarget | undefined
  readonly moved?: MovedLines | undefined
  /** Show unchanged lines. Without it gaps have no buttons. */
  readonly onExpand?: (gap: GapRow, from: 'above' | 'below' | 'all') => void
  readonly isExpanding?: boolean
  readonly onComment?: ((start: LinePlace, end: LinePlace) => void) | undefined
}

/** Numbers of the moved lines of a file on both sides. */
export interface MovedLines {
  readonly old: ReadonlySet<number>
  readonly new: ReadonlySet<number>
}

/** What the lines need of their file. */
type NamedFile = Pick<DiffFile, 'id' | 'filePath' | 'fileHash'>

/** A line by its code. */
export interface LineTarget {
  readonly lineCode: string
}

type AnyRow = FileRow | SplitRow

/** The lines of a changed file, in one column or two. */
export function DiffRows(props: DiffRowsProps) {
  const {
    file,
    rows: fileRows,
    isSplit,
    isNear,
    contents,
    target,
    moved,
    onExpand,
    isExpanding = false,
    onComment,
  } = props
  const rows: readonly AnyRow[] = useMemo(() => (isSplit ? splitRows(fileRows) : fileRows), [fileRows, isSplit])
  const texts = useMemo(() => rows.map(textOf), [rows])
  const colorOf = useColors(file.filePath, file.id, fileRows, isNear)
  const wordsOf = useMemo(() => wordMarks(fileRows), [fileRows])
  const lastLine = useMemo(() => fileRows.reduce((most, row) => Math.max(most, lastNumber(row)), 0), [fileRows])
  const below = useMemo(() => contentsBelow(rows, contents), [rows, contents])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const marked = useMemo(() => markedRows(file.fileHash, rows, contents), [file.fileHash, rows, contents])
  const canComment = onComment !== undefined
  const first = chosen === null ? -1 : Math.min(chosen.from, chosen.to)
  const last = chosen === null ? -1 : Math.max(chosen.from, chosen.to)
  const targetCode = target?.lineCode

  const row = useCallback(
    (index: number): ReactNode => {
      const own = rows[index]
      if (own === undefined) return null
      if (own.kind === 'gap') return <Gap key={`gap ${own.first}`} gap={own} isBusy={isExpanding} onExpand={onExpand} />
      const isChosen = index >= first && index <= last
      const mark = marked.find(each => index >= each.from && index <= each.to)
      const side = (line: DiffLine | null) =>
        line === null
          ? null
          : { line, html: htmlOf(line, colorOf(line), wordsOf(line)), code: lineCode(file.fileHash, line) }
      if (own.kind === 'pair') {
        const [left, right] = [side(own.left), side(own.right)]
        return (
          <SplitLine
            key={index}
            index={index}
            left={left?.line ?? null}
            leftHtml={left?.html}
            right={right?.line ?? null}
            rightHtml={right?.html}
            fileHash={file.fileHash}
            movedLeft={left !== null && isMoved(left.line, moved)}
            movedRight={right !== null && isMoved(right.line, moved)}
            canComment={canComment}
            chosenSide={isChosen ? (chosen?.side ?? 'new') : (mark?.side ?? null)}
            isTarget={targetCode !== undefined && (left?.code === targetCode || right?.code === targetCode)}
          />
        )
      }
      const drawn = side(own)
      return (
        <InlineLine
          key={index}
          index={index}
          line={own}
          html={drawn?.html}
          code={drawn?.code ?? ''}
          isMoved={isMoved(own, moved)}
          canComment={canComment}
          isChosen={isChosen || mark !== undefined}
          isTarget={targetCode !== undefined && drawn?.code === targetCode}
        />
      )
    },
    [
      rows,
      isExpanding,
      onExpand,
      first,
      last,
      chosen?.side,
      marked,
      colorOf,
      wordsOf,
      file.fileHash,
      canComment,
      targetCode,
      moved,
    ],
  )

  /** The line of a row, on a side of two columns. */
  function lineAt(index: number, side: Side): DiffLine | null {
    const own = rows[index]
    if (own === undefined || own.kind === 'gap') return null
    if (own.kind !== 'pair') return own
    return side === 'old' ? own.left : own.right
  }

  /** The line that was pressed last. Its row changes when unchanged lines above it are shown. */
  const started = useRef<{ readonly code: string; readonly side: Side } | null>(null)
  function startedAt(): Chosen | null {
    if (started.current === null) return null
    const { code, side } = started.current
    const from = rowOfCode(file.fileHash, rows, code)
    return from === -1 ? null : { from, to: from, side }
  }

  function comment({ from, to, side }: Chosen) {
    const pressed = lineAt(from, side)
    started.current = pressed && { code: lineCode(file.fileHash, pressed), side }
    const lines = [from, to].toSorted((one, other) => one - other).map(index => lineAt(index, side))
    const [start, end] = [lines[0] ?? lines[1], lines[1] ?? lines[0]]
    if (start == null || end == null) return
    onComment?.(placeOf(file, start), placeOf(file, end))
  }

  const keys = canComment ? moveByKeys(rows, chosen, setChosen, comment, lineAt) : undefined
  const drag = canComment ? dragOver(lineAt, startedAt, setChosen, comment) : undefined
  const nearRow = useMemo(
    () => (targetCode === undefined ? undefined : rowOfCode(file.fileHash, rows, targetCode)),
    [rows, targetCode, file.fileHash],
  )
  return (
    <div
      className={styles.lines}
      data-split={isSplit || undefined}
      data-long={rows.length > renderSteps.rowsPerPass || undefined}
      {...keys}
      {...drag}
    >
      <CodeFrame label={`Diff of ${file.filePath}`} lastLine={lastLine} compares wraps={isSplit}>
        <CodeRows
          texts={texts}
          row={row}
          below={below}
          startsNear={isNear}
          nearRow={nearRow}
          layout={isSplit ? 'split' : 'inline'}
        />
      </CodeFrame>
    </div>
  )
}

const isMoved = (line: DiffLine, moved: MovedLines | undefined): boolean => {
  if (moved === undefined || line.kind === 'context') return false
  return line.kind === 'removed' ? moved.old.has(line.oldPos) : moved.new.has(line.newPos)
}

const placeOf = (file: NamedFile, line: DiffLine): LinePlace => ({
  oldLine: line.kind === 'added' ? null : line.oldPos,
  newLine: line.kind === 'removed' ? null : line.newPos,
  lineCode: lineCode(file.fileHash, line),
})

function codesOf(fileHash: string, row: AnyRow): readonly string[] {
  if (row.kind === 'gap') return []
  const lines = row.kind === 'pair' ? [row.left, row.right] : [row]
  return lines.flatMap(line => (line === null ? [] : [lineCode(fileHash, line)]))
}

/** The row that shows a line; -1 for a line that is not shown. */
const rowOfCode = (fileHash: string, rows: readonly AnyRow[], code: string): number =>
  rows.findIndex(row => codesOf(fileHash, row).includes(code))

const noMarks: readonly Chosen[] = []

/** The rows that open forms are about, from the first to the last, where they are more than one. */
function markedRows(fileHash: string, rows: readonly AnyRow[], contents: readonly LineContent[]): readonly Chosen[] {
  const ranges = contents.flatMap(({ range }) => (range === undefined ? [] : [range]))
  if (ranges.length === 0) return noMarks
  return ranges.flatMap(({ start, end }) => {
    const [from, to] = [rowOfCode(fileHash, rows, start.lineCode), rowOfCode(fileHash, rows, end.lineCode)]
    return from === -1 || to === -1 ? [] : [{ from, to, side: end.newLine === null ? 'old' : 'new' }]
  })
}

function textOf(row: AnyRow): string {
  if (row.kind === 'gap') return row.heading
  if (row.kind !== 'pair') return row.text
  const { left, right } = row
  return left === right || right === null ? (left?.text ?? '') : `${left?.text ?? ''} ${right.text}`
}

const lastNumber = (row: FileRow): number => (row.kind === 'gap' ? 0 : Math.max(row.oldPos, row.newPos))

/** What stands below rows: the remark that no line feed ends a line, and contents. */
function contentsBelow(rows: readonly AnyRow[], contents: readonly LineContent[]): ReadonlyMap<number, ReactNode> {
  const found = new Map<number, ReactNode>()
  // Without the pairs of `entries()`, which take most of the time for a hundred thousand rows.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (row === undefined || row.kind === 'gap') continue
    const isUnended = row.kind === 'pair' ? (row.left?.isUnended ?? row.right?.isUnended) : row.isUnended
    if (contents.length === 0 && !isUnended) continue
    const lines = row.kind === 'pair' ? [row.left, row.right] : [row]
    const own = contents.filter(content => lines.some(line => line !== null && isAt(content, line)))
    if (own.length === 0 && !isUnended) continue
    found.set(
      index,
      <>
        {isUnended && <p className={styles.note}>No newline at end of file</p>}
        {own.length > 0 && (
          <div className={styles.contents}>
            {own.map(({ key, content }) => (
              <div key={key}>{content}</div>
            ))}
          </div>
        )}
      </>,
    )
  }
  return found
}

/** Whether a content belongs to a line. */
export function isAt({ oldLine, newLine }: Pick<LineContent, 'oldLine' | 'newLine'>, line: DiffLine): boolean {
  switch (line.kind) {
    case 'added':
      return oldLine === null && newLine === line.newPos
    case 'removed':
      return newLine === null && oldLine === line.oldPos
    case 'context':
      return newLine === line.newPos || (newLine === null && oldLine === line.oldPos)
    default:
      return line.kind satisfies never
  }
}

/** The words that changed in a line, computed when it is drawn. */
function wordMarks(rows: readonly FileRow[]): (line: DiffLine) => readonly Span[] {
  const partners = new Map<DiffLine, DiffLine>()
  let at = 0
  while (at < rows.length) {
    const { removed, added } = changeAt(rows, at)
    // Only lines that stand for one another: as many removed as added.
    if (removed.length > 0 && removed.length === added.length) {
      for (const [index, line] of removed.entries()) {
        const other = added[index]
        if (other === undefined) continue
        partners.set(line, other)
        partners.set(other, line)
      }
    }
    at += Math.max(1, removed.length + added.length)
  }
  const kept = new Map<DiffLine, readonly Span[]>()
  return line => {
    const partner = partners.get(line)
    if (partner === undefined) return []
    const known = kept.get(line)
    if (known !== undefined) return known
    const [one, other] = line.kind === 'removed' ? [line, partner] : [partner, line]
    const words = changedWords(one.text, other.text)
    kept.set(one, words?.before ?? [])
    kept.set(other, words?.after ?? [])
    return kept.get(line) ?? []
  }
}

const htmlOf = (line: DiffLine, html: string | undefined, spans: readonly Span[]): string | undefined =>
  spans.length === 0 ? html : marked(html ?? escaped(line.text), spans)

interface InlineLineProps {
  readonly index: number
  readonly line: DiffLine
  readonly html: string | undefined
  readonly code: string
  readonly isMoved: boolean
  readonly canComment: boolean
  readonly isChosen: boolean
  readonly isTarget: boolean
}

const InlineLine = memo(function InlineLine(props: InlineLineProps) {
  const { index, line, html, code, isMoved, canComment, isChosen, isTarget } = props
  return (
    <div
      id={code}
      className={styles.row}
      data-kind={line.kind}
      data-row={index}
      data-moved={isMoved || undefined}
      title={isMoved ? messages.moved : undefined}
      data-chosen={isChosen || isTarget || undefined}
    >
      <LineNumber code={code} value={line.kind === 'added' ? null : line.oldPos} side="old" />
      <LineNumber code={code} value={line.kind === 'removed' ? null : line.newPos} side="new" />
      <Sign line={line} canComment={canComment} />
      <Code line={line} html={html} />
    </div>
  )
})

interface SplitLineProps {
  readonly index: number
  readonly left: DiffLine | null
  readonly leftHtml: string | undefined
  readonly right: DiffLine | null
  readonly rightHtml: string | undefined
  readonly fileHash: string
  readonly movedLeft: boolean
  readonly movedRight: boolean
  readonly canComment: boolean
  readonly chosenSide: Side | null
  readonly isTarget: boolean
}

const SplitLine = memo(function SplitLine(props: SplitLineProps) {
  const { index, left, leftHtml, right, rightHtml, fileHash, movedLeft, movedRight, canComment, chosenSide, isTarget } =
    props
  const half = (side: Side, line: DiffLine | null, html: string | undefined) => {
    const code = line === null ? '' : lineCode(fileHash, line)
    const isMovedHalf = side === 'old' ? movedLeft : movedRight
    return (
      <div
        id={line === null || (side === 'old' && line.kind === 'context') ? undefined : code}
        className={styles.half}
        data-kind={line?.kind ?? 'none'}
        data-side={side}
        data-moved={isMovedHalf || undefined}
        title={isMovedHalf ? messages.moved : undefined}
        data-chosen={chosenSide === side || (isTarget && line !== null) || undefined}
      >
        <LineNumber code={code} value={line === null ? null : side === 'old' ? line.oldPos : line.newPos} side={side} />
        <Sign line={line} canComment={canComment && line !== null} />
        {line === null ? <code className={styles.code} /> : <Code line={line} html={html} />}
      </div>
    )
  }
  return (
    <div className={styles.pair} data-row={index}>
      {half('old', left, leftHtml)}
      {half('new', right, rightHtml)}
    </div>
  )
})

/** The style draws the number, so that it is not copied along. */
function LineNumber({
  code,
  value,
  side,
}: {
  readonly code: string
  readonly value: number | null
  readonly side: Side
}) {
  if (value === null) return <span className={styles.number} data-side={side} />
  return (
    // biome-ignore lint/a11y/useAnchorContent: the label is its content, the style draws the number
    <a
      href={`#${code}`}
      data-number={value}
      data-side={side}
      tabIndex={-1}
      aria-label={side === 'old' ? `Old line ${value}` : `Line ${value}`}
      className={styles.number}
    />
  )
}

function Sign({ line, canComment }: { readonly line: DiffLine | null; readonly canComment: boolean }) {
  return (
    <span className={styles.sign}>
      {canComment && line !== null && (
        <button
          type="button"
          tabIndex={-1}
          data-comment
          aria-label={`Comment on ${line.kind === 'removed' ? `old line ${line.oldPos}` : `line ${line.newPos}`}`}
          className={styles.comment}
        >
          <PlusIcon size={12} />
        </button>
      )}
    </span>
  )
}

function Code({ line, html }: { readonly line: DiffLine; readonly html: string | undefined }) {
  return html === undefined ? (
    <code className={styles.code}>{line.text}</code>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
    <code className={styles.code} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

interface GapProps {
  readonly gap: GapRow
  readonly isBusy: boolean
  readonly onExpand: DiffRowsProps['onExpand']
}

/** Unchanged lines that are not shown, and the buttons that show them. @source DIFF-036 */
function Gap({ gap, isBusy, onExpand }: GapProps) {
  const { first, last, at, heading } = gap
  const count = last === null ? null : last - first + 1
  const isShort = count !== null && count <= diffExpandStep
  return (
    <div className={styles.gap} data-kind="match">
      <span className={styles.expand}>
        {onExpand === undefined ? null : isShort ? (
          <IconButton
            label={`Show ${counted(count, 'line')}`}
            icon={<FoldIcon />}
            size="s"
            tooltip={false}
            disabled={isBusy}
            onClick={() => onExpand(gap, 'all')}
          />
        ) : (
          <>
            {at !== 'top' && (
              <IconButton
                label={`Show ${diffExpandStep} more lines below line ${first - 1}`}
                icon={<FoldDownIcon />}
                size="s"
                tooltip={false}
                disabled={isBusy}
                onClick={() => onExpand(gap, 'above')}
              />
            )}
            {at !== 'bottom' && last !== null && (
              <IconButton
                label={`Show ${diffExpandStep} more lines above line ${last + 1}`}
                icon={<FoldUpIcon />}
                size="s"
                tooltip={false}
                disabled={isBusy}
                onClick={() => onExpand(gap, 'below')}
              />
            )}
          </>
        )}
      </span>
      <span className={styles.heading}>
        {heading !== '' ? heading : count === null ? 'More lines' : counted(count, 'unchanged line')}
      </span>
      {!isShort && heading !== '' && count !== null && (
        <span className={styles.count}>{counted(count, 'unchanged line')}</span>
      )}
      {!isShort && onExpand !== undefined && (
        <button type="button" className={styles.all} disabled={isBusy} onClick={() => onExpand(gap, 'all')}>
          Show all
        </button>
      )}
    </div>
  )
}
