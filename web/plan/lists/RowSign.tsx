import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import styles from './Row.module.css'
import type { RowSelection } from './row-selection.ts'

interface RowSignProps {
  readonly reference: string
  /** Null for those who cannot change rows. */
  readonly selection: RowSelection | null
  /** The sign of its state. */
  readonly children: ReactNode
}

/** The beginning of a row: its state, or the box that selects it. */
export function RowSign({ reference, selection, children }: RowSignProps) {
  return (
    <span className={styles.sign}>
      {selection && (
        <Checkbox
          aria-label={`Select ${reference}`}
          checked={selection.isSelected}
          // A change does not tell of the Shift key.
          onClick={({ currentTarget, shiftKey }) =>
            selection.onToggle(shiftKey ? listedBeside(currentTarget) : undefined)
          }
        />
      )}
      {children}
    </span>
  )
}

/** The ids of the rows of a list, in their order. */
const listedBeside = (box: HTMLElement): readonly number[] =>
  [...(box.closest('ul:has([data-listed])')?.querySelectorAll<HTMLElement>('[data-listed]') ?? [])].map(row =>
    Number(row.dataset.listed),
  )
