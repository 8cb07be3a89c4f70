import { load } from '#server/access/load.ts'
import type { Changer } from '#server/plan/change-sets/changer.ts'
import { mergeRequestById } from './find.ts'
import { updateMergeRequest } from './update.ts'

export const mergeRequestChanger: Changer = {
  series: 'merge_request',
  update: async (ctx, id, { changes: attributes, stateEvent }) => {
    const mergeRequest = await load(ctx, 'issuable:update', mergeRequestById, { id })
    const changes = { attributes, stateEvent: stateEvent ?? undefined }
    return updateMergeRequest(ctx, mergeRequest, changes, { isLiteral: true })
  },
}
