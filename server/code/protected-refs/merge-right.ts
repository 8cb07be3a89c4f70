import { type RawBuilder, sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { adminLevel } from './rights.ts'

interface MergeRight {
  /** Aliases of the row of `merge_requests`, and of its target project in `namespaces`. */
  readonly mergeRequest?: string
  readonly target?: string
}

/**
 * SQL for whether a user may merge a merge request, whatever its checks say: a Developer of the target project, as far as the rules of
 * its target branch allow. Pages, REST, GraphQL, lists and the merge itself all ask this. `refRights` says the same of a git push.
 *
 * @param userId  null and 0 are no user
 * @source product-rules.md 12
 */
export function mayMerge(
  userId: RawBuilder<unknown>,
  { mergeRequest = 'mr', target = 'n' }: MergeRight = {},
): RawBuilder<boolean> {
  const [branch, projectId] = [sql.ref(`${mergeRequest}.target_branch`), sql.ref(`${mergeRequest}.namespace_id`)]
  const covering = sql`protected_refs mw_rule`
  const covers = sql`mw_rule.project_id = ${projectId} and mw_rule.kind = 'branch' and covers_name(mw_rule.name, ${branch})`
  return sql<boolean>`(not ${sql.ref(`${target}.inactive`)} and exists (
    select 1 from users mw join projects mw_project on mw_project.id = ${projectId}
      cross join lateral (select case when mw.is_admin then ${levelSql('owner')} else access_level_of(mw.id, ${sql.ref(`${target}.ancestor_ids`)}) end as level) mw_role
    where mw.id = ${userId} and mw.state = 'active' and mw_role.level >= ${levelSql('developer')}
      and mw_project.repository_access_level <> 'disabled' and mw_project.merge_requests_access_level <> 'disabled'
      and (not exists (select 1 from ${covering} where ${covers})
        or exists (select 1 from ${covering} join protected_ref_access mw_grant on mw_grant.protected_ref_id = mw_rule.id
          where ${covers} and mw_grant.action in ('push', 'merge') and case
            when mw_grant.user_id is not null then mw_grant.user_id = mw.id
            when mw_grant.access_level = ${sql.lit(adminLevel)} then mw.is_admin
            else mw_grant.access_level > 0 and mw_role.level >= mw_grant.access_level end))))`
}

/** Whether the actor may merge it. The caller has loaded it. */
export async function actorMayMerge(ctx: Context, id: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${mayMerge(sql`${userIdOrZero(ctx)}::bigint`)} as may
    from merge_requests mr join namespaces n on n.id = mr.namespace_id where mr.id = ${id}`.execute(ctx.db)
  return rows[0]?.may ?? false
}
