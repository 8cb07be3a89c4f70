import { pagePath } from '#contract/issuable-kinds.ts'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import * as pages from '#contract/monitor/alerts/alert-pages.ts'
import * as receiver from '#contract/monitor/alerts/alert-receiver.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { createIncident } from './change/incident.ts'
import { setAlertStatus } from './change/set-status.ts'
import { type AlertRow, alertById, alertOfAddress } from './find.ts'
import { createIntegration, deleteIntegration, resetToken, updateIntegration } from './integrations/change.ts'
import { integrationById } from './integrations/find.ts'
import { showAlertPage } from './page.ts'
import { showAlertOfIncident, showAlertsPage } from './queries.ts'
import type { ReceiverKey } from './receive/admit.ts'
import { leftOutField } from './receive/payload.ts'
import { receiveAlerts, takeAlerts } from './receive/receive.ts'
import { showSettingsPage, updateSettings } from './settings.ts'

const byKey = {
  for: 'anyone',
  byOwnKey: true,
  transaction: 'own',
  bodyLimitBytes: alertLimits.longestPayloadBytes,
  longList: {
    list: 'alerts',
    maxElements: alertLimits.alertsOfPayload,
    maxBytes: alertLimits.payloadBytes,
    leftOut: leftOutField,
  },
} as const

const received = (ctx: Context, { payload, ...key }: ReceiverKey & { readonly payload: unknown }) =>
  receiveAlerts(ctx, key, payload)

const admined = { about: projectByPath, ability: 'project:admin-alerts' } as const

/** The answers for monitoring tools that send alerts, and for their pages. @source rest.md 14 */
export const alertAnswers: readonly Answer[] = [
  answer(receiver.receiveAlert, { ...byKey, run: (ctx, input) => received(ctx, { ...input, type: 'HTTP' }) }),
  answer(receiver.receiveAlertOfIntegration, {
    ...byKey,
    run: (ctx, { name: _name, ...input }) => received(ctx, input),
  }),
  answer(receiver.receivePrometheusAlerts, {
    ...byKey,
    run: (ctx, input) => received(ctx, { ...input, type: 'PROMETHEUS' }),
  }),
  answer(pages.getAlertsPage, { about: projectByPath, ability: 'project:read-alerts', run: showAlertsPage }),
  answer(pages.getAlertPage, { about: alertOfAddress, ability: 'issuable:read', run: showAlertPage }),
  answer(pages.updateAlertEntity, {
    about: alertOfAddress,
    ability: 'issuable:escalate',
    run: async (ctx, alert, { status, assigneeId }) => {
      if (assigneeId !== undefined) await assign(ctx, alert, assigneeId)
      if (status !== undefined) await setAlertStatus(ctx, alert, status)
      return { id: alert.id }
    },
  }),
  answer(pages.createIncidentOfAlert, {
    about: alertOfAddress,
    ability: 'issuable:escalate',
    run: async (ctx, alert) => {
      const { iid } = await createIncident(ctx, alert)
      return { iid, webPath: pagePath('incident', alert.namespacePath, iid) }
    },
  }),
  answer(pages.getAlertOfIncident, {
    about: issueOfAddress,
    ability: 'issuable:read',
    run: (ctx, { id }) => showAlertOfIncident(ctx, id),
  }),
  answer(pages.getAlertSettingsPage, { ...admined, run: showSettingsPage }),
  answer(pages.createAlertIntegration, {
    ...admined,
    run: (ctx, project, { name, type }) => createIntegration(ctx, project, { name, type, active: true }),
  }),
  answer(pages.updateAlertIntegration, {
    ...admined,
    run: async (ctx, project, { integrationId, name, isActive }) => {
      await updateIntegration(ctx, await integrationOf(ctx, project, integrationId), { name, active: isActive })
      return { id: integrationId }
    },
  }),
  answer(pages.resetAlertIntegrationToken, {
    ...admined,
    run: async (ctx, project, { integrationId }) => resetToken(ctx, await integrationOf(ctx, project, integrationId)),
  }),
  answer(pages.deleteAlertIntegration, {
    ...admined,
    run: async (ctx, project, { integrationId }) =>
      deleteIntegration(ctx, await integrationOf(ctx, project, integrationId)),
  }),
  answer(pages.sendTestAlert, {
    ...admined,
    transaction: 'own',
    run: async (ctx, project, { integrationId, payload }) => {
      await integrationOf(ctx, project, integrationId)
      return takeAlerts(ctx, project, parsed(payload))
    },
  }),
  answer(pages.updateAlertSettings, {
    ...admined,
    run: (ctx, project, { namespace: _namespace, ...given }) => updateSettings(ctx, project, given),
  }),
]

/** The one assignee of an alert. @throws Conflict  a user who cannot read alerts */
async function assign(ctx: Context, alert: Allowed<'issuable:escalate', AlertRow>, id: number | null): Promise<void> {
  const assignable = await load(ctx, 'issuable:set-metadata', alertById, alert)
  try {
    await changeIssuable(ctx, assignable, { assignees: { replace: id === null ? [] : [id] } }, { isStrict: true })
  } catch (cause) {
    // The page offers all members of the project, and shows the reason of a conflict.
    if (cause instanceof Invalid)
      throw new Conflict('Alerts can be assigned only to members with at least the Developer role', { cause })
    throw cause
  }
}

async function integrationOf(ctx: Context, project: Allowed<'project:admin-alerts', ProjectRow>, id: number) {
  const integration = await load(ctx, 'project:admin-alerts', integrationById, id)
  if (integration.namespaceId !== project.id) throw new NotFound('HTTP integration')
  return integration
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (cause) {
    throw new Invalid({ payload: ['is not valid JSON'] }, { cause })
  }
}
