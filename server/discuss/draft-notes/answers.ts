import {
  createIssueDraftNote,
  deleteIssueDraftNote,
  getIssueDraftNote,
  listIssueDraftNotes,
  publishIssueDraftNote,
  publishIssueDraftNotes,
  updateIssueDraftNote,
} from '#contract/discuss/draft-notes.ts'
import { load } from '#server/access/load.ts'
import { issueOfApi } from '#server/discuss/notes/noteable.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { answer } from '#server/slice.ts'
import { draftOfApi, draftsOf } from './find.ts'
import { presentDraft } from './present.ts'
import { publishDrafts } from './publish.ts'
import { changeDraft, deleteDraft, saveDraft } from './save.ts'

export const draftNotesAnswers = [
  answer(listIssueDraftNotes, {
    about: issueOfApi,
    ability: 'issuable:read-drafts',
    run: async (ctx, issue) => (await draftsOf(ctx, issue.id)).map(draft => presentDraft(draft, issue)),
  }),
  answer(getIssueDraftNote, {
    about: draftOfApi,
    ability: 'draft:read',
    run: async (_ctx, draft) => presentDraft(draft, draft.noteable),
  }),
  answer(createIssueDraftNote, {
    about: issueOfApi,
    ability: 'issuable:comment',
    run: async (ctx, issue, input) => {
      const id = await saveDraft(ctx, issue, {
        body: input.note,
        replyTo: input.inReplyToDiscussionId || null,
        asThread: false,
        internal: input.internal ?? false,
        resolveDiscussion: input.resolveDiscussion ?? null,
        idempotencyKey: input.idempotencyKey,
      })
      const key = { id: issue.namespaceId, issueIid: issue.iid, draftNoteId: id }
      return presentDraft(await load(ctx, 'draft:read', draftOfApi, key), issue)
    },
  }),
  answer(updateIssueDraftNote, {
    about: draftOfApi,
    ability: 'draft:update',
    run: async (ctx, draft, input) => {
      const { note, resolveDiscussion } = input
      if (note === undefined && resolveDiscussion === undefined)
        throw new Malformed('note, resolve_discussion are missing, at least one parameter must be provided')
      await changeDraft(ctx, draft, { body: note, resolveDiscussion })
      return presentDraft(await load(ctx, 'draft:read', draftOfApi, input), draft.noteable)
    },
  }),
  answer(deleteIssueDraftNote, {
    about: draftOfApi,
    ability: 'draft:delete',
    run: async (ctx, draft) => {
      await deleteDraft(ctx, draft)
      return null
    },
  }),
  answer(publishIssueDraftNote, {
    about: draftOfApi,
    ability: 'draft:publish',
    run: async (ctx, draft, input) => {
      const issue = await load(ctx, 'issuable:comment', issueOfApi, input)
      const { discussionIds, outcome } = await publishDrafts(ctx, issue, { only: [draft.id] })
      // Another request published it while this one waited.
      if (discussionIds.length === 0 && outcome.done.length + outcome.refused.length === 0)
        throw new NotFound('Draft Note')
      return null
    },
  }),
  answer(publishIssueDraftNotes, {
    about: issueOfApi,
    ability: 'issuable:comment',
    run: async (ctx, issue) => {
      await publishDrafts(ctx, issue, {})
      return null
    },
  }),
]
