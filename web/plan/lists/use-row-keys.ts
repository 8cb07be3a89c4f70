import { type RefObject, useRef } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { visitField } from '#web/ui/visit-field.ts'

/** The keys of a list with their lines in the help. */
export const rowKeys = (noun: string) => ({
  next: { keys: 'j', label: `Next ${noun}` },
  previous: { keys: 'k', label: `Previous ${noun}` },
  filter: { keys: '/', label: 'Filter' },
  select: { keys: 'x', label: `Select or deselect ${noun}` },
  extendDown: { keys: 'Shift+J', label: `Select ${noun} and the next one` },
  extendUp: { keys: 'Shift+K', label: `Select ${noun} and the previous one` },
  create: { keys: 'c', label: `New ${noun}` },
})

export interface RowKeys {
  /** The noun of a row: "merge request". */
  readonly noun: string
  readonly list: RefObject<HTMLElement | null>
  /** Null where nothing is filtered. */
  readonly filterInput: RefObject<HTMLInputElement | null> | null
  /** The address of the form of a new one, or what leads there. */
  readonly newHref?: string | (() => void) | null
  /** Called with the id of the row that `x` selects; null where none can be. */
  readonly onSelect?: ((id: number) => void) | null
  /** Called with the ids of the row and of the one that the key goes on to. */
  readonly onExtend?: ((fromId: number, toId: number) => void) | null
}

/** The rows of a list, which carry `data-listed`, and the one that its keys go on from. */
interface ListedRows {
  readonly rows: () => readonly HTMLElement[]
  /** The index of the row with the focus, or of the last one that had it; -1 for none. */
  readonly here: (among: readonly HTMLElement[]) => number
}

/** j and k go through the rows, Enter opens, x selects, / goes to the filter, c writes a new one. */
export function useRowKeys({
  noun,
  list,
  filterInput,
  newHref = null,
  onSelect = null,
  onExtend = null,
}: RowKeys): ListedRows {
  const goTo = useGoTo()
  const { user } = useViewer()
  const last = useRef<string | null>(null)
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
    rowLink(next)?.focus()
  }

  function extend(by: 1 | -1) {
    const among = rows()
    const from = rowId(among[here(among)])
    step(by)
    const to = rowId(among[here(among)])
    if (to !== null) onExtend?.(from ?? to, to)
  }

  useShortcuts(rowKeys(noun), {
    next: () => step(1),
    previous: () => step(-1),
    filter: filterInput !== null && (() => visitField(filterInput.current)),
    select:
      onSelect !== null &&
      (() => {
        const among = rows()
        const id = rowId(among[here(among)])
        if (id !== null) onSelect(id)
      }),
    extendDown: onExtend !== null && (() => extend(1)),
    extendUp: onExtend !== null && (() => extend(-1)),
    create: newHref !== null && user !== null && (typeof newHref === 'string' ? () => goTo(newHref) : newHref),
  })
  return { rows, here }
}

/** The link to what a row shows. */
export const rowLink = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-row-link]') ?? null

export const rowId = (row: HTMLElement | undefined): number | null =>
  row === undefined ? null : Number(row.dataset.listed)
