import { type RawBuilder, sql } from 'kysely'
import { levelSql, levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { memberTopics } from '#server/foundation/members/events.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'

/** A role that the directory gives. */
export interface DirectoryRole {
  readonly groupId: number
  readonly userId: number
  readonly accessLevel: number
}

/** The memberships that are compared with the directory: those of groups, or those of one user. */
export type SyncScope = { readonly groupIds: readonly number[] } | { readonly userId: number }

export interface SyncCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

interface ChangedMember {
  readonly change: keyof SyncCounts
  readonly groupId: number
  readonly userId: number
  readonly accessLevel: number
  readonly before: number | null
}

/**
 * Make the members that come from the directory those of the given roles, in the current transaction. Members added or changed by
 * hand stay as they are, nobody gets a lower role than the one inherited, and a group keeps its last owner.
 */
export async function applyRoles(ctx: Context, scope: SyncScope, roles: readonly DirectoryRole[]): Promise<SyncCounts> {
  const isInScope =
    'userId' in scope ? sql`m.user_id = ${scope.userId}` : sql`m.namespace_id = any (${scope.groupIds}::bigint[])`
  await sql`
    select 1 from namespaces n where n.id = any (${roles.map(role => role.groupId)}::bigint[])
      or n.id in (select m.namespace_id from members m where m.from_ldap and ${isInScope})
    order by cardinality(n.ancestor_ids), n.id for no key update`.execute(ctx.db)
  const wanted = wantedRoles(roles)
  const added = await insertAdded(ctx, wanted)
  const others = await changeOthers(ctx, wanted, isInScope)
  const rows = [...added, ...others]
  for (const row of rows) await announce(ctx, row)
  const count = (change: ChangedMember['change']) => rows.filter(row => row.change === change).length
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}

/** A common table expression `wanted`: the highest of the roles of each user in each group. */
const wantedRoles = (roles: readonly DirectoryRole[]): RawBuilder<unknown> => sql`wanted as (
  select namespace_id, user_id, max(access_level)::smallint as access_level
  from unnest(${roles.map(role => role.groupId)}::bigint[], ${roles.map(role => role.userId)}::bigint[],
    ${roles.map(role => role.accessLevel)}::integer[]) as w(namespace_id, user_id, access_level)
  group by namespace_id, user_id)`

async function insertAdded(ctx: Context, wanted: RawBuilder<unknown>): Promise<readonly ChangedMember[]> {
  const { rows } = await sql<ChangedMember>`
    with ${wanted}
    insert into members (namespace_id, user_id, access_level, created_at, from_ldap)
    select w.namespace_id, w.user_id, w.access_level, ${ctx.now}::timestamptz, true
    from wanted w join namespaces n on n.id = w.namespace_id and n.kind = 'group' join users u on u.id = w.user_id and not u.is_bot
    where not exists (select 1 from members a where a.user_id = w.user_id and a.namespace_id = any (n.ancestor_ids)
      and a.namespace_id <> n.id and a.access_level > w.access_level and ${notExpired('a.expires_at')})
    on conflict (user_id, namespace_id) do update set access_level = excluded.access_level, expires_at = null,
      created_by_id = null, created_at = excluded.created_at, from_ldap = true where not ${notExpired('members.expires_at')}
    returning 'added' as change, namespace_id as group_id, user_id, access_level, null::integer as before`.execute(
    ctx.db,
  )
  return rows
}

/** A group that would lose all its owners keeps the one who has been its member longest. */
async function changeOthers(
  ctx: Context,
  wanted: RawBuilder<unknown>,
  isInScope: RawBuilder<unknown>,
): Promise<readonly ChangedMember[]> {
  const owner = levelSql('owner')
  const { rows } = await sql<ChangedMember>`
    with ${wanted}, differing as (
      select m.id, m.namespace_id, m.access_level as before, w.access_level as level
      from members m left join wanted w on w.namespace_id = m.namespace_id and w.user_id = m.user_id
      where m.from_ldap and ${isInScope} and w.access_level is distinct from m.access_level
    ), former_owners as (
      select id, namespace_id from differing where before = ${owner} and coalesce(level, 0) < ${owner}
    ), kept as (
      select distinct on (f.namespace_id) f.id from former_owners f join namespaces n on n.id = f.namespace_id
      where not exists (select 1 from members o join users u on u.id = o.user_id
        where o.namespace_id = any (n.ancestor_ids) and o.access_level = ${owner} and not u.is_bot
          and ${notExpired('o.expires_at')} and o.id not in (select id from former_owners))
      order by f.namespace_id, f.id
    ), due as (
      select * from differing where id not in (select id from kept)
    ), removed as (
      delete from members m using due where m.id = due.id and due.level is null
      returning 'removed' as change, m.namespace_id as group_id, m.user_id, 0 as access_level, due.before
    ), changed as (
      update members m set access_level = due.level from due where m.id = due.id and due.level is not null
      returning 'changed' as change, m.namespace_id as group_id, m.user_id, m.access_level, due.before
    )
    select * from removed union all select * from changed order by group_id, user_id`.execute(ctx.db)
  return rows
}

function announce(ctx: Context, { change, groupId, userId, accessLevel, before }: ChangedMember): Promise<void> {
  const member = { namespaceId: groupId, kind: 'group', userId } as const
  const scope = { namespaceId: groupId, topics: memberTopics('group', groupId, userId) }
  switch (change) {
    case 'added':
      return ctx.events.record('member.added', { ...member, accessLevel }, scope)
    case 'changed':
      return ctx.events.record('member.updated', { ...member, accessLevel, from: before ?? levels.minimal }, scope)
    case 'removed':
      return ctx.events.record('member.removed', member, scope)
    default:
      return change satisfies never
  }
}
