import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { searchCondition } from '#server/discuss/noteables/search-condition.ts'
import { runPlannedEachTime } from '#server/platform/sql/statement.ts'
import { type IssueFilter, seriesOf } from './filter.ts'
import { assigneeIn, authorIn, selectsOfAny } from './sources.ts'
import { type IssueScope, ownerOf } from './where.ts'

/**
 * The most issues of one person, or with any of several values, that are read and sorted; with more, the list is walked
 * in its order.
 */
const mostOfPerson = 2_000
/** The same for the hits of a search: among a million issues, a walk that looks for more of them soon fills a page. */
const mostHits = 10_000
/** A search that has `commonHits` among this many of the newest issues is common: the list is walked at once. */
const sample = 1_000
const commonHits = 10
/** The hits of a search are counted up to this many: each of them has to be read. */
export const searchCountLimit = 1_001

interface Narrowed {
  /** The filter, with one of its parts replaced by the ids that the part finds, if these are few. */
  readonly filter: IssueFilter
  /** The search finds so many issues that counting them costs more than the number is worth. */
  readonly isMany: boolean
  /** The same for counting: a common search is counted by its index where that reads fewer issues than the walk. */
  readonly counted: IssueFilter
}

/**
 * Replace the part of a filter that an index answers by the ids that it finds, if these are few.
 *
 * The number of ids is not known beforehand, and each way is slow in the other's case: walking the list in its order
 * until a page is full, if there are few; sorting all that the index finds, if there are many.
 */
export async function narrowed(ctx: Context, scope: IssueScope, filter: IssueFilter): Promise<Narrowed> {
  const part = partOf(ctx, scope, filter)
  if (part === null) return { filter, isMany: false, counted: filter }
  const [found] = await runPlannedEachTime(
    ctx.db,
    sql<NarrowedIds>`
      select case when common.within is null then array(${part.ids} limit ${sql.lit(part.most + 1)}) end as ids, common.within,
        (select reltuples from pg_class where oid = 'issuables'::regclass) as rows from (select (${part.commonWithin}) as within) common`,
  )
  const { ids = null, within = null, rows = 0 } = found ?? {}
  const walks = { ...filter, isCommon: true }
  if (within !== null) {
    const isIndexShorter = scope.kind === 'project' && countsByIndex(within, rows)
    return { filter: walks, isMany: false, counted: isIndexShorter ? filter : walks }
  }
  if (ids === null || ids.length > part.most)
    return { filter: walks, isMany: filter.search !== undefined && filter.search !== '', counted: walks }
  const few = { ...part.rest, ids: [...new Set(ids)] }
  return { filter: few, isMany: false, counted: few }
}

interface NarrowedIds {
  readonly ids: number[] | null
  readonly within: number | null
  /** Rows of `issuables`, as PostgreSQL estimates them. */
  readonly rows: number
}

/**
 * Whether the index of the words reads fewer rows to count the hits of a search than the walk does, which stops at the limit.
 *
 * @param within  the number of the newest issues that hold `commonHits`
 * @param rows  of all issues; the index does not know of projects
 */
export const countsByIndex = (within: number, rows: number): boolean =>
  (rows * commonHits) / within < Math.min((searchCountLimit * within) / commonHits, rows)

interface NarrowPart {
  /** A select of the ids of issues, in which one may stand several times. */
  readonly ids: RawBuilder<unknown>
  /** Shows quickly that they are many: a select of how many of the newest issues hold `commonHits`, null where they hold fewer. */
  readonly commonWithin: RawBuilder<unknown>
  /** The most ids that replace the part of the filter. */
  readonly most: number
  readonly rest: IssueFilter
}

function partOf(ctx: Context, scope: IssueScope, filter: IssueFilter): NarrowPart | null {
  return (
    (scope.kind === 'project' ? null : partOfPlaces(ctx, filter)) ??
    searched(scope, filter) ??
    joined(ctx, scope, filter)
  )
}

/** One project has an index that answers each of these together with the project. */
function partOfPlaces(ctx: Context, filter: IssueFilter): NarrowPart | null {
  // The issues of one person are read in full anyway.
  if (filter.among !== undefined || ownerOf(ctx, filter.scope) !== null) return null
  const source = authorIn(ctx, filter, null) ?? assigneeIn(ctx, filter)
  if (source === null) return null
  return {
    ids: sql`select c.issuable_id as id ${source.rows} and c.series = ${sql.lit(seriesOf(filter))}`,
    commonWithin: sql`null::bigint`,
    most: mostOfPerson,
    rest: source.rest,
  }
}

/** The issues that any of several labels, authors and assignees finds. No index answers such a condition as a whole. */
function joined(ctx: Context, scope: IssueScope, filter: IssueFilter): NarrowPart | null {
  const { any, ...rest } = filter
  if (
    any === undefined ||
    filter.among !== undefined ||
    filter.ids !== undefined ||
    ownerOf(ctx, filter.scope) !== null
  )
    return null
  const selects = selectsOfAny(
    ctx,
    any,
    sql`s.series = ${sql.lit(seriesOf(filter))} ${scope.kind === 'project' ? sql`and s.namespace_id = ${scope.project.id}` : sql``}`,
  )
  if (selects === null) return null
  if (selects.length === 0) return null
  return {
    ids: sql`${sql.join(selects, sql` union all `)}`,
    commonWithin: sql`null::bigint`,
    most: mostOfPerson,
    rest,
  }
}

function searched(scope: IssueScope, filter: IssueFilter): NarrowPart | null {
  const { search, ...rest } = filter
  if (search === undefined || search === '') return null
  const series = sql.lit(seriesOf(filter))
  const found = searchCondition(search, filter.in, seriesOf(filter))
  const [here, newest] =
    scope.kind === 'project'
      ? [sql`and i.namespace_id = ${scope.project.id}`, sql`i.created_at desc`]
      : [sql``, sql`i.id desc`]
  return {
    ids: sql`select i.id from issuables i where ${found} ${here} and i.series = ${series}`,
    // A look at the newest issues decides this, so that the index is used only for rare words.
    commonWithin: sql`select i.place from (select i.iid, i.search, i.search_letters, row_number() over (order by ${newest}) as place from issuables i
        where i.series = ${series} ${here} order by ${newest} limit ${sql.lit(sample)}) i
      where ${found} offset ${sql.lit(commonHits - 1)} limit 1`,
    most: mostHits,
    rest,
  }
}
