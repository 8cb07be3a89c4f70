import { randomBytes } from 'node:crypto'
import { fileTooLarge, uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { TooLarge } from '#server/errors.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { mediaTypeOf } from '#server/platform/files/media-type.ts'
import { putFile, removeFile } from '#server/platform/files/store.ts'
import { sizeOfReceived } from './image-sizes.ts'

export interface KeptUpload {
  readonly id: number
  readonly secret: string
  readonly filename: string
  readonly mediaType: string
}

/** A file that is in the storage, and that no row names yet. */
export interface StoredFile {
  readonly filename: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly storageKey: string
  /** Width in pixels, 0 if the file is no image; measured when a text with the image is rendered, where left out. */
  readonly width?: number
  readonly height?: number
}

interface UploadPurpose {
  /** Null if the file belongs to the site. */
  readonly namespaceId: number | null
  readonly purpose: 'attachment' | 'avatar' | 'metric_image'
}

interface NewUpload extends UploadPurpose {
  readonly file: UploadedFile
  readonly mediaType?: string
}

/**
 * Keep a received file for a group or project, under a secret that cannot be guessed. A big file takes its time on the
 * way to the storage: callers have no transaction open meanwhile, unless the file is known to be small.
 *
 * @throws TooLarge  an attachment over the limit of the site's settings, or another file over the limit of all requests
 */
export async function keepUpload(ctx: Context, { file, mediaType, ...place }: NewUpload): Promise<KeptUpload> {
  const mebibytes = place.purpose === 'attachment' ? (await siteNow(ctx)).maxAttachmentSize : uploadLimitMebibytes
  if (file.sizeBytes > mebibytes * 1024 * 1024) throw new TooLarge(fileTooLarge(mebibytes))
  const storageKey = await putFile(ctx.services.settings, { path: file.path })
  const filename = cleanFilename(file.filename)
  const type = mediaType ?? mediaTypeOf(filename)
  try {
    const size = await sizeOfReceived(file.path, type)
    const stored = { filename, mediaType: type, sizeBytes: file.sizeBytes, storageKey, ...size }
    const [kept] = await transact(ctx, inner => keepStored(inner, place, [stored]))
    return kept as KeptUpload
  } catch (error) {
    await removeFile(ctx.services.settings, storageKey)
    throw error
  }
}

/** Tell of files that are stored already. @returns the uploads, in the order of the files */
export async function keepStored(
  ctx: Context,
  { namespaceId, purpose }: UploadPurpose,
  files: readonly StoredFile[],
): Promise<readonly KeptUpload[]> {
  if (files.length === 0) return []
  const values = files.map(file => ({
    ...file,
    namespaceId,
    userId: userIdOf(ctx),
    purpose,
    secret: randomBytes(16).toString('hex'),
    createdAt: ctx.now,
  }))
  const rows = await ctx.db
    .insertInto('uploads')
    .values(values)
    .returning(['id', 'secret', 'filename', 'mediaType'])
    .execute()
  const bySecret = new Map(rows.map(row => [row.secret, row]))
  return values.flatMap(({ secret }) => bySecret.get(secret) ?? [])
}
