import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { fresh } from '#test/world/scenes/writings.ts'
import { outcomeOf, world } from '#test/world/world.ts'

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
