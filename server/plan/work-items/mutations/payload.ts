import { workItemTypeWithId } from '#contract/plan/work-items/work-item-types.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import type { PayloadFields } from '#server/graphql/mutation.ts'
import { WorkItem, workItemNode } from '../node.ts'

export interface Done {
  readonly workItemId: number
}

export const itemField = <Value extends object>(
  t: PayloadFields<Value>,
  idOf: (value: Partial<Value>) => Maybe<number>,
) =>
  t.field({
    type: WorkItem,
    resolve: (value, _args, context) => {
      // Pothos tells the payload's own fields apart from those of a failed one.
      const id = idOf(value as Partial<Value>)
      return id == null ? null : workItemNode(context, id)
    },
  })

export const payload = (t: PayloadFields<Done>) => ({ workItem: itemField<Done>(t, ({ workItemId }) => workItemId) })

/** Work items that one request may name. */
export const maxItemsAtOnce = 50

/** The type of an id in an input. @throws Invalid */
export function typeWithId(id: number) {
  const type = workItemTypeWithId(id)
  if (type === undefined) throw new Invalid({ workItemTypeId: ['could not be found'] })
  return type
}
