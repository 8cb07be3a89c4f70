import type { Commit, Oid } from '../objects.ts'
import { type Diff, type DiffOptions, diff } from './diff.ts'
import { countCommits, readLog } from './log.ts'
import { mergeBase } from './merge-base.ts'

export type Comparison = {
  /** Null when the histories are apart; the diff is then between the two ends. */
  readonly mergeBase: Oid | null
  /** Those of `to` that `from` does not have, newest first, at most `maxCommits`. */
  readonly commits: readonly Commit[]
  readonly commitCount: number
  readonly diff: Diff
  readonly isSameRef: boolean
}

/**
 * Compare two commits.
 *
 * @param straight  diff between the two ends; otherwise from their merge base, which shows only what `to` did
 */
export async function compare(
  repo: string,
  from: Oid,
  to: Oid,
  {
    straight = false,
    maxCommits = 1_000,
    ...options
  }: DiffOptions & { readonly straight?: boolean; readonly maxCommits?: number } = {},
): Promise<Comparison> {
  const base = await mergeBase(repo, [from, to])
  const range = { from: [to], notFrom: [from] }
  const [commits, commitCount, changes] = await Promise.all([
    readLog(repo, { ...range, limit: maxCommits }),
    countCommits(repo, range),
    diff(repo, straight ? from : (base ?? from), to, options),
  ])
  return { mergeBase: base, commits, commitCount, diff: changes, isSameRef: from === to }
}
