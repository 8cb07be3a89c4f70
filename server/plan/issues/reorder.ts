import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { noneGiven, Unprocessable } from '#server/errors.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { placeBetween } from '#server/plan/issuables/position.ts'

export interface Neighbours {
  /** Global id of the issue of the same project that comes before this one. */
  readonly moveBeforeId?: number | undefined
  /** Global id of the one that comes after it. */
  readonly moveAfterId?: number | undefined
}

/**
 * Put an issue behind one and before another of its project's manual order.
 *
 * @throws NotFound  a neighbor that the actor may not know of
 * @throws Unprocessable  a neighbor of another project, or the issue itself
 */
export async function reorderIssue(
  ctx: Context,
  issue: Allowed<'issuable:set-metadata', IssuableRow>,
  { moveAfterId, moveBeforeId }: Neighbours,
): Promise<void> {
  if (moveAfterId === undefined && moveBeforeId === undefined) {
    throw noneGiven('move_after_id', 'move_before_id')
  }
  for (const issueId of [moveAfterId, moveBeforeId]) {
    if (issueId === undefined) continue
    const neighbour = await load(ctx, 'issuable:read', issueById, { issueId })
    if (neighbour.namespaceId !== issue.namespaceId || neighbour.id === issue.id) {
      throw new Unprocessable('Issues can only be reordered within the same project')
    }
  }
  await placeBetween(ctx, sql`select ${issue.namespaceId}::bigint`, issue.id, {
    previousId: moveBeforeId,
    nextId: moveAfterId,
  })
  await ctx.events.record(
    'issue.reordered',
    { issueId: issue.id },
    { namespaceId: issue.namespaceId, topics: issueListTopics(issue.namespaceId, issue.ancestorIds) },
  )
}
