import type { Context } from '#server/context.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { bringObjects } from '#server/platform/git/writing/bring-objects.ts'

interface Bringing {
  readonly fromProjectId: number
  readonly toProjectId: number
  readonly commitId: Oid
  /** A ref of the target, such as `refs/merge-requests/7/head`, that keeps the objects. */
  readonly keptBy: string
}

/** Copy a commit of a fork into the repository of another project of its network, where a ref keeps it. */
export function bringCommit(ctx: Context, { fromProjectId, toProjectId, commitId, keptBy }: Bringing): Promise<void> {
  const { dataDir } = ctx.services.settings
  const [from, to] = [repositoryDir(dataDir, fromProjectId), repositoryDir(dataDir, toProjectId)]
  return bringObjects({ from, to, commitId, keptBy })
}
