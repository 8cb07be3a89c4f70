import { load } from '#server/access/load.ts'
import type { Changer } from '#server/plan/change-sets/changer.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { permitted } from '#server/plan/issuables/changes/normalize.ts'
import { issuableOfType } from '#server/plan/issuables/find.ts'
import { turnEpic } from './update.ts'

export const epicChanger: Changer = {
  series: 'epic',
  update: async (ctx, id, { changes, stateEvent }) => {
    // Found together with the others of a bulk edit, unlike `epicById`.
    const epic = await load(ctx, 'issuable:update', issuableOfType, { id, type: 'epic' })
    const given = permitted(ctx, epic.facts, changes)
    const isChanged = Object.keys(given).length > 0 && (await changeIssuable(ctx, epic, given)).length > 0
    const isTurned = stateEvent !== null && (await turnEpic(ctx, id, stateEvent))
    return isChanged || isTurned
  },
}
