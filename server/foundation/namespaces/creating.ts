import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import type { UserActor } from '#server/context.ts'

/** Whether a user may create projects in `namespaces n`, a group of `groups g` or their own. The same sentence as `namespace:create-project`. */
export function mayCreateProjectsIn(actor: UserActor): RawBuilder<boolean> {
  const level = isAdmin(actor) ? sql`50` : sql`access_level_of(${actor.id}, n.ancestor_ids)`
  const allows = sql`case g.project_creation_level when 'noone' then false when 'administrator' then ${isAdmin(actor)}::boolean
    when 'owner' then ${level} >= ${levelSql('owner')} when 'maintainer' then ${level} >= ${levelSql('maintainer')} else ${level} >= ${levelSql('developer')} end`
  return sql`(((n.kind = 'user' and n.owner_id = ${actor.id}) or (n.kind = 'group' and ${allows})) and not n.inactive)`
}
