import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { MergeRequestRow } from '../find.ts'
import { messages } from './messages.ts'

export type Administered = Allowed<'project:admin-code', ProjectRow>
type Changeable = Allowed<'issuable:set-metadata', MergeRequestRow>

/** Whom a rule names. What the actor cannot see, and who is no member of the project, is left out. */
export interface RulePeople {
  readonly userIds?: readonly number[] | undefined
  readonly usernames?: readonly string[] | undefined
  readonly groupIds?: readonly number[] | undefined
}

export interface RuleChange extends RulePeople {
  readonly name?: string | undefined
  readonly approvalsRequired?: number | undefined
  readonly removeHiddenGroups?: boolean | undefined
}

interface Place {
  readonly namespaceId: number
  readonly mergeRequestId: number | null
}

interface NewRule extends RulePeople {
  readonly name: string
  readonly approvalsRequired: number
  readonly ruleType?: 'any_approver' | 'regular' | undefined
  readonly sourceRuleId?: number | undefined
}

/** Add a rule for all merge requests of a project. @returns its id */
export const createProjectRule = (ctx: Context, { id }: Administered, rule: NewRule): Promise<number> =>
  insertRule(ctx, { namespaceId: id, mergeRequestId: null }, rule)

/** @throws NotFound */
export async function changeProjectRule(
  ctx: Context,
  { id: namespaceId }: Administered,
  ruleId: number,
  change: RuleChange,
): Promise<void> {
  await changeRule(ctx, { namespaceId, mergeRequestId: null }, ruleId, change)
}

/** @throws NotFound */
export const deleteProjectRule = (ctx: Context, { id: namespaceId }: Administered, ruleId: number): Promise<void> =>
  deleteRule(ctx, { namespaceId, mergeRequestId: null }, ruleId)

/** How many approvals of anyone the merge requests of a project need. */
export const requireApprovals = (ctx: Context, { id }: Administered, count: number): Promise<void> =>
  setForAny(ctx, { namespaceId: id, mergeRequestId: null }, count)

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
  return insertRule(ctx, placeOf(mergeRequest), { ...rule, ruleType: rows[0]?.ruleType })
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
    isOwn: boolean
    userIds: number[]
    groupIds: number[]
  }>`
    select r.name, r.approvals_required, r.merge_request_id is not null as is_own,
      array(select user_id from approval_rule_users where rule_id = r.id) as user_ids,
      array(select group_id from approval_rule_groups where rule_id = r.id) as group_ids
    from approval_rules_of(${mergeRequest.id}, ${mergeRequest.namespaceId}) r where r.id = ${ruleId}`.execute(ctx.db)
  const [rule] = rows
  if (rule === undefined) throw new NotFound('Approval Rule')
  if (rule.isOwn) {
    await changeRule(ctx, placeOf(mergeRequest), ruleId, change)
    return ruleId
  }
  const id = await createRule(ctx, mergeRequest, {
    name: rule.name,
    approvalsRequired: rule.approvalsRequired,
    sourceRuleId: ruleId,
  })
  await name(ctx, id, rule.userIds, rule.groupIds)
  await changeRule(ctx, placeOf(mergeRequest), id, change)
  return id
}

/** @throws NotFound  also for rules of the project */
export async function deleteRuleOf(ctx: Context, mergeRequest: Changeable, ruleId: number): Promise<void> {
  await refuseOverride(ctx, mergeRequest)
  await deleteRule(ctx, placeOf(mergeRequest), ruleId)
}

/** How many approvals of anyone a merge request needs. */
export async function requireApprovalsOf(ctx: Context, mergeRequest: Changeable, count: number): Promise<void> {
  await refuseOverride(ctx, mergeRequest)
  await setForAny(ctx, placeOf(mergeRequest), count)
}

const placeOf = ({ id, namespaceId }: Changeable): Place => ({ namespaceId, mergeRequestId: id })

async function refuseOverride(ctx: Context, { namespaceId }: Changeable): Promise<void> {
  const { rows } = await sql<{ no: boolean }>`
    select disable_overriding_approvers_per_merge_request as no from projects where id = ${namespaceId}`.execute(ctx.db)
  if (rows[0]?.no) throw new Forbidden(messages.noOverride)
}

async function setForAny(ctx: Context, { namespaceId, mergeRequestId }: Place, count: number): Promise<void> {
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

async function insertRule(ctx: Context, { namespaceId, mergeRequestId }: Place, rule: NewRule): Promise<number> {
  const people = await peopleOf(ctx, namespaceId, rule)
  const named = rule.userIds ?? rule.usernames ?? rule.groupIds
  const ruleType = rule.ruleType ?? (named === undefined && mergeRequestId === null ? 'any_approver' : 'regular')
  const { rows } = await orTaken(() =>
    sql<{ id: number }>`
      insert into approval_rules (namespace_id, merge_request_id, source_rule_id, name, rule_type, approvals_required, created_at)
      values (${namespaceId}, ${mergeRequestId}::bigint, ${rule.sourceRuleId ?? null}::bigint, ${rule.name}, ${ruleType}, ${rule.approvalsRequired},
        ${ctx.now}::timestamptz) returning id`.execute(ctx.db),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an approval rule was inserted without a row')
  if (ruleType === 'regular') await name(ctx, id, people.userIds ?? [], people.groupIds ?? [])
  return id
}

async function changeRule(ctx: Context, place: Place, id: number, change: RuleChange): Promise<void> {
  const { rows } = await orTaken(() =>
    sql<{ ruleType: string }>`
      update approval_rules set name = coalesce(${change.name ?? null}, name),
        approvals_required = coalesce(${change.approvalsRequired ?? null}::integer, approvals_required)
      where id = ${id} and ${isOf(place)} returning rule_type`.execute(ctx.db),
  )
  if (rows[0] === undefined) throw new NotFound('Approval Rule')
  if (rows[0].ruleType !== 'regular') return
  const { userIds, groupIds } = await peopleOf(ctx, place.namespaceId, change)
  if (userIds !== undefined) await sql`delete from approval_rule_users where rule_id = ${id}`.execute(ctx.db)
  // The actor did not see the others, and so did not leave them out.
  const removed = change.removeHiddenGroups
    ? sql`true`
    : sql`group_id in (select gn.id from namespaces gn where ${visibleNamespaces(ctx.actor, 'gn')})`
  if (groupIds !== undefined || change.removeHiddenGroups)
    await sql`delete from approval_rule_groups where rule_id = ${id} and ${groupIds === undefined ? sql`not group_id in (select gn.id from namespaces gn where ${visibleNamespaces(ctx.actor, 'gn')})` : removed}`.execute(
      ctx.db,
    )
  await name(ctx, id, userIds ?? [], groupIds ?? [])
}

async function deleteRule(ctx: Context, place: Place, id: number): Promise<void> {
  const { numAffectedRows } = await sql`delete from approval_rules where id = ${id} and ${isOf(place)}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Approval Rule')
}

const isOf = ({ namespaceId, mergeRequestId }: Place) =>
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

/** @returns undefined for what was not given */
async function peopleOf(ctx: Context, projectId: number, { userIds, usernames, groupIds }: RulePeople) {
  const users = userIds === undefined && usernames === undefined ? undefined : [...(userIds ?? [])]
  const { rows } = await sql<{ userIds: number[]; groupIds: number[] }>`
    select array(select u.id from users u join namespaces n on n.id = ${projectId}
        where (u.id = any (${users ?? []}::bigint[]) or lower(u.username) = any (${(usernames ?? []).map(each => each.toLowerCase())}::text[]))
          and u.state = 'active' and access_level_of(u.id, n.ancestor_ids) > 5) as user_ids,
      array(select gn.id from namespaces gn join groups g on g.id = gn.id
        where gn.id = any (${[...(groupIds ?? [])]}::bigint[]) and ${visibleNamespaces(ctx.actor, 'gn')}) as group_ids`.execute(
    ctx.db,
  )
  return {
    userIds: users === undefined ? undefined : (rows[0]?.userIds ?? []),
    groupIds: groupIds === undefined ? undefined : (rows[0]?.groupIds ?? []),
  }
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
