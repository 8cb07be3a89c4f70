import { useState } from 'react'

/** How a row stands to the selection of its list. */
export interface RowSelection {
  readonly isSelected: boolean
  /** Some row of the list is. */
  readonly isUnderWay: boolean
  readonly onToggle: () => void
}

/**
 * The rows of a list that are selected.
 *
 * @param all     the rows that the list shows
 * @param onPick  called when single rows are selected or deselected, or none are left
 */
export function useRowSelection<Row extends { readonly id: number }>(all: readonly Row[], onPick?: () => void) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = all.filter(row => selected.has(row.id))

  function pick(next: (known: ReadonlySet<number>) => ReadonlySet<number>) {
    onPick?.()
    setSelected(next)
  }

  const toggle = (id: number) =>
    pick(known => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })

  return {
    chosen,
    toggle,
    /** Select one row alone. */
    choose: (id: number) => pick(() => new Set([id])),
    chooseAll: () => setSelected(new Set(all.map(row => row.id))),
    clear: () => pick(() => new Set()),
    of: ({ id }: Row): RowSelection => ({
      isSelected: selected.has(id),
      isUnderWay: chosen.length > 0,
      onToggle: () => toggle(id),
    }),
  }
}
