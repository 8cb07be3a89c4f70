import { useState } from 'react'
import { lanesPerBoard } from '#contract/plan/boards/board-cards.ts'
import type { Lane } from '../cards/board-moves.ts'
import type { BoardData, EpicData } from '../shapes.ts'

/** The epic of a lane; null in that of issues without one. */
export const epicOf = ({ lanes }: BoardData, lane: Lane): EpicData | null =>
  lanes?.epics.find(epic => epic.id === lane) ?? null

/** The lanes of a board, from the top; `[undefined]` where it has none. */
export const lanesOf = ({ lanes }: BoardData): readonly Lane[] =>
  lanes === null ? [undefined] : [...lanes.epics.map(epic => epic.id), null]

/** The name of a list, or of its part in a lane, in the sizes of the page: `12`, `12.7`; `12.0` without an epic. */
export const sizeName = (listId: number, lane: Lane): string =>
  lane === undefined ? String(listId) : `${listId}.${lane ?? 0}`

/** How many lanes are shown after some more. */
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
  if (former === null || now === null) return now
  const epics = [...now.epics]
  for (const [index, epic] of former.epics.entries()) {
    if (epics.some(each => each.id === epic.id)) continue
    const above = former.epics[index - 1]
    epics.splice(above === undefined ? 0 : epics.findIndex(each => each.id === above.id) + 1, 0, epic)
  }
  return { epics, total: Math.max(now.total, epics.length) }
}
