import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const ep = columnsOf('escalationPolicies', 'ep')
const r = columnsOf('escalationRules', 'r')

/** The escalation policies of a project with their rules, by name. */
export async function showPolicies(ctx: Context, projectId: number): Promise<RawJson> {
  const { rows } = await sql<{ policies: string }>`
    select coalesce(json_agg(${object({ ...ep.fields('id', 'name', 'description'), rules: arrayOf(object({ user: userBasicJson(ctx.services.settings, 'u'), ...r.fields('elapsedMinutes', 'status') }), sql`from escalation_rules r join users u on u.id = r.user_id where r.policy_id = ep.id`, sql`r.elapsed_minutes, r.id`) })}
      order by ${naturally(sql`ep.name`)}), '[]')::text as policies
    from escalation_policies ep where ep.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.policies ?? '[]')
}
