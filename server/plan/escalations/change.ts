import { sql } from 'kysely'
import { issuesTopic, projectTopic } from '#contract/live-topics.ts'
import { escalationLimits } from '#contract/plan/incidents/escalation-limits.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Current } from '#server/slice.ts'
import type { PolicyRow } from './find.ts'

const u = columnsOf('users', 'u')
const r = columnsOf('escalationRules', 'r')

type Admin<Row> = Allowed<'project:admin-escalations', Row>

interface RuleGiven {
  readonly username?: Maybe<string>
  readonly oncallScheduleIid?: Maybe<string>
  readonly elapsedTimeSeconds: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
}

export interface PolicyGiven {
  readonly name?: Maybe<string>
  readonly description?: Maybe<string>
  /** All rules; those left out are deleted. */
  readonly rules?: Maybe<readonly RuleGiven[]>
}

interface Rule {
  readonly user_id: number
  readonly elapsed_minutes: number
  readonly status: string
}

/** Add an escalation policy to a project. @throws Invalid */
export async function createPolicy(
  ctx: Context,
  project: Admin<{ readonly id: number }>,
  given: PolicyGiven,
): Promise<number> {
  const rules = await checkedRules(ctx, project.id, given.rules ?? [])
  const [name, description] = [checkedName(given.name ?? ''), checkedDescription(given.description ?? '')]
  // Policies are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await unlessTaken(() =>
    sql<{ id: number }>`
      insert into escalation_policies (namespace_id, name, description, created_at, updated_at)
      select ${project.id}, ${name}, ${description}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      where (select count(*) from escalation_policies where namespace_id = ${project.id}) < ${escalationLimits.policies}
      returning id`.execute(ctx.db),
  )
  const id = rows[0]?.id
  if (id === undefined)
    throw new Invalid({ base: [`A project can have up to ${escalationLimits.policies} escalation policies`] })
  await writeRules(ctx, id, rules)
  await ctx.events.record('escalation_policy.created', { policyId: id }, placeOf(project.id))
  return id
}

/** Update an escalation policy; fields that are left out stay. Running escalations continue with the rules that remain. @throws Invalid */
export async function updatePolicy(ctx: Context, policy: Admin<PolicyRow>, given: PolicyGiven): Promise<void> {
  const rules = given.rules == null ? null : await checkedRules(ctx, policy.namespaceId, given.rules)
  await unlessTaken(() =>
    ctx.db
      .updateTable('escalationPolicies')
      .set({
        ...(given.name != null && { name: checkedName(given.name) }),
        ...(given.description != null && { description: checkedDescription(given.description) }),
        updatedAt: ctx.now,
      })
      .where('id', '=', policy.id)
      .execute(),
  )
  if (rules !== null) await writeRules(ctx, policy.id, rules)
  await ctx.events.record('escalation_policy.updated', { policyId: policy.id }, placeOf(policy.namespaceId))
}

/** The policy as it is, held until the transaction ends, with its rules in their order, as callers give them. */
export async function currentPolicy(ctx: Context, { id }: Admin<PolicyRow>): Promise<Current> {
  await sql`select 1 from escalation_policies where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<NonNullable<Current>>`
    select name, description, coalesce((select json_agg(${object({
      ...u.fields('username'),
      elapsedTimeSeconds: sql`r.elapsed_minutes * 60`,
      ...r.fields('status'),
    })} order by r.elapsed_minutes, r.id)
      from escalation_rules r join users u on u.id = r.user_id where r.policy_id = p.id), '[]') as rules
    from escalation_policies p where id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** Delete an escalation policy, which ends its running escalations. */
export async function deletePolicy(ctx: Context, policy: Admin<PolicyRow>): Promise<void> {
  await ctx.db.deleteFrom('escalationPolicies').where('id', '=', policy.id).execute()
  const payload = { policyId: policy.id, name: policy.name }
  await ctx.events.record('escalation_policy.deleted', payload, placeOf(policy.namespaceId))
}

const placeOf = (projectId: number) => ({
  namespaceId: projectId,
  topics: [projectTopic(projectId), issuesTopic(projectId)],
})

function checkedName(given: string): string {
  const name = given.trim()
  if (name === '') throw new Invalid({ name: ["can't be blank"] })
  if (name.length > escalationLimits.name)
    throw new Invalid({ name: [`is too long (maximum is ${escalationLimits.name} characters)`] })
  return name
}

function checkedDescription(given: string): string {
  const description = given.trim()
  if (description.length > escalationLimits.description)
    throw new Invalid({ description: [`is too long (maximum is ${escalationLimits.description} characters)`] })
  return description
}

/** The rules with the ids of their users, who must be able to read the incidents of the project. @throws Invalid */
async function checkedRules(ctx: Context, projectId: number, given: readonly RuleGiven[]): Promise<readonly Rule[]> {
  if (given.length === 0) throw new Invalid({ rules: ["can't be blank"] })
  if (given.length > escalationLimits.rules)
    throw new Invalid({ rules: [`are too many (maximum is ${escalationLimits.rules})`] })
  const names = given.map(({ username, oncallScheduleIid }) => {
    if (oncallScheduleIid != null) throw new Invalid({ rules: ['cannot use an on-call schedule. Use a user instead'] })
    return username?.trim().replace(/^@/, '').toLowerCase() ?? ''
  })
  const { rows } = await sql<{ id: number; username: string }>`
    select u.id, lower(u.username) as username from users u join namespaces n on n.id = ${projectId}
    where lower(u.username) = any (${names}::text[]) and u.state = 'active' and not u.is_bot
      and (u.is_admin or access_level_of(u.id, n.ancestor_ids) >= ${levelSql('reporter')})`.execute(ctx.db)
  const rules = given.map(({ elapsedTimeSeconds, status }, index): Rule => {
    const user = rows.find(({ username }) => username === names[index])
    if (user === undefined) throw new Invalid({ rules: ['must each have a user with at least the Reporter role'] })
    return { user_id: user.id, elapsed_minutes: minutesOf(elapsedTimeSeconds), status }
  })
  if (new Set(rules.map(rule => JSON.stringify(rule))).size < rules.length)
    throw new Invalid({ rules: ['must be unique'] })
  return rules
}

function minutesOf(seconds: number): number {
  const minutes = seconds / 60
  if (!Number.isInteger(minutes)) throw new Invalid({ rules: ['must use whole minutes'] })
  if (minutes < 0 || minutes > escalationLimits.minutes)
    throw new Invalid({ rules: [`must wait for 0 to ${escalationLimits.minutes} minutes`] })
  return minutes
}

/** Store the rules of a policy. Those that stay keep their ids, and with them their pending pages. */
async function writeRules(ctx: Context, policyId: number, rules: readonly Rule[]): Promise<void> {
  await sql`with given as (
      select * from json_to_recordset(${JSON.stringify(rules)}::json) as g(user_id bigint, elapsed_minutes integer, status text)
    ), gone as (
      delete from escalation_rules r where r.policy_id = ${policyId} and not exists (select 1 from given g
        where g.user_id = r.user_id and g.elapsed_minutes = r.elapsed_minutes and g.status = r.status)
    )
    insert into escalation_rules (policy_id, user_id, elapsed_minutes, status)
    select ${policyId}, user_id, elapsed_minutes, status from given on conflict do nothing`.execute(ctx.db)
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error, 'escalation_policies_by_name'))
      throw new Invalid({ name: ['has already been taken'] }, { cause: error })
    throw error
  }
}
