import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createDeflate } from 'node:zlib'
import { Invalid } from '#server/errors.ts'
import { isCode } from '../error-code.ts'
import type { ObjectType, Oid } from '../objects.ts'

/** Hashing holds the event loop, so a large content is hashed in pieces of some milliseconds. */
const pieceBytes = 2 * 1024 * 1024

/** The author or committer, with the time. `offset` is theirs, as git writes it (`+0200`). */
export type Signature = { readonly name: string; readonly email: string; readonly at: Date; readonly offset?: string }

/**
 * Store an object in the repository, without a process. It is on the disk when this returns; nothing points at it yet.
 *
 * @source gitformat-loose: header, content, zlib; named by the SHA-1 of both
 */
export async function writeObject(repo: string, type: ObjectType, content: Uint8Array): Promise<Oid> {
  const header = Buffer.from(`${type} ${content.length}\0`)
  const hash = createHash('sha1').update(header)
  for (let at = 0; at < content.length; at += pieceBytes) {
    if (at > 0) await setImmediate()
    hash.update(content.subarray(at, at + pieceBytes))
  }
  const id = hash.digest('hex')
  const folder = join(repo, 'objects', id.slice(0, 2))
  const path = join(folder, id.slice(2))
  if (await isThere(path)) return id
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `tmp_obj_${randomUUID().slice(0, 8)}`)
  try {
    const file = await open(draft, 'wx', 0o444)
    try {
      await file.writeFile(compressed(header, content))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return id
}

type NewCommit = {
  readonly tree: Oid
  readonly parentIds: readonly Oid[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export function writeCommit(repo: string, { tree, parentIds, author, committer, message }: NewCommit): Promise<Oid> {
  const lines = [
    `tree ${tree}`,
    ...parentIds.map(parent => `parent ${parent}`),
    `author ${signed(author)}`,
    `committer ${signed(committer)}`,
    '',
    withoutNul(message),
  ]
  return writeObject(repo, 'commit', Buffer.from(lines.join('\n')))
}

type NewTag = {
  readonly name: string
  readonly target: Oid
  readonly tagger: Signature
  readonly message: string
}

export function writeTag(repo: string, { name, target, tagger, message }: NewTag): Promise<Oid> {
  const text = withoutNul(message)
  const lines = [
    `object ${target}`,
    'type commit',
    `tag ${name}`,
    `tagger ${signed(tagger)}`,
    '',
    text.endsWith('\n') ? text : `${text}\n`,
  ]
  return writeObject(repo, 'tag', Buffer.from(lines.join('\n')))
}

function withoutNul(message: string): string {
  if (message.includes('\0')) throw new Invalid('The message must not contain a null byte')
  return message
}

function signed({ name, email, at, offset = '+0000' }: Signature): string {
  const seconds = Math.floor(at.getTime() / 1000)
  if (!Number.isFinite(seconds) || !/^[+-]\d{4}$/.test(offset))
    throw new RangeError('A signature needs a date and an offset')
  const mail = clean(email)
  return `${clean(name) || mail || 'unknown'} <${mail}> ${Math.max(0, seconds)} ${offset}`
}

/** Clean a name as git does: without characters that would end it, and without punctuation around it. */
const clean = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\x00-\x1f<>]/g, '')
    .replace(/^[\s.,:;"\\']+|(?<![\s.,:;"\\'])[\s.,:;"\\']+$/g, '')

/** Piece by piece: to join and copy a large content would hold the event loop as well. */
function compressed(header: Buffer, content: Uint8Array): Readable {
  const pieces: Uint8Array[] = [header]
  for (let at = 0; at < content.length; at += pieceBytes) pieces.push(content.subarray(at, at + pieceBytes))
  return Readable.from(pieces).pipe(createDeflate({ level: 1 }))
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}
