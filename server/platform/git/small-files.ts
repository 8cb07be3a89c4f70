import {
  type BigIntStats,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs'
import { lstat, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { isCode } from './error-code.ts'

// The system answers a read of a small file or a folder, and a stat, from its memory in microseconds. Through the thread pool each costs
// the server five to ten times as much processor time. So these are synchronous, until the file system turns out to be slow.

/** A read that takes longer came from a disk or a network. */
const slowMs = 2
/** The time for which the thread pool reads after a slow read. */
const pooledMs = 1_000
/** The time for which synchronous reads may hold the event loop before other work gets a turn. */
const turnMs = 5

/** The number of files whose check takes a fraction of a millisecond. */
const statsAtOnce = 64

let pooledUntilMs = 0
/** Time that synchronous reads have taken since other work had a turn. */
let spentMs = 0

async function quickly<T>(read: () => T, readInPool: () => Promise<T>): Promise<T> {
  if (performance.now() < pooledUntilMs) return readInPool()
  if (spentMs > turnMs) {
    spentMs = 0
    await setImmediate()
  }
  const start = performance.now()
  try {
    return read()
  } finally {
    const end = performance.now()
    spentMs += end - start
    if (end - start > slowMs) pooledUntilMs = end + pooledMs
  }
}

// A pipe in place of a file must not hold the server until a process writes to it.
const asText = { encoding: 'latin1', flag: constants.O_RDONLY | constants.O_NONBLOCK } as const

/** The bytes of a file as a string (latin1). @throws  the errors of `readFile` */
export const readSmallFile = (path: string | Buffer): Promise<string> =>
  quickly(
    () => readFileSync(path, asText),
    () => readFile(path, asText),
  )

/** The entries of a folder, with names as bytes (latin1); none if there is no such folder. */
export const entriesOf = (path: string | Buffer): Promise<readonly Dirent[]> =>
  quickly<readonly Dirent[]>(
    () => readdirSync(path, withTypes),
    () => readdir(path, withTypes),
  ).catch(orNothing([]))

/** The names in a folder, as bytes (latin1); none if there is no such folder. */
export const namesIn = async (path: string): Promise<readonly string[]> =>
  (await entriesOf(path)).map(({ name }) => name)

const withTypes = { withFileTypes: true, encoding: 'latin1' } as const

/** The stat of a path, through symbolic links; null if nothing is there. */
export const statOf = (path: string): Promise<BigIntStats | null> =>
  quickly<BigIntStats | null>(
    () => statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null,
    () => stat(path, { bigint: true }),
  ).catch(orNothing(null))

/** Size in bytes of a file, or of a symbolic link itself; null if nothing is there. */
export async function sizeOf(path: string | Buffer): Promise<number | null> {
  const [size = null] = await sizesOf([path])
  return size
}

/** The same for many files, in their order. A promise for each would cost more than reading its size. */
export async function sizesOf(paths: readonly (string | Buffer)[]): Promise<readonly (number | null)[]> {
  const sizes: (number | null)[] = []
  for (let at = 0; at < paths.length; at += statsAtOnce) {
    const some = paths.slice(at, at + statsAtOnce)
    const found = await quickly<readonly (Stats | null)[]>(
      () => some.map(path => statIfThere(path)),
      () => Promise.all(some.map(path => lstat(path).catch(orNothing(null)))),
    )
    for (const stats of found) sizes.push(stats?.size ?? null)
  }
  return sizes
}

function statIfThere(path: string | Buffer): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    return orNothing(null)(error)
  }
}

/** Remove a file. Nothing there is fine. */
export const removeSmallFile = (path: string): Promise<void> =>
  quickly(
    () => unlinkSync(path),
    () => unlink(path),
  ).catch(orNothing(undefined))

const orNothing =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return nothing
    throw error
  }
