import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Alerts')

const input = {
  namespace: Type.String(),
  /** `Bearer` and the token of an integration, or basic authentication with the token as the password. */
  authorization: Type.Optional(Type.String({ maxLength: 1000 })),
  payload: Type.Unknown(),
}

const reply = Type.Array(Type.Object({ iid: Type.Integer(), title: Type.String() }))

/** @source rest.md 14 */
export const receiveAlert = operation({
  name: 'receiveAlert',
  summary: 'Send an alert to the integration identified by the token',
  at: 'POST /:namespace/alerts/notify.json',
  status: 200,
  input: Type.Object(input),
  reply,
})

export const receiveAlertOfIntegration = operation({
  name: 'receiveAlertOfIntegration',
  summary: 'Send an alert to an integration',
  at: 'POST /:namespace/alerts/notify/:name/:endpointIdentifier.json',
  status: 200,
  input: Type.Object({ ...input, name: Type.String(), endpointIdentifier: Type.String({ maxLength: 255 }) }),
  reply,
})

export const receivePrometheusAlerts = operation({
  name: 'receivePrometheusAlerts',
  summary: 'Send Alertmanager alerts to the Prometheus integration identified by the token',
  at: 'POST /:namespace/prometheus/alerts/notify.json',
  status: 200,
  input: Type.Object(input),
  reply,
})
