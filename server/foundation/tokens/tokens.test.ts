import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProjectDeployToken } from '#contract/foundation/deploy-tokens.ts'
import { addProjectMember } from '#contract/foundation/members.ts'
import { createGroupAccessToken, createProjectAccessToken } from '#contract/foundation/place-tokens.ts'
import { getProject } from '#contract/foundation/projects.ts'
import {
  createImpersonationToken,
  createLimitedToken,
  createToken,
  createTokenFor,
  getImpersonationToken,
  getOwnToken,
  getToken,
  listImpersonationTokens,
  listTokens,
  revokeImpersonationToken,
  revokeOwnToken,
  revokeToken,
  rotateOwnToken,
  rotateToken,
} from '#contract/foundation/tokens.ts'
import { appWorld } from '#test/world/app.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { identifyToken } from './identify.ts'

const wanted = { name: 'loom', scopes: ['api' as const] }
const from = { ip: '10.0.0.1' }
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a token is shown once, and then works for who made it', async () => {
  const { as, db, users } = await world()
  const made = await as('rita').call(createToken, { ...wanted, expiresAt: inDays(30) })
  expect(made.token).toMatch(/^glpat-[A-Za-z0-9_-]{32}$/)
  expect(made).toMatchObject({ name: 'loom', scopes: ['api'], active: true, revoked: false, userId: users.rita.id })
  expect(await identifyToken(db, made.token ?? '', from)).toMatchObject({
    outcome: 'ok',
    actor: { username: 'rita' },
    tokenId: made.id,
    scopes: ['api'],
  })
  const shown = await as('rita').call(getToken, { id: made.id })
  expect(shown.token).toBeUndefined()
  expect(shown).toMatchObject({ lastUsedIps: ['10.0.0.1'], lastUsedAt: expect.any(String) })
  expect(await as('rita', { tokenId: made.id }).call(getOwnToken, {})).toEqual(shown)
})

test.each([
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ scopes: [] }, { scopes: ["can't be blank"] }],
  [{ scopes: ['sudo' as const] }, { scopes: ['can only contain available scopes'] }],
  [{ expiresAt: inDays(-1) }, { expires_at: ['cannot be a date in the past'] }],
])('a token with %j is refused', async (wrong, message) => {
  const { as } = await world()
  const reply = await as('rita').reply(createToken, { ...wanted, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('what expires today, by the calendar of UTC, is created and has expired', async () => {
  const { as, build, group, project, users } = await world()
  const expiresAt = inDays(0)
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const [root, olga] = [as('root'), as('olga')]
  const own = await as('rita').call(createToken, { ...wanted, expiresAt })
  const impersonation = await root.call(createImpersonationToken, { ...wanted, userId: users.rita.id, expiresAt })
  const ofProject = await olga.call(createProjectAccessToken, { ...wanted, id: project.id, expiresAt })
  const ofGroup = await olga.call(createGroupAccessToken, { ...wanted, id: group.id, expiresAt })
  expect([own, impersonation, ofProject, ofGroup].map(({ active, expiresAt }) => [active, expiresAt])).toEqual(
    Array(4).fill([false, expiresAt]),
  )
  const deployToken = { name: 'machine', scopes: ['read_repository'], expiresAt: `${expiresAt}T00:00:00Z` }
  expect(await olga.call(createProjectDeployToken, { ...deployToken, id: project.id })).toMatchObject({ expired: true })
  const member = { id: project.id, userId: [String(users.nina.id)], accessLevel: 30, expiresAt }
  await olga.call(addProjectMember, member)
  expect(await outcomeOf(as('nina').call(getProject, { id: project.id }))).toBe('not_found')
})

test('a token makes no other token', async () => {
  const { as } = await world()
  const made = await as('rita').call(createToken, wanted)
  expect(await outcomeOf(as('rita', { tokenId: made.id }).call(createToken, wanted))).toBe('forbidden')
  const limited = await as('rita', { tokenId: made.id }).call(createLimitedToken, {
    ...wanted,
    scopes: ['self_rotate'],
  })
  expect(limited.scopes).toEqual(['self_rotate'])
  const more = await as('rita').reply(createLimitedToken, { ...wanted })
  expect(more.body).toEqual({ error: 'scopes does not have a valid value' })
})

test('a token that is revoked, expired, unknown or of somebody kept out does not work', async () => {
  const { as, db, users } = await world()
  const [revoked, expired, blocked] = [
    await as('rita').call(createToken, wanted),
    await as('rita').call(createToken, wanted),
    await as('gus').call(createToken, wanted),
  ]
  await as('rita').call(revokeToken, { id: revoked.id })
  await db
    .updateTable('personalAccessTokens')
    .set({ expiresAt: inDays(0) })
    .where('id', '=', expired.id)
    .execute()
  await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.gus.id).execute()
  const outcomes = await Promise.all(
    [revoked.token, expired.token, blocked.token, 'glpat-nothing'].map(token => identifyToken(db, token ?? '', from)),
  )
  expect(outcomes.map(each => each.outcome)).toEqual(['revoked', 'expired', 'blocked', 'unknown'])
})

test('the last use is noted once a minute, with the five latest addresses', async () => {
  const { as, db } = await world()
  const made = await as('rita').call(createToken, wanted)
  for (let nth = 1; nth <= 7; nth++) {
    await identifyToken(db, made.token ?? '', { ip: `10.0.0.${nth}` })
    await db
      .updateTable('personalAccessTokens')
      .set({ lastUsedAt: sql`now() - interval '2 minutes'` })
      .where('id', '=', made.id)
      .execute()
  }
  const { lastUsedIps } = await as('rita').call(getToken, { id: made.id })
  expect(lastUsedIps).toEqual(['10.0.0.7', '10.0.0.6', '10.0.0.5', '10.0.0.4', '10.0.0.3'])
})

test('identifying costs one statement, and one more when the use is noted', async () => {
  const { as, db, statements } = await world()
  const made = await as('rita').call(createToken, wanted)
  expect(await statements(() => identifyToken(db, made.token ?? '', from))).toBeLessThanOrEqual(2)
  await db.selectFrom('users').select('id').limit(1).execute()
  expect(await statements(() => identifyToken(db, made.token ?? '', from))).toBe(1)
})

test('rotating replaces a token for a week, or until the day that is given', async () => {
  const { as, db } = await world()
  const old = await as('rita').call(createToken, wanted)
  const next = await as('rita').call(rotateToken, { id: old.id })
  expect(next).toMatchObject({ name: 'loom', scopes: ['api'], expiresAt: inDays(7) })
  expect((await identifyToken(db, old.token ?? '', from)).outcome).toBe('revoked')
  const last = await as('rita', { tokenId: next.id }).call(rotateOwnToken, { expiresAt: inDays(20) })
  expect(last.expiresAt).toBe(inDays(20))
  expect((await identifyToken(db, last.token ?? '', from)).outcome).toBe('ok')
  expect(await outcomeOf(as('rita').call(rotateToken, { id: last.id, expiresAt: inDays(400) }))).toBe('invalid')
})

test('rotating a revoked token revokes what came of it', async () => {
  const { as, db } = await world()
  const old = await as('rita').call(createToken, wanted)
  const next = await as('rita').call(rotateToken, { id: old.id })
  expect(await outcomeOf(as('rita').call(rotateToken, { id: old.id }))).toBe('unauthenticated')
  expect((await identifyToken(db, next.token ?? '', from)).outcome).toBe('revoked')
})

test('the own tokens are listed, filtered, sorted and counted', async () => {
  const { as, users } = await world()
  for (const name of ['warp', 'weft', 'loom']) await as('rita').call(createToken, { ...wanted, name })
  await as('gus').call(createToken, wanted)
  const gone = await as('rita').call(createToken, { ...wanted, name: 'gone' })
  await as('rita').call(revokeToken, { id: gone.id })
  const names = async (input: object) => (await as('rita').call(listTokens, input)).map(token => token.name)
  expect(await names({})).toEqual(['gone', 'loom', 'weft', 'warp'])
  expect(await names({ state: 'active', sort: 'name_asc' })).toEqual(['loom', 'warp', 'weft'])
  expect(await names({ revoked: true })).toEqual(['gone'])
  expect(await names({ search: 'W' })).toEqual(['weft', 'warp'])
  const page = await as('rita').reply(listTokens, { perPage: 3, page: 2 })
  expect(page.headers).toMatchObject({ 'x-total': '4', 'x-page': '2' })
  expect(await outcomeOf(as('rita').call(listTokens, { userId: users.gus.id }))).toBe('unauthenticated')
  expect((await as('root').call(listTokens, { userId: users.gus.id })).map(token => token.userId)).toEqual([
    users.gus.id,
  ])
})

test("somebody else's token does not exist, except for administrators", async () => {
  const { as } = await world()
  const made = await as('rita').call(createToken, wanted)
  for (const operation of [getToken, revokeToken, rotateToken])
    expect((await as('gus').reply(operation, { id: made.id })).status).toBe(401)
  expect(await outcomeOf(as('gus').call(getToken, { id: 2 ** 40 }))).toBe('unauthenticated')
  expect(await outcomeOf(as('root').call(getToken, { id: 2 ** 40 }))).toBe('not_found')
  expect((await as('root').call(getToken, { id: made.id })).id).toBe(made.id)
  expect(await outcomeOf(as('anon').call(listTokens, {}))).toBe('unauthenticated')
})

test('a token revokes itself', async () => {
  const { as, db } = await world()
  const made = await as('rita').call(createToken, wanted)
  expect((await as('rita', { tokenId: made.id }).reply(revokeOwnToken, {})).status).toBe(204)
  expect((await identifyToken(db, made.token ?? '', from)).outcome).toBe('revoked')
  expect(await outcomeOf(as('rita').call(revokeOwnToken, {}))).toBe('malformed')
})

test('administrators make tokens for others, and to act as them', async () => {
  const { as, db, users } = await world()
  const userId = users.rita.id
  const made = await as('root').call(createTokenFor, { userId, ...wanted })
  expect(await identifyToken(db, made.token ?? '', from)).toMatchObject({ actor: { username: 'rita' } })
  const acting = await as('root').call(createImpersonationToken, { userId, ...wanted, name: 'acting' })
  expect(acting.impersonation).toBe(true)
  expect((await as('root').call(listImpersonationTokens, { userId, state: 'active' })).map(each => each.name)).toEqual([
    'acting',
  ])
  expect((await as('rita').call(listTokens, {})).map(each => each.name)).toEqual(['loom'])
  await as('root').call(revokeImpersonationToken, { userId, id: acting.id })
  expect((await as('root').call(getImpersonationToken, { userId, id: acting.id })).active).toBe(false)
  expect(await outcomeOf(as('rita').call(createTokenFor, { userId, ...wanted }))).toBe('forbidden')
  expect(await outcomeOf(as('root').call(createTokenFor, { userId: 2 ** 40, ...wanted }))).toBe('not_found')
})

test('of eight rotations at once one makes a token, which works', async () => {
  const { as, db, users } = await world({ commits: true })
  const made = await as('rita').call(createToken, { name: 'ci', scopes: ['api'] })
  const rotate = () => as('rita').reply(rotateToken, { id: made.id })
  const replies = await Promise.all(Array.from({ length: 8 }, rotate))
  expect(replies.map(each => each.status).toSorted()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  const tokens = db.selectFrom('personalAccessTokens').select('id').where('userId', '=', users.rita.id)
  const live = await tokens.where('revoked', '=', false).execute()
  expect(live).toHaveLength(1)
})

test('a revoked token that asks to be rotated takes its family with it', async () => {
  const { app, db, users, token } = await appWorld()
  const old = await token(users.rita.id)
  const rotate = (secret: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v4/personal_access_tokens/self/rotate',
      headers: { 'private-token': secret },
    })
  const next: string = (await rotate(old)).json().token
  expect((await identifyToken(db, next, from)).outcome).toBe('ok')
  expect((await rotate(old)).statusCode).toBe(401)
  expect((await identifyToken(db, next, from)).outcome).toBe('revoked')
})
