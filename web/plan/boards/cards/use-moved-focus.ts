import { type RefObject, useLayoutEffect, useRef } from 'react'
import { laneName } from '../lanes/lanes.ts'
import type { Spot } from './board-moves.ts'

/** The link of a card in a list, or in its part in a lane. */
export function cardLink(
  board: HTMLElement | null,
  { listId, lane }: Pick<Spot, 'listId' | 'lane'>,
  cardId: number | undefined,
): HTMLElement | null {
  const inLane = lane === undefined ? '' : `[data-lane="${laneName(lane)}"]`
  return board?.querySelector(`[data-board-list="${listId}"]${inLane} [data-card="${cardId}"] [data-row-link]`) ?? null
}

/** Gives the focus to a card in its new place, once it is drawn there. The next key may come at once. */
export function useMovedFocus(board: RefObject<HTMLElement | null>): (spot: Spot, cardId: number) => void {
  const moved = useRef<{ readonly spot: Spot; readonly cardId: number } | null>(null)

  function focus() {
    if (moved.current === null) return
    const link = cardLink(board.current, moved.current.spot, moved.current.cardId)
    if (link === null || link === document.activeElement) return
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  // The focus is outside of React.
  useLayoutEffect(focus)

  return (spot, cardId) => {
    const mine = { spot, cardId }
    moved.current = mine
    // A menu gives the focus back to its button when it closes.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (moved.current !== mine) return
        focus()
        moved.current = null
      }),
    )
  }
}
