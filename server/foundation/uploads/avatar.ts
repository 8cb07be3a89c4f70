import { open } from 'node:fs/promises'
import type { UploadedFile } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { keepUpload } from './keep.ts'
import { imageTypeOf } from './media-type.ts'

const avatarLimitBytes = 200 * 1024

/** The avatar as given: a file sets it, an empty text or null removes it, undefined leaves it. */
export type AvatarChange = UploadedFile | '' | string | null | undefined

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
 * Keep a picture.
 *
 * @param namespaceId  the group or project that it belongs to; null for what belongs to the site
 * @throws Invalid  not an image, or over 200 KiB
 */
export async function keepAvatar(ctx: Context, namespaceId: number | null, file: UploadedFile): Promise<number> {
  if (file.sizeBytes > avatarLimitBytes) throw new Invalid({ avatar: ['is too big (should be at most 200 KiB)'] })
  const type = imageTypeOf(await beginning(file.path))
  if (type === null)
    throw new Invalid({
      avatar: [
        'file format is not supported. Please try one of the following supported formats: image/png, image/jpeg, image/gif, image/webp, image/avif',
      ],
    })
  const upload = await keepUpload(ctx, { namespaceId, purpose: 'avatar', file, mediaType: type })
  return upload.id
}

async function beginning(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(32)
    const { bytesRead } = await handle.read(buffer, 0, 32, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
