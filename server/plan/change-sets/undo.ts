import { type RawBuilder, sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { begin, refuseSecond } from './begin.ts'
import { findChangeSet, type ShownChangeSet } from './find.ts'
import { isOfUndoableKind, isOwnUndoable, itemOf } from './own-events.ts'

/**
 * Undo a change set by a new one of all items that it changed.
 *
 * @throws NotFound  the actor has no such change set
 * @throws Conflict  it is still running, or has already been undone
 */
export async function undoChangeSet(ctx: Context, id: number): Promise<ShownChangeSet> {
  const { changed, finishedAt } = await findChangeSet(ctx, id)
  if (finishedAt === null) throw new Conflict('This change is still running. Undo it when it has finished')
  await refuseSecond(ctx)
  await forgetFailedUndo(ctx, sql`undoes_id = ${id}`)
  const { rows } = await sql<{ id: number; namespaceId: number }>`
    with undo as (insert into change_sets (namespace_id, user_id, series, type, undoes_id, total, created_at, finished_at)
        select namespace_id, user_id, series, type, id, changed, ${ctx.now}::timestamptz, ${changed === 0 ? ctx.now : null}::timestamptz
        from change_sets where id = ${id} and user_id = ${selfId(ctx)} on conflict (undoes_id) do nothing returning id, namespace_id),
      items as (insert into change_set_items (change_set_id, issuable_id)
        select undo.id, b.issuable_id from undo, change_set_items b where b.change_set_id = ${id} and b.outcome = 'changed')
    select id, namespace_id from undo`.execute(ctx.db)
  if (rows[0] === undefined) throw new Conflict('This change has already been undone')
  return begin(ctx, rows[0].id, rows[0].namespaceId)
}

/**
 * Undo one change of a single item, as recorded in the log.
 *
 * @param eventId  the event of the change
 * @throws NotFound  the actor made no such change, or it cannot be undone or is too old
 * @throws Conflict  it has already been undone
 */
export async function undoEvent(ctx: Context, eventId: number): Promise<ShownChangeSet> {
  const { rows: found } = await sql<{
    namespaceId: number
    issuableId: number
    series: string
    type: string
  }>`
    select i.namespace_id, i.id as issuable_id, i.series, i.type from events e join issuables i on i.id = ${itemOf}
    where e.id = ${eventId} and ${isOwnUndoable(ctx)} and ${isOfUndoableKind(ctx)}`.execute(ctx.db)
  const item = found[0]
  if (item === undefined) throw new NotFound('Change')
  await forgetFailedUndo(ctx, sql`undoes_event_id = ${eventId}`)
  const { rows } = await sql<{ id: number }>`
    with undo as (insert into change_sets (namespace_id, user_id, series, type, undoes_event_id, total, created_at)
        values (${item.namespaceId}, ${selfId(ctx)}, ${item.series}, ${item.type}, ${eventId}, 1, ${ctx.now}::timestamptz)
        on conflict (undoes_event_id) do nothing returning id)
    insert into change_set_items (change_set_id, issuable_id) select id, ${item.issuableId}::bigint from undo returning change_set_id as id`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new Conflict('This change has already been undone')
  return begin(ctx, rows[0].id, item.namespaceId)
}

/** An undo that changed nothing can be tried again: the reason for its refusal may no longer exist. */
async function forgetFailedUndo(ctx: Context, isIt: RawBuilder<unknown>): Promise<void> {
  await sql`delete from change_sets where ${isIt} and user_id = ${selfId(ctx)} and finished_at is not null and changed = 0 and refused > 0`.execute(
    ctx.db,
  )
}
