import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import { parentTopics } from '#server/plan/issuables/parents.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import type { EpicRow } from './find.ts'

/** Close an epic; one that is closed stays as it is. What is in it stays open. */
export const closeEpic = (ctx: Context, epic: Allowed<'issuable:close', EpicRow>): Promise<boolean> =>
  turn(ctx, epic, 'closed')

/** Open a closed epic again; one that is open stays as it is. */
export const reopenEpic = (ctx: Context, epic: Allowed<'issuable:reopen', EpicRow>): Promise<boolean> =>
  turn(ctx, epic, 'opened')

async function turn(ctx: Context, epic: EpicRow, to: 'opened' | 'closed'): Promise<boolean> {
  const actorId = userIdOf(ctx)
  const isClosing = to === 'closed'
  const { numAffectedRows } = await sql`
    update issuables set state = ${to}, closed_at = ${isClosing ? ctx.now : null}::timestamptz, closed_by_id = ${isClosing ? actorId : null}::bigint,
      state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${actorId}::bigint
    where id = ${epic.id} and state <> ${to}`.execute(ctx.db)
  if (numAffectedRows === 0n) return false
  await ctx.events.record(
    isClosing ? 'epic.closed' : 'epic.reopened',
    { issuableId: epic.id },
    { namespaceId: epic.namespaceId, topics: [...topicsOfIssuable(epic), ...ownChangesTopics(ctx)] },
  )
  return true
}

/** Delete an epic with everything on it. What is in it stays, and its number is not given again. */
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
