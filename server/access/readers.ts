import { type RawBuilder, sql } from 'kysely'
import { accessLevel } from './access-level.ts'
import { levelSql } from './levels.ts'

/**
 * Which users may read an issuable, as a condition on `users` under an alias: the same sentence as `issuable:read`, turned
 * round. For those who are told of something, in one statement for all of them.
 *
 * Stands in a statement with the issuable and its namespace.
 *
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
  return sql<boolean>`(${u('is_admin')} or exists (
    select 1 from (${accessLevel(u('id'), n('ancestor_ids'))}) r left join projects rp on rp.id = ${n('id')}
    where (${n('visibility')} = 'public' or (${n('visibility')} = 'internal' and not ${u('is_external')}) or r.level >= ${levelSql('minimal')})
      and (coalesce(rp.issues_access_level, 'enabled') = 'enabled' or (rp.issues_access_level = 'private' and r.level >= ${levelSql('guest')}))
      and not ${i('hidden')} and (not ${internal}::boolean or r.level >= ${levelSql('planner')})
      and (not ${i('confidential')} or r.level >= ${levelSql('planner')} or ${i('author_id')} = ${u('id')}
        or exists (select 1 from issuable_assignees ra where ra.issuable_id = ${i('id')} and ra.user_id = ${u('id')}))))`
}
