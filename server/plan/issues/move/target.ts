import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { messages, type Verb } from './messages.ts'

/** A project that the actor may move or clone issues to. */
export type TargetProject = Allowed<'project:take-issues', ProjectRow>

/**
 * The project that an issue is moved or cloned to.
 *
 * @throws NotFound  there is none that the actor may know of
 * @throws Invalid  it takes no issues from the actor
 */
export async function loadTarget(
  ctx: Context,
  verb: Verb,
  type: string,
  projectRef: number | string,
): Promise<TargetProject> {
  const target = await loadIfAllowed(ctx, 'project:take-issues', projectByRef, { id: projectRef })
  if (target === null) throw await reasonAgainst(ctx, verb, projectRef)
  if (type === 'incident' && !may(ctx.actor, 'project:create-incident', target.facts))
    throw new Invalid(messages.noRightForIncidents(verb, target.fullPath))
  return target
}

async function reasonAgainst(ctx: Context, verb: Verb, projectRef: number | string): Promise<NotFound | Invalid> {
  const project = await loadIfAllowed(ctx, 'project:read', projectByRef, { id: projectRef })
  if (project === null) return new NotFound('Project')
  const { facts, fullPath } = project
  if (facts.pendingDeletion) return new Invalid(messages.pendingDeletion(fullPath))
  if (facts.archived) return new Invalid(messages.archived(fullPath))
  if (facts.issues === 'disabled') return new Invalid(messages.noIssues(fullPath))
  return new Invalid(messages.noRight(verb, fullPath))
}
