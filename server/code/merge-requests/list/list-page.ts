import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import * as contract from '#contract/code/merge-requests/merge-request-list-pages.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { newsJson } from '#server/discuss/read-marks/read-marks.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { openIssuesSql, placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { bulkUpdate } from '#server/plan/change-sets/bulk-update.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { reviewersJson } from '#server/plan/issuables/attributes/reviewers.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { momentFields, rowTitleFields, taskFields } from '#server/plan/issuables/projections.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { showListPage } from '#server/plan/lists/list-page.ts'
import { issueRows } from '#server/plan/lists/rows.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneFields, milestoneUrl } from '#server/plan/milestones/present.ts'
import { sharesViews } from '#server/plan/saved-views/place.ts'
import { viewedInput, viewsJson } from '#server/plan/saved-views/queries.ts'
import { columnsOf, object, objectb, objectWhere } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, pageOf } from '#server/slice.ts'
import { headPipelineOnPage } from '../../pipelines/head-pipeline.ts'
import { head, mergeRequestJoins, mergeRequestPath } from '../present.ts'
import { orderingOfList, splitFilter } from './filter.ts'
import { groupingOf } from './groups.ts'
import { isMyTurn, turnJson } from './turn.ts'

const rv = columnsOf('mergeRequestReviewers', 'rv')
const i = columnsOf('issuables', 'i')
const mr = columnsOf('mergeRequests', 'mr')
const m = columnsOf('milestones', 'm')
const n = columnsOf('namespaces', 'n')

type ListInput = Static<typeof contract.getMergeRequestsPage.input>

export const mergeRequestListPageAnswers: readonly Answer[] = [
  answer(contract.getMergeRequestsPage, {
    about: projectByPath,
    ability: 'project:read-merge-requests',
    run: (ctx, project, input) => showList(ctx, { kind: 'project', project }, project.facts, project.id, input),
  }),
  answer(contract.getGroupMergeRequestsPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, input) => {
      const scope = { kind: 'group', id: group.id, fullPath: group.fullPath, withArchived: false } as const
      return showList(ctx, scope, group.facts, group.id, input)
    },
  }),
  answer(contract.getMergeRequestsDashboard, { for: 'signed-in', run: showDashboard }),
  answer(contract.bulkUpdateMergeRequests, {
    about: projectByPath,
    ability: 'project:bulk-update-merge-requests',
    run: (ctx, project, { update }) => {
      const place = { namespaceId: project.id, series: 'merge_request' } as const
      const wanted = { changes: changesOf('mergeRequestBulk', update), stateEvent: update.stateEvent || null }
      return bulkUpdate(ctx, place, update, wanted)
    },
  }),
]

/** A page of the list of a project or group. One statement, one more for a search, and one for a view. */
async function showList(ctx: Context, scope: IssueScope, facts: NamespaceFacts, namespaceId: number, input: ListInput) {
  const place = { id: namespaceId, kind: scope.kind === 'project' ? 'project' : 'group', facts } as const
  const viewed = await viewedInput(ctx, namespaceId, 'merge_request', input)
  const { namespace: _namespace, view: _view, orderBy: wanted, sort = 'desc', cursor, ...asked } = viewed
  const { groupBy, groupScope, group, ...wantedRows } = asked
  const { filter, conditions } = splitFilter(ctx, wantedRows)
  const { orderBy: order = 'created_at', by } = orderingOfList(wanted, sort)
  const header = placeHeaderJson(
    ctx.services.settings,
    ctx.actor,
    facts,
    facts.kind === 'project' ? openIssuesSql(ctx.actor, facts) : null,
  )
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
      states: ['opened', 'merged', 'closed'],
      views: viewsJson(ctx, place, 'merge_request'),
      json: rowJson(ctx, scope),
      joins: mergeRequestJoins,
      conditions,
      by,
      grouping: groupingOf(ctx, { groupBy, groupScope }),
      group,
    },
  )
  if (shown === null) throw new Error('The namespace of a loaded list no longer exists')
  return {
    namespace: shown,
    permissions: {
      canCreateMergeRequest:
        scope.kind === 'project' &&
        may(ctx.actor, 'project:create-merge-request', facts) &&
        may(ctx.actor, 'project:push-code', facts),
      canShareViews: sharesViews(ctx.actor, place),
      canBulkUpdateMergeRequests:
        scope.kind === 'project' && may(ctx.actor, 'project:bulk-update-merge-requests', facts),
    },
    mergeRequests: rows,
    ...rest,
  }
}

const countLimit = 1_000

/** The number of merge requests that a page of a user's merge requests watches; one page may watch 200 topics. */
const watchedMergeRequests = 100

/** The open merge requests of the actor, those that changed last first. One statement. */
async function showDashboard(ctx: Context, input: Static<typeof contract.getMergeRequestsDashboard.input>) {
  const { list = 'turn' } = input
  const { perPage, offset } = pageOf(input)
  const lists = dashboardLists(ctx)
  const scope = { kind: 'everywhere', withArchived: false } as const
  const among = sql`select issuable_id as id from (${lists.reviews.ids} union ${lists.assigned.ids} union ${lists.authored.ids}) involved`
  const rowsOf = (conditions: readonly RawBuilder<unknown>[]) =>
    issueRows(ctx, scope, { series: 'merge_request', state: 'opened', among }, conditions)
  const all = rowsOf([])
  const isIn = (name: keyof typeof lists) =>
    sql`exists (select 1 from issuables i where i.id = g.id and ${lists[name].isIn})`
  const { rows } = await sql<{ rows: string; walked: number; counts: string; watchedIds: number[] }>`
    with ${all.shared} mine as materialized (select i.id ${all.every('opened')}),
      page as materialized (select id, row_number() over () as place from (select i.id from mine join issuables i on i.id = mine.id
        where ${lists[list].isIn} order by i.updated_at desc, i.id desc limit ${perPage + 1} offset ${offset}) ordered)
    select coalesce((select '[' || string_agg(${rowJson(ctx, scope)}::text, ',' order by page.place) || ']'
        from page join issuables i on i.id = page.id ${mergeRequestJoins} where page.place <= ${perPage}), '[]') as rows,
      (select count(*) from page) as walked,
      (select ${object({
        turn: sql`count(*) filter (where ${isIn('turn')})`,
        reviews: sql`count(*) filter (where ${isIn('reviews')})`,
        assigned: sql`count(*) filter (where ${isIn('assigned')})`,
        authored: sql`count(*) filter (where ${isIn('authored')})`,
      })}::text
        from (select id from mine limit ${countLimit}) g) as counts,
      array(select i.id from mine join issuables i on i.id = mine.id order by i.updated_at desc limit ${watchedMergeRequests}) as watched_ids`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A dashboard without an answer')
  return {
    mergeRequests: new RawJson(row.rows),
    counts: new RawJson(row.counts),
    countedUpTo: countLimit,
    hasNext: row.walked > perPage,
    watchedIds: row.watchedIds,
  }
}

/** The lists of the dashboard: selects of ids that find their merge requests, and conditions on `issuables i`. */
function dashboardLists(ctx: Context) {
  const userId = userIdOf(ctx)
  return {
    turn: { ids: sql``, isIn: isMyTurn(ctx) },
    reviews: {
      ids: sql`select rv.issuable_id from merge_request_reviewers rv join merge_requests mr on mr.id = rv.issuable_id
        where rv.user_id = ${userId} and mr.is_open`,
      isIn: sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.user_id = ${userId})`,
    },
    assigned: {
      ids: sql`select a.issuable_id from issuable_assignees a where a.user_id = ${userId} and a.series = 'merge_request' and a.state = 'opened'`,
      isIn: sql`exists (select 1 from issuable_assignees a where a.issuable_id = i.id and a.user_id = ${userId})`,
    },
    authored: {
      ids: sql`select o.id from issuables o where o.author_id = ${userId} and o.series = 'merge_request' and o.state = 'opened'`,
      isIn: sql`i.author_id = ${userId}`,
    },
  }
}

/** A row of a list, over `mergeRequestJoins`. */
function rowJson(ctx: Context, scope: IssueScope) {
  const { settings } = ctx.services
  const reference = scope.kind === 'project' ? sql`'!' || i.iid` : sql`n.path || '!' || i.iid`
  const reviewer = sql`${userBasicJson(settings, 'u')}::jsonb || ${objectb({ review_state: rv('state') })}`
  return sql`(${objectb({
    ...i.fields('id', 'iid'),
    ...rowTitleFields,
    ...i.fields('state'),
    ...mr.fields('draft'),
    ...i.fields('hidden'),
    author: userBasicJson(settings, 'author'),
    assignees: assigneesJson(userBasicJson(settings, 'u')),
    reviewers: reviewersJson(reviewer),
    labels: labelsJson(labelBasicJson('l')),
    milestone: objectWhere(m('id'), {
      ...milestoneFields('m', ctx.now.slice(0, 10)),
      web_url: milestoneUrl(settings, 'm', 'mn'),
    }),
  })}
    || ${objectb({
      target_branch: sql`nullif(mr.target_branch, p.default_branch)`,
      has_conflicts: sql`mr.merge_status = 'cannot_be_merged'`,
      approvals_count: sql`(select count(*) from merge_request_approvals ap where ap.merge_request_id = i.id)`,
      pipeline: headPipelineOnPage(ctx.actor, head),
      turn: turnJson(ctx),
      ...i.fields('notesCount', 'upvotes', 'downvotes'),
      ...taskFields,
      ...momentFields,
      ...mr.moments('mergedAt'),
      web_path: mergeRequestPath,
      project_path: n('fullPath'),
      reference,
      news: newsJson(ctx.actor, 'i', scope.kind === 'project' ? scope.project.facts : null),
    })})`
}
