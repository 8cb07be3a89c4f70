import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import type { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { moveFocusOn } from '#web/ui/focus.ts'
import { visitField } from '#web/ui/visit-field.ts'
import { openBulkChoice } from './BulkChoice.tsx'
import { triageKeys } from './triage-keys.ts'

type TriageField = keyof typeof triageKeys
// The keys of the object are its names.
export const triageFields = Object.keys(triageKeys) as readonly TriageField[]

interface ListKeys {
  readonly keys: typeof shortcuts.issueList | typeof shortcuts.mergeRequestList
  readonly list: React.RefObject<HTMLUListElement | null>
  readonly filterInput: React.RefObject<HTMLInputElement | null>
  readonly newHref: string | null
  /** Null where the rows cannot be changed. */
  readonly selection: RowSelection | null
}

interface RowSelection {
  readonly chosen: readonly number[]
  readonly onToggle: (id: number) => void
  /** Select one row alone. */
  readonly onChoose: (id: number) => void
  /** What the bulk bar of these rows changes. */
  readonly fields: readonly TriageField[]
}

/**
 * j and k go through the rows, Enter opens, x selects, / goes to the filter, c writes a new one. The keys of fields change
 * the selected rows; without any, the row that has the focus.
 */
export function useListKeys({ keys, list, filterInput, newHref, selection }: ListKeys) {
  const goTo = useGoTo()
  const { user } = useViewer()
  const last = useRef<string | null>(null)
  // Selected by the key of a field: on another row, the key selects that one instead.
  const implied = useRef<number | null>(null)

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-listed]') ?? [])]
  const here = (among: readonly HTMLElement[]) => {
    const focused = among.findIndex(row => row.contains(document.activeElement))
    return focused >= 0 ? focused : among.findIndex(row => row.dataset.listed === last.current)
  }
  function step(by: 1 | -1) {
    const among = rows()
    const at = here(among)
    const next = among[at < 0 ? 0 : Math.min(Math.max(at + by, 0), among.length - 1)]
    if (!next) return
    last.current = next.dataset.listed ?? null
    linkOf(next)?.focus()
  }

  const idOf = (row: HTMLElement | undefined): number | null => (row === undefined ? null : Number(row.dataset.listed))
  const triage = (field: TriageField) =>
    selection?.fields.includes(field) === true &&
    (() => {
      const { chosen, onChoose } = selection
      const among = rows()
      const place = here(among)
      const id = idOf(among[place])
      const isImplied = chosen.length === 0 || (chosen.length === 1 && chosen[0] === implied.current)
      if (isImplied && id !== null) {
        implied.current = id
        flushSync(() => onChoose(id))
      }
      openBulkChoice(field, linkOf(among[place]))
      // The row may leave the list: the next one takes its place.
      if (field === 'state') moveFocusOn(() => [linkOf(rows()[place] ?? rows().at(-1))])
    })

  useShortcuts(triageKeys, Object.fromEntries(triageFields.map(field => [field, triage(field)])))
  useShortcuts(keys, {
    next: () => step(1),
    previous: () => step(-1),
    filter: () => visitField(filterInput.current),
    select:
      selection !== null &&
      (() => {
        const among = rows()
        const id = idOf(among[here(among)])
        implied.current = null
        if (id !== null) selection.onToggle(id)
      }),
    create: newHref !== null && user !== null && (() => goTo(newHref)),
  })
}

const linkOf = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-row-link]') ?? null
