import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import {
  type DefaultProtection,
  protectionDefaultsOf,
  protections,
  usualProtection,
} from '#server/foundation/settings/default-branch-protection.ts'

/** SQL for the level of the group `n`: its own, that of the nearest ancestor, or the site's. */
export const branchProtection = sql<number>`coalesce(
  (select pg.default_branch_protection from unnest(n.ancestor_ids) with ordinality as above (id, depth)
    join groups pg on pg.id = above.id where pg.default_branch_protection is not null order by above.depth desc limit 1),
  (select (value #>> '{}')::int from instance_settings where name = 'defaultBranchProtection'), ${sql.lit(usualProtection)})`

/** `default_branch_protection_defaults` of a level. @source rest.md 2.2 */
export const protectionDefaults = (level: typeof branchProtection) =>
  sql`(${sql.lit(JSON.stringify(protections.map((_each, index) => protectionDefaultsOf(index))))}::json -> ${level})`

/** The protection of the default branch of a new project in a namespace; null for none. */
export async function branchProtectionOf(ctx: Context, namespaceId: number): Promise<DefaultProtection | null> {
  const { rows } = await sql<{ level: number }>`
    select ${branchProtection} as level from namespaces n where n.id = ${namespaceId}`.execute(ctx.db)
  const level = rows[0]?.level ?? usualProtection
  return level === 0 ? null : (protections[level] ?? null)
}
