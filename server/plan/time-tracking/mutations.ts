import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { isOfGid } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import type { GlobalRef } from '#server/graphql/ids.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { type IssuableRow, issuableOfType } from '#server/plan/issuables/find.ts'
import { Timelog, type TimelogNode } from './fields.ts'
import { readSpent, removeTimelog, spendTime } from './track.ts'

interface TimelogPayload {
  readonly timelog: TimelogNode
}

/** @throws NotFound  no such item, or none that can be told of */
async function typeOf(ctx: Context, ref: GlobalRef): Promise<string> {
  const { rows } = await sql<{ type: string }>`select i.type from issuables i where ${isOfGid(ref)}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Issue')
  return found.type
}

const columns = sql`tl.id, tl.issuable_id, tl.namespace_id, tl.user_id, tl.seconds, tl.summary, tl.spent_at, tl.note_id`

/** The mutations of spent time. @source graphql.md 9 */
export function timelogMutations(): void {
  mutation('timelogCreate', {
    description: 'Log time that the current user spent on an item.',
    input: t => ({
      issuableId: t.field({ type: 'IssuableID', required: true }),
      timeSpent: t.string({
        required: true,
        description: 'Duration, such as `1h 30m`. Use a negative value to subtract time.',
      }),
      spentAt: t.field({ type: 'Time' }),
      summary: t.string({ required: true }),
    }),
    run: async (ctx, { issuableId, timeSpent, spentAt, summary }): Promise<TimelogPayload> => {
      const { id } = issuableId
      const type = await typeOf(ctx, issuableId)
      const item = await load(ctx, 'issuable:set-metadata', issuableOfType, { id, type })
      const day = spentAt?.slice(0, 10)
      await spendTime(ctx, item, { seconds: readSpent(timeSpent), summary, day })
      const { rows } = await sql<TimelogNode>`
        select ${columns} from timelogs tl where tl.issuable_id = ${id} and tl.user_id = ${userIdOf(ctx)}
        order by tl.id desc limit 1`.execute(ctx.db)
      const [timelog] = rows
      if (timelog === undefined) throw new Error('The time that was just logged is missing')
      return { timelog }
    },
    payload: t => ({ timelog: t.field({ type: Timelog, resolve: ({ timelog }) => timelog ?? null }) }),
  })
  mutation('timelogDelete', {
    description: 'Delete a time entry.',
    input: t => ({ id: t.field({ type: 'TimelogID', required: true }) }),
    run: async (ctx, { id }): Promise<TimelogPayload> => {
      const { rows } = await sql<TimelogNode & { readonly type: string }>`
        select ${columns}, i.type from timelogs tl join issuables i on i.id = tl.issuable_id where tl.id = ${id}`.execute(
        ctx.db,
      )
      const [timelog] = rows
      if (timelog === undefined) throw new NotFound('Timelog')
      await removeTimelog(ctx, await itemOf(ctx, timelog), timelog)
      return { timelog }
    },
    payload: t => ({ timelog: t.field({ type: Timelog, resolve: ({ timelog }) => timelog ?? null }) }),
  })
}

/** The item of an entry that the actor may delete: their own, or any of those whose attributes they set. */
async function itemOf(
  ctx: Context,
  { issuableId: id, type, userId }: TimelogNode & { readonly type: string },
): Promise<Allowed<'issuable:read', IssuableRow>> {
  const item = await load(ctx, 'issuable:read', issuableOfType, { id, type })
  if (ctx.actor.kind === 'user' && ctx.actor.id === userId)
    await load(ctx, 'issuable:comment', issuableOfType, { id, type })
  else await load(ctx, 'issuable:set-metadata', issuableOfType, { id, type })
  return item
}
