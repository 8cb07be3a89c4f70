import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { csvRow } from '#server/platform/text/csv.ts'
import type { CsvColumn } from './columns.ts'

/** The rows of a project's or group's list that match a filter and that the actor may read, with their columns. */
export interface Exported {
  readonly namespace: ExportedNamespace
  /** The noun of a row and its plural: `merge request`, `merge requests`. */
  readonly one: string
  readonly many: string
  readonly columns: readonly CsvColumn[]
  /** The tables of the columns, from `issuables i` on. */
  readonly joins: RawBuilder<unknown>
  /** The conditions on `issuables i`, with the permissions of the actor. */
  readonly where: RawBuilder<unknown>
}

interface ExportedNamespace {
  readonly id: number
  readonly name: string
  readonly fullName: string
  readonly path: string
}

export type ExportedSeries = 'issue' | 'merge_request' | 'epic' | 'work_item'

/** A kind of list that can be exported. */
export interface ListExport {
  readonly list: ExportedSeries
  /**
   * Find the rows that match a filter, with the rights that the actor has now.
   *
   * @param asked  a filter that the list has accepted
   * @returns null where the actor may not read the list
   */
  readonly open: (ctx: Context, namespaceId: number, asked: never) => Promise<Exported | null>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly listExports: readonly ListExport[]
  }
}

/** Rows that are read and written at once, and bytes of their descriptions: few enough not to hold up other requests. */
const batchSize = 200
const batchBytes = 2_000_000

/**
 * Read the lines of a CSV file while it is sent: the header, then the rows by title. Rows that change or become unreadable
 * in the meantime are written as they are then, or left out.
 *
 * @returns `count`: rows found at the start
 */
export async function exportedLines(
  ctx: Context,
  { columns, joins, where }: Exported,
): Promise<{ readonly count: number; readonly batches: AsyncIterable<readonly string[]> }> {
  const { rows } = await sql<{ ids: readonly number[] }>`
    select coalesce(array_agg(i.id order by ${nameOrder(sql`i.title`)}, i.id), '{}') as ids from issuables i where ${where}`.execute(
    ctx.db,
  )
  const ids = rows[0]?.ids ?? []
  const cells = sql.join(columns.map(([, cell]) => cell))
  async function* batches() {
    // Without the byte order mark, Excel takes the file for one of its own character set.
    yield [`\ufeff${csvRow(columns.map(([title]) => title))}`]
    for (let at = 0; at < ids.length; ) {
      const some = ids.slice(at, at + batchSize)
      const batch = some.slice(0, await sizeOfBatch(ctx, some))
      const read = await sql<{ cells: Cells }>`select json_build_array(${cells}) as cells
        from unnest(${batch}::bigint[]) with ordinality asked (id, position) join issuables i on i.id = asked.id ${joins}
        where ${where} order by asked.position`.execute(ctx.db)
      yield read.rows.map(row => csvRow(row.cells))
      at += batch.length
    }
  }
  return { count: ids.length, batches: batches() }
}

type Cells = readonly (string | number | null)[]

/** The number of the first rows whose descriptions fit in a batch; at least one. */
async function sizeOfBatch(ctx: Context, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(position) filter (where bytes - own < ${batchBytes}), ${ids.length}) as size from (
      select position, own, sum(own) over (order by position) as bytes
      from unnest(${[...ids]}::bigint[]) with ordinality a (id, position) join issuables i using (id)
        cross join lateral (select octet_length(coalesce(i.description, '')) as own) o) sized`.execute(ctx.db)
  return rows[0]?.size ?? ids.length
}

/** `loom-merge-requests-2026-01-31.csv` */
export const exportName = ({ now }: Context, { namespace, many }: Exported): string =>
  `${namespace.path}-${many.replaceAll(' ', '-')}-${now.slice(0, 10)}.csv`

export const csvType = 'text/csv; charset=utf-8'
