import { expect, test } from 'vitest'
import type { BoardListData, CardData } from '../shapes.ts'
import { heldLists, spotNow } from './steady-board.ts'

// A list with only the fields that the functions read.
const list = (id: number, ...cards: readonly number[]) =>
  ({ id, issues: cards.map(card => ({ id: card }) as CardData) }) as unknown as BoardListData
const layout = (lists: readonly BoardListData[]) => lists.map(({ id, issues }) => [id, ...issues.map(card => card.id)])

test('a held board keeps its lists and cards in their places, and withholds what arrives', () => {
  const before = [list(1, 10, 11), list(2, 20)]
  expect(layout(heldLists(before, [list(1, 12, 11), list(3, 30)]))).toEqual([
    [1, 10, 11],
    [2, 20],
  ])
})

test.each([
  ['before the card that follows it', 1, [12, 10, 11], 2],
  ['after the card above it, if the next one has left', 1, [12, 10], 2],
  ['at the end, if both have left', 1, [12], 1],
  ['at the end of a list that has grown', 2, [10, 11, 12], 2],
])('a card that is dropped among the cards that are shown comes %s', (_where, index, now, wanted) => {
  const spot = { listId: 1, lane: undefined, index }
  expect(spotNow(spot, { id: 99 }, [list(1, 10, 11)], list(1, ...now)).index).toBe(wanted)
})
