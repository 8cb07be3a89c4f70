import { type RawBuilder, sql } from 'kysely'
import { refAccessLevels } from '#contract/code/protected-refs.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { RefAction } from '../../protected-refs/rights.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { mayApprove } from './approve.ts'
import { messages } from './messages.ts'

const ruleBrief = sql`json_build_object('id', ar.id, 'name', ar.name, 'rule_type', ar.rule_type)`

/**
 * Whether user `u` may approve for a rule, and the reader may know it: those eligible only as members of a hidden group would tell of its members.
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

/** The Approvals shape. @source rest.md 2.4 */
export async function showApprovals(ctx: Context, mergeRequest: ReadableMergeRequest): Promise<RawJson> {
  const mayDo = mergeRequest.state === 'opened' && (await mayApprove(ctx, mergeRequest))
  const user = userBasicJson(ctx.services.settings, 'u')
  const hasApproved = sql`exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id and a.user_id = ${userIdOrZero(ctx)})`
  const { rows } = await sql<{ json: string }>`
    with rules as materialized (
      select ar, ar.id, ar.name, ar.rule_type, ar.approvals_required, approvals_left(ar, ${mergeRequest.id}) as missing
      from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) ar)
    select json_build_object('id', i.id, 'iid', i.iid, 'project_id', i.namespace_id, 'title', i.title, 'description', i.description,
      'state', i.state, 'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at), 'merge_status', mr.merge_status,
      'approved', exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id)
        and not exists (select 1 from rules ar where ar.missing > 0), 'approvals_required', (select coalesce(max(ar.approvals_required), 0) from rules ar),
      'approvals_left', (select coalesce(max(ar.missing), 0) from rules ar),
      'require_password_to_approve', p.require_password_to_approve,
      'approved_by', (select coalesce(json_agg(json_build_object('user', ${user}, 'approved_at', iso(a.created_at)) order by a.created_at, u.id), '[]')
        from merge_request_approvals a join users u on u.id = a.user_id where a.merge_request_id = mr.id),
      'suggested_approvers', (select coalesce(json_agg(${user} order by u.id), '[]') from users u where exists (
          select 1 from rules ar where ${namesApprovers} and ar.missing > 0 and ${isShownApprover(ctx)})
        and (u.id <> i.author_id or p.merge_requests_author_approval)
        and not exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id and a.user_id = u.id)),
      'approvers', '[]'::json, 'approver_groups', '[]'::json, 'user_has_approved', ${hasApproved},
      'user_can_approve', ${mayDo}::boolean and not ${hasApproved},
      'approval_rules_left', (select coalesce(json_agg(${ruleBrief} order by ar.id), '[]') from rules ar where ar.missing > 0),
      'has_approval_rules', exists (select 1 from rules ar), 'merge_request_approvers_available', true,
      'multiple_approval_rules_available', true,
      'invalid_approvers_rules', (select coalesce(json_agg(${ruleBrief} order by ar.id), '[]') from rules ar
        where ${namesApprovers} and ar.approvals_required > 0 and not exists (select 1 from approvers_of(ar.ar))))::text as json
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

/** Pairs of the ApprovalRule shape over `approval_rules ar`. */
function rulePairs(ctx: Context): RawBuilder<unknown> {
  const { settings } = ctx.services
  const user = userBasicJson(settings, 'u')
  const seen = visibleNamespaces(ctx.actor, 'gn')
  const group = sql`json_build_object('id', gn.id, 'name', gn.name, 'path', gn.path, 'full_path', gn.full_path, 'full_name', gn.full_name,
    'web_url', ${settings.externalUrl} || '/groups/' || gn.full_path)`
  return sql`'id', ar.id, 'name', ar.name, 'rule_type', ar.rule_type, 'report_type', null, 'approvals_required', ar.approvals_required,
    'eligible_approvers', (select coalesce(json_agg(${user} order by u.id), '[]') from users u where ${isShownApprover(ctx, sql`ar`)}),
    'users', (select coalesce(json_agg(${user} order by u.id), '[]') from approval_rule_users ru join users u on u.id = ru.user_id where ru.rule_id = ar.id
      and (ar.rule_type <> 'code_owner' or u.id in (select q.user_id from approvers_of(ar) q))),
    'groups', (select coalesce(json_agg(${group} order by gn.id), '[]') from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id
      where rg.rule_id = ar.id and counts_group(ar, gn.id) and ${seen}),
    'contains_hidden_groups', exists (select 1 from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id where rg.rule_id = ar.id and counts_group(ar, gn.id) and not ${seen})`
}

const accessLevels = (action: RefAction): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('id', pa.id, 'access_level', pa.access_level,
      'access_level_description', coalesce(pu.name, pk.title, ${JSON.stringify(refAccessLevels)}::jsonb ->> pa.access_level::text, ''),
      'user_id', pa.user_id, 'group_id', null, 'deploy_key_id', pa.deploy_key_id) order by pa.id), '[]')
    from protected_ref_access pa left join users pu on pu.id = pa.user_id left join deploy_keys pk on pk.id = pa.deploy_key_id where pa.protected_ref_id = pr.id and pa.action = ${action})`

/** The protected branches that a rule of a project counts for, over `approval_rules ar`; none for a rule of every branch. */
const protectedBranches = sql`(
  select coalesce(json_agg(json_build_object('id', pr.id, 'name', pr.name, 'push_access_levels', ${accessLevels('push')},
      'merge_access_levels', ${accessLevels('merge')}, 'unprotect_access_levels', ${accessLevels('unprotect')},
      'allow_force_push', pr.allow_force_push, 'code_owner_approval_required', pr.code_owner_approval_required, 'inherited', false) order by pr.name, pr.id), '[]')
    from protected_refs pr where pr.project_id = ar.namespace_id and pr.kind = 'branch' and (ar.applies_to_all_protected_branches
      or exists (select 1 from approval_rule_branches rb where rb.rule_id = ar.id and rb.protected_ref_id = pr.id)))`

/** ApprovalRules of a project, for a page of them or one. */
export async function showProjectRules(
  ctx: Context,
  projectId: number,
  which: { readonly id: number } | { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly RawJson[]; readonly total: number }> {
  const condition = 'id' in which ? sql`ar.id = ${which.id}` : sql`true`
  const page = 'id' in which ? sql`` : sql`limit ${which.limit} offset ${which.offset}`
  const { rows } = await sql<{ json: string; total: number }>`
    select json_build_object(${rulePairs(ctx)}, 'protected_branches', ${protectedBranches},
      'applies_to_all_protected_branches', ar.applies_to_all_protected_branches)::text as json,
      count(*) over () as total
    from approval_rules ar where ar.namespace_id = ${projectId} and ar.merge_request_id is null and ${condition} order by ar.id ${page}`.execute(
    ctx.db,
  )
  return { items: rows.map(row => new RawJson(row.json)), total: rows[0]?.total ?? 0 }
}

const source = sql`(select json_build_object('approvals_required', s.approvals_required) from approval_rules s
  where s.id = coalesce(ar.source_rule_id, case when ar.merge_request_id is null then ar.id end))`

/** Pairs of `json_build_object` that a rule has only within a merge request. */
const ofMergeRequest = sql`'section', ar.section, 'source_rule', ${source}, 'overridden', ar.source_rule_id is not null`

/** ApprovalRules that count for a merge request, for a page of them or one. */
export async function showRules(
  ctx: Context,
  mergeRequest: { readonly id: number; readonly namespaceId: number },
  which: { readonly id: number } | { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly RawJson[]; readonly total: number }> {
  const condition = 'id' in which ? sql`ar.id = ${which.id}` : sql`true`
  const page = 'id' in which ? sql`` : sql`limit ${which.limit} offset ${which.offset}`
  const { rows } = await sql<{ json: string; total: number }>`
    select json_build_object(${rulePairs(ctx)}, ${ofMergeRequest})::text as json,
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
    select json_build_object('approval_rules_overwritten', exists (select 1 from approval_rules o where o.merge_request_id = ${mergeRequest.id} and o.rule_type <> 'code_owner'),
      'rules', coalesce(json_agg(json_build_object(${rulePairs(ctx)}, ${ofMergeRequest}, 'code_owner', ar.rule_type = 'code_owner',
        'approved_by', (select coalesce(json_agg(${user} order by a.created_at, u.id), '[]') from merge_request_approvals a join users u on u.id = a.user_id
          where a.merge_request_id = ${mergeRequest.id} and (ar.rule_type = 'any_approver' or u.id in (select q.user_id from approvers_of(ar) q))),
        'approved', approvals_left(ar, ${mergeRequest.id}) = 0) order by ar.id), '[]'))::text as json
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
