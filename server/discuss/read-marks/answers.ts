import type { TalkPageOperations } from '#contract/discuss/noteable-operations.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { markRead } from './read-marks.ts'

/** The answers about read marks for the pages of a kind. */
export function readMarkAnswers(kind: DiscussedKind, operations: TalkPageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  return [
    answer(operations.markRead, {
      about: noteableOfPage,
      ability: 'issuable:mark-read',
      run: async (ctx, noteable, input) => {
        if (noteable.id !== 0) await markRead(ctx, noteable, input)
        return new Reply<null>(204)
      },
    }),
  ]
}
