import { useState } from 'react'
import { held } from '#web/ui/layout/steady-rows.ts'
import type { BoardListData, CardData } from '../shapes.ts'
import { cardsIn, type Spot } from './board-moves.ts'

type Lists = readonly BoardListData[]

export interface SteadyBoard {
  readonly lists: Lists
  /** Number of new cards that are withheld. */
  readonly arrived: number
  /** Whether the shown lists differ from the current ones. */
  readonly isBehind: boolean
  readonly showAll: () => void
}

/** The lists of a board. While `isHeld`, lists and cards keep their places but show current data, and new ones are withheld. */
export function useSteadyBoard(now: Lists, isHeld: boolean): SteadyBoard {
  const [before, setBefore] = useState<Lists | null>(null)
  if (isHeld && before === null) setBefore(now)
  if (!isHeld && before !== null) setBefore(null)
  const lists = isHeld && before !== null ? heldLists(before, now) : now
  const known = new Set(idsOf(lists))
  return {
    lists,
    arrived: new Set(idsOf(now).filter(id => !known.has(id))).size,
    isBehind: layoutOf(lists) !== layoutOf(now),
    showAll: () => setBefore(now),
  }
}

const idsOf = (lists: Lists): readonly number[] => lists.flatMap(list => list.issues.map(card => card.id))
/** A card by its issue and lane: an issue of two assignees is in two lanes. */
const keyOf = ({ id, laneId }: CardData): string => `${id}.${laneId ?? 0}`
const layoutOf = (lists: Lists): string =>
  lists.map(({ id, issues }) => `${id}:${issues.map(keyOf).join(',')}`).join(' ')

/** The former lists with current data. A card that has moved to another list or lane stays where it was. */
export function heldLists(before: Lists, now: Lists): Lists {
  return before.map(list => {
    const fresh = now.find(each => each.id === list.id)
    return fresh === undefined ? list : { ...fresh, issues: [...held(list.issues, fresh.issues, keyOf)] }
  })
}

/** A place among the cards that are shown, as one among those that the list has now: beside the same neighbor. */
export function spotNow(wanted: Spot, { id }: Pick<CardData, 'id'>, shown: Lists, to: BoardListData): Spot {
  const list = shown.find(each => each.id === to.id)
  if (list === undefined) return wanted
  const [before, now] = [list, to].map(each => cardsIn(each, wanted.lane).filter(card => card.id !== id))
  const indexOf = (card: CardData | undefined) => now?.findIndex(each => each.id === card?.id) ?? -1
  const next = indexOf(before?.[wanted.index])
  if (next >= 0) return { ...wanted, index: next }
  const previous = indexOf(before?.[wanted.index - 1])
  return { ...wanted, index: previous >= 0 ? previous + 1 : Math.min(wanted.index, now?.length ?? 0) }
}
