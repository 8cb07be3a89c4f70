import { type RawBuilder, sql } from 'kysely'
import { refAccessLevels } from '#contract/code/protected-refs.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, moment, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { RefAction } from '../../protected-refs/rights.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { mayApprove } from './approve.ts'
import { messages } from './messages.ts'

const ar = columnsOf('approvalRules', 'ar')
const i = columnsOf('issuables', 'i')
const mr = columnsOf('mergeRequests', 'mr')
const p = columnsOf('projects', 'p')
const a = columnsOf('mergeRequestApprovals', 'a')
const gn = columnsOf('namespaces', 'gn')
const pa = columnsOf('protectedRefAccess', 'pa')
const pr = columnsOf('protectedRefs', 'pr')
const s = columnsOf('approvalRules', 's')

const ruleBrief = object({ ...ar.fields('id', 'name', 'ruleType') })

/**
 * Whether user `u` may approve for a rule, and the reader may know it: those eligible only as members of a hidden group
 * would reveal its members.
 *
 * @param rule  a row of `approval_rules`, whose id is `ar.id`
 */
export const isShownApprover = (ctx: Context, rule = sql`ar.ar`): RawBuilder<unknown> =>
  sql`(u.id in (select q.user_id from approvers_of(${rule}) q)
    and (exists (select 1 from approval_rule_users en where en.rule_id = ar.id and en.user_id = u.id)
      or exists (select 1 from members em where em.namespace_id = (${rule}).namespace_id and em.user_id = u.id
        and em.access_level = any ((${rule}).owner_roles))
      or exists (select 1 from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id
        join memberships em on em.namespace_id = any (gn.ancestor_ids)
        where rg.rule_id = ar.id and em.user_id = u.id and counts_group(${rule}, gn.id) and ${visibleNamespaces(ctx.actor, 'gn')})))`

/** Whether a rule, `ar`, says who may approve for it. */
export const namesApprovers = sql`ar.rule_type in ('regular', 'code_owner')`

/** Whether a user's approval is still to come, over `merge_requests mr` with its issuable `i` and project `p`. */
export const canStillApprove = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${userId} <> i.author_id or p.merge_requests_author_approval)
    and not exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id and a.user_id = ${userId})`

/** The Approvals shape. @source rest.md 2.4 */
export async function showApprovals(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<RawJson> {
  const mayDo = mergeRequest.state === 'opened' && (await mayApprove(ctx, mergeRequest))
  const user = userBasicJson(ctx.services.settings, 'u')
  const hasApproved = sql`exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id and a.user_id = ${userIdOrZero(ctx)})`
  const { rows } = await sql<{ json: string }>`
    with rules as materialized (
      select ar, ar.id, ar.name, ar.rule_type, ar.approvals_required, approvals_left(ar, ${mergeRequest.id}) as missing
      from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) ar)
    select ${object({
      ...i.fields('id', 'iid'),
      project_id: i('namespaceId'),
      ...i.fields('title', 'description', 'state'),
      ...i.moments('createdAt', 'updatedAt'),
      ...mr.fields('mergeStatus'),
      approved: sql`exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id)
        and not exists (select 1 from rules ar where ar.missing > 0)`,
      approvals_required: sql`(select coalesce(max(ar.approvals_required), 0) from rules ar)`,
      approvals_left: sql`(select coalesce(max(ar.missing), 0) from rules ar)`,
      ...p.fields('requirePasswordToApprove'),
      approved_by: arrayOf(
        object({ user, approved_at: moment(a('createdAt')) }),
        sql`from merge_request_approvals a join users u on u.id = a.user_id where a.merge_request_id = mr.id`,
        sql`a.created_at, u.id`,
      ),
      suggested_approvers: arrayOf(
        user,
        sql`from users u where exists (
          select 1 from rules ar where ${namesApprovers} and ar.missing > 0 and ${isShownApprover(ctx)})
        and ${canStillApprove(sql`u.id`)}`,
        sql`u.id`,
      ),
      approvers: sql`'[]'::json`,
      approver_groups: sql`'[]'::json`,
      user_has_approved: hasApproved,
      user_can_approve: sql`${mayDo}::boolean and not ${hasApproved}`,
      approval_rules_left: arrayOf(ruleBrief, sql`from rules ar where ar.missing > 0`, sql`ar.id`),
      has_approval_rules: sql`exists (select 1 from rules ar)`,
      merge_request_approvers_available: sql.lit(true),
      multiple_approval_rules_available: sql.lit(true),
      invalid_approvers_rules: arrayOf(
        ruleBrief,
        sql`from rules ar
        where ${namesApprovers} and ar.approvals_required > 0 and not exists (select 1 from approvers_of(ar.ar))`,
        sql`ar.id`,
      ),
    })}::text as json
    from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id where i.id = ${mergeRequest.id}`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.json ?? 'null')
}

interface ShownApprovals {
  readonly approved_by: readonly { readonly user: object }[]
  readonly approvals_required: number
  readonly approvals_left: number
  readonly approval_rules_left: readonly { readonly name: string; readonly rule_type: string }[]
  readonly has_approval_rules: boolean
  readonly user_has_approved: boolean
  readonly user_can_approve: boolean
  readonly require_password_to_approve: boolean
}

/** The same as far as the page shows it. */
export async function approvalsOnPage(ctx: Context, mergeRequest: ReadableMergeRequest) {
  // PostgreSQL made it in `showApprovals`.
  const shown = JSON.parse((await showApprovals(ctx, mergeRequest)).text) as ShownApprovals
  return {
    approved_by: shown.approved_by.map(({ user }) => user),
    required: shown.approvals_required,
    left: shown.approvals_left,
    has_rules: shown.has_approval_rules,
    rules_left: shown.approval_rules_left.map(rule =>
      rule.rule_type === 'code_owner' ? messages.codeOwnersOf(rule.name) : rule.name,
    ),
    user_has_approved: shown.user_has_approved,
    user_can_approve: shown.user_can_approve,
    requires_password: shown.require_password_to_approve,
  }
}

/** The ApprovalRule shape over `approval_rules ar`. */
function ruleFields(ctx: Context) {
  const { settings } = ctx.services
  const user = userBasicJson(settings, 'u')
  const seen = visibleNamespaces(ctx.actor, 'gn')
  const group = object({
    ...gn.fields('id', 'name', 'path', 'fullPath', 'fullName'),
    web_url: sql`${settings.externalUrl} || '/groups/' || gn.full_path`,
  })
  return {
    ...ar.fields('id', 'name', 'ruleType'),
    report_type: sql.lit(null),
    ...ar.fields('approvalsRequired'),
    eligible_approvers: arrayOf(user, sql`from users u where ${isShownApprover(ctx, sql`ar`)}`, sql`u.id`),
    users: arrayOf(
      user,
      sql`from approval_rule_users ru join users u on u.id = ru.user_id where ru.rule_id = ar.id
      and (ar.rule_type <> 'code_owner' or u.id in (select q.user_id from approvers_of(ar) q))`,
      sql`u.id`,
    ),
    groups: arrayOf(
      group,
      sql`from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id
      where rg.rule_id = ar.id and counts_group(ar, gn.id) and ${seen}`,
      sql`gn.id`,
    ),
    contains_hidden_groups: sql`exists (select 1 from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id where rg.rule_id = ar.id and counts_group(ar, gn.id) and not ${seen})`,
  }
}

const accessLevels = (action: RefAction): RawBuilder<unknown> =>
  arrayOf(
    object({
      ...pa.fields('id', 'accessLevel'),
      access_level_description: sql`coalesce(pu.name, pk.title, ${JSON.stringify(refAccessLevels)}::jsonb ->> pa.access_level::text, '')`,
      ...pa.fields('userId'),
      group_id: sql.lit(null),
      ...pa.fields('deployKeyId'),
    }),
    sql`from protected_ref_access pa left join users pu on pu.id = pa.user_id left join deploy_keys pk on pk.id = pa.deploy_key_id where pa.protected_ref_id = pr.id and pa.action = ${action}`,
    sql`pa.id`,
  )

/** The protected branches that a rule of a project counts for, over `approval_rules ar`; none for a rule of every branch. */
const protectedBranches = arrayOf(
  object({
    ...pr.fields('id', 'name'),
    push_access_levels: accessLevels('push'),
    merge_access_levels: accessLevels('merge'),
    unprotect_access_levels: accessLevels('unprotect'),
    ...pr.fields('allowForcePush', 'codeOwnerApprovalRequired'),
    inherited: sql.lit(false),
  }),
  sql`from protected_refs pr where pr.project_id = ar.namespace_id and pr.kind = 'branch' and (ar.applies_to_all_protected_branches
      or exists (select 1 from approval_rule_branches rb where rb.rule_id = ar.id and rb.protected_ref_id = pr.id))`,
  sql`pr.name, pr.id`,
)

/** ApprovalRules of a project, for a page of them or one. */
export async function showProjectRules(
  ctx: Context,
  projectId: number,
  which: { readonly id: number } | { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly RawJson[]; readonly total: number }> {
  const condition = 'id' in which ? sql`ar.id = ${which.id}` : sql`true`
  const page = 'id' in which ? sql`` : sql`limit ${which.limit} offset ${which.offset}`
  const { rows } = await sql<{ json: string; total: number }>`
    select ${object({
      ...ruleFields(ctx),
      protected_branches: protectedBranches,
      ...ar.fields('appliesToAllProtectedBranches'),
    })}::text as json,
      count(*) over () as total
    from approval_rules ar where ar.namespace_id = ${projectId} and ar.merge_request_id is null and ${condition} order by ar.id ${page}`.execute(
    ctx.db,
  )
  return { items: rows.map(row => new RawJson(row.json)), total: rows[0]?.total ?? 0 }
}

const source = sql`(select ${object({ ...s.fields('approvalsRequired') })} from approval_rules s
  where s.id = coalesce(ar.source_rule_id, case when ar.merge_request_id is null then ar.id end))`

/** The fields of a rule that exist only within a merge request. */
const ofMergeRequest = { ...ar.fields('section'), source_rule: source, overridden: sql`ar.source_rule_id is not null` }

/** ApprovalRules that count for a merge request, for a page of them or one. */
export async function showRules(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
  which: { readonly id: number } | { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly RawJson[]; readonly total: number }> {
  const condition = 'id' in which ? sql`ar.id = ${which.id}` : sql`true`
  const page = 'id' in which ? sql`` : sql`limit ${which.limit} offset ${which.offset}`
  const { rows } = await sql<{ json: string; total: number }>`
    select ${object({ ...ruleFields(ctx), ...ofMergeRequest })}::text as json,
      count(*) over () as total
    from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) ar where ${condition} order by ar.id ${page}`.execute(
    ctx.db,
  )
  return { items: rows.map(row => new RawJson(row.json)), total: rows[0]?.total ?? 0 }
}

/** The ApprovalState shape. */
export async function showApprovalState(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
): Promise<RawJson> {
  const user = userBasicJson(ctx.services.settings, 'u')
  const { rows } = await sql<{ json: string }>`
    select ${object({
      approval_rules_overwritten: sql`exists (select 1 from approval_rules o where o.merge_request_id = ${mergeRequest.id} and o.rule_type <> 'code_owner')`,
      rules: sql`coalesce(json_agg(${object({
        ...ruleFields(ctx),
        ...ofMergeRequest,
        code_owner: sql`ar.rule_type = 'code_owner'`,
        approved_by: arrayOf(
          user,
          sql`from merge_request_approvals a join users u on u.id = a.user_id
          where a.merge_request_id = ${mergeRequest.id} and (ar.rule_type = 'any_approver' or u.id in (select q.user_id from approvers_of(ar) q))`,
          sql`a.created_at, u.id`,
        ),
        approved: sql`approvals_left(ar, ${mergeRequest.id}) = 0`,
      })} order by ar.id), '[]')`,
    })}::text as json
    from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) ar`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? 'null')
}

/** The approval settings of a project. @source rest.md 9.3 */
export async function showProjectApprovals(ctx: Context, projectId: number) {
  const { rows } = await sql<{
    resetApprovalsOnPush: boolean
    selectiveCodeOwnerRemovals: boolean
    mergeRequestsAuthorApproval: boolean
    mergeRequestsDisableCommittersApproval: boolean
    disableOverridingApproversPerMergeRequest: boolean
    requirePasswordToApprove: boolean
    approvalsBeforeMerge: number
  }>`
    select reset_approvals_on_push, selective_code_owner_removals, merge_requests_author_approval, merge_requests_disable_committers_approval,
      disable_overriding_approvers_per_merge_request, require_password_to_approve,
      coalesce((select r.approvals_required from approval_rules r where r.namespace_id = p.id and r.merge_request_id is null and r.rule_type = 'any_approver'), 0)
        as approvals_before_merge
    from projects p where p.id = ${projectId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error(`Project ${projectId} has no row`)
  return {
    ...row,
    approvers: [],
    approverGroups: [],
    requireReauthenticationToApprove: row.requirePasswordToApprove,
  }
}
