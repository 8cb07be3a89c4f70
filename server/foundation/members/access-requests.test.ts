import { expect, test } from 'vitest'
import {
  approveProjectAccess,
  denyProjectAccess,
  listProjectAccessRequests,
  requestProjectAccess,
} from '#contract/foundation/access-requests.ts'
import { getProjectMember } from '#contract/foundation/members.ts'
import { createProject, updateProject } from '#contract/foundation/projects.ts'
import { world } from '#test/world/world.ts'

test('PERM-001 who may see a project asks to become a member, and who manages members decides', async () => {
  const { as, users } = await world()
  const { id } = await as('root').call(createProject, {
    name: 'Open',
    visibility: 'public',
    requestAccessEnabled: true,
  })
  const asked = await as('nina').reply(requestProjectAccess, { id })
  expect([asked.status, asked.body]).toEqual([
    201,
    expect.objectContaining({ id: users.nina.id, username: 'nina', requested_at: expect.any(String) }),
  ])
  const again = as('nina').call(requestProjectAccess, { id })
  await expect(again).rejects.toMatchObject({
    status: 400,
    body: { message: { user_id: ['has already requested access'] } },
  })
  await expect(as('anon').call(requestProjectAccess, { id })).rejects.toMatchObject({ kind: 'unauthenticated' })
  await expect(as('nina').call(listProjectAccessRequests, { id })).rejects.toMatchObject({ kind: 'forbidden' })
  expect((await as('root').call(listProjectAccessRequests, { id })).map(each => each.username)).toEqual(['nina'])

  const one = { id, userId: users.nina.id }
  await expect(as('rita').call(denyProjectAccess, one)).rejects.toMatchObject({ kind: 'forbidden' })
  const approved = await as('root').reply(approveProjectAccess, one)
  expect([approved.status, approved.body]).toEqual([
    201,
    expect.objectContaining({ username: 'nina', access_level: 30 }),
  ])
  expect((await as('root').call(getProjectMember, one)).accessLevel).toBe(30)
  expect(await as('root').call(listProjectAccessRequests, { id })).toEqual([])
  await expect(as('root').call(approveProjectAccess, one)).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as('nina').call(requestProjectAccess, { id })).rejects.toMatchObject({ status: 400 })
})

test('PERM-001 a request is taken back or refused, and there is none where nobody is to ask', async () => {
  const { as, users, project } = await world()
  const { id } = await as('root').call(createProject, {
    name: 'Open',
    visibility: 'public',
    requestAccessEnabled: true,
  })
  const one = { id, userId: users.nina.id }
  for (const who of ['nina', 'root'] as const) {
    await as('nina').call(requestProjectAccess, { id })
    expect((await as(who).reply(denyProjectAccess, one)).status).toBe(204)
    expect(await as('root').call(listProjectAccessRequests, { id })).toEqual([])
  }
  await as('root').call(updateProject, { id, requestAccessEnabled: false })
  await expect(as('nina').call(requestProjectAccess, { id })).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('nina').call(requestProjectAccess, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
})

test('PERM-001 who asks several times at once asks once, and once it is told', async () => {
  const { as, db } = await world({ commits: true })
  const { id } = await as('root').call(createProject, {
    name: 'Open',
    visibility: 'public',
    requestAccessEnabled: true,
  })
  const asking = Array.from({ length: 12 }, () => as('nina').reply(requestProjectAccess, { id }))
  const statuses = (await Promise.all(asking)).map(each => each.status)
  expect(statuses.filter(status => status === 201)).toHaveLength(1)
  const told = await db.selectFrom('events').select('id').where('name', '=', 'access.requested').execute()
  expect(told).toHaveLength(1)
})
