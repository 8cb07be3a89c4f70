import * as contract from '#contract/plan/changes/change-sets.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Answer, answer } from '#server/slice.ts'
import { findChangeSet, refusalsOf } from './find.ts'
import { undoChangeSet, undoEvent } from './undo.ts'

export const changeSetAnswers: readonly Answer[] = [
  answer(contract.getChangeSet, {
    for: 'signed-in',
    run: async (ctx, { changeSetId }) => ({
      ...(await findChangeSet(ctx, changeSetId)),
      refusals: await refusalsOf(ctx, changeSetId, visibleIssuables(ctx.actor, 'i')),
    }),
  }),
  answer(contract.undoChangeSet, {
    for: 'signed-in',
    run: (ctx, { changeSetId }) => undoChangeSet(ctx, changeSetId),
  }),
  answer(contract.undoEvent, { for: 'signed-in', run: (ctx, { eventId }) => undoEvent(ctx, eventId) }),
]
