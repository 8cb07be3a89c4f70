import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import type { PlacesScope } from './where.ts'

/** The projects of a group that a REST client lists rows of. @throws NotFound  the actor may not know of the group */
export async function groupScope(
  ctx: Context,
  input: { readonly id: number | string; readonly nonArchived?: boolean },
): Promise<PlacesScope> {
  const group = await load(ctx, 'group:read', groupByRef, input)
  return { kind: 'group', id: group.id, fullPath: group.fullPath, withArchived: input.nonArchived === false }
}
