import { type RawBuilder, sql } from 'kysely'
import { runIn } from '#server/platform/sql/keyset.ts'
import { batch } from './batch.ts'
import type { GraphqlContext } from './context.ts'

interface PendingLookup {
  /** A select. */
  readonly statement: RawBuilder<unknown>
  /** The same object for statements whose columns have the same names and types, in the same order. */
  readonly shape: object
}

/** Selects that can be compiled and sent as one. */
const maxBatch = 50

/**
 * Run a select together with others of the same shape that the same step of a query needs, such as the issues of each list of a
 * board: they are sent as one statement.
 *
 * @returns the rows, in the order of the select
 */
export const rowsOfStep = async <Row extends object>(
  context: GraphqlContext,
  asked: PendingLookup,
): Promise<readonly Row[]> =>
  // The rows have the columns of the select.
  (await stepOf(context, asked)) as readonly Row[]

const stepOf = batch<PendingLookup, readonly object[]>(async ({ db }, asked) => {
  const groups = [...Map.groupBy(asked, each => each.shape).values()].flatMap(group =>
    Array.from({ length: Math.ceil(group.length / maxBatch) }, (_, nth) =>
      group.slice(nth * maxBatch, (nth + 1) * maxBatch),
    ),
  )
  const found = new Map<PendingLookup, readonly object[]>()
  await Promise.all(
    groups.map(async group => {
      const [only] = group
      if (only !== undefined && group.length === 1) {
        found.set(only, await runIn(db)(only.statement))
        return
      }
      const parts = group.map(
        ({ statement }, place) =>
          sql`select ${sql.lit(place)} as step_place, row_number() over () as step_order, q.* from (${statement}) q`,
      )
      const { rows } = await sql<{ stepPlace: number; stepOrder: number }>`
        ${sql.join(parts, sql` union all `)} order by step_place, step_order`.execute(db)
      const rowsOf = Map.groupBy(rows, row => row.stepPlace)
      for (const [place, each] of group.entries())
        found.set(each, rowsOf.get(place)?.map(({ stepPlace: _place, stepOrder: _order, ...row }) => row) ?? [])
    }),
  )
  return each => found.get(each) ?? []
})
