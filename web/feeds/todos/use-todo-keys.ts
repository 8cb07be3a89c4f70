import type { RefObject } from 'react'
import { useRowKeys } from '#web/plan/lists/use-row-keys.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { todoKeys } from './todo-keys.ts'

/** The keys of a list, and `e`, which marks the focused to-do as done, and `s`, which snoozes it. */
export function useTodoKeys(
  list: RefObject<HTMLElement | null>,
  filterInput: RefObject<HTMLInputElement | null>,
): void {
  const { rows, here } = useRowKeys({ noun: 'to-do', list, filterInput })

  function press(selector: string, leaves: boolean) {
    const among = rows()
    const at = here(among)
    const button = among[at]?.querySelector<HTMLElement>(selector)
    if (!button) return
    // The row goes: the one that takes its place has the focus then.
    if (leaves) (among[at + 1] ?? among[at - 1])?.querySelector<HTMLElement>('a')?.focus()
    button.click()
  }

  useShortcuts(todoKeys, {
    finish: () => press('[data-finish]', true),
    snooze: () => press('[data-snooze]', false),
  })
}
