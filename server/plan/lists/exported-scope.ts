import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { IssueScope, ProjectScope } from './where.ts'

/** A project or group whose list is exported. */
export interface ExportedPlace {
  readonly namespace: ProjectRow | GroupRow
  readonly scope: IssueScope
}

export const projectPlace = <Project extends ProjectScope['project']>(project: Project): ExportedPlace => ({
  namespace: project,
  scope: { kind: 'project', project },
})

export const groupPlace = (group: Allowed<'group:read', GroupRow>): ExportedPlace => ({
  namespace: group,
  scope: { kind: 'group', id: group.id, fullPath: group.fullPath, withArchived: false },
})

/** The project or group of an export, with the rights that the actor has now; null where they may not read its list. */
export async function placeOfExport(
  ctx: Context,
  ability: 'project:read-issues' | 'project:read-merge-requests',
  id: number,
): Promise<ExportedPlace | null> {
  const project = await loadIfAllowed(ctx, ability, projectByRef, { id })
  if (project !== null) return projectPlace(project)
  const group = await loadIfAllowed(ctx, 'group:read', groupByRef, { id })
  return group && groupPlace(group)
}
