import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { readCommits } from '../cat-file.ts'
import { type Commit, isOid, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'
import { type Diff, type DiffOptions, diff } from './diff.ts'
import { countCommits } from './log.ts'
import { mergeBase } from './merge-base.ts'
import { straightLine } from './straight-line.ts'

export type Comparison = {
  /** Null when the histories are apart; the diff is then all of `to`. */
  readonly mergeBase: Oid | null
  /** The commits of `to` that `from` does not have, newest first, at most `maxCommits`. */
  readonly commits: readonly Commit[]
  readonly commitCount: number
  readonly diff: Diff
  readonly isSameRef: boolean
}

/**
 * Compare two commits.
 *
 * @param straight  diff between the two ends; otherwise from their merge base, which shows only the changes of `to`
 */
export async function compare(
  repo: string,
  from: Oid,
  to: Oid,
  {
    straight = false,
    maxCommits = 1_000,
    ...options
  }: DiffOptions & HistoryOptions & { readonly straight?: boolean } = {},
): Promise<Comparison> {
  const histories = await compareHistories(repo, from, to, { maxCommits })
  const changes = await diff(repo, straight ? from : histories.mergeBase, to, options)
  return { ...histories, diff: changes, isSameRef: from === to }
}

type HistoryOptions = { readonly maxCommits?: number }

type Histories = Pick<Comparison, 'mergeBase' | 'commits' | 'commitCount'>

/** The histories by repository and both commits, between which nothing ever changes. */
const histories = new ByteCache<string, Histories>({
  name: 'compared_histories',
  maxBytes: 1024 * 1024,
  sizeOf: (known, key) => bytesOf(known) + bytesOf(key),
})

/** The commits that only `to` has, and where the two histories part. */
export async function compareHistories(
  repo: string,
  from: Oid,
  to: Oid,
  { maxCommits = 1_000 }: HistoryOptions = {},
): Promise<Histories> {
  const key = JSON.stringify([repo, from, to, maxCommits])
  const known = histories.get(key)
  if (known !== undefined) return known
  const line = await straightLine(repo, from, to, maxCommits)
  if (line !== null) {
    const found = { mergeBase: from, commits: line, commitCount: line.length }
    histories.set(key, found)
    return found
  }
  const { ids, edges } = await walk(repo, from, to, maxCommits + 1)
  const isWhole = ids.length <= maxCommits
  const base = isWhole ? baseOf(to, ids, edges) : undefined
  const [mergeBaseId, commits, commitCount] = await Promise.all([
    base === undefined ? mergeBase(repo, [from, to]) : base,
    readCommits(repo, ids.slice(0, maxCommits)),
    isWhole ? ids.length : countCommits(repo, { from: [to], notFrom: [from] }),
  ])
  const found = { mergeBase: mergeBaseId, commits: commits.filter(commit => commit !== null), commitCount }
  histories.set(key, found)
  return found
}

/** The merge base; undefined if git has to find it. Every path from `to` to a commit of `from` passes through an edge. */
function baseOf(to: Oid, ids: readonly Oid[], edges: readonly Oid[]): Oid | null | undefined {
  if (ids.length === 0) return to
  if (edges.length === 0) return null
  return edges.length === 1 ? edges[0] : undefined
}

/** The commits that only `to` has, newest first, and their edges: the first commits that `from` has too. */
async function walk(repo: string, from: Oid, to: Oid, most: number) {
  const args = ['rev-list', '--boundary', `--max-count=${most}`, '--end-of-options', oid(to), `^${oid(from)}`, '--']
  const { stdout } = await git(repo, args)
  const lines = stdout.toString('latin1').split('\n')
  const edges = lines.flatMap(line => (line.startsWith('-') ? [line.slice(1)] : []))
  return { ids: lines.filter(isOid), edges }
}
