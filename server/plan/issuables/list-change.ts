import { Malformed } from '#server/errors.ts'
import type { ListChange, Ref } from './attribute.ts'

interface Row {
  readonly id: number
}

/**
 * A list after a change, in the order of what stays and then of what comes.
 *
 * @param known  the rows that the change may name; what is not among them is left out
 * @param nameOf  what people call a row; without one of that very spelling, one of another case
 */
export function changeList<R extends Row>(
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
 * A list as a form or a call names it: all of it, or what comes and goes.
 *
 * @returns undefined when none of them is given
 * @throws Malformed  all of it together with what comes or goes
 */
export function listChangeOf(
  name: string,
  { all, add, remove }: Readonly<Partial<Record<'all' | 'add' | 'remove', readonly Ref[] | null | undefined>>>,
): ListChange | undefined {
  const isPart = add != null || remove != null
  if (all == null) return isPart ? { add: add ?? [], remove: remove ?? [] } : undefined
  const [first = '', rest] = [name.charAt(0).toUpperCase(), name.slice(1)]
  if (isPart)
    throw new Malformed(`${name} is mutually exclusive with any of add${first}${rest} or remove${first}${rest}`)
  return { replace: all }
}

/** Every name a change uses. */
export function refsOf(given: ListChange | undefined): readonly Ref[] {
  if (given === undefined) return []
  return 'replace' in given ? given.replace : [...(given.add ?? []), ...(given.remove ?? [])]
}

export function sameIds(from: readonly Row[], to: readonly Row[]): boolean {
  return from.length === to.length && from.every(row => to.some(each => each.id === row.id))
}

const once = <R extends Row>(rows: readonly R[]): readonly R[] => [...new Map(rows.map(row => [row.id, row])).values()]
