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

/** One commit by its id, with all that is told of it; null when there is none. */
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

/** Lines added and removed against the first parent, for many commits with one process. */
export async function commitStats(repo: string, ids: readonly Oid[]): Promise<ReadonlyMap<Oid, CommitStats>> {
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
  for (const id of ids) if (!result.has(id)) result.set(id, noStats)
  return result
}

const noStats: CommitStats = { additions: 0, deletions: 0, total: 0, files: 0 }
