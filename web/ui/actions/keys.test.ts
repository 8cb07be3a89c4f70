import { expect, test } from 'vitest'
import { isKey } from './keys.ts'

test('UI-018 Enter is the key of that name or the code 13, Tab that or 9, and neither while a word is composed', () => {
  expect(isKey({ key: 'Enter', keyCode: 13 }, 'Enter')).toBe(true)
  expect(isKey({ key: 'Unidentified', keyCode: 13 }, 'Enter')).toBe(true)
  expect(isKey({ key: 'Tab', keyCode: 9 }, 'Tab')).toBe(true)
  expect(isKey({ key: 'Unidentified', keyCode: 9 }, 'Tab')).toBe(true)
  expect(isKey({ key: 'Tab', keyCode: 9 }, 'Enter')).toBe(false)
  expect(isKey({ key: 'a', keyCode: 13 }, 'Enter')).toBe(false)
  expect(isKey({ key: 'Enter', keyCode: 229, isComposing: true }, 'Enter')).toBe(false)
  expect(isKey({ key: 'Enter', keyCode: 229, nativeEvent: { isComposing: true } }, 'Enter')).toBe(false)
})
