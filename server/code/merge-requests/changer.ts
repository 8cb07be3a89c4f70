import { load } from '#server/access/load.ts'
import type { Changer } from '#server/plan/change-sets/changer.ts'
import { inTransaction } from '#server/platform/sql/database.ts'
import { mergeRequestById } from './find.ts'
import { updateMergeRequest } from './update.ts'

export const mergeRequestChanger: Changer = {
  series: 'merge_request',
  update: async (ctx, id, { changes: attributes, stateEvent }) => {
    const mergeRequest = await load(ctx, 'issuable:update', mergeRequestById, { id })
    const update = () => updateMergeRequest(ctx, mergeRequest, { attributes, stateEvent: stateEvent ?? undefined })
    // One that is refused because another one has the same branches leaves the transaction to the others.
    return stateEvent === 'reopen' ? inTransaction(ctx.db, update) : update()
  },
}
