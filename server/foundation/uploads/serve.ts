import type { Context } from '#server/context.ts'
import { NotFound, Unchanged } from '#server/errors.ts'
import { isShownInPlace } from '#server/platform/files/media-type.ts'
import { openFile } from '#server/platform/files/store.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { Reply, StreamReply } from '#server/slice.ts'
import { wantedPart } from './range.ts'

export interface StoredUpload {
  readonly filename: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly storageKey: string
}

/** The headers with which a browser requests a part, or names its cached copy. */
export interface Conditions {
  readonly range?: string
  readonly ifRange?: string
  readonly ifNoneMatch?: string
}

/**
 * Send the bytes of an upload so that nothing in them runs: with its stored media type, never a guessed one, without
 * scripts, and for saving unless it is an image, a video, a sound or a PDF. A part is sent where a part is asked for,
 * so that a video can be moved about in.
 *
 * @throws NotFound  the file has gone from the storage
 * @throws Unchanged  the browser has it
 */
export async function serveUpload(
  ctx: Context,
  upload: StoredUpload,
  { range, ifRange, ifNoneMatch }: Conditions,
): Promise<StreamReply | Reply<{ message: string }>> {
  const { sizeBytes, storageKey } = upload
  // The content under a key never changes.
  const etag = `"${storageKey}"`
  if (ifNoneMatch?.includes(etag)) throw new Unchanged()
  const wanted = wantedPart(ifRange === undefined || ifRange.trim() === etag ? range : undefined, sizeBytes)
  if (wanted === 'none')
    return new Reply(
      416,
      { message: `416 Range Not Satisfiable: the file has ${sizeBytes} bytes` },
      { 'content-range': `bytes */${sizeBytes}` },
    )
  const part = wanted === 'whole' ? undefined : wanted
  const file = await openFile(ctx.services.settings, storageKey, part)
  if (file === null) throw new NotFound('Upload')
  const headers = {
    'content-type': upload.mediaType,
    'content-length': String(part === undefined ? file.sizeBytes : part.end - part.start + 1),
    ...(part === undefined ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` }),
    'accept-ranges': 'bytes',
    etag,
    'content-disposition': contentDisposition(
      isShownInPlace(upload.mediaType) ? 'inline' : 'attachment',
      upload.filename,
    ),
    ...untrustedFileHeaders(upload.mediaType),
    'cache-control': 'private, max-age=3600',
  }
  return new StreamReply(file.stream, headers, part === undefined ? 200 : 206)
}
