import { useRef, useState } from 'react'
import { changeOf, isNoChange, type ListChange, type ListRow, withChange } from './list-change.ts'

/** A list of which rows are marked and cleared in a picker, and saved as a whole when the picker closes. */
export interface Marking<T extends ListRow> {
  /** The marked rows; while the picker is closed, the saved ones. */
  readonly rows: readonly T[]
  readonly isOpen: boolean
  readonly open: () => void
  readonly mark: (rows: readonly T[]) => void
  /** However the picker closes, its choices are kept; `cancel` is for someone who may no longer make any. */
  readonly close: (how?: 'apply' | 'cancel') => void
}

/**
 * Mark rows in a picker: nothing is saved while it is open, and everything in one call when it closes.
 *
 * @source ASSIGN-006, ASSIGN-007, ASSIGN-008
 */
export function useMarking<T extends ListRow>(saved: readonly T[], save: (change: ListChange<T>) => void): Marking<T> {
  const [change, setChange] = useState<ListChange<T> | null>(null)
  // A choice and the key that closes the picker come in one event, before the page is drawn with the choice.
  const latest = useRef<ListChange<T> | null>(null)

  function set(next: ListChange<T> | null) {
    latest.current = next
    setChange(next)
  }

  return {
    rows: change === null ? saved : withChange(saved, change),
    isOpen: change !== null,
    open: () => set({ added: [], removed: [] }),
    mark(rows) {
      const next = changeOf(saved, rows)
      if (latest.current !== null) set(next)
      // A label that was being created arrives after the picker has closed.
      else save(next)
    },
    close(how = 'apply') {
      const marked = latest.current
      set(null)
      if (how === 'apply' && marked !== null && !isNoChange(marked)) save(marked)
    },
  }
}
