import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  changePassword,
  endOtherSessions,
  endSession,
  forgotPassword,
  listSessions,
  register,
  resetPassword,
  signIn,
  signOut,
} from '#contract/foundation/sessions.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { blockUser, getViewer, unblockUser, updateProfile, updateUser } from '#contract/foundation/users.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { inTransaction } from '#server/platform/sql/database.ts'
import { outcomeOf, type WireReply, type World, world } from '#test/world/world.ts'
import { identifySession } from './identify.ts'

const password = 'warp and weft'

/** A world in which rita has a password. */
async function worldWithPassword(settings?: Readonly<Record<string, string>>) {
  const made = await world(settings === undefined ? {} : { settings })
  const passwordHash = await hashPassword(password)
  await made.db.updateTable('users').set({ passwordHash }).where('id', '=', made.users.rita.id).execute()
  return made
}

/** The token of the link in the latest mail. */
async function mailedToken({ db }: World): Promise<string> {
  const mail = await db.selectFrom('mails').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return /reset_password_token=(\S+)/.exec(mail.text)?.[1] ?? ''
}

const cookieOf = (reply: WireReply): string => reply.headers['set-cookie'] ?? ''
const tokenOf = (reply: WireReply): string => /^_weft_session=([^;]*)/.exec(cookieOf(reply))?.[1] ?? ''
/** Sign rita in, and give her session. */
async function session({ as, db }: World, input: { rememberMe?: boolean } = {}) {
  const reply = await as('anon').reply(signIn, { login: 'rita', password, ...input })
  const found = await identifySession(db, tokenOf(reply))
  if (found === null) throw new Error('no session')
  return { reply, token: tokenOf(reply), sessionId: found.sessionId, csrfToken: found.csrfToken }
}

const fresh = { username: 'ada', name: 'Ada', email: 'ada@weft.test', password }

test('PLATFORM-002 a visitor registers, is signed in, and signs out', async () => {
  const { as, db } = await world()
  const reply = await as('anon').reply(register, fresh)
  expect(reply.status).toBe(201)
  expect(cookieOf(reply)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  const found = await identifySession(db, tokenOf(reply))
  expect(found?.actor).toMatchObject({ username: 'ada', isAdmin: false })
  expect(reply.body).toMatchObject({ user: { username: 'ada', name: 'Ada' }, csrf_token: found?.csrfToken })
  const own = await db.selectFrom('namespaces').select(['kind', 'ownerId']).where('fullPath', '=', 'ada').execute()
  expect(own).toEqual([{ kind: 'user', ownerId: found?.actor.id }])

  const by = { sessionId: found?.sessionId ?? 0 }
  const out = await as(found?.actor.id ?? 0, by).reply(signOut, {})
  expect(out.status).toBe(204)
  expect(cookieOf(out)).toContain('Max-Age=0')
  expect(await identifySession(db, tokenOf(reply))).toBeNull()
})

test('PLATFORM-002 registration can be switched off', async () => {
  const { as } = await world()
  await as('root').call(updateApplicationSettings, { signupEnabled: false })
  expect(await outcomeOf(as('anon').call(register, fresh))).toBe('forbidden')
  expect((await as('anon').call(getViewer, {})).signupEnabled).toBe(false)
})

test.each([
  ['username', { username: 'a' }, 'is too short (minimum is 2 characters)'],
  ['username', { username: 'ada lovelace' }, "can contain only letters, digits, '_', '-' and '.'"],
  ['username', { username: 'Dashboard' }, 'is a reserved name'],
  ['username', { username: 'RITA' }, 'has already been taken'],
  ['username', { username: 'weft' }, 'has already been taken'],
  ['email', { email: 'Rita@weft.test' }, 'has already been taken'],
  ['email', { email: 'ada@' }, 'is invalid'],
  ['name', { name: ' ' }, "can't be blank"],
  ['password', { password: 'short' }, 'is too short (minimum is 8 characters)'],
  ['password', { password: 'x'.repeat(129) }, 'is too long (maximum is 128 characters)'],
  ['password', { password: 'Password1' }, 'is too common'],
  ['password', { password: 'ada@weft.test' }, 'must not be your username, name or email address'],
])('PLATFORM-002 registration says what is wrong with the %s %j', async (field, wrong, sentence) => {
  const { as } = await world()
  const reply = await as('anon').reply(register, { ...fresh, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message: { [field]: [sentence] } }])
})

test.each(['rita', 'RITA@weft.test'])('PLATFORM-002 signing in as %s', async login => {
  const { as } = await worldWithPassword()
  const viewer = await as('anon').call(signIn, { login, password })
  expect(viewer.user?.username).toBe('rita')
})

test('an unknown login and a wrong password are answered alike', async () => {
  const { as } = await worldWithPassword()
  const unknown = await as('anon').reply(signIn, { login: 'nobody', password })
  const wrong = await as('anon').reply(signIn, { login: 'rita', password: 'not hers' })
  expect(wrong).toEqual(unknown)
  expect([wrong.status, wrong.body]).toEqual([401, { message: 'Invalid login or password.' }])
})

test('after fifty failures an account takes no password for ten minutes from an address it does not know', async () => {
  const { as, db, users } = await worldWithPassword({ RATE_LIMITS: 'on' })
  await db.updateTable('users').set({ lastSignInIp: '10.0.2.2' }).where('id', '=', users.rita.id).execute()
  for (let nth = 0; nth < 50; nth++) {
    const from = as('anon', { ip: `10.0.0.${nth}` })
    expect(await outcomeOf(from.call(signIn, { login: 'rita', password: 'wrong' }))).toBe('unauthenticated')
  }
  const later = as('anon', { ip: '10.0.1.1' })
  expect(await outcomeOf(later.call(signIn, { login: 'rita', password }))).toBe('rate_limited')
  expect(await outcomeOf(as('anon', { ip: '10.0.2.2' }).call(signIn, { login: 'rita', password }))).toBe('ok')
  await db.updateTable('signInTries').set({ beganAt: sql`now() - interval '11 minutes'` }).execute()
  expect(await outcomeOf(later.call(signIn, { login: 'rita', password }))).toBe('ok')
})

test('after thirty failures an address signs nobody in', async () => {
  const { as } = await worldWithPassword({ RATE_LIMITS: 'on' })
  for (let nth = 0; nth < 30; nth++)
    await outcomeOf(as('anon').call(signIn, { login: `guess${nth}`, password: 'wrong' }))
  expect(await outcomeOf(as('anon').call(signIn, { login: 'rita', password }))).toBe('rate_limited')
  expect(await outcomeOf(as('anon', { ip: '10.0.1.1' }).call(signIn, { login: 'rita', password }))).toBe('ok')
})

test('a remembered session lasts 30 days, another 12 hours', async () => {
  const made = await worldWithPassword()
  const short = await session(made)
  const long = await session(made, { rememberMe: true })
  expect(cookieOf(short.reply)).not.toContain('Max-Age')
  expect(cookieOf(long.reply)).toContain('Max-Age=')
  const hours = await made.db
    .selectFrom('sessions')
    .select(sql<number>`extract(epoch from expires_at - created_at) / 3600`.as('hours'))
    .orderBy('id')
    .execute()
  expect(hours.map(each => each.hours)).toEqual([12, 720])
})

test('a session that is used moves its end on', async () => {
  const made = await worldWithPassword()
  const { token, sessionId } = await session(made)
  await made.db
    .updateTable('sessions')
    .set({ lastSeenAt: sql`now() - interval '11 hours'`, expiresAt: sql`now() + interval '1 hour'` })
    .execute()
  await identifySession(made.db, token)
  const left = await made.db
    .selectFrom('sessions')
    .select(sql<number>`extract(epoch from expires_at - now()) / 3600`.as('hours'))
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  expect(left.hours).toBe(12)
})

test('a session over its time is none', async () => {
  const made = await worldWithPassword()
  const { token } = await session(made)
  await made.db.updateTable('sessions').set({ expiresAt: sql`now()` }).execute()
  expect(await identifySession(made.db, token)).toBeNull()
})

test('with https the cookie is for https alone', async () => {
  const made = await worldWithPassword({ EXTERNAL_URL: 'https://weft.test' })
  expect(cookieOf((await session(made)).reply)).toContain('; Secure')
})

test('a blocked user loses access at once, and is told so when the password is right', async () => {
  const made = await worldWithPassword()
  const { token } = await session(made)
  await made.as('root').call(blockUser, { id: made.users.rita.id })
  expect(await identifySession(made.db, token)).toBeNull()
  const right = await made.as('anon').reply(signIn, { login: 'rita', password })
  const wrong = await made.as('anon').reply(signIn, { login: 'rita', password: 'wrong' })
  expect(right.body).toEqual({ message: 'Your account has been blocked. Please contact an administrator.' })
  expect(wrong.body).toEqual({ message: 'Invalid login or password.' })
})

test('a deactivated account wakes up when its owner signs in', async () => {
  const { as, db, users } = await worldWithPassword()
  await db.updateTable('users').set({ state: 'deactivated' }).where('id', '=', users.rita.id).execute()
  await as('anon').call(signIn, { login: 'rita', password })
  const rita = await db.selectFrom('users').select('state').where('id', '=', users.rita.id).executeTakeFirstOrThrow()
  expect(rita.state).toBe('active')
})

test('sessions are listed and ended, one or all others, and only the own', async () => {
  const made = await worldWithPassword()
  const [first, second, third] = [await session(made), await session(made), await session(made)]
  const rita = made.as('rita', { sessionId: third.sessionId })
  const listed = await rita.call(listSessions, {})
  expect(listed.map(each => [each.id, each.current])).toEqual([
    [third.sessionId, true],
    [second.sessionId, false],
    [first.sessionId, false],
  ])
  expect(await outcomeOf(made.as('gus').call(endSession, { id: first.sessionId }))).toBe('not_found')
  await rita.call(endSession, { id: first.sessionId })
  expect(await identifySession(made.db, first.token)).toBeNull()
  await rita.call(endOtherSessions, {})
  expect(await identifySession(made.db, second.token)).toBeNull()
  expect(await identifySession(made.db, third.token)).not.toBeNull()
})

test('changing the password asks for the present one and ends the other sessions', async () => {
  const made = await worldWithPassword()
  const [other, here] = [await session(made), await session(made)]
  const rita = made.as('rita', { sessionId: here.sessionId })
  const wrong = await rita.reply(changePassword, { currentPassword: 'wrong', password: 'a new one for her' })
  expect(wrong.body).toEqual({ message: { current_password: ['is incorrect'] } })
  expect((await rita.reply(changePassword, { currentPassword: password, password: 'a new one for her' })).status).toBe(
    204,
  )
  expect(await identifySession(made.db, other.token)).toBeNull()
  expect(await identifySession(made.db, here.token)).not.toBeNull()
  expect(await outcomeOf(made.as('anon').call(signIn, { login: 'rita', password }))).toBe('unauthenticated')
  expect(await outcomeOf(made.as('anon').call(signIn, { login: 'rita', password: 'a new one for her' }))).toBe('ok')
})

test('a forgotten password is set anew by the link of the mail, once', async () => {
  const made = await worldWithPassword()
  const { token: before } = await session(made)
  const known = await made.as('anon').reply(forgotPassword, { email: 'rita@weft.test' })
  const unknown = await made.as('anon').reply(forgotPassword, { email: 'nobody@weft.test' })
  expect(known).toEqual(unknown)
  await made.deliver()
  const mails = await made.db.selectFrom('mails').select(['recipient', 'text']).execute()
  expect(mails.map(mail => mail.recipient)).toEqual(['rita@weft.test'])
  const token = /reset_password_token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''

  const weak = made.as('anon').call(resetPassword, { token, password: '12345678' })
  expect(await outcomeOf(weak)).toBe('invalid')
  await made.as('anon').call(resetPassword, { token, password: 'a new one for her' })
  expect(await identifySession(made.db, before)).toBeNull()
  expect(await outcomeOf(made.as('anon').call(signIn, { login: 'rita', password: 'a new one for her' }))).toBe('ok')
  const again = made.as('anon').call(resetPassword, { token, password: 'yet another one' })
  expect(await outcomeOf(again)).toBe('unprocessable')
})

test('a link for no email address is refused, and not said to be on its way', async () => {
  const { as } = await world()
  for (const email of ['', '  ', 'rita'])
    expect(await as('anon').reply(forgotPassword, { email })).toMatchObject({
      status: 400,
      body: { message: 'Enter your email address.' },
    })
})

test('the mail for a forgotten password is written and sent before the jobs that wait', async () => {
  const { as, db, deliver } = await worldWithPassword()
  await as('anon').call(forgotPassword, { email: 'rita@weft.test' })
  await deliver()
  const mail = await db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  const token = /reset_password_token=(\S+)/.exec(mail.text)?.[1] ?? ''
  await as('anon').call(resetPassword, { token, password: 'a new one for her' })
  const { rows } = await sql<{ name: string; priority: number }>`
    select e.name, j.priority from graphile_worker._private_jobs j join events e on e.id = (j.payload->>'event_id')::bigint
    where e.name in ('password.forgotten', 'mail.queued') order by e.id`.execute(db)
  // The last mail says that the password was changed: no one waits for that one.
  expect(rows).toEqual([
    { name: 'password.forgotten', priority: -10 },
    { name: 'mail.queued', priority: -10 },
    { name: 'mail.queued', priority: 0 },
  ])
})

test('a link of a mail is over after an hour', async () => {
  const { as, db, deliver } = await worldWithPassword()
  await as('anon').call(forgotPassword, { email: 'rita@weft.test' })
  await deliver()
  const mail = await db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  const token = /reset_password_token=(\S+)/.exec(mail.text)?.[1] ?? ''
  await db.updateTable('passwordResets').set({ expiresAt: sql`expires_at - interval '1 hour'` }).execute()
  expect(await outcomeOf(as('anon').call(resetPassword, { token, password: 'a new one for her' }))).toBe(
    'unprocessable',
  )
})

test('one account is mailed five links an hour at most', async () => {
  const { as, db, deliver } = await worldWithPassword()
  for (let nth = 0; nth < 7; nth++) await as('anon').call(forgotPassword, { email: 'rita@weft.test' })
  await deliver()
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(5)
})

test('who looks at the page costs one statement', async () => {
  const made = await worldWithPassword()
  const { sessionId, csrfToken } = await session(made)
  const rita = made.as('rita', { sessionId })
  expect(await made.statements(() => rita.call(getViewer, {}))).toBe(1)
  expect((await rita.call(getViewer, {})).csrfToken).toBe(csrfToken)
  expect(await made.as('anon').call(getViewer, {})).toMatchObject({ user: null, csrfToken: null, signupEnabled: true })
})

/** A world in which calls meet each other, and rita has a password. */
async function committingWorld() {
  const made = await world({ commits: true, settings: { RATE_LIMITS: 'on' } })
  onTestFinished(async () => {
    await made.db.deleteFrom('signInTries').execute()
  })
  const passwordHash = await hashPassword(password)
  await made.db.updateTable('users').set({ passwordHash }).where('id', '=', made.users.rita.id).execute()
  return made
}

test('of 120 guesses at once from one address ten are tried, and the owner still signs in from another one', async () => {
  const { as, users } = await committingWorld()
  const login = users.rita.username
  const guess = (nth: number) => as('anon', { ip: '10.9.0.1' }).call(signIn, { login, password: `guess ${nth}` })
  const outcomes = await Promise.all(Array.from({ length: 120 }, (_, nth) => outcomeOf(guess(nth))))
  expect(outcomes.filter(each => each === 'unauthenticated')).toHaveLength(10)
  expect(outcomes.filter(each => each === 'rate_limited')).toHaveLength(110)
  expect(await outcomeOf(as('anon', { ip: '10.9.0.2' }).call(signIn, { login, password }))).toBe('ok')
})

test('twenty sign-ins at once with the right password all succeed', async () => {
  const { as, users } = await committingWorld()
  const login = users.rita.username
  const tries = Array.from({ length: 20 }, () => outcomeOf(as('anon').call(signIn, { login, password })))
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['ok']))
})

test.each(['a new address', 'a new password', 'a block'])(
  'a link that was mailed to set a password is over after %s',
  async change => {
    const made = await worldWithPassword()
    const { as, users } = made
    await as('anon').call(forgotPassword, { email: 'rita@weft.test' })
    await made.deliver()
    const token = await mailedToken(made)
    const { id } = users.rita
    if (change === 'a new address')
      await as('root').call(updateUser, { id, email: 'rita@new.test', skipReconfirmation: true })
    else if (change === 'a new password') await as('root').call(updateUser, { id, password: 'weft and warp' })
    else {
      await as('root').call(blockUser, { id })
      await as('root').call(unblockUser, { id })
    }
    expect(await outcomeOf(as('anon').call(resetPassword, { token, password: 'a third cloth' }))).toBe('unprocessable')
  },
)

test('a network address registers twenty times an hour', async () => {
  const { as } = await world({ settings: { RATE_LIMITS: 'on' } })
  for (let nth = 0; nth < 20; nth++) await outcomeOf(as('anon').call(register, { ...fresh, password: 'short' }))
  expect(await outcomeOf(as('anon').call(register, fresh))).toBe('rate_limited')
  expect(await outcomeOf(as('anon', { ip: '10.0.1.1' }).call(register, fresh))).toBe('ok')
})

/** Change rita's account while `meanwhile`, which has read it before, waits for her row. */
async function overtaken(
  made: World,
  values: { state?: string; passwordHash?: string },
  meanwhile: () => Promise<unknown>,
) {
  const { result } = await inTransaction(made.db, async db => {
    await db.updateTable('users').set(values).where('id', '=', made.users.rita.id).execute()
    const result = meanwhile()
    const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%users%'`
    await expect.poll(async () => (await waiting.execute(made.db)).rows[0]?.count).toBe(1)
    return { result }
  })
  return result
}

test('PLATFORM-002 a sign-in that a block overtakes is refused, and does not undo the block of a deactivated account', async () => {
  const made = await committingWorld()
  const rita = () => made.db.updateTable('users').where('id', '=', made.users.rita.id)
  await rita().set({ state: 'deactivated' }).execute()
  const signingIn = () => outcomeOf(made.as('anon').call(signIn, { login: made.users.rita.username, password }))
  expect(await overtaken(made, { state: 'blocked' }, signingIn)).toBe('unauthenticated')
  expect((await rita().set({ updatedAt: new Date().toISOString() }).returning('state').executeTakeFirst())?.state).toBe(
    'blocked',
  )
})

test.each([
  [
    'a sign-in',
    'unauthenticated',
    (made: World) => made.as('anon').call(signIn, { login: made.users.rita.username, password }),
  ],
  [
    'a change of the password',
    'invalid',
    (made: World) => made.as('rita').call(changePassword, { currentPassword: password, password: 'a third cloth' }),
  ],
  [
    'a change of the address',
    'invalid',
    (made: World) => made.as('rita').call(updateProfile, { currentPassword: password, email: 'rita@loom.test' }),
  ],
] as const)('PLATFORM-002 %s with a password that is replaced meanwhile: %s', async (_what, expected, call) => {
  const made = await committingWorld()
  const passwordHash = await hashPassword('a second cloth')
  expect(await overtaken(made, { passwordHash }, () => outcomeOf(call(made)))).toBe(expected)
})
