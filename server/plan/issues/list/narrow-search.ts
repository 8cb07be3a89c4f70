import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { IssueFilter } from './filter.ts'
import { searchCondition } from './search.ts'
import type { IssueScope } from './where.ts'

/** Up to so many hits are sorted. */
const rare = 2000
/** Of so many of the newest issues, this many hits make a search a common one. */
const sample = 1000
const commonHits = 10

export interface Narrowed {
  /** The filter, with what the search finds in place of the search when that is little. */
  readonly filter: IssueFilter
  /** The search finds so much that counting it costs more than it tells. */
  readonly isMany: boolean
}

/**
 * Replace a search by what it finds, when that is little.
 *
 * How often a word occurs is not known beforehand, and each way is slow in the other's case: walking the list in its order
 * until a page is full, when the word is rare; sorting all that the index finds, when it is common. A look at the newest
 * issues tells which it is, so that the index is asked only for what is rare.
 */
export async function narrowSearch(ctx: Context, scope: IssueScope, filter: IssueFilter): Promise<Narrowed> {
  const { search, ...rest } = filter
  if (search === undefined || search === '') return { filter, isMany: false }
  const found = searchCondition(search, filter.in)
  const here = scope.kind === 'project' ? sql`and i.namespace_id = ${scope.project.id}` : sql``
  const common =
    scope.kind === 'project'
      ? sql`(select count(*) from (select 1 from (select i.iid, i.title, i.search from issuables i
          where i.namespace_id = ${scope.project.id} and i.series = 'issue' order by i.created_at desc limit ${sql.lit(sample)}) i
          where ${found} limit ${sql.lit(commonHits)}) met) >= ${sql.lit(commonHits)}`
      : sql`false`
  const { rows } = await sql<{ ids: number[] | null }>`
    select case when ${common} then null else array(select i.id from issuables i where ${found} ${here} and i.series = 'issue'
      limit ${sql.lit(rare + 1)}) end as ids`.execute(ctx.db)
  const ids = rows[0]?.ids ?? null
  if (ids === null) return { filter, isMany: false }
  return ids.length > rare ? { filter, isMany: true } : { filter: { ...rest, ids }, isMany: false }
}
