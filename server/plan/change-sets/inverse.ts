import { deltaOf, keyOf, type MadeChange, opposite, type StoredChange } from './made.ts'

/** Whether a change exactly reverts another one. The texts of descriptions are not compared. */
export function isInverse(made: MadeChange, later: MadeChange): boolean {
  const { attributes, state, links = [] } = made
  return (
    attributes.length === later.attributes.length &&
    attributes.every(change => later.attributes.some(other => isSwapped(change, other))) &&
    opposite(state?.event) === (later.state?.event ?? null) &&
    links.length === (later.links ?? []).length &&
    links.every(link =>
      (later.links ?? []).some(other => other.otherId === link.otherId && other.isAdded !== link.isAdded),
    )
  )
}

function isSwapped(change: StoredChange, other: StoredChange): boolean {
  if (change.attribute !== other.attribute) return false
  if (change.attribute === 'description') return true
  const [one, two] = [deltaOf(change), deltaOf(other)]
  if (one !== null && two !== null) return isSame(one.added, two.removed) && isSame(one.removed, two.added)
  return JSON.stringify([keyOf(change.from), keyOf(change.to)]) === JSON.stringify([keyOf(other.to), keyOf(other.from)])
}

interface WithId {
  readonly id: number
}

const isSame = (rows: readonly WithId[], others: readonly WithId[]): boolean =>
  rows.length === others.length && rows.every(({ id }) => others.some(other => other.id === id))
