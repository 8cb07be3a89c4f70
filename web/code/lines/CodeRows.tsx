import { Fragment, memo, type ReactNode } from 'react'
import '#web/ui/text/code.css'
import { useNear } from '#web/ui/near.ts'
import styles from './CodeRows.module.css'

const rowsAPart = 200

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

interface CodeRowsProps {
  /** The plain text of all rows of the frame. */
  readonly texts: readonly string[]
  /** Draws a row of the frame, counted from 0; a new function draws all again. */
  readonly row: (index: number) => ReactNode
  /** What stands below a row, by its index. It stays mounted while its row is far from the window. */
  readonly below?: ReadonlyMap<number, ReactNode> | undefined
  /** The rows from `start` up to `end`, without it; absent: all. */
  readonly start?: number
  readonly end?: number
  /** The first rows are drawn before the browser has looked where the window stands. */
  readonly startsNear: boolean
  /** The rows around this one are drawn wherever the window stands, also when it is named later. */
  readonly nearRow?: number | undefined
}

/**
 * Rows of code. All of the text is on the page, so that the browser finds in it; in a part far from the window it is
 * plain blocks of the same size, without rows and colours.
 */
export function CodeRows(props: CodeRowsProps) {
  const { texts, row, below, start = 0, end = texts.length, startsNear, nearRow = -1 } = props
  return Array.from({ length: Math.ceil((end - start) / rowsAPart) }, (_, index) => {
    const from = start + index * rowsAPart
    const to = Math.min(from + rowsAPart, end)
    const isFirst = (startsNear && index === 0) || (nearRow >= from && nearRow < to)
    return <Part key={from} texts={texts} row={row} below={below} start={from} end={to} isFirst={isFirst} />
  })
}

interface PartProps extends Pick<CodeRowsProps, 'texts' | 'row' | 'below'> {
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
}

const Part = memo(function Part({ texts, row, below, start, end, isFirst }: PartProps) {
  const [isNear, ref] = useNear(isFirst)
  return (
    <div ref={ref}>
      {runsOf(start, end, below).map(([from, to]) => (
        // By its end, so that what is below it stays when a run before it is divided.
        <Fragment key={to}>
          {isNear || isFirst ? (
            Array.from({ length: to - from }, (_, index) => row(from + index))
          ) : (
            <pre className={styles.far}>{`${texts.slice(from, to).join('\n')}\n`}</pre>
          )}
          {below?.has(to - 1) && <div className={styles.below}>{below.get(to - 1)}</div>}
        </Fragment>
      ))}
    </div>
  )
})

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
  /** From 1; null where the line is not there. */
  readonly line: number | null
  /** Where two sides are compared: its number on the new one. */
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
      {html === undefined ? (
        <code className={styles.code}>{text}</code>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
        <code className={styles.code} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
})
