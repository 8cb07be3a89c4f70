import { type RawBuilder, sql } from 'kysely'

/** Digits of the numbers that are compared. */
const most = 12

/**
 * Names in natural order: `W2` before `W10`, without regard to case. For the short lists of a page; lists of thousands of rows are in
 * the order of an index.
 */
export const naturally = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(regexp_replace(lower(${name}), '(\\d+)', ${sql.lit('0'.repeat(most))} || '\\1', 'g'), ${sql.lit(`\\d*(\\d{${most}})`)}, '\\1', 'g')`
