import { expect, onTestFinished, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from '#test/world/world.ts'

async function site() {
  const found = await world()
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const web = { folder: null, html: async () => '<!--weft-->' }
  const app = await createApp({
    db: found.db,
    known: new KnownIdentities(),
    services: found.services,
    slices,
    hub,
    web,
    doors: [],
  })
  onTestFinished(() => app.close())
  const group = await found.build.group({ path: 'mill', visibility: 'public' })
  const sub = await found.build.group({ path: 'hall', visibility: 'public', parent: group })
  const project = await found.build.project({ path: 'loom', visibility: 'public', parent: sub })
  await found.as('root').call(updateProject, { id: project.id, path: 'frame' })
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
  return { get, project }
}

test('readers of a former path are sent to the id by the API, to the path of today by a page', async () => {
  const { get, project } = await site()
  const api = await get('/api/v4/projects/mill%2Fhall%2Floom?statistics=true')
  expect(api.statusCode).toBe(301)
  expect(api.headers.location).toBe(`http://weft.test/api/v4/projects/${project.id}?statistics=true`)
  const page = await get('/mill/hall/loom')
  expect(page.statusCode).toBe(301)
  expect(page.headers.location).toBe('http://weft.test/mill/hall/frame')
})

test('the activity of a project is also found where GitLab has it', async () => {
  const { get } = await site()
  const page = await get('/mill/hall/frame/activity?kind=issues')
  expect([page.statusCode, page.headers.location]).toEqual([
    301,
    'http://weft.test/mill/hall/frame/-/activity?kind=issues',
  ])
  expect((await get('/mill/hall/frame/-/activity')).statusCode).toBe(200)
  expect((await get('/weft/loom/activity')).statusCode).toBe(404)
})

test.each([
  ['/mill/hall/frame/merge_requests/1?tab=changes', '/mill/hall/frame/-/merge_requests/1?tab=changes'],
  ['/mill/hall/frame/issues', '/mill/hall/frame/-/issues'],
  ['/mill/hall/frame/blob/main/docs/issues/a.md', '/mill/hall/frame/-/blob/main/docs/issues/a.md'],
  // The answer does not reveal whether there is such a project.
  ['/nobody/nothing/issues/1', '/nobody/nothing/-/issues/1'],
])('an address from before GitLab had /-/ leads on: %s', async (old, today) => {
  const { get } = await site()
  const page = await get(old)
  expect([page.statusCode, page.headers.location]).toEqual([302, today])
})

test.each(['/mill/hall/frame/-/issues/999', '/-/issues/1', '/mill/issues', '/mill/hall/frame/nothing'])(
  'an address that no page has ever had is not found: %s',
  async address => {
    const { get } = await site()
    expect((await get(address)).statusCode).toBe(404)
  },
)

test('the administration begins with its users', async () => {
  const { get } = await site()
  const page = await get('/admin')
  expect([page.statusCode, page.headers.location]).toEqual([302, '/admin/users'])
  expect((await get('/admin/users')).statusCode).toBe(401)
})

test.each(['/-/issues?sort=created_asc&state=closed', '/-/issues?sort=foo&state=closed'])(
  'an address typed by hand, %s, shows the page without what is wrong in it',
  async path => {
    const { get } = await site()
    const page = await get(`/mill/hall/frame${path}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('"state":"closed"')
    expect(page.body).not.toContain('"sort":')
  },
)

test('PLATFORM-003 every group and project has its page under its full path', async () => {
  const { get } = await site()
  for (const url of ['/mill/hall/frame', '/mill/hall', '/groups/mill/hall', '/mill', '/explore', '/olga']) {
    const page = await get(url)
    expect([url, page.statusCode]).toEqual([url, 200])
  }
  expect((await get('/mill/hall/frame')).body).toContain('"page":"namespace"')
  expect((await get('/groups/mill/hall')).body).toContain('"page":"group"')
  expect((await get('/weft/loom')).statusCode).toBe(404)
  expect((await get('/mill/hall/frame/-/edit')).statusCode).toBe(401)
})
