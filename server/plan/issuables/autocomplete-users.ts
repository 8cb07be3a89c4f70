import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { autocompleteUsers } from '#contract/plan/issues/issue-page-calls.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { userWithAvailabilityJson } from '#server/foundation/users/present.ts'
import { startsWith } from '#server/platform/sql/like.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

type AutocompleteInput = Static<typeof autocompleteUsers.input>

/** @source ASSIGN-004 */
const most = 20

/**
 * People to choose from: the members of a project or group, else all active users. The actor and the author come first
 * when asked for.
 */
export async function listPeople(ctx: Context, asked: AutocompleteInput): Promise<RawJson> {
  const place = await namespaceIdsOf(ctx, asked)
  const search = asked.search?.trim().replace(/^@/, '').toLowerCase() ?? ''
  const first = [
    ...(asked.currentUser && ctx.actor.kind === 'user' ? [ctx.actor.id] : []),
    ...(asked.authorId === undefined ? [] : [asked.authorId]),
  ]
  const conditions: RawBuilder<unknown>[] = [
    sql`u.state = 'active'`,
    ...(search === '' ? [] : [personNamed(search)]),
    ...(asked.skipUsers === undefined ? [] : [sql`not u.id = any (${[...asked.skipUsers]}::bigint[])`]),
    ...(place === null
      ? []
      : [
          sql`exists (select 1 from memberships pm where pm.user_id = u.id and pm.namespace_id = any (${[...place]}::bigint[]))`,
        ]),
  ]
  const { rows } = await sql<{ items: string }>`
    select coalesce(json_agg(${userWithAvailabilityJson(ctx.services.settings, 'p', ctx.now)} order by p.place), '[]')::text as items
    from (select u.*, row_number() over (order by coalesce(array_position(${first}::bigint[], u.id), 100),
        lower(u.username) = ${search} desc, lower(u.username) like ${startsWith(search)} desc, ${nameOrder(sql`u.name`)}, u.id) as place
      from users u where ${sql.join(conditions, sql` and `)} order by place limit ${most}) p`.execute(ctx.db)
  return new RawJson(rows[0]?.items ?? '[]')
}

/** The namespaces whose members are listed; null for all users. */
async function namespaceIdsOf(
  ctx: Context,
  { projectId, groupId }: AutocompleteInput,
): Promise<readonly number[] | null> {
  if (projectId !== undefined)
    return (await load(ctx, 'project:read-members', projectByRef, { id: projectId })).ancestorIds
  if (groupId !== undefined) return (await load(ctx, 'group:read-members', groupByRef, { id: groupId })).ancestorIds
  return null
}
