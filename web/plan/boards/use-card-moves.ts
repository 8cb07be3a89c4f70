import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#web/plan/messages.ts'
import { offerUndo, showToast } from '#web/ui/overlays/toasts.ts'
import { afterMoves, type CardMove } from './board-moves.ts'
import { boardReadings, moveCard } from './calls.ts'
import { boardMessages, listTitle } from './messages.ts'
import type { BoardData, BoardListData, CardData } from './shapes.ts'

export interface CardMoves {
  /** The lists as they are after the moves that are under way. */
  readonly lists: readonly BoardListData[]
  /** Cards whose move is being saved. */
  readonly moving: ReadonlySet<number>
  /** The last move in words, for screen readers. */
  readonly said: string
  readonly move: (card: CardData, fromListId: number, toListId: number, index: number) => void
}

/** Moves of cards: shown at once, saved one after the other, and taken back where the server refuses one. */
export function useCardMoves(board: BoardData): CardMoves {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly CardMove[]>([])
  const [said, setSaid] = useState('')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const lists = afterMoves(board.lists, pending)
  // An undo comes later: it asks where the card is then.
  const latest = useRef(lists)
  useEffect(() => {
    latest.current = lists
  })

  function move(card: CardData, fromListId: number, toListId: number, wanted: number, isUndo = false) {
    const from = lists.find(list => list.id === fromListId)
    const to = lists.find(list => list.id === toListId)
    if (from === undefined || to === undefined) return
    const others = to.issues.filter(each => each.id !== card.id)
    // Closed issues are sorted by closing time, newest first.
    const index = to.kind === 'closed' ? 0 : wanted
    if (from === to && (to.kind === 'closed' || to.issues[index]?.id === card.id)) return
    const made: CardMove = { card, fromListId, toListId, index }
    const neighbours = { previous: others[index - 1], next: others[index] }
    setPending(now => [...now, made])
    setSaid(boardMessages.moved(card, listTitle(to), index + 1, others.length + 1))
    const former = from.issues.findIndex(each => each.id === card.id)
    const save = queue.current
      .then(() => moveCard(card, { boardId: board.id, fromListId, toListId, ...neighbours }))
      .then(
        () => sayState(card, from, to, isUndo, () => back(card, toListId, fromListId, Math.max(former, 0))),
        () => showToast(boardMessages.move(card), { tone: 'danger' }),
      )
      .then(() => Promise.all(boardReadings.map(({ name }) => client.invalidateQueries({ queryKey: [name] }))))
      .then(() => setPending(now => now.filter(each => each !== made)))
    queue.current = save
  }

  /** Move a card back, unless somebody has moved it elsewhere since. */
  function back(card: CardData, fromListId: number, toListId: number, index: number) {
    const there = latest.current.find(list => list.id === fromListId)
    if (there?.issues.some(each => each.id === card.id)) move(card, fromListId, toListId, index, true)
    else showToast(messages.changedSince('list'), { tone: 'info' })
  }

  return { lists, moving: new Set(pending.map(each => each.card.id)), said, move }
}

/** Closing and reopening notify people, so a toast offers to undo them; the key for undo takes any move back. */
function sayState(card: CardData, from: BoardListData, to: BoardListData, isUndo: boolean, undo: () => void): void {
  if (from.kind !== 'closed' && to.kind === 'closed') showToast(boardMessages.closed(card), { undo })
  else if (from.kind === 'closed' && to.kind !== 'closed') showToast(boardMessages.reopened(card), { undo })
  else if (!isUndo) offerUndo(undo)
}
