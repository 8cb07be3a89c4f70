import { expect, test } from 'vitest'
import { markUnwanted } from './mark-unwanted.ts'

test('marks stand around each character, within the colors of the line', () => {
  expect(markUnwanted('a < "\u202ex"', '<b>a &lt; </b><i>&quot;\u202ex&quot;</i>')).toBe(
    '<b>a &lt; </b><i>&quot;<span class="unwanted" data-code="U+202E" title="U+202E: changes the direction of text">\u202e</span>x&quot;</i>',
  )
  expect(markUnwanted('<b>А1b')).toBe(
    '&lt;b><span class="unwanted" data-code="U+0410" title="U+0410: looks like A">А</span>1b',
  )
  expect(markUnwanted('plain', undefined)).toBeUndefined()
})
