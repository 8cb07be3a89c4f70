import * as contract from '#contract/code/merge-requests/reviews.ts'
import { type Answer, answer } from '#server/slice.ts'
import { mergeRequestByIid } from '../find.ts'
import { toggleAttention } from './attention.ts'
import { requestReviewAgain } from './request-again.ts'
import { clearRequestedChanges } from './verdict.ts'

export const reviewAnswers: readonly Answer[] = [
  answer(contract.requestReviewAgain, {
    about: mergeRequestByIid,
    ability: 'issuable:update',
    run: async (ctx, mergeRequest, { userId }) => {
      await requestReviewAgain(ctx, mergeRequest, userId)
    },
  }),
  answer(contract.toggleAttentionRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:update',
    run: async (ctx, mergeRequest, { userId }) => ({
      userId,
      attentionRequested: await toggleAttention(ctx, mergeRequest, userId),
    }),
  }),
  answer(contract.clearRequestedChanges, {
    about: mergeRequestByIid,
    ability: 'issuable:merge',
    run: (ctx, mergeRequest) => clearRequestedChanges(ctx, mergeRequest),
  }),
]
