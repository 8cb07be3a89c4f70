import { randomBytes } from 'node:crypto'
import { uploadTooLarge } from '#contract/foundation/upload-limit.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { TooLarge } from '#server/errors.ts'
import { attachmentLimitBytes } from '#server/foundation/settings/attachment-limit.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { mediaTypeOf } from '#server/platform/files/media-type.ts'
import { putFile, removeFile } from '#server/platform/files/store.ts'

export interface KeptUpload {
  readonly id: number
  readonly secret: string
  readonly filename: string
  readonly mediaType: string
}

interface NewUpload {
  /** Null for what belongs to the site. */
  readonly namespaceId: number | null
  readonly purpose: 'attachment' | 'avatar'
  readonly file: UploadedFile
  readonly mediaType?: string
}

/**
 * Keep a received file for a group or project, under a secret that nobody guesses. A big file takes its time on the way
 * to the storage: callers have no transaction open meanwhile, unless the file is known to be small.
 *
 * @throws TooLarge  over `attachmentLimitBytes`
 */
export async function keepUpload(
  ctx: Context,
  { namespaceId, purpose, file, mediaType }: NewUpload,
): Promise<KeptUpload> {
  if (file.sizeBytes > attachmentLimitBytes) throw new TooLarge(uploadTooLarge)
  const storageKey = await putFile(ctx.services.settings, { path: file.path })
  const filename = cleanFilename(file.filename)
  const secret = randomBytes(16).toString('hex')
  const values = {
    namespaceId,
    userId: userIdOf(ctx),
    purpose,
    secret,
    filename,
    mediaType: mediaType ?? mediaTypeOf(filename),
    sizeBytes: file.sizeBytes,
    storageKey,
    createdAt: ctx.now,
  }
  try {
    return await transact(ctx, inner =>
      inner.db
        .insertInto('uploads')
        .values(values)
        .returning(['id', 'secret', 'filename', 'mediaType'])
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    await removeFile(ctx.services.settings, storageKey)
    throw error
  }
}
