import { expect, test } from 'vitest'
import { site } from '#test/world/site.ts'

test('PLATFORM-011 keys are refused where a list has none, and pages too far behind where it has', async () => {
  const { ask, project } = await site()
  const none = { error: 'Keyset pagination is not yet available for this type of request' }
  for (const address of [
    `/projects/${project.id}/labels?pagination=keyset`,
    `/projects/${project.id}/members?pagination=keyset`,
    '/projects?pagination=keyset&order_by=name',
    '/groups?pagination=keyset&order_by=path',
  ]) {
    const refused = await ask('root', `GET ${address}`)
    expect([refused.status, refused.body]).toEqual([405, none])
  }
  for (const address of [`/projects/${project.id}/issues`, '/projects', '/users', '/groups']) {
    expect((await ask('root', `GET ${address}?page=501&per_page=100`)).status).toBe(200)
    const refused = await ask('root', `GET ${address}?page=502&per_page=100`)
    expect(refused.status).toBe(405)
    expect(refused.body).toEqual({ error: expect.stringContaining('maximum allowed offset of 50000') })
  }
  // Lists without keyset pages have no limit of pages.
  expect((await ask('root', `GET /projects/${project.id}/labels?page=9000`)).status).toBe(200)
})

test('PLATFORM-011 a cursor is told by a header of its own, and leads through all groups', async () => {
  const { ask, build, group } = await site()
  const made = await build.group({ visibility: 'public' })
  const other = await build.group({ visibility: 'public' })
  const seen: number[] = []
  let cursor: string | undefined = ''
  for (let page = 0; page < 50 && cursor !== undefined; page += 1) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const reply = await ask('root', `GET /groups?pagination=keyset&per_page=1${at}`)
    expect(reply.headers['x-total']).toBeUndefined()
    seen.push(...(reply.body as { id: number }[]).map(each => each.id))
    cursor = reply.headers['x-next-cursor'] as string | undefined
    expect(reply.headers.link === undefined).toBe(cursor === undefined)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining([group.id, made.id, other.id]))
  const listed = await ask('anon', 'GET /groups?pagination=keyset')
  expect((listed.body as { id: number }[]).map(each => each.id)).not.toContain(group.id)
  expect((await ask('root', 'GET /groups?pagination=keyset&cursor=nonsense')).status).toBe(400)
})

test('PLATFORM-011 a record that changed since the caller saw it is not deleted', async () => {
  const { ask, project, group, users } = await site()
  const make = async (address: string, payload: object) =>
    ((await ask('root', `POST ${address}`, { payload })).body as { id: number }).id
  const label = await make(`/projects/${project.id}/labels`, { name: 'old', color: '#112233' })
  const groupMilestone = await make(`/groups/${group.id}/milestones`, { title: 'old' })
  const milestone = await make(`/projects/${project.id}/milestones`, { title: 'old' })
  const made = await make('/projects', { name: 'old project' })
  for (const address of [
    `/projects/${project.id}/labels/${label}`,
    `/projects/${project.id}/labels?name=old`,
    `/projects/${project.id}/milestones/${milestone}`,
    `/groups/${group.id}/milestones/${groupMilestone}`,
    `/groups/${group.id}`,
    `/projects/${made}`,
    `/users/${users.gus.id}`,
  ]) {
    const refused = await ask('root', `DELETE ${address}`, {
      headers: { 'if-unmodified-since': 'Tue, 01 Jan 2019 00:00:00 GMT' },
    })
    expect([address, refused.status, refused.body]).toEqual([address, 412, { message: '412 Precondition Failed' }])
  }
  const headers = { 'if-unmodified-since': new Date(Date.now() + 60_000).toUTCString() }
  expect((await ask('root', `DELETE /projects/${project.id}/labels/${label}`, { headers })).status).toBe(204)
})
