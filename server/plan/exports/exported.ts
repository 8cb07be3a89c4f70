import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { csvRow } from '#server/platform/text/csv.ts'
import type { CsvColumn } from './columns.ts'

/** The rows of a list that a filter finds in a place, for the actor. */
export interface Exported {
  readonly place: ExportedPlace
  /** What the list holds: `merge request` and `merge requests`. */
  readonly one: string
  readonly many: string
  readonly columns: readonly CsvColumn[]
  /** The tables of the columns, from `issuables i` on. */
  readonly joins: RawBuilder<unknown>
  /** On `issuables i`, with the permissions of the actor. */
  readonly where: RawBuilder<unknown>
}

interface ExportedPlace {
  readonly id: number
  readonly name: string
  readonly fullName: string
  readonly path: string
}

export type ExportedSeries = 'issue' | 'merge_request' | 'epic'

/** A kind of list that can be exported. */
export interface ListExport {
  readonly list: ExportedSeries
  /**
   * What a filter finds with the present rights of the actor.
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

/** Rows that are read and written at once, and bytes of their descriptions: a batch holds up no other request. */
const batchSize = 200
const batchBytes = 2_000_000

/**
 * The lines of the file in batches, the header first, by title, and the number of rows. They are read while they are sent: changes
 * and lost permissions in the meantime show.
 */
export async function exportedLines(
  ctx: Context,
  { columns, joins, where }: Exported,
): Promise<{ readonly count: number; readonly batches: AsyncIterable<readonly string[]> }> {
  const { rows } = await sql<{ ids: readonly number[] }>`
    select coalesce(array_agg(i.id order by lower(i.title), i.id), '{}') as ids from issuables i where ${where}`.execute(
    ctx.db,
  )
  const ids = rows[0]?.ids ?? []
  const cells = sql.join(columns.map(([, cell]) => cell))
  async function* batches() {
    yield [csvRow(columns.map(([title]) => title))]
    for (let at = 0; at < ids.length; ) {
      const some = ids.slice(at, at + batchSize)
      const batch = some.slice(0, await sizeOfBatch(ctx, some))
      const read = await sql<{ cells: Cells }>`select json_build_array(${cells}) as cells
        from unnest(${batch}::bigint[]) with ordinality asked (id, place) join issuables i on i.id = asked.id ${joins}
        where ${where} order by asked.place`.execute(ctx.db)
      yield read.rows.map(row => csvRow(row.cells))
      at += batch.length
    }
  }
  return { count: ids.length, batches: batches() }
}

type Cells = readonly (string | number | null)[]

/** How many of some rows are read at once: each description can be as large as many others. */
async function sizeOfBatch(ctx: Context, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(place) filter (where bytes - own < ${batchBytes}), ${ids.length}) as size from (
      select place, own, sum(own) over (order by place) as bytes
      from unnest(${[...ids]}::bigint[]) with ordinality a (id, place) join issuables i using (id)
        cross join lateral (select octet_length(coalesce(i.description, '')) as own) o) sized`.execute(ctx.db)
  return rows[0]?.size ?? ids.length
}

/** `loom-merge-requests-2026-01-31.csv` */
export const exportName = ({ now }: Context, { place, many }: Exported): string =>
  `${place.path}-${many.replaceAll(' ', '-')}-${now.slice(0, 10)}.csv`

export const csvType = 'text/csv; charset=utf-8'
