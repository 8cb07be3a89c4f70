import { expect, test } from 'vitest'
import { readColor } from '#contract/plan/labels/color.ts'
import { palette } from './colors.ts'

test('every color of the palette can be sent', () => {
  expect(palette.filter(({ color }) => readColor(color) !== color)).toEqual([])
})
