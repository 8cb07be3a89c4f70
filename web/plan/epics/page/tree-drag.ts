import {
  createContext,
  type PointerEvent,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Handle } from '#web/plan/issuable/rows/use-drag-order.ts'
import { dropOn, stepsTo, type TreeDrop, type TreeItem } from './tree-drop.ts'
import { useTreeMove } from './tree-moves.ts'

/** While the pointer is this near to an edge of the window, the page scrolls. */
const edgePx = 96
const scrollPx = 12
/** An epic under the pointer opens after this time. */
const restMs = 700

interface DraggedRow extends TreeItem {
  readonly open: () => void
  readonly onStep: Handle['onStep'] | null
}

interface TreeDrag {
  readonly dragged: number | null
  readonly drop: TreeDrop | null
  readonly rows: Map<number, DraggedRow>
  readonly begin: (event: PointerEvent<HTMLElement>, id: number) => void
}

export const TreeDragContext = createContext<TreeDrag | null>(null)

/**
 * Drag the rows of a tree by their handles: between the rows of any list, or onto an epic. Escape leaves a row where it was.
 *
 * @param tree  holds all rows, marked as `data-item`
 * @param rootId  the epic of the page: the element marked with it takes rows in, too
 */
export function useTreeDrag(tree: RefObject<HTMLElement | null>, rootId: number): TreeDrag {
  const [state, setState] = useState<Pick<TreeDrag, 'dragged' | 'drop'>>(idle)
  const rows = useRef(new Map<number, DraggedRow>()).current
  const { move, offerBack } = useTreeMove()
  const drop = (draggedId: number, { id, edge }: TreeDrop) => {
    const [dragged, over] = [rows.get(draggedId), rows.get(id)]
    if (dragged === undefined) return
    if (edge === 'into') return move(dragged.item, dragged.place, id)
    if (over === undefined) return
    const steps = stepsTo(dragged, over, edge)
    if (steps !== null) return dragged.onStep?.(steps, () => offerBack(dragged.item, dragged.place))
    move(dragged.item, dragged.place, over.place.parentId, { id, side: edge === 'above' ? 'before' : 'after' })
  }
  const latest = useRef(drop)
  useEffect(() => {
    latest.current = drop
  })
  return useMemo(
    () => ({
      ...state,
      rows,
      begin: (event, id) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event.nativeEvent, {
          dropAt: y => dropUnder(tree.current, rows, rootId, id, y),
          open: epicId => rows.get(epicId)?.open(),
          show: target => setState(target === undefined ? idle : { dragged: id, drop: target }),
          drop: target => latest.current(id, target),
        })
      },
    }),
    [state, rows, tree, rootId],
  )
}

const idle = { dragged: null, drop: null }

/** The state and handlers of a row of the tree while rows are dragged. */
export function useDraggedRow(row: DraggedRow) {
  const tree = useContext(TreeDragContext)
  if (tree === null) throw new Error('There is no tree around this row')
  const { rows, dragged, drop, begin } = tree
  const { id } = row.item
  useEffect(() => {
    rows.set(id, row)
    return () => {
      // A row that has come to stand elsewhere may be known already.
      if (rows.get(id) === row) rows.delete(id)
    }
  })
  return {
    isDragged: dragged === id,
    edge: drop?.id === id ? drop.edge : null,
    begin: (event: PointerEvent<HTMLElement>) => begin(event, id),
  }
}

interface Followed {
  readonly dropAt: (y: number) => TreeDrop | null
  readonly open: (epicId: number) => void
  /** Undefined: nothing is dragged any more. */
  readonly show: (target: TreeDrop | null | undefined) => void
  readonly drop: (target: TreeDrop) => void
}

/** Listens until the pointer is let go. */
function follow(begun: globalThis.PointerEvent, { dropAt, open, show, drop }: Followed): void {
  const controller = new AbortController()
  const { signal } = controller
  let y = begun.clientY
  let target: TreeDrop | null = null
  let since = performance.now()
  show(null)

  function step() {
    if (signal.aborted) return
    scrollNear(y)
    const now = dropAt(y)
    if (now?.id !== target?.id || now?.edge !== target?.edge) {
      target = now
      since = performance.now()
      show(target)
    } else if (target?.edge === 'into' && performance.now() - since > restMs) {
      open(target.id)
      since = Number.POSITIVE_INFINITY
    }
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)

  function end(isDropped: boolean) {
    controller.abort()
    show(undefined)
    const last = isDropped ? dropAt(y) : null
    if (last !== null) drop(last)
  }

  const isOther = (event: globalThis.PointerEvent) => event.pointerId !== begun.pointerId
  const on = <Name extends keyof WindowEventMap>(name: Name, run: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, run, { signal, capture: true })
  on('pointermove', event => {
    if (!isOther(event)) y = event.clientY
  })
  on('pointerup', event => isOther(event) || end(true))
  on('pointercancel', event => isOther(event) || end(false))
  on('keydown', event => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  })
}

/** Scroll the page while the pointer is near the top or the bottom of the window. */
function scrollNear(y: number): void {
  if (y < edgePx) window.scrollBy(0, -scrollPx)
  else if (y > window.innerHeight - edgePx) window.scrollBy(0, scrollPx)
}

function holds(tree: HTMLElement | null, itemId: number, row: HTMLElement): boolean {
  return tree?.querySelector(`[data-item="${itemId}"]`)?.closest('li')?.contains(row) === true
}

function dropUnder(
  tree: HTMLElement | null,
  rows: ReadonlyMap<number, TreeItem>,
  rootId: number,
  draggedId: number,
  y: number,
): TreeDrop | null {
  const dragged = rows.get(draggedId)
  const under = [...(tree?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find(row => {
    const { top, bottom } = row.getBoundingClientRect()
    return y >= top && y < bottom
  })
  if (dragged === undefined || under === undefined) return null
  const id = Number(under.dataset.item)
  if (id === rootId) return dragged.place.parentId === rootId ? null : { id, edge: 'into' }
  // Neither itself nor what is in it.
  if (holds(tree, draggedId, under)) return null
  const over = rows.get(id)
  if (over === undefined) return null
  const { top, height } = under.getBoundingClientRect()
  return dropOn(dragged, over, (y - top) / height)
}
