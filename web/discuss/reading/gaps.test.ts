import { expect, test } from 'vitest'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import {
  compareCursors,
  type DiscussionList,
  entriesOf,
  type Gap,
  gapAt,
  mergeNotes,
  nextPageSize,
  skeletonLines,
  standingOf,
  strangersAmong,
  unresolvedIn,
  withChanges,
  withoutLoaded,
} from './discussions.ts'
import { bufferPx, checkRendered, maxRendered } from './in-sight.ts'

const startMs = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minute: number) => new Date(startMs + minute * 60_000).toISOString()
const cursor = (minute: number) => `${(startMs + minute * 60_000) * 1000}-${minute}`

// A note with only the fields that the list reads.
const note = (minute: number, given: Partial<PageNote> = {}): PageNote =>
  ({
    id: String(minute),
    discussionId: `d${minute}`,
    type: null,
    system: false,
    resolvable: false,
    resolved: false,
    createdAt: at(minute),
    updatedAt: at(minute),
    currentUser: { canEdit: false, canAwardEmoji: false, canResolve: true, canResolveDiscussion: true },
    ...given,
  }) as PageNote

const list = (minutes: readonly number[], gaps: readonly Gap[]): DiscussionList => ({
  discussions: mergeNotes(
    [],
    minutes.map(minute => note(minute)),
  ),
  gaps,
  pageSize: 20,
  lookedAt: (startMs + 100 * 60_000) * 1000,
})

test('POLL-003 POLL-004 POLL-005 pages grow by half, rounded up, to a hundred', () => {
  const sizes = [nextPageSize(null)]
  for (let page = 0; page < 6; page += 1) sizes.push(nextPageSize(sizes.at(-1) ?? null))
  expect(sizes).toEqual([20, 30, 45, 68, 100, 100, 100])
})

test('POLL-006 a gap shrinks with each page and closes with the last one, from either side', () => {
  const whole: Gap = { after: null, before: null }
  const rest = withoutLoaded([whole], { from: 'start', gap: whole, next: cursor(20) })
  expect(rest).toEqual([{ after: cursor(20), before: null }])
  expect(withoutLoaded(rest, { from: 'start', gap: rest[0] ?? whole, next: null })).toEqual([])
  const back = withoutLoaded([whole], { from: 'end', gap: whole, next: cursor(80) })
  expect(back).toEqual([{ after: null, before: cursor(80) }])
  const between: Gap = { after: cursor(20), before: cursor(80) }
  expect(withoutLoaded([between], { from: 'start', gap: between, next: cursor(90) })).toEqual([])
  expect(withoutLoaded([between], { from: 'end', gap: between, next: cursor(20) })).toEqual([])
  expect(compareCursors('9007199254740993-1', '9007199254740992-2')).toBeGreaterThan(0)
})

test('NOTE-036 a page in the middle parts the gap it lies in', () => {
  const gaps = [{ after: cursor(20), before: null }]
  const around = { from: 'around', previous: cursor(50), next: cursor(60) } as const
  expect(withoutLoaded(gaps, around)).toEqual([
    { after: cursor(20), before: cursor(50) },
    { after: cursor(60), before: null },
  ])
  expect(withoutLoaded(gaps, { ...around, next: null })).toEqual([{ after: cursor(20), before: cursor(50) }])
  expect(withoutLoaded([{ after: cursor(60), before: null }], around)).toEqual([{ after: cursor(60), before: null }])
})

test('a gap stands where something is missing, and no run of changes bridges it', () => {
  const gaps = [{ after: cursor(2), before: cursor(8) }]
  const minutes = [1, 2, 8, 9]
  const discussions = mergeNotes(
    [],
    minutes.map(minute => note(minute, { system: true })),
  )
  expect(entriesOf(discussions, gaps).map(entry => (entry.kind === 'history' ? entry.notes.length : 0))).toEqual([2, 2])
  expect(gapAt(gaps, note(2), note(8))).toBe(gaps[0])
  expect(gapAt(gaps, note(1), note(2))).toBeNull()
  expect(gapAt(gaps, note(8), note(9))).toBeNull()
  expect(gapAt([{ after: cursor(9), before: null }], note(9), undefined)).not.toBeNull()
  expect(gapAt([{ after: null, before: cursor(1) }], undefined, note(1))).not.toBeNull()
})

test('POLL-016 a change inside a gap waits for its page; a new note is shown', () => {
  const half = list([1, 2], [{ after: cursor(2), before: null }])
  const reply = note(101, { discussionId: 'd50', type: 'DiscussionNote' })
  const changed = withChanges(half, [note(50), note(100), reply, note(2, { note: 'edited' })])
  expect(changed.discussions.map(each => each.notes.map(one => one.id))).toEqual([['1'], ['2'], ['100']])
  expect(strangersAmong(half, [note(50), note(100), reply])).toEqual([reply])
  const whole = list([1, 2], [])
  expect(withChanges(whole, [note(50), reply]).discussions).toHaveLength(3)
  expect(strangersAmong(whole, [reply])).toEqual([])
  expect(withChanges(half, [note(50)])).toBe(half)
})

test('DISC-014 DISC-015 PERM-009 a thread is open until all its notes are resolved, and its button needs all of them', () => {
  const open = { type: 'DiscussionNote', resolvable: true, discussionId: 'd1' } as const
  const foreign = { canEdit: false, canAwardEmoji: false, canResolve: false, canResolveDiscussion: false }
  const notes = [note(1, { ...open, resolved: true }), note(2, { ...open, currentUser: foreign })]
  const mixed = { id: 'd1', notes }
  expect(standingOf(mixed)).toMatchObject({ isResolved: false, canResolve: false, canResolveByReply: true })
  expect(unresolvedIn([mixed, { id: 'd3', notes: [note(3)] }])).toEqual(['1'])
  const done = { id: 'd1', notes: notes.map(each => ({ ...each, resolved: true, currentUser: note(1).currentUser })) }
  expect(standingOf(done)).toMatchObject({ isResolved: true, canResolve: true })
  expect(unresolvedIn([done])).toEqual([])
})

test('POLL-020 POLL-021 ERRMSG-072 so much is ready around what is seen, and never too much', () => {
  expect([bufferPx, maxRendered]).toEqual([200, 1_000])
  expect(() => checkRendered(1_000)).not.toThrow()
  expect(() => checkRendered(1_001)).toThrow('Rendered items limit reached')
})

test.each([0, 4, -1, 1.5, Number.NaN])('POLL-002 a comment on its way has no %d lines', lines => {
  expect(() => skeletonLines(lines)).toThrow(RangeError)
})

test('POLL-002 a comment on its way has one to three lines', () => {
  expect([1, 2, 3].map(skeletonLines)).toEqual([1, 2, 3])
})
