import { sql } from 'kysely'
import type { Static } from 'typebox'
import {
  getGroupIncidentsPage,
  getGroupIssuesPage,
  getIncidentsPage,
  getIssuesPage,
  getServiceDeskPage,
} from '#contract/plan/issues/issue-pages.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { newsJson } from '#server/discuss/read-marks/read-marks.ts'
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
import { groupingOf } from '#server/plan/lists/groups.ts'
import { showListPage } from '#server/plan/lists/list-page.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { milestoneFields, milestoneUrl } from '#server/plan/milestones/present.ts'
import { sharesViews } from '#server/plan/saved-views/place.ts'
import { viewedInput, viewsJson } from '#server/plan/saved-views/queries.ts'
import { columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { type Answer, answer } from '#server/slice.ts'
import { requestJson, requestsIn, showDesk } from './requests.ts'

const i = columnsOf('issuables', 'i')
const m = columnsOf('milestones', 'm')

type ListInput = Static<typeof getIssuesPage.input>
/** The issues that a page lists: all of them, incidents alone, or the requests to a service desk. */
type IssueList = 'issue' | 'incident' | 'request'

export const issueListAnswers: readonly Answer[] = [
  ofProject(getIssuesPage, 'issue'),
  ofGroup(getGroupIssuesPage, 'issue'),
  ofProject(getIncidentsPage, 'incident'),
  ofGroup(getGroupIncidentsPage, 'incident'),
  answer(getServiceDeskPage, {
    about: projectByPath,
    ability: 'project:read-service-desk',
    run: (ctx, project, input) => showList(ctx, 'request', { kind: 'project', project }, project, input),
  }),
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
  const areRequests = list === 'request'
  const filter = areIncidents
    ? { ...others, issueType: 'incident' as const }
    : areRequests
      ? await requestsIn(ctx, others)
      : others
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
      json: rowJson(ctx, scope, list),
      joins: sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
        left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id`,
      conditions: [],
      grouping: groupingOf(ctx, { groupBy, groupScope }),
      group,
    },
  )
  const canCreateIssue =
    scope.kind === 'project' &&
    !areRequests &&
    may(ctx.actor, areIncidents ? 'project:create-incident' : 'project:create-issue', facts)
  const takesIssues = scope.kind === 'project' && list === 'issue'
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
    ...(areRequests && { serviceDesk: await showDesk(ctx, namespaceId, may(ctx.actor, 'project:admin', facts)) }),
    ...rest,
  }
}

function rowJson(ctx: Context, scope: IssueScope, list: IssueList) {
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
    ...(list === 'request' && { request: requestJson(ctx) }),
    ...(list === 'incident' && { sla: slaJson }),
    news: newsJson(ctx.actor, 'i', scope.kind === 'project' ? scope.project.facts : null),
  })
}

/** The time in which `issuables i` is to be resolved. A higher floor sets it (`monitor/incidents/sla`). */
const slaJson = sql`(select ${object({ due_at: sql`iso(s.due_at)`, has_missed: sql`s.missed_at is not null` })}
  from incident_slas s where s.issuable_id = i.id)`

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
