import { type RawBuilder, sql } from 'kysely'

/**
 * A title or name in the order of lists: as people sort words, not by the codes of letters. It is a comparison of its own, so that equal
 * names are equal texts. The indexes of titles and names have the same collation.
 */
export const nameOrder = (name: RawBuilder<unknown>): RawBuilder<string> => sql<string>`${name} collate "und-x-icu"`

/** Digits of the numbers that are compared. */
const most = 12

/**
 * Names in natural order: `W2` before `W10`, without regard to case. For the short lists of a page; lists of thousands of rows are in
 * the order of an index.
 */
export const naturally = (name: RawBuilder<unknown>): RawBuilder<string> =>
  nameOrder(
    sql`regexp_replace(regexp_replace(lower(${name}), '(\\d+)', ${sql.lit('0'.repeat(most))} || '\\1', 'g'), ${sql.lit(`\\d*(\\d{${most}})`)}, '\\1', 'g')`,
  )
