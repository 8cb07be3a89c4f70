import { expect, test } from 'vitest'
import { noteAuthor, pageNote } from '#test/world/page-note.ts'
import { type Discussion, type Entry, entriesOf } from '#web/discuss/reading/discussions.ts'
import { foldWords, newComments, type ShownItem, seenUpTo, withNews } from './news.ts'

const me = 7
const by = (id: number) => ({ author: noteAuthor(id) })
const single = (id: number, authorId = 1): Discussion => ({ id: `d${id}`, notes: [pageNote(id, by(authorId))] })
const change = (id: number, authorId = 1): Discussion => ({
  id: `d${id}`,
  notes: [pageNote(id, { ...by(authorId), system: true, systemAction: 'label' })],
})
const upTo = (count: number) => Array.from({ length: count }, (_, index) => single(index + 1))

const shown = (discussions: readonly Discussion[], sinceId: number, more: object = {}) =>
  withNews(entriesOf(discussions), {
    sinceId,
    userId: me,
    folds: true,
    unfolded: new Set(),
    targetId: null,
    isBroken: () => false,
    ...more,
  }).map(words)

const words = (item: ShownItem): string =>
  item.kind === 'divider'
    ? 'New'
    : item.kind === 'fold'
      ? foldWords(item.comments, item.changes)
      : item.entry.kind === 'history'
        ? item.entry.notes.map(note => `(${note.id})`).join('')
        : item.entry.discussion.notes.map(note => note.id).join('+')

test('all entries stay as they are if there are no news', () => {
  expect(shown(upTo(3), 3)).toEqual(['1', '2', '3'])
  expect(shown(upTo(40), 40)).toHaveLength(40)
})

test('the divider stands before the first new comment, and a long stretch before it is one line', () => {
  expect(shown([...upTo(3), single(4)], 3)).toEqual(['1', '2', '3', 'New', '4'])
  expect(shown(upTo(43), 41)).toEqual(['1', '38 earlier comments', '40', '41', 'New', '42', '43'])
  expect(shown(upTo(9), 8)).toHaveLength(10)
})

test('nothing is folded in a visit that began without news', () => {
  expect(shown(upTo(43), 41, { folds: false })).toHaveLength(44)
})

test('a fold unfolds, and one that holds what the address points at is not folded', () => {
  expect(shown(upTo(43), 41, { unfolded: new Set(['d2']) })).toHaveLength(44)
  expect(shown(upTo(43), 41, { targetId: '20' })).toHaveLength(44)
})

test('an old thread with a new reply parts the stretch; what follows the last news stays in sight', () => {
  const discussions = upTo(30).map(each =>
    each.id === 'd12' ? { ...each, notes: [...each.notes, pageNote(31)] } : each,
  )
  expect(shown(discussions, 30)).toEqual([
    '1',
    '8 earlier comments',
    '10',
    '11',
    'New',
    '12+31',
    ...Array.from({ length: 18 }, (_, index) => String(index + 13)),
  ])
})

test('a stretch of which something is missing is folded on each side of that', () => {
  const isBroken = (_before: Entry, after: Entry) => after.kind === 'discussion' && after.discussion.id === 'd30'
  expect(shown(upTo(43), 41, { isBroken })).toEqual([
    '1',
    '28 earlier comments',
    '30',
    '9 earlier comments',
    '40',
    '41',
    'New',
    '42',
    '43',
  ])
  expect(shown(upTo(43), 41, { isBroken: () => true })).toHaveLength(44)
})

test('own words and changes alone are no news; changes since the last visit stand below the divider', () => {
  expect(shown([single(1), single(2, me), change(3)], 1)).toEqual(['1', '2', '(3)'])
  expect(shown([single(1), change(2), change(3), single(4)], 2)).toEqual(['1', '(2)', 'New', '(3)', '4'])
})

test('folded changes are counted apart', () => {
  expect(foldWords(1, 0)).toBe('1 earlier comment')
  expect(foldWords(0, 2)).toBe('2 earlier changes')
  expect(foldWords(3, 1)).toBe('3 earlier comments and 1 change')
})

test('the mark stops before the first comment that was not seen', () => {
  const discussions = [single(1), change(2), single(3), single(4, me), single(5), change(6)]
  const news = newComments(discussions, 1, me)
  expect(news.map(note => note.id)).toEqual(['3', '5'])
  expect(seenUpTo(discussions, news, new Set())).toBe(2)
  expect(seenUpTo(discussions, news, new Set(['5']))).toBe(2)
  expect(seenUpTo(discussions, news, new Set(['3']))).toBe(4)
  expect(seenUpTo(discussions, news, new Set(['3', '5']))).toBe(6)
  expect(seenUpTo([], [], new Set())).toBe(0)
})
