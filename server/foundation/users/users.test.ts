import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { fresh, writings } from '#test/world/scenes/writings.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const usernames = (users: readonly { readonly username: string }[]) => users.map(user => user.username)

test('one reads much of oneself, administrators all, others the profile', async () => {
  const { as, users, db } = await world()
  const id = users.rita.id
  await db
    .updateTable('users')
    .set({ bio: 'Weaves', adminNote: 'Watch', jobTitle: 'Weaver' })
    .where('id', '=', id)
    .execute()
  const [self, admin, other] = [
    await as('rita').call(contract.getUser, {}),
    await as('root').call(contract.getUserById, { id }),
    await as('nina').call(contract.getUserById, { id }),
  ]
  expect(self).toMatchObject({ username: 'rita', email: 'rita@weft.test', webUrl: 'http://weft.test/rita' })
  expect(self.note).toBeUndefined()
  expect(admin).toMatchObject({ note: 'Watch', isAdmin: false, namespaceId: expect.any(Number) })
  expect(other).toMatchObject({ bio: 'Weaves', workInformation: 'Weaver', pronouns: null, bot: false })
  expect(other.email).toBeUndefined()
  expect(await outcomeOf(as('anon').call(contract.getUser, {}))).toBe('unauthenticated')
  expect(await outcomeOf(as('anon').call(contract.getUserById, { id }))).toBe('ok')
  expect(await outcomeOf(as('rita').call(contract.getUserById, { id: 2 ** 40 }))).toBe('not_found')
})

test('a private profile shows strangers the name alone', async () => {
  const { as, users } = await world()
  await as('rita').call(contract.updateProfile, { bio: 'Weaves', privateProfile: true })
  const shown = await as('nina').call(contract.getUserById, { id: users.rita.id })
  expect(Object.keys(shown).sort()).toEqual(
    ['avatarUrl', 'id', 'locked', 'name', 'publicEmail', 'state', 'username', 'webUrl'].sort(),
  )
})

test('users are found by username, by name, and by an email address that is theirs to see', async () => {
  const { as, db, users } = await world()
  await db.updateTable('users').set({ publicEmail: 'gus@weft.test' }).where('id', '=', users.gus.id).execute()
  const find = async (who: 'nina' | 'root', input: object) => usernames(await as(who).call(contract.listUsers, input))
  expect(await find('nina', { username: 'RITA' })).toEqual(['rita'])
  expect(await find('nina', { search: 'Gu' })).toEqual(['gus'])
  expect(await find('nina', { search: 'gus@weft.test' })).toEqual(['gus'])
  expect(await find('nina', { search: 'rita@weft.test' })).toEqual([])
  expect(await find('root', { search: 'rita@weft.test' })).toEqual(['rita'])
  expect(await find('nina', { publicEmail: 'gus@weft.test' })).toEqual(['gus'])
  expect(await find('nina', { search: '%' })).toEqual([])
})

test('a visitor looks up a username, and lists nobody', async () => {
  const { as } = await world()
  expect(usernames(await as('anon').call(contract.listUsers, { username: 'rita' }))).toEqual(['rita'])
  expect(await outcomeOf(as('anon').call(contract.listUsers, { search: 'r' }))).toBe('forbidden')
})

test('whoever is kept out is found by administrators alone', async () => {
  const { as, build } = await world()
  await build.user({ username: 'zoe-blocked', state: 'blocked' })
  await build.user({ username: 'zoe-banned', state: 'banned' })
  await build.user({ username: 'zoe', name: 'Zoe' })
  const find = async (who: 'nina' | 'root', input: object) =>
    usernames(await as(who).call(contract.listUsers, { search: 'zoe', sort: 'asc', orderBy: 'id', ...input }))
  expect(await find('nina', {})).toEqual(['zoe'])
  expect(await find('nina', { blocked: true })).toEqual([])
  expect(await find('root', {})).toEqual(['zoe-blocked', 'zoe-banned', 'zoe'])
  expect(await find('root', { blocked: true })).toEqual(['zoe-blocked', 'zoe-banned'])
  expect(await find('root', { active: true })).toEqual(['zoe'])
})

test.each<[string, object, readonly string[]]>([
  ['admins', { admins: true }, ['kim']],
  ['external', { external: true }, ['lee']],
  ['exclude_external', { excludeExternal: true }, ['kim', 'moe']],
  ['exclude_active', { excludeActive: true }, ['moe']],
  ['without_projects', { withoutProjects: true }, ['kim', 'lee', 'moe']],
  ['created_before', { createdBefore: '2001-01-01T00:00:00Z' }, []],
  ['created_after', { createdAfter: '2001-01-01T00:00:00Z' }, ['kim', 'lee', 'moe']],
  ['two_factor', { twoFactor: 'enabled' }, []],
  ['exclude_humans', { excludeHumans: true }, []],
])('administrators filter users by %s', async (_name, filter, expected) => {
  const { as, build } = await world()
  await build.user({ username: 'kim', name: 'Filtered', isAdmin: true })
  await build.user({ username: 'lee', name: 'Filtered', isExternal: true })
  await build.user({ username: 'moe', name: 'Filtered', state: 'deactivated' })
  const found = await as('root').call(contract.listUsers, {
    search: 'filtered',
    orderBy: 'username',
    sort: 'asc',
    ...filter,
  })
  expect(usernames(found)).toEqual(expected)
})

test('users come in pages by number and by key, with the same statements for any length', async () => {
  const { as, build, statements } = await world()
  for (let nth = 0; nth < 5; nth++) await build.user({ username: `page${nth}`, name: 'Paged' })
  const input = { search: 'paged', orderBy: 'created_at', sort: 'asc', perPage: 2 } as const
  const first = await as('nina').reply(contract.listUsers, input)
  expect(first.headers).toMatchObject({ 'x-total': '5', 'x-next-page': '2' })
  expect(await statements(() => as('nina').call(contract.listUsers, input))).toBe(2)

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const reply = await as('nina').reply(contract.listUsers, {
      ...input,
      pagination: 'keyset',
      ...(cursor === undefined ? {} : { cursor }),
    })
    seen.push(...usernames(reply.body as { username: string }[]))
    cursor = /[?&]cursor=([^&>]+)/.exec(reply.headers.link ?? '')?.[1]
  } while (cursor !== undefined)
  expect(seen).toEqual(['page0', 'page1', 'page2', 'page3', 'page4'])
  const forged = as('nina').call(contract.listUsers, { pagination: 'keyset', cursor: 'bm9uc2Vuc2U' })
  expect(await outcomeOf(forged)).toBe('malformed')
})

test.each([
  [contract.blockUser, 'active', 'blocked'],
  [contract.unblockUser, 'blocked', 'active'],
  [contract.banUser, 'active', 'banned'],
  [contract.unbanUser, 'banned', 'active'],
  [contract.deactivateUser, 'active', 'deactivated'],
  [contract.activateUser, 'deactivated', 'active'],
] as const)('$name takes a user from %s to %s', async (operation, from, to) => {
  const { as, build, db } = await world()
  const user = await build.user({ state: from })
  const reply = await as('root').reply(operation, { id: user.id })
  expect([reply.status, reply.body]).toEqual([201, true])
  const after = await db.selectFrom('users').select('state').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(after.state).toBe(to)
  expect(await outcomeOf(as('olga').call(operation, { id: user.id }))).toBe('forbidden')
})

test.each([
  [contract.blockUser, 'blocked', 201, null],
  [contract.blockUser, 'banned', 201, null],
  [contract.unblockUser, 'active', 201, false],
  [contract.unblockUser, 'banned', 201, false],
  [contract.unblockUser, 'deactivated', 403, { message: expect.stringContaining('403 Forbidden') }],
] as const)('$name of a user who is %s answers %s %s, and changes nothing', async (operation, state, status, body) => {
  const { as, build, db } = await world()
  const user = await build.user({ state })
  const reply = await as('root').reply(operation, { id: user.id })
  expect([reply.status, reply.body]).toEqual([status, body])
  const after = await db.selectFrom('users').select('state').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(after.state).toBe(state)
})

test('who a user is elsewhere is kept, found by, shown to themselves and administrators, and forgotten', async () => {
  const { as, users } = await world()
  const made = await as('root').call(contract.createUser, { ...fresh, provider: 'ldapmain', externUid: 'uid=Ada' })
  expect(made.identities).toEqual([{ provider: 'ldapmain', externUid: 'uid=Ada' }])
  const search = { provider: 'ldapmain', externUid: 'UID=ada' }
  expect(usernames(await as('root').call(contract.listUsers, search))).toEqual(['ada'])
  expect(usernames(await as('root').call(contract.listUsers, { ...search, provider: 'saml' }))).toEqual([])

  const rita = { id: users.rita.id }
  const taken = await as('root').reply(contract.updateUser, { ...rita, ...search })
  expect([taken.status, taken.body]).toEqual([
    400,
    { message: { 'identities.extern_uid': ['has already been taken'] } },
  ])
  expect((await as('root').reply(contract.updateUser, { ...rita, provider: 'saml' })).status).toBe(400)
  await as('root').call(contract.updateUser, { ...rita, provider: 'saml', externUid: 'one' })
  const changed = await as('root').call(contract.updateUser, { ...rita, provider: 'saml', externUid: 'two' })
  expect(changed.identities).toEqual([{ provider: 'saml', externUid: 'two' }])
  expect((await as('rita').call(contract.getUser, {})).identities).toEqual(changed.identities)
  expect(await as('olga').call(contract.getUserById, rita)).not.toHaveProperty('identities')

  const forget = () => as('root').reply(contract.deleteIdentity, { ...rita, provider: 'saml' })
  expect((await forget()).status).toBe(204)
  expect((await forget()).status).toBe(404)
  expect((await as('root').call(contract.getUserById, rita)).identities).toEqual([])
})

test('nobody blocks themselves', async () => {
  const { as, users } = await world()
  expect(await outcomeOf(as('root').call(contract.blockUser, { id: users.root.id }))).toBe('forbidden')
})

test('the counts are those of what waits', async () => {
  const made = await world()
  const { as, db, users, project } = made
  const { issueId } = await writings(made)
  await db
    .insertInto('issuableAssignees')
    .values({ issuableId: issueId, userId: users.gus.id, namespaceId: project.id })
    .execute()
  await db
    .insertInto('todos')
    .values({
      userId: users.gus.id,
      authorId: users.rita.id,
      namespaceId: project.id,
      issuableId: issueId,
      action: 'assigned',
    })
    .execute()
  expect(await as('gus').call(contract.getUserCounts, {})).toEqual({
    mergeRequests: 0,
    assignedIssues: 1,
    assignedMergeRequests: 0,
    reviewRequestedMergeRequests: 0,
    todos: 1,
  })
  expect((await as('gus').call(contract.getViewer, {})).counts).toEqual({
    todos: 1,
    unsentTexts: 0,
    abuseReports: 0,
  })
})
