import { sql } from 'kysely'
import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { changeBy, OperationMode } from '#server/plan/issuables/fields/operation-mode.ts'
import { issueById, issueOfAddress } from '#server/plan/issuables/find.ts'
import { createIncident, linkIncident, unlinkIncident } from '../change/incident.ts'
import { setAlertStatus } from '../change/set-status.ts'
import { alertById, alertOfAddress } from '../find.ts'
import { StatusEnum } from './fields.ts'
import { Alert, alertNode } from './node.ts'

interface AlertPayload {
  readonly alertId: number
  readonly issueId?: number
}

/** The address of an alert in inputs. */
export const keyOf = ({ projectPath, iid }: { readonly projectPath: string | number; readonly iid: string }) => ({
  namespace: String(projectPath),
  iid: /^\d{1,9}$/.test(iid) ? Number(iid) : 0,
})

/** Alerts that one call links. */
const mostAtOnce = 100

/** The mutations of alerts. @source graphql.md 9.1, 9.6 */
export function alertMutations(): void {
  const payload = (t: PayloadFields<AlertPayload>) => ({
    alert: t.field({
      type: Alert,
      resolve: ({ alertId }, _args, context) => (alertId === undefined ? null : alertNode(context, alertId)),
    }),
    issue: t.field({
      type: Issue,
      resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
    }),
  })
  mutation('updateAlertStatus', {
    description: 'Set the status of an alert.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      status: t.field({ type: StatusEnum, required: true }),
    }),
    run: async (ctx, { status, ...key }): Promise<AlertPayload> => {
      const alert = await load(ctx, 'issuable:escalate', alertOfAddress, keyOf(key))
      await setAlertStatus(ctx, alert, status as AlertStatus)
      return changed(alert)
    },
    payload,
  })
  mutation('createAlertIssue', {
    description: 'Create an incident from an alert.',
    input: t => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) }),
    run: async (ctx, key): Promise<AlertPayload> => {
      const alert = await load(ctx, 'issuable:escalate', alertOfAddress, keyOf(key))
      const { id } = await createIncident(ctx, alert)
      return { alertId: alert.id, issueId: id }
    },
    payload,
  })
  mutation('alertSetAssignees', {
    description: 'Set the assignee of an alert. It can have only one.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      assigneeUsernames: t.stringList({ required: true }),
      operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
    }),
    run: async (ctx, { assigneeUsernames, operationMode, ...key }): Promise<AlertPayload> => {
      const alert = await load(ctx, 'issuable:set-metadata', alertOfAddress, keyOf(key))
      const assignees = changeBy(operationMode, assigneeUsernames)
      await changeIssuable(ctx, alert, { assignees }, { isStrict: true })
      return changed(alert)
    },
    payload,
  })
  linkMutations()
}

const changed = (alert: { readonly id: number; readonly incidentId: number | null }): AlertPayload => ({
  alertId: alert.id,
  ...(alert.incidentId === null ? {} : { issueId: alert.incidentId }),
})

function linkMutations(): void {
  const payload = (t: PayloadFields<{ readonly issueId: number }>) => ({
    issue: t.field({
      type: Issue,
      resolve: ({ issueId }, _args, context) => (issueId === undefined ? null : issueNode(context, issueId)),
    }),
  })
  const incidentOf = (ctx: Context, key: { readonly projectPath: string | number; readonly iid: string }) =>
    load(ctx, 'issuable:escalate', issueOfAddress, keyOf(key))
  mutation('issueLinkAlerts', {
    description: 'Link alerts of the project to an incident, by their references, such as `^alert#7`.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      alertReferences: t.stringList({ required: true }),
    }),
    run: async (ctx, { alertReferences, ...key }) => {
      const incident = await incidentOf(ctx, key)
      if (incident.type !== 'incident') throw new Conflict('Alerts can be linked only to incidents.')
      if (alertReferences.length > mostAtOnce) throw new Invalid(`Link at most ${mostAtOnce} alerts at a time`)
      const iids = alertReferences.map(text => /^(?:\^alert)?#?(\d{1,9})$/.exec(text.trim())?.[1])
      const { rows } = await sql<{ id: number }>`
        select i.id from issuables i where i.namespace_id = ${incident.namespaceId} and i.series = 'alert'
          and i.iid = any (${iids.map(iid => Number(iid ?? 0))}::bigint[]) order by i.id`.execute(ctx.db)
      if (rows.length < new Set(iids).size) throw new NotFound('Alert')
      for (const { id } of rows) {
        const alert = await load(ctx, 'issuable:escalate', alertById, { id })
        if (alert.incidentId === incident.id) continue
        await linkIncident(ctx, alert, incident)
      }
      return { issueId: incident.id }
    },
    payload,
  })
  mutation('issueUnlinkAlert', {
    description: 'Remove the link of an alert to an incident.',
    input: t => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      alertId: t.field({ type: 'AlertManagementAlertID', required: true }),
    }),
    run: async (ctx, { alertId, ...key }) => {
      const incident = await incidentOf(ctx, key)
      const alert = await load(ctx, 'issuable:escalate', alertById, { id: alertId })
      if (alert.incidentId !== incident.id) throw new NotFound('Alert')
      await unlinkIncident(ctx, alert, await load(ctx, 'issuable:escalate', issueById, { issueId: incident.id }))
      return { issueId: incident.id }
    },
    payload,
  })
}
