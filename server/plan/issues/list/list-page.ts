import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import {
  getGroupIncidentsPage,
  getGroupIssuesPage,
  getIncidentsPage,
  getIssuesPage,
} from '#contract/plan/issues/issue-pages.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { newsJson } from '#server/discuss/read-marks/read-marks.ts'
import { Malformed } from '#server/errors.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { keptCount } from '#server/foundation/namespaces/kept-counts.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import { issuePath, listFields, momentFields, rowTitleFields, taskFields } from '#server/plan/issuables/projections.ts'
import { iterationPath, nameOf } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { groupedParts, groupedRows, noCursor, shownGroups } from '#server/plan/lists/grouped-page.ts'
import { type Grouping, groupingOf, valueOfKey } from '#server/plan/lists/groups.ts'
import { narrowed } from '#server/plan/lists/narrow.ts'
import { type IssueOrder, isKeyed, keysOf } from '#server/plan/lists/order.ts'
import { countOf, issueRows } from '#server/plan/lists/rows.ts'
import type { OtherOrder, Walk } from '#server/plan/lists/walk-parts.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneFields, milestoneUrl } from '#server/plan/milestones/present.ts'
import { sharesViews } from '#server/plan/saved-views/place.ts'
import { viewedInput, viewsJson } from '#server/plan/saved-views/queries.ts'
import {
  before,
  behind,
  type CursorValues,
  cursorColumn,
  orderOf,
  type SortKey,
  writeCursor,
} from '#server/platform/sql/keyset.ts'
import { neighborsByKey, neighborsByOffset, type PageStart, readPageStart } from '#server/platform/sql/page-cursor.ts'
import { columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'

const i = columnsOf('issuables', 'i')
const m = columnsOf('milestones', 'm')

type ListInput = Static<typeof getIssuesPage.input>
/** The issues that a page lists: all of them, or incidents alone. */
type IssueList = 'issue' | 'incident'

const rowsPerPage = 50
const countLimit = 1000

export const issueListAnswers: readonly Answer[] = [
  ofProject(getIssuesPage, 'issue'),
  ofGroup(getGroupIssuesPage, 'issue'),
  ofProject(getIncidentsPage, 'incident'),
  ofGroup(getGroupIncidentsPage, 'incident'),
]

function ofProject(operation: typeof getIssuesPage | typeof getIncidentsPage, list: IssueList): Answer {
  return answer(operation, {
    about: projectByPath,
    ability: 'project:read-issues',
    run: (ctx, project, input) => showList(ctx, list, { kind: 'project', project }, project, input),
  })
}

function ofGroup(operation: typeof getGroupIssuesPage | typeof getGroupIncidentsPage, list: IssueList): Answer {
  return answer(operation, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, input) =>
      showList(ctx, list, { kind: 'group', id: group.id, fullPath: group.fullPath, withArchived: false }, group, input),
  })
}

/** A page of the list of issues of a project or group, with the counts of its tabs. */
async function showList(
  ctx: Context,
  list: IssueList,
  scope: IssueScope,
  { id: namespaceId, facts }: { readonly id: number; readonly facts: NamespaceFacts },
  input: ListInput,
) {
  const place = { id: namespaceId, kind: scope.kind === 'project' ? 'project' : 'group', facts } as const
  const areIncidents = list === 'incident'
  const viewed = await viewedInput(ctx, namespaceId, list, input)
  const { namespace: _namespace, view: _view, orderBy: order = 'created_at', sort = 'desc', cursor, ...asked } = viewed
  const { groupBy, groupScope, group, ...others } = asked
  const filter = areIncidents ? { ...others, issueType: 'incident' as const } : others
  const openIssues = scope.kind === 'project' ? keptCount(ctx, { id: scope.project.id, facts }, 'opened') : null
  const header = placeHeaderJson(ctx.services.settings, ctx.actor, facts, openIssues)
  const {
    header: shown,
    rows,
    ...rest
  } = await showListPage(
    ctx,
    scope,
    filter,
    { order, sort, cursor },
    {
      header: sql<string>`select ${header}::text from namespaces n where n.id = ${namespaceId}`,
      states: ['opened', 'closed'],
      views: viewsJson(ctx, place, list),
      json: rowJson(ctx, scope),
      joins: sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
        left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id`,
      conditions: [],
      grouping: groupingOf(ctx, { groupBy, groupScope }),
      group,
    },
  )
  const canCreateIssue =
    scope.kind === 'project' && may(ctx.actor, areIncidents ? 'project:create-incident' : 'project:create-issue', facts)
  const takesIssues = scope.kind === 'project' && !areIncidents
  if (shown === null) throw new Error('The namespace of a loaded list no longer exists')
  return {
    namespace: shown,
    permissions: {
      canCreateIssue,
      canCreateByEmail: takesIssues && canCreateIssue && ctx.services.settings.smtpInPort !== undefined,
      canBulkUpdateIssues: may(ctx.actor, `${place.kind}:bulk-update-issues`, facts),
      canImportIssues: takesIssues && may(ctx.actor, 'project:import-issues', facts),
      canShareViews: sharesViews(ctx.actor, place),
      canImportFromJira: takesIssues && may(ctx.actor, 'project:import-jira', facts),
    },
    issues: rows,
    ...rest,
  }
}

interface ListOrder {
  readonly order: IssueOrder
  readonly sort: 'asc' | 'desc'
  /** The start of the page, from `next` or `previous` of another page. */
  readonly cursor: string | undefined
}

interface ShownList<State extends string> {
  /** A select of one text: the part above the list. */
  readonly header: RawBuilder<string>
  /** The saved views of the list, as an expression of JSON. */
  readonly views: RawBuilder<string>
  /** The states that are counted for tabs. */
  readonly states: readonly State[]
  /** A row, over `issuables i` and the joins. */
  readonly json: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** On `issuables i`. */
  readonly conditions: readonly RawBuilder<unknown>[]
  /** An order that no list of issues has: its pages follow one another by number. */
  readonly by?: OtherOrder | undefined
  readonly grouping: Grouping | null
  /** The key of a group, to list only its rows; undefined lists all groups with their first rows. */
  readonly group: string | undefined
}

/** A page of a list by key, in both directions, with the counts of its tabs. One statement, and one more for a search. */
export async function showListPage<State extends 'opened' | 'closed' | 'merged'>(
  ctx: Context,
  scope: IssueScope,
  given: IssueFilter,
  { order, sort, cursor }: ListOrder,
  { header, views, states, json, joins, conditions, by, grouping, group }: ShownList<State>,
) {
  const found = await narrowed(ctx, scope, given)
  const isOfGroup = grouping === null || group === undefined ? [] : [grouping.has(valueOfKey(group))]
  const rowsOf = (filter: IssueFilter) =>
    issueRows(ctx, scope, { ...filter, state: given.state ?? 'opened' }, [...conditions, ...isOfGroup])
  const issues = rowsOf(found.filter)
  const counted = found.counted === found.filter ? issues : rowsOf(found.counted)
  const keys = isKeyed(order) && by === undefined ? keysOf(order, sort) : null
  const isGrouped = grouping !== null && group === undefined
  // For groups, the cursor is the offset of the first one.
  const { start, walk } = startOf(cursor, isGrouped ? null : keys)
  const isBack = start.kind === 'before'
  // Backwards the order is turned round, and the rows are turned back for showing.
  const walked = isBack ? (sort === 'asc' ? 'desc' : 'asc') : sort
  const offset = start.kind === 'offset' ? start.offset : 0
  const grouped = isGrouped ? groupedParts(grouping, offset) : null
  const [skipped, most] = isGrouped ? [0, groupedRows] : [offset, rowsPerPage]
  const counts = Object.fromEntries(states.map(each => [each, countOf(counted, each, countLimit + 1)]))
  const query = sql<ListRow>`
    with ${issues.shared} page as materialized (
      select id, cursor, row_number() over () as place from (select i.id, ${keys === null ? noCursor : cursorColumn(keys)} as cursor
        ${issues.page({
          order,
          sort: walked,
          by,
          ...walk,
          limit: sql`limit ${sql.lit(most + 1)} ${skipped === 0 ? sql`` : sql`offset ${skipped}`}`,
          reach: skipped + most + 1,
        })}) ordered
    ) ${grouped?.ctes ?? sql``}
    select (${header}) as header, ${views} as views,
      coalesce((select '[' || string_agg(${json}::text, ',' order by page.place ${sql.raw(isBack ? 'desc' : 'asc')}) || ']'
        from ${grouped?.rows ?? sql`page`} page join issuables i on i.id = page.id ${joins}
        ${isGrouped ? sql`` : sql`where page.place <= ${sql.lit(rowsPerPage)}`}), '[]') as issues,
      ${grouped?.groups ?? sql`null`} as groups,
      (select count(*) from page) as walked, (select cursor from page where place = 1) as nearest,
      (select cursor from page where place = (select least(count(*), ${rowsPerPage}) from page)) as farthest,
      ${object(counts)} as counts`
  // Without a filter the statement has few forms: planning it takes ten times as long as running it.
  const isPlannedOnce = scope.kind === 'project' && issues.kept !== null && !isGrouped
  const [row] = isPlannedOnce ? await runPlannedOnce(ctx.db, query, false) : (await query.execute(ctx.db)).rows
  if (row === undefined) throw new Error('A list without an answer')
  const isCounted = issues.kept !== null
  const numbers = Object.values(row.counts)
  const all = numbers.reduce((sum, each) => sum + each, 0)
  const countOfState = (state: State) => shownCount(row.counts[state] ?? 0, isCounted)
  return {
    header: row.header === null ? null : new RawJson(row.header),
    counts: {
      // Each state that was asked for is there.
      ...(Object.fromEntries(states.map(state => [state, countOfState(state)])) as Record<State, ShownCount>),
      all: shownCount(
        all,
        isCounted,
        numbers.some(each => each > countLimit),
      ),
    },
    views: new RawJson(row.views),
    rows: new RawJson(row.issues),
    ...(row.groups === null
      ? { groups: null, ...neighbors(row, start, keys !== null) }
      : shownGroups(row.groups, { offset, isCut: row.walked > groupedRows })),
  }
}

interface ListRow {
  readonly header: string | null
  readonly views: string
  readonly issues: string
  readonly groups: string | null
  readonly walked: number
  /** The cursors of the first and the last row as they were walked; null without rows or keys. */
  readonly nearest: CursorValues | null
  readonly farthest: CursorValues | null
  readonly counts: Readonly<Record<string, number>>
}

interface ShownCount {
  readonly count: number
  readonly isAtLeast: boolean
}

function shownCount(count: number, isExact: boolean, hasMore = count > countLimit): ShownCount {
  return isExact || !hasMore ? { count, isAtLeast: false } : { count: countLimit, isAtLeast: true }
}

/**
 * The start of a page. An address that was changed by hand, or that has a cursor of another order, shows the list from
 * its beginning.
 *
 * @param keys  null where pages are numbered
 */
function startOf(
  cursor: string | undefined,
  keys: readonly SortKey[] | null,
): { readonly start: PageStart; readonly walk: Pick<Walk, 'start' | 'by'> } {
  try {
    const start = readPageStart(cursor)
    if (start.kind === 'first' || start.kind === 'offset') return { start, walk: {} }
    if (keys === null) return fromBeginning
    if (start.kind === 'behind') return { start, walk: { start: sql`and ${behind(keys, start.cursor)}` } }
    // Where no key is null, an index has the reverse order.
    const by = keys.some(({ isNullable }) => isNullable) ? { ordering: orderOf(keys, true) } : undefined
    return { start, walk: { start: sql`and ${before(keys, start.cursor)}`, by } }
  } catch (error) {
    if (error instanceof Malformed) return fromBeginning
    throw error
  }
}

const fromBeginning = { start: { kind: 'first' }, walk: {} } as const

function neighbors({ walked, nearest, farthest }: ListRow, start: PageStart, isKeyed: boolean) {
  const hasMore = walked > rowsPerPage
  if (!isKeyed) return neighborsByOffset(start.kind === 'offset' ? start.offset : 0, rowsPerPage, hasMore)
  const [first, last] = start.kind === 'before' ? [farthest, nearest] : [nearest, farthest]
  const edges = first === null || last === null ? null : { first: writeCursor(first), last: writeCursor(last) }
  return neighborsByKey(start, edges, hasMore)
}

function rowJson(ctx: Context, scope: IssueScope) {
  const { settings } = ctx.services
  const reference = scope.kind === 'project' ? sql`'#' || i.iid` : sql`n.path || '#' || i.iid`
  return object({
    ...i.fields('id', 'iid'),
    ...rowTitleFields,
    ...i.fields('type', 'state'),
    ...listFields,
    ...i.fields('hidden'),
    is_moved: sql`i.moved_to_id is not null`,
    author: userBasicJson(settings, 'author'),
    assignees: assigneesJson(userBasicJson(settings, 'u')),
    labels: labelsJson(labelBasicJson('l')),
    milestone: objectWhere(m('id'), {
      ...milestoneFields('m', ctx.now.slice(0, 10)),
      web_url: milestoneUrl(settings, 'm', 'mn'),
    }),
    ...i.fields('notesCount', 'upvotes', 'downvotes'),
    ...taskFields,
    ...momentFields,
    web_path: issuePath,
    reference,
    ...planFields(ctx),
    news: newsJson(ctx.actor, 'i', scope.kind === 'project' ? scope.project.facts : null),
  })
}

/** The epic, as far as the actor can see it, the iteration, and the times as people write them. */
const planFields = (ctx: Context) => ({
  epic: sql`(select ${epicNameJson('pe', 'pn', sql`n.parent_id`)}
      from issuables pe join namespaces pn on pn.id = pe.namespace_id
      where pe.id = i.parent_id and ${visibleIssuables(ctx.actor, 'pe', { series: 'epic' })})`,
  iteration: sql`(select ${object({ name: nameOf('it'), path: iterationPath('it', 'itn') })}
      from iterations it join namespaces itn on itn.id = it.namespace_id where it.id = i.iteration_id)`,
  human_time_estimate: sql`human_duration(i.time_estimate)`,
  human_total_time_spent: sql`human_duration(i.time_spent)`,
})
