import { invalidCursor } from './cursor-value.ts'

/** The start of a page in a list whose pages lead both ways, from the cursor in its address. */
export type PageStart =
  | { readonly kind: 'first' }
  | { readonly kind: 'after' | 'before'; readonly cursor: string }
  /** The offset in a list that has no keys. */
  | { readonly kind: 'offset'; readonly offset: number }

export interface PageCursors {
  readonly next: string | null
  readonly previous: string | null
}

const nextMark = 'next.'
const previousMark = 'previous.'
const offsetMark = '+'

/** @throws Malformed  a cursor that no list gave */
export function readPageStart(text: string | undefined): PageStart {
  if (text === undefined || text === '') return { kind: 'first' }
  if (text.startsWith(nextMark)) return { kind: 'after', cursor: text.slice(nextMark.length) }
  if (text.startsWith(previousMark)) return { kind: 'before', cursor: text.slice(previousMark.length) }
  if (/^[+]\d{1,6}$/.test(text)) return { kind: 'offset', offset: Number(text.slice(offsetMark.length)) }
  throw invalidCursor()
}

export const startAfter = (cursor: string): string => `${nextMark}${cursor}`
export const startAt = (offset: number): string => `${offsetMark}${offset}`

/**
 * The cursors of the neighboring pages.
 *
 * @param edges  the cursors of the first and the last row that the page shows; null when it shows none
 * @param hasMore  whether there are more rows in the direction in which the page was read
 */
export function neighborsByKey(
  start: PageStart,
  edges: { readonly first: string; readonly last: string } | null,
  hasMore: boolean,
): PageCursors {
  const isBack = start.kind === 'before'
  return {
    next: edges !== null && (isBack || hasMore) ? startAfter(edges.last) : null,
    previous: edges !== null && (isBack ? hasMore : start.kind !== 'first') ? `${previousMark}${edges.first}` : null,
  }
}

/** The same in a list without keys. @param size  of a page */
export const neighborsByOffset = (offset: number, size: number, hasMore: boolean): PageCursors => ({
  next: hasMore ? startAt(offset + size) : null,
  previous: offset > 0 ? startAt(Math.max(0, offset - size)) : null,
})
