import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/deploy-tokens.ts'
import { type Member, world } from '#test/world/world.ts'
import { identifyDeployToken } from './identify.ts'

const wanted = { name: 'machine', scopes: ['read_repository'] }
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

test('PLATFORM-011 a deploy token is shown once, listed, read and deleted', async () => {
  const { as, db, project } = await world()
  const made = await as('mina').call(contract.createProjectDeployToken, { ...wanted, id: project.id })
  expect(made.token).toMatch(/^gldt-[A-Za-z0-9_-]{32}$/)
  const { token, ...shown } = made
  expect(shown).toEqual({
    id: made.id,
    name: 'machine',
    username: `gitlab+deploy-token-${made.id}`,
    scopes: ['read_repository'],
    expiresAt: null,
    revoked: false,
    expired: false,
  })
  expect(await as('mina').call(contract.listProjectDeployTokens, { id: project.id })).toEqual([shown])
  expect(await as('mina').call(contract.getProjectDeployToken, { id: project.id, tokenId: made.id })).toEqual(shown)
  expect(await identifyDeployToken(db, { username: made.username, password: token })).toEqual({
    id: made.id,
    namespaceId: project.id,
    scopes: ['read_repository'],
  })
  await as('mina').call(contract.deleteProjectDeployToken, { id: project.id, tokenId: made.id })
  expect(await identifyDeployToken(db, { username: made.username, password: token })).toBeNull()
  const gone = await as('mina').reply(contract.getProjectDeployToken, { id: project.id, tokenId: made.id })
  expect(gone.status).toBe(404)
})

test.each([
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ scopes: [] }, { scopes: ["can't be blank"] }],
  [{ scopes: ['read_repository', 'read_registry'] }, { scopes: ['can contain only read_repository'] }],
  [{ username: 'a b' }, { username: ["can contain only letters, digits, '_', '-', '+', and '.'"] }],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, { expires_at: ['cannot be a date in the past'] }],
])('PLATFORM-011 a deploy token with %j is refused', async (wrong, message) => {
  const { as, project } = await world()
  const reply = await as('mina').reply(contract.createProjectDeployToken, { ...wanted, id: project.id, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test.each<[Member | 'root' | 'anon', number, number]>([
  ['root', 200, 201],
  ['olga', 200, 201],
  ['mina', 200, 403],
  ['dan', 403, 403],
  ['nina', 404, 404],
  ['anon', 404, 404],
])('PERM-002 %s reading the deploy tokens of a group: %i, creating one: %i', async (who, reading, creating) => {
  const { as, build, group, users } = await world()
  for (const [name, level] of [
    ['olga', 50],
    ['mina', 40],
    ['dan', 30],
  ] as const)
    await build.member({ at: group.id, userId: users[name].id, level })
  expect((await as(who).reply(contract.listGroupDeployTokens, { id: group.id })).status).toBe(reading)
  expect((await as(who).reply(contract.createGroupDeployToken, { ...wanted, id: group.id })).status).toBe(creating)
})

test('PERM-002 a token of one place is not found at another, and only administrators list all', async () => {
  const { as, group, project } = await world()
  const ofProject = await as('root').call(contract.createProjectDeployToken, { ...wanted, id: project.id })
  const ofGroup = await as('root').call(contract.createGroupDeployToken, { ...wanted, id: group.id })
  const wrong = [
    [contract.getProjectDeployToken, project.id, ofGroup.id],
    [contract.deleteProjectDeployToken, project.id, ofGroup.id],
    [contract.getGroupDeployToken, group.id, ofProject.id],
    [contract.deleteGroupDeployToken, group.id, ofProject.id],
  ] as const
  for (const [operation, id, tokenId] of wrong)
    expect((await as('root').reply(operation, { id, tokenId })).status).toBe(404)
  expect((await as('root').call(contract.listDeployTokens, {})).map(each => each.id)).toEqual([
    ofProject.id,
    ofGroup.id,
  ])
  expect((await as('olga').reply(contract.listDeployTokens, {})).status).toBe(403)
})

test('PLATFORM-011 a revoked and an expired token leave the page, and stay in the list', async () => {
  const { as, db, project } = await world()
  const make = (expiresAt: string | null) =>
    as('mina').call(contract.createProjectDeployToken, { ...wanted, id: project.id, username: 'robot', expiresAt })
  const [revoked, expired, active] = [await make(null), await make(inDays(1)), await make(inDays(2))]
  await as('mina').call(contract.revokeProjectDeployToken, { namespace: project.fullPath, tokenId: revoked.id })
  await db
    .updateTable('deployTokens')
    .set({ expiresAt: inDays(-1) })
    .where('id', '=', expired.id)
    .execute()
  const page = await as('mina').call(contract.projectDeployTokensOnPage, { namespace: project.fullPath })
  expect(page.map(each => each.id)).toEqual([active.id])
  const listed = (input: { active?: boolean }) =>
    as('mina').call(contract.listProjectDeployTokens, { id: project.id, ...input })
  expect((await listed({})).map(each => [each.id, each.revoked, each.expired])).toEqual([
    [revoked.id, true, false],
    [expired.id, false, true],
    [active.id, false, false],
  ])
  expect((await listed({ active: true })).map(each => each.id)).toEqual([active.id])
  expect((await listed({ active: false })).map(each => each.id)).toEqual([revoked.id, expired.id])
  for (const { token } of [revoked, expired])
    expect(await identifyDeployToken(db, { username: 'robot', password: token })).toBeNull()
  expect(await identifyDeployToken(db, { username: 'other', password: active.token })).toBeNull()
  expect(await identifyDeployToken(db, { username: 'robot', password: active.token })).not.toBeNull()
})
