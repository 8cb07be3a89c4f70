import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Target duration of a batch, which bounds how long others wait for its row locks. */
const batchMs = 150
const firstBatch = 50
const maxRows = 2_000
/** Pause between batches, for other work of the database. */
const pauseAtMostMs = 150

/**
 * Change many rows in batches, each in its own transaction and sized to take about 150 ms, with a pause of the same length after
 * it. Inside a transaction there are no pauses, since its locks are held anyway. Can be restarted after an interruption.
 *
 * @param run  changes at most `limit` rows and returns their number; 0 ends the loop
 */
export async function inBatches(db: Db, run: (limit: number) => Promise<number>): Promise<void> {
  for (let limit = firstBatch; ; ) {
    const startedAt = performance.now()
    const count = await run(limit)
    if (count === 0) return
    const tookMs = performance.now() - startedAt
    limit = Math.max(1, Math.min(maxRows, limit * 2, Math.round((limit * batchMs) / Math.max(1, tookMs))))
    if (count >= firstBatch && !db.isTransaction) await setTimeout(Math.min(tookMs, pauseAtMostMs))
  }
}

/**
 * The ctids of at most `limit` matching rows; rows locked by another transaction are skipped. For
 * `where ctid = any (${someRows(...)})`.
 */
export const someRows = (table: string, condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`array(select ctid from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked)`

interface Reference {
  readonly table: string
  readonly column: string
  readonly isCascade: boolean
}

/**
 * Apply the `on delete` actions of foreign keys in batches, before the referenced rows are deleted: referring rows are deleted or
 * set to null. Rows that share the id (`projects.id`) remain until the row itself is deleted.
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
    // Repeat the condition, so that partial indexes can be used.
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
