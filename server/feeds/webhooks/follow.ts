import type { Context } from '#server/context.ts'
import type { EventName, EventPayloads, Followed, WeftEvent } from '#server/platform/events/events.ts'
import { batched, later } from '#server/slice.ts'
import type { LoggedEvent } from './as-of.ts'
import { type HookCall, hooksFor, queueCalls } from './calls.ts'
import { issueCall } from './issue-calls.ts'
import { mergeRequestCall } from './merge-request-calls.ts'
import { noteCall } from './note-calls.ts'
import { pushCalls } from './push-calls.ts'
import { sendQueued } from './send.ts'
import { type HookSurroundings, surroundingsOf } from './surroundings.ts'

type Calls<Name extends EventName> = (
  ctx: Context,
  place: HookSurroundings,
  payload: EventPayloads[Name],
  event: LoggedEvent,
) => Promise<HookCall | null | readonly HookCall[]>

const batchedNames = ['note.created', 'issue.created', 'issue.closed', 'issue.reopened', 'issuable.changed'] as const
type BatchedName = (typeof batchedNames)[number]
type BatchedEvent = WeftEvent<BatchedName>

/** Frequent events, and those that a bulk edit records by the thousand, are handled in batches. */
const inBatches: { readonly [Name in BatchedName]: Calls<Name> } = {
  'note.created': (ctx, place, { noteId }, event) => noteCall(ctx, place, noteId, 'create', event),
  'issue.created': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'open', { event }),
  'issue.closed': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'close', { event }),
  'issue.reopened': (ctx, place, { issueId }, event) => issueCall(ctx, place, issueId, 'reopen', { event }),
  'issuable.changed': async (ctx, place, { issuableId, changes }, event) => {
    switch (await seriesOfIssuable(ctx, issuableId)) {
      case 'merge_request':
        return mergeRequestCall(ctx, place, issuableId, 'update', { changes, event })
      case 'issue':
        return issueCall(ctx, place, issuableId, 'update', { changes, event })
      default:
        return null
    }
  },
}

/** What each event tells webhooks. A kind of thing that has webhooks adds a line here, and its own file of payloads. */
export const webhookFollowers = [
  ...batchedNames.map(name => batched(name, tellInOrder)),
  follow('note.edited', (ctx, place, { noteId }, event) => noteCall(ctx, place, noteId, 'update', event)),
  follow('merge_request.created', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'open', { event }),
  ),
  follow('merge_request.closed', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'close', { event }),
  ),
  follow('merge_request.reopened', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'reopen', { event }),
  ),
  follow('merge_request.merged', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'merge', { event }),
  ),
  follow('merge_request.approved', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'approve', { event }),
  ),
  follow('merge_request.unapproved', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'unapproved', { event }),
  ),
  follow('merge_request.approvals_reset', (ctx, place, { issuableId }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'unapproved', { event }),
  ),
  follow('merge_request.pushed', (ctx, place, { issuableId, before }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { oldrev: before, event }),
  ),
  follow('merge_request.retargeted', (ctx, place, { issuableId, from, to }, event) =>
    mergeRequestCall(ctx, place, issuableId, 'update', { changes: [{ attribute: 'targetBranch', from, to }], event }),
  ),
  follow('repository.pushed', (ctx, place, { refs }) => pushCalls(ctx, place, refs)),
  later('webhook.queued', (ctx, { payload }) => sendQueued(ctx, payload.deliveryId)),
]

async function seriesOfIssuable(ctx: Context, id: number): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('issuables').select('series').where('id', '=', id).executeTakeFirst()
  return row?.series
}

function follow<Name extends EventName>(name: Name, calls: Calls<Name>) {
  return later(name, async (ctx, event) => {
    const found = await hooksFor(ctx, [event.namespaceId])
    await queueFor<Name>(ctx, found.get(event.namespaceId), calls, event)
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
  for (const { ctx, event } of followed) {
    // Each name has the calls for its payload.
    const calls = inBatches[event.name] as Calls<BatchedName>
    await queueFor<BatchedName>(ctx, found.get(event.namespaceId), calls, event)
  }
}

async function queueFor<Name extends EventName>(
  ctx: Context,
  callees: Awaited<ReturnType<typeof hooksFor>> extends ReadonlyMap<number, infer Rows> ? Rows | undefined : never,
  calls: Calls<Name>,
  { id = 0, namespaceId: projectId, payload, createdAt }: WeftEvent<Name>,
): Promise<void> {
  const place = callees === undefined ? null : await surroundingsOf(ctx, projectId)
  if (callees === undefined || place === null) return
  const told = await calls(ctx, place, payload, { id, createdAt })
  await queueCalls(ctx, projectId, callees, told === null ? [] : 'trigger' in told ? [told] : told, ctx.requestId)
}
