import pg from 'pg'
import { expect, test } from 'vitest'
import { retried } from './retry.ts'

/** A transaction that PostgreSQL refuses with a code a number of times. */
function refusing(code: string, times: number) {
  let attempts = 0
  return async () => {
    attempts += 1
    if (attempts <= times) throw Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })
    return attempts
  }
}

test.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['a row that another transaction deleted', '23503'],
])('%s: the transaction runs again', async (_name, code) => {
  await expect(retried(refusing(code, 2))).resolves.toBe(3)
})

test.each([
  ['a key that is taken', '23505', 1, 'refused'],
  ['a deadlock every time', '40P01', 100, 'Others are changing the same data.'],
  ['a row that stays gone', '23503', 100, '404 Not found'],
])('%s: the transaction fails', async (_name, code, times, message) => {
  await expect(retried(refusing(code, times))).rejects.toThrow(message)
})
