import { sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'

/** The supported default branch protection levels: 0 allows force pushes by developers, 1 refuses them. */
const protections = [0, 1] as const

/** @throws Invalid  an unsupported level */
export function checkedProtection(level: number | undefined): number | undefined {
  if (level === undefined || protections.some(each => each === level)) return level
  throw new Invalid({
    defaultBranchProtection: ['must be 0 (force pushes allowed) or 1 (force pushes rejected)'],
  })
}

/** SQL for the level of the group `n`: its own, that of the nearest ancestor, or the site's. */
export const branchProtection = sql<number>`coalesce(
  (select pg.default_branch_protection from unnest(n.ancestor_ids) with ordinality as above (id, depth)
    join groups pg on pg.id = above.id where pg.default_branch_protection is not null order by above.depth desc limit 1),
  (select (value #>> '{}')::int from instance_settings where name = 'defaultBranchProtection'), 1)`

/** `default_branch_protection_defaults` of a level. @source rest.md 2.2 */
export const protectionDefaults = (level: typeof branchProtection) => sql`json_build_object(
  'allowed_to_push', json_build_array(json_build_object('access_level', ${levelSql('developer')})),
  'allow_force_push', ${level} = 0,
  'allowed_to_merge', json_build_array(json_build_object('access_level', ${levelSql('developer')})), 'developer_can_initial_push', true)`

/** The level for new projects of a namespace. */
export async function branchProtectionOf(ctx: Context, namespaceId: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    select ${branchProtection} as level from namespaces n where n.id = ${namespaceId}`.execute(ctx.db)
  return rows[0]?.level ?? 1
}
