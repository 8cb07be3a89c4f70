import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { lockValues } from '#server/plan/issuables/change.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { normalize, permitted } from '#server/plan/issuables/normalize.ts'
import { changerOf, type Wanted } from './changer.ts'
import { inverseOf, isHeld, type MadeChange, opposite } from './made.ts'
import { refusals } from './messages.ts'
import { type Outcome, observed, refused, refusedOr, whyNone } from './outcome.ts'

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
  const found = await loadIfAllowed(ctx, 'issuable:update', issuableOfType, item)
  if (found === null || found.namespaceId !== namespaceId) return refused(refusals.notAllowed)
  const now = await lockValues(ctx, found)
  if (!(await isHeld(ctx, item.id, made, now))) return refused(refusals.edited)
  const wanted = { changes: await inverseOf(ctx, item.id, made), stateEvent: opposite(made.state?.event) }
  const reason = maySetState(ctx, found.facts, wanted) ? whyNone(ctx, found.facts, wanted) : refusals.notAllowed
  if (reason !== null) return refused(reason)
  const { series } = issuableKinds[issuableKindOf(found.type)]
  return refusedOr(async () => {
    // A rule that only a later step breaks refuses the whole undo.
    await normalize(ctx, { ...found, series }, now, permitted(ctx, found.facts, wanted.changes), {
      mayCreateLabels: false,
    })
    const { update } = changerOf(ctx, series)
    return observed(ctx, changeSetId, inner => updateBackwards(step => update(inner, item.id, step), wanted))
  })
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

/** Whether the actor can restore the state once the lock is restored. */
function maySetState(ctx: Context, facts: Parameters<typeof permitted>[1], { changes, stateEvent }: Wanted): boolean {
  if (stateEvent === null) return true
  const locked = changes.discussionLocked === false ? false : facts.locked
  return may(ctx.actor, stateEvent === 'close' ? 'issuable:close' : 'issuable:reopen', { ...facts, locked })
}
