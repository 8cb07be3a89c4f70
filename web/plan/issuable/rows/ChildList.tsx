import { type ReactNode, useState } from 'react'
import type { Carried } from '#web/api/own-writes.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { Target } from '../issuable-context.tsx'
import { useSave } from '../use-save.ts'
import styles from './ChildList.module.css'
import type { ChildItem } from './ChildRow.tsx'
import type { OrderedRowProps } from './ItemRow.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useFirstRows } from './use-first-rows.tsx'

/** The target of a moved child: in front of another one of its list, or behind it. */
export interface ChildMove {
  readonly id: number
  readonly neighbourId: number
  readonly side: 'before' | 'after'
}

interface ChildListProps<Item extends ChildItem> {
  readonly label: string
  readonly items: readonly Item[]
  readonly canOrder: boolean
  /** An item has a handle without others to order it among: it moves elsewhere. */
  readonly movesAlone?: boolean
  readonly saveMove: (parent: Target, move: ChildMove, carried: Carried) => Promise<unknown>
  /** The sentence when a move fails. */
  readonly failure: string
  readonly renderRow: (item: Item, order: OrderedRowProps) => ReactNode
}

/** The child items of one kind, ordered by dragging their handles or by arrow keys. Shown in the new order at once. */
export function ChildList<Item extends ChildItem>(props: ChildListProps<Item>) {
  const { label, items, saveMove, failure, renderRow } = props
  const [said, setSaid] = useState('')
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const move = useSave<ChildMove>({
    save: saveMove,
    failure,
    onSaved: () => setOrder(null),
    onFailed: () => {
      setOrder(null)
      showToast(failure, { tone: 'danger' })
    },
  })
  const shown = order === null ? items : order.flatMap(id => items.find(item => item.id === id) ?? [])

  function moveTo(from: number, to: number, onShown?: () => void) {
    const item = shown[from]
    const neighbour = shown[to]
    if (item === undefined || neighbour === undefined || from === to) return
    const others = shown.map(each => each.id).filter(id => id !== item.id)
    setOrder(others.toSpliced(to, 0, item.id))
    move.run({ id: item.id, neighbourId: neighbour.id, side: to < from ? 'before' : 'after' }, onShown)
    setSaid(`${item.reference} moved to position ${to + 1} of ${shown.length}`)
  }

  const { rows, more } = useFirstRows(shown)
  const drag = useDragOrder({ count: rows.length, onDrop: moveTo })
  const canOrder = props.canOrder && (shown.length > 1 || props.movesAlone === true)
  return (
    <>
      <ul ref={drag.list} aria-label={label} className={styles.list}>
        {rows.map((item, index) =>
          renderRow(item, {
            ...drag.rowProps(index),
            handle: canOrder
              ? { ...drag.handleProps(index), onStep: (by, onShown) => moveTo(index, index + by, onShown) }
              : null,
          }),
        )}
      </ul>
      {more}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  )
}
