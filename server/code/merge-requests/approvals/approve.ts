import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Invalid, NotFound, Unauthenticated } from '#server/errors.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { repositoryOf } from '../../repository/open.ts'
import type { MergeRequestRow, ReadableMergeRequest } from '../find.ts'
import { versionOf } from '../versions/versions.ts'
import { messages } from './messages.ts'

interface Approving {
  /** The head that the actor has seen. */
  readonly sha?: string | undefined
  /** The note is a part of a review, which has one mail. */
  readonly isOfReview?: boolean
  /** The actor's password was checked by `authenticate`. */
  readonly isAuthenticated?: boolean
}

/**
 * Approve a merge request as it is now.
 *
 * @throws Unauthenticated  the actor may not approve it, or has approved it already: 401 by the contract
 * @throws Conflict  its head is not at `sha`
 * @throws Invalid  the project requires a password to approve, and `authenticate` has not checked it
 */
export async function approve(ctx: Context, mergeRequest: ReadableMergeRequest, given: Approving = {}): Promise<void> {
  const userId = userIdOf(ctx)
  // A push that comes in now waits, and takes the approval away where the project says so.
  const { rows } = await sql<{ headSha: string | null; state: string; asksForPassword: boolean }>`
    select mr.head_sha, i.state, p.require_password_to_approve as asks_for_password
    from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id
    where i.id = ${mergeRequest.id} for no key update of i, mr`.execute(ctx.db)
  const [now] = rows
  if (userId === null || now === undefined || now.state !== 'opened' || !(await mayApprove(ctx, mergeRequest)))
    throw new Unauthenticated()
  if (now.asksForPassword && !given.isAuthenticated) throw new Invalid({ base: [messages.approveWithPassword] })
  if (given.sha && given.sha !== now.headSha) throw new Conflict(messages.shaMismatch)
  const { numAffectedRows } = await sql`
    insert into merge_request_approvals (merge_request_id, user_id, namespace_id, head_sha, created_at)
    values (${mergeRequest.id}, ${userId}, ${mergeRequest.namespaceId}, ${now.headSha}, ${ctx.now}::timestamptz) on conflict do nothing`.execute(
    ctx.db,
  )
  if (numAffectedRows === 0n) throw new Unauthenticated()
  await sql`update merge_request_reviewers set state = 'approved' where issuable_id = ${mergeRequest.id} and user_id = ${userId}`.execute(
    ctx.db,
  )
  await ctx.events.record(
    'merge_request.approved',
    { issuableId: mergeRequest.id, isOfReview: given.isOfReview ?? false },
    told(mergeRequest),
  )
}

/** Take the actor's approval back. @throws NotFound  there is none */
export async function unapprove(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<void> {
  const { numAffectedRows } = await sql`
    with gone as (delete from merge_request_approvals where merge_request_id = ${mergeRequest.id} and user_id = ${userIdOf(ctx)} returning user_id),
      reviewer as (update merge_request_reviewers rv set state = 'unapproved' from gone where rv.issuable_id = ${mergeRequest.id} and rv.user_id = gone.user_id)
    select 1 from gone`
    .execute(ctx.db)
    .then(({ rows }) => ({ numAffectedRows: rows.length }))
  if (numAffectedRows === 0) throw new NotFound()
  await ctx.events.record('merge_request.unapproved', { issuableId: mergeRequest.id }, told(mergeRequest))
}

/** Remove all approvals, for a bot that changed the approved commits. @throws Unauthenticated  the actor is no bot */
export async function resetApprovals(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<void> {
  const { rows } = await sql<{ isBot: boolean }>`select is_bot from users where id = ${userIdOf(ctx)}`.execute(ctx.db)
  if (rows[0]?.isBot !== true || !may(ctx.actor, 'issuable:approve', mergeRequest.facts)) throw new Unauthenticated()
  await removeApprovals(ctx, mergeRequest, 'all')
}

type ApprovedMergeRequest = Pick<MergeRequestRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds'>

/** Take the approvals of some people away, or all. */
export async function removeApprovals(
  ctx: Context,
  mergeRequest: ApprovedMergeRequest,
  userIds: readonly number[] | 'all',
): Promise<void> {
  const whose = userIds === 'all' ? sql`true` : sql`user_id = any (${[...userIds]}::bigint[])`
  const { rows } = await sql<{ userId: number }>`
    with gone as (delete from merge_request_approvals where merge_request_id = ${mergeRequest.id} and ${whose} returning user_id),
      reviewer as (update merge_request_reviewers rv set state = 'unapproved' from gone
        where rv.issuable_id = ${mergeRequest.id} and rv.user_id = gone.user_id and rv.state = 'approved')
    select user_id from gone`.execute(ctx.db)
  if (rows.length > 0)
    await ctx.events.record(
      'merge_request.approvals_reset',
      { issuableId: mergeRequest.id, userIds: rows.map(row => row.userId) },
      told(mergeRequest),
    )
}

/** Whether the actor's approval counts: by role, and by the project's rules for authors and committers. */
export async function mayApprove(ctx: Context, mergeRequest: Approvable): Promise<boolean> {
  if (!may(ctx.actor, 'issuable:approve', mergeRequest.facts)) return false
  const rules = (await approverRulesOf(ctx, [mergeRequest.namespaceId])).get(mergeRequest.namespaceId)
  return rules !== undefined && mayApproveUnder(ctx, mergeRequest, rules)
}

type Approvable = Pick<MergeRequestRow, 'id' | 'namespaceId' | 'authorId'> & { readonly facts: IssuableFacts }

/** The rules for the users whose approvals do not count in a project. */
export interface ApproverRules {
  readonly id: number
  readonly authorMay: boolean
  readonly committersMayNot: boolean
}

/** The same for each of some projects. */
export async function approverRulesOf(
  ctx: Context,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, ApproverRules>> {
  const { rows } = await sql<ApproverRules>`
    select id, merge_requests_author_approval as author_may, merge_requests_disable_committers_approval as committers_may_not
    from projects where id = any (${[...projectIds]}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Like `mayApprove`, with the rules of the project given. */
export async function mayApproveUnder(ctx: Context, mergeRequest: Approvable, rules: ApproverRules): Promise<boolean> {
  const userId = userIdOf(ctx)
  if (userId === null || !may(ctx.actor, 'issuable:approve', mergeRequest.facts)) return false
  if (mergeRequest.authorId === userId && !rules.authorMay) return false
  return !rules.committersMayNot || !(await committerIds(ctx, mergeRequest)).includes(userId)
}

/** Commits whose authors and committers are looked up. */
const commitsLookedAt = 1_000

/** The authors and committers of the commits of the latest version. */
export async function committerIds(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
): Promise<readonly number[]> {
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  const version = dir === null ? null : await versionOf(ctx, mergeRequest.id)
  if (dir === null || version === null) return []
  const commits = await readLog(dir, { from: [version.headSha], notFrom: [version.startSha], limit: commitsLookedAt })
  const emails = new Set(
    commits.flatMap(({ author, committer }) =>
      [author, committer].map(({ email }) => email.toLowerCase().replaceAll('\0', '')),
    ),
  )
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id from user_emails where lower(email) = any (${[...emails]}::text[]) and confirmed_at is not null`.execute(
    ctx.db,
  )
  return rows.map(row => row.userId)
}

const told = (mergeRequest: ApprovedMergeRequest) => ({
  namespaceId: mergeRequest.namespaceId,
  topics: topicsOfIssuable(mergeRequest),
})
