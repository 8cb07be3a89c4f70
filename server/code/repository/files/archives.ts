import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound, RateLimited } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { archive, archiveFormats } from '#server/platform/git/files/archive.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { StreamReply } from '#server/slice.ts'
import { messages } from '../messages.ts'
import { lookUpRef, type ResolvedRef, repositoryOf } from '../open.ts'

const maxExcluded = 100
const archivesAMinute = 5
const windowMs = 60_000

interface AskedFor {
  readonly ref?: string | undefined
  /** An ending: `zip`, `tar.gz`. */
  readonly format: string
  readonly path?: string | undefined
  /** Paths of files and folders to leave out. */
  readonly excludePaths?: readonly string[] | undefined
  /** Name of the archive and of its top folder, without extension. */
  readonly name?: string | undefined
}

/**
 * The files of a ref, or a folder of them, as an archive.
 *
 * @throws NotFound  no such ref, path or format
 * @throws Invalid  too many paths to leave out
 * @throws RateLimited  more than five a minute by one person
 */
export async function sendArchive(
  ctx: Context,
  project: ReadableProject,
  { ref = 'HEAD', format, path, excludePaths = [], name: asked }: AskedFor,
): Promise<StreamReply> {
  const kind = archiveFormats[format]
  const dir = await repositoryOf(ctx, project)
  const place = dir === null ? null : await lookUpRef(dir, project, ref)
  if (dir === null || place === null || kind === undefined) throw new NotFound('File')
  if (excludePaths.length > maxExcluded) throw new Invalid({ excludePaths: [messages.tooManyPaths(maxExcluded)] })
  countArchive(ctx)
  const name = asked === undefined ? archiveName(project, place, path) : cleanName(asked)
  const options = { format: kind, prefix: name, path, exclude: excludePaths }
  const stream = await archive(dir, place.commitId, options).catch((error: unknown) => {
    if (error instanceof Invalid) throw new NotFound('File', { cause: error })
    throw error
  })
  return new StreamReply(stream, {
    'content-type': kind === 'zip' ? 'application/zip' : 'application/octet-stream',
    'content-disposition': contentDisposition('attachment', `${name}.${kind}`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
}

/**
 * Parse `main/loom-main.zip`: the ref before the last slash, then the file name, whose extension is the format. `main.zip` alone
 * is a ref and a format.
 *
 * @throws NotFound  it does not end with a format
 */
export function readArchiveName(words: string): Pick<AskedFor, 'ref' | 'format' | 'name'> {
  const slash = words.lastIndexOf('/')
  const name = words.slice(slash + 1)
  const format = Object.keys(archiveFormats)
    .toSorted((one, other) => other.length - one.length)
    .find(ending => name.endsWith(`.${ending}`))
  if (format === undefined) throw new NotFound('File')
  const stem = name.slice(0, -format.length - 1)
  if (stem === '') throw new NotFound('File')
  return slash > 0 ? { ref: words.slice(0, slash), format, name: stem } : { ref: stem, format }
}

/** `loom-main-<commit>` and, for a part, its path. */
function archiveName(project: ProjectRow, place: ResolvedRef, path: string | undefined): string {
  const parts = [project.path, place.name, ...(place.kind === 'commit' ? [] : [place.commitId])]
  if (path !== undefined && path !== '') parts.push(path)
  return cleanName(parts.join('-'))
}

const cleanName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '')

/** Times of each user's latest archive requests, by user id. */
const windows = new ByteCache<number, number[]>({
  name: 'archive_windows',
  maxBytes: 1024 * 1024,
  sizeOf: bytesOf,
})

/** Counted by each process for itself. @source rest.md 1.10 */
function countArchive(ctx: Context): void {
  if (!ctx.services.settings.rateLimits || ctx.actor.kind === 'anonymous') return
  const now = Date.parse(ctx.now)
  const recent = (windows.get(ctx.actor.id) ?? []).filter(at => now - at < windowMs)
  if (recent.length >= archivesAMinute)
    throw new RateLimited('This archive has been requested too many times. Try again later.', 60)
  windows.set(ctx.actor.id, [...recent, now])
}
