import { expect, test } from 'vitest'
import { mergeTexts, pickedText } from './merge-texts.ts'

const merged = (base: string, mine: string, theirs: string) => pickedText(mergeTexts(base, mine, theirs), [])
const overlaps = (base: string, mine: string, theirs: string) =>
  mergeTexts(base, mine, theirs).filter(piece => piece.kind === 'overlap')

test.each([
  ['other lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
  ['no break at the end', 'a\nb\nc', 'a\nb\nc\nmine', 'theirs\na\nb\nc', 'theirs\na\nb\nc\nmine'],
  [
    'other words of one line',
    'The quick brown fox jumps',
    'The slow brown fox jumps',
    'The quick brown fox sleeps',
    'The slow brown fox sleeps',
  ],
  ['the same change twice', 'one\n', 'two\n', 'two\n', 'two\n'],
  ['a change by them alone', 'one', 'one', 'two', 'two'],
  ['a change by me alone', 'one', 'two', 'one', 'two'],
  [
    'a task ticked beside a new line',
    '- [ ] oil\n- [ ] clean\n',
    '- [ ] oil\n- [ ] clean\n- [ ] sing\n',
    '- [x] oil\n- [ ] clean\n',
    '- [x] oil\n- [ ] clean\n- [ ] sing\n',
  ],
  ['breaks of Windows', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nC\r\n'],
  ['nothing before', '', 'mine', '', 'mine'],
])('EDIT-016 two changes that do not overlap become one text: %s', (_what, base, mine, theirs, result) => {
  expect(overlaps(base, mine, theirs)).toEqual([])
  expect(merged(base, mine, theirs)).toBe(result)
})

test('EDIT-016 only what both changed is left to choose', () => {
  const base = 'Intro\n\nThe shuttle jams.\n\nOutro\n'
  const mine = 'Intro, mine\n\nThe shuttle jams at night.\n\nOutro\n'
  const theirs = 'Intro\n\nThe shuttle jams by day.\n\nOutro, theirs\n'
  const pieces = mergeTexts(base, mine, theirs)
  expect(pieces).toEqual([
    { kind: 'settled', text: 'Intro, mine\n\n' },
    {
      kind: 'overlap',
      mine: 'The shuttle jams at night.\n',
      theirs: 'The shuttle jams by day.\n',
      base: 'The shuttle jams.\n',
    },
    { kind: 'settled', text: '\nOutro, theirs\n' },
  ])
  expect(pickedText(pieces, ['theirs'])).toBe('Intro, mine\n\nThe shuttle jams by day.\n\nOutro, theirs\n')
  expect(pickedText(pieces, ['both'])).toBe(
    'Intro, mine\n\nThe shuttle jams at night.\nThe shuttle jams by day.\n\nOutro, theirs\n',
  )
})

test('EDIT-016 a line that one changed and the other deleted is a real overlap', () => {
  expect(overlaps('a\nb\nc\n', 'a\nb!\nc\n', 'a\nc\n')).toHaveLength(1)
})

test('EDIT-016 texts of any kind lose nothing: a merge with itself is itself', () => {
  for (const text of ['', '\n', 'a', 'a\n', '\n\na', 'ä\u2028b', '😀 😀\n\t- x', 'a\r\nb'])
    expect(merged(text, text, text)).toBe(text)
})

test.each([
  ['lines of a list', '- oil', '- oil\n- mine', '- oil\n- theirs', '- oil\n', '- oil\n- mine\n- theirs'],
  ['paragraphs', 'Last.', 'Last.\n\nMine.', 'Last.\n\nTheirs.', 'Last.\n', 'Last.\n\nMine.\n\nTheirs.'],
  ['after a break', 'Last.\n', 'Last.\n\nMine.', 'Last.\n\nTheirs.\n', 'Last.\n\n', 'Last.\n\nMine.\n\nTheirs.\n'],
])('EDIT-016 additions of both sides at the very end appear once each, after the shared text: %s', (...texts) => {
  const [, base, mine, theirs, shared, both] = texts
  const pieces = mergeTexts(base, mine, theirs)
  expect(pieces[0]).toEqual({ kind: 'settled', text: shared })
  expect(pickedText(pieces, ['mine'])).toBe(mine)
  expect(pickedText(pieces, ['both'])).toBe(both)
})
