import type { RefObject } from 'react'
import { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'

/**
 * `j` and `k` move the focus between rows, `e` marks the focused to-do as done, `s` snoozes it, `/` focuses the filter bar.
 */
export function useTodoKeys(
  list: RefObject<HTMLElement | null>,
  filterInput: RefObject<HTMLInputElement | null>,
): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-todo]') ?? [])]
  const here = (among: readonly HTMLElement[]) => among.findIndex(row => row.contains(document.activeElement))

  function step(by: 1 | -1) {
    const among = rows()
    const at = here(among)
    const next = among[at === -1 ? 0 : Math.min(Math.max(at + by, 0), among.length - 1)]
    next?.querySelector<HTMLElement>('a')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  function press(selector: string, leaves: boolean) {
    const among = rows()
    const at = here(among)
    const button = among[at]?.querySelector<HTMLElement>(selector)
    if (!button) return
    // The row goes: the one that takes its place has the focus then.
    if (leaves) (among[at + 1] ?? among[at - 1])?.querySelector<HTMLElement>('a')?.focus()
    button.click()
  }

  useShortcuts(shortcuts.todos, {
    next: () => step(1),
    previous: () => step(-1),
    finish: () => press('[data-finish]', true),
    snooze: () => press('[data-snooze]', false),
    filter: () => filterInput.current?.focus(),
  })
}
