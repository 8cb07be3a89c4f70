import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createIncidentOfAlert, updateAlertEntity, updateAlertSettings } from '#contract/monitor/alerts/alert-pages.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { takeAlerts } from './receive/receive.ts'

const setStatus = `mutation($projectPath: ID!, $iid: String!, $status: IssueEscalationStatus!) {
  issueSetEscalationStatus(input: { projectPath: $projectPath, iid: $iid, status: $status }) { errors } }`

/** A policy that pages dan at once, mina after 5 minutes, and olga after 9 if it is not resolved. */
async function scene({ createsIncidents = true } = {}) {
  const made = await world()
  const { as, db, project, users, services, deliver } = made
  const ref = { namespace: project.fullPath }
  await as('mina').call(updateAlertSettings, { ...ref, createsIncidents })
  const { rows } = await sql<{
    id: number
  }>`insert into escalation_policies (namespace_id, name, created_at, updated_at)
    values (${project.id}, 'Night', now(), now()) returning id`.execute(db)
  const rules = [
    { userId: users.dan.id, elapsedMinutes: 0, status: 'ACKNOWLEDGED' },
    { userId: users.mina.id, elapsedMinutes: 5, status: 'ACKNOWLEDGED' },
    { userId: users.olga.id, elapsedMinutes: 9, status: 'RESOLVED' },
  ]
  await db
    .insertInto('escalationRules')
    .values(rules.map(rule => ({ ...rule, policyId: rows[0]?.id ?? 0 })))
    .execute()
  const { ancestorIds } = await db
    .selectFrom('namespaces')
    .select('ancestorIds')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  const place = {
    id: project.id,
    fullPath: project.fullPath,
    ancestorIds: ancestorIds ?? [],
    mapping: {},
    integrationId: null,
  }
  const items = () =>
    db
      .selectFrom('issuables')
      .select(['id', 'iid', 'type', 'escalationStatus', 'escalationPolicyId', 'state'])
      .where('type', 'in', ['incident', 'alert'])
      .orderBy('id')
      .execute()
  return {
    ...made,
    send: async (payload: object) => {
      await takeAlerts(as('anon').ctx, place, payload)
      await deliver()
    },
    alert: (iid: number, status: 'TRIGGERED' | 'ACKNOWLEDGED' | 'RESOLVED') =>
      as('dan').call(updateAlertEntity, { ...ref, iid, status }),
    incident: (iid: number, status: string) =>
      askGraphql(as('dan').ctx, setStatus, { projectPath: project.fullPath, iid: String(iid), status }),
    close: (iid: number) => as('dan').call(updateIssue, { id: project.id, issueIid: iid, stateEvent: 'close' }),
    create: (iid: number) => as('dan').call(createIncidentOfAlert, { ...ref, iid }),
    items,
    statuses: async () => (await items()).map(({ type, escalationStatus }) => [type, escalationStatus ?? 'TRIGGERED']),
    /** The recipients of mails once the given minutes have passed. */
    pagedAfter: async (minutes: number) => {
      await pageDue(db, services, new Date(Date.now() + minutes * 60_000).toISOString())
      await deliver()
      const mails = db.selectFrom('mails as m').innerJoin('users as u', 'u.id', 'm.userId')
      return (await mails.select('u.username').orderBy('m.id').execute()).map(row => row.username)
    },
  }
}

test('ESCAL-012 ALERT-005 an incident by itself takes over the escalation of its alert, and pages everyone once', async () => {
  const it = await scene()
  await it.send({ title: 'Hot' })
  const [alert, incident] = await it.items()
  expect(incident?.escalationPolicyId).toBe(alert?.escalationPolicyId)
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  expect(await it.pagedAfter(60)).toEqual(['dan', 'mina', 'olga'])
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => Promise<unknown>, readonly string[]]>([
  ['acknowledging the incident', it => it.incident(1, 'ACKNOWLEDGED'), ['dan', 'olga']],
  ['acknowledging the alert', it => it.alert(1, 'ACKNOWLEDGED'), ['dan', 'olga']],
  ['resolving the incident', it => it.incident(1, 'RESOLVED'), ['dan']],
  ['resolving the alert', it => it.alert(1, 'RESOLVED'), ['dan']],
  ['closing the incident', it => it.close(1), ['dan']],
  ['the recovery of the alert', it => it.send({ title: 'Hot', end_time: new Date().toISOString() }), ['dan']],
])('ESCAL-012 ALERT-005 %s stops the pages of both', async (_what, act, paged) => {
  const it = await scene()
  await it.send({ title: 'Hot' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await act(it)
  expect(await it.pagedAfter(60)).toEqual(paged)
  const statuses = new Set((await it.statuses()).map(([, status]) => status))
  expect(statuses).toEqual(new Set([paged.includes('olga') ? 'ACKNOWLEDGED' : 'RESOLVED']))
})

test('ESCAL-012 an incident stays triggered while one of its alerts is open, and its pages go on', async () => {
  const it = await scene()
  await it.send({ title: 'Hot' })
  await it.send({ title: 'Cold' })
  const [, incident, second, other] = await it.items()
  await it.db
    .deleteFrom('issuables')
    .where('id', '=', other?.id ?? 0)
    .execute()
  await it.db
    .updateTable('alerts')
    .set({ incidentId: incident?.id ?? 0 })
    .where('id', '=', second?.id ?? 0)
    .execute()
  await it.alert(1, 'RESOLVED')
  expect(await it.statuses()).toEqual([
    ['alert', 'RESOLVED'],
    ['incident', 'TRIGGERED'],
    ['alert', 'TRIGGERED'],
  ])
  await it.alert(2, 'RESOLVED')
  expect(await it.statuses()).toContainEqual(['incident', 'RESOLVED'])
})

test.each(['ACKNOWLEDGED', 'RESOLVED'] as const)(
  'ALERT-007 an incident that is created from an alert begins %s as the alert is, and pages nobody again',
  async status => {
    const it = await scene({ createsIncidents: false })
    await it.send({ title: 'Hot' })
    expect(await it.pagedAfter(0)).toEqual(['dan'])
    await it.alert(1, status)
    await it.create(1)
    expect(await it.statuses()).toEqual([
      ['alert', status],
      ['incident', status],
    ])
    expect(await it.pagedAfter(60)).toEqual(['dan'])
  },
)

test('ALERT-005 an alert that is triggered again pages by its incident alone', async () => {
  const it = await scene()
  await it.send({ title: 'Hot' })
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.alert(1, 'ACKNOWLEDGED')
  await it.alert(1, 'TRIGGERED')
  await it.deliver()
  expect(await it.statuses()).toEqual([
    ['alert', 'TRIGGERED'],
    ['incident', 'TRIGGERED'],
  ])
  expect(await it.pagedAfter(60)).toEqual(['dan', 'dan', 'mina', 'olga'])
})

test('ESCAL-012 a page tells severity, service, project and start, with links to open and to acknowledge', async () => {
  const it = await scene()
  await it.send({
    ...{ title: 'Disk is full', description: 'No space on /var', severity: 'high', service: 'checkout' },
    start_time: '2026-03-01T10:05:00Z',
  })
  await it.deliver()
  const mails = await it.db.selectFrom('mails').select(['subject', 'text', 'html']).execute()
  expect(mails).toHaveLength(1)
  const { subject, text, html } = mails[0] ?? { subject: '', text: '', html: '' }
  const { fullName, fullPath, name } = await it.db
    .selectFrom('namespaces')
    .select(['fullName', 'fullPath', 'name'])
    .where('id', '=', it.project.id)
    .executeTakeFirstOrThrow()
  expect(subject).toBe(`High incident: ${name} | Disk is full (#1)`)
  const { externalUrl } = it.services.settings
  const address = `${externalUrl}/${fullPath}/-/issues/1`
  expect(text.split('\n').slice(0, 10)).toEqual([
    'An incident was triggered and has not been acknowledged yet:',
    '',
    'Disk is full',
    'Severity: High',
    'Service: checkout',
    `Project: ${fullName}`,
    'Started: 2026-03-01 10:05 UTC',
    '',
    `Open: ${address}`,
    expect.stringMatching(new RegExp(`^Acknowledge: ${externalUrl}/-/sent_notifications/[\\w-]{40,}/acknowledge$`)),
  ])
  for (const part of ['Severity', 'checkout', '/acknowledge']) expect(html).toContain(part)
})
