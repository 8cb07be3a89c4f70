import { sql } from 'kysely'
import type { ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import type { ErrorRow } from './find.ts'
import { errorsScope } from './scope.ts'
import './events.ts'

/**
 * Resolve or ignore an error, or open it again. Resolving it closes its issue, if the actor may close it.
 *
 * @source product-rules.md 15
 */
export async function changeErrorStatus(
  ctx: Context,
  error: Allowed<'project:update-errors', ErrorRow>,
  status: ErrorStatus,
) {
  const issueIid = status === 'resolved' ? await closeIssueOf(ctx, error) : null
  const { rows } = await sql<{ before: ErrorStatus }>`
    update tracked_errors t set status = ${status}, resolved_at = case when ${status} = 'resolved' then ${ctx.now}::timestamptz end
    from (select id, status as before from tracked_errors where id = ${error.id} for no key update) o
    where t.id = o.id returning o.before`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound()
  if (row.before !== status)
    await ctx.events.record(
      'error.status_changed',
      { errorId: error.id, from: row.before, to: status },
      errorsScope(error.namespaceId),
    )
  return { result: { updated: true, closedIssueIid: issueIid, status } }
}

/** @returns the number of the issue; null where nothing was to close */
async function closeIssueOf(ctx: Context, { issueId, namespaceId }: ErrorRow): Promise<number | null> {
  if (issueId === null) return null
  const issue = await loadIfAllowed(ctx, 'issuable:close', issueById, { issueId })
  // A moved issue belongs to another project.
  if (issue === null || issue.namespaceId !== namespaceId || issue.state !== 'opened') return null
  await closeIssue(ctx, issue, { via: 'error tracking' })
  return issue.iid
}
