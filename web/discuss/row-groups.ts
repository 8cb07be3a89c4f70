import type { ReactElement } from 'react'

export interface Row {
  /** So many comments are in it. */
  readonly notes: number
  /** Comments are missing here. */
  readonly isGap?: true
  readonly node: ReactElement
}

/** Rows that follow one another. */
export interface RowGroup {
  /** Of the row that it was made for; it stays the same as others come in. */
  readonly key: string
  readonly rows: readonly Row[]
  /** It has no room for rows at its end. */
  readonly isFull: boolean
}

/** A group, or a row where comments are missing, which is in none. */
export type RowPart = RowGroup | Row

/** Few enough to be laid out within a frame, many enough that the browser looks at hundreds of groups, not at thousands of rows. */
export const notesOfGroup = 10

export const isGroup = (part: RowPart): part is RowGroup => 'rows' in part

const keyOf = (row: Row): string => String(row.node.key)

export const countNotes = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.notes, 0)

const isFull = (rows: readonly Row[]): boolean => countNotes(rows) >= notesOfGroup

/**
 * Put rows into groups. A row stays in its group, whatever comes in around it, so that React keeps its elements; a group
 * in which nothing changed stays the same object.
 *
 * @param before  the parts of the same list as it was
 */
export function groupRows(rows: readonly Row[], before: readonly RowPart[]): readonly RowPart[] {
  const groups = before.filter(isGroup)
  const groupKeys = new Map(groups.flatMap(group => group.rows.map(row => [keyOf(row), group.key] as const)))
  const known = new Map(groups.map(group => [group.key, group]))
  const used = new Set<string>()
  const parts: (Row | { readonly key: string; readonly rows: Row[] })[] = []
  for (const [at, row] of rows.entries()) {
    if (row.isGap) {
      parts.push(row)
      continue
    }
    const last = parts.at(-1)
    const open = last !== undefined && 'rows' in last ? last : undefined
    const next = rows[at + 1]
    const kept = groupKeys.get(keyOf(row))
    // A group that was divided goes on as a new one.
    const isKept = kept !== undefined && (kept === open?.key || !used.has(kept))
    const own = isKept ? kept : joined(open, next && groupKeys.get(keyOf(next)))
    if (open !== undefined && own === open.key) {
      open.rows.push(row)
      continue
    }
    const key = own ?? freeKey(keyOf(row), known, used)
    used.add(key)
    parts.push({ key, rows: [row] })
  }
  return parts.map(part => {
    if (!('rows' in part)) return part
    const same = known.get(part.key)
    return same !== undefined && areSame(same.rows, part.rows) ? same : { ...part, isFull: isFull(part.rows) }
  })
}

/** The group of a new row: that before it, where the next row is in that or there is room. */
function joined(
  open: { readonly key: string; readonly rows: readonly Row[] } | undefined,
  next: string | undefined,
): string | undefined {
  return open !== undefined && (open.key === next || !isFull(open.rows)) ? open.key : undefined
}

function freeKey(row: string, known: ReadonlyMap<string, RowGroup>, used: ReadonlySet<string>): string {
  let key = `group ${row}`
  while (known.has(key) || used.has(key)) key += '+'
  return key
}

const areSame = (some: readonly Row[], others: readonly Row[]): boolean =>
  some.length === others.length &&
  some.every((row, at) => row.node === others[at]?.node && row.notes === others[at]?.notes)
