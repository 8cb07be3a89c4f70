import { sql } from 'kysely'
import type { TalkPageOperations } from '#contract/discuss/noteable-operations.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type DiscussedKind, findersOf, noteableById } from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { pageNotes } from '#server/discuss/notes/page/page.ts'
import { readPagePlace } from '#server/discuss/notes/positions/position.ts'
import type { CommandsOutcome } from '#server/discuss/quick-actions/run.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { draftFindersOf } from './find.ts'
import { pageDrafts } from './present.ts'
import { type Published, publishReview } from './publish.ts'
import { changeDraft, deleteDraft, discardDrafts, saveDraft } from './save.ts'
import { wordsOf } from './words.ts'

/** The answers of the page of a kind about unpublished comments. */
export function draftPageAnswers(kind: DiscussedKind, operations: TalkPageOperations): readonly Answer[] {
  const { noteableOfPage } = findersOf(kind)
  const { draftOfPage } = draftFindersOf(kind)
  return [
    answer(operations.listPageDrafts, {
      about: noteableOfPage,
      ability: 'issuable:read-drafts',
      run: (ctx, noteable) => pageDrafts(ctx, noteable),
    }),
    answer(operations.createPageDraft, {
      about: noteableOfPage,
      ability: 'issuable:comment',
      run: (ctx, found, input) =>
        orUnprocessable(async () => {
          const saved = input.draftNote ?? input.note ?? {}
          const { internal, confidential, type, resolveDiscussion } = saved
          const noteable = await stored(ctx, found)
          const id = await saveDraft(ctx, noteable, {
            body: wordsOf(input),
            replyTo: input.inReplyToDiscussionId || null,
            asThread: type === 'DiscussionNote',
            place: readPagePlace(saved),
            internal: internal ?? confidential ?? false,
            resolveDiscussion: resolveDiscussion ?? input.resolveDiscussion ?? null,
            idempotencyKey: input.idempotencyKey,
          })
          return shown(ctx, noteable, id)
        }),
    }),
    answer(operations.updatePageDraft, {
      about: draftOfPage,
      ability: 'draft:update',
      run: (ctx, draft, { draftNote: { note, resolveDiscussion, position, commitId } }) =>
        orUnprocessable(async () => {
          const place = readPagePlace({ position, commitId }) ?? undefined
          await changeDraft(ctx, draft, { body: note, resolveDiscussion, place })
          return shown(ctx, { ...draft.noteable, facts: draft.facts.noteable }, draft.id)
        }),
    }),
    answer(operations.deletePageDraft, {
      about: draftOfPage,
      ability: 'draft:delete',
      run: async (ctx, draft) => {
        await deleteDraft(ctx, draft)
        return new Reply<null>(200)
      },
    }),
    answer(operations.publishPageDrafts, {
      about: noteableOfPage,
      ability: 'issuable:comment',
      transaction: 'own',
      run: (outer, noteable, input) =>
        // The transaction must roll back drafts that are refused halfway, so errors are translated outside of it.
        orUnprocessable(() => {
          const { id, ids, flags, note, approve, reviewerState, approvalPassword } = input
          const only = id === undefined ? ids : [id]
          const review = {
            ...(only && { only }),
            verdict: approve ? ('approved' as const) : (reviewerState ?? undefined),
            password: approvalPassword,
            flags: new Map(flags?.map(flag => [flag.id, flag.resolveDiscussion])),
            ...(note !== undefined && { summary: note }),
          }
          return publishReview(outer, noteable, review, (ctx, published) => publishedJson(ctx, noteable.id, published))
        }),
    }),
    answer(operations.discardPageDrafts, {
      about: noteableOfPage,
      ability: 'issuable:read-drafts',
      run: async (ctx, noteable) => {
        await discardDrafts(ctx, noteable.id)
        return new Reply<null>(200)
      },
    }),
  ]
}

type OnPage = Parameters<typeof pageDrafts>[1] & { readonly facts: IssuableFacts }

async function shown(ctx: Context, noteable: OnPage, id: number) {
  const [draft] = await pageDrafts(ctx, noteable, id)
  if (draft === undefined) throw new NotFound('Draft Note')
  return draft
}

/** The discussions as they are now; none if a published command took the right to see them away. */
async function publishedJson(ctx: Context, noteableId: number, published: Published): Promise<RawJson> {
  const { discussionIds, keptIds, outcome } = published
  const noteable =
    discussionIds.length === 0 ? null : await loadIfAllowed(ctx, 'issuable:read', noteableById, noteableId)
  const notes =
    noteable === null
      ? null
      : await pageNotes(ctx, noteable, sql`n.discussion_id = any (${[...discussionIds]}::text[])`)
  const status =
    outcome.done.length + outcome.refused.length === 0 ? '' : `,"quick_actions_status":${statusOf(outcome)}`
  return new RawJson(`{"notes":${notes?.text ?? '[]'},"kept_ids":${JSON.stringify(keptIds)}${status}}`)
}

const statusOf = ({ done, refused, names }: CommandsOutcome): string =>
  JSON.stringify({ messages: done, error_messages: refused, command_names: names, commands_only: false })

/** @source rest.md 17.6: errors are one sentence */
async function orUnprocessable<T>(run: () => Promise<T>): Promise<T | Reply<never>> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const sentence = error.fields?.base?.[0] ?? error.message
    return new Reply<never>(422, new RawJson(JSON.stringify({ errors: sentence })))
  }
}
