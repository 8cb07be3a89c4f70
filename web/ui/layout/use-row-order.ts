import { type ComponentPropsWithRef, type DragEvent, type KeyboardEvent, useState } from 'react'

/** A drag of a row, by the numbers of rows. */
interface Drag {
  readonly from: number
  /** The row under the pointer. */
  readonly over: number | null
}

type RowProps = ComponentPropsWithRef<'li'> & { readonly 'data-drop'?: 'before' | 'after' | undefined }

interface RowOrder {
  /** For the list item of a row. */
  readonly rowProps: (index: number) => RowProps
  /** For the button by which a row is dragged, or moved with the arrow keys. */
  readonly handleProps: (index: number) => ComponentPropsWithRef<'button'>
}

/**
 * The order of a short list, changed by dragging a handle or with the arrow keys on it.
 *
 * @param count  of rows
 * @param onMove  called with the numbers of rows, from 0
 */
export function useRowOrder(count: number, onMove: (from: number, to: number) => void): RowOrder {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isOver = (index: number) => drag !== null && drag.over === index && drag.from !== index
  return {
    rowProps: index => ({
      'data-drop': isOver(index) ? (index < (drag?.from ?? 0) ? 'before' : 'after') : undefined,
      ...(drag?.from === index && { 'data-dragged': true }),
      onDragOver: (event: DragEvent) => {
        if (drag === null) return
        event.preventDefault()
        if (drag.over !== index) setDrag({ ...drag, over: index })
      },
      onDrop: (event: DragEvent) => {
        if (drag === null) return
        event.preventDefault()
        setDrag(null)
        if (drag.from !== index) onMove(drag.from, index)
      },
    }),
    handleProps: index => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        // Firefox begins no drag without data.
        event.dataTransfer.setData('text/plain', '')
        event.dataTransfer.effectAllowed = 'move'
        setDrag({ from: index, over: null })
      },
      onDragEnd: () => setDrag(null),
      onKeyDown: (event: KeyboardEvent) => {
        const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        if (to !== index && to >= 0 && to < count) onMove(index, to)
      },
    }),
  }
}
