import { categoryNames, type Emoji, type EmojiTable, findEmojis } from './emoji-table.ts'

/** The height of the scrolling list of emoji. @source EMOJI-008 */
export const listHeightPx = 258
export const columns = 9
const emojiRowPx = 36
const headingRowPx = 30
const marginRows = 3

export const frequent = 'Frequently used'
export const sections = [frequent, ...categoryNames] as const
export type Section = (typeof sections)[number]

/** One row of the list: the name of a part, or emoji side by side. */
export type Row = { readonly section: Section | null; readonly topPx: number; readonly heightPx: number } & (
  | { readonly kind: 'heading'; readonly label: Section }
  | { readonly kind: 'emojis'; readonly emojis: readonly Emoji[] }
)

/** All emoji by category, those used last before them. */
export function rowsOfTable(table: EmojiTable, used: readonly Emoji[]): readonly Row[] {
  const rows: Row[] = []
  const parts = [{ name: frequent, emojis: used } as const, ...table.categories]
  for (const { name, emojis } of parts) {
    rows.push({ kind: 'heading', label: name, section: name, topPx: endOf(rows), heightPx: headingRowPx })
    rows.push(...inRows(emojis, name, endOf(rows)))
  }
  return rows
}

/** The rows of a search. */
export const rowsFound = (table: EmojiTable, query: string): readonly Row[] =>
  inRows(findEmojis(table.all, query), null, 0)

const inRows = (emojis: readonly Emoji[], section: Section | null, topPx: number): readonly Row[] =>
  Array.from({ length: Math.ceil(emojis.length / columns) }, (_, at) => ({
    kind: 'emojis',
    emojis: emojis.slice(at * columns, (at + 1) * columns),
    section,
    topPx: topPx + at * emojiRowPx,
    heightPx: emojiRowPx,
  }))

export function endOf(rows: readonly Row[]): number {
  const last = rows.at(-1)
  return last === undefined ? 0 : last.topPx + last.heightPx
}

/** The first and the last row to be drawn, a few beyond what is in sight; `top` is the first one in sight. */
export function rowsInSight(rows: readonly Row[], scrolledPx: number) {
  const found = rows.findIndex(row => row.topPx + row.heightPx > scrolledPx)
  const top = Math.max(found, 0)
  const below = rows.findIndex(row => row.topPx >= scrolledPx + listHeightPx)
  const bottom = below < 0 ? rows.length : below
  return { top, from: Math.max(0, top - marginRows), to: Math.min(rows.length, bottom + marginRows) - 1 }
}

export interface Cell {
  readonly row: number
  readonly column: number
}

const firstCell = (rows: readonly Row[]): Cell | null => nearest(rows, 0, 1, 0)

/** The start cell of the cursor. */
export const startOf = (rows: readonly Row[]): Cell => firstCell(rows) ?? { row: 0, column: 0 }

/**
 * The cell that a key leads to.
 *
 * @returns null: up and out of the list; undefined: the key does not move
 */
export function cellAfter(rows: readonly Row[], { row, column }: Cell, key: string): Cell | null | undefined {
  const width = widthOf(rows[row])
  switch (key) {
    case 'ArrowRight':
      return column + 1 < width ? { row, column: column + 1 } : (nearest(rows, row + 1, 1, 0) ?? { row, column })
    case 'ArrowLeft':
      return column > 0 ? { row, column: column - 1 } : nearest(rows, row - 1, -1, columns)
    case 'ArrowDown':
      return nearest(rows, row + 1, 1, column) ?? { row, column }
    case 'ArrowUp':
      return nearest(rows, row - 1, -1, column)
    case 'PageDown':
      return nearest(rows, Math.min(row + 6, rows.length - 1), 1, column) ?? { row, column }
    case 'PageUp':
      return nearest(rows, Math.max(row - 6, 0), -1, column) ?? firstCell(rows)
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: Math.max(width - 1, 0) }
    default:
      return undefined
  }
}

/** The next row with emoji in one direction, at a column of it that there is. */
function nearest(rows: readonly Row[], from: number, step: 1 | -1, column: number): Cell | null {
  for (let row = from; row >= 0 && row < rows.length; row += step) {
    const width = widthOf(rows[row])
    if (width > 0) return { row, column: Math.min(column, width - 1) }
  }
  return null
}

const widthOf = (row: Row | undefined): number => (row?.kind === 'emojis' ? row.emojis.length : 0)
