import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { laneNamed } from '../lanes/lanes.ts'
import type { CardData } from '../shapes.ts'
import type { Spot } from './board-moves.ts'

export interface CardDrag {
  readonly card: CardData
  readonly fromListId: number
  readonly target: Spot
  readonly widthPx: number
  readonly heightPx: number
}

interface Begun {
  readonly card: CardData
  readonly listId: number
  readonly element: HTMLElement
  readonly x: number
  readonly y: number
}

/** A press becomes a drag after this distance; a finger has to rest this long first. */
const slackPx = 6
const restMs = 280
const edgePx = 56
const scrollPx = 14

/**
 * Drag cards between lists, by mouse, pen or finger (which rests on the card first). Escape cancels.
 *
 * @param onDrop  with the new place
 * @param onHold  a card is picked up or let go: meanwhile, nothing moves below it
 */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (card: CardData, fromListId: number, to: Spot) => void,
  onHold: (isHeld: boolean) => void,
) {
  const [drag, setDrag] = useState<CardDrag | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const drop = useRef(onDrop)
  // Others may change the lists while a card is dragged: its new index is one of the lists that are shown then.
  useEffect(() => {
    drop.current = onDrop
  })

  function onPointerDown(event: PointerEvent<HTMLElement>, card: CardData, listId: number) {
    const pressed = event.target
    if (event.button !== 0 || !(pressed instanceof Element) || pressed.closest('button, input') !== null) return
    const element = event.currentTarget
    follow(event.nativeEvent, { card, listId, element, x: event.clientX, y: event.clientY })
  }

  /** Listens until the pointer is let go. */
  function follow({ pointerId, pointerType }: globalThis.PointerEvent, begun: Begun) {
    const controller = new AbortController()
    const { signal } = controller
    const isTouch = pointerType === 'touch'
    let current: CardDrag | null = null
    let at = { x: begun.x, y: begun.y }
    const timer = isTouch ? setTimeout(begin, restMs) : undefined

    function begin() {
      const { width, height, left, top } = begun.element.getBoundingClientRect()
      offset = { x: begun.x - left, y: begun.y - top }
      current = {
        card: begun.card,
        fromListId: begun.listId,
        target: targetAt(board.current, at, begun.card.id) ?? { listId: begun.listId, lane: undefined, index: 0 },
        widthPx: width,
        heightPx: height,
      }
      setDrag(current)
      onHold(true)
      requestAnimationFrame(step)
    }
    let offset = { x: 0, y: 0 }

    function step() {
      if (current === null || signal.aborted) return
      if (ghost.current !== null)
        ghost.current.style.transform = `translate(${at.x - offset.x}px, ${at.y - offset.y}px) rotate(1.5deg)`
      scrollNear(board.current, at)
      const target = targetAt(board.current, at, begun.card.id)
      if (target !== null && !isSame(target, current.target)) {
        current = { ...current, target }
        setDrag(current)
      }
      requestAnimationFrame(step)
    }

    function end(isDropped: boolean) {
      clearTimeout(timer)
      controller.abort()
      const dropped = current
      current = null
      setDrag(null)
      if (dropped === null) return
      // The click that ends a drag must not open the card.
      const swallow = (event: Event) => {
        event.preventDefault()
        event.stopPropagation()
      }
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
      const { target, fromListId, card } = dropped
      if (isDropped) drop.current(card, fromListId, target)
      onHold(false)
    }

    const isOther = (event: globalThis.PointerEvent) => event.pointerId !== pointerId
    window.addEventListener(
      'pointermove',
      event => {
        if (isOther(event)) return
        at = { x: event.clientX, y: event.clientY }
        if (current !== null || Math.hypot(at.x - begun.x, at.y - begun.y) < slackPx) return
        // A finger that moves at once scrolls.
        if (isTouch) end(false)
        else begin()
      },
      { signal },
    )
    window.addEventListener('pointerup', event => isOther(event) || end(true), { signal })
    window.addEventListener('pointercancel', event => isOther(event) || end(false), { signal })
    window.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape' || current === null) return
        event.preventDefault()
        event.stopPropagation()
        end(false)
      },
      { signal, capture: true },
    )
    window.addEventListener('touchmove', event => current !== null && event.preventDefault(), {
      signal,
      passive: false,
    })
    window.addEventListener('contextmenu', event => current !== null && event.preventDefault(), { signal })
  }

  return { drag, ghost, onPointerDown }
}

interface Point {
  readonly x: number
  readonly y: number
}

const listsIn = (board: HTMLElement | null) => [...(board?.querySelectorAll<HTMLElement>('[data-board-list]') ?? [])]

const isSame = (one: Spot, other: Spot): boolean =>
  one.listId === other.listId && one.lane === other.lane && one.index === other.index

/** The list under a point, in the lane under it, and the number of other cards above the point. */
function targetAt(board: HTMLElement | null, { x, y }: Point, cardId: number): Spot | null {
  const list = listsIn(board).find(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    return x >= left && x <= right && (each.dataset.lane === undefined || (y >= top && y <= bottom))
  })
  if (list === undefined) return null
  const cards = [...list.querySelectorAll<HTMLElement>('[data-card]')].filter(
    each => each.dataset.card !== String(cardId),
  )
  const index = cards.filter(each => {
    const { top, height } = each.getBoundingClientRect()
    return y > top + height / 2
  }).length
  return { listId: Number(list.dataset.boardList), lane: laneNamed(list.dataset.lane), index }
}

/** Scroll the board, and the list under the pointer, while it is near an edge. */
function scrollNear(board: HTMLElement | null, { x, y }: Point): void {
  if (board === null) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + edgePx) board.scrollLeft -= scrollPx
  else if (x > right - edgePx) board.scrollLeft += scrollPx
  // On a board with lanes, lists do not scroll by themselves.
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cards]') ?? board
  const { top, bottom } = column.getBoundingClientRect()
  if (y < top + edgePx) column.scrollTop -= scrollPx
  else if (y > bottom - edgePx) column.scrollTop += scrollPx
}
