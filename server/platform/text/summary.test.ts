import { expect, test } from 'vitest'
import { shortened, summaryOf } from './summary.ts'

test('a summary is the words of a text in one line, without its markup', () => {
  expect(
    summaryOf('<h2>Jam</h2>\n<p>It <em>jams</em> &amp; stops,\nsee <a href="/x" title="a &quot;b&quot;">#7</a>.</p>'),
  ).toBe('Jam It jams & stops, see #7.')
  expect(summaryOf('<p>1 &lt; 2 &#39;and&#x27; &unknown;</p>')).toBe("1 < 2 'and' &unknown;")
  expect(summaryOf('')).toBe('')
})

test('a long text ends with a whole word, a text of one word anywhere, and neither in half a character', () => {
  expect(shortened('word '.repeat(100))).toBe(`${'word '.repeat(38)}word…`)
  expect(shortened('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`)
  expect(shortened('🧵'.repeat(500)).isWellFormed()).toBe(true)
  expect(summaryOf(`<p>${'<b>'.repeat(2_666)}`)).toBe('')
})
