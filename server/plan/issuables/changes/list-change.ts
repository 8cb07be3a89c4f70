import { Malformed } from '#server/errors.ts'
import type { ListChange, Ref } from '../define-attribute.ts'

interface ListedRow {
  readonly id: number
}

/**
 * A list after a change: the rows that stay, then the added ones.
 *
 * @param known  the rows that the change may refer to; others are left out
 * @param nameOf  the username or title of a row; an exact match wins over one that differs in case
 */
export function changeList<R extends ListedRow>(
  from: readonly R[],
  given: ListChange,
  known: readonly R[],
  nameOf: (row: R) => string,
): readonly R[] {
  const rows = [...known, ...from]
  const find = (ref: Ref) => {
    if (typeof ref === 'number') return rows.find(row => row.id === ref)
    const name = ref.trim().toLowerCase()
    return rows.find(row => nameOf(row) === ref.trim()) ?? rows.find(row => nameOf(row).toLowerCase() === name)
  }
  const found = (refs: readonly Ref[]) => refs.flatMap(ref => find(ref) ?? [])
  if ('replace' in given) return once(found(given.replace))
  const gone = new Set(found(given.remove ?? []).map(row => row.id))
  return once([...from.filter(row => !gone.has(row.id)), ...found(given.add ?? [])])
}

/**
 * The same of assignees or reviewers. People who cannot read the item are left out; a list of only such people is a
 * mistake, and changes nothing, as only an empty list removes everyone.
 */
export function changePeople<R extends ListedRow & { readonly username: string }>(
  from: readonly R[],
  given: ListChange,
  known: readonly R[],
): readonly R[] {
  const to = changeList(from, given, known, user => user.username)
  return 'replace' in given && given.replace.length > 0 && to.length === 0 ? from : to
}

/** The parts of a list that a request gives. */
export type ListParts = Partial<Record<'all' | 'add' | 'remove', readonly Ref[] | null | undefined>>

/**
 * The change of a list in a request: the whole list, or the rows to add and remove.
 *
 * @returns undefined when none of them is given
 * @throws Malformed  the whole list together with rows to add or remove
 */
export function listChangeOf(name: string, { all, add, remove }: ListParts): ListChange | undefined {
  const isPart = add != null || remove != null
  if (all == null) return isPart ? { add: add ?? [], remove: remove ?? [] } : undefined
  const [first = '', rest] = [name.charAt(0).toUpperCase(), name.slice(1)]
  if (isPart)
    throw new Malformed(`${name} is mutually exclusive with any of add${first}${rest} or remove${first}${rest}`)
  return { replace: all }
}

/** All rows that a change refers to. */
export function refsOf(given: ListChange | undefined): readonly Ref[] {
  if (given === undefined) return []
  return 'replace' in given ? given.replace : [...(given.add ?? []), ...(given.remove ?? [])]
}

export function sameIds(from: readonly ListedRow[], to: readonly ListedRow[]): boolean {
  return from.length === to.length && from.every(row => to.some(each => each.id === row.id))
}

/** The rows that are not among the others. */
export const without = <R extends ListedRow>(rows: readonly R[], others: readonly R[]): readonly R[] =>
  rows.filter(row => !others.some(each => each.id === row.id))

const once = <R extends ListedRow>(rows: readonly R[]): readonly R[] => [
  ...new Map(rows.map(row => [row.id, row])).values(),
]
