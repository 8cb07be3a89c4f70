import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

test('a word of 300,000 letters in a mail is read once, not from each of its letters', () => {
  const word = '-'.repeat(300_000)
  expect(htmlToText(`<p>${word} see ann_b@weft.test and https://weft.test/a_b</p>`)).toBe(
    `${word} see ann_b@weft.test and https://weft.test/a_b`,
  )
})

test('lists of a mail that are nested thousands deep are indented at most 50 deep', () => {
  const text = htmlToText(`${'<ul><li>x'.repeat(2_000)}`)
  const indents = text.split('\n').map(line => line.length - line.trimStart().length)
  expect(Math.max(...indents)).toBe(100)
})
