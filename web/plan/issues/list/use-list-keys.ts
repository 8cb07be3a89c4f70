import { useRef } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import type { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'

interface ListKeys {
  readonly keys: typeof shortcuts.issueList | typeof shortcuts.mergeRequestList
  readonly list: React.RefObject<HTMLUListElement | null>
  readonly filterInput: React.RefObject<HTMLInputElement | null>
  readonly newHref: string | null
  readonly onToggle: ((id: number) => void) | null
}

/** j and k go through the rows, Enter opens, x selects, / goes to the filter, c writes a new one. */
export function useListKeys({ keys, list, filterInput, newHref, onToggle }: ListKeys) {
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
    next.querySelector<HTMLElement>('[data-row-link]')?.focus()
  }

  useShortcuts(keys, {
    next: () => step(1),
    previous: () => step(-1),
    filter: () => filterInput.current?.focus(),
    select:
      onToggle &&
      (() => {
        const among = rows()
        const id = among[here(among)]?.dataset.listed
        if (id !== undefined) onToggle(Number(id))
      }),
    create: newHref !== null && user !== null && (() => goTo(newHref)),
  })
}
