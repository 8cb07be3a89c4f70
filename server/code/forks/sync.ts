import type { Allowed } from '#server/access/load.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { divergence } from '#server/platform/git/commits/divergence.ts'
import { findRef, type Ref } from '#server/platform/git/refs/refs.ts'
import { bringObjects } from '#server/platform/git/writing/bring-objects.ts'
import { mergeTree } from '#server/platform/git/writing/merge-tree.ts'
import { writeCommit } from '#server/platform/git/writing/write-object.ts'
import { checkMove, refGuard } from '../protected-refs/guard.ts'
import { signatureOf } from '../repository/commits/signature.ts'
import { moveBranch } from '../repository/move-branch.ts'
import { repositoryOf } from '../repository/open.ts'
import { pushTo } from '../repository/push/push-to.ts'
import { messages } from './messages.ts'
import { sourceIdOf } from './relation.ts'

type PushableFork = Allowed<'project:push-code', ProjectRow>

/** The divergence of the branch of a fork from that of its upstream. */
interface UpstreamState {
  readonly source: { readonly fullPath: string; readonly name: string; readonly defaultBranch: string }
  readonly branch: string
  /** Null where one of the two has no such branch. */
  readonly apart: { readonly ahead: number; readonly behind: number } | null
  readonly canUpdate: boolean
}

/** @returns null for a project that is no fork, or whose upstream the actor may not read */
export async function upstreamState(
  ctx: Context,
  project: ReadableProject,
  branch: string,
): Promise<UpstreamState | null> {
  const source = await upstreamOf(ctx, project.id)
  if (source === null) return null
  const ends = await endsOf(ctx, project, source, branch)
  const { fullPath, name, defaultBranch } = source
  const canPush =
    may(ctx.actor, 'project:push-code', project.facts) && (await refGuard(ctx, project)).of('branch', branch).canPush
  const shown = { source: { fullPath, name, defaultBranch }, branch }
  if (ends === null) return { ...shown, apart: null, canUpdate: false }
  const { dir, sourceDir, own, upstream } = ends
  const { ahead, behind } = await divergence(dir, upstream.commitId, own.commitId, { alsoIn: sourceDir })
  return { ...shown, apart: { ahead, behind }, canUpdate: canPush && behind > 0 }
}

/**
 * Bring the commits of an upstream branch into the same branch of the fork: forward, or by a merge where the fork has
 * commits of its own.
 *
 * @throws NotFound  no upstream that the actor may read, or no such branch
 * @throws Forbidden  the branch is protected · @throws Invalid  the two conflict
 */
export async function updateFork(ctx: Context, project: PushableFork, branch: string): Promise<'updated' | 'current'> {
  const source = await upstreamOf(ctx, project.id)
  if (source === null) throw new NotFound('Upstream')
  await checkMove(ctx, project, 'push', 'branch', branch)
  return moveBranch(await openedDir(ctx, project), branch, async () => {
    const ends = await endsOf(ctx, project, source, branch)
    if (ends === null) throw new NotFound('Branch')
    const { dir, sourceDir, own, upstream } = ends
    const { ahead, behind } = await divergence(dir, upstream.commitId, own.commitId, { alsoIn: sourceDir })
    if (behind === 0) return 'current'
    await bringObjects({ from: sourceDir, to: dir, commitId: upstream.commitId })
    const after =
      ahead === 0
        ? upstream.commitId
        : await merged(ctx, dir, own, upstream, messages.mergeSubject(branch, source.fullPath))
    await pushTo(ctx, project)(dir, [{ ref: own.fullName, before: own.commitId, after }])
    return 'updated'
  })
}

async function merged(ctx: Context, dir: string, own: Ref, upstream: Ref, message: string): Promise<string> {
  const { outcome, tree } = await mergeTree(dir, own.commitId, upstream.commitId)
  if (outcome === 'conflict') throw new Invalid(messages.conflicts)
  const author = await signatureOf(ctx)
  return writeCommit(dir, { tree, parentIds: [own.commitId, upstream.commitId], author, committer: author, message })
}

async function upstreamOf(ctx: Context, projectId: number) {
  const sourceId = await sourceIdOf(ctx, projectId)
  return sourceId === null ? null : loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: sourceId })
}

async function openedDir(ctx: Context, project: { readonly id: number }): Promise<string> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new NotFound('Branch')
  return dir
}

/**
 * The branch in both repositories. The default branch of a fork belongs to that of its upstream, whatever their names.
 */
async function endsOf(ctx: Context, project: ReadableProject | PushableFork, source: ReadableProject, branch: string) {
  const [dir, sourceDir] = await Promise.all([repositoryOf(ctx, project), repositoryOf(ctx, source)])
  if (dir === null || sourceDir === null) return null
  const upstreamBranch = branch === project.defaultBranch ? source.defaultBranch : branch
  const [own, upstream] = await Promise.all([
    findRef(dir, 'branch', branch),
    findRef(sourceDir, 'branch', upstreamBranch),
  ])
  return own === null || upstream === null ? null : { dir, sourceDir, own, upstream }
}
