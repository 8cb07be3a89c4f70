// biome-ignore-all lint/a11y/useSemanticElements: a table lays all of its rows out, this grid only those in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the cells take the focus
import { type KeyboardEvent, memo, type ReactNode, type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './EmojiPicker.module.css'
import { type Emoji, inTone } from './emoji-table.ts'
import {
  type Cell,
  cellAfter,
  columns,
  endOf,
  listHeightPx,
  type Row,
  rowsInSight,
  type Section,
  startOf,
} from './rows.ts'

interface EmojiGridProps {
  readonly ref: Ref<HTMLDivElement>
  readonly id: string
  readonly label: string
  readonly rows: readonly Row[]
  readonly tone: number
  readonly onPick: (emoji: Emoji) => void
  /** The one under the pointer or the cursor. */
  readonly onShow: (emoji: Emoji | null) => void
  /** The part that is in sight now. */
  readonly onSection: (section: Section) => void
  /** The cursor leaves upwards, or a letter is typed that belongs into the search. */
  readonly onLeave: (typed: string | null) => void
  /** Stands in the place of rows while there are none. */
  readonly children: ReactNode
}

/** Rows of emoji of which only those in sight are in the page. */
export function EmojiGrid(props: EmojiGridProps) {
  const { ref, id, label, rows, tone, onPick, onShow, onSection, onLeave, children } = props
  const [scrolledPx, setScrolledPx] = useState(0)
  const [cursor, setCursor] = useState<Cell | null>(null)
  const { from, to } = rowsInSight(rows, scrolledPx)
  const active = cursor ?? startOf(rows)

  function onScroll(list: HTMLElement) {
    const { top, ...drawn } = rowsInSight(rows, list.scrollTop)
    const first = rows[top]
    if (first?.section) onSection(first.section)
    if (drawn.from !== from || drawn.to !== to) setScrolledPx(list.scrollTop)
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.length === 1 && event.key !== ' ') {
      event.preventDefault()
      onLeave(event.key)
      return
    }
    if (event.key === 'Backspace') return onLeave(null)
    const next = cellAfter(rows, active, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (next === null) return onLeave(null)
    const list = event.currentTarget
    const row = rows[next.row]
    flushSync(() => {
      setCursor(next)
      if (row) bringIntoSight(list, row)
      setScrolledPx(list.scrollTop)
    })
    list.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true })
  }

  const isEmpty = rows.length === 0
  return (
    <div
      ref={ref}
      id={id}
      role="tabpanel"
      aria-label={label}
      className={styles.list}
      style={{ height: listHeightPx }}
      onScroll={event => onScroll(event.currentTarget)}
      onKeyDown={onKey}
      onPointerLeave={() => onShow(null)}
    >
      {isEmpty ? (
        children
      ) : (
        <div
          role="grid"
          aria-label="Emoji"
          aria-rowcount={rows.length}
          aria-colcount={columns}
          className={styles.rows}
          style={{ height: endOf(rows) }}
        >
          {rows.map((row, at) => {
            const isActive = at === active.row
            return (
              ((at >= from && at <= to) || isActive) && (
                <EmojiRow
                  key={row.topPx}
                  row={row}
                  index={at + 1}
                  tone={tone}
                  activeColumn={isActive ? active.column : null}
                  onPick={onPick}
                  onShow={onShow}
                />
              )
            )
          })}
        </div>
      )}
    </div>
  )
}

function bringIntoSight(list: HTMLElement, { topPx, heightPx }: Row): void {
  if (topPx < list.scrollTop) list.scrollTop = topPx
  else if (topPx + heightPx > list.scrollTop + listHeightPx) list.scrollTop = topPx + heightPx - listHeightPx
}

interface EmojiRowProps {
  readonly row: Row
  readonly index: number
  readonly tone: number
  readonly activeColumn: number | null
  readonly onPick: (emoji: Emoji) => void
  readonly onShow: (emoji: Emoji | null) => void
}

const EmojiRow = memo(
  function EmojiRow({ row, index, tone, activeColumn, onPick, onShow }: EmojiRowProps) {
    const place = { top: row.topPx, height: row.heightPx }
    if (row.kind === 'heading')
      return (
        <div role="row" aria-rowindex={index} className={styles.heading} style={place}>
          <span role="rowheader" aria-colspan={columns}>
            {row.label}
          </span>
        </div>
      )
    return (
      <div role="row" aria-rowindex={index} className={styles.row} style={place}>
        {row.emojis.map((emoji, column) => {
          const { name, unicode } = inTone(emoji, tone)
          return (
            <span key={emoji.name} role="gridcell" className={styles.cell}>
              <button
                type="button"
                tabIndex={column === activeColumn ? 0 : -1}
                title={`:${name}:`}
                aria-label={name.replaceAll('_', ' ')}
                className={styles.emoji}
                onClick={() => onPick(emoji)}
                onFocus={() => onShow(emoji)}
                onPointerEnter={() => onShow(emoji)}
              >
                {unicode}
              </button>
            </span>
          )
        })}
      </div>
    )
  },
  // The callbacks are not compared: they do not change the look of the row.
  (a, b) => a.row === b.row && a.index === b.index && a.tone === b.tone && a.activeColumn === b.activeColumn,
)
