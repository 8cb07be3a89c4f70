import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** Maximum attempts within a number of minutes after the first. */
export interface TryLimit {
  readonly max: number
  readonly minutes: number
}

/**
 * Count an attempt before it is made, so that concurrent attempts cannot exceed the limit. Do not call it in a transaction, whose
 * rollback would undo the count and whose lock would block others.
 *
 * @param key  counter name, such as `address 10.0.0.1`
 * @returns whether the attempt is allowed
 */
export const countTry = (db: Db, key: string, limit: TryLimit): Promise<boolean> => countTries(db, [key], limit)

/**
 * Count attempts by several keys at once. Can be called in the transaction of the counted action: a rollback undoes
 * both, and concurrent requests wait for it.
 *
 * @param times  attempts to add to each key
 * @returns whether all keys are within the limit
 */
export const countTries = async (db: Db, keys: readonly string[], limit: TryLimit, times = 1): Promise<boolean> =>
  (await countEach(db, keys, limit, times)).size === 0

/** The same. @returns the keys that are over the limit */
export async function countEach(
  db: Db,
  keys: readonly string[],
  { max, minutes }: TryLimit,
  times = 1,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const isOver = sql`t.began_at < now() - make_interval(mins => ${minutes})`
  const { rows } = await sql<{ key: string; count: number }>`
    insert into sign_in_tries as t (key, count, began_at)
    select key, ${times}::integer, now() from unnest(${[...keys]}::text[]) key order by key
    on conflict (key) do update set count = case when ${isOver} then excluded.count else t.count + excluded.count end,
      began_at = case when ${isOver} then now() else t.began_at end
    returning key, count`.execute(db)
  return new Set(rows.filter(({ count }) => count > max).map(({ key }) => key))
}

/** Uncount successful attempts. */
export async function takeBack(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    with theirs as (select key from sign_in_tries where key = any (${[...keys]}::text[]) order by key for update)
    update sign_in_tries t set count = greatest(0, t.count - 1) from theirs where t.key = theirs.key`.execute(db)
}

/** Whether one of these limits has been reached. Does not count as an attempt. */
export async function hadTooMany(
  db: Db,
  tries: readonly { readonly key: string; readonly limit: TryLimit }[],
): Promise<boolean> {
  if (tries.length === 0) return false
  const { rows } = await sql<{ key: string; count: number; minutes: number }>`
    select key, count, (extract(epoch from now() - began_at) / 60)::float8 as minutes from sign_in_tries
    where key = any (${tries.map(each => each.key)}::text[])`.execute(db)
  return tries.some(({ key, limit }) =>
    rows.some(row => row.key === key && row.count >= limit.max && row.minutes < limit.minutes),
  )
}
