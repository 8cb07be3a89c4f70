import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { draftsOf } from '#server/discuss/draft-notes/find.ts'
import { publishDrafts, submitsReview } from '#server/discuss/draft-notes/publish.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import type { CommandOutcome, CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { Invalid, NotFound, Unauthenticated } from '#server/errors.ts'
import { readingPeople } from '#server/plan/issuables/attributes/people-words.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { approve, unapprove } from '../approvals/approve.ts'
import { mergeRequestById } from '../find.ts'
import { messages } from './messages.ts'
import { requestReviewAgain } from './request-again.ts'
import { reviewersNamed } from './reviewers-named.ts'

const common = {
  aliases: [],
  types: ['merge_request'],
  // A merge request that is not created yet has no reviews.
  isOffered: (target: CommandTarget) => target.id !== 0 && target.state === 'opened',
} as const

/** @source product-rules.md 7 */
export const reviewQuickActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'approve',
    parameter: null,
    description: 'Approve this merge request',
    ability: 'issuable:approve',
    explain: async () => 'Approves this merge request.',
    run: (ctx, target) =>
      refusing(messages.cannotApprove, async () => {
        await approve(ctx, await readable(ctx, target))
        return { done: messages.approved }
      }),
  },
  {
    ...common,
    name: 'unapprove',
    parameter: null,
    description: 'Revoke your approval of this merge request',
    ability: 'issuable:approve',
    explain: async () => 'Revokes your approval of this merge request.',
    run: (ctx, target) =>
      refusing(messages.hasNotApproved, async () => {
        await unapprove(ctx, await readable(ctx, target))
        return { done: messages.unapproved }
      }),
  },
  {
    ...common,
    name: 'request_review',
    parameter: '@user1 @user2',
    description: 'Request a review, or another one',
    ability: 'issuable:set-metadata',
    isOffered: () => true,
    explain: async (ctx, _target, argument) => {
      const reading = readPeople(ctx, argument)
      return 'refused' in reading ? reading : reading.will
    },
    run: async (ctx, target, argument) => {
      const reading = readPeople(ctx, argument)
      if ('refused' in reading) return reading
      const mergeRequest = await load(ctx, 'issuable:update', mergeRequestById, { id: target.id })
      // Existing reviewers are asked again.
      for (const id of await reviewersNamed(ctx, target.id, peopleIn(ctx, argument)))
        await requestReviewAgain(ctx, mergeRequest, id)
      await changeIssuable(ctx, mergeRequest, reading.changes, { isStrict: true })
      return { done: reading.did }
    },
  },
  {
    ...common,
    name: 'submit_review',
    parameter: 'approve | requested_changes | reviewed',
    description: 'Submit your review',
    ability: 'issuable:comment',
    explain: async (_ctx, _target, argument) =>
      verdictOf(argument) === null ? { refused: messages.verdicts } : 'Submits your review.',
    run: async (ctx, target, argument) => {
      const verdict = verdictOf(argument)
      if (verdict === null) return { refused: messages.verdicts }
      // The comment with this command is published by the call that publishes it.
      const others = (await draftsOf(ctx, target.id)).filter(draft => !submitsReview(draft))
      const noteable = await load(ctx, 'issuable:comment', noteableById, target.id)
      await publishDrafts(ctx, noteable, { only: others.map(draft => draft.id), verdict })
      return { done: 'Submitted your review.' }
    },
  },
]

function verdictOf(argument: string): ReviewVerdict | null {
  switch (argument.trim().toLowerCase()) {
    case '':
    case 'reviewed':
      return 'reviewed'
    case 'approve':
    case 'approved':
      return 'approved'
    case 'requested_changes':
    case 'request_changes':
      return 'requested_changes'
    default:
      return null
  }
}

/** The people, in the order of `readingPeople`. */
const peopleIn = (ctx: Context, argument: string) =>
  argument
    .split(/[\s,]+/)
    .map(word => (word === 'me' && ctx.actor.kind === 'user' ? ctx.actor.username : word.replace(/^@/, '')))

const readPeople = (ctx: Context, argument: string) =>
  readingPeople(
    ctx,
    'request_review',
    argument,
    add => ({ reviewers: { add } }),
    names => [`Requests a review from ${names}.`, `Requested a review from ${names}.`],
  )

const readable = (ctx: Context, { id }: CommandTarget) => load(ctx, 'issuable:read', mergeRequestById, { id })

async function refusing(sentence: string, run: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof NotFound) return { refused: sentence }
    const reason = error instanceof Invalid ? error.fields?.base?.[0] : undefined
    if (reason !== undefined) return { refused: reason }
    throw error
  }
}
