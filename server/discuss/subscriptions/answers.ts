import type { NoteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { toggleSubscription } from './subscribe.ts'

/** What the page of a kind is answered about who hears of it. */
export function subscriptionAnswers(kind: DiscussedKind, operations: NoteablePageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  return [
    answer(operations.toggleSubscription, {
      about: noteableOfPage,
      ability: 'issuable:subscribe',
      run: async (ctx, noteable) => {
        await toggleSubscription(ctx, noteable)
        return new Reply<null>(200)
      },
    }),
  ]
}
