import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { parentTopics } from '#server/plan/issuables/parents.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { EpicRow } from './find.ts'

/** Close an epic; one that is closed stays as it is. Its children stay open. */
export const closeEpic = (ctx: Context, epic: Allowed<'issuable:close', IssuableRow>): Promise<boolean> =>
  turn(ctx, epic, 'closed')

/** Open a closed epic again; one that is open stays as it is. */
export const reopenEpic = (ctx: Context, epic: Allowed<'issuable:reopen', IssuableRow>): Promise<boolean> =>
  turn(ctx, epic, 'opened')

async function turn(ctx: Context, epic: IssuableRow, to: 'opened' | 'closed'): Promise<boolean> {
  if (!(await turned[to](ctx, epic.id))) return false
  await ctx.events.record(
    to === 'closed' ? 'epic.closed' : 'epic.reopened',
    { issuableId: epic.id },
    { namespaceId: epic.namespaceId, topics: [...topicsOfIssuable(epic), ...ownChangesTopics(ctx)] },
  )
  return true
}

const turning = (to: 'opened' | 'closed') =>
  batchDistinct(
    async (ctx: Context, ids: readonly number[]) => {
      const actorId = userIdOf(ctx)
      const isClosing = to === 'closed'
      const { rows } = await sql<{ id: number }>`
        update issuables set state = ${to}, closed_at = ${isClosing ? ctx.now : null}::timestamptz, closed_by_id = ${isClosing ? actorId : null}::bigint,
          state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${actorId}::bigint
        where id = any (${[...ids]}::bigint[]) and state <> ${to} returning id`.execute(ctx.db)
      const changed = new Set(rows.map(row => row.id))
      return ids.map(id => changed.has(id))
    },
    id => id,
  )

/** Each function returns whether the epic was in the other state. */
const turned = { opened: turning('opened'), closed: turning('closed') }

/** Delete an epic with everything on it. Its children stay, and its number is not given again. */
export async function deleteEpic(ctx: Context, epic: Allowed<'issuable:delete', EpicRow>): Promise<void> {
  const { id, iid, title, namespaceId } = epic
  const above = await parentTopics(ctx, id)
  await sql`delete from issuables where id = ${id}`.execute(ctx.db)
  await ctx.events.record(
    'epic.deleted',
    { issuableId: id, iid, title },
    { namespaceId, topics: [...topicsOfIssuable(epic), ...above, accessTopic('issue', id)] },
  )
}
