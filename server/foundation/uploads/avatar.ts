import type { AvatarChange, UploadedFile } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { imageTypeOf } from '#server/platform/files/media-type.ts'
import { keepUpload } from './keep.ts'

const avatarLimitBytes = 200 * 1024

/**
 * Set or remove the avatar of a group or project.
 *
 * @throws Invalid  not an image, or over 200 KiB
 */
export async function changeAvatar(ctx: Context, namespaceId: number, avatar: AvatarChange): Promise<void> {
  if (avatar === undefined) return
  const uploadId = avatar === null || typeof avatar === 'string' ? null : await keepAvatar(ctx, namespaceId, avatar)
  await ctx.db
    .updateTable('namespaces')
    .set({ avatarUploadId: uploadId, updatedAt: ctx.now })
    .where('id', '=', namespaceId)
    .execute()
  await forgetOthers(ctx, namespaceId, uploadId)
}

/** The avatar before this one has no use any more. */
async function forgetOthers(ctx: Context, namespaceId: number, uploadId: number | null): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('uploads')
    .where('namespaceId', '=', namespaceId)
    .where('purpose', '=', 'avatar')
    .where('id', '<>', uploadId ?? 0)
    .returning(['id', 'storageKey'])
    .execute()
  for (const { id, storageKey } of gone)
    await ctx.events.record('upload.deleted', { uploadId: id, storageKey }, { namespaceId })
}

/**
 * Store an avatar.
 *
 * @param namespaceId  the group or project that it belongs to; null if it belongs to the site
 * @throws Invalid  not an image, or over 200 KiB
 */
export async function keepAvatar(ctx: Context, namespaceId: number | null, file: UploadedFile): Promise<number> {
  if (file.sizeBytes > avatarLimitBytes) throw new Invalid({ avatar: ['is too big (should be at most 200 KiB)'] })
  const type = await imageTypeOf(file.path)
  if (type === null)
    throw new Invalid({
      avatar: [
        'file format is not supported. Please try one of the following supported formats: image/png, image/jpeg, image/gif, image/webp, image/avif',
      ],
    })
  const upload = await keepUpload(ctx, { namespaceId, purpose: 'avatar', file, mediaType: type })
  return upload.id
}
