import { type PointerEvent, type ReactNode, useCallback, useMemo } from 'react'
import { type DiffLine, lineCode } from '#contract/code/diffs/diff-lines.ts'
import { CodeFrame, CodeRows } from '../../lines/CodeRows.tsx'
import { renderSteps } from '../../lines/steps.ts'
import { isMoved, type MovedLines } from '../moved-lines.ts'
import { type ChosenLines, dragOver, moveByKeys } from './choose-lines.ts'
import { useChosenLines } from './chosen-lines.ts'
import { contentsBelow } from './contents.tsx'
import styles from './DiffRows.module.css'
import { type ExpandGap, Gap } from './Gap.tsx'
import { InlineLine, SplitLine } from './LineRows.tsx'
import { type LineTarget, markedRows, type NamedFile, placeOf, rowOfCode } from './line-places.ts'
import { type AnyRow, type FileRow, lastNumber, splitRows, textOf } from './rows.ts'
import type { LineContent, LinePlace } from './slots.ts'
import { useColors } from './use-colors.ts'
import { htmlOf, wordMarks } from './word-marks.ts'

interface DiffRowsProps {
  readonly file: NamedFile
  readonly rows: readonly FileRow[]
  readonly isSplit: boolean
  readonly isNear: boolean
  readonly contents: readonly LineContent[]
  /** A row that is drawn wherever the window stands: that of the address, or of a match. */
  readonly target?: LineTarget | undefined
  readonly moved?: MovedLines | undefined
  /** Without it gaps have no buttons. */
  readonly onExpand?: ExpandGap
  readonly isExpanding?: boolean
  readonly onComment?: ((start: LinePlace, end: LinePlace) => void) | undefined
}

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
  const { chosen, setChosen, choice, startAt } = useChosenLines(rows)
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

  function comment(lines: ChosenLines) {
    startAt(lines)
    const { from, to } = lines
    const [start, end] = to.oldPos + to.newPos < from.oldPos + from.newPos ? [to, from] : [from, to]
    onComment?.(placeOf(file, start), placeOf(file, end))
  }

  const keys = canComment
    ? moveByKeys(rows, chosen, setChosen, pressed => {
        const lines = choice.linesOf(pressed)
        if (lines !== null) comment(lines)
      })
    : undefined
  const drag = canComment ? dragOver(choice, comment) : undefined
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
      onPointerDown={event => {
        selectSide(event)
        drag?.onPointerDown(event)
      }}
    >
      <CodeFrame label={`Diff of ${file.filePath}`} lastLine={lastLine} compares wraps={isSplit}>
        <CodeRows
          texts={texts}
          row={row}
          below={below}
          startsNear={isNear}
          isNear={isNear}
          nearRow={nearRow}
          layout={isSplit ? 'split' : 'inline'}
        />
      </CodeFrame>
    </div>
  )
}

/** Select and copy only the pressed one of two columns, by style alone, without rendering anything again. */
function selectSide({ target, currentTarget }: PointerEvent<HTMLElement>) {
  const side = target instanceof Element ? target.closest<HTMLElement>('[data-side]')?.dataset.side : undefined
  if (side !== undefined) currentTarget.dataset.selects = side
}
