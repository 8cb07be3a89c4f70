import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { messages } from '#web/plan/messages.ts'
import { offerUndo, showToast } from '#web/ui/overlays/toasts.ts'
import { boardReadings, moveCard } from '../calls.ts'
import { afterChange, inverse, type LaneChange, laneChange, refusalOf } from '../lanes/lane-change.ts'
import { cellName, laneOf } from '../lanes/lanes.ts'
import { boardMessages } from '../messages.ts'
import type { BoardData, BoardListData, CardData } from '../shapes.ts'
import { afterMoves, type CardMove, cardsIn, type Spot } from './board-moves.ts'
import { type SteadyBoard, spotNow, useSteadyBoard } from './steady-board.ts'

export interface CardMoves {
  /** The lists that are shown, after the moves that are under way. */
  readonly lists: readonly BoardListData[]
  /** The changes by others that are withheld. */
  readonly steady: SteadyBoard
  /** Cards whose move is being saved. */
  readonly moving: ReadonlySet<number>
  /** The last move in words, for screen readers. */
  readonly said: string
  readonly move: (card: CardData, fromListId: number, to: Spot) => void
}

/**
 * Moves of cards: shown at once, saved one after the other, and taken back where the server refuses one.
 *
 * @param isHeld  changes by others are withheld, so that no card moves under the pointer
 * @param onMoved  called before a card is shown in its new place
 */
export function useCardMoves(
  board: BoardData,
  isHeld: boolean,
  onMoved: (spot: Spot, cardId: number) => void,
): CardMoves {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly CardMove[]>([])
  const [said, setSaid] = useState('')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const lists = afterMoves(board.lists, pending)
  const steady = useSteadyBoard(lists, isHeld && pending.length === 0)
  // An undo runs later, on the lists of that time.
  const latest = useRef(lists)
  useEffect(() => {
    latest.current = lists
  })

  /** @param undone  the change of lane that an undo takes back; null for one within a lane */
  function move(card: CardData, fromListId: number, wanted: Spot, undone?: LaneChange | null) {
    const { listId: toListId, lane } = wanted
    const isUndo = undone !== undefined
    const { lanes } = board
    const now = isUndo ? latest.current : lists
    const from = now.find(list => list.id === fromListId)
    const to = now.find(list => list.id === toListId)
    if (from === undefined || to === undefined) return showToast(boardMessages.listGone(card), { tone: 'danger' })
    // A list shows its first cards only: one that is in none may still be further down.
    const isIn = (list: BoardListData) => list.issues.some(each => each.id === card.id)
    if (!isUndo && !isIn(from) && now.some(isIn)) {
      // The card is still where it was for the pointer that dragged it.
      steady.showAll()
      return showToast(boardMessages.movedMeanwhile(card), { tone: 'info' })
    }
    const others = cardsIn(to, lane).filter(each => each.id !== card.id)
    const target = isUndo ? wanted : spotNow(wanted, card, steady.lists, to)
    // Closed issues are sorted by closing time, newest first.
    const index = to.kind === 'closed' ? 0 : target.index
    const former = cardsIn(from, lane === undefined ? undefined : card.laneId).findIndex(each => each.id === card.id)
    const changesLane = lane !== undefined && lane !== card.laneId
    if (from === to && !changesLane && (to.kind === 'closed' || former === index)) return
    const why = changesLane && lanes !== null ? refusalOf(lanes.by, laneOf(board, lane), card) : null
    if (why !== null) return refuse(boardMessages.refused(card, why))
    const change = !changesLane || lanes === null ? null : undone ? inverse(undone) : laneChange(lanes, card, lane)
    const changed = change === null || lanes === null ? {} : afterChange(lanes, card, change)
    const made: CardMove = { card, fromListId, to: { ...wanted, index }, changed }
    const saved = {
      boardId: board.id,
      fromListId,
      toListId,
      previous: others[index - 1],
      next: others[index],
      lane: lanes !== null && change !== null ? { by: lanes.by, change } : undefined,
    }
    const back: Spot = {
      listId: fromListId,
      lane: lane === undefined ? undefined : card.laneId,
      index: Math.max(former, 0),
    }
    const moved = { ...card, ...changed, ...(lane !== undefined && { laneId: lane }) }
    onMoved(wanted, card.id)
    setPending(before => [...before, made])
    setSaid(boardMessages.moved(card, cellName(board, to, lane), index + 1, others.length + 1))
    const save = queue.current
      .then(() => moveCard(card, saved))
      .then(
        () => sayState(card, from, to, isUndo, () => undo(moved, toListId, back, change)),
        error => {
          const isGone = error instanceof CallError && error.status === 404
          const isRefused = error instanceof CallError && (error.status === 403 || error.status === 422)
          refuse(
            isGone
              ? boardMessages.moveGone(card)
              : isRefused
                ? boardMessages.refused(card, sentence(error.message))
                : boardMessages.move(card),
          )
        },
      )
      .then(() => Promise.all(boardReadings.map(({ name }) => client.invalidateQueries({ queryKey: [name] }))))
      .then(() => setPending(before => before.filter(each => each !== made)))
    queue.current = save
  }

  function refuse(why: string) {
    setSaid('')
    showToast(why, { tone: 'danger' })
  }

  /** Move a card back, unless someone has moved it to another list since. */
  function undo(card: CardData, fromListId: number, to: Spot, change: LaneChange | null) {
    const there = latest.current.find(list => list.id === fromListId)
    if (there?.issues.some(each => each.id === card.id)) move(card, fromListId, to, change)
    else showToast(messages.changedSince('list'), { tone: 'info' })
  }

  return { lists: steady.lists, steady, moving: new Set(pending.map(each => each.card.id)), said, move }
}

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

/** Closing and reopening notify people, so a toast offers to undo them. The undo key undoes any move, and what was undone stays so. */
function sayState(card: CardData, from: BoardListData, to: BoardListData, isUndo: boolean, undo: () => void): void {
  const options = isUndo ? {} : { undo }
  if (from.kind !== 'closed' && to.kind === 'closed') showToast(boardMessages.closed(card), options)
  else if (from.kind === 'closed' && to.kind !== 'closed') showToast(boardMessages.reopened(card), options)
  else if (!isUndo) offerUndo(undo)
}
