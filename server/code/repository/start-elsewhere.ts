import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { bringObjects } from '#server/platform/git/writing/bring-objects.ts'
import type { Pushable } from '../collaboration/pushable.ts'
import { messages } from './messages.ts'
import { lookUpRef, repositoryOf } from './open.ts'

interface Start {
  readonly startProject: number | string
  readonly startBranch?: string | undefined
  readonly startSha?: string | undefined
}

/**
 * Bring the commit that a new branch begins at from another project of the fork network.
 *
 * @returns the commit; null where the other project is the project itself
 * @throws Invalid  the other project is of another network, or has no such commit · @throws NotFound · @throws Forbidden
 */
export async function startElsewhere(
  ctx: Context,
  project: Pushable,
  { startProject, startBranch, startSha }: Start,
): Promise<string | null> {
  const source = await load(ctx, 'project:read-code', projectByRef, { id: startProject })
  if (source.id === project.id) return null
  if (!(await sameNetwork(ctx, project.id, source.id))) throw new Invalid(messages.noNetwork)
  if (startBranch !== undefined && startSha !== undefined) throw new Invalid(messages.twoStarts)
  const start = startSha ?? startBranch ?? source.defaultBranch
  const dir = await repositoryOf(ctx, source)
  const found = dir === null ? null : await lookUpRef(dir, source, start)
  if (dir === null || found === null) throw new Invalid(messages.noStart(start))
  const to = await ensureRepository(ctx, project)
  const { commitId } = found
  await bringObjects({ from: dir, to, commitId, keptBy: `refs/keep-around/${commitId}` })
  return commitId
}
