import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import './events.ts'

/**
 * Start an import of the actor's. A job does the work.
 *
 * @throws NotFound
 * @throws Conflict  it has been started or cancelled
 */
export async function startImport(
  ctx: Context,
  project: Allowed<'project:import-issues', ProjectRow>,
  importId: number,
): Promise<void> {
  const mine = ctx.db
    .selectFrom('issueImports')
    .select('state')
    .where('id', '=', importId)
    .where('namespaceId', '=', project.id)
    .where('userId', '=', selfId(ctx))
    .forNoKeyUpdate()
  const found = await mine.executeTakeFirst()
  if (found === undefined) throw new NotFound('Import')
  if (found.state !== 'ready') throw new Conflict('The import has already been started')
  await ctx.db
    .updateTable('issueImports')
    .set({ state: 'running', startedAt: ctx.now })
    .where('id', '=', importId)
    .execute()
  await ctx.events.record('issue_import.due', { importId }, { namespaceId: project.id })
}
