import { invalidCursor } from '#server/platform/sql/cursor-value.ts'
import type { RowWindow } from '#server/platform/sql/keyset.ts'
import { neighborsByKey, type PageStart, readPageStart } from '#server/platform/sql/page-cursor.ts'

/** The page that a cursor leads to. @throws Malformed  a cursor that no list gave */
export function windowOf(cursor: string | undefined, limit: number): RowWindow & { readonly start: PageStart } {
  const start = readPageStart(cursor)
  if (start.kind === 'offset') throw invalidCursor()
  return {
    start,
    limit,
    isBackward: start.kind === 'before',
    after: start.kind === 'after' ? start.cursor : null,
    before: start.kind === 'before' ? start.cursor : null,
  }
}

/** The cursors of the pages around one, in the shape of the contract. */
export function cursorsOf(start: PageStart, rows: readonly { readonly cursor: string }[], hasMore: boolean) {
  const [first, last] = [rows[0], rows.at(-1)]
  const edges = first === undefined || last === undefined ? null : { first: first.cursor, last: last.cursor }
  const { next, previous } = neighborsByKey(start, edges, hasMore)
  return {
    next: next === null ? null : { cursor: next },
    previous: previous === null ? null : { cursor: previous },
  }
}
