import { type RawBuilder, sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { detachRows, inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** A namespace marked for deletion cannot be reached by any URL. */
const deletedPath = (id: RawBuilder<unknown>): RawBuilder<string> => sql<string>`'-/deleted/' || ${id}`

/** A tree with more rows than this goes by a job. */
const atOnceLimit = 2000

/**
 * Delete a group or project with everything below it. A small one goes at once; a big one is hidden from all at once,
 * its path is free, and a job deletes it piece by piece.
 *
 * @param typedPath  the full path as the person typed it, when they were asked to
 * @throws Invalid  another path was typed
 */
export async function deleteNamespaceNow(
  ctx: Context,
  target: { readonly id: number; readonly fullPath: string },
  { typedPath, topics }: { readonly typedPath: string | undefined; readonly topics: readonly string[] },
): Promise<void> {
  refuseOtherPath(target, typedPath)
  const place = { namespaceId: target.id, topics: [...topics, accessTopic('namespace', target.id)] }
  place.topics.push(...(await endTokens(ctx, target.id)))
  if (await isSmall(ctx, target.id)) {
    await ctx.events.record('namespace.deleted', await remainsOf(ctx, target.id), place)
    await deleteTree(ctx, target.id)
    return
  }
  await hideTree(ctx, target.id)
  await ctx.events.record('namespace.deletion_started', { namespaceId: target.id }, place)
}

/** @throws Invalid  another path was typed */
export function refuseOtherPath(target: { readonly fullPath: string }, typedPath: string | undefined): void {
  if (typedPath !== undefined && typedPath !== target.fullPath)
    throw new Invalid({ fullPath: ['does not match. Enter the full path to confirm deletion'] })
}

/** Namespaces deleted per transaction, after their contents. */
const namespacesAtOnce = 20
const filesAtOnce = 500

/**
 * Delete a hidden tree piece by piece, each piece committed by itself. A second call after an interruption continues.
 * The files and repositories that are left to remove on the disk are recorded in the transaction that deletes their
 * rows.
 */
export async function deleteTreeInBatches(ctx: Context, rootId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from namespaces where ancestor_ids @> array[${rootId}]::bigint[] order by cardinality(ancestor_ids) desc, id`.execute(
    ctx.db,
  )
  const ids = rows.map(row => row.id)
  await forgetFiles(ctx, rootId, ids)
  await detachRows(ctx.db, 'namespaces', ids, { except: ['uploads'] })
  for (let at = 0; at < ids.length; at += namespacesAtOnce) {
    const some = ids.slice(at, at + namespacesAtOnce)
    await transact(ctx, async inner => {
      const { rows: gone } = await sql<{ id: number; kind: string }>`
        delete from namespaces where id = any (${some}::bigint[]) returning id, kind`.execute(inner.db)
      const projectIds = gone.filter(({ kind }) => kind === 'project').map(({ id }) => id)
      await recordRemains(inner, { namespaceId: rootId, projectIds, storageKeys: [] })
    })
  }
}

/** Trees marked for deletion whose job was interrupted. */
export async function resumeTreeDeletions(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'resume-tree-deletions' })
  const { rows } = await sql<{ id: number }>`
    select id from namespaces where full_path = ${deletedPath(sql.ref('id'))} and parent_id is null
      and updated_at < now() - interval '10 minutes' order by id`.execute(db)
  for (const { id } of rows) await deleteTreeInBatches(ctx, id)
}

async function forgetFiles(ctx: Context, rootId: number, ids: readonly number[]): Promise<void> {
  await inBatches(ctx.db, async limit =>
    transact(ctx, async inner => {
      const some = someRows('uploads', sql`namespace_id = any (${ids}::bigint[])`, Math.min(limit, filesAtOnce))
      const { rows } = await sql<{ storageKey: string }>`
        delete from uploads where ctid = any (${some}) returning storage_key`.execute(inner.db)
      await recordRemains(inner, {
        namespaceId: rootId,
        projectIds: [],
        storageKeys: rows.map(({ storageKey }) => storageKey),
      })
      return rows.length
    }),
  )
}

async function recordRemains(ctx: Context, remains: Remains): Promise<void> {
  if (remains.projectIds.length + remains.storageKeys.length > 0)
    await ctx.events.record('namespace.deleted', remains, { namespaceId: remains.namespaceId })
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
      + (select coalesce(sum(notes_count), 0) from (select notes_count from issuables where namespace_id in (select id from tree) limit ${atOnceLimit}) discussed)
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

/**
 * Delete the access tokens of a tree, which would go with it by themselves.
 *
 * @returns  topics by which the open sockets of their bots end too
 */
export async function endTokens(ctx: Context, rootId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: number }>`
    delete from personal_access_tokens t using namespaces n
    where n.id = t.namespace_id and n.ancestor_ids @> array[${rootId}]::bigint[] returning t.user_id`.execute(ctx.db)
  return [...new Set(rows.map(({ userId }) => userTopic(userId)))]
}

async function deleteTree(ctx: Context, rootId: number): Promise<void> {
  await sql`delete from namespaces where ancestor_ids @> array[${rootId}]::bigint[]`.execute(ctx.db)
}

/** Remove members, shares, visibility and the path, so that only administrators can still see the tree. */
export async function hideTree(ctx: Context, rootId: number): Promise<void> {
  await sql`
    with hidden as (
      update namespaces set visibility = 'private', archived = true, marked_for_deletion_on = null, full_path = ${deletedPath(sql.ref('id'))},
        updated_at = now(), parent_id = case when id = ${rootId} then null else parent_id end
      where ancestor_ids @> array[${rootId}]::bigint[] returning id
    ), left_alone as (delete from members where namespace_id in (select id from hidden)),
    unshared as (delete from namespace_shares where namespace_id in (select id from hidden) or group_id in (select id from hidden)),
    forgotten as (delete from redirects where namespace_id in (select id from hidden))
    select 1`.execute(ctx.db)
  await sql`update namespaces set ancestor_ids = ancestor_ids[array_position(ancestor_ids, ${rootId}):]
    where ancestor_ids @> array[${rootId}]::bigint[]`.execute(ctx.db)
}
