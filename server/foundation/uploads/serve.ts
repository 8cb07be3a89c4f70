import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { openFile } from '#server/platform/files/store.ts'
import { StreamReply } from '#server/slice.ts'
import { isShownInPlace } from './media-type.ts'

export interface StoredUpload {
  readonly filename: string
  readonly mediaType: string
  readonly storageKey: string
}

/**
 * Send the bytes of an upload so that nothing in them runs: as what it was kept, never guessed, without scripts, and
 * for saving unless it is an image, a video, a sound or a PDF.
 *
 * @throws NotFound  the file has gone from the disk
 */
export async function serveUpload(ctx: Context, upload: StoredUpload): Promise<StreamReply> {
  const file = await openFile(ctx.services.settings, upload.storageKey)
  if (file === null) throw new NotFound('Upload')
  const disposition = isShownInPlace(upload.mediaType) ? 'inline' : 'attachment'
  const ascii = upload.filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  // A sandbox keeps the browser's own PDF viewer from starting; a PDF runs in that viewer, not as a page of ours.
  const sandbox = upload.mediaType === 'application/pdf' ? '' : '; sandbox'
  return new StreamReply(file.stream, {
    'content-type': upload.mediaType,
    'content-length': String(file.sizeBytes),
    'content-disposition': `${disposition}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(upload.filename)}`,
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'${sandbox}`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
  })
}
