import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { arrayOf, columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const ep = columnsOf('escalationPolicies', 'ep')
const r = columnsOf('escalationRules', 'r')
const s = columnsOf('oncallSchedules', 's')
const g = columnsOf('namespaces', 'g')

/** The escalation policies of a project with their rules, by name. */
export async function showPolicies(ctx: Context, projectId: number): Promise<RawJson> {
  const rule = object({
    user: userBasicJson(ctx.services.settings, 'u'),
    schedule: objectWhere(s('id'), s.fields('iid', 'name')),
    group: objectWhere(g('id'), g.fields('name', 'fullPath')),
    ...r.fields('elapsedMinutes', 'status'),
  })
  const rules = arrayOf(
    rule,
    sql`from escalation_rules r left join users u on u.id = r.user_id left join oncall_schedules s on s.id = r.schedule_id
      left join namespaces g on g.id = r.group_id where r.policy_id = ep.id`,
    sql`r.elapsed_minutes, r.id`,
  )
  const { rows } = await sql<{ policies: string }>`
    select coalesce(json_agg(${object({ ...ep.fields('id', 'name', 'description', 'repeatCount', 'repeatMinutes', 'reminderMinutes'), rules })}
      order by ${naturally(sql`ep.name`)}), '[]')::text as policies
    from escalation_policies ep where ep.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.policies ?? '[]')
}

/** The schedules and groups of a project that a rule can page: the groups that it is in, and those that it is shared with. */
export async function ruleTargets(ctx: Context, projectId: number) {
  const { rows } = await sql<{
    schedules: readonly { readonly iid: number; readonly name: string }[]
    groups: readonly { readonly name: string; readonly fullPath: string }[]
  }>`
    select ${arrayOf(object(s.fields('iid', 'name')), sql`from oncall_schedules s where s.namespace_id = n.id`, sql`s.iid`)} as schedules,
      ${arrayOf(object({ name: g('name'), fullPath: g('fullPath') }), sql`from namespaces g where ${isPageable('g', 'n')}`, sql`g.full_path`)} as groups
    from namespaces n where n.id = ${projectId}`.execute(ctx.db)
  return rows[0] ?? { schedules: [], groups: [] }
}

/** SQL for whether a rule in a project may page the members of a group. */
export const isPageable = (group: string, project: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${group}.kind`)} = 'group' and (${sql.ref(`${group}.id`)} = any (${sql.ref(`${project}.ancestor_ids`)})
    or exists (select 1 from namespace_shares sh where sh.namespace_id = ${sql.ref(`${project}.id`)} and sh.group_id = ${sql.ref(`${group}.id`)})))`
