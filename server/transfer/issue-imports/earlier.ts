import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { ImportedIssue } from './imported-issue.ts'

/**
 * Name the issues of a source, so that another import of it recognizes them: those of another tracker by their keys, others by their
 * contents. Rows with the same contents are distinguished by their order in the source.
 *
 * @returns to be called with the issues in their order
 */
export function fingerprints(): (issue: ImportedIssue) => string {
  const seen = new Map<string, number>()
  return issue => {
    const key = issue.remote?.key ?? ''
    if (key !== '') return `jira ${key}`
    const contents = createHash('sha256')
      .update(JSON.stringify({ ...issue, changes: Object.entries(issue.changes).toSorted() }))
      .digest('base64')
    const times = (seen.get(contents) ?? 0) + 1
    seen.set(contents, times)
    return `${contents} ${times}`
  }
}

/** The issues that imports into a project have created and that still exist, by fingerprint. */
export async function findEarlier(
  ctx: Context,
  project: { readonly id: number },
  asked: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ fingerprint: string; issueId: number }>`
    select r.fingerprint, min(r.issue_id) as issue_id from issue_import_rows r
      join issue_imports im on im.id = r.import_id and im.namespace_id = ${project.id}
    where r.fingerprint = any (${[...asked]}::text[]) and r.issue_id is not null group by 1`.execute(ctx.db)
  return new Map(rows.map(row => [row.fingerprint, row.issueId]))
}

/** Keep other imports into a project from creating issues until the transaction ends, so that two imports of a source create each once. */
export async function lockImports(ctx: Context, project: { readonly id: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('issue imports', ${project.id}::bigint))`.execute(ctx.db)
}
