import { sql } from 'kysely'
import type { Visibility } from '#contract/shapes.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { levels } from '#server/access/levels.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from './find.ts'
import { refuseMoved } from './moved.ts'

/** The columns of a project that most use cases need. */
export interface ProjectRow {
  readonly id: number
  readonly path: string
  readonly fullPath: string
  readonly name: string
  readonly fullName: string
  readonly parentId: number
  readonly ancestorIds: readonly number[]
  readonly visibility: Visibility
  readonly defaultBranch: string
  readonly lastPushedAt: string | null
  readonly updatedAt: string
}

/**
 * A project by its numeric id or its full path (in any case).
 *
 * @throws Moved  the path is a former one of a project the actor may know
 */
export const projectByRef = finder('project', 'Project', (ctx: Context, { id }: { readonly id: number | string }) =>
  findProject(ctx, id),
)

/** The same, by the full path as in the address of a page. */
export const projectByPath = finder(
  'project',
  'Project',
  (ctx: Context, { namespace }: { readonly namespace: string }) => findProject(ctx, namespace),
)

/** Find a project for finders that know more of the actor than their role. */
export async function findProject(ctx: Context, ref: number | string) {
  const values = { ref }
  const [found] = await runForActor<ProjectRow & { readonly facts: NamespaceFacts }, typeof values>(
    ctx,
    `find project ${typeof ref}`,
    values,
    ({ actor }, parameter) => sql`
    select n.id, n.path, n.full_path, n.name, n.full_name, n.parent_id, n.ancestor_ids, n.visibility, p.default_branch, p.last_pushed_at, n.updated_at,
      ${projectFacts(actor, 'n')} as facts
    from namespaces n join projects p on p.id = n.id where ${namespaceIs(ref, parameter.ref)}`,
  )
  if (found === undefined) {
    await refuseMoved(ctx, ref, 'project')
    return null
  }
  const { facts, ...row } = found
  return {
    row: row as ProjectRow,
    facts: isOpened(ctx, row) ? { ...facts, level: Math.max(facts.level, levels.reporter) } : facts,
  }
}

/** Whether the deploy token of the request is one of the project or of a group above it. The doors that take one only read code. */
const isOpened = ({ deployToken }: Context, { ancestorIds }: Pick<ProjectRow, 'ancestorIds'>): boolean =>
  deployToken !== null && ancestorIds.includes(deployToken.namespaceId)
