import { pagePath } from '#contract/issuable-kinds.ts'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import * as pages from '#contract/monitor/alerts/alert-pages.ts'
import * as receiver from '#contract/monitor/alerts/alert-receiver.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { assignAlert } from './change/assign.ts'
import { updateSeveral } from './change/bulk.ts'
import { createIncident } from './change/incident.ts'
import { setAlertStatus } from './change/set-status.ts'
import { alertOfAddress } from './find.ts'
import { createIntegration, deleteIntegration, resetToken, updateIntegration } from './integrations/change.ts'
import { integrationById, lockedIntegration } from './integrations/find.ts'
import { showAlertPage } from './page.ts'
import { showAlertOfIncident, showAlertsPage } from './queries.ts'
import type { ReceiverKey } from './receive/admit.ts'
import { leftOutField } from './receive/payload.ts'
import { previewAlert } from './receive/preview.ts'
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
      if (assigneeId !== undefined) await assignAlert(ctx, alert.id, assigneeId)
      if (status !== undefined) await setAlertStatus(ctx, alert, status)
      return { id: alert.id }
    },
  }),
  answer(pages.updateAlerts, { about: projectByPath, ability: 'project:escalate-alerts', run: updateSeveral }),
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
    current: (ctx, { id }, { integrationId }) => lockedIntegration(ctx, id, integrationId),
    run: async (ctx, project, { integrationId, isActive: active, name, mapping, examplePayload }) => {
      const integration = await integrationOf(ctx, project, integrationId)
      await updateIntegration(ctx, integration, { name, active, mapping, examplePayload })
      return { id: integrationId }
    },
  }),
  answer(pages.previewAlert, {
    ...admined,
    run: (ctx, project, { payload, mapping }) => previewAlert(ctx, project, parsed(payload), mapping),
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
      const { mapping } = await integrationOf(ctx, project, integrationId)
      return takeAlerts(ctx, { ...project, mapping, integrationId }, parsed(payload))
    },
  }),
  answer(pages.updateAlertSettings, {
    ...admined,
    run: (ctx, project, { namespace: _namespace, ...given }) => updateSettings(ctx, project, given),
  }),
]

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
