import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

/** The best common ancestor of all the commits (two or more); null when their histories are apart. */
export async function mergeBase(repo: string, commits: readonly Oid[]): Promise<Oid | null> {
  if (commits.length < 2) throw new RangeError('A merge base needs two commits')
  // `--octopus`: of all of them together, not of the first with a merge of the others.
  const many = commits.length > 2 ? ['--octopus'] : []
  const { stdout, code } = await git(repo, ['merge-base', ...many, ...commits.map(oid)], { accept: [1] })
  return code === 1 ? null : (stdout.toString('latin1').split('\n')[0] ?? null)
}

/** Can `ancestor` be reached from `descendant`? A commit is its own ancestor. */
export async function isAncestor(repo: string, ancestor: Oid, descendant: Oid): Promise<boolean> {
  if (ancestor === descendant) return true
  const { code } = await git(repo, ['merge-base', '--is-ancestor', oid(ancestor), oid(descendant)], { accept: [1] })
  return code === 0
}

/** Whether a commit is one of those that a head adds to where it started. */
export async function isInRange(
  repo: string,
  commit: Oid,
  { startSha, headSha }: { readonly startSha: Oid; readonly headSha: Oid },
): Promise<boolean> {
  return (await isAncestor(repo, commit, headSha)) && !(await isAncestor(repo, commit, startSha))
}
