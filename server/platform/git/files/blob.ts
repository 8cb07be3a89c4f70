import type { Readable } from 'node:stream'
import { objectInfo, readObject } from '../cat-file.ts'
import { type Oid, oid, type TreeEntry } from '../objects.ts'
import { gitStream } from '../run.ts'
import { findEntry } from './tree.ts'

export type Blob = { readonly id: Oid; readonly sizeBytes: number; readonly content: Buffer }
export type File = Blob & { readonly path: string; readonly name: string; readonly mode: string }
export type FileInfo = Omit<File, 'content'>

/**
 * A blob by its id.
 *
 * @returns null when there is none
 * @throws TooLarge  larger than `maxBytes` (20 MiB); stream it
 */
export async function readBlob(
  repo: string,
  id: Oid,
  limits: { readonly maxBytes?: number } = {},
): Promise<Blob | null> {
  const object = await readObject(repo, oid(id), limits)
  return object?.type === 'blob' ? { id: object.oid, sizeBytes: object.sizeBytes, content: object.content } : null
}

/** The file at a path of a commit; a symbolic link's content is its target. Errors as `readBlob`. */
export async function readFile(
  repo: string,
  commitId: Oid,
  path: string,
  limits: { readonly maxBytes?: number } = {},
): Promise<File | null> {
  const entry = await findEntry(repo, commitId, path)
  if (entry?.type !== 'blob') return null
  const blob = await readBlob(repo, entry.id, limits)
  return blob === null ? null : { ...blob, ...entryOf(entry) }
}

/** The facts of `readFile`, without the content: for headers, and before streaming. */
export async function fileInfo(repo: string, commitId: Oid, path: string): Promise<FileInfo | null> {
  const entry = await findEntry(repo, commitId, path)
  if (entry?.type !== 'blob') return null
  const info = await objectInfo(repo, entry.id)
  return info === null ? null : { id: info.oid, sizeBytes: info.sizeBytes, ...entryOf(entry) }
}

/** A blob of any size as a stream; destroying it ends the work. */
export function streamBlob(
  repo: string,
  id: Oid,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Readable> {
  return gitStream(repo, ['cat-file', 'blob', oid(id)], {
    lane: 'transfer',
    timeoutMs: 600_000,
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Whether git takes a content for binary: a NUL byte among the first 8000. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, 8_000).includes(0)

const entryOf = ({ path, name, mode }: TreeEntry) => ({ path, name, mode })
