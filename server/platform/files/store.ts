import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '#server/settings.ts'

type Place = Pick<Settings, 'dataDir'>

/**
 * Keep a file. It appears under its key whole or not at all, and is on the disk when this returns.
 *
 * @param source  the bytes, or the path of a file (which stays where it is)
 * @returns the storage key: made of the content's hash, and of its own for each call, so that removing one file never
 *   takes another of the same content away
 */
export async function putFile(place: Place, source: Readable | { readonly path: string }): Promise<string> {
  const folder = join(folderOf(place), 'incoming')
  await mkdir(folder, { recursive: true })
  const incoming = join(folder, randomBytes(16).toString('hex'))
  try {
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform: (chunk, _encoding, done) => {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const bytes = 'path' in source && typeof source.path === 'string' ? createReadStream(source.path) : source
    await pipeline(bytes as Readable, hashing, createWriteStream(incoming, { mode: 0o600 }))
    await sync(incoming)
    const key = `${hash.digest('hex')}-${randomBytes(8).toString('hex')}`
    const path = pathOf(place, key)
    await mkdir(dirname(path), { recursive: true })
    await rename(incoming, path)
    await sync(dirname(path))
    return key
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

export interface OpenedFile {
  readonly stream: Readable
  /** Of the whole file, also when a part is read. */
  readonly sizeBytes: number
}

/**
 * Read a file, or a part of it.
 *
 * @param part  first and last byte, counted from 0, both included
 * @returns null when there is no such file
 */
export async function openFile(
  place: Place,
  key: string,
  part?: { readonly start: number; readonly end: number },
): Promise<OpenedFile | null> {
  const path = pathOf(place, key)
  const found = await stat(path).catch(whenMissing)
  return found === null ? null : { stream: createReadStream(path, part), sizeBytes: found.size }
}

/** Forget a file. One that is gone already is no failure. */
export async function removeFile(place: Place, key: string): Promise<void> {
  await rm(pathOf(place, key), { force: true })
}

const folderOf = (place: Place): string => join(place.dataDir, 'files')

/** @throws RangeError  a text that is no key, so that none can lead out of the folder */
function pathOf(place: Place, key: string): string {
  if (!/^[0-9a-f]{64}-[0-9a-f]{16}$/.test(key)) throw new RangeError('not a storage key')
  return join(folderOf(place), key.slice(0, 2), key.slice(2, 4), key)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function whenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
