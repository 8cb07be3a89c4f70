/**
 * What is added to a list and removed from it, such as "Add labels bug, docs and remove label old".
 *
 * @param one  "label"
 */
export function listWords(one: string, added: readonly string[], removed: readonly string[]): string {
  const named = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${one}${names.length === 1 ? '' : 's'} ${names.join(', ')}`]
  const words = [...named('add', added), ...named('remove', removed)].join(' and ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Set milestone to Spring", "Remove milestone". @param value  null: none */
export const valueWords = (name: string, value: string | null): string =>
  value === null ? `Remove ${name}` : `Set ${name} to ${value}`
