import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The link of a card in a list. */
export const cardLink = (board: HTMLElement | null, listId: number, cardId: number | undefined): HTMLElement | null =>
  board?.querySelector(`[data-board-list="${listId}"] [data-card="${cardId}"] [data-row-link]`) ?? null

/** Gives the focus to a card in its new place, once it is drawn there. The next key may come at once. */
export function useMovedFocus(board: RefObject<HTMLElement | null>): (listId: number, cardId: number) => void {
  const moved = useRef<{ readonly listId: number; readonly cardId: number } | null>(null)

  function focus() {
    if (moved.current === null) return
    const link = cardLink(board.current, moved.current.listId, moved.current.cardId)
    if (link === null || link === document.activeElement) return
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  // The focus is outside of React.
  useLayoutEffect(focus)

  return (listId, cardId) => {
    const mine = { listId, cardId }
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
