import { expect, test } from 'vitest'
import { checkPassword } from '#server/foundation/passwords/check-password.ts'
import { isKnownRight, rememberRight } from '#server/foundation/passwords/checked-passwords.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const password = 'warp and weft'

async function account() {
  const { db, users, services } = await world({ settings: { RATE_LIMITS: 'on' } })
  const passwordHash = await hashPassword(password)
  const { id } = users.rita
  await db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
  const check = (given = password, ip = '10.0.0.1') =>
    outcomeOf(checkPassword(db, services, { login: 'rita', password: given, ip }))
  const set = (change: { passwordHash?: string; state?: 'blocked' }) =>
    db.updateTable('users').set(change).where('id', '=', id).execute()
  return { check, set, passwordHash }
}

test('a right password is known for some minutes, and no other one', async () => {
  const { check, passwordHash } = await account()
  const isKnown = (given: string, afterMs = 0) => isKnownRight(passwordHash, given, performance.now() + afterMs)
  expect(await check('wrong one')).toBe('unauthenticated')
  expect([isKnown('wrong one'), isKnown(password)]).toEqual([false, false])
  expect([await check(), await check()]).toEqual(['ok', 'ok'])
  expect([isKnown(password), isKnown(`${password} `), isKnown(password, 5 * 60_000)]).toEqual([true, false, false])
})

test('what was known is over with the password, and with a block', async () => {
  const { check, set } = await account()
  expect(await check()).toBe('ok')
  await set({ passwordHash: await hashPassword('another cloth') })
  expect([await check(), await check('another cloth')]).toEqual(['unauthenticated', 'ok'])
  await set({ state: 'blocked' })
  expect(await check('another cloth')).toBe('unauthenticated')
})

test('a known password is no way around ten failures', async () => {
  const { check } = await account()
  expect(await check()).toBe('ok')
  for (let nth = 0; nth < 10; nth++) expect(await check('wrong one')).toBe('unauthenticated')
  expect(await check()).toBe('rate_limited')
})

test('only so many passwords are known at once, the oldest goes first', () => {
  for (let nth = 0; nth <= 5_000; nth++) rememberRight(`hash ${nth}`, password, 0)
  expect([0, 4_500, 5_000].map(nth => isKnownRight(`hash ${nth}`, password, 0))).toEqual([false, true, true])
})
