import { expect, test } from 'vitest'
import {
  createAlertIntegration,
  getAlertPage,
  previewAlert,
  sendTestAlert,
  updateAlertIntegration,
} from '#contract/monitor/alerts/alert-pages.ts'
import { world } from '#test/world/world.ts'
import { readPayload } from './payload.ts'

const now = '2026-03-01T10:00:00.000Z'

/** As Grafana's unified alerting posts it. */
const grafana = {
  receiver: 'weft',
  status: 'firing',
  orgId: 1,
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'High memory', service: 'loom', severity: 'warning', 'kubernetes.io/pod': 'loom-1' },
      annotations: { summary: 'Memory above 90 %', runbook_url: 'https://run.test/memory' },
      startsAt: '2026-03-01T09:50:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      values: { B: 93.5, C: 1 },
      valueString: "[ var='B' labels={pod=loom-1} value=93.5 ]",
      generatorURL: 'https://grafana.test/alerting/1/edit',
      fingerprint: 'c6eadffa33fcdf37',
      silenceURL: 'https://grafana.test/silence/new',
      dashboardURL: 'https://grafana.test/d/1',
      panelURL: 'https://grafana.test/d/1?viewPanel=2',
    },
  ],
  groupLabels: {},
  commonLabels: {},
  externalURL: 'https://grafana.test',
  version: '1',
  groupKey: '{}:{}',
  truncatedAlerts: 0,
  title: '[FIRING:1] High memory',
  state: 'alerting',
}

test('ALERT-008 an alert of Grafana keeps its values and links, and says where it comes from', () => {
  const [alert] = readPayload(grafana, now)
  expect(alert).toMatchObject({
    ...{ title: 'Memory above 90 %', severity: 'LOW', service: 'loom', monitoringTool: 'Grafana' },
    ...{ runbook: 'https://run.test/memory', startedAt: '2026-03-01T09:50:00.000Z', endedAt: null },
    details: {
      ...{ 'values.B': '93.5', 'values.C': '1', silenceURL: 'https://grafana.test/silence/new' },
      ...{ dashboardURL: 'https://grafana.test/d/1', panelURL: 'https://grafana.test/d/1?viewPanel=2' },
      generatorURL: 'https://grafana.test/alerting/1/edit',
      'labels.kubernetes.io/pod': 'loom-1',
    },
  })
})

test('ALERT-008 an alert whose start is in the future starts when it comes, and keeps what was given', () => {
  const [alert] = readPayload({ title: 'Hot', start_time: '2999-01-01T00:00:00Z' }, now)
  expect(alert).toMatchObject({ startedAt: now, details: { start_time: '2999-01-01T00:00:00Z' } })
  const [other] = readPayload(
    { version: '4', alerts: [{ labels: { alertname: 'Hot' }, startsAt: '2999-01-01T00:00:00Z' }] },
    now,
  )
  expect(other?.startedAt).toBe(now)
})

const nested = {
  event: { name: 'Queue is full', level: 'high', 'labels.team': 'weave' },
  checks: [{ target: 'queue', hosts: ['a.test', 'b.test'] }],
}
const mapping = {
  title: 'event.name',
  severity: 'event.level',
  service: 'checks[0].target',
  hosts: 'checks[0].hosts',
  gitlab_environment_name: 'event.labels.team',
  description: 'event.missing',
}

test('ALERT-008 the fields of an alert are read where the mapping of its integration says', async () => {
  const it = await world()
  const ref = { namespace: it.project.fullPath }
  const mina = it.as('mina')
  const { id } = await mina.call(createAlertIntegration, { ...ref, name: 'Queue watch', type: 'HTTP' })
  const preview = await mina.call(previewAlert, { ...ref, payload: JSON.stringify(nested), mapping })
  const fields = {
    ...{ title: 'Queue is full', severity: 'HIGH', service: 'queue', hosts: ['a.test', 'b.test'] },
    ...{ environment: 'weave', description: '' },
  }
  expect(preview).toMatchObject({ alert: { ...fields, group: 'Service: queue' }, alertCount: 1 })
  expect(preview.values).toContainEqual({ path: 'checks[0].target', text: 'queue' })
  const change = { ...ref, integrationId: id, mapping, examplePayload: JSON.stringify(nested) }
  await mina.call(updateAlertIntegration, change)
  await mina.call(sendTestAlert, { ...ref, integrationId: id, payload: JSON.stringify(nested) })
  expect(await it.as('dan').call(getAlertPage, { ...ref, iid: 1 })).toMatchObject({
    alert: { title: 'Queue is full' },
    facts: { severity: 'HIGH', service: 'queue', hosts: ['a.test', 'b.test'], environment: 'weave' },
  })
  // Another maintainer has changed it since.
  const late = { ...change, mapping: {}, expected: { mapping: {} } }
  expect((await mina.reply(updateAlertIntegration, late)).status).toBe(409)
  for (const payload of ['[]', '{', '{"version":"4","alerts":[]}'])
    expect((await mina.reply(previewAlert, { ...ref, payload, mapping: {} })).status).toBe(400)
  expect((await it.as('dan').reply(previewAlert, { ...ref, payload: '{}', mapping: {} })).status).toBe(403)
})
