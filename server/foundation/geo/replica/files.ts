import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openLocally, putCopyLocally, removeLocally } from '#server/platform/files/local.ts'
import { digestOf, hashing } from '#server/platform/files/storage-key.ts'
import type { Primary } from './primary.ts'

/** The primary has no such file in its storage, although an upload names it. */
export class MissingOnPrimary extends Error {
  constructor() {
    super('The primary does not have this file in its storage.')
  }
}

/**
 * Copy a file, unless it is there. Its content is compared with the checksum in its key before it is kept.
 *
 * @throws MissingOnPrimary, OtherContent, PrimaryRefusal
 */
export async function copyFile(
  { dataDir, primary }: { readonly dataDir: string; readonly primary: Primary },
  storageKey: string,
): Promise<void> {
  if ((await digestOnDisk(dataDir, storageKey)) === digestOf(storageKey)) return
  const content = await primary.file(storageKey)
  if (content === null) throw new MissingOnPrimary()
  await putCopyLocally({ dataDir }, content, storageKey)
}

/** The SHA-256 of the copy as it is on the disk; null if there is none. */
export async function digestOnDisk(dataDir: string, storageKey: string): Promise<string | null> {
  const file = await openLocally({ dataDir }, storageKey)
  if (file === null) return null
  const hash = hashing()
  await pipeline(file.stream, hash.stream, new Writable({ write: (_chunk, _encoding, done) => done() }))
  return hash.digest()
}

export const removeCopyOfFile = (dataDir: string, storageKey: string): Promise<void> =>
  removeLocally({ dataDir }, storageKey)
