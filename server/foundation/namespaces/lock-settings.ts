import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Current } from '#server/slice.ts'
import { featureLevelColumns } from './feature-level-columns.ts'

/** The current settings of a project or group, locked until the end of the transaction. */
export async function lockSettings(ctx: Context, id: number): Promise<Current> {
  // A separate statement, since one that waits for a lock reads other tables as of before the wait.
  await sql`select 1 from namespaces where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<NonNullable<Current>>`
    select n.name, n.description, n.visibility, p.topics, p.default_branch, ${featureLevelColumns},
      p.single_assignee, p.status_page_enabled, p.merge_method, p.squash_option,
      p.only_allow_merge_if_pipeline_succeeds, p.only_allow_merge_if_all_discussions_are_resolved, p.remove_source_branch_after_merge,
      p.autoclose_referenced_issues, p.attention_requests_enabled, p.resolve_outdated_diff_discussions, p.file_preview_url,
      p.file_preview_paths, g.project_creation_level, g.subgroup_creation_level, g.contacts_enabled as crm_enabled
    from namespaces n left join projects p on p.id = n.id left join groups g on g.id = n.id where n.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]
}
