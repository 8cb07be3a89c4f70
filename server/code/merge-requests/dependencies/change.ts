import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { type TopicSource, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Malformed, NotFound } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { MergeRequestRow, ReadableMergeRequest } from '../find.ts'
import { messages } from './messages.ts'

/** Dependencies of one merge request, in each direction. */
const maxBlocks = 100

type ChangedMergeRequest = Allowed<'issuable:update', MergeRequestRow>

/**
 * Have a merge request wait until another one is merged.
 *
 * @param blocking  one that the actor may read
 * @returns the id of the dependency
 * @throws Malformed  it is the same one, it waits for this one itself, or there are too many: 400
 * @throws Conflict  it does so already: 409
 */
export async function addBlock(
  ctx: Context,
  blocked: ChangedMergeRequest,
  blocking: ReadableMergeRequest,
): Promise<number> {
  if (blocking.id === blocked.id) throw new Malformed(messages.self)
  await lockGraph(ctx)
  const ids = await insertBlocks(ctx, blocked.id, [blocking.id])
  await tellChecked(ctx, [blocked.id])
  return ids[0] ?? 0
}

/** Remove a dependency, whose blocking merge request the actor can see. @throws NotFound */
export async function removeBlock(ctx: Context, blocked: ChangedMergeRequest, blockId: number): Promise<void> {
  const { rows } = await sql`
    delete from merge_request_blocks bl using issuables i where bl.id = ${blockId} and bl.blocked_id = ${blocked.id}
      and i.id = bl.blocking_id and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })} returning bl.id`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw new NotFound('Block')
  await tellChecked(ctx, [blocked.id])
}

/**
 * Have a merge request wait for exactly those, besides the ones that the actor cannot see.
 *
 * @param blockingIds  merge requests that the actor may read
 * @param options.keepsOthers  those that it waits for already stay
 * @throws Malformed  as `addBlock`
 */
export async function setBlocks(
  ctx: Context,
  blocked: ChangedMergeRequest,
  blockingIds: readonly number[],
  { keepsOthers = false }: { readonly keepsOthers?: boolean } = {},
): Promise<void> {
  if (blockingIds.includes(blocked.id)) throw new Malformed(messages.self)
  await lockGraph(ctx)
  const removed = await sql`
    delete from merge_request_blocks bl using issuables i where not ${keepsOthers} and bl.blocked_id = ${blocked.id}
      and i.id = bl.blocking_id and not (i.id = any (${[...blockingIds]}::bigint[])) and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}
      returning bl.id`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${[...blockingIds]}::bigint[]) with ordinality as wanted(id, place)
    where not exists (select 1 from merge_request_blocks bl where bl.blocked_id = ${blocked.id} and bl.blocking_id = wanted.id)
    order by wanted.place`.execute(ctx.db)
  if (rows.length > 0)
    await insertBlocks(
      ctx,
      blocked.id,
      rows.map(({ id }) => id),
    )
  if (rows.length + removed.rows.length > 0) await tellChecked(ctx, [blocked.id])
}

/** One change at a time, as two concurrent ones could close a circle. */
async function lockGraph(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dependencies of merge requests'))`.execute(ctx.db)
}

async function insertBlocks(
  ctx: Context,
  blockedId: number,
  blockingIds: readonly number[],
): Promise<readonly number[]> {
  const wanted = sql`${[...blockingIds]}::bigint[]`
  const { rows } = await sql<{ isCircle: boolean; most: number }>`
    with recursive waiting(id) as (
      select ${blockedId}::bigint
      union
      select bl.blocked_id from merge_request_blocks bl join waiting on waiting.id = bl.blocking_id
    )
    select exists (select 1 from waiting where waiting.id = any (${wanted})) as is_circle,
      greatest((select count(*) from merge_request_blocks where blocked_id = ${blockedId}) + ${blockingIds.length},
        (select max((select count(*) from merge_request_blocks bl where bl.blocking_id = one.id)) + 1 from unnest(${wanted}) one(id))) as most`.execute(
    ctx.db,
  )
  const { isCircle = false, most = 0 } = rows[0] ?? {}
  if (isCircle) throw new Malformed(messages.cycle)
  try {
    if (most > maxBlocks) throw new Malformed(messages.tooMany(maxBlocks))
    const made = await sql<{ id: number }>`
      insert into merge_request_blocks (blocking_id, blocked_id, created_at)
      select wanted.id, ${blockedId}::bigint, ${ctx.now}::timestamptz from unnest(${wanted}) with ordinality as wanted(id, place) order by wanted.place
      returning id`.execute(ctx.db)
    return made.rows.map(({ id }) => id)
  } catch (error) {
    if (isTaken(error, 'merge_request_blocks_pair')) throw new Conflict(messages.duplicate, { cause: error })
    throw error
  }
}

/** The merge requests that wait for one. */
export async function blockedBy(ctx: Context, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select bl.blocked_id as id from merge_request_blocks bl where bl.blocking_id = ${id} order by bl.blocked_id limit ${maxBlocks}`.execute(
    ctx.db,
  )
  return rows.map(row => row.id)
}

/** Announce that the obstacles to open merge requests may have changed: their pages show it, and auto-merge goes on. */
export async function tellChecked(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<TopicSource>`
    select i.id, i.type, i.namespace_id, n.ancestor_ids from issuables i join merge_requests mr on mr.id = i.id
      join namespaces n on n.id = i.namespace_id where i.id = any (${[...ids]}::bigint[]) and mr.is_open order by i.id`.execute(
    ctx.db,
  )
  for (const mergeRequest of rows)
    await ctx.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
}
