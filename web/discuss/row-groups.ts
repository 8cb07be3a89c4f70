import type { ReactElement } from 'react'

export interface Row {
  /** The number of comments in the group. */
  readonly notes: number
  /** Comments are missing here. */
  readonly isGap?: true
  readonly node: ReactElement
}

/** Rows that follow one another. */
export interface RowGroup {
  /** The key stays the same as other groups are added. */
  readonly key: number
  readonly rows: readonly Row[]
}

/** A group, or a row where comments are missing, which is in none. */
export type RowPart = RowGroup | Row

/** Few enough to be laid out within a frame, many enough that the browser looks at hundreds of groups, not at thousands of rows. */
export const notesOfGroup = 10

export const isGroup = (part: RowPart): part is RowGroup => 'rows' in part

export const countNotes = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.notes, 0)

export const isFull = (rows: readonly Row[]): boolean => countNotes(rows) >= notesOfGroup

let groupsMade = 0

/**
 * Put rows into groups. A row stays in its group, whatever comes in around it, so that React keeps its elements; a group
 * in which nothing changed stays the same object.
 *
 * @param before  the parts of the same list as it was
 */
export function groupRows(rows: readonly Row[], before: readonly RowPart[]): readonly RowPart[] {
  const groupOf = new Map(
    before.filter(isGroup).flatMap(group => group.rows.map(row => [row.node.key, group] as const)),
  )
  const used = new Set<RowGroup>()
  const parts: (Row | { readonly was: RowGroup | undefined; readonly rows: Row[] })[] = []
  for (const [at, row] of rows.entries()) {
    if (row.isGap) {
      parts.push(row)
      continue
    }
    const last = parts.at(-1)
    const open = last !== undefined && 'rows' in last ? last : undefined
    const own = groupOf.get(row.node.key)
    const next = groupOf.get(rows[at + 1]?.node.key ?? null)
    // A group that was divided goes on as a new one.
    const was = own !== undefined && (own === open?.was || !used.has(own)) ? own : undefined
    // A new row joins the group before it, where the next row is in that or there is room.
    const isOfOpen =
      was === undefined ? (next !== undefined && next === open?.was) || !isFull(open?.rows ?? []) : was === open?.was
    if (open !== undefined && isOfOpen) {
      open.rows.push(row)
      continue
    }
    if (was !== undefined) used.add(was)
    parts.push({ was, rows: [row] })
  }
  return parts.map(part => {
    if (!('rows' in part)) return part
    const { was, rows } = part
    if (was !== undefined && areSame(was.rows, rows)) return was
    groupsMade += 1
    return { key: was?.key ?? groupsMade, rows }
  })
}

const areSame = (some: readonly Row[], others: readonly Row[]): boolean =>
  some.length === others.length &&
  some.every((row, at) => row.node === others[at]?.node && row.notes === others[at]?.notes)
