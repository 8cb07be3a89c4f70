import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createRelease } from '#contract/deploy/releases.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { codeWorld } from '#test/world/code.ts'

async function site() {
  const built = await codeWorld()
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<head></head><!--weft-->' }
  const { db, services } = built
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  return { ...built, get }
}

test('PLATFORM-008 the commits of a ref, file or folder are an Atom feed', async () => {
  const { commit, db, get } = await site()
  await sql`update namespaces set visibility = 'public'`.execute(db)
  const first = await commit({ 'a.txt': 'a' }, { message: 'Add a' })
  const second = await commit({ 'src/b.txt': 'b' }, { message: 'Weave <b> & more\u0001\n\nAt last.' })
  const feed = await get('/weft/loom/-/commits/main?format=atom')
  expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect([...feed.body.matchAll(/<title>(.*)<\/title>/g)].map(match => match[1])).toEqual([
    'Weft / Loom: commits to main',
    'Weave &lt;b&gt; &amp; more',
    'Add a',
  ])
  expect(feed.body).toContain(`<link href="http://weft.test/weft/loom/-/commit/${second}"/>`)
  expect(feed.body).toContain(
    '<link rel="self" type="application/atom+xml" href="http://weft.test/weft/loom/-/commits/main?format=atom"/>',
  )
  const idsIn = (body: string) => [...body.matchAll(/<id>.*\/commit\/(\w+)<\/id>/g)].map(match => match[1])
  for (const [url, ids] of [
    ['/weft/loom/-/commits/main.atom', [second, first]],
    ['/weft/loom/-/commits?format=atom', [second, first]],
    ['/weft/loom/-/commits/main/src?format=atom', [second]],
  ] as const)
    expect([url, idsIn((await get(url)).body)]).toEqual([url, ids])
  expect((await get('/weft/loom/-/commits/main')).body).toContain(
    '<link rel="alternate" type="application/atom+xml" href="/weft/loom/-/commits/main?format=atom">',
  )
  expect((await get('/weft/loom/-/commits/none?format=atom')).statusCode).toBe(404)
})

test('PERM-003 the feed of a private project is for its members', async () => {
  const { commit, get } = await site()
  await commit({ 'a.txt': 'a' })
  expect((await get('/weft/loom/-/commits/main?format=atom')).statusCode).toBe(404)
  expect((await get('/weft/loom/-/commits/main.atom')).statusCode).toBe(404)
})

test('an empty repository has a feed without entries', async () => {
  const { db, get } = await site()
  await sql`update namespaces set visibility = 'public'`.execute(db)
  const feed = await get('/weft/loom/-/commits?format=atom')
  expect([feed.statusCode, feed.body.includes('<entry>')]).toEqual([200, false])
  expect(feed.body).toContain('</feed>')
})

test.each(['/-/releases.atom', '/-/releases?format=atom'])(
  'the releases of a project are an Atom feed at %s',
  async path => {
    const { as, commit, db, get } = await site()
    await sql`update namespaces set visibility = 'public'`.execute(db)
    await commit({ 'a.txt': 'a' })
    const given = { id: 'weft/loom', tagName: 'v1/0', ref: 'main', name: 'One & two', description: 'New' }
    expect((await as('dan').reply(createRelease, given)).status).toBe(201)
    const feed = await get(`/weft/loom${path}`)
    expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(feed.body).toContain('<title>One &amp; two</title>')
    expect(feed.body).toContain('<link href="http://weft.test/weft/loom/-/releases/v1%2F0"/>')
  },
)
