import { expect, test } from 'vitest'
import { returnPath } from './return-to.ts'

test.each([
  ['/weft/loom/-/issues/7?tab=1#note_3', '/weft/loom/-/issues/7?tab=1#note_3'],
  ['/', '/'],
  [undefined, '/'],
  [['/a', '/b'], '/'],
  ['https://elsewhere.test/', '/'],
  ['//elsewhere.test/', '/'],
  ['/\\elsewhere.test', '/'],
  ['/\t/elsewhere.test', '/'],
  ['javascript:alert(1)', '/'],
  ['/users/sign_in', '/'],
])('PLATFORM-002 signing in with return_to %j leads to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})
