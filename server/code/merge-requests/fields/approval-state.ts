import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import { UserCore, UserCoreConnection, userOf } from '#server/foundation/users/fields.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { canStillApprove, isShownApprover, namesApprovers } from '../approvals/present.ts'
import type { MergeRequestNode } from './node.ts'

interface ApprovalRuleRow {
  readonly id: number
  readonly mergeRequestId: number
  readonly name: string
  readonly ruleType: 'any_approver' | 'regular' | 'code_owner'
  /** The section of CODEOWNERS; null for other rules. */
  readonly section: string | null
  readonly approvalsRequired: number
  readonly approved: boolean
  /** No user could approve for the rule. */
  readonly isInvalid: boolean
  /** The rule belongs to the merge request, not to its project. */
  readonly isOwn: boolean
  readonly containsHiddenGroups: boolean
  readonly eligibleIds: readonly number[]
  readonly approvedByIds: readonly number[]
  /** The ids of the eligible users who could still approve. */
  readonly suggestedIds: readonly number[]
}

/** The approval rules of merge requests and how far they are met, in one statement. */
const rulesOf = batch<number, readonly ApprovalRuleRow[]>(async (ctx, ids) => {
  const shown = isShownApprover(ctx, sql`ar`)
  const { rows } = await sql<ApprovalRuleRow>`
    select ar.id, mr.id as merge_request_id, ar.name, ar.rule_type, ar.section, ar.approvals_required, approvals_left(ar, mr.id) = 0 as approved,
      ${namesApprovers} and ar.approvals_required > 0 and not exists (select 1 from approvers_of(ar)) as is_invalid,
      ar.merge_request_id is not null and ar.rule_type <> 'code_owner' as is_own,
      exists (select 1 from approval_rule_groups rg where rg.rule_id = ar.id and counts_group(ar, rg.group_id) and not rg.group_id in (select gn.id from namespaces gn where ${visibleNamespaces(ctx.actor, 'gn')}))
        as contains_hidden_groups,
      eligible.ids as eligible_ids,
      array(select a.user_id from merge_request_approvals a where a.merge_request_id = mr.id
        and (ar.rule_type = 'any_approver' or a.user_id in (select q.user_id from approvers_of(ar) q)) order by a.created_at, a.user_id) as approved_by_ids,
      case when ${namesApprovers} and approvals_left(ar, mr.id) > 0 then array(select e.id from unnest(eligible.ids) e(id)
        where ${canStillApprove(sql`e.id`)}) else '{}' end as suggested_ids
    from merge_requests mr join issuables i on i.id = mr.id join projects p on p.id = mr.namespace_id
      cross join lateral approval_rules_of(mr.id, mr.namespace_id) ar
      cross join lateral (select array(select u.id from users u where ${shown} order by u.id) as ids) eligible
    where mr.id = any (${[...ids]}::bigint[]) order by ar.id`.execute(ctx.db)
  return groupedBy(rows, row => row.mergeRequestId)
})

const RuleType = builder.enumType('ApprovalRuleType', {
  values: {
    ANY_APPROVER: { value: 'any_approver' },
    CODE_OWNER: { value: 'code_owner' },
    REGULAR: { value: 'regular' },
    REPORT_APPROVER: { value: 'report_approver' },
  } as const,
})

const usersOf = (context: GraphqlContext, ids: readonly number[]) => Promise.all(ids.map(id => userOf(context, id)))

const ApprovalRule = builder.objectRef<ApprovalRuleRow>('ApprovalRule').implement({
  description: 'A rule for the approvals of a merge request.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: rule => gid('ApprovalMergeRequestRule', rule.id) }),
    name: t.exposeString('name'),
    section: t.exposeString('section', { description: 'Section of the CODEOWNERS file that the rule follows.' }),
    type: t.field({ type: RuleType, resolve: rule => rule.ruleType }),
    approvalsRequired: t.exposeInt('approvalsRequired'),
    approved: t.exposeBoolean('approved'),
    invalid: t.exposeBoolean('isInvalid'),
    overridden: t.exposeBoolean('isOwn'),
    containsHiddenGroups: t.exposeBoolean('containsHiddenGroups'),
    eligibleApprovers: t.field({
      type: [UserCore],
      resolve: (rule, _args, context) => usersOf(context, rule.eligibleIds),
    }),
    approvedBy: t.field({
      type: UserCoreConnection,
      args: pageArgs,
      resolve: async (rule, args, context) =>
        pageOfList(context, args, await usersOf(context, rule.approvedByIds), user => user.id),
    }),
  }),
})

/** @source graphql.md 7.1 */
export const MergeRequestApprovalState = builder.objectRef<MergeRequestNode>('MergeRequestApprovalState').implement({
  description: 'Approval state of a merge request.',
  fields: t => ({
    approvalRulesOverwritten: t.boolean({
      resolve: async (it, _args, context) => (await rulesOf(context, it.id)).some(rule => rule.isOwn),
    }),
    rules: t.field({ type: [ApprovalRule], resolve: (it, _args, context) => rulesOf(context, it.id) }),
    invalidApproversRules: t.field({
      type: [ApprovalRule],
      resolve: async (it, _args, context) => (await rulesOf(context, it.id)).filter(rule => rule.isInvalid),
    }),
    suggestedApprovers: t.field({
      type: UserCoreConnection,
      args: pageArgs,
      resolve: async (it, args, context) => {
        const ids = new Set((await rulesOf(context, it.id)).flatMap(rule => rule.suggestedIds))
        return pageOfList(context, args, await usersOf(context, [...ids]), user => user.id)
      },
    }),
  }),
})
