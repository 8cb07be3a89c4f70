import { type RawBuilder, sql } from 'kysely'
import { accessLevel } from './access-level.ts'
import { levelSql } from './levels.ts'
import { hasMembershipBelow } from './namespace-facts.ts'
import { isParticipant, readsIssuableSql } from './reads-issuable.ts'

/**
 * SQL condition for the users who may read an issuable: the same rule as `issuable:read`, for recipients of notifications and
 * to-dos in one statement.
 *
 * @param user  alias of `users`
 * @param issuable  alias of `issuables`
 * @param namespace  alias of its `namespaces` row
 * @param internal  whether the content is limited to planners and above; SQL or a value
 */
export function mayReadIssuable(
  user: string,
  issuable: string,
  namespace: string,
  internal: boolean | RawBuilder<boolean> = false,
): RawBuilder<boolean> {
  const u = (column: string) => sql.ref(`${user}.${column}`)
  const i = (column: string) => sql.ref(`${issuable}.${column}`)
  const n = (column: string) => sql.ref(`${namespace}.${column}`)
  const level = sql`case when ${u('is_admin')} then ${levelSql('owner')} else r.level end`
  const reader = {
    level,
    isOpen: sql<boolean>`(${n('visibility')} = 'public' or (${n('visibility')} = 'internal' and not ${u('is_external')}))`,
    hasMembershipBelow: hasMembershipBelow(u('id'), namespace),
    isParticipant: isParticipant(u('id'), issuable),
  }
  return sql<boolean>`exists (
    select 1 from (${accessLevel(u('id'), n('ancestor_ids'))}) r left join projects rp on rp.id = ${n('id')}
    where ${readsIssuableSql(reader, { issuable, namespace, project: 'rp' })}
      and (not ${i('hidden')} or ${u('is_admin')}) and (not ${internal}::boolean or ${level} >= ${levelSql('planner')}))`
}
