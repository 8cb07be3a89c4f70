import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

const folder = 'refs/merge-requests/'
const linesOf = (stdout: Buffer): readonly string[] => stdout.toString('latin1').split('\n').filter(Boolean)

/** The numbers of the merge requests whose head contains a commit. */
export async function mergeRequestsContaining(repo: string, commitId: Oid): Promise<readonly number[]> {
  const { stdout } = await git(repo, ['for-each-ref', '--format=%(refname)', `--contains=${oid(commitId)}`, folder])
  return linesOf(stdout).flatMap(name => {
    const [, iid] = /^refs\/merge-requests\/(\d{1,9})\/head$/.exec(name) ?? []
    return iid === undefined ? [] : [Number(iid)]
  })
}

/** The commits, of the given ones, from which another one can be reached; itself among them. */
export async function commitsContaining(
  repo: string,
  commitId: Oid,
  commits: readonly Oid[],
): Promise<ReadonlySet<string>> {
  const others = [...new Set(commits)].filter(each => each !== commitId)
  const own = commits.includes(commitId) ? [commitId] : []
  if (others.length === 0) return new Set(own)
  // All commits between it and the others, which hold those of the others that descend from it.
  const { stdout } = await git(repo, ['rev-list', '--ancestry-path', '--stdin'], {
    input: [...others.map(oid), `^${oid(commitId)}`, ''].join('\n'),
  })
  const between = new Set(linesOf(stdout))
  return new Set([...own, ...others.filter(each => between.has(each))])
}
