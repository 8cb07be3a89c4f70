import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import './events.ts'
import { scopeOf } from './run.ts'

/**
 * Start an import of the actor's, or continue one that was stopped or failed: a job imports the rows that wait.
 *
 * @throws NotFound
 * @throws Conflict  it is running, has finished, or failed before its issues were read
 */
export async function startImport(
  ctx: Context,
  project: Allowed<'project:import-issues', ProjectRow>,
  importId: number,
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
  const due = { importId, startedAt: ctx.now }
  await ctx.events.record('issue_import.due', due, scopeOf({ id: importId, namespaceId: project.id }))
}

const isStartable = ({ state, startedAt }: { readonly state: string; readonly startedAt: string | null }): boolean =>
  state === 'ready' || ((state === 'cancelled' || state === 'failed') && startedAt !== null)
