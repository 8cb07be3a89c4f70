import type { Context } from '#server/context.ts'
import type { EventName, EventPayloads, Followed, WeftEvent } from '#server/platform/events/events.ts'
import { batched, later } from '#server/slice.ts'
import { type HookCall, hooksFor, queueCalls, sendQueued } from './deliveries.ts'
import { issueCall, type ToldState } from './issue-calls.ts'
import { mergeRequestCall } from './merge-request-calls.ts'
import { noteCall } from './note-calls.ts'
import { pushCalls } from './push-calls.ts'
import { type HookSurroundings, surroundingsOf } from './surroundings.ts'

type Calls<Name extends EventName> = (
  ctx: Context,
  place: HookSurroundings,
  payload: EventPayloads[Name],
  /** Of the item after the change, where an event behind it has changed the state again. */
  state?: ToldState,
) => Promise<HookCall | null | readonly HookCall[]>

const batchedNames = ['note.created', 'issue.created', 'issue.closed', 'issue.reopened', 'issuable.changed'] as const
type BatchedName = (typeof batchedNames)[number]
type BatchedEvent = WeftEvent<BatchedName>

/** Frequent events, and those that a bulk edit records by the thousand, are handled in batches. */
const inBatches: { readonly [Name in BatchedName]: Calls<Name> } = {
  'note.created': (ctx, place, { noteId }) => noteCall(ctx, place, noteId, 'create'),
  'issue.created': (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'open'),
  'issue.closed': (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'close'),
  'issue.reopened': (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'reopen'),
  'issuable.changed': async (ctx, place, { issuableId, changes }, state) =>
    (await isMergeRequest(ctx, issuableId))
      ? mergeRequestCall(ctx, place, issuableId, 'update', { changes })
      : issueCall(ctx, place, issuableId, 'update', { changes, state }),
}

/** What each event tells webhooks. A kind of thing that has webhooks adds a line here, and its own file of payloads. */
export const webhookFollowers = [
  ...batchedNames.map(name => batched(name, tellInOrder)),
  follow('note.edited', (ctx, place, { noteId }) => noteCall(ctx, place, noteId, 'update')),
  follow('merge_request.created', (ctx, place, { issuableId }) => mergeRequestCall(ctx, place, issuableId, 'open')),
  follow('merge_request.closed', (ctx, place, { issuableId }) => mergeRequestCall(ctx, place, issuableId, 'close')),
  follow('merge_request.reopened', (ctx, place, { issuableId }) => mergeRequestCall(ctx, place, issuableId, 'reopen')),
  follow('merge_request.merged', (ctx, place, { issuableId }) => mergeRequestCall(ctx, place, issuableId, 'merge')),
  follow('merge_request.approved', (ctx, place, { issuableId }) => mergeRequestCall(ctx, place, issuableId, 'approve')),
  follow('merge_request.unapproved', (ctx, place, { issuableId }) =>
    mergeRequestCall(ctx, place, issuableId, 'unapproved'),
  ),
  follow('merge_request.approvals_reset', (ctx, place, { issuableId }) =>
    mergeRequestCall(ctx, place, issuableId, 'unapproved'),
  ),
  follow('merge_request.pushed', (ctx, place, { issuableId, before }) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { oldrev: before }),
  ),
  follow('merge_request.retargeted', (ctx, place, { issuableId, from, to }) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { changes: [{ attribute: 'targetBranch', from, to }] }),
  ),
  follow('repository.pushed', (ctx, place, { refs }) => pushCalls(ctx, place, refs)),
  later('webhook.queued', (ctx, { payload }) => sendQueued(ctx, payload.deliveryId)),
]

async function isMergeRequest(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('issuables').select('type').where('id', '=', id).executeTakeFirst()
  return row?.type === 'merge_request'
}

function follow<Name extends EventName>(name: Name, calls: Calls<Name>) {
  return later(name, async (ctx, { namespaceId, payload }) => {
    const found = await hooksFor(ctx, [namespaceId])
    await queueFor(ctx, found.get(namespaceId), namespaceId, calls, payload)
  })
}

/** Events of all names in their order, so that a webhook hears of a close before the reopening. */
async function tellInOrder(followed: readonly Followed<Context, BatchedEvent>[]): Promise<void> {
  const [first] = followed
  if (first === undefined) return
  const found = await hooksFor(
    first.ctx,
    followed.map(({ event }) => event.namespaceId),
  )
  const states = statesAfter(followed.map(({ event }) => event))
  for (const [place, { ctx, event }] of followed.entries()) {
    // Each name has the calls for its payload.
    const calls = inBatches[event.name] as Calls<BatchedName>
    await queueFor<BatchedName>(
      ctx,
      found.get(event.namespaceId),
      event.namespaceId,
      (inner, around, payload) => calls(inner, around, payload, states[place]),
      event.payload,
    )
  }
}

/** The state of the issue after each event, as far as a later one of them tells; the row has only the last one. */
function statesAfter(events: readonly BatchedEvent[]): readonly (ToldState | undefined)[] {
  const before = new Map<number, ToldState>()
  return events
    .toReversed()
    .map(({ name, payload }) => {
      if (name === 'issuable.changed') return before.get((payload as EventPayloads['issuable.changed']).issuableId)
      if (name === 'issue.closed') before.set((payload as EventPayloads['issue.closed']).issueId, 'opened')
      if (name === 'issue.reopened') before.set((payload as EventPayloads['issue.reopened']).issueId, 'closed')
      return undefined
    })
    .reverse()
}

async function queueFor<Name extends EventName>(
  ctx: Context,
  callees: Awaited<ReturnType<typeof hooksFor>> extends ReadonlyMap<number, infer Rows> ? Rows | undefined : never,
  projectId: number,
  calls: Calls<Name>,
  payload: EventPayloads[Name],
): Promise<void> {
  const place = callees === undefined ? null : await surroundingsOf(ctx, projectId)
  if (callees === undefined || place === null) return
  const told = await calls(ctx, place, payload)
  await queueCalls(ctx, projectId, callees, told === null ? [] : 'trigger' in told ? [told] : told, ctx.requestId)
}
