import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { isCode } from './error-code.ts'
import { isOid, type ObjectType, type Oid } from './objects.ts'
import { readSmallFile, sizeOf } from './small-files.ts'

/** A smaller file is read and inflated in some 50 microseconds, on the event loop. */
const maxFileBytes = 8 * 1024
/** The size of its inflated header and content. */
const maxObjectBytes = 32 * 1024

/** The object was packed meanwhile, inflates to more, or is damaged. */
const leftToGit = ['ENOENT', 'ERR_BUFFER_TOO_LARGE', 'Z_BUF_ERROR', 'Z_DATA_ERROR']

/**
 * Read a small object from a file of its own, without a process. The objects of a small push have such files.
 *
 * @returns null for an object that is packed, large, damaged or missing: git reads it or says why not
 * @source git's object-file.c: the file is the compressed type, size, a zero byte and the content
 */
export async function readLooseObject(
  repo: string,
  id: Oid,
): Promise<{ readonly oid: Oid; readonly type: ObjectType; readonly content: Buffer } | null> {
  if (!isOid(id)) return null
  const path = join(repo, 'objects', id.slice(0, 2), id.slice(2))
  const fileBytes = await sizeOf(path)
  if (fileBytes === null || fileBytes > maxFileBytes) return null
  try {
    const object = inflateSync(Buffer.from(await readSmallFile(path), 'latin1'), { maxOutputLength: maxObjectBytes })
    const headerEnd = object.indexOf(0)
    const [type] = object.toString('latin1', 0, headerEnd).split(' ')
    // git has written the header, with one of its four types.
    return { oid: id, type: type as ObjectType, content: object.subarray(headerEnd + 1) }
  } catch (error) {
    if (leftToGit.some(code => isCode(error, code))) return null
    throw error
  }
}
