import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotFound } from '#server/errors.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { branchOf, refFolders } from '#server/platform/git/refs/full-name.ts'
import { batchInfo } from '../cat-file.ts'
import { isCode } from '../error-code.ts'
import { isOid, type Oid } from '../objects.ts'
import { entriesOf, readSmallFile, statOf } from '../small-files.ts'

/** A ref as it is on disk. Its name is a string of bytes (latin1), because git sorts by bytes and takes any. */
type StoredRef = { readonly name: string; readonly oid: Oid; readonly symref?: string }

type StoredRefs = {
  /** Sorted by the bytes of their names. */
  readonly refs: readonly StoredRef[]
  /** The target of HEAD: the full name (bytes) when symbolic; null oid on an unborn branch. */
  readonly head: { readonly symref: string | null; readonly oid: Oid | null }
}

/** Refs that are ours alone: they are never listed or fetched. The same as `transfer.hideRefs` in gitconfig. */
export const hiddenPrefixes: readonly string[] = ['refs/keep-around/', 'refs/environments/', 'refs/pipelines/']

/** Refs that no push may write, as the server writes them itself. The same as the `hideRefs` of pushes in gitconfig. */
export const ownPrefixes: readonly string[] = [...hiddenPrefixes, 'refs/merge-requests/']

const atOnce = 64
/** Most symbolic refs that git follows one after another. */
const maxDepth = 5

const isBelow = (prefixes: readonly string[], name: string) => prefixes.some(prefix => name.startsWith(prefix))

/**
 * All refs but the hidden ones, read from the files without a process.
 *
 * @param prefixes  only refs whose names begin so (`refs/heads/`)
 * @throws NotFound  there is no repository
 */
export async function readRefs(repo: string, prefixes: readonly string[] = ['refs/']): Promise<StoredRefs> {
  // Loose before packed: a ref being packed meanwhile leaves the one only after it is in the other.
  const loose = new Map<string, string>()
  await readLoose(repo, 'refs', prefixes, loose)
  const headText = await readText(join(repo, 'HEAD'))
  if (headText === null) throw new NotFound('Repository')
  const packed = await readPacked(repo)

  const oids = new Map<string, Oid>()
  for (const [name, id] of packed.refs)
    if (isBelow(prefixes, name) && !isBelow(hiddenPrefixes, name)) oids.set(name, id)
  const symrefs = new Map<string, string>()
  for (const [name, text] of loose) {
    if (isOid(text)) oids.set(name, text)
    else if (text.startsWith('ref: ')) symrefs.set(name, text.slice(5).trim())
  }
  const refs: StoredRef[] = [...oids].map(([name, id]) => ({ name, oid: id }))
  for (const [name, symref] of symrefs) {
    const oid = oids.get(symref)
    const target = oid === undefined ? await resolveRef(repo, symref) : { name: symref, oid }
    if (target !== null) refs.push({ name, oid: target.oid, symref: target.name })
  }
  refs.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))

  const symref = headText.startsWith('ref: ') ? headText.slice(5).trim() : null
  const headOid =
    symref === null ? (isOid(headText) ? headText : null) : (oids.get(symref) ?? (await readRef(repo, symref)))
  return { refs, head: { symref, oid: headOid } }
}

/** One ref by its full name (bytes); null if it does not exist. */
export async function readRef(repo: string, name: string): Promise<Oid | null> {
  return (await resolveRef(repo, name))?.oid ?? null
}

/**
 * No ref has such a name, but a push can contain one: its path would be that of another ref, or of any file of the
 * machine.
 */
const leadsElsewhere = /\.\.|\/\.|\/\//

/** Follow symbolic refs to the one that names an object. */
async function resolveRef(repo: string, name: string, depth = 0): Promise<StoredRef | null> {
  if (leadsElsewhere.test(name)) return null
  const text = await readText(byteName(repo, name))
  if (text !== null && isOid(text)) return { name, oid: text }
  if (text?.startsWith('ref: ')) return depth < maxDepth ? resolveRef(repo, text.slice(5).trim(), depth + 1) : null
  const oid = (await readPacked(repo)).refs.get(name)
  return oid === undefined ? null : { name, oid }
}

/** The branch HEAD points at, as a short name; null when HEAD is detached. */
export async function readDefaultBranch(repo: string): Promise<string | null> {
  const text = await readText(join(repo, 'HEAD'))
  const branch = text?.startsWith('ref: ') ? branchOf(text.slice('ref: '.length)) : null
  return branch == null ? null : fromBytes(branch)
}

const peeled = new ByteCache<Oid, Oid | null>({
  name: 'peeled_tags',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: (target, id) => bytesOf(target) + bytesOf(id),
})

/** The final targets of the refs' tag objects, by the tag object's id; a ref at a commit has no entry. */
export async function peelRefs(repo: string, refs: readonly StoredRef[]): Promise<ReadonlyMap<Oid, Oid>> {
  const { peeledTags } = await readPacked(repo)
  const result = new Map<Oid, Oid>()
  const unknown: Oid[] = []
  for (const { name, oid } of refs) {
    // A branch is always a commit; git does not let it be anything else.
    if (name.startsWith(refFolders.branch)) continue
    const known = peeledTags.has(oid) ? peeledTags.get(oid) : peeled.get(oid)
    if (known === undefined) unknown.push(oid)
    else if (known !== null) result.set(oid, known)
  }
  const infos = await batchInfo(
    repo,
    unknown.map(id => `${id}^{}`),
  )
  for (const [index, id] of unknown.entries()) {
    const target = infos[index]?.oid
    if (target === undefined) continue
    peeled.set(id, target === id ? null : target)
    if (target !== id) result.set(id, target)
  }
  return result
}

export const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
export const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** Forget the cached refs of a repository that is deleted. */
export function forgetRefs(repo: string): void {
  packedFiles.delete(repo)
}

/** Number of loose refs, including hidden ones; stops counting at `max`. */
export async function countLooseRefs(repo: string, max: number, folder = 'refs'): Promise<number> {
  let count = 0
  for (const entry of await entriesOf(byteName(repo, folder))) {
    if (count >= max) break
    count += entry.isDirectory() ? await countLooseRefs(repo, max - count, `${folder}/${entry.name}`) : 1
  }
  return count
}

async function readLoose(
  repo: string,
  folder: string,
  prefixes: readonly string[],
  found: Map<string, string>,
): Promise<void> {
  const below = `${folder}/`
  if (!isBelow(prefixes, below) && !prefixes.some(prefix => prefix.startsWith(below))) return
  const entries = await entriesOf(byteName(repo, folder))
  const files: string[] = []
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!hiddenPrefixes.includes(`${name}/`)) await readLoose(repo, name, prefixes, found)
    } else if (!entry.name.endsWith('.lock') && isBelow(prefixes, name)) files.push(name)
  }
  for (let at = 0; at < files.length; at += atOnce) {
    await Promise.all(
      files.slice(at, at + atOnce).map(async name => {
        const text = await readText(byteName(repo, name))
        if (text !== null) found.set(name, text)
      }),
    )
  }
}

type Packed = {
  readonly stamp: string
  readonly sizeChars: number
  readonly refs: ReadonlyMap<string, Oid>
  /** The targets by the ref's own id; null: known to be no tag object. */
  readonly peeledTags: ReadonlyMap<Oid, Oid | null>
}

/** Names and ids are slices that keep the file's text in memory; each also takes a map entry. */
const packedFactor = 4
const packedFiles = new ByteCache<string, Packed>({
  name: 'packed_refs',
  maxBytes: 27 * 1024 * 1024,
  sizeOf: ({ sizeChars }) => sizeChars * packedFactor,
})
const nothingPacked: Packed = { stamp: '', sizeChars: 0, refs: new Map(), peeledTags: new Map() }

/** The packed-refs file, parsed again only when the file is another one; git replaces it as a whole. */
async function readPacked(repo: string): Promise<Packed> {
  const path = join(repo, 'packed-refs')
  const found = await statOf(path)
  if (found === null) return nothingPacked
  try {
    const stamp = `${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}`
    const known = packedFiles.get(repo)
    if (known?.stamp === stamp) return known
    const packed = parsePacked(await readFile(path, 'latin1'), stamp)
    packedFiles.set(repo, packed)
    return packed
  } catch (error) {
    if (isCode(error, 'ENOENT')) return nothingPacked
    throw error
  }
}

function parsePacked(text: string, stamp: string): Packed {
  const refs = new Map<string, Oid>()
  const peeledTags = new Map<Oid, Oid | null>()
  const isFullyPeeled = text.startsWith('#') && text.slice(0, text.indexOf('\n')).includes(' fully-peeled')
  let last: Oid | null = null
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const first = text.charCodeAt(at)
    if (first === 0x5e /* ^ */) {
      if (last !== null) peeledTags.set(last, text.slice(at + 1, at + 41))
    } else if (first !== 0x23 /* # */) {
      last = text.slice(at, at + 40)
      refs.set(text.slice(at + 41, end), last)
      if (isFullyPeeled && !peeledTags.has(last)) peeledTags.set(last, null)
    }
    at = end + 1
  }
  return { stamp, sizeChars: text.length, refs, peeledTags }
}

const byteName = (repo: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${repo}/`), Buffer.from(name, 'latin1')])

const noFile = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

/** @returns the file as bytes without its last newline, or null when there is no such file */
async function readText(path: string | Buffer): Promise<string | null> {
  try {
    return (await readSmallFile(path)).trimEnd()
  } catch (error) {
    if (noFile.some(code => isCode(error, code))) return null
    throw error
  }
}
