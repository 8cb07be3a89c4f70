import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  confirmPagingPhone,
  getPhoneProvider,
  pagingPage,
  removePagingPhone,
  sendTestPage,
  setPagingPhone,
  testPhoneProvider,
  updatePagingSettings,
  updatePhoneProvider,
} from '#contract/feeds/paging.ts'
import { phoneLimits } from '#contract/feeds/paging-rules.ts'
import { transact } from '#server/context.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { sendDueDeliveries } from '../deliver.ts'
import { phoneText } from './page-text.ts'

const number = '+49301234567'

/** A site whose provider is a receiver, and an incident that pages dan when it is started. */
async function scene(provider: object = {}, commits = false) {
  const made = await world({ settings: webhookSettings, commits })
  const receiver = await webhookReceiver()
  const { as, build, project, db, users, deliver, services } = made
  await as('root').call(updatePhoneProvider, {
    ...{ smsUrl: `${receiver.url}/sms`, voiceUrl: `${receiver.url}/voice`, sender: '+4930999', ...provider },
  })
  const incident = await build.issue({ type: 'incident', title: 'The loom burns & smokes' })
  await db.updateTable('issuables').set({ severity: 'CRITICAL' }).where('id', '=', incident.id).execute()
  const ask = (name: string, fields: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    return askGraphql(as('mina').ctx, `mutation($input: ${type}) { ${name}(input: $input) { errors ${fields} } }`, {
      input: { projectPath: project.fullPath, ...input },
    })
  }
  const { data } = await ask('escalationPolicyCreate', 'escalationPolicy { id }', {
    name: 'Night watch',
    rules: [{ username: 'dan', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
  })
  await ask('issueSetEscalationPolicy', '', {
    iid: String(incident.iid),
    escalationPolicyId: data.escalationPolicyCreate.escalationPolicy.id,
  })
  return {
    ...made,
    ...{ receiver, incident },
    confirmed: (who: 'dan' | 'rita' = 'dan') =>
      db.insertInto('pagingPhones').values({ userId: users[who].id, number }).execute(),
    steps: (...channels: readonly ('mail' | 'sms' | 'voice')[]) =>
      as('dan').call(updatePagingSettings, { highUrgency: channels.map(channel => ({ minutes: 0, channel })) }),
    page: async () => {
      await transact(as('dan').ctx, ctx => startEscalation(ctx, incident.id))
      await deliver()
      await deliver()
    },
    later: (minutes: number) => sendDueDeliveries(db, services, new Date(Date.now() + minutes * 60_000).toISOString()),
    deliveries: async () => {
      const rows = await db.selectFrom('pageDeliveries').select(['channel', 'state', 'failure']).orderBy('id').execute()
      return rows.map(({ channel, state, failure }) => [channel, state, failure])
    },
    code: () => /^(\d{6}) /.exec(new URLSearchParams(receiver.received.at(-1)?.body).get('Body') ?? '')?.[1] ?? '',
  }
}

test('without a provider, the channels are not offered, and no number is taken', async () => {
  const { as } = await world()
  expect((await as('dan').call(pagingPage, {})).phone).toBeNull()
  expect((await as('dan').reply(setPagingPhone, { number })).status).toBe(400)
  const steps = await as('dan').reply(updatePagingSettings, { highUrgency: [{ minutes: 0, channel: 'sms' }] })
  expect(steps.status).toBe(400)
})

test('a number is confirmed by the code that is sent to it, and pages go to the former one until then', async () => {
  const it = await scene()
  const dan = it.as('dan')
  expect(await dan.call(setPagingPhone, { number: '0049 (30) 123-4567' })).toEqual({
    ...{ number: null, pendingNumber: number },
  })
  const [sent] = it.receiver.received
  expect(sent?.path).toBe('/take/sms')
  const fields = new URLSearchParams(sent?.body)
  expect([fields.get('To'), fields.get('From')]).toEqual([number, '+4930999'])
  expect(await outcomeOf(dan.call(confirmPagingPhone, { code: '1' }))).toBe('invalid')
  expect(await dan.call(confirmPagingPhone, { code: it.code() })).toEqual({ number, pendingNumber: null })
  // The code works once.
  expect(await outcomeOf(dan.call(confirmPagingPhone, { code: it.code() }))).toBe('invalid')
  expect(await dan.call(setPagingPhone, { number: '+4930777777' })).toEqual({ number, pendingNumber: '+4930777777' })
  await dan.call(removePagingPhone, {})
  expect(await outcomeOf(dan.call(removePagingPhone, {}))).toBe('not_found')
  expect(await outcomeOf(it.as('anon').call(setPagingPhone, { number }))).toBe('unauthenticated')
})

test.each(['030 1234567', '+0301234567', '+49', '+4930123456789012', 'call me', '+49 30 12345a7'])(
  'the number %j is refused, and nothing is sent',
  async wrong => {
    const it = await scene()
    expect((await it.as('dan').reply(setPagingPhone, { number: wrong })).status).toBe(400)
    expect(it.receiver.received).toEqual([])
  },
)

test('a code is not guessed: after some wrong entries, also at once, even the right one is refused, and so is a late one', async () => {
  const it = await scene({}, true)
  const dan = it.as('dan')
  await dan.call(setPagingPhone, { number })
  const right = it.code()
  const wrong = right === '000000' ? '000001' : '000000'
  const guesses = Array.from({ length: phoneLimits.codeTries }, () =>
    outcomeOf(dan.call(confirmPagingPhone, { code: wrong })),
  )
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['invalid']))
  expect(await outcomeOf(dan.call(confirmPagingPhone, { code: right }))).toBe('invalid')
  await dan.call(setPagingPhone, { number })
  await sql`update paging_phones set code_sent_at = code_sent_at - make_interval(mins => ${phoneLimits.codeMinutes})`.execute(
    it.db,
  )
  expect(await outcomeOf(dan.call(confirmPagingPhone, { code: it.code() }))).toBe('invalid')
  expect((await dan.call(pagingPage, {})).phone?.number).toBeNull()
})

test('codes are limited by person, by number and by site', async () => {
  const it = await scene()
  const send = (who: 'dan' | 'rita' | 'gus' | 'mina', to = number) =>
    outcomeOf(it.as(who).call(setPagingPhone, { number: to }))
  for (let count = 0; count < phoneLimits.codesPerHour; count++) expect(await send('dan')).toBe('ok')
  expect(await send('dan')).toBe('rate_limited')
  expect(await send('dan', '+4930888888')).toBe('rate_limited')
  for (let count = phoneLimits.codesPerHour; count < phoneLimits.codesToNumber; count++)
    expect(await send('rita')).toBe('ok')
  // Others have asked for the codes of this number today: its owner gets one nonetheless, and no second one.
  expect(await send('gus')).toBe('ok')
  expect(await send('gus')).toBe('rate_limited')
  expect(it.receiver.received).toHaveLength(phoneLimits.codesToNumber + 1)
  await it.db
    .insertInto('phoneMessages')
    .values(
      Array.from({ length: phoneLimits.firstCodesToNumber }, () => ({
        ...{ userId: null, number, channel: 'sms', isCode: true, createdAt: new Date().toISOString() },
      })),
    )
    .execute()
  expect(await send('mina')).toBe('rate_limited')
  await it.as('root').call(updatePhoneProvider, { dailyLimit: phoneLimits.codesToNumber })
  expect(await send('gus', '+4930888888')).toBe('rate_limited')
})

test('a refusal says how long it takes: until the first of the counted codes is an hour, or a day, old', async () => {
  const it = await scene()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const codes = (...ages: readonly number[]) =>
    it.db
      .insertInto('phoneMessages')
      .values(
        ages.map(age => ({
          ...{
            userId: it.users.dan.id,
            number: '+4930111111',
            channel: 'sms',
            isCode: true,
            createdAt: minutesAgo(age),
          },
        })),
      )
      .execute()
  const wait = async () => Number((await it.as('dan').reply(setPagingPhone, { number })).headers['retry-after'])
  await codes(5, 20, 50)
  expect(await wait()).toBeGreaterThan(9 * 60)
  expect(await wait()).toBeLessThanOrEqual(10 * 60)
  await it.db.deleteFrom('phoneMessages').execute()
  await codes(100, 200, 300, 400, 500, 22 * 60)
  expect(await wait()).toBeGreaterThan(119 * 60)
  expect(await wait()).toBeLessThanOrEqual(120 * 60)
})

test('codes take a part of the daily limit: the rest is for pages', async () => {
  const it = await scene()
  await it.as('root').call(updatePhoneProvider, { dailyLimit: 8 })
  const send = (who: 'gus' | 'rita', to = number) => outcomeOf(it.as(who).call(setPagingPhone, { number: to }))
  expect(await send('gus')).toBe('ok')
  expect(await send('rita', '+4930888888')).toBe('ok')
  expect(await send('rita', '+4930777777')).toBe('rate_limited')
  await it.confirmed()
  await it.steps('sms')
  await it.page()
  expect(await it.deliveries()).toMatchObject([['sms', 'sent', '']])
})

test('a code that the provider refuses is an answer of the form', async () => {
  const it = await scene()
  it.receiver.answers.push({ status: 400 })
  const { status, body } = await it.as('dan').reply(setPagingPhone, { number })
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('The service answered with status 400')])
})

test('a page is sent as a text message with a link that acknowledges it, and read out by a call', async () => {
  const it = await scene({ username: 'AC1', password: 'secret' })
  await it.confirmed()
  await it.steps('sms', 'voice')
  await it.page()
  const [sms, voice] = it.receiver.received.toSorted((one, other) => one.path.localeCompare(other.path))
  const basic = `Basic ${Buffer.from('AC1:secret').toString('base64')}`
  for (const request of [sms, voice]) {
    expect(request?.headers).toMatchObject({
      ...{ authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      'idempotency-key': expect.stringMatching(/^page-\d+$/),
    })
  }
  const text = new URLSearchParams(sms?.body).get('Body') ?? ''
  expect(text).toMatch(/^Critical incident: The loom burns & smokes\nAcknowledge: http:\S+\/acknowledge$/)
  expect(new URLSearchParams(voice?.body).get('Twiml')).toMatch(
    /^<Response><Say loop="2">This is a page from Weft\. Critical incident: The loom burns &amp; smokes\. Loom number \d+\. An incident/,
  )
  expect(await it.deliveries()).toEqual([
    ['sms', 'sent', ''],
    ['voice', 'sent', ''],
  ])
})

test('requests of JSON are signed, and a password without a name is a bearer token', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const it = await scene({ format: 'json', password: 'token', signingSecret: secret })
  await it.confirmed()
  await it.steps('sms')
  await it.page()
  const [request] = it.receiver.received
  const { headers = {}, body = '' }: Partial<NonNullable<typeof request>> = request ?? {}
  expect(JSON.parse(body)).toMatchObject({ kind: 'sms', to: number, from: '+4930999', id: headers['webhook-id'] })
  const signed = createHmac('sha256', Buffer.alloc(32, 7))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signed}`)
  expect(headers.authorization).toBe('Bearer token')
})

test.each([
  [400, ['failed', 'The service answered with status 400']],
  [200, ['sent', '']],
])(
  'a text message that the provider answers with %i has the outcome %j, and one that failed is replaced by an email',
  async (status, outcome) => {
    const it = await scene()
    await it.confirmed()
    await it.steps('sms')
    it.receiver.answers.push({ status })
    await it.page()
    await it.later(1)
    await it.later(2)
    const rest = status === 400 ? [['mail', 'sent', '']] : []
    expect(await it.deliveries()).toEqual([['sms', ...outcome], ...rest])
  },
)

test('a page that has an email gets no second one when its text message fails', async () => {
  const it = await scene()
  await it.confirmed()
  await it.steps('mail', 'sms')
  it.receiver.answers.push({ status: 400 })
  await it.page()
  await it.later(2)
  expect((await it.deliveries()).map(([channel, state]) => [channel, state])).toEqual([
    ['mail', 'sent'],
    ['sms', 'failed'],
  ])
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => Promise<unknown>, string]>([
  ['the daily limit of the site', it => it.as('root').call(updatePhoneProvider, { dailyLimit: 1 }), 'daily limit'],
  [
    'the hourly limit of a person',
    ({ db, users }) =>
      sql`insert into phone_messages (user_id, number, channel, is_code, created_at)
        select ${users.dan.id}, ${number}, 'sms', false, now() from generate_series(2, ${phoneLimits.messagesPerHour})`.execute(
        db,
      ),
    'in an hour',
  ],
])('beyond %s, a page is not sent to the phone but by email', async (_limit, set, words) => {
  const it = await scene()
  await it.confirmed()
  await it.steps('sms', 'voice')
  await set(it)
  await it.page()
  await it.later(2)
  const deliveries = await it.deliveries()
  expect(deliveries.map(([channel, state]) => `${channel} ${state}`).toSorted()).toEqual(
    expect.arrayContaining(['mail sent']),
  )
  expect(it.receiver.received).toHaveLength(1)
  expect(deliveries.find(([, state]) => state === 'failed')?.[2]).toContain(words)
})

test('a provider that is taken away, or a removed phone, leaves pages to the email', async () => {
  const it = await scene()
  await it.confirmed()
  await it.steps('sms')
  await it.as('root').call(updatePhoneProvider, { smsUrl: '', voiceUrl: '' })
  await it.page()
  expect(await it.deliveries()).toEqual([['mail', 'sent', '']])
  expect((await it.as('dan').call(pagingPage, {})).phone).toBeNull()
  // Steps that name the missing channel stay when others are changed.
  await it.as('dan').call(updatePagingSettings, { lowUrgency: [{ minutes: 5, channel: 'mail' }] })
})

test('a test page goes to the phone, too', async () => {
  const it = await scene()
  await it.steps('sms')
  expect(await outcomeOf(it.as('dan').call(sendTestPage, {}))).toBe('invalid')
  await it.confirmed()
  await it.as('dan').call(sendTestPage, {})
  await it.deliver()
  expect(new URLSearchParams(it.receiver.received[0]?.body).get('Body')).toContain('Test page')
})

test.each([
  [{ smsUrl: 'http://127.0.0.1/sms' }, 'sms_url'],
  [{ voiceUrl: 'ftp://weft.test/call' }, 'voice_url'],
  [{ smsUrl: 'https://name:password@sms.test/' }, 'sms_url'],
  [{ username: 'a:b' }, 'username'],
  [{ password: 'a\nb' }, 'password'],
  [{ signingSecret: 'secret' }, 'signing_secret'],
  [{ dailyLimit: 0 }, 'daily_limit'],
])('a provider of %j is refused', async (wrong, field) => {
  const { as } = await world()
  const { status, body } = await as('root').reply(updatePhoneProvider, wrong)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})

test('the provider is for administrators, its secrets are not shown, and they do not follow it to another host', async () => {
  const { as } = await world()
  const root = as('root')
  for (const operation of [getPhoneProvider, updatePhoneProvider])
    expect(await outcomeOf(as('dan').call(operation, {}))).toBe('forbidden')
  expect(await outcomeOf(as('dan').call(testPhoneProvider, { number, channel: 'sms' }))).toBe('forbidden')
  const set = await root.call(updatePhoneProvider, { smsUrl: 'https://sms.test/a', password: 'secret' })
  expect(set).toMatchObject({ hasPassword: true, hasSigningSecret: false })
  expect(JSON.stringify(set)).not.toContain('secret"')
  expect(await root.call(updatePhoneProvider, { smsUrl: 'https://sms.test/b' })).toMatchObject({ hasPassword: true })
  expect(await root.call(updatePhoneProvider, { smsUrl: 'https://other.test/b' })).toMatchObject({ hasPassword: false })
  await root.call(updatePhoneProvider, { password: 'secret' })
  const second = await root.call(updatePhoneProvider, { voiceUrl: 'https://third.test/v' })
  expect(second).toMatchObject({ hasPassword: false })
  await root.call(updatePhoneProvider, { password: 'secret' })
  expect(await root.call(updatePhoneProvider, { smsUrl: '' })).toMatchObject({ hasPassword: true })
  expect(await root.call(updatePhoneProvider, { voiceUrl: '' })).toMatchObject({ hasPassword: false })
})

test('an administrator tries the provider and reads its answer', async () => {
  const it = await scene()
  it.receiver.answers.push({ status: 201, body: '{"sid":"SM1"}' }, { status: 401, body: 'Who are you?' })
  const root = it.as('root')
  expect(await root.call(testPhoneProvider, { number, channel: 'sms' })).toEqual({
    ...{ isSent: true, failure: '', answer: '{"sid":"SM1"}' },
  })
  expect(await root.call(testPhoneProvider, { number, channel: 'voice' })).toEqual({
    ...{ isSent: false, failure: 'The service answered with status 401', answer: 'Who are you?' },
  })
  expect((await root.call(getPhoneProvider, {})).sentLately).toBe(2)
})

test.each([20, 200])('the text message of a title of %i characters is short, and its link is whole', length => {
  const acknowledge = `https://weft.test/-/sent_notifications/${'k'.repeat(43)}/acknowledge`
  const text = phoneText({ title: 'x'.repeat(length), url: '', links: { acknowledge, resolve: '', key: '' } })
  expect(text.endsWith(`\nAcknowledge: ${acknowledge}`)).toBe(true)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text.startsWith(`${'x'.repeat(20)}`)).toBe(true)
})
