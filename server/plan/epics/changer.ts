import { load } from '#server/access/load.ts'
import type { Changer } from '#server/plan/change-sets/changer.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { epicById } from './find.ts'
import { planEpic } from './plan.ts'
import { turnEpic } from './update.ts'

export const epicChanger: Changer = {
  series: 'epic',
  update: async (ctx, id, { changes, stateEvent }) => {
    // Found together with the others of a bulk edit, unlike `epicById`.
    const epic = await load(ctx, 'issuable:update', issuableOfType, { id, type: 'epic' })
    const { startDate, dueDate, ...given } = permitted(ctx, epic.facts, changes)
    const isChanged = Object.keys(given).length > 0 && (await changeIssuable(ctx, epic, given)).length > 0
    const isPlanned =
      (startDate !== undefined || dueDate !== undefined) &&
      (await planEpic(ctx, await load(ctx, 'issuable:set-metadata', epicById, { id }), {
        // A date that is cleared follows from the contents of the epic.
        ...(startDate !== undefined && { startDateIsFixed: startDate !== null, startDateFixed: startDate }),
        ...(dueDate !== undefined && { dueDateIsFixed: dueDate !== null, dueDateFixed: dueDate }),
      }))
    const isTurned = stateEvent !== null && (await turnEpic(ctx, id, stateEvent))
    return isChanged || isPlanned || isTurned
  },
}
