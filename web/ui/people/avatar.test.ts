import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar, hueOf, initialsOf } from './Avatar.tsx'

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

test('UI-009 an avatar is 20 px unless another size is asked for', () => {
  const ada = { id: 1, name: 'Ada Lovelace', avatarUrl: 'http://weft.test/ada.png' }
  expect(renderToStaticMarkup(createElement(Avatar, ada))).toContain('width="20" height="20"')
  expect(renderToStaticMarkup(createElement(Avatar, { ...ada, sizePx: 32 }))).toContain('width="32" height="32"')
  expect(renderToStaticMarkup(createElement(Avatar, { ...ada, avatarUrl: null }))).toContain('data-size="20"')
  const sheet = readFileSync(new URL('Avatar.module.css', import.meta.url), 'utf8')
  expect(sheet.replaceAll(/\s+/g, ' ')).toContain(".avatar[data-size='20'] { --size: 1.25rem; }")
})
