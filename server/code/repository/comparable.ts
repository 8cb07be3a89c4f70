import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'

/**
 * The project in which a comparison begins: of the same fork network, and its code open to the reader; otherwise null.
 *
 * @param project  whose code the reader may see
 */
export async function comparable(
  ctx: Context,
  project: ProjectRow,
  fromProjectId: number | undefined,
): Promise<ProjectRow | null> {
  if (fromProjectId === undefined || fromProjectId === project.id) return project
  const other = await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: fromProjectId })
  return other !== null && (await sameNetwork(ctx, project.id, other.id)) ? other : null
}
