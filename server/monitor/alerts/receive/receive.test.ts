import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertDiscussion } from '#contract/monitor/alerts/alert-discussion.ts'
import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import {
  createIncidentOfAlert,
  getAlertPage,
  getAlertsPage,
  updateAlertEntity,
  updateAlertSettings,
} from '#contract/monitor/alerts/alert-pages.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { site } from '#test/world/site.ts'
import type { Member } from '#test/world/world.ts'
import { admit, countAlertsOf } from './admit.ts'
import { receiveAlerts } from './receive.ts'

const token = 'a-token-of-the-probe'

async function scene(integration: { readonly type?: string; readonly isActive?: boolean } = {}) {
  const made = await site()
  const { app, db, project, as } = made
  const now = new Date().toISOString()
  await db
    .insertInto('alertIntegrations')
    .values({
      ...{
        namespaceId: project.id,
        name: 'Probe',
        type: 'HTTP',
        isActive: true,
        endpointIdentifier: 'abc123',
        ...integration,
      },
      ...{ tokenHash: hashSecret(token), createdAt: now, updatedAt: now },
    })
    .execute()
  const send = async (payload: unknown, { path = 'alerts/notify.json', authorization = `Bearer ${token}` } = {}) => {
    const reply = await app.inject({
      method: 'POST',
      url: `/${project.fullPath}/${path}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const ref = { namespace: project.fullPath }
  return {
    ...made,
    ...{ send, ref },
    page: (iid: number, who: Member = 'dan') => as(who).call(getAlertPage, { ...ref, iid }),
    list: (input: object = {}, who: Member = 'dan') => as(who).call(getAlertsPage, { ...ref, ...input }),
  }
}

test('ALERT-008 ALERT-010 SEVERITY-007 a payload becomes an alert with its fields and details', async () => {
  const it = await scene()
  const payload = {
    ...{ title: 'Loom is hot', description: 'Over 90 °C', severity: 'info', service: 'loom', monitoring_tool: 'Probe' },
    ...{ hosts: ['a.test', 'b.test'], gitlab_environment_name: 'production', start_time: '2026-03-01T10:00:00Z' },
    ...{ labels: { team: 'weave', levels: [1, true] }, empty: null },
  }
  expect(await it.send(payload)).toEqual({ status: 200, body: [{ iid: 1, title: 'Loom is hot' }] })
  const { facts, alert } = await it.page(1)
  expect(alert).toMatchObject({
    title: 'Loom is hot',
    state: 'opened',
    singleAssignee: true,
    reference: { short: '^alert#1' },
  })
  expect(facts).toMatchObject({
    ...{
      severity: 'INFO',
      status: 'TRIGGERED',
      startedAt: '2026-03-01T10:00:00.000Z',
      endedAt: null,
      eventCount: 1,
    },
    ...{ monitoringTool: 'Probe', service: 'loom', hosts: ['a.test', 'b.test'], environment: 'production' },
    ...{ description: 'Over 90 °C', detailsLeftOut: 0 },
    details: [
      { name: 'labels.levels[0]', text: '1' },
      { name: 'labels.levels[1]', text: 'true' },
      { name: 'labels.team', text: 'weave' },
    ],
  })
})

test('ALERT-009 ALERT-004 an alert with the same fingerprint is counted while it is open, and is a new one once it is resolved', async () => {
  const it = await scene()
  await it.send({ title: 'Hot', fingerprint: 'loom' })
  expect((await it.send({ title: 'Hot again', fingerprint: 'loom' })).body).toEqual([{ iid: 1, title: 'Hot' }])
  // Without a fingerprint, payloads that differ only in time and hosts are grouped.
  await it.send({ title: 'Cold', hosts: 'a', start_time: '2026-03-01T10:00:00Z' })
  await it.send({ title: 'Cold', hosts: 'b' })
  expect((await it.list()).alerts.map(({ title, eventCount }) => [title, eventCount])).toEqual(
    expect.arrayContaining([
      ['Hot', 2],
      ['Cold', 2],
    ]),
  )
  await it.send({ fingerprint: 'loom', end_time: '2026-03-01T11:00:00Z' })
  expect((await it.page(1)).facts).toMatchObject({ status: 'RESOLVED', endedAt: '2026-03-01T11:00:00.000Z' })
  expect((await it.send({ title: 'Hot', fingerprint: 'loom' })).body).toEqual([{ iid: 3, title: 'Hot' }])
  // The end of an alert that is not open creates none.
  expect(await it.send({ fingerprint: 'unknown', end_time: '2026-03-01T11:00:00Z' })).toEqual({ status: 200, body: [] })
  const { counts } = await it.list({ status: 'all' })
  expect(counts).toEqual({ open: 2, triggered: 2, acknowledged: 0, resolved: 1, ignored: 0, all: 3 })
})

test('ALERT-008 payloads of Alertmanager become alerts of their own, which their end resolves', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const alerts = [
    {
      status: 'firing',
      labels: { alertname: 'Disk', severity: 's2', instance: 'a:9100' },
      annotations: { description: 'Full', runbook: 'https://run.test' },
      fingerprint: 'f1',
      endsAt: '0001-01-01T00:00:00Z',
    },
    {
      status: 'firing',
      labels: { alertname: 'Memory', severity: 'warning' },
      annotations: { summary: 'Memory is short' },
    },
  ]
  const path = 'prometheus/alerts/notify.json'
  expect((await it.send({ version: '4', alerts }, { path })).body.map(({ title }: { title: string }) => title)).toEqual(
    ['Disk', 'Memory is short'],
  )
  expect((await it.page(1)).facts).toMatchObject({
    severity: 'HIGH',
    hosts: ['a:9100'],
    runbook: 'https://run.test',
    monitoringTool: 'Prometheus',
  })
  expect((await it.page(2)).facts.severity).toBe('LOW')
  await it.send(
    { version: '4', alerts: [{ ...alerts[0], status: 'resolved', endsAt: '2026-03-01T11:00:00Z' }] },
    { path },
  )
  expect((await it.page(1)).facts.status).toBe('RESOLVED')
})

test.each([
  ['without a token', {}, { authorization: '' }, 401],
  ['with another token', {}, { authorization: 'Bearer other' }, 401],
  ['at the address of another integration', {}, { path: 'alerts/notify/probe/other.json' }, 401],
  ['with an HTTP token at the address of Prometheus', {}, { path: 'prometheus/alerts/notify.json' }, 401],
  ['to an integration that is turned off', { isActive: false }, {}, 403],
  ['at its own address', {}, { path: 'alerts/notify/any-name/abc123.json' }, 200],
  ['by basic authentication', {}, { authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` }, 200],
])('ALERT-008 a payload %s is answered', async (_how, integration, sent, status) => {
  const it = await scene(integration)
  expect((await it.send({ title: 'Hot' }, sent)).status).toBe(status)
})

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each<[string, unknown, number]>([
  ['no JSON', '{', 400],
  ['a list', [], 422],
  ['a text', '"Hot"', 422],
  ['deeply nested', deep(10_000), 422],
  ['too long', { title: 'x'.repeat(2 * alertLimits.payloadBytes) }, 413],
  ['alerts that are no objects', { version: '4', alerts: ['Hot'] }, 422],
  [
    'values of other types',
    {
      title: { a: 1 },
      description: [1],
      severity: 7,
      hosts: { a: 1 },
      start_time: 'never',
      end_time: {},
      fingerprint: null,
    },
    200,
  ],
  [
    'characters that no database takes',
    '{"title":"Hot\\u0000 \\ud800","a\\u0000":"\\udfff\\u0000","hosts":["\\u0000"]}',
    200,
  ],
  ['many values below one long name', `{"${'n'.repeat(128 * 1024)}":[${'1,'.repeat(50_000)}1]}`, 200],
  ['dates that no clock shows', { start_time: '275760-09-13T00:00:00Z', end_time: 1e300 }, 200],
  ['huge texts', { title: 'x'.repeat(50_000), service: 'y'.repeat(50_000), fingerprint: 'z'.repeat(50_000) }, 200],
])('ALERT-008 a payload that is %j is answered and stored within limits', async (_what, payload, status) => {
  const it = await scene()
  expect((await it.send(payload)).status).toBe(status)
  if (status === 200) expect((await it.page(1)).alert.title.length).toBeLessThanOrEqual(alertLimits.title)
})

test('ALERT-008 alerts come in also where somebody has signed up with the name and address of the alert bot', async () => {
  const it = await scene()
  const nina = it.db.updateTable('users').where('id', '=', it.users.nina.id)
  await nina.set({ username: 'alert-bot', email: 'alert-bot@localhost' }).execute()
  expect((await it.send({ title: 'Hot' })).status).toBe(200)
  expect((await it.send({ title: 'Cold' })).status).toBe(200)
  const bots = it.db.selectFrom('users').select(['id', 'isBot']).where('name', '=', 'Alert Bot')
  expect(await bots.execute()).toEqual([{ id: expect.any(Number), isBot: true }])
  const person = it.db.selectFrom('users').select('isBot').where('id', '=', it.users.nina.id)
  expect(await person.execute()).toEqual([{ isBot: false }])
})

test('ALERT-001 details are limited in number and length, and the page says how many are left out', async () => {
  const it = await scene()
  await it.send(Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`field${index}`, 'x'.repeat(900)])))
  const { facts } = await it.page(1)
  expect([facts.details.length, facts.detailsLeftOut]).toEqual([200, 50])
})

test.each<[Member, number]>([
  ['mina', 200],
  ['dan', 200],
  ['rita', 404],
  ['gus', 404],
  ['nina', 404],
])('PERM-003 ALERT-003 %s reading the alerts of a public project: %i', async (who, status) => {
  const it = await scene()
  await it.db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', it.project.id).execute()
  await it.send({ title: 'Hot' })
  expect((await it.as(who).reply(getAlertPage, { ...it.ref, iid: 1 })).status).toBe(status)
  expect((await it.as(who).reply(alertDiscussion.listNotes, { id: it.project.id, alertIid: 1 })).status).toBe(status)
  const list = (await it.as(who).reply(getAlertsPage, it.ref)).status
  expect(list).toBe(status === 200 ? 200 : 403)
})

test('ALERT-007 ALERT-003 an incident from an alert is linked both ways, and closing it resolves the alert', async () => {
  const it = await scene()
  await it.send({ title: 'Hot', description: '/close\n@all ```\n/label ~bug', service: '`x` @dan' })
  const { iid } = await it.as('dan').call(createIncidentOfAlert, { ...it.ref, iid: 1 })
  const incident = await it.db
    .selectFrom('issuables')
    .select(['type', 'severity', 'state', 'description', 'descriptionHtml'])
    .where('series', '=', 'issue')
    .executeTakeFirstOrThrow()
  // Text from a monitoring tool runs no quick action and mentions no one.
  expect(incident).toMatchObject({ type: 'incident', severity: 'CRITICAL', state: 'opened' })
  expect(incident.descriptionHtml).not.toContain('gfm-project_member')
  expect((await it.page(1)).incident).toMatchObject({ reference: `#${iid}`, state: 'opened' })
  const again = await it.as('dan').reply(createIncidentOfAlert, { ...it.ref, iid: 1 })
  expect(again).toMatchObject({ status: 409, body: { message: 'An incident already exists for this alert' } })
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, stateEvent: 'close' })
  expect((await it.page(1)).facts.status).toBe('RESOLVED')
})

test('ALERT-004 ALERT-009 a resolved alert stays resolved while a newer one with its fingerprint is open', async () => {
  const it = await scene()
  await it.send({ title: 'Hot', fingerprint: 'loom' })
  await it.as('dan').call(updateAlertEntity, { ...it.ref, iid: 1, status: 'RESOLVED' })
  await it.send({ title: 'Hot', fingerprint: 'loom' })
  // The page shows the reason of a conflict.
  expect(await it.as('dan').reply(updateAlertEntity, { ...it.ref, iid: 1, status: 'TRIGGERED' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('A newer alert with the same fingerprint is open') },
  })
})

test('ALERT-003 SIDE-016 an alert is assigned only to people who can read it, and the reply says so', async () => {
  const it = await scene()
  await it.send({ title: 'Hot' })
  const assign = (assigneeId: number) => it.as('dan').reply(updateAlertEntity, { ...it.ref, iid: 1, assigneeId })
  expect(await assign(it.users.rita.id)).toMatchObject({
    status: 409,
    body: { message: 'Alerts can be assigned only to members with at least the Developer role' },
  })
  expect((await assign(it.users.dan.id)).status).toBe(200)
  // The list to choose from is without them.
  const { data } = await askGraphql(
    it.as('dan').ctx,
    `query($path: ID!) { project(fullPath: $path) {
      alert: autocompleteUsers(assignableTo: ALERT) { username } issue: autocompleteUsers(assignableTo: ISSUE, search: "rita") { username } } }`,
    { path: it.project.fullPath },
  )
  const names = data.project.alert.map(({ username }: { username: string }) => username)
  expect(names).toEqual(expect.arrayContaining(['dan', 'mina']))
  expect(names).not.toContain('rita')
  expect(data.project.issue).toEqual([{ username: 'rita' }])
})

test('ALERT-007 incidents are created and closed by themselves where the project wants it', async () => {
  const it = await scene()
  await it.as('mina').call(updateAlertSettings, { ...it.ref, createsIncidents: true, closesIncidents: true })
  await it.send({ title: 'Hot', fingerprint: 'loom' })
  expect((await it.page(1)).incident).toMatchObject({ title: 'Hot', state: 'opened' })
  await it.send({ fingerprint: 'loom', end_time: '2026-03-01T11:00:00Z' })
  expect((await it.page(1)).incident).toMatchObject({ state: 'closed' })
})

test('ALERT-007 the title of an incident by itself mentions nobody, and no other item hears of it', async () => {
  const it = await scene()
  const other = await it.build.issue({ title: 'Warp' })
  await it.as('mina').call(updateAlertSettings, { ...it.ref, createsIncidents: true })
  await it.send({ title: `@dan @all see #${other.iid} /close` })
  expect((await it.page(1)).incident).toMatchObject({ state: 'opened' })
  for (const table of ['todos', 'mentions', 'issuableReferences'] as const)
    expect(await it.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const notes = it.db.selectFrom('notes').select('body').where('issuableId', '=', other.id)
  expect(await notes.execute()).toEqual([])
})

test('ALERT-007 where issues are disabled, alerts are taken in and resolved without an incident', async () => {
  const it = await scene()
  await it.as('mina').call(updateAlertSettings, { ...it.ref, createsIncidents: true, closesIncidents: true })
  await it.send({ title: 'Hot', fingerprint: 'loom' })
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'disabled' }).execute()
  expect((await it.send({ title: 'Cold' })).status).toBe(200)
  expect((await it.page(2)).incident).toBeNull()
  expect((await it.send({ fingerprint: 'loom', end_time: '2026-03-01T11:00:00Z' })).status).toBe(200)
  expect((await it.page(1)).facts.status).toBe('RESOLVED')
})

test('ALERT-005 an alert pages by the policy of its project until it is acknowledged', async () => {
  const it = await scene()
  const policy = await sql<{ id: number }>`insert into escalation_policies (namespace_id, name, created_at, updated_at)
    values (${it.project.id}, 'Night', now(), now()) returning id`.execute(it.db)
  await sql`insert into escalation_rules (policy_id, user_id, elapsed_minutes, status)
    values (${policy.rows[0]?.id}, ${it.users.dan.id}, 5, 'ACKNOWLEDGED'), (${policy.rows[0]?.id}, ${it.users.mina.id}, 9, 'RESOLVED')`.execute(
    it.db,
  )
  const pending = async () => (await it.db.selectFrom('pendingPages').select('ruleId').execute()).length
  await it.send({ title: 'Hot' })
  expect(await pending()).toBe(2)
  await pageDue(it.db, it.services, new Date(Date.now() + 6 * 60_000).toISOString())
  await it.deliver()
  const mails = await it.db.selectFrom('mails').select(['userId', 'text']).execute()
  const text = expect.stringMatching(/^An alert was triggered 5 minutes ago and has not been acknowledged yet:/)
  expect(mails).toEqual([{ userId: it.users.dan.id, text }])
  expect(await pending()).toBe(1)
  await it.as('dan').call(updateAlertEntity, { ...it.ref, iid: 1, status: 'ACKNOWLEDGED' })
  expect(await pending()).toBe(0)
})

test('ALERT-008 an integration may send 12,000 requests in a minute', async () => {
  const it = await scene()
  const { ctx } = it.as('anon')
  const services = { ...ctx.services, settings: { ...ctx.services.settings, rateLimits: true } }
  const minuteCount = alertLimits.requestsPerMinute - 1
  await it.db.updateTable('alertIntegrations').set({ minuteBeganAt: ctx.now, minuteCount }).execute()
  const key = { namespace: it.project.fullPath, authorization: `Bearer ${token}` }
  const later = (ms: number) => admit({ ...ctx, services, now: new Date(Date.parse(ctx.now) + ms).toISOString() }, key)
  await later(0)
  await expect(later(1000)).rejects.toMatchObject({ kind: 'rate_limited' })
  await later(60_000)
})

test('ALERT-008 an integration may send 12,000 alerts in a minute, however many are in a request', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const { ctx } = it.as('anon')
  const limited = { ...ctx, services: { ...ctx.services, settings: { ...ctx.services.settings, rateLimits: true } } }
  const key = { namespace: it.project.fullPath, authorization: `Bearer ${token}` }
  const payload = { version: '4', alerts: [{ fingerprint: 'a' }, { fingerprint: 'b' }] }
  const send = (ms: number) =>
    receiveAlerts({ ...limited, now: new Date(Date.parse(ctx.now) + ms).toISOString() }, key, payload)
  await send(0)
  const minuteAlerts = alertLimits.alertsPerMinute - 1
  await it.db.updateTable('alertIntegrations').set({ minuteAlerts }).execute()
  await send(1000)
  await expect(send(2000)).rejects.toMatchObject({ kind: 'rate_limited' })
  await send(60_000)
})

test('ALERT-008 requests that were admitted together do not send more alerts than a minute takes', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const { ctx } = it.as('anon')
  const limited = { ...ctx, services: { ...ctx.services, settings: { ...ctx.services.settings, rateLimits: true } } }
  const key = { namespace: it.project.fullPath, authorization: `Bearer ${token}` }
  const minuteAlerts = alertLimits.alertsPerMinute - 1
  await it.db.updateTable('alertIntegrations').set({ minuteBeganAt: ctx.now, minuteAlerts }).execute()
  const [first, second] = [await admit(limited, key), await admit(limited, key)]
  await countAlertsOf(limited, first, 2)
  await expect(countAlertsOf(limited, second, 2)).rejects.toMatchObject({ kind: 'rate_limited' })
})

test('ALERT-008 PERF-001 a search finds the words of titles and descriptions, parts of titles and tools, and numbers', async () => {
  const it = await scene()
  const description = `The reed of db-12.weft.example_host broke at /var/lib/shuttle. ${'Long '.repeat(1000)}`
  await it.send({ title: 'Loom is hot', description, monitoring_tool: 'Watchtower', service: 'dye-house' })
  await it.send({ title: 'Another one' })
  const counted = async (search: string) => {
    const { alerts, counts } = await it.list({ search })
    expect(counts.all).toBe(alerts.length)
    return alerts.map(({ iid }) => iid)
  }
  for (const search of [
    'reed',
    'REED broke',
    'shut',
    'db-12',
    'example_host',
    'hot reed',
    'oo',
    'atchtow',
    'house',
    '^alert#1',
  ])
    expect([search, await counted(search)]).toEqual([search, [1]])
  for (const search of ['reed another', 'nothing', "'", '!', 'eed', 'z & !b:*'])
    expect([search, await counted(search)]).toEqual([search, []])
})

test('PERF-001 the list costs the same number of statements for two alerts and for twenty', async () => {
  const it = await scene()
  const count = () => it.statements(() => it.list())
  for (const title of ['a', 'b']) await it.send({ title })
  const few = await count()
  for (let index = 0; index < 18; index++) await it.send({ title: `Alert ${index}` })
  expect(await count()).toBe(few)
})

test('ALERT-007 PERF-001 closing an incident resolves all its alerts at once, two or twenty', async () => {
  const it = await scene()
  const [first, second] = [await it.build.issue({ type: 'incident' }), await it.build.issue({ type: 'incident' })]
  for (let index = 0; index < 22; index++) await it.send({ title: `Alert ${index}` })
  const ids = (await it.db.selectFrom('alerts').select('id').orderBy('id').execute()).map(({ id }) => id)
  const close = async (incident: { readonly id: number; readonly iid: number }, of: readonly number[]) => {
    await it.db.updateTable('alerts').set({ incidentId: incident.id }).where('id', 'in', of).execute()
    return it.statements(() =>
      it.as('dan').call(updateIssue, { id: it.project.id, issueIid: incident.iid, stateEvent: 'close' }),
    )
  }
  const few = await close(first, ids.slice(0, 2))
  expect(await close(second, ids.slice(2))).toBe(few)
  const { rows } = await sql<{ alerts: number; open: number; notes: number; events: number }>`
    select count(*)::int as alerts, count(*) filter (where al.is_open or i.state = 'opened' or al.ended_at is null)::int as open,
      (select count(*)::int from notes n where n.issuable_id = any (${ids}::bigint[]) and n.system_action = 'status') as notes,
      (select count(*)::int from events e where e.name = 'alert.status_changed') as events
    from alerts al join issuables i on i.id = al.id`.execute(it.db)
  expect(rows).toEqual([{ alerts: 22, open: 0, notes: 22, events: 22 }])
  expect((await it.page(1)).facts.status).toBe('RESOLVED')
})

test.each([
  ['more alerts than a request can have', 250, 10],
  ['more bytes than a request can have', 90, 8_000],
])(
  'ALERT-008 of a payload with %s, those that fit are accepted, and an alert tells of the others',
  async (_what, sent, bytes) => {
    const it = await scene({ type: 'PROMETHEUS' })
    const alerts = Array.from({ length: sent }, (_, index) => ({
      status: 'firing',
      labels: { alertname: `Disk ${index}` },
      annotations: { note: 'x'.repeat(bytes) },
    }))
    const { status, body } = await it.send({ alerts, version: '4' }, { path: 'prometheus/alerts/notify.json' })
    expect(status).toBe(200)
    const accepted = body.length - 1
    expect(accepted).toBeGreaterThan(20)
    expect(accepted).toBeLessThanOrEqual(alertLimits.alertsOfPayload)
    const { alerts: listed } = await it.list({ search: 'more alerts than' })
    expect(listed.map(({ title }) => title)).toEqual(['A request had more alerts than can be accepted'])
    const { description } = await it.db
      .selectFrom('alerts')
      .select('description')
      .where('monitoringTool', '=', 'Weft')
      .executeTakeFirstOrThrow()
    expect(description).toContain(`${sent - accepted} alerts were left out, and ${accepted} accepted`)
  },
)

const firing = (startsAt: string) => ({ status: 'firing', labels: { alertname: 'Disk' }, fingerprint: 'f1', startsAt })
const resolved = (startsAt: string, endsAt: string) => ({ ...firing(startsAt), status: 'resolved', endsAt })

test('ALERT-009 a late recovery of an earlier episode leaves the newer alert open', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const send = (alert: object) => it.send({ version: '4', alerts: [alert] }, { path: 'prometheus/alerts/notify.json' })
  const status = async (iid: number) => (await it.page(iid)).facts.status
  await send(firing('2026-03-01T10:00:00Z'))
  await send(firing('2026-03-01T12:00:00Z'))
  await send(resolved('2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'))
  expect(await status(1)).toBe('TRIGGERED')
  await send(resolved('2026-03-01T12:00:00Z', '2026-03-01T12:30:00Z'))
  expect(await status(1)).toBe('RESOLVED')
  await send(firing('2026-03-01T13:00:00Z'))
  await send(resolved('2026-03-01T12:00:00Z', '2026-03-01T12:30:00Z'))
  expect(await status(2)).toBe('TRIGGERED')
})

test.each<[string, object, object]>([
  ['state: ok', { title: 'Hot', state: 'alerting', service: 'loom' }, { title: 'Hot', state: 'ok', service: 'loom' }],
  ['status: resolved', { title: 'Hot', status: 'firing' }, { title: 'Hot', status: 'resolved' }],
  [
    'a rule of Grafana that is ok',
    {
      title: '[Alerting] Load',
      ruleId: 7,
      ruleName: 'Load',
      state: 'alerting',
      evalMatches: [{ value: 90 }],
      message: 'High',
    },
    { title: '[OK] Load', ruleId: 7, ruleName: 'Load', state: 'ok', evalMatches: [] },
  ],
])('ALERT-009 a payload with %s resolves its alert', async (_what, begins, ends) => {
  const it = await scene()
  await it.send(begins)
  await it.send(ends)
  expect((await it.page(1)).facts.status).toBe('RESOLVED')
  expect((await it.list({ status: 'all' })).counts).toMatchObject({ all: 1 })
})

test('ALERT-003 the list names the integration through which an alert came, until it is deleted', async () => {
  const it = await scene()
  await it.send({ title: 'Loom is hot' })
  expect((await it.list()).alerts).toMatchObject([{ integration: 'Probe' }])
  await it.db.deleteFrom('alertIntegrations').execute()
  expect((await it.list()).alerts).toMatchObject([{ integration: null }])
})

/** A payload of Alertmanager with alerts of one service. */
const ofService = (count: number, more: object = {}) => ({
  version: '4',
  groupKey: 'all',
  alerts: Array.from({ length: count }, (_, index) => ({
    ...{ status: 'firing', fingerprint: `loom ${index}`, startsAt: '2026-03-01T10:00:00Z' },
    ...{ labels: { alertname: `Loom ${index} is hot`, service: 'looms', severity: 'high' }, annotations: {}, ...more },
  })),
})

test('ALERT-010 a payload of a hundred alerts of one service takes as many statements as one of ten, also when it comes again', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const send = async (count: number, offset = '') => {
    const payload = ofService(count)
    for (const alert of payload.alerts) alert.fingerprint += offset
    expect((await it.send(payload, { path: 'prometheus/alerts/notify.json' })).status).toBe(200)
  }
  await send(1)
  const few = await it.statements(() => send(10, ' of ten'))
  const many = await it.statements(() => send(100, ' of hundred'))
  expect(many).toBeLessThanOrEqual(few)
  const again = await it.statements(() => send(100, ' of hundred'))
  expect(again).toBeLessThanOrEqual(15)
  const { rows } = await sql<{ alerts: number; events: number; leads: number }>`
    select count(*)::integer as alerts, sum(event_count)::integer as events,
      count(*) filter (where group_lead_id is null)::integer as leads from alerts`.execute(it.db)
  expect(rows).toEqual([{ alerts: 111, events: 211, leads: 1 }])
})

/** The same of many services, each with a group of its own. */
const ofServices = (count: number, offset = '') => {
  const payload = ofService(count)
  for (const [index, alert] of payload.alerts.entries()) {
    alert.fingerprint += offset
    alert.labels.service = `loom ${index}`
  }
  return payload
}

test('ALERT-010 alerts of twenty services whose groups are there already take as many statements as those of ten', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const send = async (payload: object) =>
    expect((await it.send(payload, { path: 'prometheus/alerts/notify.json' })).status).toBe(200)
  await send(ofServices(10))
  const few = await it.statements(() => send(ofServices(10, ' again')))
  await send(ofServices(20))
  const many = await it.statements(() => send(ofServices(20, ' once more')))
  expect(many).toBeLessThanOrEqual(few)
  const { rows } = await sql<{ alerts: number; leads: number }>`
    select count(*)::integer as alerts, count(*) filter (where group_lead_id is null)::integer as leads from alerts`.execute(
    it.db,
  )
  expect(rows).toEqual([{ alerts: 50, leads: 20 }])
})

test('ALERT-010 of a payload of hundreds of services, so many begin groups as before a flood, and the others join its group together', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const send = async (payload: object) =>
    expect((await it.send(payload, { path: 'prometheus/alerts/notify.json' })).status).toBe(200)
  const few = await it.statements(() => send(ofServices(60)))
  await sql`delete from issuables where type = 'alert'`.execute(it.db)
  const many = await it.statements(() => send(ofServices(100)))
  expect(many).toBeLessThanOrEqual(few)
  const { rows } = await sql<{ leads: number; flooded: number }>`
    select count(*) filter (where group_lead_id is null)::integer as leads,
      count(*) filter (where grouped_by = 'many alerts at the same time')::integer as flooded from alerts`.execute(
    it.db,
  )
  expect(rows).toEqual([{ leads: 21, flooded: 80 }])
})

test('ALERT-010 alerts that a maintenance window silences are opened together, too', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  await it.db
    .insertInto('maintenanceWindows')
    .values({
      ...{ namespaceId: it.project.id, title: 'Dusting', services: [] },
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
    })
    .execute()
  const send = async (payload: object) =>
    expect((await it.send(payload, { path: 'prometheus/alerts/notify.json' })).status).toBe(200)
  const few = await it.statements(() => send(ofServices(10)))
  const many = await it.statements(() => send(ofServices(100, ' more')))
  expect(many).toBeLessThanOrEqual(few)
  const { rows } = await sql<{ silenced: number }>`
    select count(*) filter (where is_silenced)::integer as silenced from alerts`.execute(it.db)
  expect(rows).toEqual([{ silenced: 110 }])
})

test('ALERT-010 of one payload, an alert that comes twice counts twice, one that ends is resolved, and a more severe one stands apart', async () => {
  const it = await scene({ type: 'PROMETHEUS' })
  const payload = ofService(4)
  const [one, two, three] = payload.alerts
  const send = (alerts: readonly object[]) => it.send({ ...payload, alerts }, { path: 'prometheus/alerts/notify.json' })
  expect((await send(payload.alerts)).body).toHaveLength(4)
  const severe = { ...one, fingerprint: 'severe', labels: { ...one?.labels, severity: 'critical' } }
  const reply = await send(
    [one, one, two, severe, { ...three, status: 'resolved', endsAt: '2026-03-01T11:00:00Z' }].map(each => ({
      ...each,
    })),
  )
  expect(reply.body.map(({ iid }: { readonly iid: number }) => iid)).toEqual([1, 1, 2, 5, 3])
  const { alerts } = await it.list({ status: 'all', orderBy: 'event_count' })
  expect(alerts.map(({ iid, eventCount, status }) => [iid, eventCount, status]).toSorted()).toEqual([
    [1, 3, 'TRIGGERED'],
    [2, 2, 'TRIGGERED'],
    [3, 1, 'RESOLVED'],
    [4, 1, 'TRIGGERED'],
    [5, 1, 'TRIGGERED'],
  ])
})
