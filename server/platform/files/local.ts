import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  bytesOf,
  digestOf,
  type FileSource,
  type Hashing,
  hashing,
  isStorageKey,
  type KeptFile,
  type OpenedFile,
  type Part,
} from './storage-key.ts'

/** Files in a folder of this machine, or of a file system that machines share. */
interface Folder {
  readonly dataDir: string
}

/** The file appears under its key whole or not at all, and is on the disk when this returns. */
export const putLocally = (place: Folder, source: FileSource): Promise<string> =>
  putAs(place, source, hash => hash.key())

/** The content is not that of the key. */
export class OtherContent extends Error {}

/**
 * The same for a copy of a file that has its key already.
 *
 * @throws OtherContent  nothing is kept then
 */
export const putCopyLocally = (place: Folder, source: FileSource, key: string): Promise<string> =>
  putAs(place, source, hash => {
    if (hash.digest() !== digestOf(key)) throw new OtherContent('The content does not match the checksum of the file')
    return key
  })

async function putAs(place: Folder, source: FileSource, keyOf: (hash: Hashing) => string): Promise<string> {
  const folder = join(folderOf(place), incoming)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, randomBytes(16).toString('hex'))
  try {
    const hash = hashing()
    await pipeline(bytesOf(source), hash.stream, createWriteStream(unfinished, { mode: 0o600 }))
    await sync(unfinished)
    const key = keyOf(hash)
    const path = pathOf(place, key)
    await mkdir(dirname(path), { recursive: true })
    await rename(unfinished, path)
    await sync(dirname(path))
    return key
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

export async function openLocally(place: Folder, key: string, part?: Part): Promise<OpenedFile | null> {
  const path = pathOf(place, key)
  const found = await stat(path).catch(whenMissing)
  return found === null ? null : { stream: createReadStream(path, part), sizeBytes: found.size }
}

export async function removeLocally(place: Folder, key: string): Promise<void> {
  await rm(pathOf(place, key), { force: true })
}

/** Half-written files of a process that ended. */
const forgottenAfterMs = 24 * 60 * 60 * 1000

export async function* listLocally(place: Folder): AsyncGenerator<KeptFile> {
  const folder = await opendir(folderOf(place), { recursive: true }).catch(whenMissing)
  if (folder === null) return
  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The file may have been deleted since the folder was read.
    const found = await stat(path).catch(whenMissing)
    if (found === null) continue
    if (isStorageKey(entry.name)) yield { key: entry.name, keptAt: found.mtime }
    else if (path === join(folderOf(place), incoming, entry.name) && Date.now() - found.mtimeMs > forgottenAfterMs)
      await rm(path, { force: true })
  }
}

/** @throws NodeJS.ErrnoException  the folder cannot be written to */
export async function checkFolder(place: Folder): Promise<void> {
  await mkdir(folderOf(place), { recursive: true })
  await access(folderOf(place), constants.R_OK | constants.W_OK | constants.X_OK)
}

const incoming = 'incoming'
const folderOf = (place: Folder): string => join(place.dataDir, 'files')

/** @throws RangeError  a text that is no key, so that none can lead out of the folder */
function pathOf(place: Folder, key: string): string {
  if (!isStorageKey(key)) throw new RangeError('not a storage key')
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
