import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { moveFocusOn } from '#web/ui/focus.ts'
import { useOpening } from '#web/ui/use-opening.tsx'
import { BulkBar } from './bulk/late-bar.ts'
import { bulkButton, openBulkChoice } from './bulk/open-choice.ts'
import { selectionKeys, triageKeys } from './triage-keys.ts'
import { type RowKeys, rowId, rowLink, useRowKeys } from './use-row-keys.ts'

export type TriageField = keyof typeof triageKeys
// The keys of the object are its names.
export const triageFields = Object.keys(triageKeys) as readonly TriageField[]

interface ListKeys extends Omit<RowKeys, 'onSelect' | 'onExtend'> {
  /** Null where the rows cannot be changed. */
  readonly selection: RowSelection | null
}

interface RowSelection {
  readonly selected: readonly number[]
  readonly onToggle: (id: number) => void
  /** Select a row and the one beside it. */
  readonly onExtend: (fromId: number, toId: number) => void
  /** Select one row alone. */
  readonly onSelectOnly: (id: number) => void
  readonly onClear: () => void
  /** The fields that the bulk bar of these rows changes. */
  readonly fields: readonly TriageField[]
}

/**
 * The keys of rows that can be selected. Keys of fields change the selected rows; if there are none, the row that has
 * the focus.
 *
 * @returns what to render while the bar that such a key opens is loading
 */
export function useListKeys({ selection, ...keys }: ListKeys): ReactNode {
  const [opening, open] = useOpening(BulkBar)
  // Selected by the key of a field: on another row, the key selects that one instead.
  const implied = useRef<number | null>(null)
  const { rows, here } = useRowKeys({
    ...keys,
    onSelect:
      selection &&
      (id => {
        implied.current = null
        selection.onToggle(id)
      }),
    onExtend:
      selection &&
      ((fromId, toId) => {
        implied.current = null
        selection.onExtend(fromId, toId)
      }),
  })

  const triage = (field: TriageField) =>
    selection?.fields.includes(field) === true &&
    (() => {
      const { selected, onSelectOnly } = selection
      const among = rows()
      const place = here(among)
      const id = rowId(among[place])
      const isImplied = selected.length === 0 || (selected.length === 1 && selected[0] === implied.current)
      open(() => {
        if (isImplied && id !== null) {
          implied.current = id
          flushSync(() => onSelectOnly(id))
        }
        if (field !== 'state') return openBulkChoice(field, rowLink(among[place]))
        // The focus stays on the row, which keeps its place. If nothing holds it there, the next one takes it.
        bulkButton(field)?.click()
        moveFocusOn(() => [rowLink(rows()[place] ?? rows().at(-1))])
      })
    })

  function clear() {
    const among = rows()
    const place = here(among)
    selection?.onClear()
    // The focus moves from the bar, which is unmounted, to the row.
    if (document.activeElement?.closest('[data-bulk-of]')) moveFocusOn(() => [rowLink(among[place])])
  }

  useShortcuts(triageKeys, Object.fromEntries(triageFields.map(field => [field, triage(field)])))
  useShortcuts(selectionKeys, { clear: selection !== null && selection.selected.length > 0 && clear })
  return opening
}
