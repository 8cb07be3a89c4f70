import { expect, test } from 'vitest'
import { barOf, columnsOf, draggedBy, markersOf, rangeOf, steppedBy, treeRows } from './timeline.ts'

const today = '2026-11-26'

test('EPIC-012 the range of a roadmap holds what is dated, in whole weeks, months or quarters, within five years', () => {
  const dated = [
    { startDate: '2026-08-19', dueDate: null },
    { startDate: null, dueDate: '2027-12-02' },
  ]
  expect(rangeOf(dated, today, 'months')).toEqual({ from: '2026-08-01', to: '2028-01-01' })
  expect(rangeOf(dated, today, 'weeks')).toEqual({ from: '2026-08-17', to: '2027-12-06' })
  expect(rangeOf(dated, today, 'quarters')).toEqual({ from: '2025-10-01', to: '2029-01-01' })
  const { from, to } = rangeOf([{ startDate: '0001-01-01', dueDate: '9999-12-31' }], today, 'quarters')
  expect([from, to]).toEqual(['2021-10-01', '2032-01-01'])
})

test('EPIC-012 columns have the days of their weeks, months and quarters, grouped by month or year', () => {
  const lower = (scale: 'weeks' | 'months' | 'quarters', from: string, to: string) =>
    columnsOf({ from, to }, scale).lower.map(({ label, days }) => [label, days])
  expect(lower('months', '2028-01-01', '2028-04-01')).toEqual([
    ['Jan', 31],
    ['Feb', 29],
    ['Mar', 31],
  ])
  expect(lower('weeks', '2026-11-23', '2026-12-07')).toEqual([
    ['23', 7],
    ['30', 7],
  ])
  expect(lower('quarters', '2026-10-01', '2027-04-01')).toEqual([
    ['Q4', 92],
    ['Q1', 90],
  ])
  expect(columnsOf({ from: '2026-10-01', to: '2027-04-01' }, 'quarters').upper).toEqual([
    { day: '2026-10-01', label: '2026', days: 92 },
    { day: '2027-01-01', label: '2027', days: 90 },
  ])
})

test.each([
  ['2026-11-05', '2026-11-07', { at: 4, days: 3, opensBefore: false, opensAfter: false }],
  ['2026-10-01', '2026-11-02', { at: 0, days: 2, opensBefore: true, opensAfter: false }],
  ['2026-11-29', null, { at: 28, days: 2, opensBefore: false, opensAfter: true }],
  [null, '2026-11-28', { at: 0, days: 28, opensBefore: true, opensAfter: false }],
  ['2026-11-09', '2026-11-02', { at: 8, days: 1, opensBefore: false, opensAfter: false }],
  ['2026-12-05', '2026-12-07', null],
  [null, null, null],
])('EPIC-012 the bar of an epic from %s to %s', (startDate, dueDate, bar) => {
  expect(barOf({ startDate, dueDate }, { from: '2026-11-01', to: '2026-12-01' })).toEqual(bar)
})

test('EPIC-012 child epics stand below their parent, and go when it is collapsed', () => {
  const epics = [
    { id: 3, parentId: 2 },
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 4, parentId: null },
  ]
  const shown = (collapsed: readonly number[]) =>
    treeRows(epics, new Set(collapsed)).map(({ epic, level, hasChildren }) => [epic.id, level, hasChildren])
  expect(shown([])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, false],
    [4, 1, false],
  ])
  expect(shown([1])).toEqual([
    [1, 1, true],
    [4, 1, false],
  ])
})

test('EPIC-012 milestones that are due close together stand in lanes', () => {
  const due = ['2026-11-02', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-20'].map(dueDate => ({ dueDate }))
  const markers = markersOf(due, { from: '2026-11-01', to: '2026-12-01' }, 10)
  expect(markers.map(({ at, lane, free }) => [at, lane, free])).toEqual([
    [1, 0, 18],
    [3, 1, null],
    [4, 2, 1],
    [5, 2, null],
    [19, 0, null],
  ])
})

test.each<[string, 'bar' | 'start' | 'due', number, string | null, string | null]>([
  ['all of it moves both dates', 'bar', 3, '2026-11-04', '2026-11-13'],
  ['its start', 'start', -1, '2026-10-31', '2026-11-10'],
  ['its start goes no further than its end', 'start', 30, '2026-11-10', '2026-11-10'],
  ['its end', 'due', 5, '2026-11-01', '2026-11-15'],
  ['its end goes no further than its start', 'due', -30, '2026-11-01', '2026-11-01'],
])('EPIC-012 a bar of the roadmap is dragged: %s', (_what, part, days, startDate, dueDate) => {
  expect(draggedBy({ startDate: '2026-11-01', dueDate: '2026-11-10' }, part, days)).toEqual({ startDate, dueDate })
})

test('EPIC-012 an arrow key moves a bar of the roadmap by a day, a week or a month, as the scale shows', () => {
  const dates = { startDate: '2026-01-31', dueDate: '2026-03-15' }
  expect(steppedBy(dates, 'bar', 1, 'weeks')).toEqual({ startDate: '2026-02-01', dueDate: '2026-03-16' })
  expect(steppedBy(dates, 'bar', -1, 'months')).toEqual({ startDate: '2026-01-24', dueDate: '2026-03-08' })
  expect(steppedBy(dates, 'bar', 1, 'quarters')).toEqual({ startDate: '2026-02-28', dueDate: '2026-04-15' })
  expect(steppedBy(dates, 'due', -1, 'quarters')).toEqual({ startDate: '2026-01-31', dueDate: '2026-02-15' })
})

test('EPIC-012 a bar with one date keeps that alone when it moves, and gets the other where it is stretched', () => {
  expect(draggedBy({ startDate: '2026-11-01', dueDate: null }, 'bar', 1)).toEqual({
    startDate: '2026-11-02',
    dueDate: null,
  })
  expect(draggedBy({ startDate: '2026-11-01', dueDate: null }, 'due', 2)).toEqual({
    startDate: '2026-11-01',
    dueDate: '2026-11-30',
  })
})
