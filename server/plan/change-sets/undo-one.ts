import { sql } from 'kysely'
import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { lockValues } from '#server/plan/issuables/changes/change.ts'
import { normalize, permitted } from '#server/plan/issuables/changes/normalize.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import type { AttributeName, AttributeValues } from '#server/plan/issuables/values.ts'
import { changerOf, type Wanted } from './changer.ts'
import { canFailLate, itemToChange } from './each-item.ts'
import { inverseOf, isHeld, type MadeChange, opposite } from './made.ts'
import { refusals } from './messages.ts'
import { type Outcome, observed, refused, refusedOr } from './outcome.ts'
import { undoLinks } from './undo-links.ts'

export interface Item {
  readonly id: number
  readonly type: string
}

/** Undo a change of one item with the rights of the actor, unless someone has edited the same fields since. */
export async function undoOne(
  ctx: Context,
  changeSetId: number,
  namespaceId: number,
  item: Item,
  made: MadeChange,
): Promise<Outcome> {
  if (made.links !== undefined) return undoLinks(ctx, changeSetId, { id: item.id, namespaceId }, made.links)
  const found = await loadIfAllowed(ctx, 'issuable:update', issuableOfType, item)
  if (found === null || found.namespaceId !== namespaceId) return refused(refusals.notAllowed)
  const now = await lockValues(ctx, found)
  if (!(await isHeld(ctx, item.id, made, now))) return refused(refusals.edited)
  const wanted = { changes: await inverseOf(ctx, item.id, made), stateEvent: opposite(made.state?.event) }
  const reason = whyNotAll(ctx, found.facts, wanted)
  if (reason !== null) return refused(reason)
  const { series } = issuableKinds[issuableKindOf(found.type)]
  return refusedOr(ctx, canFailLate(itemToChange(found, wanted)), async () => {
    // A rule that only a later step breaks refuses the whole undo.
    await normalize(ctx, { ...found, series }, now, permitted(ctx, found.facts, wanted.changes), {
      mayCreateLabels: false,
    })
    const { update } = changerOf(ctx, series)
    return observed(ctx, changeSetId, async inner => {
      const isChanged = await updateBackwards(step => update(inner, item.id, step), wanted)
      await putBack(inner, item.id, made)
      return isChanged
    })
  })
}

/**
 * Put an item that has its former parent again back to its former position, unless another one has that position by
 * now.
 */
async function putBack(ctx: Context, id: number, { attributes }: MadeChange): Promise<void> {
  const change = attributes.find(({ attribute }) => attribute === 'parent')
  // A value of this attribute, or none.
  const former = (change?.from ?? null) as AttributeValues['parent']
  if (former?.position == null) return
  await sql`update issuables i set parent_position = ${former.position} where i.id = ${id} and i.parent_id = ${former.id}
    and not exists (select 1 from issuables o where o.parent_id = i.parent_id and o.series = i.series and o.parent_position = ${former.position})`.execute(
    ctx.db,
  )
}

/**
 * Undo the state first, because it was changed last: some attributes belong to open issues only. A discussion is unlocked even
 * before that, because a locked issue cannot be reopened.
 */
async function updateBackwards(
  update: (step: Wanted) => Promise<boolean>,
  { changes: { discussionLocked, ...changes }, stateEvent }: Wanted,
): Promise<boolean> {
  const steps: readonly Wanted[] = [
    { changes: discussionLocked === false ? { discussionLocked } : {}, stateEvent: null },
    { changes: {}, stateEvent },
    { changes: discussionLocked === true ? { ...changes, discussionLocked } : changes, stateEvent: null },
  ]
  let isChanged = false
  for (const step of steps) {
    if (step.stateEvent === null && Object.keys(step.changes).length === 0) continue
    if (await update(step)) isChanged = true
  }
  return isChanged
}

type Facts = Parameters<typeof permitted>[1]

/** The item once it is unlocked and open again. */
const restored = (facts: Facts, { changes, stateEvent }: Wanted): Facts => ({
  ...facts,
  ...(changes.discussionLocked === false && { locked: false }),
  ...(stateEvent === 'reopen' && { state: 'opened' }),
})

/**
 * The reason why the actor cannot undo the whole of a change, as the rest would count as undone too; null when they
 * can.
 */
function whyNotAll(ctx: Context, facts: Facts, wanted: Wanted): string | null {
  const { changes, stateEvent } = wanted
  const names = Object.keys(changes) as AttributeName[]
  if (names.some(name => !isOfType(name, changes.type ?? facts.type))) return refusals.notAvailable
  const then = restored(facts, wanted)
  const isAllowed =
    Object.keys(permitted(ctx, then, changes)).length === names.length &&
    (stateEvent === null || may(ctx.actor, stateEvent === 'close' ? 'issuable:close' : 'issuable:reopen', then))
  return isAllowed ? null : refusals.notAllowed
}
