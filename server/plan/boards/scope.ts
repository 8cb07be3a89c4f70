import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import type { BoardRow } from './find.ts'

/** The scope of the issues of a board: its project, or the active projects of its group. */
export async function scopeOf(ctx: Context, board: BoardRow): Promise<IssueScope> {
  const { namespaceId: id, namespaceKind, namespacePath: fullPath } = board
  if (namespaceKind === 'group') return { kind: 'group', id, fullPath, withArchived: false }
  return { kind: 'project', project: await load(ctx, 'project:read-issues', projectByRef, { id }) }
}
