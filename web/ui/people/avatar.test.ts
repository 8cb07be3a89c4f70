import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './Avatar.tsx'

test.each([
  ['Ada Lovelace', 'AL'],
  ['plato', 'P'],
  ['jean-luc de la Tour', 'JT'],
  ['李 小龙', '李小'],
  ['  ', '?'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name, 2)).toBe(initials)
})

test('a hue belongs to an id and lies on the circle', () => {
  expect(hueOf(42)).toBe(hueOf(42))
  expect(hueOf('group-7')).toBe(hueOf('group-7'))
  for (const id of [1, 2, 3, 1_000_000, 'x', 'ünï']) expect(hueOf(id)).toBeLessThan(361)
  expect(Math.abs(hueOf(1) - hueOf(2))).toBeGreaterThan(60)
})
