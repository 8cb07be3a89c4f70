import { sql } from 'kysely'
import { issuesTopic, projectTopic } from '#contract/live-topics.ts'
import { escalationLimits } from '#contract/plan/incidents/escalation-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Current } from '#server/slice.ts'
import { peopleNamed } from '../on-call/people.ts'
import type { PolicyRow } from './find.ts'
import { isPageable } from './queries.ts'

const u = columnsOf('users', 'u')
const r = columnsOf('escalationRules', 'r')

type Admin<Row> = Allowed<'project:admin-escalations', Row>

interface RuleGiven {
  readonly username?: Maybe<string>
  readonly oncallScheduleIid?: Maybe<string>
  readonly groupPath?: Maybe<string>
  readonly elapsedTimeSeconds: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
}

export interface PolicyGiven {
  readonly name?: Maybe<string>
  readonly description?: Maybe<string>
  /** All rules; those left out are deleted. */
  readonly rules?: Maybe<readonly RuleGiven[]>
  /** The number of repetitions of the rules, and the minutes after the last of them. */
  readonly repeatCount?: Maybe<number>
  readonly repeatMinutes?: Maybe<number>
  /** Null: no reminders. */
  readonly reminderMinutes?: number | null | undefined
}

interface Rule {
  readonly user_id: number | null
  readonly schedule_id: number | null
  readonly group_id: number | null
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
  const { repeatCount = 0, repeatMinutes = 10, reminderMinutes = null } = checkedTimes(given)
  // Policies are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(ctx.db)
  const { rows } = await unlessTaken(() =>
    sql<{ id: number }>`
      insert into escalation_policies (namespace_id, name, description, repeat_count, repeat_minutes, reminder_minutes, created_at, updated_at)
      select ${project.id}, ${name}, ${description}, ${repeatCount}::integer, ${repeatMinutes}::integer, ${reminderMinutes}::integer, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
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
        ...checkedTimes(given),
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
    select name, description, repeat_count, repeat_minutes, reminder_minutes, coalesce((select json_agg(json_strip_nulls(${object(
      {
        ...u.fields('username'),
        oncallScheduleIid: sql`s.iid::text`,
        groupPath: sql`g.full_path`,
        elapsedTimeSeconds: sql`r.elapsed_minutes * 60`,
        ...r.fields('status'),
      },
    )}) order by r.elapsed_minutes, r.id)
      from escalation_rules r left join users u on u.id = r.user_id left join oncall_schedules s on s.id = r.schedule_id
        left join namespaces g on g.id = r.group_id where r.policy_id = p.id), '[]') as rules
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

/** @throws Invalid */
function checkedTimes({ repeatCount, repeatMinutes, reminderMinutes }: PolicyGiven) {
  const { repeats, minutes, leastReminderMinutes } = escalationLimits
  if (repeatCount != null && (repeatCount < 0 || repeatCount > repeats))
    throw new Invalid({ repeatCount: [`must be between 0 and ${repeats}`] })
  if (repeatMinutes != null && (repeatMinutes < 1 || repeatMinutes > minutes))
    throw new Invalid({ repeatMinutes: [`must be between 1 and ${minutes}`] })
  if (reminderMinutes != null && (reminderMinutes < leastReminderMinutes || reminderMinutes > minutes))
    throw new Invalid({ reminderMinutes: [`must be between ${leastReminderMinutes} and ${minutes}`] })
  return {
    ...(repeatCount != null && { repeatCount }),
    ...(repeatMinutes != null && { repeatMinutes }),
    ...(reminderMinutes !== undefined && { reminderMinutes }),
  }
}

/** The rules with the ids of whom they page: people who can read the incidents of the project, its schedules, and its groups. @throws Invalid */
async function checkedRules(ctx: Context, projectId: number, given: readonly RuleGiven[]): Promise<readonly Rule[]> {
  if (given.length === 0) throw new Invalid({ rules: ["can't be blank"] })
  if (given.length > escalationLimits.rules)
    throw new Invalid({ rules: [`are too many (maximum is ${escalationLimits.rules})`] })
  for (const { username, oncallScheduleIid, groupPath } of given) {
    if ([username, oncallScheduleIid, groupPath].filter(each => each != null).length > 1)
      throw new Invalid({ rules: ['must each have only one of a user, an on-call schedule and a group'] })
  }
  const users = await peopleNamed(
    ctx,
    projectId,
    given.map(each => each.username ?? ''),
  )
  const { rows: schedules } = await sql<{ id: number; iid: string }>`
    select id, iid::text as iid from oncall_schedules where namespace_id = ${projectId}
      and iid::text = any (${given.map(each => each.oncallScheduleIid ?? '')}::text[])`.execute(ctx.db)
  const { rows: groups } = await sql<{ id: number; path: string }>`
    select g.id, lower(g.full_path) as path from namespaces g join namespaces n on n.id = ${projectId}
    where lower(g.full_path) = any (${given.map(each => each.groupPath?.toLowerCase() ?? '')}::text[]) and ${isPageable('g', 'n')}`.execute(
    ctx.db,
  )
  const rules = given.map(({ oncallScheduleIid, groupPath, elapsedTimeSeconds, status }, index): Rule => {
    const times = { elapsed_minutes: minutesOf(elapsedTimeSeconds), status }
    if (oncallScheduleIid != null) {
      const schedule = schedules.find(({ iid }) => iid === String(oncallScheduleIid))
      if (schedule === undefined) throw new Invalid({ rules: ['must each use an on-call schedule of this project'] })
      return { user_id: null, schedule_id: schedule.id, group_id: null, ...times }
    }
    if (groupPath != null) {
      const group = groups.find(({ path }) => path === groupPath.toLowerCase())
      if (group === undefined)
        throw new Invalid({ rules: ['must each use a group that this project is in or shared with'] })
      return { user_id: null, schedule_id: null, group_id: group.id, ...times }
    }
    const userId = users[index]
    if (userId == null) throw new Invalid({ rules: ['must each have a user with at least the Reporter role'] })
    return { user_id: userId, schedule_id: null, group_id: null, ...times }
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
      select * from json_to_recordset(${JSON.stringify(rules)}::json) as g(user_id bigint, schedule_id bigint, group_id bigint, elapsed_minutes integer, status text)
    ), gone as (
      delete from escalation_rules r where r.policy_id = ${policyId} and not exists (select 1 from given g
        where (g.user_id, g.schedule_id, g.group_id) is not distinct from (r.user_id, r.schedule_id, r.group_id)
          and g.elapsed_minutes = r.elapsed_minutes and g.status = r.status)
    )
    insert into escalation_rules (policy_id, user_id, schedule_id, group_id, elapsed_minutes, status)
    select ${policyId}, user_id, schedule_id, group_id, elapsed_minutes, status from given on conflict do nothing`.execute(
    ctx.db,
  )
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
