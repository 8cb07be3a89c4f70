import { expect, test } from 'vitest'
import { KnownIdentities } from './known.ts'

test('an identity that was read before its person changed is not kept behind the change', () => {
  const known = new KnownIdentities<string>()
  const since = known.forgotten
  known.forget(['issue:3'])
  expect(known.add('token', 'one', 7, 'rita', since)).toBe('rita')
  expect(known.get('token', 'one')).toBe('rita')
  const before = known.forgotten
  known.forget(['user:7'])
  known.add('token', 'one', 7, 'rita', before)
  expect(known.get('token', 'one')).toBeNull()
})
