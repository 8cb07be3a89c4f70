import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { NotFound } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import type { MergeRequestRow } from '../find.ts'

/**
 * Ask an assignee or reviewer for their attention, or no longer.
 *
 * @returns whether it is requested now
 * @throws NotFound  neither an assignee nor a reviewer, or the site or project has no attention requests
 */
export async function toggleAttention(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  userId: number,
): Promise<boolean> {
  const { id, namespaceId } = mergeRequest
  if (!(await readSiteSettings(ctx.db)).attentionRequestsEnabled) throw new NotFound('User')
  // If several toggles arrive at once, each sees the one before.
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ attentionRequested: boolean }>`
    with enabled as (select id from projects where id = ${namespaceId} and attention_requests_enabled),
      before as (select coalesce(bool_or(attention_requested), false) as was from (
        select attention_requested from issuable_assignees where issuable_id = ${id} and user_id = ${userId}
        union all select attention_requested from merge_request_reviewers where issuable_id = ${id} and user_id = ${userId}) now),
      assignee as (update issuable_assignees a set attention_requested = not before.was from before, enabled
        where a.issuable_id = ${id} and a.user_id = ${userId} returning a.attention_requested),
      reviewer as (update merge_request_reviewers r set attention_requested = not before.was from before, enabled
        where r.issuable_id = ${id} and r.user_id = ${userId} returning r.attention_requested)
    select attention_requested from assignee union select attention_requested from reviewer`.execute(ctx.db)
  const [now] = rows
  if (now === undefined) throw new NotFound('User')
  await ctx.events.record(
    'merge_request.attention_changed',
    { issuableId: id, userId, isRequested: now.attentionRequested },
    { namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
  return now.attentionRequested
}

interface Attended {
  readonly ctx: Context
  readonly issuableId: number
  readonly userId: number
}

/** People have seen to merge requests: their attention is requested no longer. @source product-rules.md 12 */
export async function endAttention(all: readonly Attended[]): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const given = sql`unnest(${all.map(each => each.issuableId)}::bigint[], ${all.map(each => each.userId)}::bigint[]) g (issuable_id, user_id)`
  const ended = (table: string) =>
    sql`update ${sql.table(table)} t set attention_requested = false from ${given}
      where t.issuable_id = g.issuable_id and t.user_id = g.user_id and t.attention_requested returning t.issuable_id`
  await transact(first.ctx, async inner => {
    const { rows } = await sql<Parameters<typeof topicsOfIssuable>[0]>`
      with assignees as (${ended('issuable_assignees')}), reviewers as (${ended('merge_request_reviewers')})
      select i.id, i.type, i.namespace_id, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
      where i.id in (select issuable_id from assignees union select issuable_id from reviewers)`.execute(inner.db)
    for (const mergeRequest of rows)
      await inner.events.record(
        'merge_request.checked',
        { issuableId: mergeRequest.id },
        { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
      )
  })
}
