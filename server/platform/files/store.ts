import type { Settings } from '#server/settings.ts'
import { checkFolder, listLocally, openLocally, putLocally, removeLocally } from './local.ts'
import { checkBucket, listInS3, openInS3, putIntoS3, removeFromS3 } from './s3.ts'
import type { FileSource, KeptFile, OpenedFile, Part } from './storage-key.ts'

/** The store of files: a bucket when one is set, else the data folder. */
type StoreSettings = Pick<Settings, 'dataDir' | 's3'>

/**
 * Keep a file. It appears under its key whole or not at all, and is kept for good when this returns.
 *
 * @returns the storage key, different for each call
 * @throws Unavailable  the storage cannot be reached
 */
export async function putFile(place: StoreSettings, source: FileSource): Promise<string> {
  return place.s3 === undefined ? putLocally(place, source) : putIntoS3(place.s3, source)
}

/**
 * Read a file, or a part of it that lies within its size.
 *
 * @returns null when there is no such file
 * @throws RangeError  not a storage key
 * @throws Unavailable  the storage cannot be reached
 */
export async function openFile(place: StoreSettings, key: string, part?: Part): Promise<OpenedFile | null> {
  return place.s3 === undefined ? openLocally(place, key, part) : openInS3(place.s3, key, part)
}

/** Delete a file. One that is already deleted is no failure. */
export async function removeFile(place: StoreSettings, key: string): Promise<void> {
  return place.s3 === undefined ? removeLocally(place, key) : removeFromS3(place.s3, key)
}

/**
 * All files there are, in no order. Unfinished files that are older than a day are deleted meanwhile.
 *
 * @throws Unavailable  the storage cannot be reached
 */
export function listFiles(place: StoreSettings): AsyncIterable<KeptFile> {
  return place.s3 === undefined ? listLocally(place) : listInS3(place.s3)
}

/** @throws Error  files cannot be kept now, with the reason */
export async function checkFiles(place: StoreSettings): Promise<void> {
  return place.s3 === undefined ? checkFolder(place) : checkBucket(place.s3)
}
