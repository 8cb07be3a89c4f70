import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { isAdmin } from '#server/access/facts.ts'
import { projectsWith, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { keptCount, keptCountInPlaces } from '#server/foundation/namespaces/kept-counts.ts'
import { unplanned } from '#server/platform/sql/statement.ts'
import { conditionsOf, type IssueFilter, isPlain, seriesOf } from './filter.ts'
import { isKeyed, orderBy, type SeenEpics } from './order.ts'
import { assignmentsOf, ownRowsOf, planOwnersOf, rowsOfSource, type Source, sourceIn } from './sources.ts'
import { everyOfProjects, inOrderOfGathered, inOrderOfProjects, inOrderOfStates, isOfStates } from './walk.ts'
import { type Matching, ofState, type Walk, walkedColumns } from './walk-parts.ts'
import {
  type IssueScope,
  isCreatedByMe,
  issuesWhere,
  mine,
  ownerOf,
  type PlacesScope,
  type ProjectScope,
  projectsOf,
} from './where.ts'

/** The parts of a statement about a list of issues. */
export interface IssueRows {
  /** `name as materialized (...),` with the rows that the other parts share, for the place after `with`. */
  readonly shared: RawBuilder<unknown>
  /** `from ... where ... order by ... limit` of a page, as `i` with its id and the columns that orders look at. */
  page(walk: Walk): RawBuilder<unknown>
  /** `from ... where` of all of a state, as the same `i`. */
  every(state: FilteredState): RawBuilder<unknown>
  /** `from ... where` of all of every state, as `i` with its state, where a part of the filter finds them in an index. */
  readonly countable: RawBuilder<unknown> | null
  /** The condition on `issuables i` of the actor's permissions alone. */
  readonly readable: RawBuilder<unknown>
  /** The number of them, where it is known without counting. */
  readonly kept: ((state: FilteredState) => RawBuilder<number>) | null
}

type FilteredState = IssueFilter['state']

/** The number of issues of a state: from a stored counter, or counted up to a limit. */
export const countOf = (
  { kept, countable, every }: IssueRows,
  state: FilteredState,
  limit: number,
): RawBuilder<number> =>
  kept?.(state) ??
  sql<number>`(select count(*) from (select 1 ${countable === null ? every(state) : sql`${countable} ${ofState(state)}`}
    limit ${sql.lit(limit)}) counted)`

/**
 * The issues of a scope that a filter finds, as far as the actor may know of them.
 *
 * @param filter  narrowed by its search (`narrowed`)
 * @param conditions  further ones, on `issuables i`
 */
export function issueRows(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[] = [],
): IssueRows {
  const rows = rowsOfScope(ctx, scope, filter, conditions)
  return {
    ...rows,
    page: walk => rows.page(walk.order === 'epic' ? { ...walk, seenEpics: seenEpics(ctx) } : walk),
  }
}

/** The epics by which a list may be sorted for the actor. */
export const seenEpics = (ctx: Context): SeenEpics => visibleIssuables(ctx.actor, 'oe', { series: 'epic' })

function rowsOfScope(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  if (scope.kind === 'project') return rowsOfProject(ctx, scope, filter, conditions)
  const driver = driverOf(ctx, filter)
  return driver === null ? rowsOfProjects(ctx, scope, filter, conditions) : gatheredRows(ctx, scope, driver, conditions)
}

function rowsOfProject(
  ctx: Context,
  scope: ProjectScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = filter
  const series = seriesOf(filter)
  const where = sql.join([issuesWhere(ctx, scope, stateless), ...conditions], sql` and `)
  const every: IssueRows['every'] = asked => sql`from issuables i where ${where} ${ofState(asked)}`
  const owners = sql`select ${planOwnersOf('n')} from namespaces n where n.id = ${scope.project.id}`
  const source = sourceIn(ctx, stateless, { owners, projectId: scope.project.id })
  const isNarrow =
    source !== null ||
    filter.ids !== undefined ||
    filter.among !== undefined ||
    filter.iids !== undefined ||
    ownerOf(ctx, filter.scope) !== null
  const readable = visibleIssuables(ctx.actor, 'i', { series, within: scope.project.facts })
  return {
    shared: sql``,
    page: walk => {
      if (!isNarrow && isOfStates(state, walk)) return inOrderOfStates(series, where, walk)
      // The matches of the filter are sorted, unless they may be the whole project.
      if (isNarrow || walk.by !== undefined || isKeyed(walk.order)) return sql`${every(state)} ${inOrder(walk)}`
      const place = sql`places as materialized (${projectsWith(series, ctx.actor, sql`n.id = ${scope.project.id}`)})`
      const found = matchingInProjects(ctx, series, matching(ctx, stateless, [...mine(ctx, filter), ...conditions]))
      return sql`from (with ${place} select i.* ${inOrderOfProjects(found, state, walk)}) i
        order by ${orderBy(walk.order, walk.sort, walk.seenEpics)}`
    },
    every,
    countable: countableRows(
      ctx,
      stateless,
      source,
      conditions,
      sql`i.namespace_id = ${scope.project.id} and ${readable}`,
    ),
    readable,
    kept: isKept(ctx, filter, conditions) ? asked => keptCount(ctx, scope.project, keptState(asked)) : null,
  }
}

/** The kept counters answer where nothing is filtered and nothing hidden from the actor. */
const isKept = (ctx: Context, filter: IssueFilter, conditions: readonly unknown[]): boolean =>
  seriesOf(filter) === 'issue' && conditions.length === 0 && isPlain(filter) && !isAdmin(ctx.actor)

/** Issues, whose counts are kept, have no other states. */
const keptState = (asked: FilteredState) => (asked === 'opened' || asked === 'closed' ? asked : 'all')

const inOrder = ({ by, order, sort, seenEpics, start = sql``, limit }: Walk): RawBuilder<unknown> =>
  sql`${start} order by ${by?.ordering ?? orderBy(order, sort, seenEpics)} ${limit}`

/** The issues of many projects, walked project by project. */
function rowsOfProjects(
  ctx: Context,
  scope: PlacesScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = filter
  const matches = matching(ctx, stateless, conditions)
  const series = seriesOf(filter)
  const found = matchingInProjects(ctx, series, matches)
  const owners = sql`select ${planOwnersOf('p')} from places p`
  const source = sourceIn(ctx, stateless, { owners, projectId: null })
  return {
    shared: sql`places as materialized (${projectsWith(series, ctx.actor, projectsOf(scope, 'n'))}),`,
    page: walk => inOrderOfProjects(found, state, walk),
    every: asked => everyOfProjects(sql`${found.ofProject} ${ofState(asked)}`),
    countable: countableRows(ctx, stateless, source, conditions, visibleInPlaces(ctx.actor, 'i', series)),
    readable: readableAnywhere(ctx, series),
    kept: isKept(ctx, filter, conditions) ? asked => keptCountInPlaces(ctx.actor, keptState(asked)) : null,
  }
}

const readableAnywhere = (ctx: Context, series: IssuableSeries) => visibleIssuables(ctx.actor, 'i', { series })

/** A condition on issues of `places`, with the permissions of the actor. */
const matchingInProjects = (ctx: Context, series: IssuableSeries, matches: RawBuilder<unknown>): Matching => ({
  series,
  ofProject: sql`${visibleIssuables(ctx.actor, 'i', { series, within: { alias: 'p' } })} and ${matches}`,
  ofAny: sql`${visibleInPlaces(ctx.actor, 'i', series)} and ${matches}`,
  withHidden: isAdmin(ctx.actor),
})

/** The rows of a source that may be read. @param readable  the condition on `i` of the scope and the permissions */
function countableRows(
  ctx: Context,
  filter: IssueFilter,
  source: Source | null,
  conditions: readonly RawBuilder<unknown>[],
  readable: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  // A filter by ids, or by one person's issues, finds few anyway.
  if (source === null || filter.ids !== undefined || filter.among !== undefined || ownerOf(ctx, filter.scope) !== null)
    return null
  return sql`${rowsOfSource(ctx, source, conditions)} and ${readable}`
}

/** A filter as one value: along the order of the list, whatever other index may seem to answer a part of it. */
function matching(ctx: Context, filter: IssueFilter, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const found = [...conditionsOf(ctx, filter), ...conditions]
  return found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` and `)}) is true`
}

/**
 * Few issues, or those of one person: read by the driver that finds them, then sorted. Their projects are read once.
 */
function gatheredRows(
  ctx: Context,
  scope: PlacesScope,
  driver: Driver,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = driver.rest
  const { many } = driver
  const matches = matching(ctx, stateless, [...mine(ctx, stateless), ...conditions])
  const series = seriesOf(driver.rest)
  const inPlaces = visibleInPlaces(ctx.actor, 'i', series)
  const every: IssueRows['every'] = asked => sql`from gathered i where ${inPlaces} ${ofState(asked)}`
  const namespaces =
    many === null ? sql`select namespace_id from gathered` : sql`select distinct c.namespace_id ${many.rows}`
  return {
    shared: sql`gathered as materialized (select i.* from (${driver.ids}) d cross join lateral (
        select ${walkedColumns}, i.series, i.state, i.confidential, i.hidden from issuables i
        where i.id = d.id and i.series = ${sql.lit(series)} and ${matches} limit 1) i),
      places as materialized (${projectsWith(series, ctx.actor, sql`${projectsOf(scope, 'n')} and n.id = any (array(${namespaces}))`)}),`,
    page: walk => {
      if (many === null) return sql`${every(state)} ${inOrder(walk)}`
      const found = sql`${inPlaces} and ${matches}`
      if (many.isByCreation && walk.order === 'created_at' && walk.by === undefined)
        return sql`from issuables i where ${many.isFound} and (${found} ${ofState(state)}) is true ${inOrder(walk)}`
      return inOrderOfGathered(series, sql`${many.isFound} and ${found}`, every(state), state, walk)
    },
    every,
    countable:
      many === null
        ? null
        : sql`${rowsOfSource(ctx, { rows: many.rows, rest: stateless }, conditions)} and ${inPlaces}`,
    readable: readableAnywhere(ctx, series),
    kept: null,
  }
}

interface Driver {
  /** A select of `id`. */
  readonly ids: RawBuilder<unknown>
  /** The filter without the part that the driver answers. */
  readonly rest: IssueFilter
  /** Set for a driver that may find thousands. */
  readonly many: {
    /** The rows of its issues (`Source`). */
    readonly rows: RawBuilder<unknown>
    /** Whether it finds `issuables i`. */
    readonly isFound: RawBuilder<unknown>
    /** Whether an index has its matches by their time of creation. */
    readonly isByCreation: boolean
  } | null
}

function driverOf(ctx: Context, filter: IssueFilter): Driver | null {
  const { ids, among, ...others } = filter
  if (ids !== undefined) return { ids: sql`select unnest(${[...ids]}::bigint[]) as id`, rest: others, many: null }
  if (among !== undefined) return { ids: among, rest: others, many: null }
  const { scope, ...rest } = others
  const userId = ownerOf(ctx, scope)
  if (userId === null) return null
  const me = unplanned(sql`${userId}`)
  const isByCreation = isCreatedByMe(scope)
  const rows = isByCreation ? ownRowsOf(me) : assignmentsOf(me)
  const isFound = isByCreation
    ? sql`i.author_id = ${me}`
    : sql`exists (select 1 from issuable_assignees a where a.user_id = ${me} and a.issuable_id = i.id)`
  return { ids: sql`select c.issuable_id as id ${rows}`, rest, many: { rows, isFound, isByCreation } }
}
