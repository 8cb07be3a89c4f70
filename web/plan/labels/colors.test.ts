import { expect, test } from 'vitest'
import { isColor, isWholeColor, palette } from './colors.ts'

test.each([
  ['#6699cc', true],
  ['rgb(1, 2, 3)', true],
  ['rgba(1, 2, 3, 0.5)', true],
  ['red', false],
  ['6699cc', false],
  ['', false],
])('LABEL-006 %s as the beginning of a colour: %s', (text, outcome) => {
  expect(isColor(text)).toBe(outcome)
})

test('every colour of the palette can be sent', () => {
  expect(palette.filter(({ color }) => !isWholeColor(color))).toEqual([])
})
