import { Malformed } from '#server/errors.ts'
import type { Window } from '#server/platform/sql/keyset.ts'

// A cursor says which way it leads.
const nextMark = 'next.'
const previousMark = 'previous.'

/** The page that a cursor leads to. @throws Malformed  a cursor that no list gave */
export function windowOf(cursor: string | undefined, limit: number): Window {
  if (cursor === undefined || cursor === '') return { limit, isBackward: false, after: null, before: null }
  if (cursor.startsWith(nextMark))
    return { limit, isBackward: false, after: cursor.slice(nextMark.length), before: null }
  if (cursor.startsWith(previousMark))
    return { limit, isBackward: true, after: null, before: cursor.slice(previousMark.length) }
  throw new Malformed('cursor is invalid')
}

/** The cursors of the pages around one. */
export function cursorsOf(window: Window, rows: readonly { readonly cursor: string }[], hasMore: boolean) {
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = window.isBackward || hasMore
  const hasPrevious = window.isBackward ? hasMore : window.after !== null
  return {
    next: hasNext && last !== undefined ? { cursor: `${nextMark}${last.cursor}` } : null,
    previous: hasPrevious && first !== undefined ? { cursor: `${previousMark}${first.cursor}` } : null,
  }
}
