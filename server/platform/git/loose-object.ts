import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { isCode } from './error-code.ts'
import { isOid, type ObjectType, type Oid } from './objects.ts'
import { readSmallFile, sizeOf } from './small-files.ts'

/** What is smaller is read and inflated in some 50 microseconds. */
const smallFileBytes = 8 * 1024
const smallObjectBytes = 32 * 1024

/** It was packed meanwhile, inflates to more, or is damaged. */
const leftToGit = ['ENOENT', 'ERR_BUFFER_TOO_LARGE', 'Z_BUF_ERROR', 'Z_DATA_ERROR']

/**
 * Read a small object that has a file of its own, as those of a small push have, without a process.
 *
 * @returns null when it has none, or is large: git knows more
 * @source git's loose-object.c: header, content, zlib
 */
export async function readLooseObject(
  repo: string,
  id: Oid,
): Promise<{ readonly oid: Oid; readonly type: ObjectType; readonly content: Buffer } | null> {
  if (!isOid(id)) return null
  const path = join(repo, 'objects', id.slice(0, 2), id.slice(2))
  const fileBytes = await sizeOf(path)
  if (fileBytes === null || fileBytes > smallFileBytes) return null
  try {
    const object = inflateSync(Buffer.from(await readSmallFile(path), 'latin1'), { maxOutputLength: smallObjectBytes })
    const headerEnd = object.indexOf(0)
    const [type] = object.toString('latin1', 0, headerEnd).split(' ')
    // git has written it, with one of the four types.
    return { oid: id, type: type as ObjectType, content: object.subarray(headerEnd + 1) }
  } catch (error) {
    if (leftToGit.some(code => isCode(error, code))) return null
    throw error
  }
}
