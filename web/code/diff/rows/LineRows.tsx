import { memo } from 'react'
import { type DiffLine, lineCode } from '#contract/code/diffs/diff-lines.ts'
import { CodeText } from '#web/ui/text/CodeText.tsx'
import { messages } from '../messages.ts'
import type { Side } from './choose-lines.ts'
import styles from './DiffRows.module.css'

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

export const InlineLine = memo(function InlineLine(props: InlineLineProps) {
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
      <CodeText text={line.text} html={html} className={styles.code} />
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

export const SplitLine = memo(function SplitLine(props: SplitLineProps) {
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
        {line === null ? (
          <code className={styles.code} />
        ) : (
          <CodeText text={line.text} html={html} className={styles.code} />
        )}
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

/** The style draws the sign, and the plus over it. */
function Sign({ line, canComment }: { readonly line: DiffLine | null; readonly canComment: boolean }) {
  return canComment && line !== null ? (
    <button
      type="button"
      tabIndex={-1}
      data-comment
      aria-label={`Comment on ${line.kind === 'removed' ? `old line ${line.oldPos}` : `line ${line.newPos}`}`}
      className={styles.sign}
    />
  ) : (
    <span className={styles.sign} />
  )
}
