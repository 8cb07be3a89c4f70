import {
  type BigIntStats,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { isCode } from './error-code.ts'

// A small file, a folder or a stat comes from the system's memory in microseconds; by way of the thread pool it costs the server five
// to ten times as much processor. So they are read without the pool, until the file system shows that it is not as quick.

/** A read that takes longer came from a disk or a network. */
const slowMs = 2
/** Then the pool reads for so long. */
const pooledMs = 1_000
/** Reads one after another without a pause for others, at most. */
const turnMs = 5

let pooledUntil = 0
let spentMs = 0

async function quickly<T>(read: () => T, readInPool: () => Promise<T>): Promise<T> {
  if (performance.now() < pooledUntil) return readInPool()
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
    if (end - start > slowMs) pooledUntil = end + pooledMs
  }
}

// A pipe in place of a file must not hold the server until somebody writes to it.
const asText = { encoding: 'latin1', flag: constants.O_RDONLY | constants.O_NONBLOCK } as const

/** The bytes of a file as a string (latin1). @throws  as `readFile` */
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

const withTypes = { withFileTypes: true, encoding: 'latin1' } as const

/** What a path leads to; null if there is nothing. */
export const statOf = (path: string): Promise<BigIntStats | null> =>
  quickly<BigIntStats | null>(
    () => statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null,
    () => stat(path, { bigint: true }),
  ).catch(orNothing(null))

/** Bytes of a file, or of a symbolic link itself; null if there is nothing. */
export async function sizeOf(path: string | Buffer): Promise<number | null> {
  const found = await quickly<Stats | null>(
    () => lstatSync(path, { throwIfNoEntry: false }) ?? null,
    () => lstat(path),
  ).catch(orNothing(null))
  return found?.size ?? null
}

const orNothing =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return nothing
    throw error
  }
