import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: a membership, share or token has not expired. It counts until the end of the day before its date, in UTC.
 *
 * @param column  a date, null for no end
 */
export const notExpired = (column = 'expires_at'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} > current_date)`

/**
 * SQL condition: a key or deploy token, which end at a moment, has not expired.
 *
 * @param now  a timestamp; the clock of the database if left out
 */
export const notExpiredAt = (now: RawBuilder<unknown> = sql`now()`): RawBuilder<boolean> =>
  sql<boolean>`(expires_at is null or expires_at > ${now})`
