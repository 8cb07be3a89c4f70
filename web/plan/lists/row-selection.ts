import { useRef, useState } from 'react'

/** The state of a row in the selection of its list. */
export interface RowSelection {
  readonly isSelected: boolean
  /** Some row of the list is. */
  readonly isUnderWay: boolean
  /** Called with the ids of the listed rows in order, to select all from the last one that was toggled to this one. */
  readonly onToggle: (listed?: readonly number[]) => void
}

/**
 * The rows of a list that are selected.
 *
 * @param all     the rows that the list shows
 * @param onPick  called when single rows are selected or deselected, or none are left
 */
export function useRowSelection<Row extends { readonly id: number }>(all: readonly Row[], onPick?: () => void) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number | null>(null)
  /** The rows that keys have gone through, one after the other. */
  const trail = useRef<readonly { readonly id: number; readonly isNew: boolean }[]>([])
  const rows = all.filter(row => selectedIds.has(row.id))

  function pick(next: (known: ReadonlySet<number>) => ReadonlySet<number>) {
    onPick?.()
    setSelectedIds(next)
  }

  const toggle = (id: number, listed: readonly number[] = []) => {
    const ids = between(listed, last.current, id)
    last.current = id
    pick(known => {
      const next = new Set(known)
      for (const each of ids) {
        if (known.has(id)) next.delete(each)
        else next.add(each)
      }
      return next
    })
  }

  /** Select a row and the one beside it, from which the selection goes on. Going back deselects what going on has selected. */
  const extend = (fromId: number, toId: number) => {
    const before =
      trail.current.at(-1)?.id === fromId ? trail.current : [{ id: fromId, isNew: !selectedIds.has(fromId) }]
    const isBack = before.at(-2)?.id === toId
    const left = isBack ? before.at(-1) : undefined
    trail.current = isBack ? before.slice(0, -1) : [...before, { id: toId, isNew: !selectedIds.has(toId) }]
    last.current = toId
    pick(known => {
      const next = new Set([...known, fromId, toId])
      if (left?.isNew) next.delete(left.id)
      return next
    })
  }

  return {
    selected: rows,
    toggle,
    extend,
    /** Select one row alone. */
    selectOnly: (id: number) => pick(() => new Set([id])),
    selectAll: () => setSelectedIds(new Set(all.map(row => row.id))),
    clear: () => pick(() => new Set()),
    of: ({ id }: Row): RowSelection => ({
      isSelected: selectedIds.has(id),
      isUnderWay: rows.length > 0,
      onToggle: listed => toggle(id, listed),
    }),
  }
}

/** The ids from one to another; the second one alone where the first is not listed. */
function between(listed: readonly number[], fromId: number | null, toId: number): readonly number[] {
  const [from, to] = [fromId === null ? -1 : listed.indexOf(fromId), listed.indexOf(toId)]
  return from < 0 || to < 0 ? [toId] : listed.slice(Math.min(from, to), Math.max(from, to) + 1)
}
