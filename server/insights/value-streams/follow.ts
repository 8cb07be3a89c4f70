import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { EventName, EventPayloads, Followed, WeftEvent } from '#server/platform/events/events.ts'
import { batched, later, on } from '#server/slice.ts'
import { oldestCommitOf } from './first-commit.ts'
import { readMoments, storeFirstCommit } from './moments.ts'

/** The items whose moments an event may change, by the name of the event. */
const itemsOf = {
  'issue.created': (_ctx, { issueId }) => [issueId],
  'issue.closed': (_ctx, { issueId }) => [issueId],
  'issue.reopened': (_ctx, { issueId }) => [issueId],
  'issue.commit_mentioned': (_ctx, { issueId }) => [issueId],
  'issuable.changed': (_ctx, { issuableId }) => [issuableId],
  'note.created': (_ctx, { issuableId }) => [issuableId],
  'merge_request.created': (_ctx, { issuableId }) => [issuableId],
  'merge_request.closed': (_ctx, { issuableId }) => [issuableId],
  'merge_request.reopened': (_ctx, { issuableId }) => [issuableId],
  'merge_request.merged': (_ctx, { issuableId }) => [issuableId],
  'merge_request.approved': (_ctx, { issuableId }) => [issuableId],
  'merge_request.unapproved': (_ctx, { issuableId }) => [issuableId],
  'merge_request.approvals_reset': (_ctx, { issuableId }) => [issuableId],
  'pipeline.changed': async (ctx, { projectId, sha }) => {
    const { rows } = await sql<{
      id: number
    }>`select id from merge_requests where namespace_id = ${projectId} and head_sha = ${sha}`.execute(ctx.db)
    return rows.map(({ id }) => id)
  },
  'deployment.compared': async (ctx, { deploymentId }) => {
    const { rows } = await sql<{ id: number }>`
      with carried as (select merge_request_id as id from deployment_merge_requests where deployment_id = ${deploymentId})
      select id from carried union
      select c.issue_id from merge_request_closes_issues c join carried on carried.id = c.merge_request_id`.execute(
      ctx.db,
    )
    return rows.map(({ id }) => id)
  },
} satisfies {
  readonly [Name in EventName]?: (
    ctx: Context,
    payload: EventPayloads[Name],
  ) => readonly number[] | Promise<readonly number[]>
}

type ReadName = keyof typeof itemsOf
const readNames = Object.keys(itemsOf) as readonly ReadName[]

/** Read the moments of all items of a batch of events, each once. */
async function readAll(followed: readonly Followed<Context, WeftEvent<ReadName>>[]): Promise<void> {
  const [first] = followed
  if (first === undefined) return
  const found = new Set<number>()
  for (const { ctx, event } of followed) {
    // Each name has the payload of its function.
    const find = itemsOf[event.name] as (
      ctx: Context,
      payload: unknown,
    ) => readonly number[] | Promise<readonly number[]>
    for (const id of await find(ctx, event.payload)) found.add(id)
  }
  await readMoments(first.ctx.db, [...found])
}

export const valueStreamFollowers = [
  ...readNames.map(name => batched(name, readAll)),
  later(
    'merge_request.created',
    async (ctx, { payload: { issuableId } }) => {
      const at = await oldestCommitOf(ctx.db, ctx.services.settings, issuableId)
      if (at !== null) await storeFirstCommit(ctx.db, issuableId, at)
    },
    { takesLong: true },
  ),
  on('label.merged', (ctx, { payload: { labelId, intoId } }) => joinLabels(ctx, [labelId], intoId)),
  on('label.promoted', (ctx, { payload: { labelId, joinedIds } }) => joinLabels(ctx, joinedIds, labelId)),
]

/** Stages about a label that was merged into another one are about that one, with the moments of both. */
async function joinLabels(ctx: Context, goneIds: readonly number[], intoId: number): Promise<void> {
  const isGone = (name: string) => sql`${sql.ref(name)} = any (${goneIds}::bigint[])`
  await sql`with starting as (update value_stream_stages set start_label_id = ${intoId} where ${isGone('start_label_id')}),
      ending as (update value_stream_stages set end_label_id = ${intoId} where ${isGone('end_label_id')}),
      gone as (delete from issuable_moments where ${isGone('label_id')} returning *)
    insert into issuable_moments as m (issuable_id, namespace_id, event, label_id, at)
    select issuable_id, min(namespace_id), event, ${intoId}, case when event like '%removed' then max(at) else min(at) end
    from gone group by issuable_id, event
    on conflict (issuable_id, event, label_id) do update
      set at = case when m.event like '%removed' then greatest(m.at, excluded.at) else least(m.at, excluded.at) end`.execute(
    ctx.db,
  )
}
