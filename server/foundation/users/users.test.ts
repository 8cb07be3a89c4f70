import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '#contract/foundation/sessions.ts'
import * as contract from '#contract/foundation/users.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

const usernames = (users: readonly { readonly username: string }[]) => users.map(user => user.username)

const fresh = { username: 'ada', name: 'Ada', email: 'ada@weft.test', password: 'warp and weft' }

/** Give rita an issue, a comment and a reaction in the project. */
async function writings({ db, project, users }: World) {
  const issue = await db
    .insertInto('issuables')
    .values({ namespaceId: project.id, type: 'issue', iid: 1, title: 'Loose end', authorId: users.rita.id, upvotes: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const note = await db
    .insertInto('notes')
    .values({
      namespaceId: project.id,
      issuableId: issue.id,
      discussionId: 'a'.repeat(40),
      authorId: users.rita.id,
      body: 'Hm',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('awardEmoji').values({ issuableId: issue.id, userId: users.rita.id, name: 'thumbsup' }).execute()
  return { issueId: issue.id, noteId: note.id }
}

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

test('administrators make accounts, which sign in', async () => {
  const { as } = await world()
  const made = await as('root').reply(contract.createUser, { ...fresh, admin: true, note: 'First', external: true })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    username: 'ada',
    is_admin: true,
    note: 'First',
    external: true,
    created_by: { username: 'root' },
  })
  expect((await as('anon').call(signIn, { login: 'ada', password: fresh.password })).user?.username).toBe('ada')
  expect(await outcomeOf(as('olga').call(contract.createUser, fresh))).toBe('forbidden')
})

test.each([
  [{ username: 'Rita' }, 409, { message: 'Username has already been taken' }],
  [{ username: 'weft' }, 409, { message: 'Username has already been taken' }],
  [{ email: 'RITA@weft.test' }, 409, { message: 'Email has already been taken' }],
  [{ password: 'short' }, 400, { message: { password: ['is too short (minimum is 8 characters)'] } }],
  [
    { password: undefined },
    400,
    { error: 'password, reset_password, force_random_password are missing, at least one parameter must be provided' },
  ],
])('an account with %j is refused', async (wrong, status, body) => {
  const { as } = await world()
  const reply = await as('root').reply(contract.createUser, { ...fresh, ...wrong })
  expect([reply.status, reply.body]).toEqual([status, body])
})

test('an account made with reset_password is mailed a link', async () => {
  const { as, db } = await world()
  const { password: _, ...rest } = fresh
  await as('root').call(contract.createUser, { ...rest, resetPassword: true })
  const mail = await db.selectFrom('mails').select(['recipient', 'text']).executeTakeFirstOrThrow()
  expect(mail.recipient).toBe('ada@weft.test')
  expect(mail.text).toContain('http://weft.test/users/password/edit?reset_password_token=')
})

test('a new username moves the own namespace and everything in it, and the old path leads there', async () => {
  const { as, db, users, build } = await world()
  const own = await db.selectFrom('namespaces').selectAll().where('fullPath', '=', 'rita').executeTakeFirstOrThrow()
  await build.project({ path: 'shawl', parent: { ...own, ancestorIds: [own.id] } })
  await as('root').call(contract.updateUser, { id: users.rita.id, username: 'margarita', name: 'Margarita' })
  const paths = await db
    .selectFrom('namespaces')
    .select(['fullPath', 'fullName'])
    .where(sql<boolean>`ancestor_ids @> array[${own.id}]::bigint[]`)
    .orderBy('id')
    .execute()
  expect(paths).toEqual([
    { fullPath: 'margarita', fullName: 'Margarita' },
    { fullPath: 'margarita/shawl', fullName: 'Margarita / shawl' },
  ])
  const redirects = await db.selectFrom('redirects').select('path').orderBy('path').execute()
  expect(redirects.map(each => each.path)).toEqual(['rita', 'rita/shawl'])
  const taken = await as('root').reply(contract.updateUser, { id: users.rita.id, username: 'weft' })
  expect([taken.status, taken.body]).toEqual([409, { message: 'Username has already been taken' }])
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

test.each(['user', 'docs', 'team', 'support', 'new-news'])('%s is a username that anybody may have', async username => {
  const { as } = await world()
  const made = await as('root').call(contract.createUser, { ...fresh, username, email: `${username}@weft.test` })
  expect(made.username).toBe(username)
})

test.each(['api', 'admin', 'Users', 'groups', 'help', 'assets', 'robots.txt'])(
  '%s is an address of the site and no username',
  async username => {
    const { as } = await world()
    const reply = await as('root').reply(contract.createUser, { ...fresh, username })
    expect([reply.status, reply.body]).toEqual([400, { message: { username: ['is a reserved name'] } }])
  },
)

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

test('what a deleted user wrote goes to the ghost', async () => {
  const made = await world()
  const { as, db, users } = made
  const { issueId, noteId } = await writings(made)
  expect((await as('root').reply(contract.deleteUser, { id: users.rita.id })).status).toBe(204)
  const ghost = await db
    .selectFrom('users')
    .select(['id', 'isBot'])
    .where('username', '=', 'ghost')
    .executeTakeFirstOrThrow()
  expect(ghost.isBot).toBe(true)
  const issue = await db.selectFrom('issuables').select('authorId').where('id', '=', issueId).executeTakeFirstOrThrow()
  const note = await db.selectFrom('notes').select('authorId').where('id', '=', noteId).executeTakeFirstOrThrow()
  const award = await db
    .selectFrom('awardEmoji')
    .select('userId')
    .where('issuableId', '=', issueId)
    .executeTakeFirstOrThrow()
  expect([issue.authorId, note.authorId, award.userId]).toEqual([ghost.id, ghost.id, ghost.id])
  expect(await db.selectFrom('namespaces').select('id').where('fullPath', '=', 'rita').execute()).toEqual([])
  expect(await outcomeOf(as('root').call(contract.getUserById, { id: users.rita.id }))).toBe('not_found')
  expect(await outcomeOf(as('root').call(contract.deleteUser, { id: ghost.id }))).toBe('forbidden')
})

test('the ghost keeps one reaction of a kind, and the count goes with it', async () => {
  const made = await world()
  const { as, db, users, project } = made
  const { issueId } = await writings(made)
  await db.updateTable('issuables').set({ authorId: users.olga.id, upvotes: 2 }).where('id', '=', issueId).execute()
  await db.insertInto('awardEmoji').values({ issuableId: issueId, userId: users.gus.id, name: 'thumbsup' }).execute()
  await db.updateTable('projects').set({ starCount: 1 }).where('id', '=', project.id).execute()
  await db.insertInto('stars').values({ projectId: project.id, userId: users.gus.id }).execute()
  await as('root').call(contract.deleteUser, { id: users.rita.id })
  await as('root').call(contract.deleteUser, { id: users.gus.id })
  const issue = await db.selectFrom('issuables').select('upvotes').where('id', '=', issueId).executeTakeFirstOrThrow()
  expect(issue.upvotes).toBe(1)
  expect(await db.selectFrom('awardEmoji').select('id').where('issuableId', '=', issueId).execute()).toHaveLength(1)
  const { starCount } = await db
    .selectFrom('projects')
    .select('starCount')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect(starCount).toBe(0)
})

test('deleted hard, a user takes their writings along, and their projects in any case', async () => {
  const made = await world()
  const { as, db, users, build } = made
  const { issueId } = await writings(made)
  const own = await db.selectFrom('namespaces').selectAll().where('fullPath', '=', 'rita').executeTakeFirstOrThrow()
  const shawl = await build.project({ path: 'shawl', parent: { ...own, ancestorIds: [own.id] } })
  await as('root').call(contract.deleteUser, { id: users.rita.id, hardDelete: true })
  expect(await db.selectFrom('issuables').select('id').where('id', '=', issueId).execute()).toEqual([])
  expect(await db.selectFrom('namespaces').select('id').where('id', '=', shawl.id).execute()).toEqual([])
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'namespace.deleted')
    .executeTakeFirstOrThrow()
  expect(event.payload).toMatchObject({ namespaceId: own.id, projectIds: [shawl.id] })
})

test.each(['keep', 'delete'] as const)(
  'somebody with thousands of comments is kept out at once, and a job deletes the account: %s',
  async fate => {
    const made = await world()
    const { as, db, users, project } = made
    const { issueId, noteId } = await writings(made)
    await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body)
      select ${project.id}, ${issueId}, 'many' || n, ${users.rita.id}, 'One of many' from generate_series(1, 2000) n`.execute(
      db,
    )
    await as('root').call(contract.deleteUser, { id: users.rita.id, hardDelete: fate === 'delete' })
    const rita = () => db.selectFrom('users').select('state').where('id', '=', users.rita.id).executeTakeFirst()
    expect(await rita()).toEqual({ state: 'blocked' })
    await made.deliver()
    expect(await rita()).toBeUndefined()
    const left = await db.selectFrom('notes').select('authorId').distinct().where('issuableId', '=', issueId).execute()
    const ghost = await db.selectFrom('users').select('id').where('username', '=', 'ghost').executeTakeFirstOrThrow()
    expect(left).toEqual(fate === 'keep' ? [{ authorId: ghost.id }] : [])
    const note = await db.selectFrom('notes').select('id').where('id', '=', noteId).execute()
    expect(note).toHaveLength(fate === 'keep' ? 1 : 0)
    expect(await db.selectFrom('namespaces').select('id').where('ownerId', '=', users.rita.id).execute()).toEqual([])
  },
)

test('the only owner of a group stays', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'guild', members: { [users.rita.id]: 50 } })
  const reply = await as('root').reply(contract.deleteUser, { id: users.rita.id })
  expect(reply.status).toBe(409)
  expect(reply.body).toEqual({
    message: `The user cannot be deleted because they are the only owner of the group ${group.fullPath}`,
  })
})

test('UI-008 a status is set, changed in part, and cleared', async () => {
  const { as, users } = await world()
  const rita = as('rita')
  const set = await rita.call(contract.setStatus, { emoji: 'coffee', message: 'A <break>', availability: 'busy' })
  expect(set).toEqual({
    emoji: 'coffee',
    message: 'A <break>',
    availability: 'busy',
    messageHtml: 'A &lt;break&gt;',
    clearStatusAt: null,
  })
  expect(await as('nina').call(contract.getStatus, { userId: 'RITA' })).toEqual(set)
  expect(await as('anon').call(contract.getStatus, { userId: users.rita.id })).toEqual(set)
  const changed = await rita.call(contract.changeStatus, { message: 'Back soon' })
  expect(changed).toMatchObject({ emoji: 'coffee', message: 'Back soon', availability: 'busy' })
  const replaced = await rita.call(contract.setStatus, { message: 'Here' })
  expect(replaced).toMatchObject({ emoji: 'speech_balloon', message: 'Here', availability: 'not_set' })
  const cleared = await rita.call(contract.setStatus, {})
  expect(cleared).toEqual({ emoji: null, message: null, availability: null, messageHtml: '', clearStatusAt: null })
  expect(await outcomeOf(rita.call(contract.setStatus, { emoji: 'no such thing' }))).toBe('invalid')
  expect(await outcomeOf(as('nina').call(contract.getStatus, { userId: 'nobody' }))).toBe('not_found')
})

test.each([
  ['30_minutes', 0.5],
  ['3_hours', 3],
  ['8_hours', 8],
  ['1_day', 24],
  ['3_days', 72],
  ['7_days', 168],
  ['30_days', 720],
] as const)(
  'UI-007 a status that is cleared after %s ends in %f hours and then reads as none',
  async (clearStatusAfter, hours) => {
    const { as, db, users } = await world()
    const before = Date.now()
    const set = await as('rita').call(contract.setStatus, { message: 'Away', clearStatusAfter })
    const ends = Date.parse(set.clearStatusAt ?? '')
    expect(Math.round((ends - before) / 60_000)).toBe(hours * 60)
    await db
      .updateTable('users')
      .set({ statusClearAt: new Date(before - 1000) })
      .where('id', '=', users.rita.id)
      .execute()
    expect(await as('rita').call(contract.getOwnStatus, {})).toMatchObject({
      emoji: null,
      message: null,
      availability: null,
    })
    expect((await as('rita').call(contract.getViewer, {})).user?.status.message).toBeNull()
  },
)

test('the profile is edited by its owner', async () => {
  const { as } = await world()
  const changes = {
    name: ' Margarita ',
    bio: 'Weaves',
    pronouns: 'she/her',
    location: 'Lyon',
    jobTitle: 'Weaver',
    organization: 'Guild',
    websiteUrl: 'https://weft.test/~rita',
    publicEmail: 'rita@weft.test',
  }
  const saved = await as('rita').call(contract.updateProfile, changes)
  expect(saved).toMatchObject({ ...changes, name: 'Margarita', username: 'rita' })
  expect(await as('rita').call(contract.getProfile, {})).toEqual(saved)
  expect(await outcomeOf(as('anon').call(contract.updateProfile, { name: 'X' }))).toBe('unauthenticated')
})

test.each([
  [{ name: '' }, { name: ["can't be blank"] }],
  [{ websiteUrl: 'javascript:alert(1)' }, { website_url: ['is not a valid URL'] }],
  [{ publicEmail: 'gus@weft.test' }, { public_email: ['must be your own email address'] }],
  [{ email: 'new@weft.test', currentPassword: 'wrong' }, { current_password: ['is incorrect'] }],
])('a profile with %j is refused', async (wrong, message) => {
  const { as } = await world()
  const reply = await as('rita').reply(contract.updateProfile, wrong)
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('a new email address wants the password', async () => {
  const { as } = await world()
  const ada = await as('root').call(contract.createUser, fresh)
  const saved = await as(ada.id).call(contract.updateProfile, {
    email: 'ada@loom.test',
    currentPassword: fresh.password,
  })
  expect([saved.email, saved.unconfirmedEmail]).toEqual([fresh.email, 'ada@loom.test'])
  const taken = await as(ada.id).reply(contract.updateProfile, {
    email: 'rita@weft.test',
    currentPassword: fresh.password,
  })
  expect(taken.body).toEqual({ message: 'Email has already been taken' })
})

test('a new email address waits until its link is opened, and the old one is told', async () => {
  const { as, db } = await world()
  const ada = await as('root').call(contract.createUser, fresh)
  const mails = () => db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute()
  const ask = (email: string) => as(ada.id).call(contract.updateProfile, { email, currentPassword: fresh.password })
  const tokenIn = (text = '') => /confirmation_token=(\S+)/.exec(text)?.[1] ?? ''

  await ask('ada@loom.test')
  const told = await mails()
  expect(told.map(mail => [mail.recipient, mail.subject])).toEqual([
    ['ada@loom.test', 'Confirm your email address'],
    [fresh.email, 'A new email address was requested'],
  ])
  expect(tokenIn(told[1]?.text)).toBe('')
  expect((await as(ada.id).call(contract.getProfile, {})).email).toBe(fresh.email)
  await as('anon').call(contract.confirmEmail, { token: tokenIn(told[0]?.text) })
  expect(await as(ada.id).call(contract.getProfile, {})).toMatchObject({
    email: 'ada@loom.test',
    unconfirmedEmail: null,
  })
  expect((await mails()).at(-1)).toMatchObject({ recipient: fresh.email, subject: 'Your email address was changed' })
  const again = as('anon').call(contract.confirmEmail, { token: tokenIn(told[0]?.text) })
  expect(await outcomeOf(again)).toBe('unprocessable')
})

test.each(['another password', 'the present address', 'a block'])(
  'a new email address is forgotten with %s',
  async how => {
    const { as, db } = await world()
    const ada = await as('root').call(contract.createUser, fresh)
    await as(ada.id).call(contract.updateProfile, { email: 'ada@loom.test', currentPassword: fresh.password })
    const waits = () => db.selectFrom('emailChanges').select('email').where('userId', '=', ada.id).execute()
    expect(await waits()).toHaveLength(1)
    if (how === 'another password')
      await as('root').call(contract.updateUser, { id: ada.id, password: 'a second cloth' })
    else if (how === 'a block') await as('root').call(contract.blockUser, { id: ada.id })
    else await as(ada.id).call(contract.updateProfile, { email: fresh.email })
    expect(await waits()).toEqual([])
  },
)

test('new email addresses end at a limit by hour, as each mails a stranger', async () => {
  const { as, db } = await world({ settings: { RATE_LIMITS: 'on' } })
  const ada = await as('root').call(contract.createUser, fresh)
  const ask = (email: string) => as(ada.id).reply(contract.updateProfile, { email, currentPassword: fresh.password })
  const statuses = []
  for (let count = 0; count < 8; count += 1) statuses.push((await ask(`ada${count}@loom.test`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await db.selectFrom('mails').select('id').where('recipient', 'like', 'ada_@loom.test').execute()).toHaveLength(
    5,
  )
})

test('an email address with a sign that nobody sees is refused', async () => {
  const { as, users } = await world()
  const reply = await as('root').reply(contract.updateUser, { id: users.rita.id, email: 'ri\u202eta@weft.test' })
  expect([reply.status, reply.body]).toEqual([400, { message: { email: ['is invalid'] } }])
})

test('an administrator sets an address at once with skip_reconfirmation, else it waits too', async () => {
  const { as, users } = await world()
  const { id } = users.rita
  expect((await as('root').call(contract.updateUser, { id, email: 'one@weft.test' })).email).toBe('rita@weft.test')
  const set = { id, email: 'two@weft.test', skipReconfirmation: true }
  expect((await as('root').call(contract.updateUser, set)).email).toBe('two@weft.test')
})

test('FILTER-009 preferences are kept', async () => {
  const { as } = await world()
  expect(await as('rita').call(contract.getPreferences, {})).toEqual({
    theme: 'auto',
    timeFormat: 'system',
    timeDisplay: 'relative',
    firstDayOfWeek: 1,
    issueNotesFilter: 0,
  })
  const changes = { theme: 'dark_high_contrast', firstDayOfWeek: 0, issueNotesFilter: 1 } as const
  await as('rita').call(contract.updatePreferences, changes)
  const { user } = await as('rita').call(contract.getViewer, {})
  expect(user).toMatchObject({ ...changes, timeFormat: 'system' })
  expect(await outcomeOf(as('rita').call(contract.updatePreferences, { firstDayOfWeek: 3 }))).toBe('invalid')
})

test('the API knows how one wants to see diffs', async () => {
  const { as, users } = await world()
  const before = await as('rita').call(contract.getDiffPreferences, {})
  expect(before).toMatchObject({ userId: users.rita.id, viewDiffsFileByFile: false, showWhitespaceInDiffs: true })
  const after = await as('rita').call(contract.updateDiffPreferences, { viewDiffsFileByFile: true })
  expect(after).toEqual({ ...before, viewDiffsFileByFile: true })
  expect(await outcomeOf(as('rita').call(contract.updateDiffPreferences, {}))).toBe('malformed')
})

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])

async function avatarWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const made = await world({ settings: { DATA_DIR: folder } })
  const file = async (bytes: Buffer, name = 'me.png') => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return new TemporaryFile(name, 'image/png', path, bytes.length)
  }
  return { ...made, file }
}

test('a picture is uploaded, served safely, replaced and taken away', async () => {
  const { as, file, users, db, deliver } = await avatarWorld()
  const { avatarUrl } = await as('rita').call(contract.setAvatar, { avatar: await file(png) })
  const uploadId = Number(avatarUrl?.split('/').at(-1))
  const input = { id: users.rita.id, uploadId }
  expect(avatarUrl).toBe(`http://weft.test/uploads/-/system/user/avatar/${users.rita.id}/${uploadId}`)
  const served = await as('anon').reply(contract.getAvatarFile, input)
  expect(served.body).toEqual(png)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await as('rita').call(contract.getUser, {})).avatarUrl).toBe(avatarUrl)

  await as('rita').call(contract.setAvatar, { avatar: await file(Buffer.concat([png, png])) })
  await deliver()
  expect((await as('anon').reply(contract.getAvatarFile, input)).status).toBe(404)
  await as('rita').call(contract.removeAvatar, {})
  expect((await as('rita').call(contract.getUser, {})).avatarUrl).toBeNull()
  expect(await db.selectFrom('uploads').select('id').where('userId', '=', users.rita.id).execute()).toEqual([])
})

test.each([
  [
    'a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    'must be a PNG, JPEG, GIF or WebP image',
  ],
  ['too much', Buffer.concat([png, Buffer.alloc(1024 * 1024)]), 'is too big (should be at most 1 MiB)'],
])('a picture that is %s is refused', async (_name, bytes, sentence) => {
  const { as, file } = await avatarWorld()
  const reply = await as('rita').reply(contract.setAvatar, { avatar: await file(bytes) })
  expect([reply.status, reply.body]).toEqual([400, { message: { avatar: [sentence] } }])
})

test('a picture is found by the email address that its owner shows', async () => {
  const { as, file } = await avatarWorld()
  const { avatarUrl } = await as('rita').call(contract.setAvatar, { avatar: await file(png) })
  const find = async (email: string) => (await as('anon').call(contract.getAvatar, { email })).avatarUrl
  expect(await find('rita@weft.test')).toBeNull()
  await as('rita').call(contract.updateProfile, { publicEmail: 'rita@weft.test' })
  expect(await find('RITA@weft.test')).toBe(avatarUrl)
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
