import { expect, test } from 'vitest'
import { searchTerms } from '#contract/search-text.ts'
import { plainSnippet } from './plain-snippet.ts'

test.each([
  ['**Steps** 1. Wind the `spool` __twice__', 'Steps 1. Wind the spool twice'],
  ['## Steps - [ ] oil it - [x] *clean* it', 'Steps oil it clean it'],
  ['See [the manual](https://weft.test/a_b) and ![a loom](/uploads/x.png)', 'See the manual and a loom'],
  ['> quoted <details>more</details> ~~gone~~', 'quoted more gone'],
  ['| Part | State | | --- | :-: | | reed | worn |', 'Part State reed worn'],
  ['…nd** snake_case_name, 2 * 3 * 4, #12 and a - b', '…nd snake_case_name, 2 * 3 * 4, #12 and a - b'],
])('the snippet %s reads %s', (text, plain) => {
  expect(plainSnippet(text, [])).toBe(plain)
})

test('a snippet keeps its signs where the words that were found stand in them', () => {
  const text = '**See** [it](https://weft.test/spool)'
  expect(plainSnippet(text, searchTerms('spool'))).toBe(text)
  expect(plainSnippet(text, searchTerms('see'))).toBe('See it')
})
