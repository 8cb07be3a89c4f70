import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: a membership, share or token has not expired. It counts until the end of the day before its date, in UTC.
 *
 * @param column  a date, null for no end
 */
export const notExpired = (column = 'expires_at'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} > current_date)`
