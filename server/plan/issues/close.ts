import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { ownChangesTopics } from '#server/plan/issuables/changes/own-changes-topics.ts'
import { setStatus } from '#server/plan/issuables/changes/set-status.ts'
import { type IssuableRow, incidentMark } from '#server/plan/issuables/find.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'

/**
 * Close an issue; one that is closed stays as it is.
 *
 * @param options.via  the item that closes it, in the words of the history: "merge request !5"
 * @param options.isImported  it came closed, with many others: no mails are sent
 */
export async function closeIssue(
  ctx: Context,
  issue: Allowed<'issuable:close', IssuableRow>,
  { via, isImported }: { readonly via?: string; readonly isImported?: boolean } = {},
): Promise<void> {
  if (!(await closeOpen(ctx, issue.id))) return
  await ctx.events.record(
    'issue.closed',
    {
      issueId: issue.id,
      ...incidentMark(issue),
      ...(via === undefined ? {} : { via }),
      ...(isImported ? { isImported } : {}),
    },
    { namespaceId: issue.namespaceId, topics: [...topicsOfIssuable(issue), ...ownChangesTopics(ctx)] },
  )
  const because = 'by closing the incident'
  if (!isImported) await setStatus(ctx, issue, { from: ['TRIGGERED', 'ACKNOWLEDGED'], to: 'RESOLVED', because })
}

/** @returns whether it was open */
const closeOpen = batchDistinct(
  async (ctx: Context, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      update issuables set state = 'closed', closed_at = ${ctx.now}::timestamptz, closed_by_id = ${userIdOf(ctx)}::bigint,
        state_changed_at = ${ctx.now}::timestamptz, updated_at = ${ctx.now}::timestamptz, updated_by_id = ${userIdOf(ctx)}::bigint
      where id = any (${[...ids]}::bigint[]) and state = 'opened' returning id`.execute(ctx.db)
    const closed = new Set(rows.map(row => row.id))
    return ids.map(id => closed.has(id))
  },
  id => id,
)
