import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { naturally } from '#server/platform/sql/natural-order.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/** The escalation policies of a project with their rules, by name. */
export async function showPolicies(ctx: Context, projectId: number): Promise<RawJson> {
  const { rows } = await sql<{ policies: string }>`
    select coalesce(json_agg(json_build_object('id', ep.id, 'name', ep.name, 'description', ep.description, 'rules', (
        select coalesce(json_agg(json_build_object('user', ${userBasicJson(ctx.services.settings, 'u')},
          'elapsed_minutes', r.elapsed_minutes, 'status', r.status) order by r.elapsed_minutes, r.id), '[]')
        from escalation_rules r join users u on u.id = r.user_id where r.policy_id = ep.id))
      order by ${naturally(sql`ep.name`)}), '[]')::text as policies
    from escalation_policies ep where ep.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.policies ?? '[]')
}
