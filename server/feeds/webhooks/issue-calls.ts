import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { momentFields, plainFields } from '#server/plan/issuables/projections.ts'
import { columnsOf, type Fields, object } from '#server/platform/sql/shape.ts'
import { asOf, type LoggedEvent } from './as-of.ts'
import type { HookCall } from './calls.ts'
import { changesTold, type ItemChange } from './changes-told.ts'
import { type HookSurroundings, userOf } from './surroundings.ts'
import { labelJson, personFields } from './told.ts'

const i = columnsOf('issuables', 'i')

interface ToldIssue {
  readonly id: number
  readonly iid: number
  /** The issue is confidential, or was then: its properties of that time are only for those who may read it. */
  readonly confidential: boolean
  readonly attributes: Readonly<Record<string, unknown>>
  readonly labels: readonly unknown[]
  readonly assignees: readonly { readonly id: number }[]
}

/** The labels of `issuables i`. */
export const labelsTold = sql`coalesce((select json_agg(${labelJson} order by l.title)
  from issuable_labels il join labels l on l.id = il.label_id join namespaces ln on ln.id = l.namespace_id
  where il.issuable_id = i.id), '[]')`

/**
 * The people whom a table names for `issuables i`.
 *
 * @param more  further members, over the table as `t`
 */
export const peopleTold = (
  site: RawBuilder<string>,
  table: RawBuilder<unknown>,
  more: Fields = {},
): RawBuilder<unknown> =>
  sql`coalesce((select json_agg(${object({ ...personFields(site), ...more })} order by u.id)
    from ${table} t join users u on u.id = t.user_id where t.issuable_id = i.id), '[]')`

const typeNames: Readonly<Record<string, string>> = { issue: 'Issue', incident: 'Incident', task: 'Task' }
const stateIds: Readonly<Record<string, number>> = { opened: 1, closed: 2 }

/** An issue in payloads; null when it was deleted. @param event  the issue as it was then */
export async function toldIssue(
  ctx: Context,
  place: HookSurroundings,
  issueId: number,
  event?: LoggedEvent,
): Promise<ToldIssue | null> {
  const site = sql.lit(ctx.services.settings.externalUrl)
  const { rows } = await sql<IssueHookRow>`
    select i.id, i.iid, i.type, i.state, i.confidential,
      ${object({
        ...i.fields('authorId'),
        ...momentFields,
        ...i.fields('description', 'id', 'iid', 'milestoneId'),
        project_id: i('namespaceId'),
        ...i.fields('title'),
        ...plainFields,
        ...i.fields('timeEstimate'),
        total_time_spent: i('timeSpent'),
      })} as told,
      ${labelsTold} as labels, ${peopleTold(site, sql`issuable_assignees`)} as assignees
    from issuables i where i.id = ${issueId}`.execute(ctx.db)
  const row = rows[0]
  if (row === undefined) return null
  const told = await asOf(ctx, { id: issueId, namespaceId: place.projectId }, nowTold(place, row), event)
  return {
    ...told,
    confidential: told.attributes.confidential === true,
    attributes: { ...told.attributes, state_id: stateIds[String(told.attributes.state)] ?? 1 },
  }
}

interface IssueHookRow {
  readonly id: number
  readonly iid: number
  readonly type: string
  readonly state: string
  readonly confidential: boolean
  readonly told: Readonly<Record<string, unknown>>
  readonly labels: readonly unknown[]
  readonly assignees: readonly { readonly id: number }[]
}

function nowTold(place: HookSurroundings, row: IssueHookRow): ToldIssue {
  const assigneeIds = row.assignees.map(({ id }) => id)
  return {
    id: row.id,
    iid: row.iid,
    confidential: row.confidential,
    labels: row.labels,
    assignees: row.assignees,
    attributes: {
      ...row.told,
      type: typeNames[row.type] ?? row.type,
      state: row.state,
      url: `${place.webUrl}/-/issues/${row.iid}`,
      assignee_ids: assigneeIds,
      assignee_id: assigneeIds[0] ?? null,
      labels: row.labels,
    },
  }
}

/** The part of a payload about a change of the state. */
const stateTold: Readonly<Record<string, object>> = {
  close: { state_id: { previous: stateIds.opened, current: stateIds.closed } },
  reopen: { state_id: { previous: stateIds.closed, current: stateIds.opened } },
}

export async function issueCall(
  ctx: Context,
  place: HookSurroundings,
  issueId: number,
  action: 'open' | 'update' | 'close' | 'reopen',
  { event, ...change }: ItemChange & { readonly event?: LoggedEvent | undefined } = {},
): Promise<HookCall | null> {
  const issue = await toldIssue(ctx, place, issueId, event)
  if (issue === null) return null
  return {
    trigger: issue.confidential ? 'confidential_issues_events' : 'issues_events',
    header: issue.confidential ? 'Confidential Issue Hook' : 'Issue Hook',
    payload: {
      object_kind: 'issue',
      event_type: issue.confidential ? 'confidential_issue' : 'issue',
      user: await userOf(ctx),
      project: place.project,
      object_attributes: {
        ...issue.attributes,
        action,
      },
      labels: issue.labels,
      changes: { ...stateTold[action], ...(await changesTold(ctx, issueId, change, 'issue')) },
      repository: place.repository,
      ...(issue.assignees.length > 0 && { assignees: issue.assignees }),
    },
  }
}
