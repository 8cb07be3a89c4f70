import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'

/** A tree with more rows than this goes by a job. */
const atOnceLimit = 2000

/**
 * Delete a group or project with everything below it. A small one goes at once; a big one is put out of everybody's
 * sight at once, its path is free, and a job deletes it piece by piece.
 *
 * @param typedPath  the full path as the person typed it, when they were asked to
 * @throws Invalid  another path was typed
 */
export async function uprootNamespace(
  ctx: Context,
  target: { readonly id: number; readonly fullPath: string },
  { typedPath, topics }: { readonly typedPath: string | undefined; readonly topics: readonly string[] },
): Promise<void> {
  if (typedPath !== undefined && typedPath !== target.fullPath) {
    throw new Invalid({ fullPath: ['does not match: type the full path of what is to be deleted'] })
  }
  const place = { namespaceId: target.id, topics: [...topics, accessTopic('namespace', target.id)] }
  if (await isSmall(ctx, target.id)) {
    await ctx.events.record('namespace.deleted', await remainsOf(ctx, target.id), place)
    await deleteTree(ctx, target.id)
    return
  }
  await hideTree(ctx, target.id)
  await ctx.events.record('namespace.condemned', { namespaceId: target.id }, place)
}

/**
 * Delete a condemned tree piece by piece, each piece committed by itself. Begun again after a break, it goes on. What is
 * left to remove on the disk is recorded in the transaction that forgets the last of it.
 */
export async function deleteSlowly(ctx: Context, rootId: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from issuables where id in (
        select i.id from issuables i join namespaces n on n.id = i.namespace_id
        where n.ancestor_ids @> array[${rootId}]::bigint[] limit 500)`.execute(ctx.db)
    if (numAffectedRows === undefined || numAffectedRows === 0n) break
  }
  await transact(ctx, async inner => {
    const remains = await remainsOf(inner, rootId)
    if (remains.projectIds.length > 0 || remains.storageKeys.length > 0)
      await inner.events.record('namespace.deleted', remains, { namespaceId: rootId })
    await deleteTree(inner, rootId)
  })
}

export interface Remains {
  readonly namespaceId: number
  readonly projectIds: readonly number[]
  readonly storageKeys: readonly string[]
}

async function isSmall(ctx: Context, rootId: number): Promise<boolean> {
  const { rows } = await sql<{ size: number }>`
    with tree as (select id from namespaces where ancestor_ids @> array[${rootId}]::bigint[])
    select (select count(*) from tree)
      + (select count(*) from (select 1 from issuables where namespace_id in (select id from tree) limit ${atOnceLimit}) some_issuables)
      + (select count(*) from (select 1 from uploads where namespace_id in (select id from tree) limit ${atOnceLimit}) some_uploads)
      as size`.execute(ctx.db)
  return (rows[0]?.size ?? 0) < atOnceLimit
}

async function remainsOf(ctx: Context, rootId: number): Promise<Remains> {
  const { rows } = await sql<{ projectIds: number[]; storageKeys: string[] }>`
    with tree as (select id, kind from namespaces where ancestor_ids @> array[${rootId}]::bigint[])
    select coalesce((select array_agg(id) from tree where kind = 'project'), '{}') as project_ids,
      coalesce((select array_agg(u.storage_key) from uploads u where u.namespace_id in (select id from tree)), '{}') as storage_keys`.execute(
    ctx.db,
  )
  return { namespaceId: rootId, projectIds: rows[0]?.projectIds ?? [], storageKeys: rows[0]?.storageKeys ?? [] }
}

async function deleteTree(ctx: Context, rootId: number): Promise<void> {
  await sql`delete from namespaces where ancestor_ids @> array[${rootId}]::bigint[]`.execute(ctx.db)
}

/** No member, no visibility, no path that anybody could have: what is left to see is an administrator's. */
async function hideTree(ctx: Context, rootId: number): Promise<void> {
  await sql`
    with hidden as (
      update namespaces set visibility = 'private', archived = true, full_path = '-/deleted/' || id,
        parent_id = case when id = ${rootId} then null else parent_id end
      where ancestor_ids @> array[${rootId}]::bigint[] returning id
    ), left_alone as (delete from members where namespace_id in (select id from hidden)),
    forgotten as (delete from redirects where namespace_id in (select id from hidden))
    select 1`.execute(ctx.db)
  await sql`update namespaces set ancestor_ids = ancestor_ids[array_position(ancestor_ids, ${rootId}):]
    where ancestor_ids @> array[${rootId}]::bigint[]`.execute(ctx.db)
}
