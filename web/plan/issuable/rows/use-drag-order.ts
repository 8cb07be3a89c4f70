import { type PointerEvent, useRef, useState } from 'react'

interface DragOrderOptions {
  readonly count: number
  /** Both are indexes in the current list; `to` is the index afterwards. */
  readonly onDrop: (from: number, to: number) => void
}

interface Drag {
  readonly from: number
  /** The number of rows above the pointer, without the dragged one. */
  readonly to: number
}

/** The listeners of a row's handle. */
export interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel?: (event: PointerEvent<HTMLElement>) => void
  /** @returns whether something was let go */
  readonly onEscape?: () => boolean
  /** @param onShown  runs when the page shows the new order */
  readonly onStep: (by: number, onShown?: () => void) => void
}

/**
 * The mark of a row during a drag: that it is dragged, or that the dragged row would be dropped at its edge, or, in a
 * tree, inside its item.
 */
export interface PlaceInOrder {
  readonly isDragged: boolean
  readonly edge: 'above' | 'below' | 'into' | null
}

/** Drag the rows of a list by their handles, by mouse, pen or finger. Escape lets the row go where it was. */
export function useDragOrder({ count, onDrop }: DragOrderOptions) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  function placeAt(y: number, from: number): number {
    const rows = [...(list.current?.children ?? [])]
    return rows.filter((row, index) => {
      const { top, height } = row.getBoundingClientRect()
      return index !== from && y > top + height / 2
    }).length
  }

  const end = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    setDrag(null)
  }

  return {
    list,
    rowProps: (index: number): PlaceInOrder => ({
      isDragged: drag?.from === index,
      edge: drag === null || drag.from === drag.to ? null : edgeOf(index, drag, count),
    }),
    handleProps: (index: number): Omit<Handle, 'onStep'> => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag === null) return
        const to = placeAt(event.clientY, drag.from)
        if (to !== drag.to) setDrag({ ...drag, to })
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        end(event)
        if (drag !== null && drag.to !== drag.from) onDrop(drag.from, drag.to)
      },
      onPointerCancel: end,
      onEscape: () => {
        const isDragging = drag !== null
        setDrag(null)
        return isDragging
      },
    }),
  }
}

function edgeOf(index: number, { from, to }: Drag, count: number): PlaceInOrder['edge'] {
  // The row that the dragged one comes to stand in front of; behind the last row there is none.
  const next = to < from ? to : to + 1
  if (index === next) return 'above'
  return next >= count && index === count - 1 ? 'below' : null
}
