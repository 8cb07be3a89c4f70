import { useState } from 'react'
import { lanesPerBoard } from '#contract/plan/boards/board-cards.ts'
import type { Lane } from '../cards/board-moves.ts'
import { boardMessages, listTitle } from '../messages.ts'
import type { BoardData, BoardListData, LaneData } from '../shapes.ts'

/** The subject of a lane; null for issues without a value. */
export const laneOf = ({ lanes }: Pick<BoardData, 'lanes'>, lane: Lane): LaneData | null =>
  lanes?.shown.find(each => each.id === lane) ?? null

/** The name of a list, or of its part in a lane. */
export const cellName = (board: BoardData, list: BoardListData, lane: Lane): string =>
  lane === undefined || board.lanes === null
    ? listTitle(list)
    : boardMessages.cell(list, board.lanes, laneOf(board, lane))

/** The lanes of a board, from the top; `[undefined]` where it has none. */
export const lanesOf = ({ lanes }: BoardData): readonly Lane[] =>
  lanes === null ? [undefined] : [...lanes.shown.map(each => each.id), null]

/** The name of a list, or of its part in a lane, in the sizes of the page: `12`, `12.7`; `12.0` in the last lane. */
export const sizeName = (listId: number, lane: Lane): string =>
  lane === undefined ? String(listId) : `${listId}.${lane ?? 0}`

/** The number of shown lanes after another step. */
export const moreLanes = (shown: number): number => Math.min(shown + lanesPerBoard.more, lanesPerBoard.most)

/** A lane as an attribute of the page. */
export const laneName = (lane: Lane): string | undefined => (lane === undefined ? undefined : String(lane ?? 0))

/** The lane of such an attribute. */
export const laneNamed = (name: string | undefined): Lane =>
  name === undefined ? undefined : Number(name) === 0 ? null : Number(name)

type Lanes = BoardData['lanes']

/**
 * The lanes of a board, with those that lost their last card while the board is open: they stay, as lists do.
 *
 * @param key  identifies the query of the board: with another one, no former lanes are kept
 */
export function useKeptLanes(key: string, now: Lanes): Lanes {
  const [kept, setKept] = useState({ key, now, lanes: now })
  if (kept.key === key && kept.now === now) return kept.lanes
  const lanes = kept.key === key ? withKept(kept.lanes, now) : now
  setKept({ key, now, lanes })
  return lanes
}

/** The present lanes, with each lane that is missing after the one that it stood after. */
export function withKept(former: Lanes, now: Lanes): Lanes {
  if (former === null || now === null || former.by !== now.by) return now
  const shown = [...now.shown]
  for (const [index, lane] of former.shown.entries()) {
    if (shown.some(each => each.id === lane.id)) continue
    const above = former.shown[index - 1]
    shown.splice(above === undefined ? 0 : shown.findIndex(each => each.id === above.id) + 1, 0, lane)
  }
  return { ...now, shown, total: Math.max(now.total, shown.length) }
}
