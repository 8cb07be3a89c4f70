interface Row {
  readonly id: number
}

/** What somebody changes of a list that others change too. */
export interface ListChange<T extends Row> {
  readonly added: readonly T[]
  readonly removed: readonly T[]
}

export const changeOf = <T extends Row>(from: readonly T[], to: readonly T[]): ListChange<T> => ({
  added: without(to, from),
  removed: without(from, to),
})

/** A list with a change made to it; what has been added or removed by somebody else already stays so. */
export const withChange = <T extends Row>(list: readonly T[], { added, removed }: ListChange<T>): readonly T[] => [
  ...without(list, removed),
  ...without(added, list),
]

export const isNoChange = ({ added, removed }: ListChange<Row>): boolean => added.length + removed.length === 0

export const idsOf = (rows: readonly Row[]): number[] => rows.map(row => row.id)

const without = <T extends Row>(rows: readonly T[], others: readonly Row[]): readonly T[] =>
  rows.filter(row => !others.some(other => other.id === row.id))

/** How a change of a list is taken back. */
export const undoOfList = <T extends Row>(what: string) => ({
  what,
  back: (_former: unknown, { added, removed }: ListChange<T>): ListChange<T> => ({ added: removed, removed: added }),
  isOfList: true as const,
})
