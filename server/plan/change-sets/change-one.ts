import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { changerOf, type Wanted } from './changer.ts'
import { canFailLate, itemToChange } from './each-item.ts'
import { refusals } from './messages.ts'
import { type Outcome, observed, refused, refusedOr, whyNone } from './outcome.ts'
import type { Item } from './undo-one.ts'

/** Change one item of a namespace with the rights of the actor. A refusal changes nothing. */
export async function changeOne(
  ctx: Context,
  changeSetId: number,
  namespaceId: number,
  item: Item,
  wanted: Wanted,
): Promise<Outcome> {
  const found = await loadIfAllowed(ctx, 'issuable:update', issuableOfType, item)
  if (found === null || found.namespaceId !== namespaceId) return refused(refusals.notAllowed)
  const reason = whyNone(ctx, found.facts, wanted)
  if (reason !== null) return refused(reason)
  const { update } = changerOf(ctx, issuableKinds[issuableKindOf(found.type)].series)
  return refusedOr(ctx, canFailLate(itemToChange(found, wanted)), () =>
    observed(ctx, changeSetId, inner => update(inner, item.id, wanted)),
  )
}
