import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { readCommits } from '../cat-file.ts'
import { cleanPath, readFolder, records } from '../files/tree.ts'
import type { Commit, Oid, TreeEntry } from '../objects.ts'
import { oid } from '../objects.ts'
import { git, gitStream } from '../run.ts'
import { logIds } from './log.ts'
import { isAncestor } from './merge-base.ts'

export type EntryWithCommit = TreeEntry & {
  /** Null when the search gave up: the change lies deeper than the limit. */
  readonly lastCommit: Commit | null
}

type Known = {
  readonly commitId: Oid
  readonly byName: ReadonlyMap<string, { readonly id: Oid; readonly commitId: Oid }>
}

/** The last answer by repository and folder, from which the next one starts. */
const known = new ByteCache<string, Known>({
  name: 'last_commits',
  maxBytes: 12 * 1024 * 1024,
  sizeOf: ({ byName }, key) => bytesOf(byName) + bytesOf(key),
})
const defaultMaxCommits = 20_000
const alone = 20

/**
 * The entries of a folder (git's order) with the commit that last changed each.
 *
 * One walk through history that stops when every entry is found; the answer is kept, and after a push only the new
 * commits are walked.
 *
 * @param maxCommits  of those that touch the folder; entries changed before them have no commit in the answer
 * @returns null when there is no such folder
 */
export async function lastCommits(
  repo: string,
  commitId: Oid,
  path = '',
  { maxCommits = defaultMaxCommits, signal }: { readonly maxCommits?: number; readonly signal?: AbortSignal } = {},
): Promise<readonly EntryWithCommit[] | null> {
  const folder = await readFolder(repo, commitId, path)
  const clean = cleanPath(path)
  if (folder === null || clean === null) return null
  const key = `${repo}\0${clean}`
  const before = known.get(key)
  const byName = new Map<string, { id: Oid; commitId: Oid }>()
  if (before?.commitId === commitId) {
    for (const [name, found] of before.byName) byName.set(name, found)
  } else {
    const isOlder = before !== undefined && (await isAncestor(repo, before.commitId, commitId).catch(() => false))
    const missing = new Map(folder.entries.map(entry => [entry.name, entry.id]))
    const since = isOlder ? before.commitId : null
    for await (const batch of walk(repo, commitId, since, clean, maxCommits, signal)) {
      for (const touched of batch) {
        const id = missing.get(touched.name)
        if (id === undefined) continue
        missing.delete(touched.name)
        byName.set(touched.name, { id, commitId: touched.commitId })
      }
      if (missing.size === 0) break
    }
    for (const [name, id] of missing) {
      const old = isOlder ? before.byName.get(name) : undefined
      if (old?.id !== id) continue
      byName.set(name, old)
      missing.delete(name)
    }
    // Entries that the walk did not see (a merge that took one side whole) are looked up one by one.
    await Promise.all(
      [...missing].slice(0, alone).map(async ([name, id]) => {
        const [found] = await logIds(repo, {
          from: [commitId],
          path: clean === '' ? name : `${clean}/${name}`,
          limit: 1,
          ...(signal === undefined ? {} : { signal }),
        })
        if (found !== undefined) byName.set(name, { id, commitId: found })
      }),
    )
    known.set(key, { commitId, byName })
  }
  const ids = [...new Set([...byName.values()].map(found => found.commitId))]
  const commits = new Map(
    (await readCommits(repo, ids)).flatMap(commit => (commit === null ? [] : [[commit.id, commit]])),
  )
  return folder.entries.map(entry => ({
    ...entry,
    lastCommit: commits.get(byName.get(entry.name)?.commitId ?? '') ?? null,
  }))
}

/**
 * The last commit by repository, commit and path; without a commit, the latest answer about the path, from which the
 * next one starts.
 */
const knownOfPaths = new ByteCache<string, { readonly commitId: Oid; readonly last: Oid | null }>({
  name: 'last_commit_of_path',
  maxBytes: 1024 * 1024,
  sizeOf: (found, key) => bytesOf(found) + bytesOf(key),
})

/** The last commit that touched one path; null when none did. The answer is kept, and after a push only the new commits are walked. */
export async function lastCommit(repo: string, commitId: Oid, path: string): Promise<Commit | null> {
  const clean = cleanPath(path)
  const last = clean === '' ? commitId : await lastOfPath(repo, commitId, clean ?? path)
  return last === null ? null : ((await readCommits(repo, [last]))[0] ?? null)
}

async function lastOfPath(repo: string, commitId: Oid, path: string): Promise<Oid | null> {
  const keyAt = (commit: Oid | '') => `${repo}\0${commit}\0${path}`
  const known = knownOfPaths.get(keyAt(commitId))
  if (known !== undefined) return known.last
  const before = knownOfPaths.get(keyAt(''))
  const isOlder = before !== undefined && (await isAncestor(repo, before.commitId, commitId).catch(() => false))
  const since = isOlder ? { notFrom: [before.commitId] } : {}
  const [found] = await logIds(repo, { from: [commitId], ...since, path, limit: 1 })
  const last = found ?? (isOlder ? before.last : null)
  for (const commit of [commitId, '']) knownOfPaths.set(keyAt(commit), { commitId, last })
  return last
}

type Touched = { readonly commitId: Oid; readonly name: string }

/** The commits with the entries that they touched, newest first; an entry comes again with every commit. */
async function* walk(
  repo: string,
  commitId: Oid,
  since: Oid | null,
  folder: string,
  maxCommits: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Touched[]> {
  const options = signal === undefined ? {} : { signal }
  const range = [oid(commitId), ...(since === null ? [] : [`^${oid(since)}`])]
  const names = ['--format=/%H', '-z', '--name-only', '--no-renames', '-c', '--root']
  if (folder !== '') {
    const args = ['log', ...names, `--max-count=${maxCommits}`, '--end-of-options', ...range, '--', folder]
    yield* touches(await gitStream(repo, args, options), `${folder}/`)
    return
  }
  // git need not look into any folder for the root, if the commits are listed first: several times faster.
  for (const [skip, count] of [
    [0, quickLook],
    [quickLook, maxCommits],
  ] as const) {
    const listed = await git(
      repo,
      ['rev-list', `--skip=${skip}`, `--max-count=${count}`, '--end-of-options', ...range, '--'],
      options,
    )
    if (listed.stdout.length === 0) return
    yield* touches(await gitStream(repo, ['diff-tree', '--stdin', ...names], { ...options, input: listed.stdout }), '')
  }
}

const quickLook = 300

async function* touches(stream: AsyncIterable<Buffer>, under: string): AsyncGenerator<readonly Touched[]> {
  let commitId = ''
  let last = ''
  for await (const batch of records(stream)) {
    const touched: Touched[] = []
    for (const record of batch) {
      // The slash of the format cannot begin a path; a newline stands before the first path of a commit.
      if (record.startsWith('/')) {
        commitId = record.slice(1)
        last = ''
        continue
      }
      const path = record.startsWith('\n') ? record.slice(1) : record
      const slash = path.indexOf('/', under.length)
      const name = slash < 0 ? path.slice(under.length) : path.slice(under.length, slash)
      if (name === '' || name === last || !path.startsWith(under)) continue
      last = name
      touched.push({ commitId, name })
    }
    yield touched
  }
}
