import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'

/** The bytes, or the path of a file (which stays where it is). */
export type FileSource = Readable | { readonly path: string }

/** First and last byte, counted from 0, both included. */
export interface Part {
  readonly start: number
  readonly end: number
}

export interface OpenedFile {
  readonly stream: Readable
  /** The size of the whole file, also when a part is read. */
  readonly sizeBytes: number
}

/** A file in the storage, with or without a row that names it. */
export interface KeptFile {
  readonly key: string
  readonly keptAt: Date
}

/** A stream that passes bytes on, and their size and hash at the end. */
export interface Hashing {
  readonly stream: Transform
  /** Lower-case hexadecimal SHA-256. To be asked once. */
  digest(): string
  /** A storage key of its own for this content. To be asked once, instead of `digest`. */
  key(): string
}

export function hashing(): Hashing {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const digest = () => hash.digest('hex')
  return { stream, digest, key: () => storageKey(digest()) }
}

/** The content's hash with some letters at random, so that removing one file never takes another of the same content away. */
export const storageKey = (sha256: string): string => `${sha256}-${randomBytes(8).toString('hex')}`

/** The SHA-256 of the content under a key. */
export const digestOf = (key: string): string => key.slice(0, 64)

export const isStorageKey = (text: string): boolean => /^[0-9a-f]{64}-[0-9a-f]{16}$/.test(text)

export const bytesOf = (source: FileSource): Readable => (isPath(source) ? createReadStream(source.path) : source)

export const isPath = (source: FileSource): source is { readonly path: string } =>
  'path' in source && typeof source.path === 'string'
