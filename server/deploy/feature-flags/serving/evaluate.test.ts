import { expect, test } from 'vitest'
import { evaluate, type FlagContext, normalized, type ServedConstraint, type ServedStrategy } from './evaluate.ts'
import { murmur3 } from './murmur.ts'

const context = (given: Partial<FlagContext> = {}): FlagContext => ({ properties: {}, ...given })
const strategy = (given: Partial<ServedStrategy> = {}): ServedStrategy => ({
  ...{ name: 'default', parameters: {}, constraints: [], variants: [] },
  ...given,
})
const isOn = (strategies: readonly ServedStrategy[], given: Partial<FlagContext> = {}) =>
  evaluate({ name: 'loom', enabled: true, strategies }, context(given)).enabled

// Values of the reference implementation of MurmurHash3.
test.each([
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['test', 0, 0xba6bd213],
  ['Hello, world!', 0, 0xc0363e43],
  ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
])('the hash of %j with the seed %i is that of MurmurHash3', (text, seed, hash) => {
  expect(murmur3(text, seed)).toBe(hash)
})

// Values of Unleash's client specification: all SDKs agree on them.
test.each([
  ['123', 'gr1', 73],
  ['999', 'groupX', 25],
])('the id %s falls into the same percent of the group %s as with Unleash’s clients', (id, group, percent) => {
  expect(normalized(id, group)).toBe(percent)
})

test.each<[string, Partial<ServedStrategy>, Partial<FlagContext>, boolean]>([
  ['a user in the list', { name: 'userWithId', parameters: { userIds: 'ann, ben' } }, { userId: 'ben' }, true],
  ['a user between spaces', { name: 'userWithId', parameters: { userIds: ' ann ,\n ben ' } }, { userId: 'ann' }, true],
  [
    'a user whose id ends another',
    { name: 'userWithId', parameters: { userIds: 'ann,xben, ben' } },
    { userId: 'ben' },
    true,
  ],
  ['an empty user', { name: 'userWithId', parameters: { userIds: 'ann,,ben' } }, { userId: '' }, false],
  ['two users as one', { name: 'userWithId', parameters: { userIds: 'ann,ben' } }, { userId: 'ann,ben' }, false],
  ['a user not in it', { name: 'userWithId', parameters: { userIds: 'ann,ben' } }, { userId: 'be' }, false],
  ['73 percent', { name: 'flexibleRollout', parameters: { groupId: 'gr1', rollout: '73' } }, { userId: '123' }, true],
  ['72 percent', { name: 'flexibleRollout', parameters: { groupId: 'gr1', rollout: '72' } }, { userId: '123' }, false],
  [
    'stickiness by a field that is missing',
    { name: 'flexibleRollout', parameters: { groupId: 'gr1', rollout: '100', stickiness: 'sessionId' } },
    { userId: '123' },
    false,
  ],
  [
    '25 percent by userId',
    { name: 'gradualRolloutUserId', parameters: { groupId: 'groupX', percentage: '25' } },
    { userId: '999' },
    true,
  ],
  [
    '0 percent',
    { name: 'gradualRolloutUserId', parameters: { groupId: 'g', percentage: '0' } },
    { userId: '1' },
    false,
  ],
  ['a strategy that is unknown', { name: 'moonPhase' }, {}, false],
])('a strategy with %s decides', (_what, given, who, expected) => {
  expect(isOn([strategy(given)], who)).toBe(expected)
})

test.each<[Partial<ServedConstraint>, string | undefined, boolean]>([
  [{ operator: 'IN', values: ['de', 'at'] }, 'at', true],
  [{ operator: 'IN', values: ['de'], inverted: true }, 'de', false],
  [{ operator: 'NOT_IN', values: ['de'] }, undefined, true],
  [{ operator: 'STR_ENDS_WITH', values: ['.TEST'], caseInsensitive: true }, 'weft.test', true],
  [{ operator: 'STR_CONTAINS', values: ['x'] }, undefined, false],
  [{ operator: 'NUM_GTE', value: '5' }, '5', true],
  [{ operator: 'NUM_LT', value: '5' }, 'five', false],
  [{ operator: 'SEMVER_GT', value: '2.1.0' }, '2.10.0', true],
  [{ operator: 'SEMVER_LTE', value: '1.0.0' }, '1.0.0-rc.2', true],
  [{ operator: 'SEMVER_EQ', value: '1.0.0' }, 'v1.0.0', false],
])('the constraint %j on %j holds: %j', (given, value, expected) => {
  const constraint = {
    contextName: 'field',
    values: [],
    inverted: false,
    caseInsensitive: false,
    operator: '',
    ...given,
  }
  const properties: Record<string, string> = value === undefined ? {} : { field: value }
  expect(isOn([strategy({ constraints: [constraint] })], { properties })).toBe(expected)
})

test('each user keeps a variant, in the shares of the weights', () => {
  const variants = [
    { name: 'blue', weight: 250, stickiness: 'userId' },
    { name: 'red', weight: 750, stickiness: 'userId' },
  ]
  const flag = { name: 'loom', enabled: true, strategies: [strategy({ variants })] }
  const variantOf = (userId: string) => evaluate(flag, context({ userId })).variant?.name
  const chosen = Array.from({ length: 2000 }, (_, at) => variantOf(`user-${at}`))
  const blue = chosen.filter(name => name === 'blue').length
  expect(blue).toBeGreaterThan(400)
  expect(blue).toBeLessThan(600)
  expect(Array.from({ length: 2000 }, (_, at) => variantOf(`user-${at}`))).toEqual(chosen)
})

// A pattern that searches from each of the spaces took minutes.
test('a long list of users is searched at once, whatever is in it', () => {
  const userIds = `${' '.repeat(199_000)}x`
  expect(isOn([strategy({ name: 'userWithId', parameters: { userIds } })], { userId: 'zoe' })).toBe(false)
})
