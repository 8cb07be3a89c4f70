import { expect, test } from 'vitest'
import * as contract from '#contract/feeds/webhooks.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { sendCalls, webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { world } from '#test/world/world.ts'
import { sendDue } from './send.ts'

test('the log keeps request and answer without secrets, and a request is sent again by hand', async () => {
  const { as, project, deliver } = await world({ settings: webhookSettings })
  const { received, answers, url } = await webhookReceiver()
  const mina = as('mina')
  const given = { id: project.id, url, token: 'a secret', issuesEvents: true }
  const hook = await mina.call(contract.projectHooks.create, given)
  answers.push({ status: 422, headers: { 'x-why': 'no' }, body: `${'x'.repeat(20_000)}` })
  await as('dan').call(createIssue, { id: project.id, title: 'Once' })
  await sendCalls(deliver)
  const ref = { id: project.id, hookId: hook.id }
  const [event] = await mina.call(contract.projectHooks.deliveries, ref)
  expect(event).toMatchObject({ trigger: 'issue_hooks', responseStatus: '422', requestData: { objectKind: 'issue' } })
  expect(event?.responseHeaders['x-why']).toBe('no')
  expect(event?.responseBody.length).toBe(16 * 1024)
  expect(event?.requestHeaders['X-Gitlab-Token']).toBe('[REDACTED]')
  const again = await mina.call(contract.projectHooks.resend, { ...ref, hookEventId: event?.id ?? 0 })
  expect(again).toEqual({ responseStatus: '200' })
  expect(received.map(each => each.headers['x-gitlab-event-uuid'])).toEqual([
    received[0]?.headers['x-gitlab-event-uuid'],
    received[0]?.headers['x-gitlab-event-uuid'],
  ])
  expect((await mina.call(contract.projectHooks.deliveries, ref)).map(each => each.responseStatus)).toEqual([
    '200',
    '422',
  ])
  expect(JSON.stringify(await mina.call(contract.projectHooks.get, ref))).not.toContain('a secret')
})

test('a webhook that is led to another address takes no secrets of the old one there', async () => {
  const { as, project } = await world({ settings: webhookSettings })
  const { received, url, port } = await webhookReceiver()
  const mina = as('mina')
  const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const given = {
    id: project.id,
    token: 'a secret',
    signingToken: key,
    customHeaders: [{ key: 'X-Loom', value: 'wool' }],
  }
  await as('dan').call(createIssue, { id: project.id, title: 'Threads break' })
  const { id: hookId } = await mina.call(contract.projectHooks.create, {
    ...given,
    url: `http://127.0.0.1:${port}/{path}`,
    urlVariables: [{ key: 'path', value: 'hidden' }],
  })
  const ref = { id: project.id, hookId }
  /** The path of a test request, and the headers that hold secrets. */
  const secrets = async () => {
    await mina.call(contract.projectHooks.test, { ...ref, trigger: 'issues_events' })
    const { path, headers } = received.at(-1) ?? {}
    return [path, headers?.['x-gitlab-token'], headers?.['webhook-signature'] !== undefined, headers?.['x-loom']]
  }
  await mina.call(contract.projectHooks.update, { ...ref, name: 'Same address' })
  const set = await mina.reply(contract.projectHooks.setVariable, { ...ref, key: 'path', value: 'other' })
  expect([set.status, set.body]).toEqual([204, null])
  expect(await secrets()).toEqual(['/other', 'a secret', true, 'wool'])
  await mina.call(contract.projectHooks.update, { ...ref, url: `${url}/{path}` })
  expect(await secrets()).toEqual(['/take/%7Bpath%7D', undefined, false, undefined])
  await mina.call(contract.projectHooks.update, { ...ref, ...given, url: `http://{host}:${port}/{path}` })
  await mina.call(contract.projectHooks.setVariable, { ...ref, key: 'path', value: 'hidden' })
  await mina.call(contract.projectHooks.setVariable, { ...ref, key: 'host', value: '127.0.0.1' })
  expect(await secrets()).toEqual(['/hidden', 'a secret', true, 'wool'])
  await mina.call(contract.projectHooks.setVariable, { ...ref, key: 'host', value: '127.1' })
  expect(await secrets()).toEqual(['/hidden', 'a secret', true, 'wool'])
  await mina.call(contract.projectHooks.setVariable, { ...ref, key: 'host', value: 'weft.example' })
  await mina.call(contract.projectHooks.setVariable, { ...ref, key: 'host', value: '127.0.0.1' })
  expect(await secrets()).toEqual(['/%7Bpath%7D', undefined, false, undefined])
})

test('an address with an unreadable password is refused, or fails alone when a variable makes it so', async () => {
  const { as, project, deliver, db, services } = await world({ settings: webhookSettings })
  const { received, url, port } = await webhookReceiver()
  const mina = as('mina')
  const refused = await mina.reply(contract.projectHooks.create, {
    id: project.id,
    url: `http://a%zz:b@127.0.0.1:${port}/`,
  })
  expect(refused.status).toBe(400)
  const bad = { id: project.id, url: `http://{who}@127.0.0.1:${port}/`, issuesEvents: true }
  const { id: hookId } = await mina.call(contract.projectHooks.create, bad)
  await mina.call(contract.projectHooks.setVariable, { id: project.id, hookId, key: 'who', value: '50%' })
  await mina.call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
  await as('dan').call(createIssue, { id: project.id, title: 'Once' })
  await sendCalls(deliver)
  await sendDue(db, services)
  const [event] = await mina.call(contract.projectHooks.deliveries, { id: project.id, hookId })
  expect(event).toMatchObject({ responseStatus: 'internal error', responseBody: 'The URL is invalid' })
  expect(received.map(each => each.path)).toEqual(['/take'])
})

test('a request that fails is sent again later, and a webhook that goes on failing is paused, then works again', async () => {
  const { as, project, deliver, db, services } = await world({ settings: webhookSettings })
  const { received, answers, url } = await webhookReceiver()
  const hook = await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
  const read = () => as('mina').call(contract.projectHooks.get, { id: project.id, hookId: hook.id })
  for (let count = 0; count < 4; count++) answers.push({ status: 503 })
  await as('dan').call(createIssue, { id: project.id, title: 'Once' })
  await sendCalls(deliver)
  for (let count = 0; count < 3; count++) {
    expect((await read()).alertStatus).toBe('executable')
    await db.updateTable('webhookDeliveries').set({ nextAttemptAt: '2020-01-01T00:00:00Z' }).execute()
    await sendDue(db, services)
  }
  expect(new Set(received.map(each => each.headers['idempotency-key'])).size).toBe(1)
  expect(received.length).toBe(4)
  expect((await read()).alertStatus).toBe('temporarily_disabled')
  await sendDue(db, services)
  await as('dan').call(createIssue, { id: project.id, title: 'Not told' })
  await sendCalls(deliver)
  expect(received.length).toBe(4)
  await as('mina').call(contract.projectHooks.test, { id: project.id, hookId: hook.id, trigger: 'issues_events' })
  expect((await read()).alertStatus).toBe('executable')
})

test.each(['test', 'edit'] as const)(
  'after the %s of a paused webhook, what waits for the end of the pause is sent at once',
  async how => {
    const { as, project, deliver, db, services } = await world({ settings: webhookSettings })
    const { received, url } = await webhookReceiver()
    const hook = await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
    await as('dan').call(createIssue, { id: project.id, title: 'Kept' })
    await deliver()
    await db.updateTable('webhooks').set({ recentFailures: 9, disabledUntil: '2999-01-01T00:00:00Z' }).execute()
    await sendDue(db, services)
    expect(received).toEqual([])
    const ref = { id: project.id, hookId: hook.id }
    if (how === 'test') await as('mina').call(contract.projectHooks.test, { ...ref, trigger: 'issues_events' })
    else await as('mina').call(contract.projectHooks.update, { ...ref, url })
    await sendDue(db, services)
    expect(JSON.parse(received.at(-1)?.body ?? '{}')).toMatchObject({ object_attributes: { title: 'Kept' } })
    expect(received).toHaveLength(how === 'test' ? 2 : 1)
  },
)

test('one process sends a request of a webhook at a time, oldest first', async () => {
  const { as, project, deliver, db } = await world({ settings: webhookSettings })
  const { received, url } = await webhookReceiver()
  await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
  for (const title of ['One', 'Two', 'Three']) await as('dan').call(createIssue, { id: project.id, title })
  await deliver()
  const told = () => received.map(({ body }) => JSON.parse(body).object_attributes.title)
  await db.updateTable('webhooks').set({ sendingUntil: '2999-01-01T00:00:00Z' }).execute()
  await deliver()
  expect(told()).toEqual([])
  await db.updateTable('webhooks').set({ sendingUntil: null }).execute()
  await sendDue(db, as('dan').ctx.services)
  expect(told()).toEqual(['One', 'Two', 'Three'])
})

test('a name that leads inside reaches nothing there', async () => {
  const { as, project, deliver, db } = await world()
  const { received, port } = await webhookReceiver()
  const inside = await as('mina').call(contract.projectHooks.create, {
    id: project.id,
    url: `http://{host}:${port}/`,
    issuesEvents: true,
  })
  // For example, after the name has moved.
  await db
    .updateTable('webhooks')
    .set({ url: `http://localhost:${port}/` })
    .where('id', '=', inside.id)
    .execute()
  await as('dan').call(createIssue, { id: project.id, title: 'Once' })
  await sendCalls(deliver)
  const [event] = await as('mina').call(contract.projectHooks.deliveries, { id: project.id, hookId: inside.id })
  expect(event).toMatchObject({
    responseStatus: 'internal error',
    responseBody: 'Requests to the local network are not allowed',
  })
  expect(received).toEqual([])
})

test('a redirect is an answer that is not followed', async () => {
  const { as, project, deliver } = await world({ settings: webhookSettings })
  const { received, answers, url } = await webhookReceiver()
  const hook = await as('mina').call(contract.projectHooks.create, { id: project.id, url, issuesEvents: true })
  answers.push({ status: 302, headers: { location: '/inside' } })
  await as('dan').call(createIssue, { id: project.id, title: 'Once' })
  await sendCalls(deliver)
  expect(received.map(each => each.path)).toEqual(['/take'])
  const [moved] = await as('mina').call(contract.projectHooks.deliveries, { id: project.id, hookId: hook.id })
  expect(moved?.responseStatus).toBe('302')
})
