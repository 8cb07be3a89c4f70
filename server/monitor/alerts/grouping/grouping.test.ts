import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import {
  createIncidentOfAlert,
  getAlertOfIncident,
  getAlertPage,
  getAlertsPage,
  updateAlertEntity,
  updateAlertSettings,
  updateAlerts,
} from '#contract/monitor/alerts/alert-pages.ts'
import { createMaintenanceWindow, deleteMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { releaseSilenced } from '../maintenance/release.ts'
import { takeAlerts } from '../receive/receive.ts'

const minuteMs = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()

/** A policy that pages dan at once, and mina after 5 minutes unless the alert is acknowledged. */
async function scene({
  createsIncidents = true,
  rules = [{ fields: ['service'], minutes: 10 }],
  commits = false,
} = {}) {
  const made = await world({ commits })
  const { as, db, project, users, services, deliver } = made
  const ref = { namespace: project.fullPath }
  await as('mina').call(updateAlertSettings, { ...ref, createsIncidents, groupingRules: rules })
  const { rows } = await sql<{ id: number }>`
    insert into escalation_policies (namespace_id, name, created_at, updated_at) values (${project.id}, 'Night', now(), now()) returning id`.execute(
    db,
  )
  const policyId = rows[0]?.id ?? 0
  await db
    .insertInto('escalationRules')
    .values([
      { policyId, userId: users.dan.id, elapsedMinutes: 0, status: 'ACKNOWLEDGED' },
      { policyId, userId: users.mina.id, elapsedMinutes: 5, status: 'ACKNOWLEDGED' },
    ])
    .execute()
  const place = { id: project.id, fullPath: project.fullPath, ancestorIds: [], mapping: {}, integrationId: null }
  const { ctx } = as('anon')
  const send = async (payload: object, now = inMinutes(0)) => {
    await takeAlerts({ ...ctx, now }, place, payload)
  }
  const items = (type: 'alert' | 'incident') =>
    db
      .selectFrom('issuables')
      .select(['id', 'iid', 'title', 'state', 'escalationStatus'])
      .where('type', '=', type)
      .orderBy('id')
      .execute()
  return {
    ...made,
    ...{ ref, send, place },
    alerts: () => items('alert'),
    incidents: () => items('incident'),
    page: (iid: number) => as('dan').call(getAlertPage, { ...ref, iid }),
    list: (input: object = {}) => as('dan').call(getAlertsPage, { ...ref, ...input }),
    set: (iid: number, status: 'TRIGGERED' | 'ACKNOWLEDGED' | 'RESOLVED') =>
      as('dan').call(updateAlertEntity, { ...ref, iid, status }),
    /** The recipients of pages once the given minutes have passed. */
    pagedAfter: async (minutes: number) => {
      await deliver()
      await pageDue(db, services, inMinutes(minutes))
      await deliver()
      const mails = db.selectFrom('mails as m').innerJoin('users as u', 'u.id', 'm.userId')
      return (await mails.select('u.username').orderBy('m.id').execute()).map(row => row.username)
    },
    releaseAfter: (minutes: number) => releaseSilenced(db, services, inMinutes(minutes)),
  }
}

const ofCheckout = (n: number) => ({ title: `Check ${n} failed`, service: 'checkout', severity: 'high' })

test('ALERT-005 ALERT-007 forty alerts of one service make one incident and page once, also when they come together', async () => {
  const it = await scene({ commits: true })
  await Promise.all(Array.from({ length: 40 }, (_, n) => it.send(ofCheckout(n))))
  expect(await it.alerts()).toHaveLength(40)
  const [incident, ...others] = await it.incidents()
  expect(others).toEqual([])
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  const last = await it.page(40)
  expect(last.facts.group).toEqual({
    name: 'Service: checkout',
    alertCount: 40,
    lead: { reference: '^alert#1', webPath: `/${it.project.fullPath}/-/alert_management/1` },
  })
  expect((await it.page(1)).facts.group).toMatchObject({ alertCount: 40, lead: null })
  expect(last.incident?.reference).toBe(`#${incident?.iid}`)
  expect((await it.list({ incident: incident?.iid, status: 'all' })).counts.all).toBe(40)

  await it.set(40, 'ACKNOWLEDGED')
  expect(new Set((await it.alerts()).map(alert => alert.escalationStatus))).toEqual(new Set(['ACKNOWLEDGED']))
  await it.send(ofCheckout(41))
  expect((await it.alerts()).at(-1)?.escalationStatus).toBe('ACKNOWLEDGED')
  expect(await it.pagedAfter(60)).toEqual(['dan'])
})

test('ALERT-005 of more than a hundred alerts of an incident, the first follow its status at once, and the others soon after', async () => {
  const it = await scene()
  const labels = (n: number) => ({ labels: { alertname: `Check ${n}`, service: 'checkout' } })
  await it.send({ version: '4', alerts: Array.from({ length: 100 }, (_, n) => labels(n)) })
  for (const n of [101, 102, 103]) await it.send(ofCheckout(n))
  const [incident] = await it.incidents()
  const ref = { id: it.project.id, issueIid: incident?.iid ?? 0 }
  await it.as('dan').call(updateIssue, { ...ref, escalationStatus: 'ACKNOWLEDGED' })
  const acknowledged = async () => (await it.alerts()).filter(alert => alert.escalationStatus === 'ACKNOWLEDGED').length
  expect(await acknowledged()).toBe(100)
  await it.deliver()
  expect(await acknowledged()).toBe(103)
  await it.as('dan').call(updateIssue, { ...ref, stateEvent: 'close' })
  await it.deliver()
  expect((await it.list({ status: 'all' })).counts).toMatchObject({ open: 0, resolved: 103 })
})

test('ALERT-005 a group without an incident pages by its first alert, and by the next one when that is over', async () => {
  const it = await scene({ createsIncidents: false })
  for (const n of [1, 2, 3]) await it.send(ofCheckout(n))
  expect(await it.incidents()).toEqual([])
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.set(1, 'RESOLVED')
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
  expect((await it.page(3)).facts.group).toMatchObject({ alertCount: 2, lead: { reference: '^alert#2' } })
  // Acknowledging the alert that pages is enough for all.
  await it.set(2, 'ACKNOWLEDGED')
  expect((await it.alerts()).map(alert => alert.escalationStatus)).toEqual(['RESOLVED', 'ACKNOWLEDGED', 'ACKNOWLEDGED'])
  await it.set(2, 'RESOLVED')
  expect(await it.pagedAfter(60)).toEqual(['dan', 'dan'])
})

test('ALERT-007 an incident that is created from an alert takes the others of its group along', async () => {
  const it = await scene({ createsIncidents: false })
  for (const n of [1, 2, 3]) await it.send(ofCheckout(n))
  const { iid } = await it.as('dan').call(createIncidentOfAlert, { ...it.ref, iid: 1 })
  expect((await it.list({ incident: iid })).counts.open).toBe(3)
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, stateEvent: 'close' })
  expect(new Set((await it.alerts()).map(alert => alert.escalationStatus))).toEqual(new Set(['RESOLVED']))
})

test('ALERT-007 alerts are grouped by the first rule whose fields they have, within its minutes, while the incident is open', async () => {
  const it = await scene({
    rules: [
      { fields: ['labels.cluster', 'environment'], minutes: 30 },
      { fields: ['service'], minutes: 5 },
    ],
  })
  const east = { labels: { cluster: 'east' }, gitlab_environment_name: 'production' }
  await it.send({ title: 'One', service: 'a', ...east })
  await it.send({ title: 'Two', service: 'b', ...east }, inMinutes(20))
  // Half an hour after the last one, not after the first.
  await it.send({ title: 'Three', service: 'c', ...east }, inMinutes(45))
  expect(await it.incidents()).toHaveLength(1)
  await it.send({ title: 'Four', service: 'a', labels: { cluster: 'east' } }, inMinutes(46))
  expect(await it.incidents()).toHaveLength(2)
  await it.send({ title: 'Five', service: 'a' }, inMinutes(52))
  expect(await it.incidents()).toHaveLength(3)
  await it.send({ title: 'Alone' }, inMinutes(52))
  await it.send({ title: 'Alone, too' }, inMinutes(52))
  expect(await it.incidents()).toHaveLength(5)
  const [first] = await it.incidents()
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: first?.iid ?? 0, stateEvent: 'close' })
  await it.send({ title: 'Six', ...east }, inMinutes(53))
  expect(await it.incidents()).toHaveLength(6)
})

test('ALERT-005 SEVERITY-007 an alert that is worse than those of its group raises the severity of the incident, and pages again', async () => {
  const it = await scene()
  await it.send({ title: 'Slow', service: 'loom', severity: 'low' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.set(1, 'ACKNOWLEDGED')
  await it.send({ title: 'As slow', service: 'loom', severity: 'low' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.send({ title: 'Burns', service: 'loom', severity: 'critical' })
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
  const { rows } = await sql`select severity, escalation_status from issuables where type = 'incident'`.execute(it.db)
  expect(rows).toEqual([{ severity: 'CRITICAL', escalationStatus: 'TRIGGERED' }])
  expect((await it.alerts()).map(alert => alert.escalationStatus ?? 'TRIGGERED')).toEqual([
    'ACKNOWLEDGED',
    'ACKNOWLEDGED',
    'TRIGGERED',
  ])
})

test('ALERT-005 without an incident, an alert that is worse than those of its group pages by itself', async () => {
  const it = await scene({ createsIncidents: false })
  await it.send({ title: 'Slow', service: 'loom', severity: 'low' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.set(1, 'ACKNOWLEDGED')
  await it.send({ title: 'Burns', service: 'loom', severity: 'critical' })
  await it.send({ title: 'Burns, too', service: 'loom', severity: 'critical' })
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
})

test('ALERT-005 ESCAL-007 alerts go on to page by the first policy of a project when it gets a second one', async () => {
  const it = await scene()
  const create = `mutation($path: ID!) { escalationPolicyCreate(input: { projectPath: $path, name: "Other", rules: [
    { username: "olga", elapsedTimeSeconds: 0, status: ACKNOWLEDGED }] }) { errors } }`
  await askGraphql(it.as('mina').ctx, create, { path: it.project.fullPath })
  await it.send({ title: 'Slow' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
})

test('ALERT-005 a further alert of a group triggers its resolved incident again', async () => {
  const it = await scene()
  await it.send(ofCheckout(1))
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.set(1, 'RESOLVED')
  expect((await it.incidents())[0]).toMatchObject({ state: 'opened', escalationStatus: 'RESOLVED' })
  await it.send(ofCheckout(2))
  expect(await it.incidents()).toMatchObject([{ escalationStatus: 'TRIGGERED' }])
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
})

test('ALERT-005 when many groups begin at once, further alerts are one group', async () => {
  const it = await scene()
  const many = alertLimits.groupsBeforeFlood + 15
  for (let n = 0; n < many; n += 1) await it.send({ title: `Down ${n}`, service: `service ${n}` })
  expect(await it.alerts()).toHaveLength(many)
  expect(await it.incidents()).toHaveLength(alertLimits.groupsBeforeFlood + 1)
  expect((await it.page(many)).facts.group).toMatchObject({ name: 'many alerts at the same time', alertCount: 15 })
  expect(await it.pagedAfter(0)).toHaveLength(alertLimits.groupsBeforeFlood + 1)
  // The alerts of a known group still join it.
  await it.send({ title: 'Down again', service: 'service 3' })
  expect((await it.page(many + 1)).facts.group).toMatchObject({ name: 'Service: service 3', alertCount: 2 })
})

test('ALERT-005 a maintenance window silences the alerts of its services, and those that are open after it page', async () => {
  const it = await scene()
  const window = { title: 'Upgrade', services: ['Checkout'], startsAt: inMinutes(-1), endsAt: inMinutes(30) }
  const { id } = await it.as('dan').call(createMaintenanceWindow, { id: it.project.id, ...window })
  await it.send(ofCheckout(1))
  await it.send(ofCheckout(2))
  await it.send({ title: 'Other', service: 'search' })
  expect((await it.page(1)).facts.maintenance).toMatchObject({ title: 'Upgrade', isSilenced: true })
  expect((await it.page(3)).facts.maintenance).toBeNull()
  expect((await it.incidents()).map(incident => incident.title)).toEqual(['Other'])
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.releaseAfter(29)
  expect(await it.incidents()).toHaveLength(1)

  await it.set(1, 'RESOLVED')
  await it.releaseAfter(31)
  await it.releaseAfter(31)
  expect((await it.incidents()).map(incident => incident.title)).toEqual(['Other', 'Check 2 failed'])
  expect(await it.pagedAfter(31)).toEqual(expect.arrayContaining(['dan', 'dan']))
  expect((await it.page(2)).facts.maintenance).toMatchObject({ title: 'Upgrade', isSilenced: false })
  expect((await it.page(2)).facts.group).toBeNull()

  const all = await it
    .as('dan')
    .call(createMaintenanceWindow, { id: it.project.id, title: 'All', startsAt: inMinutes(-1), endsAt: inMinutes(30) })
  await it.send({ title: 'Five', service: 'mail' })
  await it.send({ title: 'Six', service: 'mail' })
  expect(await it.incidents()).toHaveLength(2)
  await it.as('dan').call(deleteMaintenanceWindow, { id: it.project.id, windowId: all.id })
  await it.releaseAfter(1)
  // The alerts that were silenced are grouped as others are.
  expect((await it.incidents()).map(incident => incident.title)).toEqual(['Other', 'Check 2 failed', 'Five'])
  expect((await it.page(5)).facts.group).toMatchObject({ lead: { reference: '^alert#4' } })
  expect(id).not.toBe(all.id)
})

test('ALERT-003 ALERT-004 several alerts are acknowledged or resolved at once, and those that cannot be are named', async () => {
  const it = await scene({ createsIncidents: false, rules: [] })
  for (const n of [1, 2, 3]) await it.send(ofCheckout(n))
  await it.set(1, 'RESOLVED')
  // A newer alert with the fingerprint of the first one.
  await it.send(ofCheckout(1))
  const set = (input: object) => it.as('dan').call(updateAlerts, { ...it.ref, iids: [1, 2, 3, 9], ...input })
  expect(await set({ status: 'ACKNOWLEDGED' })).toEqual({
    changed: 2,
    refused: [
      { reference: '^alert#9', reason: 'Alert not found' },
      { reference: '^alert#1', reason: expect.stringContaining('newer alert') },
    ],
  })
  expect(await set({ status: 'RESOLVED' })).toMatchObject({ changed: 2 })
  expect(await set({ assigneeId: it.users.mina.id })).toMatchObject({ changed: 3 })
  expect(
    (await it.list({ status: 'resolved' })).alerts.flatMap(alert => alert.assignees.map(user => user.username)),
  ).toEqual(['mina', 'mina', 'mina'])
  expect((await it.as('rita').reply(updateAlerts, { ...it.ref, iids: [1], status: 'RESOLVED' })).status).toBe(403)
})

test('ALERT-005 an alert that comes while the incident of its group is closed, or recovers, pages by itself', async () => {
  const it = await scene({ commits: true })
  await it.as('mina').call(updateAlertSettings, { ...it.ref, closesIncidents: true })
  const inGroup = (service: string, fingerprint: string, more: object = {}) =>
    it.send({ title: fingerprint, service, fingerprint, ...more })
  for (const round of [1, 2, 3, 4, 5, 6]) {
    const service = `service ${round}`
    await inGroup(service, `${service} a`)
    const incident = (await it.incidents()).at(-1)
    const end =
      round % 2 === 0
        ? () => inGroup(service, `${service} a`, { end_time: inMinutes(1) })
        : () => it.as('dan').call(updateIssue, { id: it.project.id, issueIid: incident?.iid ?? 0, stateEvent: 'close' })
    await Promise.all([end(), inGroup(service, `${service} b`)])
  }
  const { rows } = await sql<{ title: string; isOpen: boolean; incident: string }>`
    select a.title, al.is_open, i.state as incident from alerts al join issuables a on a.id = al.id join issuables i on i.id = al.incident_id
    where a.title like '% b'`.execute(it.db)
  expect(rows).toHaveLength(6)
  // It is over with its incident, or it is open and so is the incident, which pages.
  expect(rows.filter(row => row.isOpen !== (row.incident === 'opened'))).toEqual([])
})

test.each<[string, object]>([
  ['no field', { groupingRules: [{ fields: [], minutes: 10 }] }],
  ['no minutes', { groupingRules: [{ fields: ['service'], minutes: 0 }] }],
  ['too many rules', { groupingRules: Array.from({ length: 11 }, () => ({ fields: ['service'], minutes: 10 })) }],
])('ALERT-007 a grouping rule is refused: %s', async (_what, settings) => {
  const it = await scene()
  expect((await it.as('mina').reply(updateAlertSettings, { ...it.ref, ...settings })).status).toBe(400)
})

test('ALERT-007 a rule for a field that alerts inherit from no payload groups nothing', async () => {
  const it = await scene({ rules: [{ fields: ['constructor'], minutes: 10 }] })
  for (const n of [1, 2]) await it.send(ofCheckout(n))
  expect(await it.incidents()).toHaveLength(2)
})

test('ALERT-005 a maintenance window with a blank service is refused: it would silence all alerts', async () => {
  const it = await scene()
  const window = { id: it.project.id, title: 'Upgrade', services: ['  '], endsAt: inMinutes(30) }
  expect((await it.as('dan').reply(createMaintenanceWindow, window)).status).toBe(400)
})

test('INCIDENT-010 the details of an incident list all its alerts, and its rows name service, integration and group', async () => {
  const it = await scene()
  for (const n of [1, 2, 3]) await it.send(ofCheckout(n))
  const [incident] = await it.incidents()
  const shown = await it.as('dan').call(getAlertOfIncident, { ...it.ref, iid: incident?.iid ?? 0 })
  expect(shown).toMatchObject({ iid: 1, alertCount: 3 })
  expect(shown?.alerts).toMatchObject(
    [1, 2, 3].map(n => ({
      iid: n,
      title: `Check ${n} failed`,
      reference: `^alert#${n}`,
      service: 'checkout',
      severity: 'HIGH',
    })),
  )
  expect(await it.as('rita').call(getAlertOfIncident, { ...it.ref, iid: incident?.iid ?? 0 })).toBeNull()
  const row = { service: 'checkout', integration: null, group: 'Service: checkout' }
  expect((await it.list()).alerts).toMatchObject([row, row, row])
  await it.send({ title: 'Alone', service: 'search' })
  expect((await it.list({ search: 'Alone' })).alerts).toMatchObject([{ service: 'search', group: null }])
})
