import type { NoteableOperations } from '#contract/discuss/noteable-operations.ts'
import { load } from '#server/access/load.ts'
import { type DiscussedKind, findersOf } from '#server/discuss/noteables/noteable.ts'
import { readPlace } from '#server/discuss/notes/positions/position.ts'
import { NotFound, noneGiven } from '#server/errors.ts'
import { type Answer, answer } from '#server/slice.ts'
import { draftById, draftFindersOf, draftsOf } from './find.ts'
import { presentDraft } from './present.ts'
import { publishDrafts, publishReview } from './publish.ts'
import { changeDraft, deleteDraft, saveDraft } from './save.ts'

/** The answers of the API about unpublished comments on a kind. */
export function draftNoteAnswers(kind: DiscussedKind, operations: NoteableOperations): readonly Answer[] {
  const { noteableOfApi } = findersOf(kind)
  const { draftOfApi } = draftFindersOf(kind)
  return [
    answer(operations.listDraftNotes, {
      about: noteableOfApi,
      ability: 'issuable:read-drafts',
      run: async (ctx, noteable) => (await draftsOf(ctx, noteable.id)).map(draft => presentDraft(draft, noteable)),
    }),
    answer(operations.getDraftNote, {
      about: draftOfApi,
      ability: 'draft:read',
      run: async (_ctx, draft) => presentDraft(draft, draft.noteable),
    }),
    answer(operations.createDraftNote, {
      about: noteableOfApi,
      ability: 'issuable:comment',
      run: async (ctx, noteable, input) => {
        const id = await saveDraft(ctx, noteable, {
          body: input.note,
          replyTo: input.inReplyToDiscussionId || null,
          asThread: false,
          place: readPlace(input),
          internal: input.internal ?? false,
          resolveDiscussion: input.resolveDiscussion ?? null,
          idempotencyKey: input.idempotencyKey,
        })
        return presentDraft(await load(ctx, 'draft:read', draftById, id), noteable)
      },
    }),
    ...[operations.updateDraftNote, operations.editDraftNote].map(operation =>
      answer(operation, {
        about: draftOfApi,
        ability: 'draft:update',
        run: async (ctx, draft, input) => {
          const { note, resolveDiscussion, position, commitId } = input
          if (note === undefined && resolveDiscussion === undefined && position === undefined)
            throw noneGiven('note', 'resolve_discussion')
          const place = readPlace({ position, commitId }) ?? undefined
          await changeDraft(ctx, draft, { body: note, resolveDiscussion, place })
          return presentDraft(await load(ctx, 'draft:read', draftOfApi, input), draft.noteable)
        },
      }),
    ),
    answer(operations.deleteDraftNote, {
      about: draftOfApi,
      ability: 'draft:delete',
      run: deleteDraft,
    }),
    answer(operations.publishDraftNote, {
      about: draftOfApi,
      ability: 'draft:publish',
      run: async (ctx, draft, input) => {
        const noteable = await load(ctx, 'issuable:comment', noteableOfApi, input)
        const { discussionIds, outcome } = await publishDrafts(ctx, noteable, { only: [draft.id] })
        // Another request published it while this one waited.
        if (discussionIds.length === 0 && outcome.done.length + outcome.refused.length === 0)
          throw new NotFound('Draft Note')
      },
    }),
    answer(operations.publishDraftNotes, {
      about: noteableOfApi,
      ability: 'issuable:comment',
      transaction: 'own',
      run: async (outer, found, { note, approve, reviewerState, approvalPassword }) => {
        const verdict = approve ? 'approved' : (reviewerState ?? (kind.hasPositions ? 'reviewed' : undefined))
        const summary = note === undefined ? {} : { summary: note }
        await publishReview(outer, found, { verdict, password: approvalPassword, ...summary }, async () => undefined)
      },
    }),
  ]
}
