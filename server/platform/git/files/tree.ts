import { readObject } from '../cat-file.ts'
import { fileModes, type Oid, oid, parseTree, type TreeEntry, typeOfMode } from '../objects.ts'
import { gitStream } from '../run.ts'

/** A path inside a repository as git writes it: no slash at either end, none doubled; null for one that leaves it. */
export function cleanPath(path: string): string | null {
  const parts = path.split('/').filter(part => part !== '' && part !== '.')
  return parts.includes('..') || path.includes('\0') ? null : parts.join('/')
}

/**
 * The entries of one folder: folders first, then files, then submodules, each by name.
 *
 * @returns null when there is no such folder in the commit
 */
export async function readTree(repo: string, commitId: Oid, path = ''): Promise<readonly TreeEntry[] | null> {
  const folder = await readFolder(repo, commitId, path)
  if (folder === null) return null
  const rank = { tree: 0, blob: 1, commit: 2 } as const
  return folder.entries.toSorted((one, other) => rank[one.type] - rank[other.type])
}

/** One folder with the id of its tree, entries in git's order. */
export async function readFolder(
  repo: string,
  commitId: Oid,
  path = '',
): Promise<{ readonly id: Oid; readonly entries: readonly TreeEntry[] } | null> {
  const clean = cleanPath(path)
  if (clean === null) return null
  const folder = await readObject(repo, clean === '' ? `${oid(commitId)}^{tree}` : `${oid(commitId)}:${clean}`)
  if (folder?.type !== 'tree') return null
  return { id: folder.oid, entries: parseTree(folder.content, clean === '' ? '' : `${clean}/`) }
}

/** The entry at a path: file, folder or submodule; null for nothing and for the root, which has no entry. */
export async function findEntry(repo: string, commitId: Oid, path: string): Promise<TreeEntry | null> {
  const clean = cleanPath(path)
  if (clean === null || clean === '') return null
  const slash = clean.lastIndexOf('/')
  const folder = await readFolder(repo, commitId, slash < 0 ? '' : clean.slice(0, slash))
  return folder?.entries.find(entry => entry.name === clean.slice(slash + 1)) ?? null
}

/** The number of entries up to which they are read folder by folder, without a process. */
const fewEntries = 1_000

/**
 * The next entries below a folder, in git's order (a folder before its entries), read folder by folder: the first ones
 * of a hundred thousand cost no more than those of a hundred.
 *
 * @param after  path of an entry; without it from the first one
 * @returns at most `limit` entries (1,000) after that entry, and whether there are more; null: no such folder, or no such entry
 */
export async function readTreeFrom(
  repo: string,
  commitId: Oid,
  path: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ readonly entries: readonly TreeEntry[]; readonly hasMore: boolean } | null> {
  const most = Math.min(limit, fewEntries)
  const root = await readFolder(repo, commitId, path)
  if (root === null) return null
  /** The folders that are open, the innermost last, each with the entry that comes next. */
  const open = [{ entries: root.entries, at: 0 }]
  const enter = async (folder: TreeEntry) => {
    const object = await readObject(repo, folder.id)
    if (object?.type === 'tree') open.push({ entries: parseTree(object.content, `${folder.path}/`), at: 0 })
  }
  for (let wanted = after; wanted !== undefined; ) {
    const folder = open.at(-1)
    const found = folder?.entries.findIndex(each => each.path === wanted || wanted?.startsWith(`${each.path}/`)) ?? -1
    const entry = folder?.entries[found]
    if (folder === undefined || entry === undefined) return null
    folder.at = found + 1
    if (entry.path === wanted) wanted = undefined
    const depth = open.length
    if (entry.type === 'tree') await enter(entry)
    if (wanted !== undefined && open.length === depth) return null
  }
  const entries: TreeEntry[] = []
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const entry = folder.entries[folder.at]
    folder.at += 1
    if (entry === undefined) {
      open.pop()
      continue
    }
    if (entries.length === most) return { entries, hasMore: true }
    entries.push(entry)
    if (entry.type === 'tree') await enter(entry)
  }
  return { entries, hasMore: false }
}

/**
 * All entries below a folder, in git's order (a folder before its entries).
 *
 * @returns at most `limit` entries (100,000) after the entry of path `after`, and whether there are more; null: no such folder
 */
export async function readTreeDeep(
  repo: string,
  commitId: Oid,
  path = '',
  {
    limit = 100_000,
    after,
    signal,
  }: { readonly limit?: number; readonly after?: string; readonly signal?: AbortSignal } = {},
): Promise<{ readonly entries: readonly TreeEntry[]; readonly hasMore: boolean } | null> {
  const folder = await readFolder(repo, commitId, path)
  const clean = cleanPath(path)
  if (folder === null || clean === null) return null
  const under = clean === '' ? '' : `${clean}/`
  const entries: TreeEntry[] = []
  let skipping = after !== undefined
  const options = signal === undefined ? {} : { signal }
  for await (const batch of records(await gitStream(repo, ['ls-tree', '-r', '-t', '-z', folder.id], options))) {
    for (const record of batch) {
      const tab = record.indexOf('\t')
      const [mode = '', , id = ''] = record.slice(0, tab).split(' ')
      const full = under + record.slice(tab + 1)
      if (skipping) {
        skipping = full !== after
        continue
      }
      if (entries.length === limit) return { entries, hasMore: true }
      entries.push({ id, name: full.slice(full.lastIndexOf('/') + 1), type: typeOfMode(mode), path: full, mode })
    }
  }
  return { entries, hasMore: false }
}

/** Whether a tree has submodules, at any depth. */
export async function hasSubmodules(repo: string, treeId: Oid): Promise<boolean> {
  for await (const batch of records(await gitStream(repo, ['ls-tree', '-r', '-z', oid(treeId)])))
    if (batch.some(record => record.startsWith(`${fileModes.submodule} `))) return true
  return false
}

/** Split a stream at its NUL bytes, a batch for each chunk that came; text is UTF-8. */
export async function* records(stream: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(0)
    if (end >= 0) yield bytes.toString('utf8', 0, end).split('\0')
    rest = bytes.subarray(end + 1)
  }
  if (rest.length > 0) yield [rest.toString('utf8')]
}
