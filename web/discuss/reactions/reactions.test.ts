import { expect, test } from 'vitest'
import { type Award, namesOf, reactionsOf, toggled } from './reactions.ts'

const person = (id: number) => ({ id, name: `P${id}`, username: `p${id}` })
const award = (name: string, id: number): Award => ({ name, user: person(id) })

test('thumbs come first, the rest as they were given', () => {
  const awards = [award('tada', 1), award('thumbsdown', 2), award('heart', 3), award('thumbsup', 4), award('tada', 5)]
  expect(reactionsOf(awards, 5).map(each => [each.name, each.count, each.isMine])).toEqual([
    ['thumbsup', 1, false],
    ['thumbsdown', 1, false],
    ['tada', 2, true],
    ['heart', 1, false],
  ])
})

test('a press adds one’s reaction, a second one takes it back', () => {
  const added = toggled([award('tada', 1)], 'tada', person(2))
  expect(added).toEqual({ awards: [award('tada', 1), award('tada', 2)], names: ['tada'] })
  expect(toggled(added.awards, 'tada', person(2)).awards).toEqual([award('tada', 1)])
})

test('one thumb takes back the other', () => {
  const { awards, names } = toggled([award('thumbsdown', 2), award('thumbsdown', 3)], 'thumbsup', person(2))
  expect(awards).toEqual([award('thumbsdown', 3), award('thumbsup', 2)])
  expect(names).toEqual(['thumbsup', 'thumbsdown'])
})

test.each([
  [3, false, 'P1, P2 and P3'],
  [2, true, 'P1 and You'],
  [12, false, 'P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, and 2 more'],
  [12, true, 'P1, P2, P3, P4, P5, P6, P7, P8, P9, You, and 2 more'],
])('the names of %i, me among them: %s', (count, isMine, expected) => {
  const awards = Array.from({ length: count }, (_, index) => award('tada', index + 1))
  const [reaction] = reactionsOf(awards, isMine ? count : null)
  expect(reaction && namesOf(reaction)).toBe(expected)
})
