import { expect, onTestFinished, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { setStatusHost } from '#contract/plan/incidents/status-host.ts'
import { subscribeToStatus } from '#contract/plan/incidents/status-subscribers.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { statusScene, type Visitor } from '#test/world/scenes/status-page.ts'
import { site } from '#test/world/site.ts'
import { outcomeOf } from '#test/world/world.ts'

const host = 'status.loom.test'

test('under the host name of a status page, the server answers the page and nothing else', async () => {
  const { as, project, app, db } = await site()
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  await as('root').call(setStatusHost, { id: project.id, host: 'Status.Loom.test' })
  const get = (url: string, more: object = {}) => app.inject({ url, headers: { host: `${host}:443`, ...more } })
  const page = await get('/')
  expect([page.statusCode, page.body.includes('Everything is working')]).toEqual([200, true])
  for (const url of ['/status', '/status.html', '/status.atom', '/?page=2'])
    expect((await get(url)).statusCode).toBe(200)
  const form = { method: 'POST', url: '/status/subscribe', payload: 'email=reader%40far.test' } as const
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.inject({ ...form, headers })).statusCode).toBe(200)
  const mail = await db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  const link = /http:\/\/status\.loom\.test(\/-\/sent_notifications\/\S+)/.exec(mail.text)?.[1] ?? ''
  expect((await get(link)).body).toContain('Get updates by email?')
  const others = [
    '/users/sign_in',
    `/${project.fullPath}`,
    `/${project.fullPath}/-/status`,
    `/api/v4/projects/${project.id}`,
    '/-/health',
    '/-/sent_notifications/abc/unsubscribe',
    '/status/../api/v4/version',
    '//-/health',
  ]
  for (const url of others) expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  for (const written of [`${host}.`, `${host}:`, `x@${host}`, `${host}, weft.test`, host.toUpperCase()])
    expect([written, (await get('/users/sign_in', { host: written })).statusCode]).toEqual([written, 404])
  // The name leads nowhere else while the page is turned off.
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: false })
  await as('root').call(setStatusHost, { id: project.id, host })
  expect((await get('/users/sign_in')).statusCode).toBe(404)
  // Under any other name, the site answers as always.
  expect((await app.inject({ url: '/-/health', headers: { host: 'weft.test' } })).statusCode).toBe(200)
})

test.each<[Visitor, string]>([
  ['anon', 'not_found'],
  ['dan', 'forbidden'],
  ['mina', 'forbidden'],
  ['olga', 'forbidden'],
  ['root', 'ok'],
])('only administrators give a page a host name: %s: %s', async (who, outcome) => {
  const it = await statusScene()
  expect(await outcomeOf(it.as(who).call(setStatusHost, { id: it.project.id, host }))).toBe(outcome)
})

test('a host name beyond the limit of the site is refused, as nothing would be shown under it', async () => {
  const it = await statusScene()
  const limits: { hosts: number } = statusLimits
  const { hosts } = limits
  onTestFinished(() => {
    limits.hosts = hosts
  })
  limits.hosts = 1
  const other = await it.build.project()
  await it.as('root').call(setStatusHost, { id: it.project.id, host })
  await it.as('root').call(setStatusHost, { id: it.project.id, host: 'other.loom.test' })
  expect(await outcomeOf(it.as('root').call(setStatusHost, { id: other.id, host }))).toBe('invalid')
})

test.each(['weft.test', 'localhost', '10.0.0.7', 'a b.test', '-x.test', 'status.loom.test/x', '[::1]'])(
  'what cannot be the host name of a status page is refused: %s',
  async given => {
    const it = await statusScene()
    expect(await outcomeOf(it.as('root').call(setStatusHost, { id: it.project.id, host: given }))).toBe('invalid')
  },
)

test('a host name belongs to one page, and can be given up', async () => {
  const it = await statusScene()
  const other = await it.build.project({ path: 'shuttle' })
  const set = (id: number, given: string | null) => outcomeOf(it.as('root').call(setStatusHost, { id, host: given }))
  expect(await set(it.project.id, host)).toBe('ok')
  expect(await set(other.id, host)).toBe('conflict')
  expect(await set(it.project.id, null)).toBe('ok')
  expect(await set(other.id, host)).toBe('ok')
  await it.as('anon').reply(subscribeToStatus, { namespace: it.project.fullPath, email: 'reader@far.test' })
  const mail = await it.db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  expect(mail.text).toContain('http://weft.test/-/sent_notifications/')
})
