import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { readCommits } from '../cat-file.ts'
import { type Commit, isOid, type Oid, oid, parseTrailers } from '../objects.ts'
import { git } from '../run.ts'

export type CommitStats = {
  readonly additions: number
  readonly deletions: number
  readonly total: number
  readonly files: number
}

export type CommitDetail = Commit & {
  /** The last value of each key. */
  readonly trailers: Readonly<Record<string, string>>
  /** All values of each key, in order. */
  readonly extendedTrailers: Readonly<Record<string, readonly string[]>>
  readonly stats: CommitStats
}

/** One commit by its id, with all details; null when there is none. */
export async function readCommit(repo: string, id: Oid): Promise<CommitDetail | null> {
  const [commit] = await readCommits(repo, [oid(id)])
  if (commit == null) return null
  const stats = (await commitStats(repo, [commit.id])).get(commit.id) ?? noStats
  return { ...commit, ...trailersOf(commit), stats }
}

export function trailersOf(commit: Commit): Pick<CommitDetail, 'trailers' | 'extendedTrailers'> {
  const extended = new Map<string, string[]>()
  for (const [key, value] of parseTrailers(commit.message)) extended.set(key, [...(extended.get(key) ?? []), value])
  return {
    trailers: Object.fromEntries([...extended].map(([key, values]) => [key, values.at(-1) ?? ''])),
    extendedTrailers: Object.fromEntries(extended),
  }
}

/** The stats by commit, which never change. */
const known = new ByteCache<Oid, CommitStats>({ name: 'commit-stats', maxBytes: 1024 * 1024, sizeOf: bytesOf })

/** Lines added and removed against the first parent, for many commits with one process. */
export async function commitStats(repo: string, ids: readonly Oid[]): Promise<ReadonlyMap<Oid, CommitStats>> {
  const kept = ids.map(id => [id, known.get(id)] as const)
  const missing = kept.flatMap(([id, stats]) => (stats === undefined ? [id] : []))
  const counted = await countStats(repo, missing)
  for (const [id, stats] of counted) known.set(id, stats)
  return new Map(kept.map(([id, stats]) => [id, stats ?? counted.get(id) ?? noStats]))
}

async function countStats(repo: string, ids: readonly Oid[]): Promise<ReadonlyMap<Oid, CommitStats>> {
  const result = new Map<Oid, CommitStats>()
  if (ids.length === 0) return result
  const { stdout } = await git(
    repo,
    [
      'diff-tree',
      '--stdin',
      '--root',
      '-r',
      '-M',
      '--numstat',
      '--diff-merges=first-parent',
      '--no-ext-diff',
      '--no-textconv',
    ],
    { input: `${ids.map(oid).join('\n')}\n` },
  )
  let current: Oid | null = null
  let additions = 0
  let deletions = 0
  let files = 0
  const finish = () => {
    if (current !== null) result.set(current, { additions, deletions, total: additions + deletions, files })
  }
  for (const line of stdout.toString('latin1').split('\n')) {
    if (isOid(line)) {
      finish()
      current = line
      additions = deletions = files = 0
      continue
    }
    const [added, removed] = line.split('\t')
    if (removed === undefined) continue
    files += 1
    additions += Number(added) || 0
    deletions += Number(removed) || 0
  }
  finish()
  return result
}

const noStats: CommitStats = { additions: 0, deletions: 0, total: 0, files: 0 }
