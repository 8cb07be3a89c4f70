import { expect, test } from 'vitest'
import { register, signIn } from '#contract/foundation/sessions.ts'
import { getApplicationSettings, updateApplicationSettings } from '#contract/foundation/settings.ts'
import { approveUser, getUserById, listUsers, rejectUser } from '#contract/foundation/users.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const ada = { username: 'ada', name: 'Ada', email: 'ada@loom.test', password: 'warp and weft' }

async function waiting() {
  const site = await world()
  await site.as('root').call(updateApplicationSettings, { requireAdminApprovalAfterUserSignup: true })
  const reply = await site.as('anon').reply(register, ada)
  const user = await site.db.selectFrom('users').selectAll().where('username', '=', 'ada').executeTakeFirstOrThrow()
  const mails = () => site.db.selectFrom('mails').select(['recipient', 'subject', 'text']).orderBy('id').execute()
  return { ...site, reply, user, mails }
}

test('PREMIUM-040 a person who registers waits for approval, is told so, and every administrator gets an email', async () => {
  const { as, reply, user, mails, deliver } = await waiting()
  expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ user: null })])
  expect(reply.headers).not.toHaveProperty('set-cookie')
  expect(user.state).toBe('blocked_pending_approval')
  const refused = await as('anon').reply(signIn, { login: 'ada', password: ada.password })
  expect([refused.status, refused.body]).toEqual([
    401,
    {
      message: 'Your account is waiting for approval by an administrator. You will get an email once it is approved.',
    },
  ])
  expect((await as('anon').reply(signIn, { login: 'ada', password: 'wrong' })).body).toEqual({
    message: 'Invalid login or password.',
  })
  await deliver()
  expect(await mails()).toEqual([
    {
      recipient: 'root@weft.test',
      subject: 'Ada wants to join',
      text: expect.stringContaining('/admin/users?blocked_pending_approval=true'),
    },
  ])
  const found = await as('root').call(listUsers, { blockedPendingApproval: true })
  expect(found.map(({ username, state }) => [username, state])).toEqual([['ada', 'blocked_pending_approval']])
  expect(await as('dan').call(listUsers, { search: 'Ada' })).toEqual([])
})

test('PREMIUM-040 an approved person signs in and gets an email; an approval counts once', async () => {
  const { as, user, mails, deliver } = await waiting()
  expect(await outcomeOf(as('olga').call(approveUser, user))).toBe('forbidden')
  const approved = await as('root').reply(approveUser, user)
  expect([approved.status, approved.body]).toEqual([201, { message: 'Success' }])
  expect((await as('anon').reply(signIn, { login: 'ada', password: ada.password })).status).toBe(201)
  await deliver()
  expect((await mails()).at(-1)).toMatchObject({ recipient: ada.email, subject: 'Your account has been approved' })
  for (const operation of [approveUser, rejectUser]) expect((await as('root').reply(operation, user)).status).toBe(409)
})

test('PREMIUM-040 a rejected person has no account any more and gets an email', async () => {
  const { as, user, mails } = await waiting()
  expect((await as('root').reply(rejectUser, user)).status).toBe(201)
  expect(await outcomeOf(as('root').call(getUserById, user))).toBe('not_found')
  expect((await mails()).at(-1)).toMatchObject({
    recipient: ada.email,
    subject: 'Your registration was not approved',
  })
  expect((await as('anon').reply(register, ada)).status).toBe(201)
})

test.each<[string, object, string, number]>([
  ['an allowed domain', { domainAllowlist: ['LOOM.test '] }, 'ada@loom.test', 201],
  ['another domain', { domainAllowlist: ['loom.test'] }, 'ada@shuttle.test', 400],
  ['a domain below an allowed one', { domainAllowlist: ['loom.test'] }, 'ada@eu.loom.test', 400],
  ['a domain below a pattern', { domainAllowlist: ['*.loom.test'] }, 'ada@eu.loom.test', 201],
  ['a domain that ends like a pattern', { domainAllowlist: ['*.loom.test'] }, 'ada@notloom.test', 400],
  ['a denied domain', { domainDenylist: ['loom.test'], domainDenylistEnabled: true }, 'ada@Loom.test', 400],
  [
    'a denied domain without the list',
    { domainDenylist: ['loom.test'], domainDenylistEnabled: false },
    'ada@loom.test',
    201,
  ],
])('PREMIUM-040 registering with an address of %s', async (_case, change, email, status) => {
  const { as } = await world()
  await as('root').call(updateApplicationSettings, change)
  const reply = await as('anon').reply(register, { ...ada, email })
  expect(reply.status).toBe(status)
  if (status === 400) expect(reply.body).toEqual({ message: { email: [expect.stringContaining('domain')] } })
})

test('PREMIUM-040 domains are stored in small letters, each once, without empty lines', async () => {
  const { as } = await world()
  await as('root').call(updateApplicationSettings, { domainDenylist: ['B.test', '', ' a.test', 'b.test'] })
  expect(await as('root').call(getApplicationSettings, {})).toMatchObject({ domainDenylist: ['b.test', 'a.test'] })
})
