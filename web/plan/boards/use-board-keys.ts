import type { KeyboardEvent, RefObject } from 'react'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { stepOf } from './board-moves.ts'
import { boardShortcuts } from './shortcuts.ts'
import type { CardMoves } from './use-card-moves.ts'

type Direction = 'up' | 'down' | 'left' | 'right'

interface BoardKeys {
  readonly board: RefObject<HTMLElement | null>
  readonly filterInput: RefObject<HTMLInputElement | null>
  readonly moves: CardMoves
  /** The lists that are hidden or collapsed are passed over. */
  readonly shownIds: readonly number[]
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** j, k, h and l or the arrows go from card to card; with Shift they move the card. */
export function useBoardKeys({ board, filterInput, moves, shownIds }: BoardKeys) {
  const lists = moves.lists.filter(list => shownIds.includes(list.id))

  /** The card that has the focus, or the first one. */
  function here() {
    const element = document.activeElement?.closest<HTMLElement>('[data-card]')
    const listElement = element?.closest<HTMLElement>('[data-board-list]')
    if (!element || !listElement || !board.current?.contains(element)) return null
    return { cardId: Number(element.dataset.card), listId: Number(listElement.dataset.boardList) }
  }

  function focusCard(listId: number, cardId: number | undefined) {
    const link = board.current?.querySelector<HTMLElement>(
      `[data-board-list="${listId}"] [data-card="${cardId}"] [data-row-link]`,
    )
    link?.focus()
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function go(direction: Direction) {
    const at = here()
    const first = lists.find(list => list.issues.length > 0)
    if (at === null) return first && focusCard(first.id, first.issues[0]?.id)
    const listIndex = lists.findIndex(list => list.id === at.listId)
    const index = lists[listIndex]?.issues.findIndex(card => card.id === at.cardId) ?? 0
    if (direction === 'up' || direction === 'down')
      return focusCard(at.listId, lists[listIndex]?.issues[index + (direction === 'up' ? -1 : 1)]?.id)
    const beside = direction === 'left' ? lists.slice(0, listIndex).reverse() : lists.slice(listIndex + 1)
    const next = beside.find(list => list.issues.length > 0)
    if (next) focusCard(next.id, next.issues[Math.min(index, next.issues.length - 1)]?.id)
  }

  function move(direction: Direction) {
    const at = here()
    if (at === null) return
    const card = lists.find(list => list.id === at.listId)?.issues.find(each => each.id === at.cardId)
    const to = stepOf(lists, at.cardId, at.listId, direction)
    if (card === undefined || to === null || !card.canMove) return
    moves.move(card, at.listId, to.list.id, to.index)
    // In its new place once that is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => focusCard(to.list.id, card.id)))
  }

  useShortcuts(boardShortcuts, {
    next: () => go('down'),
    previous: () => go('up'),
    left: () => go('left'),
    right: () => go('right'),
    moveDown: () => move('down'),
    moveUp: () => move('up'),
    moveLeft: () => move('left'),
    moveRight: () => move('right'),
    filter: () => filterInput.current?.focus(),
  })

  /** The arrows mean cards only while one has the focus. */
  function onKeyDown(event: KeyboardEvent) {
    const direction = arrows[event.key]
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey
    const onLink = event.target instanceof Element && event.target.closest('[data-row-link]') !== null
    if (direction === undefined || !isPlain || !onLink) return
    event.preventDefault()
    if (event.shiftKey) move(direction)
    else go(direction)
  }

  return { onKeyDown }
}
