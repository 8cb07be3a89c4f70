import { type RawBuilder, sql } from 'kysely'
import type { updateProjectApprovals } from '#contract/code/merge-requests/approvals.ts'
import { projectTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Current } from '#server/slice.ts'
import type { MergeRequestRow } from '../find.ts'
import { messages } from './messages.ts'
import { showProjectApprovals } from './present.ts'

const u = columnsOf('users', 'u')

export type Administered = Allowed<'project:admin-code', ProjectRow>
type Changeable = Allowed<'issuable:set-metadata', MergeRequestRow>

/** The people that a rule names: members of the project, and groups that the actor can see or that it names already. */
interface RulePeople {
  readonly userIds?: readonly number[] | undefined
  readonly usernames?: readonly string[] | undefined
  readonly groupIds?: readonly number[] | undefined
}

/** The target branches that a rule of a project counts for; every branch where nothing is given. */
interface RuleBranches {
  readonly protectedBranchIds?: readonly number[] | undefined
  readonly appliesToAllProtectedBranches?: boolean | undefined
}

interface RuleChange extends RulePeople, RuleBranches {
  readonly name?: string | undefined
  readonly approvalsRequired?: number | undefined
  readonly removeHiddenGroups?: boolean | undefined
  readonly reportType?: string | null | undefined
}

interface RulePlace {
  readonly namespaceId: number
  readonly mergeRequestId: number | null
}

interface NewRule extends RulePeople, RuleBranches {
  readonly name: string
  readonly approvalsRequired: number
  readonly ruleType?: 'any_approver' | 'regular' | undefined
  readonly reportType?: string | null | undefined
  readonly sourceRuleId?: number | undefined
}

/** Add a rule for all merge requests of a project. @returns its id */
export async function createProjectRule(ctx: Context, { id }: Administered, rule: NewRule): Promise<number> {
  const ruleId = await insertRule(ctx, { namespaceId: id, mergeRequestId: null }, rule)
  await tellProjectRules(ctx, id)
  return ruleId
}

/** @throws NotFound · @throws Invalid */
export async function changeProjectRule(
  ctx: Context,
  { id: namespaceId }: Administered,
  ruleId: number,
  change: RuleChange,
): Promise<void> {
  await changeRule(ctx, { namespaceId, mergeRequestId: null }, ruleId, change)
  await tellProjectRules(ctx, namespaceId)
}

/** @throws NotFound */
export async function deleteProjectRule(
  ctx: Context,
  { id: namespaceId }: Administered,
  ruleId: number,
): Promise<void> {
  await deleteRule(ctx, { namespaceId, mergeRequestId: null }, ruleId)
  await tellProjectRules(ctx, namespaceId)
}

/** A rule as it is, held until the transaction ends; of its groups, those that the actor can see. */
const currentRule = async (ctx: Context, ruleId: number, isOf: RawBuilder<boolean>): Promise<Current> => {
  await sql`select 1 from approval_rules r where r.id = ${ruleId} and ${isOf} for no key update`.execute(ctx.db)
  const { rows } = await sql<NonNullable<Current>>`
    select r.name, r.approvals_required, r.applies_to_all_protected_branches,
      array(select user_id from approval_rule_users where rule_id = r.id) as user_ids,
      array(select rg.group_id from approval_rule_groups rg join namespaces gn on gn.id = rg.group_id
        where rg.rule_id = r.id and ${visibleNamespaces(ctx.actor, 'gn')}) as group_ids,
      array(select protected_ref_id from approval_rule_branches where rule_id = r.id) as protected_branch_ids
    from approval_rules r where r.id = ${ruleId} and ${isOf}`.execute(ctx.db)
  return rows[0]
}

export const currentProjectRule = (ctx: Context, projectId: number, ruleId: number): Promise<Current> =>
  currentRule(ctx, ruleId, sql<boolean>`r.namespace_id = ${projectId} and r.merge_request_id is null`)

/** The same of a rule that counts for a merge request: its own, or one of its project. */
export const currentRuleOf = (ctx: Context, { id, namespaceId }: Changeable, ruleId: number): Promise<Current> =>
  currentRule(
    ctx,
    ruleId,
    sql<boolean>`r.namespace_id = ${namespaceId} and (r.merge_request_id is null or r.merge_request_id = ${id})`,
  )

/** The approval settings of a project as they are, held until the transaction ends. */
export async function currentProjectApprovals(ctx: Context, projectId: number): Promise<Current> {
  await sql`select 1 from projects where id = ${projectId} for no key update`.execute(ctx.db)
  return showProjectApprovals(ctx, projectId)
}

type ProjectApprovals = Omit<InputOf<typeof updateProjectApprovals>, 'id' | 'expected'>

/**
 * Change whose approvals count in a project, and how many of anyone its merge requests need.
 *
 * @throws Invalid  another value by each of the two names of one setting, or a push is to remove both all approvals and some
 */
export async function changeProjectApprovals(
  ctx: Context,
  { id }: Administered,
  { approvalsBeforeMerge, requireReauthenticationToApprove, ...given }: ProjectApprovals,
): Promise<void> {
  const requirePasswordToApprove = requireReauthenticationToApprove ?? given.requirePasswordToApprove
  if ((given.requirePasswordToApprove ?? requirePasswordToApprove) !== requirePasswordToApprove)
    throw new Invalid({ requirePasswordToApprove: [messages.twoValues] })
  const set = Object.fromEntries(
    Object.entries({ ...given, requirePasswordToApprove }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(set).length > 0) {
    const { resetApprovalsOnPush, selectiveCodeOwnerRemovals } = await ctx.db
      .updateTable('projects')
      .set(set)
      .where('id', '=', id)
      .returning(['resetApprovalsOnPush', 'selectiveCodeOwnerRemovals'])
      .executeTakeFirstOrThrow()
    if (resetApprovalsOnPush && selectiveCodeOwnerRemovals)
      throw new Invalid({ selectiveCodeOwnerRemovals: [messages.allOrSome] })
  }
  if (approvalsBeforeMerge !== undefined)
    await setForAny(ctx, { namespaceId: id, mergeRequestId: null }, approvalsBeforeMerge)
  await tellProjectRules(ctx, id)
}

/**
 * Add a rule for one merge request, where the project allows it.
 *
 * @returns its id
 * @throws Invalid  `sourceRuleId` is no rule of the project
 */
export async function createRule(ctx: Context, mergeRequest: Changeable, rule: NewRule): Promise<number> {
  await refuseOverride(ctx, mergeRequest)
  const { rows } = await sql<{ ruleType: 'any_approver' | 'regular' }>`
    select rule_type from approval_rules where id = ${rule.sourceRuleId ?? 0} and namespace_id = ${mergeRequest.namespaceId} and merge_request_id is null`.execute(
    ctx.db,
  )
  if (rule.sourceRuleId !== undefined && rows.length === 0)
    throw new Invalid({ approvalProjectRuleId: [messages.othersRule] })
  const id = await insertRule(ctx, placeOf(mergeRequest), { ...rule, ruleType: rows[0]?.ruleType })
  await tell(ctx, mergeRequest)
  return id
}

/**
 * Change a rule of a merge request. One of its project is replaced for this merge request alone.
 *
 * @returns its id, another one where it was replaced
 */
export async function changeRuleOf(
  ctx: Context,
  mergeRequest: Changeable,
  ruleId: number,
  change: RuleChange,
): Promise<number> {
  await refuseOverride(ctx, mergeRequest)
  const { rows } = await sql<{
    name: string
    approvalsRequired: number
    ruleType: 'any_approver' | 'regular' | 'code_owner'
    isOwn: boolean
    userIds: number[]
    groupIds: number[]
  }>`
    select r.name, r.approvals_required, r.rule_type, r.merge_request_id is not null as is_own,
      array(select user_id from approval_rule_users where rule_id = r.id) as user_ids,
      array(select group_id from approval_rule_groups where rule_id = r.id) as group_ids
    from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) r where r.id = ${ruleId}`.execute(ctx.db)
  const [rule] = rows
  if (rule === undefined) throw new NotFound('Approval Rule')
  const { ruleType, approvalsRequired } = rule
  if (ruleType === 'code_owner') throw new Forbidden(messages.derivedRule)
  if (rule.isOwn) {
    await changeRule(ctx, placeOf(mergeRequest), ruleId, change)
    await tell(ctx, mergeRequest)
    return ruleId
  }
  const id = await insertRule(ctx, placeOf(mergeRequest), {
    name: rule.name,
    ruleType,
    approvalsRequired,
    sourceRuleId: ruleId,
  })
  await name(ctx, id, rule.userIds, rule.groupIds)
  await changeRule(ctx, placeOf(mergeRequest), id, change)
  await tell(ctx, mergeRequest)
  return id
}

/** @throws NotFound  also for rules of the project · @throws Forbidden  it follows from the CODEOWNERS file */
export async function deleteRuleOf(ctx: Context, mergeRequest: Changeable, ruleId: number): Promise<void> {
  await refuseOverride(ctx, mergeRequest)
  const { rows } = await sql`
    select 1 from approval_rules where id = ${ruleId} and ${isOf(placeOf(mergeRequest))} and rule_type = 'code_owner'`.execute(
    ctx.db,
  )
  if (rows.length > 0) throw new Forbidden(messages.derivedRule)
  await deleteRule(ctx, placeOf(mergeRequest), ruleId)
  await tell(ctx, mergeRequest)
}

/** Set the number of approvals of anyone that a merge request needs. */
export async function requireApprovalsOf(ctx: Context, mergeRequest: Changeable, count: number): Promise<void> {
  await refuseOverride(ctx, mergeRequest)
  await setForAny(ctx, placeOf(mergeRequest), count)
  await tell(ctx, mergeRequest)
}

/** The approval rules of a project changed, or their effect did. */
export const tellProjectRules = (ctx: Context, projectId: number): Promise<void> =>
  ctx.events.record(
    'approval_rules.changed',
    { projectId, issuableId: null },
    { namespaceId: projectId, topics: [projectTopic(projectId)] },
  )

const tell = (ctx: Context, mergeRequest: Changeable): Promise<void> =>
  ctx.events.record(
    'approval_rules.changed',
    { projectId: mergeRequest.namespaceId, issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )

const placeOf = ({ id, namespaceId }: Changeable): RulePlace => ({ namespaceId, mergeRequestId: id })

async function refuseOverride(ctx: Context, { namespaceId }: Changeable): Promise<void> {
  if (!(await mayOverrideRules(ctx, namespaceId))) throw new Forbidden(messages.noOverride)
}

/** Whether merge requests of a project may have approval rules of their own. */
export async function mayOverrideRules(ctx: Context, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ no: boolean }>`
    select disable_overriding_approvers_per_merge_request as no from projects where id = ${projectId}`.execute(ctx.db)
  return rows[0]?.no !== true
}

async function setForAny(ctx: Context, { namespaceId, mergeRequestId }: RulePlace, count: number): Promise<void> {
  await sql`
    insert into approval_rules (namespace_id, merge_request_id, source_rule_id, name, rule_type, approvals_required, created_at)
    values (${namespaceId}, ${mergeRequestId}::bigint, ${
      mergeRequestId === null
        ? null
        : sql`(select r.id from approval_rules r
      where r.namespace_id = ${namespaceId} and r.merge_request_id is null and r.rule_type = 'any_approver')`
    },
      'All Members', 'any_approver', ${count}, ${ctx.now}::timestamptz)
    on conflict (namespace_id, coalesce(merge_request_id, 0)) where rule_type = 'any_approver'
      do update set approvals_required = excluded.approvals_required`.execute(ctx.db)
}

/** @throws Invalid  a rule that follows a report */
function refuseReport({ reportType }: { readonly reportType?: string | null | undefined }): void {
  if (reportType) throw new Invalid({ reportType: [messages.noReports] })
}

async function insertRule(ctx: Context, { namespaceId, mergeRequestId }: RulePlace, rule: NewRule): Promise<number> {
  refuseReport(rule)
  const people = await peopleOf(ctx, namespaceId, null, rule)
  const named = rule.userIds ?? rule.usernames ?? rule.groupIds
  const ruleType = rule.ruleType ?? (named === undefined && mergeRequestId === null ? 'any_approver' : 'regular')
  const { rows } = await orTaken(() =>
    sql<{ id: number }>`
      insert into approval_rules (namespace_id, merge_request_id, source_rule_id, name, rule_type, approvals_required,
        applies_to_all_protected_branches, created_at)
      values (${namespaceId}, ${mergeRequestId}::bigint, ${rule.sourceRuleId ?? null}::bigint, ${rule.name}, ${ruleType}, ${rule.approvalsRequired},
        ${rule.appliesToAllProtectedBranches ?? false}, ${ctx.now}::timestamptz) returning id`.execute(ctx.db),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an approval rule was inserted without a row')
  if (ruleType === 'regular') await name(ctx, id, people.userIds ?? [], people.groupIds ?? [])
  await nameBranches(ctx, namespaceId, id, rule.protectedBranchIds)
  return id
}

async function changeRule(ctx: Context, place: RulePlace, id: number, change: RuleChange): Promise<void> {
  refuseReport(change)
  const { rows } = await orTaken(() =>
    sql<{ ruleType: string }>`
      update approval_rules set name = coalesce(${change.name ?? null}, name),
        approvals_required = coalesce(${change.approvalsRequired ?? null}::integer, approvals_required),
        applies_to_all_protected_branches = coalesce(${change.appliesToAllProtectedBranches ?? null}::boolean, applies_to_all_protected_branches)
      where id = ${id} and ${isOf(place)} returning rule_type`.execute(ctx.db),
  )
  if (rows[0] === undefined) throw new NotFound('Approval Rule')
  await nameBranches(ctx, place.namespaceId, id, change.protectedBranchIds)
  if (rows[0].ruleType !== 'regular') return
  const { userIds, groupIds } = await peopleOf(ctx, place.namespaceId, id, change)
  if (userIds !== undefined) await sql`delete from approval_rule_users where rule_id = ${id}`.execute(ctx.db)
  if (groupIds !== undefined || change.removeHiddenGroups) {
    const seen = sql`group_id in (select gn.id from namespaces gn where ${visibleNamespaces(ctx.actor, 'gn')})`
    // The actor does not see the hidden ones, and so has not left them out.
    const [seenGo, hiddenGo] = [groupIds !== undefined, change.removeHiddenGroups === true]
    await sql`delete from approval_rule_groups where rule_id = ${id} and case when ${seen} then ${seenGo}::boolean else ${hiddenGo}::boolean end`.execute(
      ctx.db,
    )
  }
  await name(ctx, id, userIds ?? [], groupIds ?? [])
}

async function deleteRule(ctx: Context, place: RulePlace, id: number): Promise<void> {
  const { numAffectedRows } = await sql`delete from approval_rules where id = ${id} and ${isOf(place)}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Approval Rule')
}

const isOf = ({ namespaceId, mergeRequestId }: RulePlace) =>
  sql`namespace_id = ${namespaceId} and merge_request_id is not distinct from ${mergeRequestId}::bigint`

async function name(
  ctx: Context,
  ruleId: number,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> {
  await sql`
    with people as (insert into approval_rule_users (rule_id, user_id) select ${ruleId}, unnest(${[...userIds]}::bigint[]) on conflict do nothing)
    insert into approval_rule_groups (rule_id, group_id) select ${ruleId}, unnest(${[...groupIds]}::bigint[]) on conflict do nothing`.execute(
    ctx.db,
  )
}

/**
 * @param ruleId  the rule to change: whom it names already may stay. Null for a new one
 * @returns undefined for users that were not given
 * @throws Invalid  it names others than members of the project, and groups that the actor can see
 */
async function peopleOf(
  ctx: Context,
  projectId: number,
  ruleId: number | null,
  { userIds, usernames, groupIds }: RulePeople,
) {
  const isUsersGiven = userIds !== undefined || usernames !== undefined
  const wanted = { ids: [...(userIds ?? [])], names: (usernames ?? []).map(each => each.toLowerCase()) }
  const { rows } = await sql<{ users: { id: number; username: string }[]; groupIds: number[] }>`
    select coalesce((select json_agg(${object({ ...u.fields('id'), username: sql`lower(u.username)` })}) from users u join namespaces n on n.id = ${projectId}
        where (u.id = any (${wanted.ids}::bigint[]) or lower(u.username) = any (${wanted.names}::text[]))
          and (u.state = 'active' and access_level_of(u.id, n.ancestor_ids) > 5
            or exists (select 1 from approval_rule_users ru where ru.rule_id = ${ruleId}::bigint and ru.user_id = u.id))), '[]') as users,
      array(select gn.id from namespaces gn join groups g on g.id = gn.id
        where gn.id = any (${[...(groupIds ?? [])]}::bigint[]) and (${visibleNamespaces(ctx.actor, 'gn')}
          or exists (select 1 from approval_rule_groups rg where rg.rule_id = ${ruleId}::bigint and rg.group_id = gn.id))) as group_ids`.execute(
    ctx.db,
  )
  const users = rows[0]?.users ?? []
  const groups = rows[0]?.groupIds ?? []
  const unknownIds = wanted.ids.filter(id => !users.some(user => user.id === id))
  const unknownNames = (usernames ?? []).filter(name => !users.some(user => user.username === name.toLowerCase()))
  const unknownGroups = (groupIds ?? []).filter(id => !groups.includes(id))
  if (unknownIds.length > 0) throw new Invalid({ base: [messages.noSuchMembers(unknownIds)] })
  if (unknownNames.length > 0) throw new Invalid({ base: [messages.noSuchMembers(unknownNames)] })
  if (unknownGroups.length > 0) throw new Invalid({ base: [messages.noSuchGroups(unknownGroups)] })
  return {
    userIds: isUsersGiven ? users.map(user => user.id) : undefined,
    groupIds: groupIds === undefined ? undefined : groups,
  }
}

/** @throws Invalid  it names others than protected branches of the project */
async function nameBranches(
  ctx: Context,
  projectId: number,
  ruleId: number,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids === undefined) return
  const { rows } = await sql<{ known: number[] }>`
    select array(select id from protected_refs where project_id = ${projectId} and kind = 'branch' and id = any (${[...ids]}::bigint[])) as known`.execute(
    ctx.db,
  )
  const known = rows[0]?.known ?? []
  const unknown = ids.filter(id => !known.includes(id))
  if (unknown.length > 0) throw new Invalid({ base: [messages.noSuchBranches(unknown)] })
  await sql`
    with gone as (delete from approval_rule_branches where rule_id = ${ruleId} and not protected_ref_id = any (${known}::bigint[]))
    insert into approval_rule_branches (rule_id, protected_ref_id) select ${ruleId}, unnest(${known}::bigint[]) on conflict do nothing`.execute(
    ctx.db,
  )
}

async function orTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isTaken(error, 'approval_rules_named')) throw new Invalid({ name: [messages.nameTaken] }, { cause: error })
    if (isTaken(error, 'approval_rules_for_any'))
      throw new Invalid({ ruleType: [messages.oneForAny] }, { cause: error })
    if (isTaken(error, 'approval_rules_by_merge_request'))
      throw new Invalid({ approvalProjectRuleId: [messages.nameTaken] }, { cause: error })
    throw error
  }
}
