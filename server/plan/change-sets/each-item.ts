import type { Context } from '#server/context.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
import { concurrently, sequentially } from '#server/platform/sql/concurrently.ts'
import type { StateEvent, Wanted } from './changer.ts'

/** An item with its wanted change. */
export interface ItemToChange {
  readonly type: string
  readonly names: readonly AttributeName[]
  readonly stateEvent: StateEvent | null
}

// Attributes have the names of changes.
export const itemToChange = ({ type }: { readonly type: string }, { changes, stateEvent }: Wanted): ItemToChange => ({
  type,
  names: Object.keys(changes) as AttributeName[],
  stateEvent,
})

/**
 * A change that can fail after a part of it is written, and needs a savepoint: another merge request has the same branches, or an
 * epic would be due before it starts.
 */
export const canFailLate = (change: ItemToChange): boolean =>
  (change.type === 'merge_request' && change.stateEvent === 'reopen') || movesDates(change)

/** The dates of an epic follow from those of the epics in it. */
const movesDates = ({ type, names }: ItemToChange): boolean =>
  type === 'epic' && (names.includes('startDate') || names.includes('dueDate'))

/**
 * Change items in one transaction: concurrently, with one statement for all of them at each step, unless the change of one may depend
 * on that of another.
 */
export function eachItem<Item, Result>(
  ctx: Context,
  items: readonly Item[],
  toChange: (item: Item) => ItemToChange,
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const isAlone = (item: Item) => {
    const change = toChange(item)
    return canFailLate(change) || change.names.some(name => attributes[name].dependsOnOthers)
  }
  return items.length < 2 || items.some(isAlone) ? sequentially(items, run) : concurrently(ctx.db, items, run)
}
