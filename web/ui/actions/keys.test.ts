import { expect, test } from 'vitest'
import { isKey, latinKey } from './keys.ts'

test('UI-018 Enter is the key of that name or the code 13, Tab that or 9', () => {
  expect(isKey({ key: 'Enter', keyCode: 13 }, 'Enter')).toBe(true)
  expect(isKey({ key: 'Unidentified', keyCode: 13 }, 'Enter')).toBe(true)
  expect(isKey({ key: 'Tab', keyCode: 9 }, 'Tab')).toBe(true)
  expect(isKey({ key: 'Unidentified', keyCode: 9 }, 'Tab')).toBe(true)
  expect(isKey({ key: 'Tab', keyCode: 9 }, 'Enter')).toBe(false)
  expect(isKey({ key: 'a', keyCode: 13 }, 'Enter')).toBe(false)
})

test.each([
  ['и', 'KeyB', 'b'],
  ['О', 'KeyJ', 'J'],
  ['ι', 'KeyI', 'i'],
  ['ı', 'KeyI', 'i'],
  ['х', 'BracketLeft', '['],
  ['ü', 'BracketLeft', 'ü'],
  ['é', 'Digit2', 'é'],
  ['a', 'KeyQ', 'a'],
  ['/', 'KeyQ', '/'],
  ['Enter', 'Enter', 'Enter'],
])('KEYS-007 %s on the key %s is the shortcut %s', (key, code, expected) => {
  expect(latinKey({ key, code, shiftKey: key === 'О' })).toBe(expected)
})
