import type { Context } from '#server/context.ts'
import { removeFile } from '#server/platform/files/store.ts'
import { removeRepository, repositoryDir } from '#server/platform/git/storage.ts'
import { later } from '#server/slice.ts'
import { deleteTreeInBatches, type Remains } from './deletion/delete-tree.ts'

export const namespacesFollowers = [
  later('namespace.deleted', (ctx, { payload }) => removeRemains(ctx, payload)),
  later('namespace.deletion_started', (ctx, { payload }) => deleteTreeInBatches(ctx, payload.namespaceId), {
    takesLong: true,
  }),
]

/** Take repositories and files off the disk. Gone already is fine. */
async function removeRemains(ctx: Context, { projectIds, storageKeys }: Remains): Promise<void> {
  const { settings } = ctx.services
  for (const id of projectIds) await removeRepository(repositoryDir(settings.dataDir, id))
  for (const key of storageKeys) await removeFile(settings, key)
}
