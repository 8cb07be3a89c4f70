import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { sessionCookie } from '#server/transport/session/authenticate.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from '#test/world/world.ts'

async function openDoor() {
  const built = await world()
  const { db, services } = built
  const drawn: string[] = []
  const draw = async (_address: string, page: string) => {
    drawn.push(page)
    return null
  }
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<head></head><!--weft-->', drawing: { wake: () => undefined, draw } }
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  return { ...built, app, drawn }
}

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

test('a page that has not changed is the same to the drawing a few seconds later, and anew after half a minute', async () => {
  const { app, build, db, drawn, project } = await openDoor()
  await sql`update namespaces set visibility = 'public'`.execute(db)
  const issue = await build.issue()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const path of ['/-/issues', `/-/issues/${issue.iid}`]) {
    drawn.length = 0
    for (const at of ['12:00:01.234', '12:00:27.5', '12:00:31']) {
      vi.setSystemTime(`2031-02-03T${at}Z`)
      const { statusCode } = await app.inject({ url: `/${project.fullPath}${path}`, headers: { accept: 'text/html' } })
      expect([path, statusCode]).toEqual([path, 200])
    }
    expect(drawn).toHaveLength(3)
    expect(drawn[1], path).toBe(drawn[0])
    expect(drawn[2], path).not.toBe(drawn[0])
  }
})

test('the document for kept pages names who reads and no page, and only a remembered session may keep them', async () => {
  const { app, db, users } = await openDoor()
  const embeddedIn = async (headers: Record<string, string>) => {
    const { statusCode, body } = await app.inject({ url: '/-/shell', headers: { accept: 'text/html', ...headers } })
    expect(statusCode).toBe(200)
    return JSON.parse(/id="weft-page">(.*)<\/script>/.exec(body)?.[1] ?? '')
  }
  const page = { operation: null, data: null, answers: [] }
  expect(await embeddedIn({})).toMatchObject({ ...page, viewer: { user: null }, keeps_pages: true })
  for (const isRemembered of [true, false]) {
    const token = `session ${isRemembered}`
    await sql`
      insert into sessions (user_id, token_hash, csrf_token, remember, created_at, last_seen_at, expires_at)
      values (${users.rita.id}, ${hashSecret(token)}, 'the-token', ${isRemembered}, now(), now(), now() + interval '1 hour')`.execute(
      db,
    )
    const shown = await embeddedIn({ cookie: `${sessionCookie}=${encodeURIComponent(token)}` })
    expect(shown).toMatchObject({ ...page, viewer: { user: { id: users.rita.id } }, keeps_pages: isRemembered })
  }
})

test('a page that is not found names the project of its address, if the reader may know of it', async () => {
  const { app, db, project } = await openDoor()
  const missing = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([url, statusCode]).toEqual([url, 404])
    return JSON.parse(/id="weft-page">(.*)<\/script>/.exec(body)?.[1] ?? '')
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
