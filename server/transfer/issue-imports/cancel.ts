import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { endImport } from './run.ts'

/**
 * Discard an import that was not started, or stop one that runs: the issues that it has created stay.
 *
 * @throws NotFound
 * @throws Conflict  it has ended
 */
export async function cancelImport(
  ctx: Context,
  project: Allowed<'project:import-issues', ProjectRow>,
  importId: number,
): Promise<void> {
  const found = await ctx.db
    .selectFrom('issueImports')
    .select(['id', 'namespaceId', 'userId', 'state'])
    .where('id', '=', importId)
    .where('namespaceId', '=', project.id)
    .where('userId', '=', selfId(ctx))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found === undefined) throw new NotFound('Import')
  if (found.state === 'running') return endImport(ctx, found, 'cancelled')
  if (found.state !== 'ready' && found.state !== 'reading') throw new Conflict('The import has already ended')
  await ctx.db.deleteFrom('issueImports').where('id', '=', importId).execute()
}
