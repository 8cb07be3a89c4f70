import { readCommits } from '../cat-file.ts'
import type { Commit, Oid } from '../objects.ts'

/** Commits that are read one by one, which is quicker than a process for a few of them. */
const longestLine = 10

/**
 * The commits from `to` down to `from`, without `from`, where each has one parent. No process is started.
 *
 * @returns newest first; null where there is no such line, or it is longer than `most` (10)
 */
export async function straightLine(
  repo: string,
  from: Oid,
  to: Oid,
  most = longestLine,
): Promise<readonly Commit[] | null> {
  const commits: Commit[] = []
  for (let id = to; id !== from; ) {
    const [commit] = commits.length < Math.min(most, longestLine) ? await readCommits(repo, [id]) : []
    const [parent, ...others] = commit?.parentIds ?? []
    if (commit == null || parent === undefined || others.length > 0) return null
    commits.push(commit)
    id = parent
  }
  return commits
}
