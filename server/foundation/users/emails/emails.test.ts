import { expect, test } from 'vitest'
import { forgotPassword, register, signIn } from '#contract/foundation/sessions.ts'
import * as contract from '#contract/foundation/user-emails.ts'
import { confirmEmail, createUser, getProfile, listUsers, updateUser } from '#contract/foundation/users.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'

const tokenTo = async ({ db }: World, recipient: string): Promise<string> => {
  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /confirmation_token=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Add an address and open its link. */
async function confirmed(it: World, who: Member | number, email: string) {
  const added = await it.as(who).call(contract.addEmail, { email })
  await it.as('anon').call(confirmEmail, { token: await tokenTo(it, email) })
  return added
}

test('PLATFORM-011 an added address waits for its link, and then counts', async () => {
  const it = await world()
  const { as } = it
  const added = await as('rita').call(contract.addEmail, { email: ' rita@loom.test ' })
  expect(added).toEqual({ id: expect.any(Number), email: 'rita@loom.test', confirmedAt: null })
  expect((await as('rita').call(contract.emailsOnPage, {})).map(each => [each.email, each.isPrimary])).toEqual([
    ['rita@weft.test', true],
    ['rita@loom.test', false],
  ])
  const token = await tokenTo(it, 'rita@loom.test')
  await as('anon').call(confirmEmail, { token })
  const shown = await as('rita').call(contract.getOwnEmail, { emailId: added.id })
  expect(shown.confirmedAt).toEqual(expect.any(String))
  expect(await outcomeOf(as('anon').call(confirmEmail, { token }))).toBe('unprocessable')
  expect((await as('rita').call(getProfile, {})).email).toBe('rita@weft.test')
  expect((await as('root').call(listUsers, { search: 'Rita@loom.test' })).map(each => each.username)).toEqual(['rita'])
})

test('PLATFORM-011 a second link replaces the first', async () => {
  const it = await world()
  const { id } = await it.as('rita').call(contract.addEmail, { email: 'rita@loom.test' })
  const first = await tokenTo(it, 'rita@loom.test')
  expect(await outcomeOf(it.as('gus').call(contract.resendConfirmation, { emailId: id }))).toBe('not_found')
  await it.as('rita').call(contract.resendConfirmation, { emailId: id })
  expect(await outcomeOf(it.as('anon').call(confirmEmail, { token: first }))).toBe('unprocessable')
  await it.as('anon').call(confirmEmail, { token: await tokenTo(it, 'rita@loom.test') })
  expect(await outcomeOf(it.as('rita').call(contract.resendConfirmation, { emailId: id }))).toBe('forbidden')
})

test.each(['not an address', 'RITA@weft.test', 'gus@weft.test', 'gus@loom.test'])(
  'PLATFORM-011 %s cannot be added',
  async email => {
    const it = await world()
    await confirmed(it, 'gus', 'gus@loom.test')
    const reply = await it.as('rita').reply(contract.addEmail, { email })
    const message = { email: [email.includes('@') ? 'has already been taken' : 'is invalid'] }
    expect([reply.status, reply.body]).toEqual([400, { message }])
  },
)

const fresh = { username: 'ada', name: 'Ada', email: 'rita@loom.test', password: 'warp and weft' }

test('PLATFORM-011 a confirmed address is taken for every other account', async () => {
  const it = await world()
  await confirmed(it, 'rita', 'rita@loom.test')
  const { as, users } = it
  expect(await outcomeOf(as('anon').call(register, fresh))).toBe('invalid')
  expect(await outcomeOf(as('root').call(createUser, fresh))).toBe('conflict')
  const change = { id: users.gus.id, email: 'Rita@Loom.test' }
  expect(await outcomeOf(as('root').call(updateUser, change))).toBe('conflict')
  expect(await outcomeOf(as('root').call(updateUser, { ...change, skipReconfirmation: true }))).toBe('conflict')
})

test('PLATFORM-011 an address that is only claimed keeps nobody from it', async () => {
  const it = await world()
  await it.as('rita').call(contract.addEmail, { email: fresh.email })
  const token = await tokenTo(it, fresh.email)
  await it.as('root').call(createUser, fresh)
  expect(await outcomeOf(it.as('anon').call(confirmEmail, { token }))).toBe('unprocessable')
})

test('PLATFORM-011 a confirmed address signs its owner in, and a reset goes to the primary one', async () => {
  const it = await world()
  const { id } = await it.as('root').call(createUser, { ...fresh, email: 'ada@weft.test' })
  await it.as(id).call(contract.addEmail, { email: 'ada@loom.test' })
  const credentials = { login: 'ada@loom.test', password: fresh.password }
  expect(await outcomeOf(it.as('anon').call(signIn, credentials))).toBe('unauthenticated')
  await it.as('anon').call(confirmEmail, { token: await tokenTo(it, 'ada@loom.test') })
  expect(await outcomeOf(it.as('anon').call(signIn, credentials))).toBe('ok')
  await it.as('anon').call(forgotPassword, { email: 'ada@loom.test' })
  await it.deliver()
  const reset = await it.db
    .selectFrom('mails')
    .select('recipient')
    .where('subject', '=', 'Reset your password')
    .execute()
  expect(reset).toEqual([{ recipient: 'ada@weft.test' }])
})

test('PLATFORM-011 an address is removed by its owner, the primary one never', async () => {
  const it = await world()
  const { id } = await confirmed(it, 'rita', 'rita@loom.test')
  const [primary] = await it.as('rita').call(contract.listOwnEmails, {})
  expect(await outcomeOf(it.as('gus').call(contract.removeEmail, { emailId: id }))).toBe('not_found')
  expect(await outcomeOf(it.as('rita').call(contract.removeEmail, { emailId: primary?.id ?? 0 }))).toBe('forbidden')
  await it.as('rita').call(contract.removeEmail, { emailId: id })
  expect(await it.as('rita').call(contract.listOwnEmails, {})).toEqual([primary])
})

test('PERM-002 administrators list, add and remove the addresses of others', async () => {
  const { as, users } = await world()
  const { id } = users.rita
  for (const operation of [contract.listEmailsOf, contract.addEmailFor, contract.removeEmailOf]) {
    const reply = await as('olga').reply(operation, { id, email: 'a@loom.test', emailId: 1 })
    expect(reply.status).toBe(403)
  }
  const added = await as('root').call(contract.addEmailFor, { id, email: 'a@loom.test', skipConfirmation: true })
  expect(added.confirmedAt).toEqual(expect.any(String))
  const waiting = await as('root').call(contract.addEmailFor, { id, email: 'b@loom.test' })
  expect(waiting.confirmedAt).toBeNull()
  const listed = await as('root').call(contract.listEmailsOf, { id })
  expect(listed.map(each => each.email)).toEqual(['rita@weft.test', 'a@loom.test', 'b@loom.test'])
  await as('root').call(contract.removeEmailOf, { id, emailId: waiting.id })
  expect(await as('root').call(contract.listEmailsOf, { id })).toHaveLength(2)
})

test('PLATFORM-011 a confirmed address becomes the primary one by the password, and the former one stays', async () => {
  const it = await world()
  const { id } = await it.as('root').call(createUser, { ...fresh, email: 'ada@weft.test' })
  const added = await it.as(id).call(contract.addEmail, { email: 'ada@loom.test' })
  const make = { emailId: added.id, currentPassword: fresh.password }
  expect(await outcomeOf(it.as(id).call(contract.makeEmailPrimary, make))).toBe('forbidden')
  await it.as('anon').call(confirmEmail, { token: await tokenTo(it, 'ada@loom.test') })
  const wrong = await it.as(id).reply(contract.makeEmailPrimary, { ...make, currentPassword: 'no' })
  expect(wrong.body).toEqual({ message: { current_password: ['is incorrect'] } })
  await it.as(id).call(contract.makeEmailPrimary, make)
  expect(await it.as(id).call(contract.emailsOnPage, {})).toMatchObject([
    { email: 'ada@loom.test', isPrimary: true },
    { email: 'ada@weft.test', isPrimary: false, confirmedAt: expect.any(String) },
  ])
  expect((await it.as(id).call(getProfile, {})).email).toBe('ada@loom.test')
})

test('PLATFORM-011 a new password ends the links of added addresses', async () => {
  const it = await world()
  await it.as('rita').call(contract.addEmail, { email: 'rita@loom.test' })
  await it.as('root').call(updateUser, { id: it.users.rita.id, password: 'a second cloth' })
  expect(await outcomeOf(it.as('anon').call(confirmEmail, { token: await tokenTo(it, 'rita@loom.test') }))).toBe(
    'unprocessable',
  )
})

test('PLATFORM-011 confirmation emails end at a limit by hour, and addresses at a number', async () => {
  const { as, users } = await world({ settings: { RATE_LIMITS: 'on' } })
  const statuses = []
  for (let count = 0; count < 7; count += 1)
    statuses.push((await as('rita').reply(contract.addEmail, { email: `rita${count}@loom.test` })).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
  for (let count = 0; count < 14; count += 1)
    await as('root').call(contract.addEmailFor, {
      id: users.rita.id,
      email: `more${count}@loom.test`,
      skipConfirmation: true,
    })
  const reply = await as('rita').reply(contract.addEmail, { email: 'last@loom.test' })
  expect(reply.body).toEqual({ message: { email: ['exceeds the limit of 20 addresses. Remove one first'] } })
})

test('PLATFORM-011 of two addresses made the primary one at once, none gets lost', async () => {
  const it = await world({ commits: true })
  const { id } = await it.as('root').call(createUser, { ...fresh, email: 'ada@weft.test' })
  const addresses = []
  for (const email of ['ada@loom.test', 'ada@home.test'])
    addresses.push(await it.as('root').call(contract.addEmailFor, { id, email, skipConfirmation: true }))
  const make = (emailId: number) =>
    outcomeOf(it.as(id).call(contract.makeEmailPrimary, { emailId, currentPassword: fresh.password }))
  expect(await Promise.all(addresses.map(each => make(each.id)))).toEqual(['ok', 'ok'])
  expect((await it.as(id).call(contract.listOwnEmails, {})).map(each => each.email).sort()).toEqual([
    'ada@home.test',
    'ada@loom.test',
    'ada@weft.test',
  ])
})
