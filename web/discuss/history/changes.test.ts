import { expect, test } from 'vitest'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { noteAuthor, pageNote } from '#test/world/page-note.ts'
import { listLength, mergedChanges } from './changes.ts'

const minutes = (count: number) => new Date(Date.parse('2026-01-01T10:00:00.000Z') + count * 60_000).toISOString()

const edit = (id: number, atMinute: number, given: Partial<PageNote> = {}) =>
  pageNote(id, {
    system: true,
    systemAction: 'description',
    createdAt: minutes(atMinute),
    descriptionVersionId: 100 + id,
    descriptionVersionDeleted: false,
    startDescriptionVersionId: null,
    ...given,
  })

const seen = (notes: readonly PageNote[]) =>
  mergedChanges(notes).map(note => [Number(note.id), note.startDescriptionVersionId ?? null])

test('SYSNOTE-006 SYSNOTE-008 changes of one person within ten minutes are one, compared from the first', () => {
  expect(seen([edit(1, 0), edit(2, 4), edit(3, 10)])).toEqual([[3, 101]])
})

test('SYSNOTE-006 the ten minutes count from the first of them', () => {
  expect(seen([edit(1, 0), edit(2, 8), edit(3, 11), edit(4, 12)])).toEqual([
    [2, 101],
    [4, 103],
  ])
})

test('SYSNOTE-006 another person, and another kind of change, stay apart', () => {
  const label = pageNote(3, { system: true, systemAction: 'label', createdAt: minutes(2) })
  expect(seen([edit(1, 0), edit(2, 1, { author: noteAuthor(2, 'Ben') }), label, edit(4, 3)])).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [4, null],
  ])
  expect(seen([edit(1, 0), label, edit(4, 3)])).toEqual([
    [3, null],
    [4, 101],
  ])
})

test('SYSNOTE-007 nothing is merged into a deleted one', () => {
  expect(seen([edit(1, 0, { descriptionVersionDeleted: true }), edit(2, 1), edit(3, 2)])).toEqual([
    [1, null],
    [3, 102],
  ])
})

test('SYSNOTE-002 the lines of a list within a system note are counted', () => {
  expect(listLength('<p>added the weight</p>')).toBe(0)
  expect(listLength('<p>added 4 commits</p><ul><li>a</li><li>b</li><li>c</li><li>d</li></ul>')).toBe(4)
})
