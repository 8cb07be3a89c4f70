import { expect, test } from 'vitest'
import { contrastRatio, labelColours } from './label-colours.ts'

const seen = [
  '#000',
  '#fff',
  '#808080',
  '#428bca',
  '#f0ad4e',
  '#d9534f',
  '#5cb85c',
  '#8e44ad',
  '#ffff00',
  '#00ff00',
  '#0000ff',
]

test.each(seen)('a label of colour %s can be read on light and on dark pages', background => {
  const colours = labelColours(background)
  expect(contrastRatio(colours.ground, colours.ink)).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio(colours.darkGround, colours.darkInk)).toBeGreaterThanOrEqual(4.5)
})

test('a text colour is kept where it can be read, and replaced where it cannot', () => {
  expect(labelColours('#1f3a93', '#ffeecc').ink).toBe('#ffeecc')
  expect(labelColours('#ffff00', '#ffffff').ink).toBe('#1f1e24')
})

test('a short colour is its long one, and no colour is grey', () => {
  expect(labelColours('#f00').ground).toBe('#ff0000')
  expect(labelColours('red').ground).toBe('#808088')
})
