import type { KeyboardEvent, RefObject } from 'react'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { visitField } from '#web/ui/visit-field.ts'
import { cardsIn, type Direction, type Lane, stepOf } from './cards/board-moves.ts'
import type { CardMoves } from './cards/use-card-moves.ts'
import { cardLink } from './cards/use-moved-focus.ts'
import { laneNamed } from './lanes/lanes.ts'
import { boardShortcuts } from './shortcuts.ts'

interface BoardKeys {
  readonly board: RefObject<HTMLElement | null>
  readonly filterInput: RefObject<HTMLInputElement | null>
  readonly moves: CardMoves
  /** The lists that are hidden or collapsed are passed over. */
  readonly shownIds: readonly number[]
  /** A card is moved to the closed ones though they are collapsed, as they are at first; null where they are hidden. */
  readonly closedId: number | null
  /** The lanes that are not collapsed; `[undefined]` on a board without lanes. */
  readonly lanes: readonly Lane[]
  readonly canCreate: boolean
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** j, k, h and l or the arrows go from card to card; with Shift they move the card. */
export function useBoardKeys({ board, filterInput, moves, shownIds, closedId, lanes, canCreate }: BoardKeys) {
  const lists = moves.lists.filter(list => shownIds.includes(list.id))

  /** The card that has the focus, or the first one. */
  function here() {
    const element = document.activeElement?.closest<HTMLElement>('[data-card]')
    const listElement = element?.closest<HTMLElement>('[data-board-list]')
    if (!element || !listElement || !board.current?.contains(element)) return null
    return {
      cardId: Number(element.dataset.card),
      listId: Number(listElement.dataset.boardList),
      lane: laneNamed(listElement.dataset.lane),
    }
  }

  function focusCard(listId: number, lane: Lane, cardId: number | undefined) {
    const link = cardLink(board.current, { listId, lane }, cardId)
    link?.focus()
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function go(direction: Direction) {
    const at = here()
    if (at === null) return goToFirst()
    const listAt = lists.findIndex(list => list.id === at.listId)
    const list = lists[listAt]
    if (list === undefined) return
    const index = cardsIn(list, at.lane).findIndex(card => card.id === at.cardId)
    if (direction === 'up' || direction === 'down') {
      const by = direction === 'up' ? -1 : 1
      const beside = cardsIn(list, at.lane)[index + by]
      if (beside !== undefined) return focusCard(at.listId, at.lane, beside.id)
      const beyond = cardBeyond(list, at.lane, by)
      return beyond && focusCard(at.listId, beyond.lane, beyond.card.id)
    }
    const beside = direction === 'left' ? lists.slice(0, listAt).reverse() : lists.slice(listAt + 1)
    const next = beside.find(each => cardsIn(each, at.lane).length > 0)
    const last = next === undefined ? -1 : cardsIn(next, at.lane).length - 1
    if (next) focusCard(next.id, at.lane, cardsIn(next, at.lane)[Math.min(index, last)]?.id)
  }

  function goToFirst() {
    for (const lane of lanes) {
      const list = lists.find(each => cardsIn(each, lane).length > 0)
      if (list) return focusCard(list.id, lane, cardsIn(list, lane)[0]?.id)
    }
  }

  /** The next card of a list in the lanes above or below. */
  function cardBeyond(list: (typeof lists)[number], lane: Lane, by: 1 | -1) {
    const at = lanes.indexOf(lane)
    const beyond = by === 1 ? lanes.slice(at + 1) : lanes.slice(0, at).reverse()
    for (const each of beyond) {
      const card = cardsIn(list, each).at(by === 1 ? 0 : -1)
      if (card !== undefined) return { lane: each, card }
    }
    return undefined
  }

  /** The button of the list whose card has the focus, or of the first list. */
  function newCardButton(): HTMLElement | null {
    const buttonIn = (within: Element | null | undefined) =>
      within?.querySelector<HTMLElement>('[data-new-card]') ?? null
    return buttonIn(document.activeElement?.closest('[data-board-list]')) ?? buttonIn(board.current)
  }

  function move(direction: Direction) {
    const at = here()
    if (at === null) return
    const list = lists.find(each => each.id === at.listId)
    const card = list && cardsIn(list, at.lane).find(each => each.id === at.cardId)
    if (list === undefined || card === undefined || !card.canMove) return
    const reachable = moves.lists.filter(each => shownIds.includes(each.id) || each.id === closedId)
    const to = stepOf(reachable, lanes, card, at, direction)
    if (to === null) return
    const cards = cardsIn(list, at.lane)
    const index = cards.indexOf(card)
    moves.move(card, at.listId, to)
    // Out of sight, the card leaves the focus to the one beside it.
    if (!shownIds.includes(to.listId)) focusCard(at.listId, at.lane, (cards[index + 1] ?? cards[index - 1])?.id)
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
    create: canCreate && (() => newCardButton()?.click()),
    filter: () => visitField(filterInput.current),
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
