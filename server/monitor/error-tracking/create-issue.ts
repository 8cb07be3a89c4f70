import { sql } from 'kysely'
import { pagePath } from '#contract/issuable-kinds.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import type { ErrorRow } from './find.ts'
import { messages } from './messages.ts'
import { errorsScope } from './scope.ts'
import './events.ts'

interface ErrorIssueInput {
  readonly title: string
  readonly description?: string | undefined
  readonly confidential?: boolean | undefined
}

/**
 * Create the issue of an error. Its page shows the stack trace.
 *
 * @throws Conflict  the error has an issue
 */
export async function createIssueOfError(
  ctx: Context,
  error: Allowed<'project:read-errors', ErrorRow>,
  { title, description = '', confidential = false }: ErrorIssueInput,
) {
  const project = await load(ctx, 'project:create-issue', projectByRef, { id: error.namespaceId })
  const created = await createIssue(ctx, project, { title, description, confidential })
  const { numAffectedRows = 0n } = await sql`
    update tracked_errors set issue_id = ${created.id} where id = ${error.id} and issue_id is null`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Conflict(messages.hasIssue)
  await ctx.events.record(
    'error.issue_created',
    { errorId: error.id, issueId: created.id },
    errorsScope(error.namespaceId),
  )
  return { iid: created.iid, path: pagePath('issue', project.fullPath, created.iid) }
}
