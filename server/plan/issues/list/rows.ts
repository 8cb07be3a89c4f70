import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { projectsWithIssues, visibleInPlaces, visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { isAmong, unplanned } from '#server/platform/sql/statement.ts'
import { byLabel, conditionsOf, type IssueFilter, isPlain } from './filter.ts'
import { keptCount, keptCountInPlaces } from './kept-counts.ts'
import { orderBy } from './order.ts'
import {
  everyOfPlaces,
  inOrderOfGathered,
  inOrderOfPlaces,
  ofState,
  type Walk,
  walkedColumns,
  wholeOfLabel,
} from './walk.ts'
import {
  type IssueScope,
  isCreatedByMe,
  issuesWhere,
  ownerOf,
  type PlacesScope,
  type ProjectScope,
  projectsOf,
} from './where.ts'

/** What a statement about a list of issues is made of. */
export interface IssueRows {
  /** `name as materialized (...),` of what the other parts share, for behind the `with`. */
  readonly shared: RawBuilder<unknown>
  /** `from ... where ... order by ... limit` of a page, as `i` with its id and the columns that orders look at. */
  page(walk: Walk): RawBuilder<unknown>
  /** `from ... where` of all of a state, as the same `i`. */
  every(state: State): RawBuilder<unknown>
  /** `from ... where` of all of every state, as `i` with its state, where one look at all of them is cheaper than one for each state. */
  readonly whole: RawBuilder<unknown> | null
  /** The number of them, where it is known without counting. */
  readonly kept: ((state: State) => RawBuilder<number>) | null
}

type State = IssueFilter['state']

/** How many there are of a state: kept, or counted up to a limit. */
export const countOf = ({ kept, every }: IssueRows, state: State, limit: number): RawBuilder<number> =>
  kept?.(state) ?? sql<number>`(select count(*) from (select 1 ${every(state)} limit ${sql.lit(limit)}) counted)`

/**
 * The issues of a scope that a filter finds, as far as the actor may know of them.
 *
 * @param filter  narrowed (`narrowSearch`)
 * @param conditions  more of them, on `issuables i`
 */
export function issueRows(
  ctx: Context,
  scope: IssueScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[] = [],
): IssueRows {
  if (scope.kind === 'project') return rowsOfProject(ctx, scope, filter, conditions)
  const driver = driverOf(ctx, filter)
  return driver === null ? rowsOfPlaces(ctx, scope, filter, conditions) : gatheredRows(ctx, scope, driver, conditions)
}

function rowsOfProject(
  ctx: Context,
  scope: ProjectScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = filter
  const where = sql.join([issuesWhere(ctx, scope, stateless), ...conditions], sql` and `)
  const every: IssueRows['every'] = asked => sql`from issuables i where ${where} ${ofState(asked)}`
  return {
    shared: sql``,
    page: walk => sql`${every(state)} ${inOrder(walk)}`,
    every,
    whole: null,
    kept: isKept(ctx, filter, conditions) ? asked => keptCount(ctx, scope.project, asked ?? 'all') : null,
  }
}

/** The kept counters answer where nothing is filtered and nothing hidden from the actor. */
const isKept = (ctx: Context, filter: IssueFilter, conditions: readonly unknown[]): boolean =>
  conditions.length === 0 && isPlain(filter) && !isAdmin(ctx.actor)

const inOrder = ({ by, order, sort, start = sql``, limit }: Walk): RawBuilder<unknown> =>
  sql`${start} order by ${by?.ordering ?? orderBy(order, sort)} ${limit}`

/** The issues of many projects, walked project by project. */
function rowsOfPlaces(
  ctx: Context,
  scope: PlacesScope,
  filter: IssueFilter,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = filter
  const matches = matching(ctx, stateless, conditions)
  const ofPlace = sql`${visibleIssuables(ctx.actor, 'i', { series: 'issue', within: { alias: 'p' } })} and ${matches}`
  const inPlaces = visibleInPlaces(ctx.actor, 'i', 'issue')
  const label = byLabel(stateless)
  return {
    shared: sql`places as materialized (${projectsWithIssues(ctx.actor, projectsOf(scope, 'n'))}),`,
    page: walk => inOrderOfPlaces({ ofPlace, ofAny: sql`${inPlaces} and ${matches}` }, state, walk),
    every: asked => everyOfPlaces(sql`${ofPlace} ${ofState(asked)}`),
    whole:
      label === null ? null : wholeOfLabel(label.title, sql`${inPlaces} and ${matching(ctx, label.rest, conditions)}`),
    kept: isKept(ctx, filter, conditions) ? asked => keptCountInPlaces(ctx.actor, asked ?? 'all') : null,
  }
}

/** A filter as one value: along the order of the list, whatever other index may seem to answer a part of it. */
function matching(ctx: Context, filter: IssueFilter, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const found = [...conditionsOf(ctx, filter), ...conditions]
  return found.length === 0 ? sql`true` : sql`(${sql.join(found, sql` and `)}) is true`
}

/** Few issues, or those of one person: gathered by what finds them, then put in order. Their projects are looked at once. */
function gatheredRows(
  ctx: Context,
  scope: PlacesScope,
  driver: Driver,
  conditions: readonly RawBuilder<unknown>[],
): IssueRows {
  const { state, ...stateless } = driver.rest
  const every: IssueRows['every'] = asked =>
    sql`from gathered i where ${visibleInPlaces(ctx.actor, 'i', 'issue')} ${ofState(asked)}`
  return {
    shared: sql`gathered as materialized (select i.* from (${driver.ids}) d cross join lateral (
        select ${walkedColumns}, i.series, i.state, i.confidential, i.hidden, i.author_id from issuables i
        where i.id = d.id and i.series = 'issue' and ${matching(ctx, stateless, conditions)} limit 1) i),
      places as materialized (${projectsWithIssues(ctx.actor, sql`${projectsOf(scope, 'n')} and n.id = any (array(${driver.many?.namespaces ?? sql`select namespace_id from gathered`}))`)}),`,
    page: walk => {
      if (driver.many === null) return sql`${every(state)} ${inOrder(walk)}`
      const found = sql`${driver.many.isFound} and ${matching(ctx, stateless, conditions)}`
      return inOrderOfGathered(sql`${visibleInPlaces(ctx.actor, 'i', 'issue')} and ${found}`, every(state), state, walk)
    },
    every,
    whole: null,
    kept: isKept(ctx, driver.rest, conditions) ? (driver.many?.kept ?? null) : null,
  }
}

interface Driver {
  /** A select of `id`. */
  readonly ids: RawBuilder<unknown>
  /** The filter without what the driver answers. */
  readonly rest: IssueFilter
  /** For a driver that may find thousands. */
  readonly many: {
    /** A select of the `namespace_id` of what it finds. */
    readonly namespaces: RawBuilder<unknown>
    /** Whether it finds `issuables i`. */
    readonly isFound: RawBuilder<unknown>
    /** The number of all that it finds in `places`. */
    readonly kept: (state: State) => RawBuilder<number>
  } | null
}

function driverOf(ctx: Context, filter: IssueFilter): Driver | null {
  const { ids, scope, ...rest } = filter
  if (ids !== undefined && (scope === undefined || scope === 'all'))
    return { ids: sql`select unnest(${[...ids]}::bigint[]) as id`, rest, many: null }
  const userId = ownerOf(ctx, scope)
  if (userId === null) return null
  if (isCreatedByMe(scope))
    return { ids: sql`select a.id from issuables a where a.author_id = ${userId}`, rest, many: null }
  const mine = sql`issuable_assignees a where a.user_id = ${unplanned(sql`${userId}`)}`
  return {
    ids: sql`select a.issuable_id as id from ${mine}`,
    rest,
    many: {
      namespaces: sql`select distinct a.namespace_id from ${mine}`,
      isFound: sql`exists (select 1 from ${mine} and a.issuable_id = i.id)`,
      // Whoever is assigned may read a confidential issue too.
      kept: state => sql<number>`(select count(*) from ${mine} and a.series = 'issue' and a.state in (${statesOf(state)})
        and ${isAmong(sql`a.namespace_id`, sql`select p.id from places p`)})`,
    },
  }
}

const statesOf = (state: State): RawBuilder<unknown> =>
  state === undefined || state === 'all' ? sql`'opened', 'closed'` : sql`${state}`
