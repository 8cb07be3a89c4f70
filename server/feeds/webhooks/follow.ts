import type { Context } from '#server/context.ts'
import type { EventName, EventPayloads } from '#server/platform/events/events.ts'
import { batched, later } from '#server/slice.ts'
import { type HookCall, hooksFor, queueCalls, sendQueued } from './deliveries.ts'
import { issueCall } from './issue-calls.ts'
import { mergeRequestCall } from './merge-request-calls.ts'
import { noteCall } from './note-calls.ts'
import { pushCalls } from './push-calls.ts'
import { type HookSurroundings, surroundingsOf } from './surroundings.ts'

type Calls<Name extends EventName> = (
  ctx: Context,
  place: HookSurroundings,
  payload: EventPayloads[Name],
) => Promise<HookCall | null | readonly HookCall[]>

/** What each event tells webhooks. A kind of thing that has webhooks adds a line here, and its own file of payloads. */
export const webhookFollowers = [
  // Frequent events, and those that a bulk edit records by the thousand, are handled in batches.
  ...[
    followBatch('note.created', (ctx, place, { noteId }) => noteCall(ctx, place, noteId, 'create')),
    followBatch('issue.created', (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'open')),
    followBatch('issue.closed', (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'close')),
    followBatch('issue.reopened', (ctx, place, { issueId }) => issueCall(ctx, place, issueId, 'reopen')),
    followBatch('issuable.changed', async (ctx, place, { issuableId, changes }) =>
      (await isMergeRequest(ctx, issuableId))
        ? mergeRequestCall(ctx, place, issuableId, 'update', { changes })
        : issueCall(ctx, place, issuableId, 'update', changes),
    ),
  ],
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

function followBatch<Name extends EventName>(name: Name, calls: Calls<Name>) {
  return batched(name, async followed => {
    const [first] = followed
    if (first === undefined) return
    const found = await hooksFor(
      first.ctx,
      followed.map(({ event }) => event.namespaceId),
    )
    for (const { ctx, event } of followed)
      await queueFor(ctx, found.get(event.namespaceId), event.namespaceId, calls, event.payload)
  })
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
