import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { updateGroup } from '#contract/foundation/groups.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { aMinute } from '#server/access/rate-limits.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from '#test/world/world.ts'

async function site(settings?: Readonly<Record<string, string>>) {
  const found = await world(settings && { settings })
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<head><title>Weft</title></head><!--weft-->' }
  const { db, services, users } = found
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  /**
   * The head of a document, for a signed-out visitor unless a user is named: programs that preview links are signed out
   * too.
   */
  const headOf = async (url: string, who?: keyof typeof users) => {
    const cookie = who === undefined ? {} : { cookie: await cookieOf(who) }
    const { statusCode, body } = await ask(url, { accept: 'text/html', ...cookie })
    return { status: statusCode, head: /<head>(.*)<\/head>/s.exec(body)?.[1] ?? '' }
  }
  const ask = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers })
  async function cookieOf(who: keyof typeof users): Promise<string> {
    const cookie = randomBytes(20).toString('hex')
    const expiresAt = '2999-01-01T00:00:00Z'
    const session = {
      userId: users[who].id,
      tokenHash: hashSecret(cookie),
      csrfToken: 'token',
      expiresAt,
      lastSeenAt: expiresAt,
    }
    await db.insertInto('sessions').values(session).execute()
    return `_weft_session=${cookie}`
  }
  return { ...found, headOf, ask, cookieOf }
}

test('the document of a public issue tells the preview of a link what stands there', async () => {
  const { as, build, headOf } = await site()
  const mill = await build.group({ path: 'mill', visibility: 'public' })
  const project = await build.project({ path: 'open', visibility: 'public', parent: mill })
  const issue = await as('root').call(createIssue, {
    id: project.id,
    title: 'Shuttle "sticks" <b>',
    description: 'It **jams** at `noon` & stops.\n\n<!-- a secret -->\n\nThen "it" goes on.',
  })
  const { head } = await headOf(`/${project.fullPath}/-/issues/${issue.iid}?utm=1`)
  const words = 'It jams at noon &amp; stops. Then &quot;it&quot; goes on.'
  expect(head).toContain(`<meta name="description" content="${words}">`)
  expect(head).toContain(`<meta property="og:description" content="${words}">`)
  expect(head).toContain(`<meta property="og:title" content="Shuttle &quot;sticks&quot; &lt;b&gt; (#${issue.iid})`)
  expect(head).toContain(
    `<meta property="og:url" content="http://weft.test/${project.fullPath}/-/issues/${issue.iid}">`,
  )
  expect(head).toContain('<meta property="og:type" content="article"><meta property="og:site_name" content="Weft">')
  expect(head).toContain(`<meta property="article:published_time" content="${issue.createdAt}">`)
  expect(head).toContain(`<meta property="article:modified_time" content="${issue.updatedAt}">`)
  expect(head).not.toContain('secret')
})

test('a page with nothing to tell has a title and no description', async () => {
  const { as, build, headOf } = await site()
  const mill = await build.group({ path: 'mill', visibility: 'public' })
  const project = await build.project({ path: 'open', visibility: 'public', parent: mill })
  const issue = await as('root').call(createIssue, { id: project.id, title: 'Bare' })
  const { head } = await headOf(`/${project.fullPath}/-/issues/${issue.iid}`)
  expect(head).toContain('og:title')
  expect(head).not.toContain('description')
})

test('PERM-003 what a reader may not know has the same head as what is not there', async () => {
  const { as, build, project, headOf } = await site()
  const mill = await build.group({ path: 'mill', visibility: 'public' })
  const open = await build.project({ path: 'open', visibility: 'public', parent: mill })
  const secret = { title: 'Secret warp', description: 'Nobody may read it.' }
  const confidential = await as('root').call(createIssue, { ...secret, id: open.id, confidential: true })
  const hidden = await as('rita').call(createIssue, { ...secret, id: project.id })
  const nothing = { status: 404, head: '<title>Page not found · Weft</title>' }
  for (const who of [undefined, 'nina'] as const) {
    expect(await headOf(`/${open.fullPath}/-/issues/9999`, who)).toEqual(nothing)
    expect(await headOf(`/${open.fullPath}/-/issues/${confidential.iid}`, who)).toEqual(nothing)
    expect(await headOf(`/${project.fullPath}/-/issues/${hidden.iid}`, who)).toEqual(nothing)
    for (const at of ['', '/-/issues', '/-/milestones', '/-/labels'])
      expect([at, await headOf(`/${project.fullPath}${at}`, who)]).toEqual([at, nothing])
  }
  expect((await headOf(`/${project.fullPath}/-/issues/${hidden.iid}`, 'dan')).head).toContain('Nobody may read it.')
})

test('projects and groups are told by what they say of themselves', async () => {
  const { as, build, headOf } = await site()
  const group = await build.group({ path: 'mill', visibility: 'public' })
  const project = await build.project({ path: 'open', visibility: 'public', parent: group })
  await as('root').call(updateGroup, { id: group.id, description: 'Cloth *by the yard*' })
  await as('root').call(updateProject, { id: project.id, description: 'Weaves linen' })
  for (const path of ['/mill', '/groups/mill']) {
    const { head } = await headOf(path)
    expect(head).toContain('<meta name="description" content="Cloth by the yard">')
    expect(head).toContain('<meta property="og:title" content="Overview · mill">')
  }
  expect((await headOf(`/${project.fullPath}`)).head).toContain('<meta name="description" content="Weaves linen">')
})

test('the link of everything that is public has an image of its own, which every cache asks for again', async () => {
  const { as, db, build, headOf, ask } = await site()
  const mill = await build.group({ path: 'mill', visibility: 'public' })
  const { id: projectId } = await build.project({ path: 'open', visibility: 'public', parent: mill })
  const numberOf = async (type: string) => (await build.issue({ type, projectId })).iid
  const request = await numberOf('merge_request')
  await sql`insert into merge_requests (id, namespace_id, source_project_id, source_branch, target_branch, is_open)
    select id, ${projectId}, ${projectId}, 'warp', 'main', true from issuables where type = 'merge_request'`.execute(db)
  const paths = [
    '/mill/open',
    '/mill',
    '/groups/mill',
    `/mill/open/-/issues/${await numberOf('issue')}`,
    `/mill/open/-/issues/incident/${await numberOf('incident')}`,
    `/mill/open/-/work_items/${await numberOf('task')}`,
    `/mill/open/-/merge_requests/${request}`,
    `/groups/mill/-/epics/${(await as('root').call(createEpic, { id: mill.id, title: 'Cloth' })).iid}`,
  ]
  const imageOf = async (path: string, headers = {}) => {
    const { head } = await headOf(path)
    const [, address = ''] = /<meta property="og:image" content="http:\/\/weft.test([^"]+)">/.exec(head) ?? []
    expect([path, head]).toEqual([path, expect.stringContaining('<meta property="og:image:width" content="1200">')])
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image">')
    const { statusCode, headers: answered, rawPayload } = await ask(address, headers)
    return { statusCode, headers: answered, rawPayload, etag: String(answered.etag) }
  }
  const etags = new Map<string, string>()
  for (const path of paths) {
    const { statusCode, headers, rawPayload, etag } = await imageOf(path)
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'image/png'])
    expect(rawPayload.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    expect(headers['cache-control']).toBe('public, no-cache')
    const again = await imageOf(path, { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    etags.set(path, etag)
  }
  await db.updateTable('issuables').set({ title: 'Another one' }).execute()
  await db.updateTable('namespaces').set({ name: 'Another one' }).execute()
  for (const [path, etag] of etags) expect((await imageOf(path, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('PERM-003 no image tells of what the public may not know, even to those who may', async () => {
  const { as, build, project, ask, cookieOf } = await site()
  const mill = await build.group({ path: 'mill', visibility: 'public' })
  const open = await build.project({ path: 'open', visibility: 'public', parent: mill })
  const secret = { title: 'Secret warp', description: 'Nobody may read it.' }
  const confidential = await as('root').call(createIssue, { ...secret, id: open.id, confidential: true })
  const hidden = await as('rita').call(createIssue, { ...secret, id: project.id })
  const cookie = await cookieOf('root')
  const nothing = await ask('/mill/open/-/issues/9999/preview.png', { cookie })
  expect(nothing.statusCode).toBe(404)
  for (const address of [
    `/mill/open/-/issues/${confidential.iid}/preview.png`,
    `/${project.fullPath}/-/issues/${hidden.iid}/preview.png`,
    `/${project.fullPath}/-/merge_requests/1/preview.png`,
    `/${project.fullPath}/-/preview.png`,
    `/groups/weft/-/preview.png`,
    `/groups/weft/-/epics/1/preview.png`,
    '/ann/-/preview.png',
    '/rita/-/preview.png',
    '/mill/open/-/issues/x/preview.png',
    `/${'a'.repeat(4000)}/-/preview.png`,
  ])
    for (const headers of [{}, { cookie }])
      expect([address, answerOf(await ask(address, headers))]).toEqual([address, answerOf(nothing)])
  // A document for a signed-in user names no image: it would show the page as signed-out visitors see it.
  const document = await ask(`/${project.fullPath}/-/issues/${hidden.iid}`, { cookie, accept: 'text/html' })
  expect(document.body).toContain('Nobody may read it.')
  expect(document.body).not.toContain('og:image')
})

const answerOf = ({ statusCode, headers, body }: Awaited<ReturnType<Awaited<ReturnType<typeof site>>['ask']>>) => [
  statusCode,
  headers['content-type'],
  headers['cache-control'],
  body,
]

test('images are drawn for one network a limited number of times a minute, and a few at a time', async () => {
  const { build, ask } = await site({ RATE_LIMITS: 'on' })
  const open = await build.project({ path: 'open', visibility: 'public' })
  const most = aMinute.previewImages.signedIn
  const numbers = await Promise.all(
    Array.from(
      { length: most + 1 },
      async (_, at) => (await build.issue({ projectId: open.id, title: `Title ${at}` })).iid,
    ),
  )
  const answers = await Promise.all(numbers.map(iid => ask(`/${open.fullPath}/-/issues/${iid}/preview.png`)))
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  expect([count(429), count(200) + count(503)]).toEqual([1, most])
  for (const status of [200, 503]) expect(count(status)).toBeGreaterThan(0)
  // A cached image does not count for any requester.
  const [kept] = numbers.filter((_, at) => answers[at]?.statusCode === 200)
  expect((await ask(`/${open.fullPath}/-/issues/${kept}/preview.png`)).statusCode).toBe(200)
})

test('pages of administrators are refused to everybody else', async () => {
  const { headOf } = await site()
  const pages = slices.flatMap(({ pages = [] }) => pages).filter(({ address }) => address.startsWith('/admin/'))
  expect(pages.length).toBeGreaterThan(5)
  for (const { address } of pages) {
    const url = address.replace(':id', '1')
    expect([url, (await headOf(url)).status, (await headOf(url, 'olga')).status]).toEqual([url, 401, 403])
  }
})
