import { expect, test } from 'vitest'
import { longLines } from './long-lines.ts'

test.each([
  ['', undefined],
  ['a'.repeat(50), undefined],
  [`\n${'a'.repeat(60)}\n`, 'The title is 60 characters long. Keep it to 50 or fewer.'],
  [`Title\n\n${'a'.repeat(72)}`, undefined],
  [`Title\n\nshort\n${'a'.repeat(80)}`, 'A line is 80 characters long. Wrap lines at 72 characters.'],
])('EDITOR-014 EDITOR-015 a commit message gets a hint about lines that are too long: %j', (message, sentence) => {
  expect(longLines(message)).toBe(sentence)
})
