import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { objectWhere } from '#server/platform/sql/shape.ts'
import { headPipelineStatus } from '../../pipelines/head-pipeline.ts'
import { mayMerge } from '../../protected-refs/merge-right.ts'
import { lacksApprovals } from '../approvals/approved.ts'
import { detailedMergeStatus, head } from '../present.ts'

/** States of a review that is still to be given. */
const isAwaited = (review: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${review}.state`)} in ('unreviewed', 'review_started', 'unapproved')`

const reviews = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from merge_request_reviewers tr where tr.issuable_id = i.id and ${condition})`

const hasOpenThreads = sql`exists (select 1 from notes tn where tn.issuable_id = i.id and tn.resolvable and tn.resolved_at is null)`

/** The action that the page shows once everyone has agreed to the merge. */
const ofMerge = sql`(select case ${detailedMergeStatus} when 'mergeable' then 'merge' when 'need_rebase' then 'rebase' else 'blocked' end
  from projects p where p.id = mr.namespace_id)`

/**
 * The reason for which a merge request waits, over `issuables i`, `merge_requests mr` and `namespaces n`; null where it
 * is not open, or in a project that is read-only. Faults that its author has to fix come first, then the reviews, then
 * the merge.
 */
const reason: RawBuilder<unknown> = sql`case when i.state <> 'opened' or n.inactive then null
  when mr.draft then 'draft'
  when ${reviews(sql`tr.state = 'requested_changes'`)} then 'changes_requested'
  when mr.merge_status = 'cannot_be_merged' then 'conflicts'
  when ${headPipelineStatus(head)} = 'failed' then 'pipeline_failed'
  when ${reviews(isAwaited('tr'))} then 'review'
  when ${hasOpenThreads} then 'threads'
  when not ${reviews(sql`true`)} and not exists (select 1 from merge_request_approvals ta where ta.merge_request_id = i.id) then 'no_reviewers'
  when ${lacksApprovals} then 'approvals'
  else ${ofMerge} end`

/**
 * The turn of a merge request, as JSON: `{ reason, is_mine }`, null where the merge request waits for no one. It is the
 * turn of the author and assignees, of the reviewers who have not answered, or of those who can merge: the author and
 * assignees, and the reviewers where none of these can.
 *
 * Works over `issuables i`, `merge_requests mr` and `namespaces n`.
 */
export const turnJson = (ctx: Context): RawBuilder<unknown> =>
  sql`(select ${objectWhere(sql`t.reason`, { reason: sql`t.reason`, is_mine: isMineBy(ctx, sql`t.reason`) })}
    from (select ${reason} as reason) t)`

/** The merge requests that wait for the actor, as a condition on `issuables i`. */
export const isMyTurn = (ctx: Context): RawBuilder<unknown> =>
  sql`exists (select 1 from merge_requests mr join namespaces n on n.id = mr.namespace_id cross join lateral (select ${reason} as reason) t
    where mr.id = i.id and t.reason is not null and ${isMineBy(ctx, sql`t.reason`)})`

function isMineBy(ctx: Context, why: RawBuilder<unknown>): RawBuilder<unknown> {
  if (ctx.actor.kind === 'anonymous') return sql`false`
  const { id } = ctx.actor
  const assigned = (person: RawBuilder<unknown>) =>
    sql`exists (select 1 from issuable_assignees ta where ta.issuable_id = i.id and ${person})`
  const isOwn = sql`(i.author_id = ${id} or ${assigned(sql`ta.user_id = ${id}`)})`
  const ownersMerge = sql`(${mayMerge(sql`i.author_id`)} or ${assigned(mayMerge(sql`ta.user_id`))})`
  return sql`case ${why} when 'review' then ${reviews(sql`tr.user_id = ${id} and ${isAwaited('tr')}`)}
    when 'blocked' then false
    when 'merge' then ${mayMerge(sql`${id}::bigint`)} and (${isOwn} or (not ${ownersMerge} and ${reviews(sql`tr.user_id = ${id}`)}))
    else ${isOwn} end`
}
