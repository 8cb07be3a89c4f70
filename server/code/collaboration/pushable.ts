import type { Allowed } from '#server/access/load.ts'
import { finder } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { findProject, type ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { mayCollaborate, openBranches } from './branches.ts'

/** A project in which the actor may push to some branch: to all that no rule protects, or to those of merge requests only. */
export type Pushable = Allowed<'project:push-code', ProjectRow> | Allowed<'project:push-branch', ProjectRow>

/** A project for `project:push-branch`, by its numeric id or its full path. */
export const pushableByRef = finder('project', 'Project', (ctx: Context, { id }: { readonly id: number | string }) =>
  find(ctx, id),
)

/** The same, by the full path as in an address. */
export const pushableByPath = finder(
  'project',
  'Project',
  (ctx: Context, { namespace }: { readonly namespace: string }) => find(ctx, namespace),
)

async function find(ctx: Context, ref: number | string) {
  const found = await findProject(ctx, ref)
  if (found === null || ctx.deployToken !== null || !mayCollaborate(ctx.actor, found.facts)) return found
  return { ...found, facts: { ...found.facts, openBranches: await openBranches(ctx, ctx.actor, found.row.id) } }
}

/** Whether the actor has the role to push to the project, not only to branches of merge requests. */
export const pushesCode = (ctx: Context, project: Pushable): project is Allowed<'project:push-code', ProjectRow> =>
  may(ctx.actor, 'project:push-code', project.facts)
