import type { BoardListData, CardData } from './shapes.ts'

/** A move of a card, shown before the server has confirmed it. */
export interface CardMove {
  readonly card: CardData
  readonly fromListId: number
  readonly toListId: number
  /** Its index in the new list, without itself. */
  readonly index: number
}

/** The lists of a board as they are after some moves. What the lists already show of a move stays. */
export const afterMoves = (lists: readonly BoardListData[], moves: readonly CardMove[]): readonly BoardListData[] =>
  moves.reduce(afterMove, lists)

function afterMove(lists: readonly BoardListData[], move: CardMove): readonly BoardListData[] {
  const from = lists.find(list => list.id === move.fromListId)
  const to = lists.find(list => list.id === move.toListId)
  if (from === undefined || to === undefined) return lists
  const card = movedCard(move.card, from, to)
  return lists.map(list => {
    if (list.id === to.id) return withCard(list, card, move.index)
    return list.id === from.id ? withoutCard(list, card) : list
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

function withCard(list: BoardListData, card: CardData, index: number): BoardListData {
  const others = list.issues.filter(each => each.id !== card.id)
  const isThere = others.length < list.issues.length
  const issues = others.toSpliced(index, 0, card)
  return isThere ? { ...list, issues } : { ...list, issues, ...changedSums(list, card, 1) }
}

function withoutCard(list: BoardListData, card: CardData): BoardListData {
  const issues = list.issues.filter(each => each.id !== card.id)
  return issues.length === list.issues.length ? list : { ...list, issues, ...changedSums(list, card, -1) }
}

const changedSums = ({ count, weight }: BoardListData, card: CardData, by: 1 | -1) => ({
  count: count + by,
  weight: weight === null ? null : weight + by * (card.weight ?? 0),
})

/** Where a card moves to by a key. Null where it is at the edge. */
export function stepOf(
  lists: readonly BoardListData[],
  cardId: number,
  listId: number,
  direction: 'up' | 'down' | 'left' | 'right',
): { readonly list: BoardListData; readonly index: number } | null {
  const at = lists.findIndex(list => list.id === listId)
  const list = lists[at]
  const index = list?.issues.findIndex(card => card.id === cardId) ?? -1
  if (list === undefined || index < 0) return null
  if (direction === 'up' || direction === 'down') {
    const next = direction === 'up' ? index - 1 : index + 1
    return list.kind === 'closed' || next < 0 || next >= list.issues.length ? null : { list, index: next }
  }
  const beside = lists[direction === 'left' ? at - 1 : at + 1]
  return beside === undefined ? null : { list: beside, index: Math.min(index, beside.issues.length) }
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
