import type { NoteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import { type Answer, answer, Reply, StreamReply } from '#server/slice.ts'
import { deleteDescriptionVersion, diffHtml, showDescriptionVersion } from './description-versions.ts'

/** The answers of the page of a kind about the history of its description. */
export function descriptionVersionAnswers(kind: DiscussedKind, operations: NoteablePageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  return [
    answer(operations.getDescriptionVersion, {
      about: noteableOfPage,
      ability: 'issuable:read',
      run: (ctx, noteable, input) => showDescriptionVersion(ctx, noteable.id, input),
    }),
    answer(operations.getDescriptionDiff, {
      about: noteableOfPage,
      ability: 'issuable:read',
      run: async (ctx, noteable, input) => {
        const { diff } = await showDescriptionVersion(ctx, noteable.id, input)
        if (diff === null) throw new NotFound('Description version')
        return new StreamReply(Buffer.from(diffHtml(diff)), {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
        })
      },
    }),
    answer(operations.deleteDescriptionVersion, {
      about: noteableOfPage,
      ability: 'issuable:delete-description-version',
      run: async (ctx, noteable, input) => {
        await deleteDescriptionVersion(ctx, noteable, input)
        return new Reply<null>(200)
      },
    }),
  ]
}
