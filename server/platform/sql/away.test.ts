import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'

const refusal = (code: string, message = 'refused') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

test.each([
  ['57P01', 'it shuts down'],
  ['57P02', 'another process crashed'],
  ['57P03', 'it starts, or recovers'],
  ['57P04', 'the database was dropped'],
  ['57P05', 'the session was idle'],
  ['25006', 'it takes no writes'],
  ['25P03', 'the transaction was idle'],
  ['25P04', 'the transaction took too long'],
  ['53000', 'it lacks resources'],
  ['53100', 'the disk is full'],
  ['53200', 'it lacks memory'],
  ['53300', 'it has too many connections'],
  ['53400', 'a limit of its configuration is reached'],
  ['08000', 'the connection failed'],
  ['08006', 'the connection broke'],
  ['08P01', 'the protocol was violated'],
])('SQLSTATE %s means that the database is unavailable: %s', code => {
  expect(isDatabaseAway(refusal(code))).toBe(true)
})

test.each(['23505', '42601', '42P01', '22P02', '55000', '40001', '57014', 'XX000'])(
  'SQLSTATE %s does not mean that the database is unavailable',
  code => {
    expect(isDatabaseAway(refusal(code))).toBe(false)
  },
)

test('an object that is not ready means so only during recovery', () => {
  expect(isDatabaseAway(refusal('55000', 'recovery is in progress'))).toBe(true)
})
