import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithLdap } from '#contract/foundation/ldap.ts'
import { changePassword, forgotPassword, register, resetPassword, signIn } from '#contract/foundation/sessions.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { blockUser, getUserById, getViewer, unblockUser, updateUser } from '#contract/foundation/users.ts'
import type { Services } from '#server/context.ts'
import { checkPassword } from '#server/foundation/passwords/check-password.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { LdapSettings } from '#server/settings.ts'
import { base, dnOf, peopleBase, TestDirectory } from '#test/world/directory.ts'
import { standIn } from '#test/world/stand-in-directory.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'
import { signInWithLdap as signInByUseCase } from './sign-in.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await TestDirectory.start()
})
afterAll(() => directory.remove())

const password = 'a word of the directory'

const scene = (more: Readonly<Record<string, string>> = {}, options: { readonly commits?: boolean } = {}) =>
  world({ settings: directory.settings(more), ...options })

const enter = ({ as }: World, login: string, given = password) =>
  as('anon').call(signInWithLdap, { login, password: given })

const outcome = (it: World, login: string, given = password) => outcomeOf(enter(it, login, given))

/** The services of a world whose directory is another one. */
function servicesWith({ services }: World, changes: Partial<LdapSettings>): Services {
  const { ldap } = services.settings
  if (ldap === undefined) throw new Error('a world without a directory')
  return { ...services, settings: { ...services.settings, ldap: { ...ldap, ...changes } } }
}

/** The user with a username, as an administrator sees them. */
async function account(it: World, username: string) {
  const row = await it.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  return row === undefined ? null : it.as('root').call(getUserById, { id: row.id })
}

const countUsers = async ({ db }: World) => (await db.selectFrom('users').select('id').execute()).length

test('PREMIUM-008 a first sign-in creates an account, later ones refresh its name and email address', async () => {
  await directory.add({ uid: 'ada', password, name: 'Ada Lovelace', mail: 'ada@example.test' })
  const it = await scene()
  const first = await enter(it, 'ada')
  expect(first.user).toMatchObject({ username: 'ada', name: 'Ada Lovelace', isAdmin: false })
  expect(await account(it, 'ada')).toMatchObject({
    email: 'ada@example.test',
    identities: [{ provider: 'ldapmain', externUid: dnOf('ada') }],
    state: 'active',
  })
  const before = await countUsers(it)
  await directory.set(dnOf('ada'), 'cn', 'Ada King')
  await directory.set(dnOf('ada'), 'mail', 'king@example.test')
  expect((await enter(it, 'ADA')).user?.name).toBe('Ada King')
  expect(await account(it, 'ada')).toMatchObject({ name: 'Ada King', email: 'king@example.test' })
  expect(await countUsers(it)).toBe(before)
})

test.each([
  ['a wrong password', 'wanda', 'wrong'],
  ['no password, with which a bind would succeed', 'wanda', ''],
  ['an unknown name', 'nobody-here', password],
  ['no name', '', password],
  ['a star', 'wan*', password],
  ['a filter', 'wanda)(uid=*', password],
  ['a filter that closes the other', '*)(|(uid=*', password],
  ['a backslash', '\\77anda', password],
  ['a DN', dnOf('wanda'), password],
  ['a name without its accent', 'zoe', password],
])('PREMIUM-008 %s signs nobody in', async (_, login, given) => {
  await directory.add({ uid: 'wanda', password }).catch(() => undefined)
  await directory.add({ uid: 'zoé', password, mail: 'zoe@example.test' }).catch(() => undefined)
  const it = await scene()
  const before = await countUsers(it)
  expect(await outcome(it, login, given)).toBe('unauthenticated')
  expect(await countUsers(it)).toBe(before)
})

test('PREMIUM-008 the names of the directory become usernames', async () => {
  const it = await scene()
  const cases = [
    ['Renée O’Neil', 'Renee-O-Neil'],
    ['b(o)b*', 'b-o-b'],
    ['q@corp.example', 'user-q'],
    ['weft', 'weft1'],
    ['rita', 'rita1'],
    ['dashboard', 'user-dashboard'],
    ['back\\slash, plus+', 'back-slash-plus'],
  ] as const
  for (const [at, [uid, username]] of cases.entries()) {
    await directory.add({ uid, password, mail: `clean${at}@example.test` })
    expect((await enter(it, uid)).user?.username).toBe(username)
  }
})

test('PREMIUM-008 two first sign-ins at once make one account', async () => {
  await directory.add({ uid: 'twin', password })
  const it = await scene({}, { commits: true })
  const both = await Promise.all([enter(it, 'twin'), enter(it, 'twin'), enter(it, 'twin')])
  expect(new Set(both.map(each => each.user?.id)).size).toBe(1)
  expect(
    await it.db.selectFrom('users').select('username').where('email', '=', 'twin@weft.test').execute(),
  ).toHaveLength(1)
})

test.each<[string, string, string, 'ok' | 'forbidden']>([
  ['nobody is taken over by default', '', 'nina', 'forbidden'],
  ['a person is', 'people', 'nina', 'ok'],
  ['an administrator is not', 'people', 'root', 'forbidden'],
  ['an administrator is, where it is set so', 'all', 'root', 'ok'],
])('PREMIUM-008 an account with the email address: %s', async (_, linkAccounts, who, expected) => {
  const it = await scene(linkAccounts === '' ? {} : { LDAP_LINK_ACCOUNTS: linkAccounts })
  const { email, id } = await it.db
    .selectFrom('users')
    .select(['email', 'id'])
    .where('username', '=', who)
    .executeTakeFirstOrThrow()
  const uid = `takes-${linkAccounts}-${who}`
  await directory.add({ uid, password, mail: email.toUpperCase() }).catch(() => undefined)
  await it.db
    .updateTable('users')
    .set({ email: `${who}@weft.test` })
    .where('id', '=', id)
    .execute()
  await directory.set(dnOf(uid), 'mail', `${who}@WEFT.test`)
  expect(await outcome(it, uid)).toBe(expected)
  const identities = await it.db.selectFrom('userIdentities').select('externUid').where('userId', '=', id).execute()
  expect(identities).toEqual(expected === 'ok' ? [{ externUid: dnOf(uid) }] : [])
  const mails = await it.db.selectFrom('mails').select('subject').where('userId', '=', id).execute()
  if (expected === 'ok') expect(mails).toContainEqual({ subject: 'Your account now signs in with LDAP' })
})

test('PREMIUM-008 the name alone takes no account over', async () => {
  await directory.add({ uid: 'dan', password, mail: 'other-dan@example.test' })
  const it = await scene({ LDAP_LINK_ACCOUNTS: 'all' })
  const { user } = await enter(it, 'dan')
  expect(user?.username).toBe('dan1')
  expect(user?.id).not.toBe(it.users.dan.id)
})

test('PREMIUM-008 an address that somebody else has stays with them', async () => {
  await directory.add({ uid: 'greedy', password })
  const it = await scene()
  await enter(it, 'greedy')
  await directory.set(dnOf('greedy'), 'mail', 'rita@weft.test')
  await directory.set(dnOf('greedy'), 'cn', 'Greedy')
  expect((await enter(it, 'greedy')).user?.name).toBe('Greedy')
  expect(await account(it, 'greedy')).toMatchObject({ email: 'greedy@weft.test' })
})

test('PREMIUM-008 a person who moved in the directory keeps the account; one who is still there loses it to nobody', async () => {
  await directory.add({ uid: 'mover', password })
  await directory.add({ uid: 'rival', password, mail: 'rival@example.test' })
  const it = await scene()
  const { user } = await enter(it, 'mover')
  await enter(it, 'rival')
  await directory.move(dnOf('mover'), 'uid=moved')
  expect((await enter(it, 'moved')).user?.id).toBe(user?.id)
  await directory.add({ uid: 'impostor', password, mail: 'rival@example.test' })
  expect(await outcome(it, 'impostor')).toBe('forbidden')
})

test('PREMIUM-008 an entry without an email address gets no account, with a sentence', async () => {
  await directory.add({ uid: 'unmailed', password, mail: null })
  const it = await scene()
  const reply = await it.as('anon').reply(signInWithLdap, { login: 'unmailed', password })
  expect(reply.status).toBe(403)
  expect(JSON.stringify(reply.body)).toContain('has no valid email address')
})

test('PREMIUM-008 who has left is blocked at the next use, and let in again when back', async () => {
  const dn = await directory.add({ uid: 'leaver', password })
  const it = await scene()
  await enter(it, 'leaver')
  const { id } = await it.db.selectFrom('users').select('id').where('username', '=', 'leaver').executeTakeFirstOrThrow()
  const sessions = () => it.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()
  expect(await sessions()).toHaveLength(1)
  await directory.drop(dn)
  expect(await outcome(it, 'leaver')).toBe('unauthenticated')
  expect(await account(it, 'leaver')).toMatchObject({ state: 'ldap_blocked' })
  expect(await sessions()).toEqual([])
  const byHand = it.as('root').reply(unblockUser, { id })
  expect((await byHand).body).toEqual({ message: '403 Forbidden - LDAP blocked users cannot be modified by the API' })
  await directory.add({ uid: 'leaver', password })
  expect(await outcome(it, 'leaver')).toBe('ok')
  expect(await account(it, 'leaver')).toMatchObject({ state: 'active' })
})

test('PREMIUM-008 the user filter keeps people out, and a block by an administrator stays', async () => {
  await directory.add({ uid: 'filtered', password })
  const it = await scene({ LDAP_USER_FILTER: '(&(objectClass=person)(!(description=disabled)))' })
  await enter(it, 'filtered')
  await directory.set(dnOf('filtered'), 'description', 'disabled')
  expect(await outcome(it, 'filtered')).toBe('unauthenticated')
  await directory.set(dnOf('filtered'), 'description')
  await enter(it, 'filtered')
  const { id } = await it.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'filtered')
    .executeTakeFirstOrThrow()
  await it.as('root').call(blockUser, { id })
  expect(await outcome(it, 'filtered')).toBe('unauthenticated')
  expect(await account(it, 'filtered')).toMatchObject({ state: 'blocked' })
})

test('PREMIUM-008 a directory that shows nobody blocks nobody', async () => {
  await directory.add({ uid: 'unseen', password })
  const it = await scene()
  await enter(it, 'unseen')
  const { db } = it
  const services = servicesWith(it, { userFilter: '(objectClass=device)' })
  const check = checkPassword(db, services, { login: 'unseen', password, ip: '10.0.0.1' })
  await expect(check).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(await account(it, 'unseen')).toMatchObject({ state: 'active' })
})

test('PREMIUM-008 other doors check the password of the directory, and the account has no other', async () => {
  await directory.add({ uid: 'gita', password, mail: 'gita@example.test' })
  const it = await scene({ LDAP_LINK_ACCOUNTS: 'people' })
  const { db, services } = it
  const own = await it.build.user({ username: 'gita-of-weft' })
  const former = { passwordHash: await hashPassword('a former password'), email: 'gita@example.test' }
  await db.updateTable('users').set(former).where('id', '=', own.id).execute()
  await enter(it, 'gita')
  const check = (login: string, given: string) =>
    outcomeOf(checkPassword(db, services, { login, password: given, ip: '10.0.0.1' }))
  expect(await check('gita-of-weft', password)).toBe('ok')
  expect(await check('gita@example.test', password)).toBe('ok')
  expect(await check('gita-of-weft', 'a former password')).toBe('unauthenticated')
  expect(await check('gita-of-weft', '')).toBe('unauthenticated')
  expect(await outcomeOf(it.as('anon').call(signIn, { login: 'gita-of-weft', password }))).toBe('ok')
  const change = { currentPassword: password, password: 'another good password' }
  expect(await outcomeOf(it.as(own.id, { sessionId: 1 }).call(changePassword, change))).toBe('forbidden')
})

test('PREMIUM-008 who signs in by LDAP has no password to reset here', async () => {
  await directory.add({ uid: 'forgetful', password })
  const it = await scene()
  await enter(it, 'forgetful')
  await it.as('anon').call(forgotPassword, { email: 'forgetful@weft.test' })
  await it.deliver()
  const { text } = await it.db.selectFrom('mails').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(text).toContain('Your account signs in with LDAP, so its password cannot be reset here.')
  expect(text).not.toContain('reset_password_token')
  const { id: userId } = await it.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'forgetful')
    .executeTakeFirstOrThrow()
  const token = 'of-an-older-mail'
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  await it.db
    .insertInto('passwordResets')
    .values({ tokenHash: hashSecret(token), userId, expiresAt })
    .execute()
  const reset = { token, password: 'another good password' }
  expect(await outcomeOf(it.as('anon').call(resetPassword, reset))).toBe('unprocessable')
})

test.each(['ldap', 'password'] as const)(
  'PREMIUM-008 attempts by LDAP and by password count together: %s last',
  async last => {
    await directory.add({ uid: 'guessed', password }).catch(() => undefined)
    const it = await scene({ RATE_LIMITS: 'on' })
    await enter(it, 'guessed')
    await it.db.deleteFrom('sessions').execute()
    const byLdap = () => outcome(it, 'guessed', 'wrong')
    const byPassword = () => outcomeOf(it.as('anon').call(signIn, { login: 'guessed', password: 'wrong' }))
    for (let nth = 0; nth < 5; nth++)
      expect([await byLdap(), await byPassword()]).toEqual(['unauthenticated', 'unauthenticated'])
    expect(await (last === 'ldap' ? outcome(it, 'guessed') : byPassword())).toBe('rate_limited')
  },
)

test('PREMIUM-008 a directory that cannot be reached blocks nobody, and passwords go on working', async () => {
  await directory.add({ uid: 'stranded', password })
  const it = await scene()
  const own = await it.build.user({ username: 'local' })
  await it.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', own.id)
    .execute()
  await enter(it, 'stranded')
  await directory.end()
  try {
    const reply = await it.as('anon').reply(signInWithLdap, { login: 'stranded', password })
    expect(reply.status).toBe(503)
    expect(JSON.stringify(reply.body)).toContain('LDAP cannot be reached at the moment.')
    expect(await outcomeOf(it.as('anon').call(signIn, { login: 'local', password }))).toBe('ok')
    expect(await account(it, 'stranded')).toMatchObject({ state: 'active' })
  } finally {
    await directory.run()
  }
  expect(await outcome(it, 'stranded')).toBe('ok')
})

test('PREMIUM-008 a silent directory is given up after five seconds', async () => {
  const it = await world({ settings: directory.settings({ LDAP_URL: await standIn() }) })
  const startedMs = performance.now()
  expect(await outcome(it, 'ada')).toBe('unavailable')
  expect(performance.now() - startedMs).toBeLessThan(8_000)
})

test('PREMIUM-008 a directory that answers with nonsense or a byte at a time is given up', async () => {
  const nonsense = await standIn(socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const closing = await standIn(socket => socket.end())
  const dripping = await standIn(socket => {
    const timer = setInterval(() => socket.write(Buffer.from([0x30])), 200)
    socket.on('close', () => clearInterval(timer))
  })
  const it = await scene()
  const { ctx } = it.as('anon')
  for (const url of [nonsense, closing, dripping])
    expect(
      await outcomeOf(signInByUseCase({ ...ctx, services: servicesWith(it, { url }) }, { login: 'ada', password })),
    ).toBe('unavailable')
})

test('PREMIUM-008 a wrong account for searching is a directory that cannot be asked', async () => {
  const it = await scene({ LDAP_BIND_PASSWORD: 'wrong' })
  expect(await outcome(it, 'ada')).toBe('unavailable')
})

test.each([
  ['StartTLS', 'ldap', 'LDAP_STARTTLS', true],
  ['StartTLS with an unknown authority', 'ldap', 'LDAP_STARTTLS', false],
  ['ldaps', 'ldaps', '', true],
  ['ldaps with an unknown authority', 'ldaps', '', false],
])('PREMIUM-008 %s', async (_, scheme, startTls, isTrusted) => {
  await directory.add({ uid: 'tess', password }).catch(() => undefined)
  const port = scheme === 'ldaps' ? directory.securePort : directory.port
  const it = await scene({
    LDAP_URL: `${scheme}://127.0.0.1:${port}`,
    ...(startTls === '' ? {} : { [startTls]: 'on' }),
    ...(isTrusted ? { LDAP_CA_FILE: directory.certificateFile } : {}),
  })
  expect(await outcome(it, 'tess')).toBe(isTrusted ? 'ok' : 'unavailable')
})

test('PREMIUM-008 without a directory there is no such sign-in, and identities mean nothing', async () => {
  const it = await world()
  await it
    .as('root')
    .call(updateUser, { id: it.users.rita.id, provider: 'ldapmain', externUid: `uid=rita, ${peopleBase}` })
  await it.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', it.users.rita.id)
    .execute()
  expect(await outcome(it, 'rita')).toBe('not_found')
  expect(await outcomeOf(it.as('anon').call(signIn, { login: 'rita', password }))).toBe('ok')
})

test('PREMIUM-008 an identity that an administrator writes is found in any spelling, even while sign-up is closed', async () => {
  await directory.add({ uid: 'spelled', password })
  const it = await scene()
  await it.as('root').call(updateApplicationSettings, { signupEnabled: false })
  const externUid = `UID = Spelled , OU=People, ${base}`
  await it.as('root').call(updateUser, { id: it.users.gus.id, provider: 'ldapmain', externUid })
  expect((await enter(it, 'spelled')).user?.id).toBe(it.users.gus.id)
})

test('PREMIUM-040 where passwords are off, administrators alone use theirs, and nobody registers', async () => {
  await directory.add({ uid: 'otto', password }).catch(() => undefined)
  const it = await scene({ LDAP_LINK_ACCOUNTS: 'none' })
  const own = 'a password of this site'
  await it.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(own) })
    .where('id', 'in', [it.users.dan.id, it.users.root.id])
    .execute()
  const byPassword = (login: string, given = own) => outcomeOf(it.as('anon').call(signIn, { login, password: given }))
  await it.as('root').call(updateApplicationSettings, { passwordAuthenticationEnabledForWeb: false })
  expect(await byPassword('dan')).toBe('forbidden')
  expect(await byPassword('dan', 'wrong')).toBe('unauthenticated')
  expect(await byPassword('root')).toBe('ok')
  expect(await outcome(it, 'otto')).toBe('ok')
  const seen = await it.as('anon').call(getViewer, {})
  expect(seen).toMatchObject({ signupEnabled: false, passwordsAreOff: true })
  const registration = { name: 'New', username: 'newcomer', email: 'new@example.test', password: own }
  expect(await outcomeOf(it.as('anon').call(register, registration))).toBe('forbidden')
  await it.as('root').call(updateApplicationSettings, { passwordAuthenticationEnabledForWeb: true })
  expect(await byPassword('dan')).toBe('ok')
})

test('PREMIUM-040 passwords stay on where there is no other way to sign in', async () => {
  const { as } = await world()
  const reply = await as('root').reply(updateApplicationSettings, { passwordAuthenticationEnabledForWeb: false })
  expect([reply.status, reply.body]).toEqual([
    400,
    {
      message: {
        password_authentication_enabled_for_web: [
          'cannot be turned off: there is no other way to sign in. Set LDAP_URL first',
        ],
      },
    },
  ])
})
