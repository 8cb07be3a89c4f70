import { readCommits } from '../cat-file.ts'
import type { Commit, Oid } from '../objects.ts'

/** The most commits to read one by one: for these, it is faster than starting a process. */
const longestLine = 10

/**
 * Read a linear history, where each commit has one parent: from `to` down to `from`, without `from`. No process is started.
 *
 * @returns newest first; null if the history is not linear, or longer than `most`, which is 10 at most
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
