import { expect, test } from 'vitest'
import { changedWords, marked } from './words.ts'

/** The changed words in brackets. */
const show = (text: string, spans: readonly (readonly [number, number])[] | undefined) =>
  spans
    ?.toReversed()
    .reduce((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text) ?? null

test.each([
  ['const a = 1', 'const a = 12', 'const a = [1]', 'const a = [12]'],
  ['let word = x', 'let name = x', 'let [word] = x', 'let [name] = x'],
  ['f(a, b)', 'f(a, b, c)', 'f(a, b)', 'f(a, b[, c])'],
  ['one two three four', 'one 2 three 4', 'one [two] three [four]', 'one [2] three [4]'],
  ['totally different', 'nothing in common here', null, null],
  ['same', 'same', null, null],
])('the words that changed from "%s" to "%s"', (before, after, left, right) => {
  const words = changedWords(before, after)
  expect([show(before, words?.before), show(after, words?.after)]).toEqual([left, right])
})

test('marks go around text, not into tags or entities', () => {
  expect(
    marked('<span class="k">let</span> a &lt; b', [
      [0, 3],
      [6, 7],
    ]),
  ).toBe('<span class="k"><mark>let</mark></span> a <mark>&lt;</mark> b')
  expect(
    marked('abcdef', [
      [1, 2],
      [4, 5],
    ]),
  ).toBe('a<mark>b</mark>cd<mark>e</mark>f')
})
