import { expect, test } from 'vitest'
import { type Piece, wordDiff } from './word-diff.ts'

const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`)).join('')

test.each([
  ['', '', ''],
  ['', 'new', '{+new+}'],
  ['old', '', '{-old-}'],
  ['a b c', 'a b c', 'a b c'],
  ['The loom jams.', 'The old loom jams often.', 'The {+old +}loom jams{+ often+}.'],
  ['one two three four', 'one 2 3 four', 'one {-two three-}{+2 3+} four'],
  ['- [ ] wind\n- [ ] weave', '- [x] wind\n- [ ] weave', '- [{- -}{+x+}] wind\n- [ ] weave'],
  ['first\nsecond\nthird\n', 'first\nthird\nfourth\n', 'first\n{-second\n-}third\n{+fourth\n+}'],
  ['nothing alike', 'entirely other', '{-nothing alike-}{+entirely other+}'],
  ['Köln 東京', 'Köln 京都', 'Köln {-東京-}{+京都+}'],
])('SYSNOTE-005 from %j to %j', (from, to, expected) => {
  expect(shown(wordDiff(from, to))).toBe(expected)
})

test('SYSNOTE-005 both versions can be read out of the pieces', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % below
  }
  const words = ['warp', 'weft', ' ', '\n', 'loom', '.', ', ', '\n\n']
  const text = () => Array.from({ length: random(60) }, () => words[random(words.length)]).join('')
  for (let round = 0; round < 300; round++) {
    const [from, to] = [text(), text()]
    const pieces = wordDiff(from, to)
    expect(
      pieces
        .filter(each => each.kind !== 'added')
        .map(each => each.text)
        .join(''),
    ).toBe(from)
    expect(
      pieces
        .filter(each => each.kind !== 'removed')
        .map(each => each.text)
        .join(''),
    ).toBe(to)
  }
})

test('SYSNOTE-005 a mebibyte of hostile text does not hold the server up', () => {
  const one = Array.from({ length: 150_000 }, (_, index) => `a${index % 7}`).join('\n')
  const other = Array.from({ length: 150_000 }, (_, index) => `a${(index * 3) % 11}`).join('\n')
  const pieces = wordDiff(one, other)
  expect(
    pieces
      .filter(each => each.kind !== 'added')
      .map(each => each.text)
      .join(''),
  ).toBe(one)
})
