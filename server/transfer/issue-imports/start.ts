import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import './events.ts'
import { outcomeContent, scopeOf } from './run.ts'

/**
 * Start an import of the actor's, or continue one that was stopped or has failed: a job imports the remaining rows.
 *
 * @param includeImported  also import the rows of a file that were imported before; one that is continued keeps to its start
 * @throws NotFound
 * @throws Conflict  it is running, has finished, or failed before its issues were read
 */
export async function startImport(
  ctx: Context,
  project: Allowed<'project:import-issues', ProjectRow>,
  importId: number,
  { includeImported = false }: { readonly includeImported?: boolean | undefined } = {},
): Promise<void> {
  const mine = ctx.db
    .selectFrom('issueImports')
    .select(['state', 'startedAt'])
    .where('id', '=', importId)
    .where('namespaceId', '=', project.id)
    .where('userId', '=', selfId(ctx))
    .forNoKeyUpdate()
  const found = await mine.executeTakeFirst()
  if (found === undefined) throw new NotFound('Import')
  if (!isStartable(found)) throw new Conflict('The import has already been started')
  await ctx.db
    .updateTable('issueImports')
    .set({ state: 'running', startedAt: ctx.now, endedAt: null, reason: null })
    .where('id', '=', importId)
    .execute()
  if (found.startedAt === null) await (includeImported ? includeSkipped(ctx, importId) : forgetSkipped(ctx, importId))
  const due = { importId, startedAt: ctx.now }
  await ctx.events.record('issue_import.due', due, scopeOf({ id: importId, namespaceId: project.id }))
}

/** The skipped rows of a file, which keep their contents until the import is started. Those of another tracker have none. */
const skippedRows = (importId: number) => sql`import_id = ${importId} and outcome = 'skipped' and content ? 'isClosed'`

/** Have the skipped rows wait like the others. */
async function includeSkipped(ctx: Context, importId: number): Promise<void> {
  await sql`with included as (
      update issue_import_rows set outcome = null, issue_id = null where ${skippedRows(importId)} returning 1
    )
    update issue_imports set includes_imported = true, skipped_count = skipped_count - (select count(*) from included)
    where id = ${importId}`.execute(ctx.db)
}

async function forgetSkipped(ctx: Context, importId: number): Promise<void> {
  await sql`update issue_import_rows set content = ${outcomeContent} where ${skippedRows(importId)}`.execute(ctx.db)
}

const isStartable = ({ state, startedAt }: { readonly state: string; readonly startedAt: string | null }): boolean =>
  state === 'ready' || ((state === 'cancelled' || state === 'failed') && startedAt !== null)
