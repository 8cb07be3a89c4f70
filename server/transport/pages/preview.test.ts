import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { updateGroup } from '#contract/foundation/groups.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from '#test/world/world.ts'

async function site() {
  const found = await world()
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<head><title>Weft</title></head><!--weft-->' }
  const { db, services, users } = found
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web, doors: [] })
  onTestFinished(() => app.close())
  /** What stands in the head of a document, for somebody who is signed out unless named: so are programs that preview links. */
  const headOf = async (url: string, who?: keyof typeof users) => {
    const cookie = who === undefined ? {} : { cookie: `_weft_session=${await sessionOf(users[who].id)}` }
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html', ...cookie } })
    return { status: statusCode, head: /<head>(.*)<\/head>/s.exec(body)?.[1] ?? '' }
  }
  async function sessionOf(userId: number): Promise<string> {
    const cookie = randomBytes(20).toString('hex')
    const expiresAt = '2999-01-01T00:00:00Z'
    const session = { userId, tokenHash: hashSecret(cookie), csrfToken: 'token', expiresAt, lastSeenAt: expiresAt }
    await db.insertInto('sessions').values(session).execute()
    return cookie
  }
  return { ...found, headOf }
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
  expect(head).toContain('<meta property="og:type" content="website"><meta property="og:site_name" content="Weft">')
  expect(head).toContain('<meta name="twitter:card" content="summary">')
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

test('pages of administrators are refused to everybody else', async () => {
  const { headOf } = await site()
  const pages = slices.flatMap(({ pages = [] }) => pages).filter(({ address }) => address.startsWith('/admin/'))
  expect(pages.length).toBeGreaterThan(5)
  for (const { address } of pages) {
    const url = address.replace(':id', '1')
    expect([url, (await headOf(url)).status, (await headOf(url, 'olga')).status]).toEqual([url, 401, 403])
  }
})
