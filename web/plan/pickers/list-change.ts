export interface ListRow {
  readonly id: number
}

/** One user's changes of a list that others change too. */
export interface ListChange<T extends ListRow> {
  readonly added: readonly T[]
  readonly removed: readonly T[]
}

export const changeOf = <T extends ListRow>(from: readonly T[], to: readonly T[]): ListChange<T> => ({
  added: without(to, from),
  removed: without(from, to),
})

/** A list with a change applied; additions and removals that others made already stay. */
export const withChange = <T extends ListRow>(list: readonly T[], { added, removed }: ListChange<T>): readonly T[] => [
  ...without(list, removed),
  ...without(added, list),
]

export const isNoChange = ({ added, removed }: ListChange<ListRow>): boolean => added.length + removed.length === 0

export const idsOf = (rows: readonly ListRow[]): number[] => rows.map(row => row.id)

/** The rows whose ids are none of the others'. */
export const without = <T extends ListRow>(rows: readonly T[], others: readonly ListRow[]): readonly T[] =>
  rows.filter(row => !others.some(other => other.id === row.id))

/**
 * The changes of a list in words: "Added docs and removed old".
 *
 * @param verbs  for what was added and for what was removed
 */
export function changeWords<T extends ListRow>(
  { added, removed }: ListChange<T>,
  nameOf: (row: T) => string,
  verbs: readonly [add: string, remove: string] = ['added', 'removed'],
): string {
  const part = (verb: string, rows: readonly T[]) =>
    rows.length === 0 ? [] : [`${verb} ${rows.map(nameOf).join(', ')}`]
  const words = [...part(verbs[0], added), ...part(verbs[1], removed)].join(' and ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The undo of a change of a list, and its message. */
export const undoOfList = <T extends ListRow>(what: string, says?: (change: ListChange<T>) => string) => ({
  what,
  ...(says && { says }),
  back: (_former: unknown, { added, removed }: ListChange<T>): ListChange<T> => ({ added: removed, removed: added }),
  isOfList: true as const,
})
