import { type RawBuilder, sql } from 'kysely'
import { namespaceTopic, projectTopic, userTopic } from '#contract/live-topics.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Conflict, Forbidden } from '#server/errors.ts'
import {
  deleteNamespaceNow,
  deleteTreeInBatches,
  endTokens,
  hideTree,
} from '#server/foundation/namespaces/deletion/delete-tree.ts'
import { detachRows, inBatches, someRows } from '#server/platform/sql/batches.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { internalUser } from './automation.ts'
import type { UserRow } from './queries.ts'

/**
 * Delete an account with its own namespace and the projects in it. The issues, comments and reactions it made elsewhere
 * go to the ghost user. An account with many of them is blocked at once and deleted by a job.
 *
 * @param writings  `delete`: the user's issues and comments are deleted too, and so are the groups that no other user
 *   owns
 * @throws Forbidden  oneself, or an account of the site itself
 * @throws Conflict  the only owner of a group that would stay
 */
export async function removeUser(
  ctx: Context,
  user: Allowed<'user:admin', UserRow>,
  writings: 'keep' | 'delete',
): Promise<void> {
  if (ctx.actor.kind === 'user' && ctx.actor.id === user.id) throw new Forbidden('You cannot delete yourself')
  if (user.isBot) throw new Forbidden('Internal users cannot be deleted')
  const owned = await soleOwnedGroups(ctx, user.id)
  const [first] = owned
  if (first !== undefined && writings === 'keep')
    throw new Conflict(`The user cannot be deleted because they are the only owner of the group ${first.fullPath}`)
  for (const group of owned) {
    const topics = [namespaceTopic({ kind: 'group', id: group.id })]
    await deleteNamespaceNow(ctx, group, { typedPath: undefined, topics })
  }
  if (!(await isSmall(ctx, user.id))) return condemn(ctx, user.id, writings)
  const ghostId = await ghost(ctx)
  await removeNamespace(ctx, user.id)
  if (writings === 'delete') await removeWritings(ctx, user.id)
  await forget(ctx, user.id, ghostId)
}

/** Accounts with more rows than this are deleted by a job. */
const atOnceLimit = 2_000

async function isSmall(ctx: Context, userId: number): Promise<boolean> {
  const some = (rows: RawBuilder<unknown>) => sql`(select count(*) from (${rows} limit ${atOnceLimit}) some_rows)`
  const { rows } = await sql<{ size: number }>`
    select ${some(sql`select 1 from notes where author_id = ${userId}`)}
      + ${some(sql`select 1 from issuables where author_id = ${userId}`)}
      + ${some(sql`select 1 from todos where user_id = ${userId} or author_id = ${userId}`)}
      + ${some(sql`select 1 from award_emoji where user_id = ${userId}`)}
      + ${some(sql`select 1 from issuables i, namespaces n, namespaces own where own.owner_id = ${userId} and own.kind = 'user'
          and n.ancestor_ids @> array[own.id] and i.namespace_id = n.id`)} as size`.execute(ctx.db)
  return (rows[0]?.size ?? 0) < atOnceLimit
}

/** Block an account at once; a job deletes it with its content. */
async function condemn(ctx: Context, userId: number, writings: 'keep' | 'delete'): Promise<void> {
  await sql`
    with sessions as (delete from sessions where user_id = ${userId}),
      tokens as (delete from personal_access_tokens where user_id = ${userId})
    update users set state = 'blocked', updated_at = ${ctx.now}::timestamptz where id = ${userId}`.execute(ctx.db)
  const own = await ownNamespace(ctx, userId)
  const bots = own === null ? [] : await endTokens(ctx, own)
  if (own !== null) await hideTree(ctx, own)
  await ctx.events.record('user.deletion_started', { userId, writings }, { topics: [userTopic(userId), ...bots] })
}

/** Delete an account marked for deletion in batches, each in its own transaction. Resumes after an interruption. */
export async function removeInBatches(ctx: Context, userId: number, writings: 'keep' | 'delete'): Promise<void> {
  const own = await ownNamespace(ctx, userId)
  if (own !== null) await deleteTreeInBatches(ctx, own)
  const ghostId = await ghost(ctx)
  if (writings === 'delete') await removeWritings(ctx, userId)
  for (const [table, change] of authored(ghostId))
    await inBatches(ctx.db, async limit => {
      const some = someRows(table, sql`author_id = ${userId}`, limit)
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${change} where ctid = any (${some})`.execute(ctx.db)
      return Number(numAffectedRows ?? 0n)
    })
  await transact(ctx, async inner => {
    await handOver(inner, userId, ghostId)
    await dropAvatars(inner, userId)
  })
  await detachRows(ctx.db, 'users', [userId])
  await transact(ctx, inner => forget(inner, userId, ghostId))
}

async function ownNamespace(ctx: Context, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from namespaces where owner_id = ${userId} and kind = 'user'`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** Final step of deleting an account: its content is reassigned to the ghost user. */
async function forget(ctx: Context, userId: number, ghostId: number): Promise<void> {
  await handOver(ctx, userId, ghostId)
  const { numDeletedRows } = await ctx.db.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  if (numDeletedRows > 0n) await ctx.events.record('user.deleted', { userId, ghostId }, { topics: [userTopic(userId)] })
}

/** Tables with an author, and how to reassign them to the ghost user. */
const authored = (ghostId: number): readonly (readonly [table: string, change: RawBuilder<unknown>])[] => [
  ['issuables', sql`author_id = ${ghostId}`],
  ['notes', sql`author_id = ${ghostId}, idempotency_key = null`],
  ['description_versions', sql`author_id = ${ghostId}`],
]

/** The groups whose only owner is a user, without those inside one of them. */
async function soleOwnedGroups(ctx: Context, userId: number) {
  const { rows } = await sql<{ id: number; fullPath: string }>`
    with owned as (
      select n.id, n.full_path, n.ancestor_ids from members m join namespaces n on n.id = m.namespace_id
      where m.user_id = ${userId} and m.access_level = ${levelSql('owner')} and n.kind = 'group'
        and not exists (select 1 from members o join users u on u.id = o.user_id where not u.is_bot and o.namespace_id = any (n.ancestor_ids) and o.access_level = ${levelSql('owner')}
          and o.user_id <> ${userId} and ${notExpired('o.expires_at')}))
    select id, full_path from owned n
    where not exists (select 1 from owned above where above.id = any (n.ancestor_ids) and above.id <> n.id) order by id`.execute(
    ctx.db,
  )
  return rows
}

/** The user who owns the texts of deleted users; created when it is first needed. */
async function ghost(ctx: Context): Promise<number> {
  const { id } = await internalUser(ctx.db, {
    kind: 'ghost',
    name: 'Ghost User',
    bio: 'Stands for people whose accounts were deleted.',
  })
  return id
}

async function removeNamespace(ctx: Context, userId: number): Promise<void> {
  const own = await ownNamespace(ctx, userId)
  const bots = own === null ? [] : await endTokens(ctx, own)
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
      topics: [...row.projectIds.slice(0, 50).map(id => projectTopic(id)), ...bots],
    })
}

/** Files of the account itself are deleted with it. */
async function dropAvatars(ctx: Context, userId: number): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('uploads')
    .where('userId', '=', userId)
    .where('purpose', '=', 'avatar')
    .returning('storageKey')
    .execute()
  for (const { storageKey } of gone) await ctx.events.record('user.avatar_dropped', { storageKey })
}

async function handOver(ctx: Context, userId: number, ghostId: number): Promise<void> {
  await sql`
    with ${sql.join(authored(ghostId).map(([table, change]) => sql`${sql.ref(`own_${table}`)} as (update ${sql.table(table)} set ${change} where author_id = ${userId})`))}, stars_gone as (
      delete from stars where user_id = ${userId} returning project_id
    ), unstarred as (
      update projects p set star_count = greatest(0, p.star_count - 1) from stars_gone s where s.project_id = p.id
    ), doubles as (
      delete from award_emoji a where a.user_id = ${userId} and exists (select 1 from award_emoji g where g.user_id = ${ghostId}
        and g.issuable_id = a.issuable_id and g.note_id is not distinct from a.note_id and g.name = a.name)
      returning issuable_id, note_id, name
    ), doubled as (
      select issuable_id, count(*) filter (where name = 'thumbsup') as up, count(*) filter (where name = 'thumbsdown') as down
      from doubles where note_id is null group by issuable_id
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

/** The texts are deleted in batches, within the transaction of the whole deletion. */
async function removeWritings(ctx: Context, userId: number): Promise<void> {
  await inBatches(ctx.db, async limit => {
    const some = someRows('issuables', sql`author_id = ${userId}`, limit)
    const { numAffectedRows } = await sql`delete from issuables where ctid = any (${some})`.execute(ctx.db)
    return Number(numAffectedRows ?? 0n)
  })
  await inBatches(ctx.db, async limit => {
    const some = someRows('notes', sql`author_id = ${userId}`, limit)
    const { rows } = await sql<{ count: number }>`
      with comments as (
        delete from notes where ctid = any (${some}) returning issuable_id, system
      ), counted as (
        update issuables i set notes_count = greatest(0, i.notes_count - gone.count)
        from (select issuable_id, count(*) from comments where not system group by issuable_id) gone
        where i.id = gone.issuable_id
      )
      select count(*) from comments`.execute(ctx.db)
    return rows[0]?.count ?? 0
  })
}
