import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** The current settings of a project or group, locked until the end of the transaction. */
export async function lockSettings(ctx: Context, id: number): Promise<Readonly<Record<string, unknown>> | undefined> {
  // A separate statement, since one that waits for a lock reads other tables as of before the wait.
  await sql`select 1 from namespaces where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select n.name, n.description, n.visibility, p.topics, p.default_branch, p.issues_access_level, p.repository_access_level,
      p.merge_requests_access_level, p.single_assignee, p.status_page_enabled, g.project_creation_level, g.subgroup_creation_level, g.contacts_enabled as crm_enabled
    from namespaces n left join projects p on p.id = n.id left join groups g on g.id = n.id where n.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]
}
