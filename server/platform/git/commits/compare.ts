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
  }: DiffOptions & HistoryOptions & { readonly straight?: boolean } = {},
): Promise<Comparison> {
  const histories = await compareHistories(repo, from, to, { maxCommits })
  const changes = await diff(repo, straight ? from : (histories.mergeBase ?? from), to, options)
  return { ...histories, diff: changes, isSameRef: from === to }
}

type HistoryOptions = { readonly maxCommits?: number }

/** The commits that only `to` has, and where the two histories part. */
export async function compareHistories(
  repo: string,
  from: Oid,
  to: Oid,
  { maxCommits = 1_000 }: HistoryOptions = {},
): Promise<Pick<Comparison, 'mergeBase' | 'commits' | 'commitCount'>> {
  const range = { from: [to], notFrom: [from] }
  const [base, commits, commitCount] = await Promise.all([
    mergeBase(repo, [from, to]),
    readLog(repo, { ...range, limit: maxCommits }),
    countCommits(repo, range),
  ])
  return { mergeBase: base, commits, commitCount }
}
