import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { sessionCookie } from '#server/transport/session/authenticate.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from '#test/world/world.ts'
import { sentPages } from './door.ts'

/** @param markup  of a page that is drawn; null where none is */
async function openDoor(markup: ((page: string) => string) | null = null) {
  const built = await world()
  const { db, services, users } = built
  const drawn: string[] = []
  const draw = async (_address: string, page: string) => {
    drawn.push(page)
    return markup === null ? null : { markup: markup(page), place: '{}', isAgain: false }
  }
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const html = async () => '<head></head><div id="root"></div><!--weft-->'
  const web = { folder: null, html, drawing: { wake: () => undefined, draw } }
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  /** The cookie of a new session. */
  const signIn = async (who: keyof typeof users, isRemembered = true) => {
    const token = randomBytes(20).toString('hex')
    await sql`
      insert into sessions (user_id, token_hash, csrf_token, remember, created_at, last_seen_at, expires_at)
      values (${users[who].id}, ${hashSecret(token)}, ${`csrf ${token}`}, ${isRemembered}, now(), now(), now() + interval '1 hour')`.execute(
      db,
    )
    return `${sessionCookie}=${token}`
  }
  return { ...built, app, drawn, signIn }
}

const embeddedIn = (body: string) => JSON.parse(/id="weft-page">(.*)<\/script>/.exec(body)?.[1] ?? '{}')

test.each([
  ['https://bücher.weft.test/漢?a=ä', 'https://b%C3%BCcher.weft.test/%E6%BC%A2?a=%C3%A4'],
  ['/größe/100%25', '/gr%C3%B6%C3%9Fe/100%25'],
])('signed-out visitors of the home page are sent to %s, also in any script', async (homePageUrl, location) => {
  const { app, as } = await openDoor()
  await as('root').call(updateApplicationSettings, { homePageUrl })
  const { statusCode, headers } = await app.inject({ url: '/' })
  expect({ statusCode, location: headers.location }).toEqual({ statusCode: 302, location })
})

test('the rest of an issue is drawn with all its comments, for those who may read it', async () => {
  const { app, build, db, drawn, project, users } = await openDoor()
  const issue = await build.issue()
  for (let n = 0; n < 103; n++)
    await build.note({ issuableId: issue.id, authorId: users.rita.id, body: `Comment number ${n}.` })
  const ask = () => app.inject({ url: `/${project.fullPath}/-/issues/${issue.iid}/rest.html` })
  const count = (notes: number) => sql`update issuables set notes_count = ${notes} where id = ${issue.id}`.execute(db)
  await count(103)
  await ask()
  expect(drawn).toEqual([])
  await sql`update namespaces set visibility = 'public'`.execute(db)
  await ask()
  const [{ answers, is_rest } = { answers: [], is_rest: false }] = drawn.map(page => JSON.parse(page))
  expect(is_rest).toBe(true)
  expect(answers).toMatchObject([{ url: expect.stringContaining('per_page=20'), body: { length: 103 } }])
  // More than a page shows by itself.
  await count(501)
  await ask()
  expect(drawn).toHaveLength(1)
})

test('a page that has not changed is the same to the drawing within a minute, and anew after it', async () => {
  const { app, build, db, drawn, project } = await openDoor()
  await sql`update namespaces set visibility = 'public'`.execute(db)
  const issue = await build.issue()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const path of ['/-/issues', `/-/issues/${issue.iid}`]) {
    drawn.length = 0
    for (const at of ['12:00:01.234', '12:00:57.5', '12:01:01']) {
      vi.setSystemTime(`2031-02-03T${at}Z`)
      const { statusCode } = await app.inject({ url: `/${project.fullPath}${path}`, headers: { accept: 'text/html' } })
      expect([path, statusCode]).toEqual([path, 200])
    }
    expect(drawn).toHaveLength(3)
    expect(drawn[1], path).toBe(drawn[0])
    expect(drawn[2], path).not.toBe(drawn[0])
  }
})

test('a document is made once for all sessions of a reader, and another reader gets another one', async () => {
  const { app, build, drawn, project, signIn } = await openDoor(page => JSON.parse(page).viewer.user.username)
  const issue = await build.issue()
  const read = async (cookie: string, encoding = 'identity') => {
    const url = `/${project.fullPath}/-/issues/${issue.iid}`
    const headers = { accept: 'text/html', 'accept-encoding': encoding, cookie }
    const { statusCode, rawPayload } = await app.inject({ url, headers })
    const text = (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
    const { viewer, csrf_token: token, served_at: at } = embeddedIn(text)
    return { statusCode, drawing: />([^<]*)<\/div>/.exec(text)?.[1], who: viewer?.user?.username, token, at }
  }
  const [first, again] = [await signIn('rita'), await signIn('rita')]
  const shown = [await read(first), await read(first, 'gzip'), await read(again), await read(again, 'gzip')]
  for (const each of shown) expect(each).toMatchObject({ statusCode: 200, drawing: 'rita', who: 'rita' })
  expect(drawn).toHaveLength(1)
  // Each under a mask of its own.
  expect(new Set(shown.map(({ token }) => token)).size).toBe(4)
  const unmasked = shown.map(({ token }) => {
    const bytes = Buffer.from(token, 'base64url')
    const half = bytes.length / 2
    return bytes
      .map((byte, at) => byte ^ (bytes[at + half] ?? 0))
      .subarray(0, half)
      .toString()
  })
  expect(unmasked).toEqual([first, first, again, again].map(cookie => `csrf ${cookie.split('=')[1]}`))
  for (const encoding of ['identity', 'gzip'])
    expect(await read(await signIn('dan'), encoding)).toMatchObject({ drawing: 'dan', who: 'dan' })
  expect(drawn).toHaveLength(2)
  expect((await read('')).statusCode).toBe(404)
  expect(drawn).toHaveLength(2)
})

test('signed-out visitors share the document of a page, with a token each', async () => {
  const { app, db, drawn, project } = await openDoor(() => 'drawn')
  await sql`update namespaces set visibility = 'public'`.execute(db)
  const tokens: string[] = []
  for (let visitor = 0; visitor < 3; visitor += 1) {
    const { body } = await app.inject({ url: `/${project.fullPath}/-/issues`, headers: { accept: 'text/html' } })
    expect(body).toContain('<div id="root" data-place="{}">drawn</div>')
    tokens.push(embeddedIn(body).csrf_token)
  }
  expect(new Set(tokens).size).toBe(3)
  expect(drawn).toHaveLength(1)
})

test('many pages that are asked for together are all sent with their drawings, those asked for twice drawn once', async () => {
  const { app, build, drawn, project, signIn } = await openDoor(page => JSON.parse(page).data.issue.title)
  const titles = Array.from({ length: 20 }, (_, at) => `Thread ${at}`)
  const issues = await Promise.all(titles.map(title => build.issue({ title })))
  const cookie = await signIn('rita')
  const before = { ...sentPages }
  const replies = await Promise.all(
    [...issues, ...issues].map(({ iid }) =>
      app.inject({ url: `/${project.fullPath}/-/issues/${iid}`, headers: { accept: 'text/html', cookie } }),
    ),
  )
  expect(replies.map(({ body }) => />([^<]*)<\/div>/.exec(body)?.[1])).toEqual([...titles, ...titles])
  expect(drawn).toHaveLength(20)
  expect(sentPages).toEqual({ ...before, drawn: before.drawn + 40 })
})

test('the document for kept pages names who reads and no page, and only a remembered session may keep them', async () => {
  const { app, signIn, users } = await openDoor()
  const shell = async (headers: Record<string, string>) => {
    const { statusCode, body } = await app.inject({ url: '/-/shell', headers: { accept: 'text/html', ...headers } })
    expect(statusCode).toBe(200)
    return embeddedIn(body)
  }
  const page = { operation: null, data: null, answers: [] }
  expect(await shell({})).toMatchObject({ ...page, viewer: { user: null }, keeps_pages: true })
  for (const isRemembered of [true, false]) {
    const shown = await shell({ cookie: await signIn('rita', isRemembered) })
    expect(shown).toMatchObject({ ...page, viewer: { user: { id: users.rita.id } }, keeps_pages: isRemembered })
  }
})

test('a page that is not found names the project of its address, if the reader may know of it', async () => {
  const { app, db, project } = await openDoor()
  const missing = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([url, statusCode]).toEqual([url, 404])
    return embeddedIn(body)
  }
  const addresses = ['nowhere', 'issues/9999', 'issues/seven', 'environments/seven'].map(
    path => `/${project.fullPath}/-/${path}`,
  )
  for (const url of addresses) expect(await missing(url)).toMatchObject({ data: null })
  await sql`update namespaces set visibility = 'public'`.execute(db)
  for (const url of addresses)
    expect(await missing(url)).toMatchObject({
      operation: null,
      data: { namespace: { full_path: project.fullPath, offers: { issues: true, settings: false } } },
    })
  expect(await missing('/no/where/-/nowhere')).toMatchObject({ data: null })
})
