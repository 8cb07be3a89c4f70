import type { Context } from '#server/context.ts'
import type { EventName, EventPayloads, Followed, WeftEvent } from '#server/platform/events/events.ts'
import { batched, later } from '#server/slice.ts'
import type { LoggedEvent } from './as-of.ts'
import { type HookCall, hooksFor, queueCalls } from './calls.ts'
import { deploymentCall } from './deployment-calls.ts'
import { emojiCall } from './emoji-calls.ts'
import { issueCall } from './issue-calls.ts'
import { type MergeRequestAction, mergeRequestCall } from './merge-request-calls.ts'
import { milestoneActions, milestoneCall } from './milestone-calls.ts'
import { noteCall } from './note-calls.ts'
import { pushCalls } from './push-calls.ts'
import { releaseCall } from './release-calls.ts'
import { sendQueued } from './send.ts'
import { type HookSurroundings, surroundingsOf } from './surroundings.ts'

type Calls<Name extends EventName> = (
  ctx: Context,
  place: HookSurroundings,
  payload: EventPayloads[Name],
  event: LoggedEvent,
) => Promise<HookCall | null | readonly HookCall[]>

const toldNames = [
  ...(['note.created', 'note.edited', 'issue.created', 'issue.closed', 'issue.reopened', 'issuable.changed'] as const),
  ...(['merge_request.created', 'merge_request.closed', 'merge_request.reopened', 'merge_request.merged'] as const),
  ...(['merge_request.approved', 'merge_request.unapproved', 'merge_request.approvals_reset'] as const),
  ...(['merge_request.pushed', 'merge_request.retargeted', 'repository.pushed'] as const),
  ...(['reaction.added', 'reaction.removed'] as const),
  'deployment.changed' as const,
  ...(['release.created', 'release.updated', 'release.deleted'] as const),
  ...(['milestone.created', 'milestone.closed', 'milestone.activated', 'milestone.deleted'] as const),
] as const
type ToldName = (typeof toldNames)[number]
type ToldEvent = WeftEvent<ToldName>

type MilestoneName = keyof typeof milestoneActions
/** The events of projects only. */
type ProjectName = Exclude<ToldName, MilestoneName>
type MergeRequestName = Extract<ToldName, `merge_request.${string}`>

const ofMergeRequest =
  <Name extends MergeRequestName>(action: MergeRequestAction): Calls<Name> =>
  (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, action, { event })

/** The calls for each event. A new kind of item with webhooks adds a line here and a file of payloads. */
const callsOf: { readonly [Name in ProjectName]: Calls<Name> } = {
  'note.created': (ctx, place, { noteId }, event) => noteCall(ctx, place, noteId, 'create', event),
  'note.edited': (ctx, place, { noteId }, event) => noteCall(ctx, place, noteId, 'update', event),
  'issue.created': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'open', { event }),
  'issue.closed': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'close', { event }),
  'issue.reopened': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'reopen', { event }),
  'issuable.changed': async (ctx, place, { issuableId, changes, descriptionVersionId }, event) => {
    switch (await seriesOfIssuable(ctx, issuableId)) {
      case 'merge_request':
        return mergeRequestCall(ctx, place, issuableId, 'update', { changes, descriptionVersionId, event })
      case 'issue':
        return issueCall(ctx, place, issuableId, 'update', { changes, descriptionVersionId, event })
      default:
        return null
    }
  },
  'merge_request.created': ofMergeRequest('open'),
  'merge_request.closed': ofMergeRequest('close'),
  'merge_request.reopened': ofMergeRequest('reopen'),
  'merge_request.merged': ofMergeRequest('merge'),
  'merge_request.approved': ofMergeRequest('approve'),
  'merge_request.unapproved': ofMergeRequest('unapproved'),
  'merge_request.approvals_reset': ofMergeRequest('unapproved'),
  'merge_request.pushed': (ctx, place, { issuableId, before }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { oldrev: before, event }),
  'merge_request.retargeted': (ctx, place, { issuableId, from, to }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { changes: [{ attribute: 'targetBranch', from, to }], event }),
  'repository.pushed': (ctx, place, { refs, options }) => pushCalls(ctx, place, refs, options?.told),
  'deployment.changed': (ctx, place, { deploymentId, status }, { createdAt: at }) =>
    deploymentCall(ctx, place, deploymentId, { status, at }),
  'reaction.added': (ctx, place, payload, event) => emojiCall(ctx, place, payload, 'award', event),
  'reaction.removed': (ctx, place, payload, event) => emojiCall(ctx, place, payload, 'revoke', event),
  'release.created': (ctx, place, payload) => releaseCall(ctx, place, payload, 'create'),
  'release.updated': (ctx, place, payload) => releaseCall(ctx, place, payload, 'update'),
  'release.deleted': (ctx, place, payload) => releaseCall(ctx, place, payload, 'delete'),
}

export const webhookFollowers = [
  ...toldNames.map(name => batched(name, tellInOrder)),
  later('webhook.queued', (ctx, { payload }) => sendQueued(ctx, payload.deliveryId)),
]

async function seriesOfIssuable(ctx: Context, id: number): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('issuables').select('series').where('id', '=', id).executeTakeFirst()
  return row?.series
}

/** Tell events of all names in their order, so that a webhook gets a close before the reopening, and a push before its merge request. */
async function tellInOrder(followed: readonly Followed<Context, ToldEvent>[]): Promise<void> {
  const [first] = followed
  if (first === undefined) return
  const found = await hooksFor(
    first.ctx,
    followed.map(({ event }) => event.namespaceId),
  )
  for (const { ctx, event } of followed) {
    const callees = found.get(event.namespaceId)
    if (callees === undefined) continue
    const told = await toldOf(ctx, event)
    await queueCalls(
      ctx,
      event.namespaceId,
      callees,
      told === null ? [] : 'trigger' in told ? [told] : told,
      ctx.requestId,
    )
  }
}

async function toldOf(ctx: Context, event: ToldEvent): Promise<HookCall | null | readonly HookCall[]> {
  const { id = 0, name, namespaceId, payload, createdAt } = event
  // Each name has the payload of its calls.
  if (isOfMilestone(name))
    return milestoneCall(ctx, namespaceId, payload as EventPayloads['milestone.deleted'], milestoneActions[name])
  const place = await surroundingsOf(ctx, namespaceId)
  if (place === null) return null
  return (callsOf[name] as Calls<ProjectName>)(ctx, place, payload as EventPayloads[ProjectName], { id, createdAt })
}

const isOfMilestone = (name: ToldName): name is MilestoneName => name in milestoneActions
