import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import { changeWords, type ListRow } from '#web/plan/pickers/list-change.ts'

/**
 * The change of a list in words, such as "Add labels bug, docs and remove label old".
 *
 * @param one  "label"
 */
export function listWords(one: string, added: readonly string[], removed: readonly string[]): string {
  const named = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${one}${names.length === 1 ? '' : 's'} ${names.join(', ')}`]
  const words = [...named('add', added), ...named('remove', removed)].join(' and ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The sentence of a finished edit, with the number of items: "Closed: 2 issues". */
export const doneWith =
  (what: string): DoneWords =>
  items =>
    `${what}: ${items}`

/** The sentence of a finished change of a list, with the number of items: "Added docs to 2 issues". */
export function doneList<T extends ListRow>(...change: Parameters<typeof changeWords<T>>): DoneWords {
  const [{ added, removed }] = change
  const joint = removed.length === 0 ? 'to' : added.length === 0 ? 'from' : 'in'
  return items => `${changeWords(...change)} ${joint} ${items}`
}

/** "Set milestone to Spring", "Remove milestone". @param value  null: none */
export const valueWords = (name: string, value: string | null): string =>
  value === null ? `Remove ${name}` : `Set ${name} to ${value}`
