import { expect, test } from 'vitest'
import type { BoardListData, CardData } from '../shapes.ts'
import { afterMoves, type Direction, isOverLimit, type Lane, stepOf } from './board-moves.ts'

const label = (id: number) => ({
  id,
  name: `label ${id}`,
  description: null,
  descriptionHtml: '',
  textColor: '#000000',
  color: '#ffffff',
  archived: false,
})

// A card with only the fields that moves read.
const card = (id: number, labels: readonly number[] = [], laneId: number | null = null) =>
  ({
    id,
    laneId,
    iid: id,
    reference: `#${id}`,
    state: 'opened',
    weight: 2,
    labels: labels.map(label),
    assignees: [],
  }) as unknown as CardData

const list = (id: number, cards: readonly CardData[], values: Partial<BoardListData> = {}): BoardListData => ({
  id,
  kind: 'label',
  label: label(id),
  assignee: null,
  milestone: null,
  iteration: null,
  collapsed: false,
  maxIssueCount: 0,
  maxIssueWeight: 0,
  limitMetric: null,
  count: cards.length,
  weight: cards.length * 2,
  issues: [...cards],
  cells: [],
  ...values,
})

const [first, second] = [card(1, [10]), card(2, [20])]
const lists = [list(10, [first]), list(20, [second]), list(30, [], { kind: 'closed', label: null, weight: null })]
const idsOf = (of: readonly BoardListData[]) => of.map(each => each.issues.map(issue => issue.id))

test('a card that is moved leaves its list with its label and weight, and stands where it was put', () => {
  const [from, to] = afterMoves(lists, [{ card: first, fromListId: 10, to: { listId: 20, lane: undefined, index: 0 } }])
  expect(from).toMatchObject({ count: 0, weight: 0, issues: [] })
  expect(to).toMatchObject({ count: 2, weight: 4 })
  expect(to?.issues.map(issue => issue.id)).toEqual([1, 2])
  expect(to?.issues[0]?.labels.map(each => each.id)).toEqual([20])
})

test('a move that the lists already show changes nothing more', () => {
  const move = { card: first, fromListId: 10, to: { listId: 20, lane: undefined, index: 1 } }
  const once = afterMoves(lists, [move])
  expect(afterMoves(once, [move])).toEqual(once)
})

test('a card that is moved to the closed list is closed', () => {
  const [, , closed] = afterMoves(lists, [
    { card: first, fromListId: 10, to: { listId: 30, lane: undefined, index: 0 } },
  ])
  expect(closed?.issues[0]?.state).toBe('closed')
  expect(idsOf([closed as BoardListData])).toEqual([[1]])
})

test.each([
  ['right', 20, 0],
  ['left', null, null],
  ['down', null, null],
] as const)('a step %s from the first card of the first list', (direction, listId, index) => {
  const step = stepOf(lists, [undefined], first, { listId: 10, lane: undefined }, direction)
  expect(step && [step.listId, step.index]).toEqual(listId === null ? null : [listId, index])
})

test.each([
  [{ count: 3, maxIssueCount: 2 }, true],
  [{ count: 2, maxIssueCount: 2 }, false],
  [{ weight: 9, maxIssueWeight: 8 }, true],
  [{ count: 3, maxIssueCount: 2, limitMetric: 'issue_weights' }, false],
] as const)('a list with %o is over its limits: %s', (values, isOver) => {
  expect(isOverLimit(list(10, [], values))).toBe(isOver)
})

const inLanes = [card(1, [10], 7), card(2, [10]), card(3, [10], 7), card(4, [10])] as const
const laned = [
  list(10, inLanes, {
    cells: [
      { laneId: 7, count: 2 },
      { laneId: null, count: 2 },
    ],
  }),
  list(20, [], { cells: [{ laneId: 7, count: 0 }] }),
]

test('a card that moves to another lane is placed between its cards, and both lanes are counted again', () => {
  const [from] = afterMoves(laned, [{ card: inLanes[0], fromListId: 10, to: { listId: 10, lane: null, index: 1 } }])
  expect(from?.issues.map(each => [each.id, each.laneId])).toEqual([
    [2, null],
    [3, 7],
    [1, null],
    [4, null],
  ])
  expect(from).toMatchObject({
    count: 4,
    cells: [
      { laneId: 7, count: 1 },
      { laneId: null, count: 3 },
    ],
  })
  const [left, come] = afterMoves(laned, [
    { card: inLanes[0], fromListId: 10, to: { listId: 20, lane: null, index: 0 } },
  ])
  expect(left?.cells).toEqual([
    { laneId: 7, count: 1 },
    { laneId: null, count: 2 },
  ])
  expect(come?.cells).toEqual([
    { laneId: 7, count: 0 },
    { laneId: null, count: 1 },
  ])
})

test.each<[number, Direction, readonly [number, Lane, number] | null]>([
  [0, 'down', [10, 7, 1]],
  [2, 'down', [10, null, 0]],
  [1, 'up', [10, 7, 2]],
  [0, 'up', null],
  [3, 'down', null],
  [2, 'right', [20, 7, 0]],
])('a step of card %i %s on a board with lanes', (at, direction, to) => {
  const moved = inLanes[at] ?? inLanes[0]
  const step = stepOf(laned, [7, null], moved, { listId: 10, lane: moved.laneId }, direction)
  expect(step && [step.listId, step.lane, step.index]).toEqual(to)
})
