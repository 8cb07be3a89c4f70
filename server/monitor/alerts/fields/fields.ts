import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import {
  type AlertOrder,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
} from '#contract/monitor/alerts/alert-limits.ts'
import { alertDetailsPath } from '#contract/monitor/alerts/alert-paths.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { Environment, environmentNamed } from '#server/deploy/environments/fields.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { pageOfUsers, UserCoreConnection } from '#server/foundation/users/fields.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { discussionFields } from '#server/plan/issuables/fields/issuable-fields.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { assigneesOf } from '#server/plan/issuables/fields/people.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { statusSql } from '../find.ts'
import { alertMatches, alertTables, countAlerts, orderColumns } from '../queries.ts'
import { Alert, type AlertNode, alertColumns, alertNode, alertOfIncident } from './node.ts'

export const StatusEnum = builder.enumType('AlertManagementStatus', { values: words(alertStatuses) })
const SeverityEnum = builder.enumType('AlertManagementSeverity', { values: words(alertSeverities) })

const sortedBy: Readonly<Record<string, AlertOrder | 'created_at'>> = {
  CREATED: 'created_at',
  CREATED_TIME: 'created_at',
  ENDED_AT: 'ended_at',
  EVENT_COUNT: 'event_count',
  SEVERITY: 'severity',
  STARTED_AT: 'started_at',
  STATUS: 'status',
  UPDATED: 'updated_at',
  UPDATED_TIME: 'updated_at',
}
const sortWords = Object.keys(sortedBy).flatMap(name => [`${name}_ASC`, `${name}_DESC`])

const Sort = builder.enumType('AlertManagementAlertSort', {
  values: words([...sortWords, 'created_asc', 'created_desc', 'updated_asc', 'updated_desc']),
})
const Domain = builder.enumType('AlertManagementDomainFilter', { values: words(['operations', 'threat_monitoring']) })

const AlertConnection = connectionOf(Alert)

interface Filter {
  readonly assigneeUsername?: string | null | undefined
  readonly iid?: string | null | undefined
  readonly search?: string | null | undefined
  readonly statuses?: readonly AlertStatus[] | null | undefined
  readonly sort?: string | null | undefined
  readonly domain?: string | null | undefined
}

const isAssignedTo = (username: string | null | undefined) =>
  username == null
    ? sql`true`
    : sql`exists (select 1 from issuable_assignees ia join users u on u.id = ia.user_id
        where ia.issuable_id = i.id and lower(u.username) = lower(${username}))`

function where(project: PlaceNode, { assigneeUsername, iid, search, statuses, domain }: Filter): RawBuilder<unknown> {
  const parts = [
    sql`al.namespace_id = ${project.id} and ${alertMatches(bounded('search', search) ?? '', project.id)} and ${isAssignedTo(assigneeUsername)}`,
    // No alert is about threats.
    ...(domain === 'threat_monitoring' ? [sql`false`] : []),
    ...(iid == null ? [] : [/^\d{1,9}$/.test(iid) ? sql`i.iid = ${Number(iid)}` : sql`false`]),
    ...(statuses == null ? [] : [sql`${statusSql} = any (${[...statuses]}::text[])`]),
  ]
  return sql.join(parts, sql` and `)
}

const isMoment = (order: AlertOrder | 'created_at'): boolean => order.endsWith('_at')

function keysOf(sort: string | null | undefined): SortKey[] {
  const [, name = 'STARTED_AT', word] = /^(.+)_(ASC|DESC)$/.exec((sort ?? 'STARTED_AT_DESC').toUpperCase()) ?? []
  const order = sortedBy[name] ?? 'started_at'
  const direction = word === 'ASC' ? 'asc' : 'desc'
  const value = order === 'created_at' ? sql`i.created_at` : orderColumns[order]
  const type = isMoment(order) ? 'timestamptz' : 'integer'
  return [
    { value, type, direction, isNullable: order === 'ended_at' },
    { value: sql`al.id`, type: 'bigint', direction },
  ]
}

const mayRead = ({ weft }: GraphqlContext, { facts }: PlaceNode) => may(weft.actor, 'project:read-alerts', facts)

/** A page of the alerts of a project; null if the actor cannot read them. @param among  one more condition on `alerts al` */
const alertsPage = (
  context: GraphqlContext,
  project: PlaceNode,
  args: Filter & PageArgs,
  among: RawBuilder<unknown> = sql`true`,
) =>
  mayRead(context, project)
    ? pageOfRows<AlertNode>(context, args, {
        columns: alertColumns,
        from: alertTables,
        where: sql`${among} and ${where(project, args)}`,
        keys: keysOf(args.sort),
      })
    : null

/** The type of an alert, and how to find one. @source graphql.md 6, 7.5 */
export function alertFields(): void {
  const text = (value: string) => (value === '' ? null : value)
  const path = (alert: AlertNode, { weft }: GraphqlContext) =>
    `${weft.services.settings.externalUrl}${alertDetailsPath(alert.namespacePath, alert.iid)}`
  Alert.implement({
    description: 'Alert of a project.',
    fields: t => ({
      ...discussionFields(t),
      id: t.id({ nullable: false, resolve: ({ id }) => gid('AlertManagement::Alert', id) }),
      iid: t.string({ nullable: false, resolve: ({ iid }) => String(iid) }),
      title: t.exposeString('title'),
      name: t.exposeString('title'),
      description: t.string({ resolve: alert => text(alert.description) }),
      severity: t.field({ type: SeverityEnum, resolve: ({ severity }) => severity }),
      status: t.field({ type: StatusEnum, resolve: ({ status }) => status }),
      service: t.string({ resolve: alert => text(alert.service) }),
      monitoringTool: t.string({ resolve: alert => text(alert.monitoringTool) }),
      hosts: t.field({ type: ['String'], resolve: ({ hosts }) => [...hosts] }),
      startedAt: t.field({ type: 'Time', resolve: ({ startedAt }) => startedAt }),
      endedAt: t.field({ type: 'Time', resolve: ({ endedAt }) => endedAt }),
      eventCount: t.exposeInt('eventCount'),
      details: t.field({ type: 'JSON', resolve: ({ details }) => details }),
      detailsUrl: t.string({ nullable: false, resolve: (alert, _args, context) => path(alert, context) }),
      webUrl: t.string({ nullable: false, resolve: (alert, _args, context) => path(alert, context) }),
      runbook: t.string({ resolve: alert => text(alert.runbook) }),
      environment: t.field({
        type: Environment,
        resolve: ({ environment: name, namespaceId: projectId }, _args, context) =>
          name === '' ? null : environmentNamed(context, { projectId, name }),
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      issue: t.field({
        type: Issue,
        resolve: ({ incidentId }, _args, context) => (incidentId === null ? null : issueNode(context, incidentId)),
      }),
      issueIid: t.string({
        deprecationReason: 'Use `issue`.',
        resolve: async ({ incidentId }, _args, context) => {
          const issue = incidentId === null ? null : await issueNode(context, incidentId)
          return issue === null ? null : String(issue.iid)
        },
      }),
      assignees: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (alert, args, context) => pageOfUsers(context, args, await assigneesOf(context, alert.id)),
      }),
    }),
  })
  discussedType('alert', Alert, alertNode)
  alertListFields()
}

function alertListFields(): void {
  const filters = builder.args(t => ({
    assigneeUsername: t.string(),
    domain: t.field({ type: Domain, required: true, defaultValue: 'operations' }),
    iid: t.string(),
    search: t.string(),
    sort: t.field({ type: Sort }),
    statuses: t.field({ type: [StatusEnum] }),
  }))
  const Counts = builder
    .objectRef<Awaited<ReturnType<typeof countAlerts>>>('AlertManagementAlertStatusCountsType')
    .implement({
      description: 'Number of alerts by status, each capped at 10,000.',
      fields: t => ({
        open: t.exposeInt('open'),
        triggered: t.exposeInt('triggered'),
        acknowledged: t.exposeInt('acknowledged'),
        resolved: t.exposeInt('resolved'),
        ignored: t.exposeInt('ignored'),
        all: t.exposeInt('all'),
      }),
    })
  builder.objectFields(Issue, t => ({
    alertManagementAlert: t.field({
      type: Alert,
      description:
        'Alert that the incident was created from or is linked to. Null if the current user cannot read alerts.',
      resolve: (issue, _args, context) => alertOfIncident(context, issue.id),
    }),
    alertManagementAlerts: t.field({
      type: AlertConnection,
      description: 'Alerts that are linked to the incident. Null if the current user cannot read alerts.',
      args: { ...pageArgs, ...filters },
      resolve: async (issue, args, context) => {
        const project = await placeNode(context, issue.namespaceId)
        return project === null ? null : alertsPage(context, project, args, sql`al.incident_id = ${issue.id}`)
      },
    }),
  }))
  builder.objectFields(Project, t => ({
    alertManagementAlert: t.field({
      type: Alert,
      description: 'Get an alert of the project. Null if the current user cannot read alerts.',
      args: filters,
      resolve: async (project, args, context) => {
        if (!mayRead(context, project)) return null
        const { rows } = await sql<AlertNode>`
          select ${alertColumns} from ${alertTables} where ${where(project, args)} and ${visibleIssuables(context.weft.actor, 'i', { series: 'alert' })}
          order by al.started_at desc, al.id desc limit 1`.execute(context.weft.db)
        return rows[0] ?? null
      },
    }),
    alertManagementAlerts: t.field({
      type: AlertConnection,
      description: 'Alerts of the project. Null if the current user cannot read alerts.',
      args: { ...pageArgs, ...filters },
      resolve: (project, args, context) => alertsPage(context, project, args),
    }),
    alertManagementAlertStatusCounts: t.field({
      type: Counts,
      description: 'Numbers of alerts by status. Null if the current user cannot read alerts.',
      args: { assigneeUsername: t.arg.string(), search: t.arg.string() },
      resolve: (project, { assigneeUsername, search }, context) =>
        mayRead(context, project)
          ? countAlerts(context.weft, project.id, bounded('search', search) ?? '', isAssignedTo(assigneeUsername))
          : null,
    }),
  }))
}
