import { type Readable as ByteStream, finished } from 'node:stream'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { readBlob, streamBlob } from '#server/platform/git/files/blob.ts'
import { rawTypeOf } from '#server/platform/git/files/file-kind.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { StreamReply } from '#server/slice.ts'
import { readRefAndPath, repositoryOf } from '../open.ts'
import { fileOf } from './files.ts'
import { countRaw } from './rate-limit.ts'

/** The size up to which a file is sent whole; larger files are streamed. */
const wholeBytes = 1024 * 1024

/**
 * The bytes of a file at an address of the browser.
 *
 * @throws NotFound  no such ref, or no file there · @throws RateLimited
 */
export async function showRawFile(
  ctx: Context,
  project: ReadableProject,
  words: string,
  isInline: boolean,
): Promise<StreamReply> {
  await countRaw(ctx, project, words)
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  if (dir === null || found === null) throw new NotFound('File')
  const file = await fileOf(dir, found.ref.commitId, found.path)
  return sendBlob(dir, file, { isInline })
}

interface SentFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
}

/**
 * Send a blob so that nothing in it runs: text as plain text, pictures, sounds and videos as themselves, the rest for saving.
 */
export async function sendBlob(
  dir: string,
  file: SentFile,
  { isInline = true, headers = {} }: { readonly isInline?: boolean; readonly headers?: Record<string, string> } = {},
): Promise<StreamReply> {
  const whole = file.sizeBytes <= wholeBytes ? await readBlob(dir, file.id) : null
  const content = whole?.content ?? (await streamBlob(dir, file.id))
  const head = content instanceof Uint8Array ? content : await headOf(content)
  const type = rawTypeOf(file.name, head)
  return new StreamReply(content, {
    'content-type': type.mediaType,
    'content-length': String(file.sizeBytes),
    'content-disposition': contentDisposition(type.isInline && isInline ? 'inline' : 'attachment', file.name),
    ...safeHeaders(type.mediaType),
    ...headers,
  })
}

/** Headers of a raw file: safe to open, and revalidated each time. */
export const safeHeaders = (mediaType: string): Record<string, string> => ({
  ...untrustedFileHeaders(mediaType),
  'cache-control': 'private, no-cache',
})

/** The first bytes of a stream, which stay in it. */
function headOf(stream: ByteStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = finished(stream, error => (error ? reject(error) : resolve(Buffer.alloc(0))))
    stream.once('readable', () => {
      const first: unknown = stream.read()
      const head = Buffer.isBuffer(first) ? first : Buffer.alloc(0)
      if (head.length > 0) stream.unshift(head)
      done()
      resolve(head.subarray(0, 8_192))
    })
  })
}
