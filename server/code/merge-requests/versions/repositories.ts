import type { Context } from '#server/context.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { bringCommit } from '../../forks/bring-objects.ts'
import { repositoryOf } from '../../repository/open.ts'

/** The two branches of a merge request. */
export interface Branches {
  readonly namespaceId: number
  readonly sourceProjectId: number | null
  readonly sourceBranch: string
  readonly targetBranch: string
}

export interface Heads {
  /** The repository of the target, which has the objects of both sides. */
  readonly dir: string
  /** Null if the branch no longer exists. */
  readonly source: Oid | null
  readonly target: Oid | null
}

/**
 * The current heads of the branches of a merge request; null without a repository. The commits of a fork are brought to
 * the target.
 */
export async function headsOf(ctx: Context, branches: Branches): Promise<Heads | null> {
  const dir = await repositoryOf(ctx, { id: branches.namespaceId })
  if (dir === null) return null
  const [source, target] = await Promise.all([
    branches.sourceProjectId === branches.namespaceId
      ? headOf(dir, branches.sourceBranch)
      : headOfFork(ctx, dir, branches),
    headOf(dir, branches.targetBranch),
  ])
  return { dir, source, target }
}

async function headOfFork(
  ctx: Context,
  dir: string,
  { sourceProjectId, namespaceId, sourceBranch }: Branches,
): Promise<Oid | null> {
  const fork = sourceProjectId === null ? null : await repositoryOf(ctx, { id: sourceProjectId })
  const head = fork === null ? null : await headOf(fork, sourceBranch)
  if (head === null || sourceProjectId === null) return null
  if ((await objectInfo(dir, head)) === null) {
    const keptBy = `refs/keep-around/${head}`
    await bringCommit(ctx, { fromProjectId: sourceProjectId, toProjectId: namespaceId, commitId: head, keptBy })
  }
  return head
}

const headOf = async (dir: string, branch: string): Promise<Oid | null> =>
  (await findRef(dir, 'branch', branch))?.commitId ?? null
