import type { Context } from '#server/context.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
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
  /** Null where the branch is gone. */
  readonly source: Oid | null
  readonly target: Oid | null
}

/** Where the branches of a merge request point now; null without a repository. */
export async function headsOf(ctx: Context, branches: Branches): Promise<Heads | null> {
  const dir = await repositoryOf(ctx, { id: branches.namespaceId })
  if (dir === null) return null
  const [source, target] = await Promise.all([
    branches.sourceProjectId === branches.namespaceId ? headOf(dir, branches.sourceBranch) : null,
    headOf(dir, branches.targetBranch),
  ])
  return { dir, source, target }
}

const headOf = async (dir: string, branch: string): Promise<Oid | null> =>
  (await findRef(dir, 'branch', branch))?.commitId ?? null
