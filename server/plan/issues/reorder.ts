import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { issueListTopics } from '#server/discuss/noteables/live-topics.ts'
import { noneGiven, Unprocessable } from '#server/errors.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'

export interface Neighbours {
  /** Global ids of issues of the same project. */
  readonly moveAfterId?: number | undefined
  readonly moveBeforeId?: number | undefined
}

const gap = 1024

/**
 * Put an issue behind one and before another of its project's manual order.
 *
 * @throws NotFound  a neighbour that the actor may not know of
 * @throws Unprocessable  a neighbour of another project, or the issue itself
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
  const position =
    (await positionBetween(ctx, issue, moveAfterId, moveBeforeId)) ??
    (await spreadPositions(ctx, issue, moveAfterId, moveBeforeId))
  await sql`update issuables set relative_position = ${position} where id = ${issue.id}`.execute(ctx.db)
  await ctx.events.record(
    'issue.reordered',
    { issueId: issue.id },
    { namespaceId: issue.namespaceId, topics: issueListTopics(issue.namespaceId, issue.ancestorIds) },
  )
}

/** A position between the neighbours; null when they have none of their own, or nothing is free between them. */
async function positionBetween(
  ctx: Context,
  issue: IssuableRow,
  after: number | undefined,
  before: number | undefined,
): Promise<number | null> {
  const { rows } = await sql<{ low: number | null; high: number | null; isPlaced: boolean }>`
    with given as (select (select relative_position from issuables where id = ${after ?? null}::bigint) as low,
      (select relative_position from issuables where id = ${before ?? null}::bigint) as high)
    select coalesce(low, (select max(relative_position) from issuables where namespace_id = ${issue.namespaceId} and series = 'issue'
        and relative_position < high and id <> ${issue.id})) as low,
      coalesce(high, (select min(relative_position) from issuables where namespace_id = ${issue.namespaceId} and series = 'issue'
        and relative_position > low and id <> ${issue.id})) as high,
      (${after ?? null}::bigint is null or low is not null) and (${before ?? null}::bigint is null or high is not null) as is_placed
    from given`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined || !found.isPlaced) return null
  const low = found.low ?? (found.high ?? 0) - 2 * gap
  const high = found.high ?? low + 2 * gap
  const middle = Math.floor((low + high) / 2)
  return middle > low && middle < high ? middle : null
}

/** Give every issue of the project a position of its own, evenly spread, in the present order. */
async function spreadPositions(
  ctx: Context,
  issue: IssuableRow,
  after: number | undefined,
  before: number | undefined,
): Promise<number> {
  await sql`
    update issuables i set relative_position = placed.position from (
      select id, ${gap}::bigint * row_number() over (order by relative_position nulls last, id desc) as position
      from issuables where namespace_id = ${issue.namespaceId} and series = 'issue') placed
    where placed.id = i.id and i.relative_position is distinct from placed.position`.execute(ctx.db)
  const position = await positionBetween(ctx, issue, after, before)
  if (position === null) throw new Unprocessable('The issue cannot be placed between these two')
  return position
}
