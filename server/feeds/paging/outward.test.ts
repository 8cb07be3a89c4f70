import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { acknowledgeByMail } from '#contract/feeds/notifications.ts'
import {
  addPushSubscription,
  listPushSubscriptions,
  removePagingWebhook,
  removePushSubscription,
  sendTestPage,
  sentPagesPage,
  setPagingWebhook,
  updatePagingSettings,
} from '#contract/feeds/paging.ts'
import { pagingLimits } from '#contract/feeds/paging-rules.ts'
import { transact } from '#server/context.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { pushBrowser } from '#test/world/push-receiver.ts'
import { webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'
import { sendDueDeliveries } from './deliver.ts'

const minuteMs = 60_000

/** A place that receives messages, and an incident that pages dan by one channel when it is started. */
async function scene(channel: 'push' | 'webhook') {
  const made = await world({ settings: webhookSettings })
  const receiver = await webhookReceiver()
  const { as, build, project, db, deliver, services } = made
  await as('dan').call(updatePagingSettings, { highUrgency: [{ minutes: 0, channel }] })
  const incident = await build.issue({ type: 'incident', title: 'The loom burns' })
  await db.updateTable('issuables').set({ severity: 'CRITICAL' }).where('id', '=', incident.id).execute()
  const { data } = await askGraphql(
    as('mina').ctx,
    'mutation($input: EscalationPolicyCreateInput!) { escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }',
    {
      input: {
        ...{ projectPath: project.fullPath, name: 'Night watch' },
        rules: [{ username: 'dan', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
      },
    },
  )
  await askGraphql(
    as('dan').ctx,
    'mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }',
    {
      input: {
        ...{ projectPath: project.fullPath, iid: String(incident.iid) },
        escalationPolicyId: data.escalationPolicyCreate.escalationPolicy.id,
      },
    },
  )
  return {
    ...made,
    ...{ receiver, incident },
    page: async () => {
      await transact(as('dan').ctx, ctx => startEscalation(ctx, incident.id))
      await deliver()
      await deliver()
    },
    later: (minutes: number) =>
      sendDueDeliveries(db, services, new Date(Date.now() + minutes * minuteMs).toISOString()),
    deliveries: () =>
      db
        .selectFrom('pageDeliveries')
        .select(['channel', 'state', 'failure', 'attempts', 'device'])
        .orderBy('id')
        .execute(),
  }
}

const added = async ({ as }: Pick<World, 'as'>, endpoint: string, name = 'Phone') => {
  const { read, ...keys } = pushBrowser()
  const { id } = await as('dan').call(addPushSubscription, { endpoint, name, ...keys })
  return { id, read }
}

test('a push message is encrypted for each browser, and its links answer the page once without signing in', async () => {
  const it = await scene('push')
  const phone = await added(it, `${it.receiver.url}?of=phone`)
  const laptop = await added(it, `${it.receiver.url}?of=laptop`, 'Laptop')
  await it.page()
  const { received } = it.receiver
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/take?of=laptop', '/take?of=phone'])
  const ofPhone = received.find(({ path }) => path.endsWith('phone'))
  expect(ofPhone?.headers).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' },
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/),
    topic: expect.stringMatching(/^page-\d+$/),
  })
  expect(ofPhone?.body).not.toContain('loom')
  const bytes = ofPhone?.bytes ?? Buffer.of()
  expect(() => laptop.read(bytes)).toThrow()
  const message = phone.read(bytes)
  expect(message).toMatchObject({
    title: 'Critical incident: The loom burns',
    text: expect.stringContaining('An incident was triggered and has not been acknowledged yet.'),
    url: `http://weft.test/${it.project.fullPath}/-/issues/${it.incident.iid}`,
    acknowledge: expect.stringMatching(/\/-\/sent_notifications\/[\w-]{43}\/acknowledge$/),
  })
  const [, key = ''] = /sent_notifications\/([\w-]+)\//.exec(String(message.acknowledge)) ?? []
  for (const heading of ['You acknowledged', 'You have already acknowledged']) {
    const { body } = await it.as('anon').reply(acknowledgeByMail, { key })
    expect(String(body)).toContain(`<h1>${heading} the incident #${it.incident.iid}</h1>`)
  }
  expect((await it.deliveries()).map(({ device, state }) => [device, state])).toEqual([
    ['Phone', 'sent'],
    ['Laptop', 'sent'],
  ])
  const listed = await it.as('dan').call(listPushSubscriptions, {})
  expect(listed.map(({ name, lastUsedAt }) => [name, typeof lastUsedAt])).toEqual([
    ['Laptop', 'string'],
    ['Phone', 'string'],
  ])
})

test.each([404, 410])('a browser whose push service answers %i is forgotten', async status => {
  const it = await scene('push')
  await added(it, it.receiver.url)
  it.receiver.answers.push({ status })
  await it.page()
  await it.later(60)
  expect(it.receiver.received).toHaveLength(1)
  expect(await it.as('dan').call(listPushSubscriptions, {})).toEqual([])
  expect(await it.deliveries()).toMatchObject([{ state: 'failed', failure: expect.stringContaining('browser') }])
})

test.each(['push', 'webhook'] as const)(
  'a %s message that fails is sent again after 1, 2 and 5 minutes under the same name, and then given up',
  async channel => {
    const it = await scene(channel)
    if (channel === 'push') await added(it, it.receiver.url)
    else await it.as('dan').call(setPagingWebhook, { url: it.receiver.url })
    it.receiver.answers.push(...Array.from({ length: 10 }, () => ({ status: 503 })))
    await it.page()
    const counts: number[] = []
    for (const minutes of [0, 1.1, 1.2, 3.2, 3.3, 8.3, 60]) {
      await it.later(minutes)
      counts.push(it.receiver.received.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4])
    const names = it.receiver.received.map(({ headers }) => headers.topic ?? headers['idempotency-key'])
    expect(new Set(names).size).toBe(1)
    expect(await it.deliveries()).toMatchObject([
      { state: 'failed', attempts: 4, failure: 'The service answered with status 503' },
    ])
  },
)

test('the request of a webhook is signed, and a refused one is not sent again', async () => {
  const it = await scene('webhook')
  const { secret } = await it.as('dan').call(setPagingWebhook, { url: it.receiver.url })
  it.receiver.answers.push({ status: 400 })
  await it.page()
  await it.later(60)
  expect(it.receiver.received).toHaveLength(1)
  const [received] = it.receiver.received
  const headers: IncomingHttpHeaders = received?.headers ?? {}
  const body = received?.body ?? ''
  const signed = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signed}`)
  expect(JSON.parse(body)).toMatchObject({
    ...{ object_kind: 'page', title: 'Critical incident: The loom burns', severity: 'critical' },
    acknowledge_url: expect.stringContaining('/acknowledge'),
  })
  expect(await it.deliveries()).toMatchObject([{ state: 'failed', failure: 'The service answered with status 400' }])
})

test('a person whose steps lead nowhere is paged by email', async () => {
  const it = await scene('webhook')
  await it.page()
  expect(await it.deliveries()).toMatchObject([{ channel: 'mail', state: 'sent' }])
})

test.each([
  ['http://127.0.0.1/take', 400],
  ['http://169.254.169.254/latest', 400],
  ['http://localhost/take', 400],
  ['ftp://weft.test/take', 400],
  ['https://hooks.test/take', 200],
])('the address %s of a webhook or browser: %i', async (url, status) => {
  const { as } = await world()
  const { read: _, ...keys } = pushBrowser()
  expect((await as('dan').reply(setPagingWebhook, { url })).status).toBe(status)
  const made = await as('dan').reply(addPushSubscription, { endpoint: url, name: 'Phone', ...keys })
  expect(made.status).toBe(status === 200 ? 201 : status)
})

test.each(['  ', '\u00a0', '\u200b'])('a browser whose name cannot be seen is refused: %j', async name => {
  const { as } = await world()
  const { read: _, ...keys } = pushBrowser()
  const made = await as('dan').reply(addPushSubscription, { endpoint: 'https://push.test/1', name, ...keys })
  expect(made.status).toBe(400)
})

test('a browser that another person adds gets the pages of that person alone', async () => {
  const it = await scene('push')
  const { read: _, ...keys } = pushBrowser()
  const browser = { endpoint: it.receiver.url, name: 'Shared', ...keys }
  const { id } = await it.as('dan').call(addPushSubscription, browser)
  await it.as('rita').call(addPushSubscription, browser)
  expect(await it.as('dan').call(listPushSubscriptions, {})).toEqual([])
  expect(await outcomeOf(it.as('dan').call(removePushSubscription, { subscriptionId: id }))).toBe('not_found')
  expect(await outcomeOf(it.as('rita').call(removePushSubscription, { subscriptionId: id }))).toBe('ok')
})

test('browsers have a limit, and only keys that are a browser’s are taken', async () => {
  const { as } = await world()
  const add = (number: number, keys: object) =>
    as('dan').reply(addPushSubscription, { endpoint: `https://push.test/${number}`, name: 'Phone', ...keys })
  expect((await add(0, { p256dh: 'AAAA', auth: 'AAAA' })).status).toBe(400)
  const { read: _, ...keys } = pushBrowser()
  for (let number = 0; number < pagingLimits.browsers; number++) expect((await add(number, keys)).status).toBe(201)
  expect((await add(pagingLimits.browsers, keys)).status).toBe(400)
  expect((await add(0, keys)).status).toBe(201)
})

test('a test page goes to all channels of high urgency that are set up', async () => {
  const it = await scene('webhook')
  expect(await outcomeOf(it.as('dan').call(sendTestPage, {}))).toBe('invalid')
  await it.as('dan').call(setPagingWebhook, { url: it.receiver.url })
  await it.as('dan').call(sendTestPage, {})
  await it.deliver()
  expect(it.receiver.received.map(({ body }) => JSON.parse(body).page.is_test)).toEqual([true])
  await it.as('dan').call(removePagingWebhook, {})
  expect(await outcomeOf(it.as('dan').call(sendTestPage, {}))).toBe('invalid')
})

test('the pages of a project are listed with the outcome of each message, to members who may read policies alone', async () => {
  const it = await scene('webhook')
  await it.as('dan').call(setPagingWebhook, { url: it.receiver.url })
  await it.as('dan').call(updatePagingSettings, {
    highUrgency: [
      { minutes: 0, channel: 'mail' },
      { minutes: 0, channel: 'webhook' },
      { minutes: 10, channel: 'webhook' },
    ],
  })
  it.receiver.answers.push({ status: 400 })
  await it.page()
  const namespace = it.project.fullPath
  const { pages } = await it.as('rita').call(sentPagesPage, { namespace })
  expect(pages).toMatchObject([
    {
      ...{ title: 'The loom burns', path: `/${namespace}/-/issues/${it.incident.iid}`, user: { username: 'dan' } },
      messages: [
        { channel: 'mail', state: 'queued', failure: '' },
        { channel: 'webhook', state: 'failed', failure: 'The service answered with status 400' },
        { channel: 'webhook', state: 'pending', isHeld: false },
      ],
    },
  ])
  expect(await outcomeOf(it.as('gus').call(sentPagesPage, { namespace }))).toBe('forbidden')
})
