import { expect, test } from 'vitest'
import { pageNote } from '#test/world/page-note.ts'
import {
  filterOptions,
  filters,
  firstView,
  type KeptView,
  shownIn,
  sortOptions,
  withFilter,
  withSort,
  withTarget,
  withTimeline,
} from './activity.ts'

const kept: KeptView = { filter: filters.all, sort: 'oldest' }

const thread = { id: 'a', notes: [pageNote(1), pageNote(4)] }
const change = { id: 'b', notes: [pageNote(2, { system: true })] }
const comment = { id: 'c', notes: [pageNote(3)] }
const discussions = [thread, change, comment]
const ids = (view: Parameters<typeof shownIn>[0]) => shownIn(view, discussions).map(each => each.id)

test('FILTER-003 FILTER-004 FILTER-005 the choices have the values of the contract', () => {
  expect(filterOptions.map(each => each.value)).toEqual([0, 1, 2])
})

test('FILTER-010 the order is one of two', () => {
  expect(sortOptions.map(each => each.title)).toEqual(['Newest first', 'Oldest first'])
})

test('FILTER-003 FILTER-004 FILTER-005 all, comments only, history only', () => {
  const view = firstView(kept)
  expect(ids(view)).toEqual(['a', 'b', 'c'])
  expect(ids(withFilter(view, filters.comments, kept))).toEqual(['a', 'c'])
  expect(ids(withFilter(view, filters.history, kept))).toEqual(['b'])
})

test('FILTER-006 history only disables comments', () => {
  const view = firstView(kept)
  expect(view.areCommentsDisabled).toBe(false)
  expect(withFilter(view, filters.comments, kept).areCommentsDisabled).toBe(false)
  expect(withFilter(view, filters.history, kept).areCommentsDisabled).toBe(true)
  expect(firstView({ ...kept, filter: filters.history }).areCommentsDisabled).toBe(true)
})

test('FILTER-014 FILTER-015 FILTER-016 the timeline is comments only, newest first, each on its own, and keeps nothing', () => {
  const timeline = withTimeline(true, kept)
  expect(timeline).toEqual({
    filter: filters.comments,
    sort: 'newest',
    isTimeline: true,
    persistsSort: false,
    areCommentsDisabled: false,
  })
  expect(ids(timeline)).toEqual(['note-1', 'note-3', 'note-4'])
  expect(withTimeline(false, kept)).toEqual(firstView(kept))
})

test('FILTER-007 any filter but comments only turns the timeline off', () => {
  const timeline = withTimeline(true, kept)
  expect(withFilter(timeline, filters.comments, kept)).toBe(timeline)
  for (const filter of [filters.all, filters.history])
    expect(withFilter(timeline, filter, kept)).toMatchObject({ filter, isTimeline: false, sort: 'oldest' })
})

test('FILTER-008 an address that points at a note shows everything', () => {
  expect(withTarget(withTimeline(true, kept), kept)).toEqual(firstView(kept))
  const chosen: KeptView = { filter: filters.history, sort: 'newest' }
  expect(withTarget(firstView(chosen), chosen)).toMatchObject({ filter: filters.all, sort: 'newest' })
})

test('FILTER-011 FILTER-012 a chosen order is one to keep', () => {
  expect(firstView(kept).sort).toBe('oldest')
  expect(withSort(firstView(kept), 'newest')).toMatchObject({ sort: 'newest', persistsSort: true })
})

test('FILTER-017 a view holds its order, whether that is kept, the timeline, and whether comments are out of place', () => {
  expect(firstView(kept)).toEqual({
    filter: filters.all,
    sort: 'oldest',
    persistsSort: true,
    isTimeline: false,
    areCommentsDisabled: false,
  })
  expect(withTimeline(true, kept)).toMatchObject({ sort: 'newest', persistsSort: false, isTimeline: true })
})
