import type { Context } from '#server/context.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import type { AttributeName } from '#server/plan/issuables/values.ts'
import { concurrently, sequentially } from '#server/platform/sql/concurrently.ts'
import type { StateEvent } from './changer.ts'

/** An item, with what is to be changed of it. */
export interface ItemToChange {
  readonly type: string
  readonly names: readonly AttributeName[]
  readonly stateEvent: StateEvent | null
}

/** A change that can fail after a part of it is written: another merge request has the same branches. It needs a savepoint. */
export const canFailLate = ({ type, stateEvent }: Pick<ItemToChange, 'type' | 'stateEvent'>): boolean =>
  type === 'merge_request' && stateEvent === 'reopen'

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
    return canFailLate(change) || movesDates(change) || change.names.some(name => attributes[name].dependsOnOthers)
  }
  return items.length < 2 || items.some(isAlone) ? sequentially(items, run) : concurrently(ctx.db, items, run)
}
