import { expect, test } from 'vitest'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { noteAuthor, pageNote } from '#test/world/page-note.ts'
import { commentsCount, type Discussion, entriesOf, isOwn, mergeNotes, standingOf, withoutNote } from './discussions.ts'

const note = (id: number, discussionId: string, given: Partial<PageNote> = {}): PageNote =>
  pageNote(id, { discussionId, ...given })

const ids = (discussions: readonly Discussion[]) => discussions.map(each => [each.id, each.notes.map(one => one.id)])

test('notes find their discussion and their place by age, whatever order they come in', () => {
  const known = mergeNotes([], [note(5, 'c'), note(1, 'a'), note(3, 'b')])
  expect(ids(mergeNotes(known, [note(4, 'a'), note(2, 'd')]))).toEqual([
    ['a', ['1', '4']],
    ['d', ['2']],
    ['b', ['3']],
    ['c', ['5']],
  ])
})

test('a note that comes again is there once, and nothing is drawn anew when nothing changed', () => {
  const known = mergeNotes([], [note(1, 'a'), note(2, 'b')])
  expect(mergeNotes(known, [note(1, 'a'), note(2, 'b')])).toBe(known)
})

test('an edited note takes the place of the old one; the other discussions stay the same objects', () => {
  const known = mergeNotes([], [note(1, 'a'), note(2, 'b')])
  const edited = note(2, 'b', { note: 'new', updatedAt: '2026-01-02T00:00:00.000Z' })
  const merged = mergeNotes(known, [edited])
  expect(merged[0]).toBe(known[0])
  expect(merged[1]?.notes).toEqual([edited])
})

test('a discussion goes with its last note', () => {
  const known = mergeNotes([], [note(1, 'a'), note(2, 'a'), note(3, 'b')])
  expect(ids(withoutNote(known, '2'))).toEqual([
    ['a', ['1']],
    ['b', ['3']],
  ])
  expect(ids(withoutNote(known, '3'))).toEqual([['a', ['1', '2']]])
})

test('system notes that follow one another stand together, comments apart', () => {
  const system = { system: true, systemAction: 'label' }
  const list = mergeNotes([], [note(1, 'a', system), note(2, 'b', system), note(3, 'c'), note(4, 'd', system)])
  expect(entriesOf(list).map(each => (each.kind === 'history' ? each.notes.length : 'comment'))).toEqual([
    2,
    'comment',
    1,
  ])
  expect(commentsCount(list)).toBe(1)
})

test('a thread is resolved when all its resolvable notes are', () => {
  const open = { type: 'DiscussionNote', resolvable: true } as const
  const done = { ...open, resolved: true, resolvedAt: '2026-01-03T00:00:00.000Z', resolvedBy: noteAuthor(1) }
  const standing = (...notes: PageNote[]) => standingOf({ id: 'a', notes })
  expect(standing(note(1, 'a', done), note(2, 'a', open)).isResolved).toBe(false)
  expect(standing(note(1, 'a', done), note(2, 'a', done))).toMatchObject({
    isResolved: true,
    resolvedBy: noteAuthor(1),
  })
  expect(standing(note(1, 'a'))).toMatchObject({ isThread: false, isResolvable: false, isResolved: false })
})

test('NOTE-035 a system note is not its author’s own', () => {
  expect(isOwn(note(1, 'a'), 1)).toBe(true)
  expect(isOwn(note(1, 'a'), 2)).toBe(false)
  expect(isOwn(note(1, 'a', { system: true }), 1)).toBe(false)
})
