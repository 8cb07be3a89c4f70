import type { BoardListData, CardData } from '../shapes.ts'

/** A lane by the id of its epic, person, label, milestone or parent; null for issues without one, undefined on a board without lanes. */
export type Lane = number | null | undefined

/** A place for a card. */
export interface Spot {
  readonly listId: number
  readonly lane: Lane
  /** The index in the list, or in its part in the lane, without the card itself. */
  readonly index: number
}

/** A move of a card, shown before the server has confirmed it. */
export interface CardMove {
  readonly card: CardData
  readonly fromListId: number
  readonly to: Spot
  /** The values of its attributes after the move to another lane. */
  readonly changed?: Partial<CardData>
}

/** The cards of a list that are in a lane. */
export const cardsIn = ({ issues }: BoardListData, lane: Lane): readonly CardData[] =>
  lane === undefined ? issues : issues.filter(card => card.laneId === lane)

/** The number of issues of a list that are in a lane. */
export const countIn = ({ count, cells }: BoardListData, lane: Lane): number =>
  lane === undefined ? count : (cells.find(cell => cell.laneId === lane)?.count ?? 0)

/** The lists of a board as they are after some moves. Moves that the lists already show stay. */
export const afterMoves = (lists: readonly BoardListData[], moves: readonly CardMove[]): readonly BoardListData[] =>
  moves.reduce(afterMove, lists)

function afterMove(lists: readonly BoardListData[], move: CardMove): readonly BoardListData[] {
  const from = lists.find(list => list.id === move.fromListId)
  const to = lists.find(list => list.id === move.to.listId)
  if (from === undefined || to === undefined) return lists
  const { lane, index } = move.to
  const former = move.card.laneId
  const card = movedCard({ ...move.card, ...move.changed, ...(lane !== undefined && { laneId: lane }) }, from, to)
  return lists.map(list => {
    const isTouched = list.id === from.id || list.id === to.id
    // In the last lane, it is in no other one.
    const left = !isTouched
      ? list
      : lane === null
        ? withoutIssue(list, card.id)
        : list.id === from.id
          ? withoutCard(list, card.id, former)
          : list
    return list.id === to.id ? withCard(left, card, lane, index) : left
  })
}

/** A card with what it gets by a move, as far as cards show it. */
function movedCard(card: CardData, from: BoardListData, to: BoardListData): CardData {
  if (from.id === to.id) return card
  if (to.kind === 'closed') return { ...card, state: 'closed' }
  const labels = card.labels.filter(label => label.id !== from.label?.id && label.id !== to.label?.id)
  const assignees = card.assignees.filter(person => person.id !== from.assignee?.id && person.id !== to.assignee?.id)
  return {
    ...card,
    state: 'opened',
    labels: to.label === null ? labels : [...labels, to.label],
    assignees: to.assignee === null ? assignees : [...assignees, to.assignee],
  }
}

/** An issue with several values is in several lanes of a list, and counts once in the list. */
function withCard(list: BoardListData, card: CardData, lane: Lane, index: number): BoardListData {
  const others = list.issues.filter(each => each.id !== card.id || each.laneId !== card.laneId)
  const wasInLane = others.length < list.issues.length
  const wasInList = list.issues.some(each => each.id === card.id)
  return {
    ...list,
    issues: others.toSpliced(indexAmong(others, lane, index), 0, card),
    cells: wasInLane ? list.cells : withCount(list.cells, card.laneId, 1),
    ...(!wasInList && changedSums(list, card, 1)),
  }
}

/** The index among all cards of a list for an index among those of a lane. */
function indexAmong(cards: readonly CardData[], lane: Lane, index: number): number {
  if (lane === undefined) return index
  const ofLane = cards.filter(card => card.laneId === lane)
  const [previous, next] = [ofLane[index - 1], ofLane[index]]
  if (next !== undefined) return cards.indexOf(next)
  return previous === undefined ? cards.length : cards.indexOf(previous) + 1
}

function withoutCard(list: BoardListData, id: number, lane: number | null): BoardListData {
  const there = list.issues.find(each => each.id === id && each.laneId === lane)
  if (there === undefined) return list
  const issues = list.issues.filter(each => each !== there)
  const isStillThere = issues.some(each => each.id === id)
  return {
    ...list,
    issues,
    cells: withCount(list.cells, lane, -1),
    ...(!isStillThere && changedSums(list, there, -1)),
  }
}

const withoutIssue = (list: BoardListData, id: number): BoardListData =>
  list.issues
    .filter(card => card.id === id && card.laneId !== null)
    .reduce((left, { laneId }) => withoutCard(left, id, laneId), list)

type Cells = BoardListData['cells']

function withCount(cells: Cells, laneId: number | null, by: 1 | -1): Cells {
  const cell = cells.find(each => each.laneId === laneId)
  if (cell !== undefined) return cells.map(each => (each === cell ? { ...cell, count: cell.count + by } : each))
  return cells.length === 0 || by < 0 ? cells : [...cells, { laneId, count: by }]
}

const changedSums = ({ count, weight }: BoardListData, card: CardData, by: 1 | -1) => ({
  count: count + by,
  weight: weight === null ? null : weight + by * (card.weight ?? 0),
})

export type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * The target of a card's move by a key. Null if the card is at the edge.
 *
 * @param lanes  those that are shown, from the top; `[undefined]` on a board without lanes
 */
export function stepOf(
  lists: readonly BoardListData[],
  lanes: readonly Lane[],
  card: CardData,
  at: { readonly listId: number; readonly lane: Lane },
  direction: Direction,
): Spot | null {
  const listAt = lists.findIndex(list => list.id === at.listId)
  const list = lists[listAt]
  if (list === undefined) return null
  const cards = cardsIn(list, at.lane)
  const index = cards.findIndex(each => each.id === card.id)
  if (index < 0) return null
  if (direction === 'left' || direction === 'right') {
    const beside = lists[direction === 'left' ? listAt - 1 : listAt + 1]
    return beside === undefined
      ? null
      : { listId: beside.id, lane: at.lane, index: Math.min(index, cardsIn(beside, at.lane).length) }
  }
  const next = direction === 'up' ? index - 1 : index + 1
  if (list.kind !== 'closed' && next >= 0 && next < cards.length) return { ...at, index: next }
  const laneAt = lanes.indexOf(at.lane) + (direction === 'up' ? -1 : 1)
  if (laneAt < 0 || laneAt >= lanes.length) return null
  const lane = lanes[laneAt]
  return { listId: list.id, lane, index: direction === 'up' ? cardsIn(list, lane).length : 0 }
}

/** Whether a list holds more than its limits. */
export function isOverLimit({ count, weight, maxIssueCount, maxIssueWeight, limitMetric }: BoardListData): boolean {
  const looksAt = (metric: 'issue_count' | 'issue_weights') =>
    limitMetric === null || limitMetric === 'all_metrics' || limitMetric === metric
  return (
    (looksAt('issue_count') && maxIssueCount > 0 && count > maxIssueCount) ||
    (looksAt('issue_weights') && maxIssueWeight > 0 && (weight ?? 0) > maxIssueWeight)
  )
}
