import { isOid, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

interface Range {
  readonly from: Oid
  /** Null for the whole history. */
  readonly notFrom: Oid | null
  /** Commits at most. */
  readonly max: number
}

/** The parents of each commit that can be reached from one commit and not from another, newest first. */
export async function parentsInRange(
  repo: string,
  { from, notFrom, max }: Range,
): Promise<ReadonlyMap<Oid, readonly Oid[]>> {
  const args = ['rev-list', '--parents', `--max-count=${max}`, '--end-of-options', oid(from)]
  if (notFrom !== null) args.push(`^${oid(notFrom)}`)
  args.push('--')
  const { stdout } = await git(repo, args)
  return new Map(
    stdout
      .toString('latin1')
      .split('\n')
      .flatMap(line => {
        const [commit = '', ...parents] = line.split(' ')
        return isOid(commit) ? [[commit, parents] as const] : []
      }),
  )
}
