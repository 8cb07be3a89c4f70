import { sql } from 'kysely'
import { type ApprovalStatus, longestReviewComment } from '#contract/deploy/environments/environment-words.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Forbidden, Invalid, Malformed } from '#server/errors.ts'
import { type ApprovalRule, deployRights, describeAccess } from '../protected-environments/rules.ts'
import { lockDeployment, setDeploymentStatus } from './deploy.ts'
import './events.ts'
import type { DeploymentRow } from './find.ts'
import { messages } from './messages.ts'

interface Review {
  readonly status: ApprovalStatus
  readonly comment?: string | null | undefined
  readonly representedAs?: string | null | undefined
}

/**
 * Approve or reject a deployment that waits. A rejection fails it; the last approval that it needs lets it go on.
 *
 * @returns the id of the approval
 * @throws Malformed  it does not wait · @throws Forbidden  one's own, or no rule names the actor
 */
export async function reviewDeployment(
  ctx: Context,
  deployment: Allowed<'project:approve-deployment', DeploymentRow>,
  { status, comment, representedAs }: Review,
): Promise<number> {
  if ((comment ?? '').length > longestReviewComment)
    throw new Invalid({ comment: [messages.tooLongComment(longestReviewComment)] })
  const { id, namespaceId } = deployment
  const { status: before } = await lockDeployment(ctx, id)
  if (before !== 'blocked') throw new Malformed(messages.doesNotWait)
  const userId = selfId(ctx)
  if (deployment.userId === userId) throw new Forbidden(messages.ownDeployment)
  const { rules } = await deployRights(ctx, { id: namespaceId, facts: deployment.facts }, deployment.environment)
  const rule = ruleFor(rules, representedAs || null)
  const { rows } = await sql<{ id: number }>`
    insert into deployment_approvals as a (deployment_id, user_id, rule_id, status, comment, created_at)
    values (${id}, ${userId}, ${rule.id}::bigint, ${status}, ${comment || null}, ${ctx.now}::timestamptz)
    on conflict (deployment_id, user_id) do update
      set rule_id = excluded.rule_id, status = excluded.status, comment = excluded.comment, created_at = excluded.created_at
    returning id`.execute(ctx.db)
  if (status === 'rejected') await setDeploymentStatus(ctx, deployment, { before, status: 'failed' })
  else if ((await pendingApprovals(ctx, id, rules)) === 0)
    await setDeploymentStatus(ctx, deployment, { before, status: 'created' })
  await ctx.events.record(
    'deployment.reviewed',
    { deploymentId: id },
    { namespaceId, topics: [environmentsTopic(namespaceId)] },
  )
  return rows[0]?.id ?? 0
}

function ruleFor(rules: readonly ApprovalRule[], representedAs: string | null): ApprovalRule {
  const own = rules.filter(rule => rule.isForActor)
  if (own.length === 0) throw new Forbidden(messages.notApprover)
  const wanted = representedAs?.toLowerCase()
  const rule = own.find(
    each => wanted === undefined || (each.access !== null && describeAccess(each.access).toLowerCase() === wanted),
  )
  if (rule === undefined) throw new Malformed(messages.noSuchRule)
  return rule
}

/** The approvals that a deployment still needs. */
export async function pendingApprovals(
  ctx: Context,
  deploymentId: number,
  rules: readonly ApprovalRule[],
): Promise<number> {
  const { rows } = await sql<{
    ruleId: number | null
    count: number
  }>`select rule_id, count(*)::integer as count from deployment_approvals
    where deployment_id = ${deploymentId} and status = 'approved' group by rule_id`.execute(ctx.db)
  return rules.reduce((sum, rule) => {
    const given = rows.find(({ ruleId }) => ruleId === rule.id)?.count ?? 0
    return sum + Math.max(0, rule.requiredApprovals - given)
  }, 0)
}
