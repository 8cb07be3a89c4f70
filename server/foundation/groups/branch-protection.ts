import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'

/**
 * Of the contract's levels of protection for default branches, those that exist here: 0 lets developers rewrite the
 * branch, 1 lets them add to it only.
 */
export const protections = [0, 1] as const

/** @throws Invalid  a level that the site does not have */
export function checkedProtection(level: number | undefined): number | undefined {
  if (level === undefined || protections.some(each => each === level)) return level
  throw new Invalid({
    defaultBranchProtection: [
      'can be 0 (force pushes allowed) or 1 (force pushes refused); other levels are not supported',
    ],
  })
}

/** The level in the group of the row `n` of `namespaces`: its own, that of the nearest group above, or the site's. */
export const branchProtection = sql<number>`coalesce(
  (select pg.default_branch_protection from unnest(n.ancestor_ids) with ordinality as above (id, depth)
    join groups pg on pg.id = above.id where pg.default_branch_protection is not null order by above.depth desc limit 1),
  (select (value #>> '{}')::int from instance_settings where name = 'defaultBranchProtection'), 1)`

/** What a level means, in the words of the contract. @source rest.md 2.2 */
export const protectionDefaults = (level: typeof branchProtection) => sql`json_build_object(
  'allowed_to_push', json_build_array(json_build_object('access_level', 30)),
  'allow_force_push', ${level} = 0,
  'allowed_to_merge', json_build_array(json_build_object('access_level', 30)), 'developer_can_initial_push', true)`

/** The level for new projects of a namespace. */
export async function branchProtectionOf(ctx: Context, namespaceId: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    select ${branchProtection} as level from namespaces n where n.id = ${namespaceId}`.execute(ctx.db)
  return rows[0]?.level ?? 1
}
