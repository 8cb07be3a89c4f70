import { expect, test } from 'vitest'
import { signIn } from '#contract/foundation/sessions.ts'
import * as contract from '#contract/foundation/users.ts'
import { fresh } from '#test/world/scenes/writings.ts'
import { outcomeOf, world } from '#test/world/world.ts'

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
