import { expect, test } from 'vitest'
import { type Award, namesPressed, reactionsOf, summedUp, toggled, tooltipOf, wireName } from './reactions.ts'

const person = (id: number) => ({ id, name: `P${id}`, username: `p${id}` })
const award = (name: string, id: number): Award => ({ name, user: person(id) })

test('EMOJI-014 thumbs come first, the rest as they were given', () => {
  const awards = [award('tada', 1), award('thumbsdown', 2), award('heart', 3), award('thumbsup', 4), award('tada', 5)]
  expect(reactionsOf(awards, 5).map(each => [each.name, each.count, each.isMine])).toEqual([
    ['thumbsup', 1, false],
    ['thumbsdown', 1, false],
    ['tada', 2, true],
    ['heart', 1, false],
  ])
})

test('EMOJI-016 EMOJI-018 a press adds one’s reaction, a second one takes it back; a kept thumb stays at 0', () => {
  const added = toggled([award('tada', 1)], ['tada'], person(2))
  expect(added).toEqual([award('tada', 1), award('tada', 2)])
  expect(toggled(added, ['tada'], person(2))).toEqual([award('tada', 1)])
  expect(reactionsOf([], 2, new Set(['thumbsup']))).toEqual([{ name: 'thumbsup', count: 0, isMine: false, people: [] }])
})

test('EMOJI-019 one thumb takes back the other, and only one’s own', () => {
  const isMine = (name: string) => name === 'thumbsdown'
  expect(namesPressed('thumbsup', isMine)).toEqual(['thumbsup', 'thumbsdown'])
  expect(namesPressed('thumbsdown', isMine)).toEqual(['thumbsdown'])
  expect(namesPressed('heart', isMine)).toEqual(['heart'])
  expect(toggled([award('thumbsdown', 2), award('thumbsdown', 3)], ['thumbsup', 'thumbsdown'], person(2))).toEqual([
    award('thumbsdown', 3),
    award('thumbsup', 2),
  ])
})

test('EMOJI-017 EMOJI-020 a press changes the count of a sum, puts a new thumb first, and removes an emoji at 0', () => {
  const heart = { name: 'heart', count: 1, isMine: true, people: [] }
  const down = { name: 'thumbsdown', count: 2, isMine: true, people: ['Ann'] }
  const after = summedUp([down, heart], ['thumbsup', 'thumbsdown'])
  expect(after).toEqual([
    { name: 'thumbsup', count: 1, isMine: true, people: [] },
    { name: 'thumbsdown', count: 1, isMine: false, people: ['Ann'] },
    heart,
  ])
  expect(summedUp([heart], ['heart'])).toEqual([])
})

test.each([
  [1, false, 'P1 reacted with :tada:'],
  [3, false, 'P1, P2 and P3 reacted with :tada:'],
  [2, true, 'You and P1 reacted with :tada:'],
  [12, false, 'P1, P2, P3, P4, P5, P6, P7, P8, P9, P10 and 2 more reacted with :tada:'],
  [12, true, 'You, P1, P2, P3, P4, P5, P6, P7, P8, P9 and 2 more reacted with :tada:'],
])('EMOJI-023 the names of %i, me among them: %s', (count, isMine, expected) => {
  const awards = Array.from({ length: count }, (_, index) => award('tada', index + 1))
  const [reaction] = reactionsOf(awards, isMine ? count : null)
  expect(reaction && tooltipOf(reaction)).toBe(expected)
})

test.each<[string, string | number]>([
  ['100', 100],
  ['1234', 1234],
  ['thumbsup', 'thumbsup'],
  ['8ball', '8ball'],
])('EMOJI-012 %s goes to the server as %j', (name, expected) => {
  expect(wireName(name)).toBe(expected)
})
