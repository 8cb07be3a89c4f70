import { expect, test } from 'vitest'
import { confirmAddress, unsubscribeAtOnce, unsubscribeByMail } from '#contract/feeds/notifications.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { unpublishIncident } from '#contract/plan/incidents/publications.ts'
import { deleteStatusComponent } from '#contract/plan/incidents/status-components.ts'
import {
  listStatusSubscribers,
  removeStatusSubscriber,
  subscribeToStatus,
} from '#contract/plan/incidents/status-subscribers.ts'
import { purgeSubscribers } from '#server/plan/status-page/subscribers.ts'
import { affects, inMinutes, statusScene, statusSteps, type Visitor } from '#test/world/scenes/status-page.ts'
import { site } from '#test/world/site.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { tellMaintenance } from './status-mails.ts'

async function scene(settings?: Readonly<Record<string, string>>) {
  const made = settings === undefined ? await statusScene() : await limitedScene(settings)
  const { as, db, project, services, deliver } = made
  const mails = () => db.selectFrom('mails').selectAll().where('userId', 'is', null).orderBy('id').execute()
  const linkIn = async (word: string) => {
    const text = (await mails()).at(-1)?.text ?? ''
    return new RegExp(`/-/sent_notifications/([^/]+)/${word}`).exec(text)?.[1] ?? ''
  }
  const ask = (email: string, more: object = {}) =>
    as('anon').reply(subscribeToStatus, { namespace: project.fullPath, email, ...more })
  return {
    ...made,
    mails,
    linkIn,
    ask,
    subscribe: async (email: string, more: object = {}) => {
      await ask(email, more)
      await as('anon').call(confirmAddress, { key: await linkIn('confirm') })
    },
    /** The subjects of the mails since the last call, by address. */
    told: async () => {
      await deliver()
      await tellMaintenance(db, services)
      const sent = (await mails()).filter(({ subject }) => !subject.startsWith('Confirm'))
      await db.deleteFrom('mails').where('userId', 'is', null).execute()
      return sent.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()
    },
  }
}

async function limitedScene(settings: Readonly<Record<string, string>>) {
  const made = await world({ settings })
  await made.as('mina').call(updateProject, { id: made.project.id, statusPageEnabled: true })
  return { ...made, ...statusSteps(made) }
}

const text = (reply: { readonly body: unknown }) => String(reply.body)

test('an address gets updates once it confirmed by the link of its mail, until it unsubscribes', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  expect(text(await it.ask('reader@far.test'))).toContain('Check your inbox')
  const key = await it.linkIn('confirm')
  await it.publish('dan', iid)
  expect(await it.told()).toEqual([])
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  expect((await it.as('anon').reply(confirmAddress, { key })).status).toBe(410)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: true })
  expect(text(await it.as('anon').reply(confirmAddress, { key }))).toContain('You are subscribed')
  await it.update(iid, { status: 'monitoring' })
  expect(await it.mails()).toEqual([])
  await it.deliver()
  const [mail] = await it.mails()
  expect(mail).toMatchObject({ recipient: 'reader@far.test', subject: 'Watching the fix: Fire', authorId: null })
  const headers = mail?.headers as Readonly<Record<string, string>>
  const stop = await it.linkIn('unsubscribe')
  expect(headers['List-Unsubscribe']).toBe(`<http://weft.test/-/sent_notifications/${stop}/unsubscribe>`)
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(mail?.secrets).toEqual([stop])
  // A program that looks where the link leads ends nothing.
  expect(text(await it.as('anon').reply(unsubscribeByMail, { key: stop }))).toContain('Unsubscribe?')
  expect(await it.as('mina').call(listStatusSubscribers, { id: it.project.id })).toHaveLength(1)
  for (let times = 0; times < 2; times += 1)
    expect(text(await it.as('anon').reply(unsubscribeAtOnce, { key: stop }))).toContain('You are unsubscribed')
  expect(await it.as('mina').call(listStatusSubscribers, { id: it.project.id })).toEqual([])
  await it.told()
  await it.update(iid)
  expect(await it.told()).toEqual([])
  // Nor does the old link subscribe again.
  expect((await it.as('anon').reply(confirmAddress, { key })).status).toBe(410)
})

test('subscribers are told of an incident, each update, comments that were shown, its end, and maintenance, once each', async () => {
  const it = await scene()
  const all = 'all@far.test'
  await it.subscribe(all)
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  expect(await it.told()).toEqual([`${all}: Looking into it: Fire`])
  const note = await it.comment('dan', iid, 'Half of it runs')
  await it.mark('gus', note)
  expect(await it.told()).toEqual([])
  await it.mark('dan', note)
  expect(await it.told()).toEqual([`${all}: Update: Fire`])
  for (let times = 0; times < 2; times += 1) await it.mark('dan', note)
  await it.update(iid, { status: 'resolved' })
  expect(await it.told()).toEqual([`${all}: Solved: Fire`])
  await it.maintenance('Internal', { isPublished: false })
  await it.maintenance('Oil', { startsAt: inMinutes(30) })
  expect(await it.told()).toEqual([`${all}: Planned maintenance: Oil`])
  expect(await it.told()).toEqual([])
  for (const [minutes, words] of [
    [31, 'started'],
    [61, 'ended'],
  ] as const) {
    await tellMaintenance(it.db, it.services, inMinutes(minutes))
    expect(await it.told()).toEqual([`${all}: Maintenance has ${words}: Oil`])
  }
})

test('an incident that left the page, or a page that was turned off, is told to no one', async () => {
  const it = await scene()
  await it.subscribe('all@far.test')
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  await it.as('dan').call(unpublishIncident, { id: it.project.id, issueIid: iid })
  expect(await it.told()).toEqual([])
  await it.publish('dan', iid)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  await it.maintenance('Oil')
  expect(await it.told()).toEqual([])
})

test('subscribers who chose components hear of these, and of what names none; a new choice counts once it is confirmed', async () => {
  const it = await scene()
  const [looms, dyes] = [await it.component('Looms'), await it.component('Dyes')]
  await it.subscribe('looms@far.test', { componentIds: [looms, 999_999] })
  const published = async (title: string, more: object = {}) => {
    await it.publish('dan', (await it.incident({ title })).iid, more)
    return (await it.told()).length
  }
  expect(await published('Blue', affects(dyes, 'degraded'))).toBe(0)
  expect(await published('Warp', affects(looms, 'degraded'))).toBe(1)
  expect(await published('All')).toBe(1)
  await it.ask('Looms@far.test', { componentIds: [dyes] })
  expect(await published('Green', affects(dyes, 'degraded'))).toBe(0)
  await it.ask('Looms@far.test', { componentIds: [dyes] })
  await it.as('anon').call(confirmAddress, { key: await it.linkIn('confirm') })
  expect(await published('Red', affects(dyes, 'degraded'))).toBe(1)
  const listed = await it.as('mina').call(listStatusSubscribers, { id: it.project.id })
  expect(listed).toMatchObject([{ email: 'looms@far.test', componentIds: [dyes] }])
})

test('whoever chose only components that are deleted hears of all of them, and the others keep the rest', async () => {
  const it = await scene()
  const [looms, dyes, wool] = [await it.component('Looms'), await it.component('Dyes'), await it.component('Wool')]
  await it.subscribe('looms@far.test', { componentIds: [looms] })
  await it.subscribe('both@far.test', { componentIds: [looms, dyes] })
  await it.as('dan').call(deleteStatusComponent, { id: it.project.id, componentId: looms })
  const listed = await it.as('mina').call(listStatusSubscribers, { id: it.project.id })
  expect(Object.fromEntries(listed.map(({ email, componentIds }) => [email, componentIds]))).toEqual({
    'looms@far.test': [],
    'both@far.test': [dyes],
  })
  await it.publish('dan', (await it.incident({ title: 'Wool' })).iid, affects(wool, 'degraded'))
  expect((await it.told()).map(line => line.split(':')[0])).toEqual(['looms@far.test'])
})

test.each<[Visitor, string]>([
  ['anon', 'not_found'],
  ['nina', 'not_found'],
  ['rita', 'forbidden'],
  ['dan', 'forbidden'],
  ['mina', 'ok'],
])('%s reads and removes the subscribers: %s', async (who, outcome) => {
  const it = await scene()
  await it.subscribe('reader@far.test')
  const list = () => it.as('mina').call(listStatusSubscribers, { id: it.project.id })
  const subscriberId = (await list())[0]?.id ?? 0
  expect(await outcomeOf(it.as(who).call(listStatusSubscribers, { id: it.project.id }))).toBe(outcome)
  expect(await outcomeOf(it.as(who).call(removeStatusSubscriber, { id: it.project.id, subscriberId }))).toBe(outcome)
  expect(await list()).toHaveLength(outcome === 'ok' ? 0 : 1)
})

test('the reply tells nobody whether an address is subscribed, and an address gets three links a day at most', async () => {
  const it = await scene({ RATE_LIMITS: 'on' })
  await it.subscribe('known@far.test')
  const known = text(await it.ask('known@far.test'))
  expect(text(await it.ask('fresh@far.test')).replaceAll('fresh@', 'known@')).toBe(known)
  for (let times = 0; times < 4; times += 1) expect(text(await it.ask('known@far.test'))).toBe(known)
  expect((await it.mails()).filter(({ recipient }) => recipient === 'known@far.test')).toHaveLength(3)
  let status = 0
  for (let nth = 0; nth < 20 && status !== 429; nth += 1) status = (await it.ask(`r${nth}@far.test`)).status
  expect(status).toBe(429)
})

test.each([
  '',
  'reader',
  'a b@far.test',
  'reader@far',
  'r@far.test\r\nBcc: all@far.test',
  `${'x'.repeat(250)}@far.test`,
])('what is no email address gets a sentence and no mail: %j', async email => {
  const it = await scene()
  const reply = await it.ask(email)
  expect([reply.status, text(reply).includes('is not an email address')]).toEqual([400, true])
  expect(await it.mails()).toEqual([])
})

test('a form that a program filled in sends nothing, and wishes that nobody confirmed are forgotten', async () => {
  const it = await scene()
  await it.ask('bot@far.test', { website: 'https://far.test' })
  expect(await it.mails()).toEqual([])
  await it.ask('late@far.test')
  await it.db
    .updateTable('statusSubscribers')
    .set({ createdAt: inMinutes(-4 * 24 * 60) })
    .execute()
  await purgeSubscribers(it.db)
  expect((await it.as('anon').reply(confirmAddress, { key: await it.linkIn('confirm') })).status).toBe(410)
  // A key is good for one purpose alone.
  await it.subscribe('reader@far.test')
  const stop = await it.linkIn('confirm')
  expect((await it.as('anon').reply(unsubscribeAtOnce, { key: stop })).status).toBe(404)
})

test('the form of the page is sent without a script or a session', async () => {
  const { as, project, app, db } = await site({ settings: { SMTP_URL: 'smtp://mail.test:25' } })
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  const url = `/${project.fullPath}/-/status`
  expect((await app.inject({ url })).body).toContain('action="status/subscribe"')
  const form = { email: 'reader@far.test', website: '' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await app.inject({
    ...{ method: 'POST', url: `${url}/subscribe`, headers },
    payload: new URLSearchParams(form).toString(),
  })
  expect([sent.statusCode, sent.body.includes('Check your inbox')]).toEqual([200, true])
  expect(await db.selectFrom('mails').select('recipient').execute()).toEqual([{ recipient: 'reader@far.test' }])
})

test('subscribers are told once of announced maintenance that moves, and not of one that is over', async () => {
  const it = await scene()
  await it.subscribe('reader@far.test')
  const { id: windowId } = await it.maintenance('New looms', { startsAt: inMinutes(60), endsAt: inMinutes(90) })
  const move = (times: object) => it.as('dan').call(updateMaintenanceWindow, { id: it.project.id, windowId, ...times })
  const tell = async (minutes: number) => {
    await tellMaintenance(it.db, it.services, inMinutes(minutes))
    const sent = (await it.mails()).filter(({ subject }) => !subject.startsWith('Confirm'))
    await it.db.deleteFrom('mails').where('userId', 'is', null).execute()
    return sent.map(({ subject, text: body }) => [subject, body.includes('From ')])
  }
  const moved = [['Maintenance was rescheduled: New looms', true]]
  expect(await tell(0)).toEqual([['Planned maintenance: New looms', true]])
  await move({ title: 'New looms', services: ['loom'] })
  expect(await tell(1)).toEqual([])
  await move({ startsAt: inMinutes(120), endsAt: inMinutes(150) })
  expect(await tell(2)).toEqual(moved)
  expect(await tell(3)).toEqual([])
  expect(await tell(121)).toEqual([['Maintenance has started: New looms', true]])
  await move({ endsAt: inMinutes(180) })
  expect(await tell(122)).toEqual(moved)
  expect(await tell(181)).toEqual([['Maintenance has ended: New looms', false]])
  await move({ startsAt: inMinutes(100), endsAt: inMinutes(110) })
  expect(await tell(182)).toEqual([])
})

test('marks that nobody sees are left out of an address', async () => {
  const it = await scene()
  expect(text(await it.ask('\u200ereader\u200b@far.test\u200f'))).toContain('Check your inbox')
  expect((await it.mails()).map(({ recipient }) => recipient)).toEqual(['reader@far.test'])
})
