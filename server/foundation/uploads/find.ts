import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { StoredUpload } from './serve.ts'

export type FoundUpload = StoredUpload & { readonly id: number }

/** An attachment of a project or group by the secret in its URL. @throws NotFound */
export async function uploadBySecret(
  ctx: Context,
  namespaceId: number,
  key: { readonly secret: string; readonly filename: string },
): Promise<FoundUpload> {
  const found = await ctx.db
    .selectFrom('uploads')
    .select(['id', 'filename', 'mediaType', 'sizeBytes', 'storageKey'])
    .where('namespaceId', '=', namespaceId)
    .where('secret', '=', key.secret)
    .where('filename', '=', key.filename)
    .where('purpose', '=', 'attachment')
    .executeTakeFirst()
  if (found === undefined) throw new NotFound('Upload')
  return found
}

/** Delete an upload. A job deletes its file afterwards. */
export async function removeUpload(ctx: Context, namespaceId: number, { id, storageKey }: FoundUpload): Promise<null> {
  await ctx.db.deleteFrom('uploads').where('id', '=', id).execute()
  await ctx.events.record('upload.deleted', { uploadId: id, storageKey }, { namespaceId })
  return null
}
