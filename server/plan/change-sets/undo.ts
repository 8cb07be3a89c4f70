import { sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { begun, refuseSecond } from './begin.ts'
import { findChangeSet, type ShownChangeSet } from './find.ts'

/**
 * Take a change set back: a new one of all items that it changed.
 *
 * @throws NotFound
 * @throws Conflict  it is still running, or was taken back already
 */
export async function undoChangeSet(ctx: Context, id: number): Promise<ShownChangeSet> {
  const { changed, finishedAt } = await findChangeSet(ctx, id)
  if (finishedAt === null) throw new Conflict('This change is still running. Undo it when it has finished')
  await refuseSecond(ctx)
  const { rows } = await sql<{ id: number; namespaceId: number }>`
    with undo as (insert into change_sets (namespace_id, user_id, series, undoes_id, total, created_at, finished_at)
        select namespace_id, user_id, series, id, changed, ${ctx.now}::timestamptz, ${changed === 0 ? ctx.now : null}::timestamptz
        from change_sets where id = ${id} and user_id = ${selfId(ctx)} on conflict (undoes_id) do nothing returning id, namespace_id),
      items as (insert into change_set_items (change_set_id, issuable_id)
        select undo.id, b.issuable_id from undo, change_set_items b where b.change_set_id = ${id} and b.outcome = 'changed')
    select id, namespace_id from undo`.execute(ctx.db)
  if (rows[0] === undefined) throw new Conflict('This change has already been undone')
  return begun(ctx, rows[0].id, rows[0].namespaceId)
}
