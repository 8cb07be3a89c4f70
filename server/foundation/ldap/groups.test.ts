import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroup, transferGroup } from '#contract/foundation/groups.ts'
import * as contract from '#contract/foundation/ldap.ts'
import { memberOperations } from '#contract/foundation/members.ts'
import { updateUser } from '#contract/foundation/users.ts'
import type { Operation } from '#contract/operation.ts'
import { dnOf, groupsBase, TestDirectory } from '#test/world/directory.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'
import { checkPeople } from './check-people.ts'
import { syncAllGroups } from './sync.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await TestDirectory.start()
  for (const uid of ['ada', 'grace', 'alan']) await directory.add({ uid, password })
  await directory.addGroup('weavers', [dnOf('ada'), dnOf('grace')])
  await directory.addGroup('Weft admins', [dnOf('ada')])
  await directory.addGroup('a*b(c)\\d é', [dnOf('alan')])
  for (let nth = 0; nth < 25; nth++) await directory.addGroup(`many-${nth}`, [dnOf('alan')])
})
afterAll(() => directory.remove())

const password = 'a word of the directory'
const provider = 'ldapmain'

/** A group of olga's, and accounts of the people of the directory that have not signed in yet. */
async function scene(more: Readonly<Record<string, string>> = {}) {
  const it = await world({ settings: directory.settings(more) })
  const { id } = await it.as('olga').call(createGroup, { name: 'Looms', path: 'looms' })
  const people: Record<string, number> = {}
  for (const uid of ['ada', 'grace', 'alan']) {
    const user = await it.build.user({ username: uid })
    people[uid] = user.id
    await it.as('root').call(updateUser, { id: user.id, provider, externUid: dnOf(uid) })
  }
  await it.deliver()
  return { ...it, groupId: id, people }
}
type LinkedScene = Awaited<ReturnType<typeof scene>>

/** The roles of people in the group by username, without olga. */
async function rolesIn({ db, groupId }: LinkedScene): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.username', 'm.accessLevel'])
    .where('m.namespaceId', '=', groupId)
    .where('u.username', '<>', 'olga')
    .orderBy('u.username')
    .execute()
  return Object.fromEntries(rows.map(row => [row.username, row.accessLevel]))
}

const link = (it: LinkedScene, cn: string, groupAccess: number) =>
  it.as('olga').call(contract.createLdapGroupLink, { id: it.groupId, cn, groupAccess, provider })

const sync = (it: World) => syncAllGroups(it.db, it.services)

const lastSync = async (it: LinkedScene) => (await it.as('olga').call(contract.groupLdapLinks, { id: it.groupId })).sync

test.each<[string, readonly string[]]>([
  ['weav', ['weavers']],
  ['WEFT', ['Weft admins']],
  ['a*b(c)\\d é', ['a*b(c)\\d é']],
  ['*', ['a*b(c)\\d é']],
  [')(cn=*', []],
  ['nothing of that name', []],
])('PREMIUM-008 administrators search the groups of the directory: %s', async (search, names) => {
  const it = await world({ settings: directory.settings() })
  const expected = names.map(cn => ({ cn }))
  expect(await it.as('root').call(contract.listLdapGroups, { search })).toEqual(expected)
  expect(await it.as('root').call(contract.listLdapGroupsOfProvider, { provider, search })).toEqual(expected)
})

test('PREMIUM-008 a search without a text lists some groups, 20 at most', async () => {
  const it = await world({ settings: directory.settings() })
  expect(await it.as('root').call(contract.listLdapGroups, {})).toHaveLength(20)
  expect(await outcomeOf(it.as('root').call(contract.listLdapGroupsOfProvider, { provider: 'ldapother' }))).toBe(
    'not_found',
  )
})

test('PREMIUM-008 a search in a directory that cannot be reached says so', async () => {
  const it = await world({ settings: directory.settings({ LDAP_BIND_PASSWORD: 'wrong' }) })
  const reply = await it.as('root').reply(contract.listLdapGroups, {})
  expect([reply.status, reply.body]).toEqual([
    503,
    { message: 'LDAP cannot be reached at the moment. Try again in a few minutes, or ask an administrator.' },
  ])
  const without = { ...it.services, settings: { ...it.services.settings } }
  Reflect.deleteProperty(without.settings, 'ldap')
  const { ctx } = it.as('root')
  const { directoryGroups } = await import('./group-links.ts')
  await expect(directoryGroups({ ...ctx, services: without })).rejects.toMatchObject({ kind: 'not_found' })
})

const ofGroup = (it: LinkedScene) => ({ id: it.groupId, cn: 'weavers', provider, groupAccess: 30 })
const calls: readonly (readonly [string, Operation, (it: LinkedScene) => Readonly<Record<string, unknown>>])[] = [
  ['list', contract.listLdapGroupLinks, ofGroup],
  ['create', contract.createLdapGroupLink, it => ({ ...ofGroup(it), cn: 'many-1' })],
  ['delete', contract.deleteLdapGroupLink, ofGroup],
  ['delete by name', contract.deleteLdapGroupLinkByName, ofGroup],
  ['delete of a provider', contract.deleteLdapGroupLinkOfProvider, ofGroup],
  ['sync', contract.syncLdapGroup, ofGroup],
  ['page', contract.groupLdapLinks, ofGroup],
  ['find', contract.findLdapGroups, ofGroup],
]
const refused: Readonly<Record<Member | 'anon', number>> = {
  olga: 0,
  mina: 403,
  dan: 403,
  rita: 403,
  gus: 403,
  nina: 404,
  anon: 404,
}

test.each(calls)('PREMIUM-008 only owners may use the links of a group: %s', async (_, operation, input) => {
  const it = await scene()
  await link(it, 'weavers', 20)
  const levels = { mina: 40, dan: 30, rita: 20, gus: 10 }
  for (const [username, accessLevel] of Object.entries(levels))
    await it.as('olga').call(memberOperations.group.add, { id: it.groupId, username: [username], accessLevel })
  for (const [who, status] of Object.entries(refused) as [Member | 'anon', number][])
    if (status !== 0) expect([who, (await it.as(who).reply(operation, input(it))).status]).toEqual([who, status])
  expect((await it.as('olga').reply(operation, input(it))).status).toBeLessThan(300)
})

test.each([
  ['root', 'ok'],
  ['olga', 'forbidden'],
  ['nina', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PREMIUM-008 %s searching all groups of the directory: %s', async (who, outcome) => {
  const it = await world({ settings: directory.settings() })
  expect(await outcomeOf(it.as(who).call(contract.listLdapGroups, {}))).toBe(outcome)
  expect(await outcomeOf(it.as(who).call(contract.listLdapGroupsOfProvider, { provider }))).toBe(outcome)
})

test('PREMIUM-008 the people of a linked group get the highest role, and lose it with the group and the link', async () => {
  const it = await scene()
  const made = await it.as('olga').reply(contract.createLdapGroupLink, ofGroup(it))
  expect([made.status, made.body]).toEqual([
    201,
    { cn: 'weavers', filter: null, group_access: 30, member_role_id: null, provider },
  ])
  await it.deliver()
  expect(await rolesIn(it)).toEqual({ ada: 30, grace: 30 })
  expect(await lastSync(it)).toMatchObject({ state: 'finished', added: 2, changed: 0, removed: 0 })
  await link(it, 'weft ADMINS', 40)
  await it.deliver()
  expect(await rolesIn(it)).toEqual({ ada: 40, grace: 30 })
  const weavers = `cn=weavers,${groupsBase}`
  await directory.set(weavers, 'member', dnOf('grace'), dnOf('alan'))
  await sync(it)
  expect(await rolesIn(it)).toEqual({ ada: 40, alan: 30, grace: 30 })
  expect(await lastSync(it)).toMatchObject({ added: 1, changed: 0, removed: 0 })
  await directory.set(weavers, 'member', dnOf('ada'), dnOf('grace'))
  const dropped = await it
    .as('olga')
    .reply(contract.deleteLdapGroupLink, { id: it.groupId, cn: 'Weft admins', provider })
  expect(dropped.status).toBe(204)
  await it.deliver()
  expect(await rolesIn(it)).toEqual({ ada: 30, grace: 30 })
  expect(await lastSync(it)).toMatchObject({ added: 0, changed: 1, removed: 1 })
  await it.as('olga').call(contract.deleteLdapGroupLinkByName, { id: it.groupId, cn: 'weavers' })
  await it.deliver()
  expect(await rolesIn(it)).toEqual({})
})

test('PREMIUM-008 members added or changed by hand are left alone', async () => {
  const it = await scene()
  const { add, update } = memberOperations.group
  await it.as('olga').call(add, { id: it.groupId, username: ['ada'], accessLevel: 10 })
  await link(it, 'weavers', 30)
  await sync(it)
  expect(await rolesIn(it)).toEqual({ ada: 10, grace: 30 })
  await it.as('olga').call(update, { id: it.groupId, userId: it.people.grace ?? 0, accessLevel: 20 })
  await it.as('olga').call(contract.deleteLdapGroupLinkOfProvider, { id: it.groupId, provider, cn: 'weavers' })
  await it.deliver()
  expect(await rolesIn(it)).toEqual({ ada: 10, grace: 20 })
})

test('PREMIUM-008 a group keeps its last owner', async () => {
  const it = await scene()
  await link(it, 'weavers', 50)
  await sync(it)
  await it.as(it.people.ada ?? 0).call(memberOperations.group.remove, { id: it.groupId, userId: it.users.olga.id })
  const removed = { id: it.groupId, cn: 'weavers', provider }
  await it.as(it.people.ada ?? 0).call(contract.deleteLdapGroupLink, removed)
  await it.deliver()
  expect(await rolesIn(it)).toEqual({ ada: 50 })
})

test('PREMIUM-008 nobody gets a lower role than the inherited one', async () => {
  const it = await scene()
  const parent = await it.as('olga').call(createGroup, { name: 'Mill', path: 'mill' })
  await it.as('olga').call(transferGroup, { id: it.groupId, groupId: parent.id })
  const { add } = memberOperations.group
  await it.as('olga').call(add, { id: parent.id, username: ['ada'], accessLevel: 40 })
  await link(it, 'weavers', 30)
  await sync(it)
  expect(await rolesIn(it)).toEqual({ grace: 30 })
})

test('PREMIUM-008 a group that the directory does not have, or a directory that cannot be asked, changes no member', async () => {
  const it = await scene()
  await link(it, 'weavers', 30)
  await sync(it)
  await link(it, 'no such group', 40)
  await sync(it)
  expect(await lastSync(it)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('No LDAP group is called no such group.'),
  })
  expect(await rolesIn(it)).toEqual({ ada: 30, grace: 30 })
  await directory.end()
  try {
    await sync(it)
    await checkPeople(it.db, it.services)
    expect(await lastSync(it)).toMatchObject({ state: 'failed', problem: expect.stringContaining('cannot be reached') })
    expect(await rolesIn(it)).toEqual({ ada: 30, grace: 30 })
  } finally {
    await directory.run()
  }
})

test('PREMIUM-008 a sign-in gives the roles at once, and takes them', async () => {
  const it = await scene()
  await directory.add({ uid: 'newcomer', password })
  const weavers = await directory.addGroup('spinners', [dnOf('newcomer')])
  await link(it, 'spinners', 30)
  const enter = () => it.as('anon').call(contract.signInWithLdap, { login: 'newcomer', password })
  await enter()
  expect(await rolesIn(it)).toEqual({ newcomer: 30 })
  await directory.set(weavers, 'member', dnOf('alan'))
  await enter()
  expect(await rolesIn(it)).toEqual({})
})

test('PREMIUM-008 groups of names for signing in, and filters of administrators', async () => {
  const it = await scene()
  await directory.change(client =>
    client.add(`cn=unix,${groupsBase}`, {
      objectClass: 'posixGroup',
      cn: 'unix',
      gidNumber: '7',
      memberUid: ['alan', 'nobody'],
    }),
  )
  await directory.set(dnOf('grace'), 'title', 'Admiral')
  await link(it, 'unix', 20)
  const filter = { id: it.groupId, filter: '(title=Admiral)', groupAccess: 40, provider }
  expect(await outcomeOf(it.as('olga').call(contract.createLdapGroupLink, filter))).toBe('forbidden')
  await it.as('root').call(contract.createLdapGroupLink, filter)
  await sync(it)
  expect(await rolesIn(it)).toEqual({ alan: 20, grace: 40 })
})

test.each<[string, Readonly<Record<string, unknown>>, number]>([
  ['another provider', { cn: 'weavers', provider: 'ldapother' }, 422],
  ['a link that exists', { cn: 'WEAVERS' }, 422],
  ['a wrong filter', { filter: '(title=' }, 422],
  ['no name', {}, 400],
  ['a name and a filter', { cn: 'weavers', filter: '(cn=*)' }, 400],
  ['an empty name', { cn: '' }, 400],
  ['a level that does not exist', { cn: 'many-2', groupAccess: 35 }, 400],
  ['a name of nothing but a null character', { cn: '\0' }, 400],
])('PREMIUM-008 a link is refused: %s', async (_, wrong, status) => {
  const it = await scene()
  await link(it, 'weavers', 30)
  const reply = await it
    .as('root')
    .reply(contract.createLdapGroupLink, { id: it.groupId, provider, groupAccess: 30, ...wrong })
  expect([reply.status, reply.body]).toEqual([status, expect.anything()])
})

test('PREMIUM-008 every hour, people who left are blocked, and people who are back are let in', async () => {
  const it = await scene()
  await directory.add({ uid: 'leaver', password })
  const leaver = await it.build.user({ username: 'leaver' })
  await it.as('root').call(updateUser, { id: leaver.id, provider, externUid: dnOf('leaver') })
  const stateOf = async (id = leaver.id) =>
    (await it.db.selectFrom('users').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const check = () => checkPeople(it.db, it.services)
  await check()
  expect(await stateOf()).toBe('active')
  await it.db
    .insertInto('sessions')
    .values({
      userId: leaver.id,
      tokenHash: Buffer.from('x'),
      csrfToken: 'x',
      expiresAt: '2999-01-01T00:00:00Z',
      lastSeenAt: it.as('root').ctx.now,
    })
    .execute()
  await directory.drop(dnOf('leaver'))
  await check()
  expect([await stateOf(), await stateOf(it.people.ada), await stateOf(it.users.rita.id)]).toEqual([
    'ldap_blocked',
    'active',
    'active',
  ])
  expect(await it.db.selectFrom('sessions').select('id').where('userId', '=', leaver.id).execute()).toEqual([])
  await directory.add({ uid: 'leaver', password })
  await check()
  expect(await stateOf()).toBe('active')
})
