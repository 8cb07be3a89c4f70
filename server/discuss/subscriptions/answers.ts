import type { TalkPageOperations } from '#contract/discuss/noteable-operations.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { toggleSubscription } from './subscribe.ts'

/** The answers about subscriptions for the pages of a kind. */
export function subscriptionAnswers(kind: DiscussedKind, operations: TalkPageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  return [
    answer(operations.toggleSubscription, {
      about: noteableOfPage,
      ability: 'issuable:subscribe',
      run: async (ctx, noteable) => {
        await toggleSubscription(ctx, await stored(ctx, noteable))
        return new Reply<null>(200)
      },
    }),
  ]
}
