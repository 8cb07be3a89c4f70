import { expect, test } from 'vitest'
import { createSshKey } from '#contract/foundation/keys.ts'
import {
  addProjectMember,
  getProjectMember,
  removeGroupMember,
  updateGroupMember,
} from '#contract/foundation/members.ts'
import {
  createGroupAccessToken,
  createProjectAccessToken,
  getGroupAccessToken,
  getProjectAccessToken,
  listGroupAccessTokens,
  listProjectAccessTokens,
  placeTokenOperations,
  revokeProjectAccessToken,
  rotateProjectAccessToken,
  rotateUsedProjectAccessToken,
} from '#contract/foundation/place-tokens.ts'
import { deleteProject, getProject, transferProject } from '#contract/foundation/projects.ts'
import { getOwnToken } from '#contract/foundation/tokens.ts'
import { getUserById, listUsers, updateUser } from '#contract/foundation/users.ts'
import { appWorld } from '#test/world/app.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'
import { sshKeys } from '#test/world/public-keys.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { identifyToken } from './identify.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const wanted = { name: 'Deployer', scopes: ['api' as const], accessLevel: 30, expiresAt: inDays(30) }
const from = { ip: '10.0.0.1' }

/** A world whose group has an owner and a maintainer. */
async function owned() {
  const made = await world()
  const { build, group, users } = made
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  await build.member({ at: group.id, userId: users.mina.id, level: 40 })
  return made
}

test('an access token of a project has a bot of its own, a member until the token expires', async () => {
  const { as, project } = await world()
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  const { token, ...shown } = made
  expect(token).toMatch(/^glpat-/)
  expect(shown).toMatchObject({
    name: 'Deployer',
    description: null,
    active: true,
    revoked: false,
    lastUsedAt: null,
    scopes: ['api'],
    expiresAt: wanted.expiresAt,
    accessLevel: 30,
  })
  const bot = await as('root').call(getUserById, { id: made.userId })
  expect(bot).toMatchObject({
    name: 'Deployer',
    bot: true,
    username: expect.stringMatching(/^project_\d+_bot_[0-9a-f]{32}$/),
  })
  expect(await as('mina').call(getProjectMember, { id: project.id, userId: made.userId })).toMatchObject({
    accessLevel: 30,
    expiresAt: wanted.expiresAt,
  })
  const byBot = as(made.userId, { tokenId: made.id })
  expect(await byBot.call(getOwnToken, {})).toMatchObject({ id: made.id, userId: made.userId })
  expect(await as('mina').call(listProjectAccessTokens, { id: project.id })).toEqual([shown])
  expect(await as('mina').call(getProjectAccessToken, { id: project.id, tokenId: made.id })).toMatchObject(shown)
  expect(await as('mina').call(listUsers, { username: bot.username, withoutProjectBots: true })).toEqual([])
})

test('a token belongs to its project or group only', async () => {
  const { as, project, group, build } = await owned()
  const other = await build.project({ visibility: 'private' })
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  const ofGroup = await as('olga').call(createGroupAccessToken, { ...wanted, id: group.id })
  const root = as('root')
  expect(await outcomeOf(root.call(getProjectAccessToken, { id: other.id, tokenId: made.id }))).toBe('not_found')
  expect(await outcomeOf(root.call(getGroupAccessToken, { id: group.id, tokenId: made.id }))).toBe('not_found')
  expect(
    await outcomeOf(root.call(addProjectMember, { id: other.id, userId: [String(made.userId)], accessLevel: 30 })),
  ).toBe('not_found')
  expect(await outcomeOf(as(made.userId).call(getProject, { id: project.id }))).toBe('ok')
  expect(await outcomeOf(as(made.userId).call(getProject, { id: other.id }))).toBe('not_found')
  // That of a group reaches the projects in it.
  expect(await outcomeOf(as(ofGroup.userId).call(getProject, { id: project.id }))).toBe('ok')
  expect(await root.call(listGroupAccessTokens, { id: group.id })).toHaveLength(1)
})

test.each([
  ['project', 'mina', 'dan'],
  ['group', 'olga', 'mina'],
] as const)('PERM-002 %s tokens are managed by %s, not by %s', async (kind, who, other) => {
  const { as, ...places } = await owned()
  const { create, list, rotate, revoke } = placeTokenOperations[kind]
  const { id } = places[kind]
  expect(await as(who).call(list, { id })).toEqual([])
  const made = await as(who).call(create, { ...wanted, id })
  expect(await outcomeOf(as(other).call(create, { ...wanted, id }))).toBe('forbidden')
  expect(await outcomeOf(as(other).call(list, { id }))).toBe('forbidden')
  expect(await outcomeOf(as(other).call(rotate, { id, tokenId: made.id }))).toBe('forbidden')
  expect(await outcomeOf(as(other).call(revoke, { id, tokenId: made.id }))).toBe('forbidden')
  expect(await outcomeOf(as('nina').call(list, { id }))).toBe('not_found')
})

test('PERM-002 a maintainer neither makes an owner’s token nor gets hold of one', async () => {
  const { as, project } = await world()
  const owner = { ...wanted, id: project.id, accessLevel: 50 }
  expect(await outcomeOf(as('mina').call(createProjectAccessToken, owner))).toBe('forbidden')
  const made = await as('olga').call(createProjectAccessToken, owner)
  const one = { id: project.id, tokenId: made.id }
  expect(await outcomeOf(as('mina').call(rotateProjectAccessToken, one))).toBe('forbidden')
  expect(await outcomeOf(as('mina').call(revokeProjectAccessToken, one))).toBe('forbidden')
})

test('PERM-002 a bot makes no tokens and no keys, whatever its role', async () => {
  const { as, project } = await world()
  const made = await as('olga').call(createProjectAccessToken, { ...wanted, id: project.id, accessLevel: 50 })
  const bot = as(made.userId, { tokenId: made.id })
  expect(await outcomeOf(bot.call(createProjectAccessToken, { ...wanted, id: project.id }))).toBe('forbidden')
  expect(await outcomeOf(bot.call(createSshKey, { title: 'Own', key: sshKeys.ed25519 }))).toBe('forbidden')
})

test('PERM-002 a bot takes no project into its own namespace', async () => {
  const { as, project } = await world()
  const made = await as('olga').call(createProjectAccessToken, { ...wanted, id: project.id, accessLevel: 50 })
  const bot = as(made.userId, { tokenId: made.id })
  const { username } = await as('root').call(getUserById, { id: made.userId })
  const reply = await bot.reply(transferProject, { id: project.id, namespace: username })
  expect([reply.status, reply.body]).toEqual([
    400,
    { message: { limit_reached: ['You have reached your limit of 0 projects'] } },
  ])
})

test.each([{ admin: true }, { password: 'correct horse battery' }, { email: 'bot@weavers.example' }])(
  'PERM-002 nobody makes an administrator or a person of a bot, whose token others can rotate: %j',
  async changes => {
    const { as, project } = await world()
    const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
    const change = { id: made.userId, skipReconfirmation: true, ...changes }
    expect(await outcomeOf(as('root').call(updateUser, change))).toBe('forbidden')
    expect(await outcomeOf(as('root').call(updateUser, { id: made.userId, name: 'Builder' }))).toBe('ok')
  },
)

test.each([
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ scopes: ['sudo' as const] }, { scopes: ['can only contain available scopes'] }],
  [{ accessLevel: 5 }, { access_level: ['is not included in the list'] }],
  [{ expiresAt: inDays(-1) }, { expires_at: ['cannot be a date in the past'] }],
  [{ expiresAt: inDays(400) }, { expires_at: ['must be within a year'] }],
])('a token of a group with %j is refused', async (wrong, message) => {
  const { as, group } = await owned()
  const reply = await as('olga').reply(createGroupAccessToken, { ...wanted, id: group.id, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('a revoked token ends the membership of its bot and is still listed', async () => {
  const { as, db, project } = await world()
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  const one = { id: project.id, tokenId: made.id }
  await as('mina').call(revokeProjectAccessToken, one)
  expect((await identifyToken(db, made.token ?? '', from)).outcome).toBe('revoked')
  expect(await as('mina').call(listProjectAccessTokens, { id: project.id, state: 'inactive' })).toMatchObject([
    { id: made.id, revoked: true, active: false, accessLevel: null },
  ])
  expect(await outcomeOf(as(made.userId).call(getProject, { id: project.id }))).toBe('not_found')
  expect(await as('root').call(getUserById, { id: made.userId })).toMatchObject({ bot: true })
})

test('a rotated token has the same bot until its own last day; the old one revokes the family', async () => {
  const { app, as, db, project } = await appWorld()
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  const bot = as(made.userId, { tokenId: made.id })
  const next = await bot.call(rotateUsedProjectAccessToken, { id: project.id, expiresAt: inDays(60) })
  expect(next).toMatchObject({ userId: made.userId, name: 'Deployer', scopes: ['api'], accessLevel: 30 })
  expect(await as('mina').call(getProjectMember, { id: project.id, userId: made.userId })).toMatchObject({
    accessLevel: 30,
    expiresAt: inDays(60),
  })
  const last = await as('mina').call(rotateProjectAccessToken, { id: project.id, tokenId: next.id })
  expect(last).toMatchObject({ userId: made.userId, expiresAt: inDays(7) })
  const reply = await app.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/access_tokens/self/rotate`,
    headers: { 'private-token': made.token ?? '' },
  })
  expect(reply.statusCode).toBe(401)
  expect((await identifyToken(db, last.token ?? '', from)).outcome).toBe('revoked')
  expect(await outcomeOf(as(made.userId).call(getProject, { id: project.id }))).toBe('not_found')
})

test('a personal token does not rotate itself as one of a project', async () => {
  const { as, project } = await world()
  const reply = await as('mina').reply(rotateUsedProjectAccessToken, { id: project.id })
  expect(reply.status).toBe(405)
})

test('the role of a bot stays when its creator’s is lowered, who no longer manages it', async () => {
  const { as, db, project, users } = await world()
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  await db.updateTable('members').set({ accessLevel: 20 }).where('userId', '=', users.mina.id).execute()
  expect(await outcomeOf(as('mina').call(listProjectAccessTokens, { id: project.id }))).toBe('forbidden')
  expect((await identifyToken(db, made.token ?? '', from)).outcome).toBe('ok')
  expect(await as('olga').call(getProjectMember, { id: project.id, userId: made.userId })).toMatchObject({
    accessLevel: 30,
  })
})

test('a bot with the role of an owner does not count as one when the last owner leaves', async () => {
  const { as, group, users } = await owned()
  await as('olga').call(createGroupAccessToken, { ...wanted, id: group.id, accessLevel: 50 })
  const lower = { id: group.id, userId: users.olga.id, accessLevel: 40 }
  expect(await outcomeOf(as('olga').call(updateGroupMember, lower))).toBe('forbidden')
  expect(await outcomeOf(as('olga').call(removeGroupMember, { id: group.id, userId: users.olga.id }))).toBe('forbidden')
})

test('the tokens of a project are deleted with it', async () => {
  const { as, db, project } = await world()
  await deletingAtOnce(db)
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  await as('olga').call(deleteProject, { id: project.id })
  expect((await identifyToken(db, made.token ?? '', from)).outcome).toBe('unknown')
  expect(await as('root').call(getUserById, { id: made.userId })).toMatchObject({ bot: true })
})

test('a token that is revoked while it is rotated ends either way', async () => {
  const { as, db, project } = await world({ commits: true })
  const made = await as('mina').call(createProjectAccessToken, { ...wanted, id: project.id })
  const one = { id: project.id, tokenId: made.id }
  const [rotated] = await Promise.all([
    outcomeOf(as('mina').call(rotateProjectAccessToken, one)),
    as('mina').call(revokeProjectAccessToken, one),
  ])
  expect((await identifyToken(db, made.token ?? '', from)).outcome).toBe('revoked')
  const active = await as('mina').call(listProjectAccessTokens, { id: project.id, state: 'active' })
  expect(active).toHaveLength(rotated === 'ok' ? 1 : 0)
  const isMember = (await outcomeOf(as(made.userId).call(getProject, { id: project.id }))) === 'ok'
  expect(isMember).toBe(rotated === 'ok')
})

test.each([
  ['project', 'mina', [10, 15, 20, 30, 40]],
  ['project', 'olga', [10, 15, 20, 30, 40, 50]],
  ['group', 'olga', [10, 15, 20, 30, 40, 50]],
] as const)(
  'the page of the tokens of a %s shows %s the active ones and the roles to give',
  async (kind, who, grantable) => {
    const { as, ...places } = await owned()
    const { create, revoke, page } = placeTokenOperations[kind]
    const { id, fullPath } = places[kind]
    const kept = await as(who).call(create, { ...wanted, description: 'Every night', id })
    const revoked = await as(who).call(create, { ...wanted, id })
    await as(who).call(revoke, { id, tokenId: revoked.id })
    const { token, ...shown } = kept
    const reply = await as(who).call(page, { namespace: fullPath })
    expect(reply).toMatchObject({ namespace: { id, kind }, grantable })
    expect(reply.tokens).toEqual([shown])
    expect(JSON.stringify(reply)).not.toContain(token)
  },
)

test.each([
  ['project', 'mina', 'dan'],
  ['group', 'olga', 'mina'],
] as const)('PERM-002 the page of the tokens of a %s is for %s, not for %s', async (kind, who, other) => {
  const { as, ...places } = await owned()
  const { page } = placeTokenOperations[kind]
  const { fullPath } = places[kind]
  const outcomes = await Promise.all(
    [who, other, 'nina' as const].map(each => outcomeOf(as(each).call(page, { namespace: fullPath }))),
  )
  expect(outcomes).toEqual(['ok', 'forbidden', 'not_found'])
})
