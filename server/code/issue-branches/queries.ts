import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { issueJoins, issueJson } from '#server/plan/issues/present.ts'
import { type Paged, type Paging, pageOfJson } from '#server/slice.ts'
import { mergeRequestInFull, mergeRequestJoins, mergeRequestJson } from '../merge-requests/present.ts'

/** The template of a project for names of branches of issues; null for the usual one. */
export async function branchTemplateOf(ctx: Context, projectId: number): Promise<string | null> {
  const { rows } = await sql<{ issueBranchTemplate: string | null }>`
    select issue_branch_template from projects where id = ${projectId}`.execute(ctx.db)
  return rows[0]?.issueBranchTemplate ?? null
}

export async function labelsAndMilestoneOf(
  ctx: Context,
  issueId: number,
): Promise<{ readonly labelIds: readonly number[]; readonly milestoneId: number | null }> {
  const { rows } = await sql<{ labelIds: number[]; milestoneId: number | null }>`
    select array(select label_id from issuable_labels where issuable_id = i.id order by label_id) as label_ids, i.milestone_id
    from issuables i where i.id = ${issueId}`.execute(ctx.db)
  return rows[0] ?? { labelIds: [], milestoneId: null }
}

/** The rows of mentions of one text in another, for readers of all but internal comments. */
export const mentions = sql`issuable_references ir left join notes rn on rn.id = ir.source_note_id`

const closing = (issueId: number): RawBuilder<unknown> =>
  sql`select c.merge_request_id from merge_request_closes_issues c where c.issue_id = ${issueId}`

const related = (issueId: number): RawBuilder<unknown> =>
  sql`${closing(issueId)} union select ir.source_issuable_id from ${mentions}
    where ir.target_issuable_id = ${issueId} and rn.internal is not true`

/** Whether some merge request, of all that there are, closes an issue or mentions it. */
export async function hasMergeRequests(ctx: Context, issueId: number): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select exists (
    select 1 from issuables i where i.series = 'merge_request' and i.id in (${related(issueId)})) as is_there`.execute(
    ctx.db,
  )
  return rows[0]?.isThere === true
}

/** Merge requests that close an issue or mention it, for whom the actor may know of. @source product-rules.md 3 */
export function listRelatedTo<T>(ctx: Context, issueId: number, input: Paging): Promise<Paged<T>> {
  return pageOfJson<T>(ctx, input, {
    item: mergeRequestInFull(ctx),
    matching: mergeRequestsAmong(ctx, related(issueId)),
    order: sql`i.id`,
  })
}

/** Merge requests that close an issue when they are merged, as far as the actor may know of them. */
export function listClosing<T>(ctx: Context, issueId: number, input: Paging): Promise<Paged<T>> {
  return pageOfJson<T>(ctx, input, {
    item: mergeRequestJson(ctx),
    matching: mergeRequestsAmong(ctx, closing(issueId)),
    order: sql`i.id`,
  })
}

const mergeRequestsAmong = (ctx: Context, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`issuables i ${mergeRequestJoins} where i.id in (${ids}) and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}`

const closed = (mergeRequestId: number): RawBuilder<unknown> =>
  sql`select c.issue_id from merge_request_closes_issues c where c.merge_request_id = ${mergeRequestId}`

/** Issues that a merge request closes when it is merged, as far as the actor may know of them. */
export const listClosedBy = <T>(ctx: Context, mergeRequestId: number, input: Paging): Promise<Paged<T>> =>
  issuesAmong<T>(ctx, closed(mergeRequestId), input)

/** Issues that a merge request closes or mentions. */
export const listMentionedBy = <T>(ctx: Context, mergeRequestId: number, input: Paging): Promise<Paged<T>> =>
  issuesAmong<T>(
    ctx,
    sql`${closed(mergeRequestId)} union select ir.target_issuable_id from ${mentions}
      where ir.source_issuable_id = ${mergeRequestId} and rn.internal is not true`,
    input,
  )

const issuesAmong = <T>(ctx: Context, ids: RawBuilder<unknown>, input: Paging): Promise<Paged<T>> =>
  pageOfJson<T>(ctx, input, {
    item: sql`(${issueJson(ctx)})::json`,
    matching: sql`issuables i ${issueJoins(ctx)} where i.id in (${ids}) and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`,
    order: sql`i.id`,
  })
