import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** How long one batch is to take: nobody waits longer for a row that it holds. */
const batchMs = 150
const firstBatch = 50
const rowsAtMost = 2_000
/** Between batches the database works for others. */
const pauseAtMostMs = 150

/**
 * Change many rows in batches of their own transactions, each as large as what takes about 150 ms, with as long a pause
 * after it. Within a transaction there is no pause: nobody else gets on meanwhile. Begun again after a break, it goes on where it stopped.
 *
 * @param run  changes at most `limit` rows, and says how many it was; none ends it
 */
export async function inBatches(db: Db, run: (limit: number) => Promise<number>): Promise<void> {
  for (let limit = firstBatch; ; ) {
    const startedAt = performance.now()
    const count = await run(limit)
    if (count === 0) return
    const tookMs = performance.now() - startedAt
    limit = Math.max(1, Math.min(rowsAtMost, limit * 2, Math.round((limit * batchMs) / Math.max(1, tookMs))))
    if (count >= firstBatch && !db.isTransaction) await setTimeout(Math.min(tookMs, pauseAtMostMs))
  }
}

/**
 * At most `limit` rows of a table that a condition picks, by their places; rows that another transaction holds are left for
 * later. For `where ctid = any (${someRows(...)})`.
 */
export const someRows = (table: string, condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`array(select ctid from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked)`

interface Reference {
  readonly table: string
  readonly column: string
  readonly isCascade: boolean
}

/**
 * Take away in batches what would go with some rows in one statement: rows that refer to them go, or refer to nothing, as
 * their foreign keys say. What shares the row's id (`projects.id`) stays until the row goes.
 *
 * @param except  tables whose rows the caller takes away
 */
export async function detachRows(
  db: Db,
  table: 'namespaces' | 'users',
  ids: readonly number[],
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<void> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confdeltype = 'c' as is_cascade
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('c', 'n') and cardinality(c.conkey) = 1
      and a.attname <> 'id'
    order by 1, 2`.execute(db)
  for (const { table: from, column, isCascade } of rows) {
    if (except.includes(from)) continue
    // A partial index serves when its condition is said.
    const refers = sql`${sql.ref(column)} = any (${ids}::bigint[]) and ${sql.ref(column)} is not null`
    await inBatches(db, async limit => {
      const found = sql`ctid = any (${someRows(from, refers, limit)})`
      const change = isCascade
        ? sql`delete from ${sql.table(from)} where ${found}`
        : sql`update ${sql.table(from)} set ${sql.ref(column)} = null where ${found}`
      return Number((await change.execute(db)).numAffectedRows ?? 0n)
    })
  }
}
