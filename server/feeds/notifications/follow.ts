import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import type { Context } from '#server/context.ts'
import { emptyText, type Mentioned } from '#server/discuss/references/render.ts'
import { mailOf } from '#server/plan/issuables/all-attributes.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import { batched, later } from '#server/slice.ts'
import { occasions } from './levels.ts'
import { beginning, type NotificationContent } from './notification-content.ts'
import { type Notification, notify, notifyAll } from './notify.ts'

const mergeRequestStates = [
  ['merge_request.closed', 'mergeRequestClosed', 'closed'],
  ['merge_request.reopened', 'mergeRequestReopened', 'reopened'],
  ['merge_request.merged', 'merged', 'merged'],
] as const

/** Mails about a change are sent after its commit. */
export const notificationsFollowers = [
  batched('note.created', followed =>
    notifyAll(
      followed.flatMap(({ ctx, event: { payload } }) =>
        payload.isOfReview ? [] : [writtenNote(ctx, payload.issuableId, payload)],
      ),
    ),
  ),
  later('review.published', (ctx, { payload: { issuableId, notes, verdict }, createdAt }) =>
    notifyAll([
      ...(verdict === undefined
        ? []
        : [saidOf(ctx, issuableId, verdictWords[verdict], `${verdict}_${stamp(createdAt)}`)]),
      ...notes.map(note => writtenNote(ctx, issuableId, note)),
    ]),
  ),
  later('merge_request.approved', async (ctx, { payload: { issuableId, isOfReview }, createdAt }) => {
    if (!isOfReview) await notifyAll([saidOf(ctx, issuableId, verdictWords.approved, `approved_${stamp(createdAt)}`)])
  }),
  later('merge_request.unapproved', (ctx, { payload: { issuableId }, createdAt }) =>
    notifyAll([saidOf(ctx, issuableId, 'revoked the approval of the merge request', `unapproved_${stamp(createdAt)}`)]),
  ),
  later('merge_request.reviewed', async (ctx, { payload: { issuableId, state, isOfReview }, createdAt }) => {
    if (!isOfReview) await notifyAll([saidOf(ctx, issuableId, verdictWords[state], `${state}_${stamp(createdAt)}`)])
  }),
  later('merge_request.review_requested', (ctx, { payload: { issuableId, userId }, createdAt }) =>
    notify(
      ctx,
      { ...about(issuableId), occasion: occasions.reviewersChanged, concernedIds: [userId] },
      sentence(issuableId, `${nameOf(ctx)} requested another review.`, `review_requested_${stamp(createdAt)}`),
    ),
  ),
  batched('issue.created', followed =>
    notifyAll(
      followed.flatMap(({ ctx, event: { payload } }) => {
        const { issueId, assigneeIds, labelIds, named, movedFromId, isImported } = payload
        if (movedFromId !== undefined || isImported) return []
        const { mentioned } = named
        return {
          ctx,
          audience: { ...about(issueId), occasion: occasions.newIssue, mentioned, concernedIds: assigneeIds, labelIds },
          content: {
            issuableId: issueId,
            noteId: null,
            lead: `${nameOf(ctx)} created an issue:`,
            described: true,
            part: beginning,
          },
        }
      }),
    ),
  ),
  later('merge_request.created', (ctx, { payload }) => {
    const { issuableId, assigneeIds, reviewerIds, labelIds, named } = payload
    return notify(
      ctx,
      {
        ...about(issuableId),
        occasion: occasions.newMergeRequest,
        mentioned: named.mentioned,
        concernedIds: [...assigneeIds, ...reviewerIds],
        labelIds,
      },
      { issuableId, noteId: null, lead: `${nameOf(ctx)} created a merge request:`, described: true, part: beginning },
    )
  }),
  ...mergeRequestStates.map(([event, occasion, verb]) =>
    later(event, (ctx, { payload: { issuableId }, createdAt }) =>
      notify(
        ctx,
        { ...about(issuableId), occasion: occasions[occasion] },
        sentence(issuableId, `${nameOf(ctx)} ${verb} the merge request.`, `${verb}_${stamp(createdAt)}`),
      ),
    ),
  ),
  later('merge_request.pushed', (ctx, { payload: { issuableId, before, commitCount, isForced }, createdAt }) => {
    if (before === null) return Promise.resolve()
    const amount = `${commitCount} ${commitCount === 1 ? 'commit' : 'commits'}`
    const lead = `${nameOf(ctx)} ${isForced ? 'force-pushed to' : `pushed ${amount} to`} the merge request.`
    return notify(
      ctx,
      { ...about(issuableId), occasion: occasions.pushedToMergeRequest },
      sentence(issuableId, lead, `pushed_${stamp(createdAt)}`),
    )
  }),
  later('epic.created', async (ctx, { payload: { issuableId, assigneeIds, labelIds, named, promotedFromId } }) => {
    if (promotedFromId !== undefined) return
    await notify(
      ctx,
      {
        ...about(issuableId),
        occasion: occasions.newEpic,
        mentioned: named.mentioned,
        concernedIds: assigneeIds,
        labelIds,
      },
      { issuableId, noteId: null, lead: `${nameOf(ctx)} created an epic:`, described: true, part: beginning },
    )
  }),
  ...(
    [
      ['epic.closed', 'closed'],
      ['epic.reopened', 'reopened'],
    ] as const
  ).map(([event, verb]) =>
    later(event, (ctx, { payload: { issuableId }, createdAt }) =>
      notify(
        ctx,
        { ...about(issuableId), occasion: occasions[verb] },
        sentence(issuableId, `${nameOf(ctx)} ${verb} the epic.`, `${verb}_${stamp(createdAt)}`),
      ),
    ),
  ),
  // Handled in batches: a bulk edit closes, reopens or changes thousands of items.
  batched('issue.closed', followed =>
    notifyAll(
      followed.flatMap(({ ctx, event: { payload, createdAt } }) => {
        const { issueId, movedToId, promotedToId, isImported } = payload
        if (movedToId !== undefined || promotedToId !== undefined || isImported) return []
        return stateChangeOf(ctx, issueId, 'closed', createdAt)
      }),
    ),
  ),
  // The mail does not name the project: not every recipient may know of it.
  later('issue.moved', (ctx, { payload: { issueId }, createdAt }) =>
    notify(
      ctx,
      { ...about(issueId), occasion: occasions.closed },
      sentence(issueId, `${nameOf(ctx)} moved the issue to another project.`, `moved_${stamp(createdAt)}`),
    ),
  ),
  later('issue.promoted', (ctx, { payload: { issueId }, createdAt }) =>
    notify(
      ctx,
      { ...about(issueId), occasion: occasions.closed },
      sentence(issueId, `${nameOf(ctx)} promoted the issue to an epic.`, `promoted_${stamp(createdAt)}`),
    ),
  ),
  batched('issue.reopened', followed =>
    notifyAll(
      followed.map(({ ctx, event: { payload, createdAt } }) =>
        stateChangeOf(ctx, payload.issueId, 'reopened', createdAt),
      ),
    ),
  ),
  batched('issuable.changed', followed =>
    notifyAll(
      followed.flatMap(({ ctx, event: { payload, createdAt } }) =>
        payload.changes.flatMap(change => attributeChangeOf(ctx, payload.issuableId, change, createdAt)),
      ),
    ),
  ),
  later('text.named', async (ctx, { payload, createdAt }) => {
    // The edit of a note sends no mail; the first version of a text is mailed with the item.
    if (!payload.isEdit || payload.noteId !== null) return
    const { issuableId } = payload
    await notify(
      ctx,
      // Groups are named again with each edit: only persons are known to be new.
      {
        ...about(issuableId),
        occasion: occasions.newIssue,
        mentioned: { ...payload.mentioned, groupIds: [], all: false },
        onlyNamed: true,
      },
      {
        issuableId,
        noteId: null,
        lead: `${nameOf(ctx)} mentioned you in the description:`,
        described: true,
        part: `edit_${stamp(createdAt)}`,
      },
    )
  }),
]

const verdictWords: Readonly<Record<ReviewVerdict, string>> = {
  approved: 'approved the merge request',
  requested_changes: 'requested changes to the merge request',
  reviewed: 'reviewed the merge request',
}

const saidOf = (ctx: Context, issuableId: number, words: string, part: string): Notification => ({
  ctx,
  audience: { ...about(issuableId), occasion: occasions.approved },
  content: sentence(issuableId, `${nameOf(ctx)} ${words}.`, part),
})

const stateChangeOf = (ctx: Context, issuableId: number, verb: 'closed' | 'reopened', at: string): Notification => ({
  ctx,
  audience: { ...about(issuableId), occasion: occasions[verb] },
  content: sentence(issuableId, `${nameOf(ctx)} ${verb} the issue.`, `${verb}_${stamp(at)}`),
})

function attributeChangeOf(
  ctx: Context,
  issuableId: number,
  change: AttributeChange,
  at: string,
): readonly Notification[] {
  const mail = mailOf(change)
  if (mail === null) return []
  const { text, occasion, labelIds, concernedIds = [] } = mail
  return [
    {
      ctx,
      audience: {
        ...about(issuableId),
        occasion: occasions[occasion],
        concernedIds,
        ...(labelIds !== undefined && { labelIds, onlyNamed: true }),
      },
      content: sentence(issuableId, `${nameOf(ctx)} ${text}.`, `${change.attribute}_${stamp(at)}`),
    },
  ]
}

interface WrittenNote {
  readonly noteId: number
  readonly internal: boolean
  readonly mentioned: Mentioned
}

function writtenNote(ctx: Context, issuableId: number, { noteId, internal, mentioned }: WrittenNote): Notification {
  const lead = `${nameOf(ctx)} ${internal ? 'wrote an internal note' : 'commented'}:`
  return {
    ctx,
    audience: { issuableId, internal, occasion: occasions.newNote, mentioned, concernedIds: [] },
    content: { issuableId, noteId, lead, part: `note_${noteId}` },
  }
}

const about = (issuableId: number) => ({
  issuableId,
  internal: false,
  mentioned: emptyText.mentioned,
  concernedIds: [],
})

const sentence = (issuableId: number, lead: string, part: string): NotificationContent => ({
  issuableId,
  noteId: null,
  lead,
  part,
})

const nameOf = (ctx: Context): string => (ctx.actor.kind === 'user' ? ctx.actor.name : 'Somebody')
const stamp = (moment: string): string => moment.replace(/\D/g, '')
