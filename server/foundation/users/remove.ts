import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden } from '#server/errors.ts'
import { userTopic } from './events.ts'
import type { UserRow } from './queries.ts'

/**
 * Delete an account with its own namespace and the projects in it. The issues, comments and reactions it made elsewhere
 * go to the ghost user.
 *
 * @param writings  `delete`: they go too, as far as they are issues and comments
 * @throws Forbidden  oneself, or an account of the site itself
 * @throws Conflict  the only owner of a group
 */
export async function removeUser(
  ctx: Context,
  user: Allowed<'user:admin', UserRow>,
  writings: 'keep' | 'delete',
): Promise<void> {
  if (ctx.actor.kind === 'user' && ctx.actor.id === user.id) throw new Forbidden('You cannot delete yourself')
  if (user.isBot) throw new Forbidden('An internal user cannot be deleted')
  await refuseSoleOwner(ctx, user.id)
  const ghostId = await ghost(ctx)
  await removeNamespace(ctx, user.id)
  if (writings === 'delete') await removeWritings(ctx, user.id)
  await handOver(ctx, user.id, ghostId)
  await ctx.db.deleteFrom('users').where('id', '=', user.id).execute()
  await ctx.events.record('user.deleted', { userId: user.id, ghostId }, { topics: [userTopic(user.id)] })
}

async function refuseSoleOwner(ctx: Context, userId: number): Promise<void> {
  const group = await sql<{ fullPath: string }>`
    select n.full_path from members m join namespaces n on n.id = m.namespace_id
    where m.user_id = ${userId} and m.access_level = 50 and n.kind = 'group'
      and not exists (select 1 from members o where o.namespace_id = any (n.ancestor_ids) and o.access_level = 50
        and o.user_id <> ${userId} and (o.expires_at is null or o.expires_at > current_date))
    order by n.id limit 1`.execute(ctx.db)
  const sole = group.rows[0]
  if (sole !== undefined)
    throw new Conflict(`User cannot be removed: they are the only owner of the group ${sole.fullPath}`)
}

/** The user whom everything belongs to whose author is gone; made the first time it is needed. */
async function ghost(ctx: Context): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into users (username, name, email, is_bot, can_create_group, projects_limit, bio)
    values ('ghost', 'Ghost User', 'ghost@localhost', true, false, 0, 'Stands for people whose accounts were deleted.')
    on conflict (lower(username)) do update set is_bot = true returning id`.execute(ctx.db)
  const row = made.rows[0]
  if (row === undefined) throw new Error('a ghost without a row')
  return row.id
}

async function removeNamespace(ctx: Context, userId: number): Promise<void> {
  const gone = await sql<{ namespaceId: number; projectIds: readonly number[]; storageKeys: readonly string[] }>`
    with own as (
      select id from namespaces where owner_id = ${userId} and kind = 'user'
    ), below as (
      select n.id, n.kind from namespaces n, own where n.ancestor_ids @> array[own.id]
    ), files as (
      select f.storage_key from uploads f where f.namespace_id in (select id from below) or (f.user_id = ${userId} and f.purpose = 'avatar')
    ), deleted as (
      delete from namespaces where id in (select id from below)
    )
    select own.id as namespace_id,
      coalesce((select array_agg(id) from below where kind = 'project'), '{}') as project_ids,
      coalesce((select array_agg(storage_key) from files), '{}') as storage_keys
    from own`.execute(ctx.db)
  await ctx.db.deleteFrom('uploads').where('userId', '=', userId).where('purpose', '=', 'avatar').execute()
  const row = gone.rows[0]
  if (row !== undefined)
    await ctx.events.record('namespace.deleted', row, {
      topics: row.projectIds.slice(0, 50).map(id => `project:${id}`),
    })
}

async function handOver(ctx: Context, userId: number, ghostId: number): Promise<void> {
  await sql`
    with issues as (
      update issuables set author_id = ${ghostId} where author_id = ${userId}
    ), notes as (
      update notes set author_id = ${ghostId}, idempotency_key = null where author_id = ${userId}
    ), versions as (
      update description_versions set author_id = ${ghostId} where author_id = ${userId}
    ), unstarred as (
      update projects p set star_count = greatest(0, p.star_count - 1)
      from stars s where s.user_id = ${userId} and s.project_id = p.id
    ), doubled as (
      select a.issuable_id, count(*) filter (where a.name = 'thumbsup') as up, count(*) filter (where a.name = 'thumbsdown') as down
      from award_emoji a
      where a.user_id = ${userId} and a.note_id is null and exists (select 1 from award_emoji g where g.user_id = ${ghostId}
        and g.issuable_id = a.issuable_id and g.note_id is null and g.name = a.name)
      group by a.issuable_id
    ), counted as (
      update issuables i set upvotes = greatest(0, i.upvotes - d.up), downvotes = greatest(0, i.downvotes - d.down)
      from doubled d where d.issuable_id = i.id and i.author_id <> ${userId}
    )
    update award_emoji a set user_id = ${ghostId}
    where a.user_id = ${userId} and not exists (select 1 from award_emoji g where g.user_id = ${ghostId}
      and g.issuable_id = a.issuable_id and g.note_id is not distinct from a.note_id and g.name = a.name)`.execute(
    ctx.db,
  )
}

async function removeWritings(ctx: Context, userId: number): Promise<void> {
  await sql`
    with issues as (
      delete from issuables where author_id = ${userId} returning namespace_id, series, state
    )
    update projects p set open_issues_count = greatest(0, p.open_issues_count - gone.count)
    from (select namespace_id, count(*) from issues where series = 'issue' and state = 'opened' group by namespace_id) gone
    where p.id = gone.namespace_id`.execute(ctx.db)
  await sql`
    with comments as (
      delete from notes where author_id = ${userId} returning issuable_id, system
    )
    update issuables i set notes_count = greatest(0, i.notes_count - gone.count)
    from (select issuable_id, count(*) from comments where not system group by issuable_id) gone
    where i.id = gone.issuable_id`.execute(ctx.db)
}
