import { Fragment, memo, type ReactNode, type SyntheticEvent, type WheelEvent } from 'react'
import { useNear } from '#web/ui/near.ts'
import { CodeText } from '#web/ui/text/CodeText.tsx'
import styles from './CodeRows.module.css'
import { renderSteps, useReachedRows } from './steps.ts'
import { useSettledNear } from './use-settled-near.ts'

const rowsAPart = 100

interface CodeFrameProps extends Pick<React.ComponentProps<'section'>, 'onClick'> {
  readonly label: string
  /** The highest line number, which the number columns have room for. */
  readonly lastLine: number
  /** Rows have the numbers of two sides, and a sign. */
  readonly compares?: boolean
  readonly padded?: boolean
  readonly wraps?: boolean
  readonly children: ReactNode
}

/** The box around rows of code, which scrolls sideways. */
export function CodeFrame({ label, lastLine, compares, padded, wraps, children, ...rest }: CodeFrameProps) {
  return (
    <section
      {...rest}
      onWheel={stickNumbersOnWheel}
      onTouchStart={stickNumbers}
      onPointerDown={stickNumbers}
      onScroll={stickNumbers}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      data-compares={compares || undefined}
      data-padded={padded || undefined}
      data-wraps={wraps || undefined}
      style={{ '--digits': Math.max(3, String(lastLine).length) } as React.CSSProperties}
    >
      <div className={styles.rows}>{children}</div>
    </section>
  )
}

/** Make the line numbers sticky from now on: by the style alone, without rendering anything again. */
function stickNumbers({ currentTarget }: SyntheticEvent<HTMLElement>) {
  currentTarget.dataset.sideways = ''
}

function stickNumbersOnWheel(event: WheelEvent<HTMLElement>) {
  if (event.deltaX !== 0 || event.shiftKey) stickNumbers(event)
}

interface CodeRowsProps {
  /** The plain text of all rows of the frame. */
  readonly texts: readonly string[]
  /** Draws a row of the frame, counted from 0; a new function draws all again. */
  readonly row: (index: number) => ReactNode
  /** The contents below rows, by index. They stay mounted while their rows are far from the window. */
  readonly below?: ReadonlyMap<number, ReactNode> | undefined
  /** The rows from `start` up to `end`, without it; absent: all. */
  readonly start?: number
  readonly end?: number
  /** The first rows are drawn before the browser has looked where the window stands. */
  readonly startsNear: boolean
  /** Whether the element around them is near the window; few rows are not observed on their own. */
  readonly isNear?: boolean
  /** The rows around this one are drawn wherever the window stands, also when it is named later. */
  readonly nearRow?: number | undefined
  /** Another one: long code comes in steps once more. */
  readonly layout?: string
}

/**
 * Rows of code. All of the text comes onto the page, so that the browser finds in it; in a part far from the window it is
 * plain blocks of the same size, without rows and colours.
 */
export function CodeRows(props: CodeRowsProps) {
  const { start = 0, end = props.texts.length, isNear, nearRow = -1 } = props
  if (isNear === undefined || end - start > rowsAPart) return <ManyRows {...props} />
  return <Lines {...props} start={start} end={end} isDrawn={isNear || (nearRow >= start && nearRow < end)} />
}

function ManyRows(props: CodeRowsProps) {
  const { texts, row, below, start = 0, end = texts.length, startsNear, nearRow = -1, layout = '' } = props
  const reached = useReachedRows(end - start, layout) + start
  const isLong = end - start > renderSteps.rowsPerPass
  return (
    <>
      {isLong && <Width texts={texts} />}
      {Array.from({ length: Math.ceil((end - start) / rowsOfGroup) }, (_, index) => {
        const from = start + index * rowsOfGroup
        const to = Math.min(from + rowsOfGroup, end)
        return (
          <Group
            key={from}
            texts={texts}
            row={row}
            below={below}
            start={from}
            end={to}
            isFirst={startsNear && index === 0}
            nearRow={nearRow >= from && nearRow < to ? nearRow : -1}
            reached={Math.max(from, Math.min(reached, to))}
          />
        )
      })}
    </>
  )
}

/** A box as wide as the longest row, because rows far from the window have no width. */
const Width = memo(function Width({ texts }: Pick<CodeRowsProps, 'texts'>) {
  const longest = texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0)
  return <div className={styles.width} style={{ '--longest': longest } as React.CSSProperties} />
})

const tabSize = 4

const columnsOf = (text: string): number =>
  text.includes('\t') ? text.length + (tabSize - 1) * (text.split('\t').length - 1) : text.length

const rowsOfGroup = 40 * rowsAPart

interface GroupProps extends Pick<CodeRowsProps, 'texts' | 'row' | 'below'> {
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
  readonly nearRow: number
  /** The text of rows before this one is on the page. */
  readonly reached: number
}

/** Thousands of rows: as long as nothing of them is on the page, one box of about their height. */
const Group = memo(function Group({ texts, row, below, start, end, isFirst, nearRow, reached }: GroupProps) {
  const [isNear, ref] = useNear(isFirst)
  const hasBelow = below !== undefined && below.size > 0 && hasRowIn(below, start, end)
  if (!isNear && nearRow < 0 && reached === start && !hasBelow) return <div ref={ref} style={heightOf(end - start)} />
  return (
    <div ref={ref}>
      {Array.from({ length: Math.ceil((end - start) / rowsAPart) }, (_, index) => {
        const from = start + index * rowsAPart
        const to = Math.min(from + rowsAPart, end)
        const isFirstPart = (isFirst && from - start < renderSteps.startRow) || (nearRow >= from && nearRow < to)
        return (
          <Part
            key={from}
            texts={texts}
            row={row}
            below={below}
            start={from}
            end={to}
            isFirst={isFirstPart}
            isReached={reached >= to || (below !== undefined && hasRowIn(below, from, to))}
          />
        )
      })}
    </div>
  )
})

function hasRowIn(below: ReadonlyMap<number, ReactNode>, start: number, end: number): boolean {
  for (const index of below.keys()) if (index >= start && index < end) return true
  return false
}

const heightOf = (rows: number) => ({ blockSize: `calc(${rows} * var(--code-line))` })

interface PartProps extends Pick<CodeRowsProps, 'texts' | 'row' | 'below'> {
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
  readonly isReached: boolean
}

const Part = memo(function Part({ texts, row, below, start, end, isFirst, isReached }: PartProps) {
  const [isNear, ref] = useSettledNear(isFirst)
  if (!isNear && !isFirst && !isReached) return <div ref={ref} style={heightOf(end - start)} />
  return (
    <div ref={ref}>
      <Lines texts={texts} row={row} below={below} start={start} end={end} isDrawn={isNear || isFirst} />
    </div>
  )
})

interface LinesProps extends Pick<CodeRowsProps, 'texts' | 'row' | 'below'> {
  readonly start: number
  readonly end: number
  readonly isDrawn: boolean
}

function Lines({ texts, row, below, start, end, isDrawn }: LinesProps) {
  return (
    <>
      {runsOf(start, end, below).map(([from, to]) => (
        // The key is the end of the run, so that the contents below stay when a run before it is divided.
        <Fragment key={to}>
          {isDrawn ? (
            Array.from({ length: to - from }, (_, index) => row(from + index))
          ) : (
            <pre
              className={styles.far}
              style={{ '--rows': to - from } as React.CSSProperties}
            >{`${texts.slice(from, to).join('\n')}\n`}</pre>
          )}
          {below?.has(to - 1) && <div className={styles.below}>{below.get(to - 1)}</div>}
        </Fragment>
      ))}
    </>
  )
}

/** The rows from `start` to `end` in runs: below the last row of each, but of no other, something may stand. */
function runsOf(
  start: number,
  end: number,
  below: CodeRowsProps['below'],
): readonly (readonly [from: number, to: number])[] {
  const ends = [...(below?.keys() ?? [])].map(index => index + 1).filter(to => to > start && to < end)
  return [...ends.toSorted((one, other) => one - other), end].map((to, index, all) => [all[index - 1] ?? start, to])
}

interface CodeRowProps {
  readonly id?: string | undefined
  readonly kind?: 'hunk' | 'context' | 'added' | 'removed' | 'note'
  /** The line number from 1; null if the line does not exist on this side. */
  readonly line: number | null
  /** The number on the new side, if two sides are compared. */
  readonly newLine?: number | null
  /** The address of the line. */
  readonly href?: string
  readonly text: string
  /** The same with colours, as safe HTML. */
  readonly html?: string | undefined
  readonly isChosen?: boolean
}

/** A line of code with its number. The style draws numbers and signs, so that they are not copied along. */
export const CodeRow = memo(function CodeRow(props: CodeRowProps) {
  const { id, kind, line, newLine, href, text, html, isChosen } = props
  return (
    <div id={id} className={styles.row} data-kind={kind} data-chosen={isChosen || undefined}>
      {href === undefined ? (
        <span className={styles.number} data-number={line ?? undefined} />
      ) : (
        // biome-ignore lint/a11y/useAnchorContent: the label is its content, the style draws the number
        <a href={href} data-number={line} tabIndex={-1} aria-label={`Line ${line}`} className={styles.number} />
      )}
      {newLine !== undefined && (
        <>
          <span className={styles.number} data-number={newLine ?? undefined} />
          <span className={styles.sign} />
        </>
      )}
      <CodeText text={text} html={html} className={styles.code} />
    </div>
  )
})
