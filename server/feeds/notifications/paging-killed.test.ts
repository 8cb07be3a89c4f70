import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import {
  addPushSubscription,
  setPagingWebhook,
  updatePagingSettings,
  updatePhoneProvider,
} from '#contract/feeds/paging.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { ownDatabase } from '#test/setup/database.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { pushBrowser } from '#test/world/push-receiver.ts'
import { affects, inMinutes, statusSteps } from '#test/world/scenes/status-page.ts'
import { webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { world } from '#test/world/world.ts'

const pager = join(import.meta.dirname, '../../../test/world/killed-pager.ts')

/** Let a process of its own page at a moment. @returns whether it ended before it was killed */
const pageInProcess = (now: string, killAfter: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const url = ownDatabase(inject('databaseUrl'), process.env.VITEST_POOL_ID ?? '1')
    execFile(process.execPath, [pager, url, now, String(killAfter)], (error, _out, problems) => {
      if (error === null) resolve(true)
      else if (error.signal === 'SIGKILL') resolve(false)
      else reject(new Error(problems))
    })
  })

test('ESCAL-012 a server that is killed between any two steps pages each level once: no page is lost or sent twice', {
  timeout: 480_000,
}, async () => {
  const { as, build, project, db } = await world({ commits: true })
  const { iid } = await build.issue({ type: 'incident', title: 'The loom burns' })
  const ask = (query: string, input: object) => askGraphql(as('mina').ctx, query, { input })
  const projectPath = project.fullPath
  await ask('mutation($input: OncallScheduleCreateInput!) { oncallScheduleCreate(input: $input) { errors } }', {
    ...{ projectPath, name: 'Firmware', timezone: 'UTC' },
  })
  await ask('mutation($input: OncallRotationCreateInput!) { oncallRotationCreate(input: $input) { errors } }', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: [{ username: 'rita' }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
  })
  const made = await ask(
    'mutation($input: EscalationPolicyCreateInput!) { escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }',
    {
      ...{ projectPath, name: 'Night watch' },
      rules: [
        { username: 'dan', elapsedTimeSeconds: 60, status: 'ACKNOWLEDGED' },
        { oncallScheduleIid: '1', elapsedTimeSeconds: 600, status: 'ACKNOWLEDGED' },
        { username: 'olga', elapsedTimeSeconds: 1200, status: 'RESOLVED' },
      ],
    },
  )
  const escalationPolicyId = made.data.escalationPolicyCreate.escalationPolicy.id
  await ask('mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }', {
    ...{ projectPath, iid: String(iid), escalationPolicyId },
  })
  const paged = async () => {
    const rows = await db
      .selectFrom('mails as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select('u.username')
      .where('m.subject', 'like', '%The loom burns%')
      .orderBy('m.id')
      .execute()
    return rows.map(row => row.username)
  }
  const levels = [
    [2, ['dan']],
    [11, ['dan', 'rita']],
    [21, ['dan', 'rita', 'olga']],
  ] as const
  for (const [level, [minutes, expected]] of levels.entries()) {
    const now = new Date(Date.now() + minutes * 60_000).toISOString()
    let kills = 0
    // Each level is killed after other statements than the one before.
    while (!(await pageInProcess(now, 1 + level + 5 * kills))) kills += 1
    // The page itself takes several statements, and so does its mail.
    expect(kills).toBeGreaterThan(3)
    expect(await paged()).toEqual(expected)
    // Another process that runs afterwards finds nothing to do.
    expect(await pageInProcess(now, 0)).toBe(true)
    expect(await paged()).toEqual(expected)
  }
})

test('ESCAL-012 ALERT-005 a server that is killed between any two steps loses no push message, request, text message and call, and sends none under two names', {
  timeout: 480_000,
}, async () => {
  const { as, build, project, db, users } = await world({ commits: true, settings: webhookSettings })
  const receiver = await webhookReceiver()
  const { read, ...keys } = pushBrowser()
  await as('dan').call(addPushSubscription, { endpoint: `${receiver.url}?push`, name: 'Phone', ...keys })
  await as('dan').call(setPagingWebhook, { url: `${receiver.url}?hook` })
  const provider = { smsUrl: `${receiver.url}?sms`, voiceUrl: `${receiver.url}?voice` }
  await as('root').call(updatePhoneProvider, provider)
  await db.insertInto('pagingPhones').values({ userId: users.dan.id, number: '+493012345' }).execute()
  const channels = ['mail', 'push', 'webhook', 'sms', 'voice'] as const
  const steps = channels.map(channel => ({ minutes: 0, channel }))
  await as('dan').call(updatePagingSettings, { highUrgency: steps, lowUrgency: steps })
  const { iid } = await build.issue({ type: 'incident', title: 'The warp is torn' })
  const ask = (query: string, input: object) => askGraphql(as('mina').ctx, query, { input })
  const projectPath = project.fullPath
  const made = await ask(
    'mutation($input: EscalationPolicyCreateInput!) { escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }',
    {
      ...{ projectPath, name: 'Night watch' },
      rules: [{ username: 'dan', elapsedTimeSeconds: 60, status: 'ACKNOWLEDGED' }],
    },
  )
  const escalationPolicyId = made.data.escalationPolicyCreate.escalationPolicy.id
  await ask('mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }', {
    ...{ projectPath, iid: String(iid), escalationPolicyId },
  })
  let kills = 0
  // A message that a killed process had begun to send is due again after some minutes.
  const moment = () => new Date(Date.now() + (2 + 3 * kills) * 60_000).toISOString()
  while (!(await pageInProcess(moment(), 1 + 3 * kills))) kills += 1
  expect(kills).toBeGreaterThan(6)
  const namesOf = (query: string) =>
    receiver.received
      .filter(({ path }) => path.endsWith(query))
      .map(({ headers, bytes }) => (query === '?push' ? `page-${read(bytes).id}` : headers['idempotency-key']))
  const sent = receiver.received.length
  for (const query of ['?push', '?hook', '?sms', '?voice']) expect(new Set(namesOf(query)).size).toBe(1)
  const states = await db.selectFrom('pageDeliveries').select(['channel', 'state']).orderBy('id').execute()
  expect(states).toEqual(channels.map(channel => ({ channel, state: 'sent' })))
  expect(
    await db.selectFrom('mails').select('id').where('subject', 'like', '%The warp is torn%').execute(),
  ).toHaveLength(1)
  // Another process that runs afterwards finds nothing to do.
  expect(await pageInProcess(new Date(Date.now() + 10 * 3_600_000).toISOString(), 0)).toBe(true)
  expect(receiver.received).toHaveLength(sent)
})

test('a server that is killed between any two steps mails each subscriber of a status page once of each update and of each stage of maintenance', {
  timeout: 240_000,
}, async () => {
  const made = await world({ commits: true })
  const { as, db, project } = made
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  const it = statusSteps(made)
  const looms = await it.component('Looms')
  // Two batches.
  const count = 120
  await sql`insert into status_subscribers (namespace_id, email, created_at, confirmed_at)
    select ${project.id}, 'reader' || nth || '@weft.test', now(), now() from generate_series(1, ${count}) nth`.execute(
    db,
  )
  const { iid } = await it.incident()
  await it.publish('dan', iid, affects(looms, 'major_outage'))
  await it.update(iid, { status: 'resolved', message: 'It runs' })
  await it.maintenance('Oil', { startsAt: inMinutes(30), endsAt: inMinutes(60), componentIds: [looms] })
  const mails = async () => {
    const { rows } = await sql<{ subject: string; mails: number; readers: number }>`
      select subject, count(*)::integer as mails, count(distinct recipient)::integer as readers from mails
      where recipient like 'reader%' group by subject order by min(id)`.execute(db)
    return rows
  }
  const each = (subject: string) => ({ subject, mails: count, readers: count })
  const news = [each('Planned maintenance: Oil'), each('Looking into it: Fire'), each('Solved: Fire')]
  const started = [...news, each('Maintenance has started: Oil')]
  const ended = [...started, each('Maintenance has ended: Oil')]
  for (const [minutes, expected] of [
    [1, news],
    [31, started],
    [61, ended],
  ] as const) {
    let kills = 0
    while (!(await pageInProcess(inMinutes(minutes), 1 + 13 * kills))) kills += 1
    expect(kills).toBeGreaterThan(2)
    expect(await mails()).toEqual(expected)
    expect(await pageInProcess(inMinutes(minutes), 0)).toBe(true)
    expect(await mails()).toEqual(expected)
  }
})
