import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import { setStatus } from '#server/plan/issuables/changes/set-status.ts'
import { type IssuableRow, incidentMark } from '#server/plan/issuables/find.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'

/** Open a closed issue again; one that is open stays as it is. */
export async function reopenIssue(ctx: Context, issue: Allowed<'issuable:reopen', IssuableRow>): Promise<void> {
  if (!(await openClosed(ctx, issue.id))) return
  await ctx.events.record(
    'issue.reopened',
    { issueId: issue.id, ...incidentMark(issue) },
    { namespaceId: issue.namespaceId, topics: [...topicsOfIssuable(issue), ...ownChangesTopics(ctx)] },
  )
  await setStatus(ctx, issue, { from: ['RESOLVED'], to: 'TRIGGERED', because: 'by reopening the incident' })
}

/** @returns whether it was closed */
const openClosed = batchDistinct(
  async (ctx: Context, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      update issuables set state = 'opened', closed_at = null, closed_by_id = null,
        state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
      where id = any (${[...ids]}::bigint[]) and state = 'closed' returning id`.execute(ctx.db)
    const opened = new Set(rows.map(row => row.id))
    return ids.map(id => opened.has(id))
  },
  id => id,
)
