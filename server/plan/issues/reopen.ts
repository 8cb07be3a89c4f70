import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { setStatus } from '#server/plan/issuables/set-status.ts'

/** Open a closed issue again; one that is open stays as it is. */
export async function reopenIssue(ctx: Context, issue: Allowed<'issuable:reopen', IssuableRow>): Promise<void> {
  const actorId = userIdOf(ctx)
  const { numAffectedRows } = await sql`
    update issuables set state = 'opened', closed_at = null, closed_by_id = null,
      state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${actorId}::bigint
    where id = ${issue.id} and state = 'closed'`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await ctx.events.record(
    'issue.reopened',
    { issueId: issue.id },
    { namespaceId: issue.namespaceId, topics: topicsOfIssuable(issue) },
  )
  await setStatus(ctx, issue, { from: ['RESOLVED'], to: 'TRIGGERED', because: 'by reopening the incident' })
}
