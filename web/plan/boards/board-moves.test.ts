import { expect, test } from 'vitest'
import { afterMoves, isOverLimit, stepOf } from './board-moves.ts'
import type { BoardListData, CardData } from './shapes.ts'

const label = (id: number) => ({
  id,
  name: `label ${id}`,
  description: null,
  descriptionHtml: '',
  textColor: '#000000',
  color: '#ffffff',
  archived: false,
})

// Only what moves look at.
const card = (id: number, labels: readonly number[] = []) =>
  ({
    id,
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
  ...values,
})

const [first, second] = [card(1, [10]), card(2, [20])]
const lists = [list(10, [first]), list(20, [second]), list(30, [], { kind: 'closed', label: null, weight: null })]
const idsOf = (of: readonly BoardListData[]) => of.map(each => each.issues.map(issue => issue.id))

test('a card that is moved leaves its list with its label and weight, and stands where it was put', () => {
  const [from, to] = afterMoves(lists, [{ card: first, fromListId: 10, toListId: 20, index: 0 }])
  expect(from).toMatchObject({ count: 0, weight: 0, issues: [] })
  expect(to).toMatchObject({ count: 2, weight: 4 })
  expect(to?.issues.map(issue => issue.id)).toEqual([1, 2])
  expect(to?.issues[0]?.labels.map(each => each.id)).toEqual([20])
})

test('a move that the lists already show changes nothing more', () => {
  const move = { card: first, fromListId: 10, toListId: 20, index: 1 }
  const once = afterMoves(lists, [move])
  expect(afterMoves(once, [move])).toEqual(once)
})

test('a card that is moved to the closed list is closed', () => {
  const [, , closed] = afterMoves(lists, [{ card: first, fromListId: 10, toListId: 30, index: 0 }])
  expect(closed?.issues[0]?.state).toBe('closed')
  expect(idsOf([closed as BoardListData])).toEqual([[1]])
})

test.each([
  ['right', 20, 0],
  ['left', null, null],
  ['down', null, null],
] as const)('a step %s from the first card of the first list', (direction, listId, index) => {
  const step = stepOf(lists, 1, 10, direction)
  expect(step && [step.list.id, step.index]).toEqual(listId === null ? null : [listId, index])
})

test.each([
  [{ count: 3, maxIssueCount: 2 }, true],
  [{ count: 2, maxIssueCount: 2 }, false],
  [{ weight: 9, maxIssueWeight: 8 }, true],
  [{ count: 3, maxIssueCount: 2, limitMetric: 'issue_weights' }, false],
] as const)('a list with %o is over its limits: %s', (values, isOver) => {
  expect(isOverLimit(list(10, [], values))).toBe(isOver)
})
