import { join } from 'node:path'
import { type Oid, oid } from '../objects.ts'
import { git, gitStream } from '../run.ts'
import { updateRefs } from './update-refs.ts'

/** Lets one command in a repository also read the objects of another one. */
export const withObjectsOf = (repo: string): Readonly<Record<string, string>> => ({
  GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repo, 'objects'),
})

interface Bringing {
  readonly from: string
  readonly to: string
  /** A commit, or the object of an annotated tag. */
  readonly commitId: Oid
  /** A ref of the target that keeps them; without it, the caller points a ref at the commit soon. */
  readonly keptBy?: string
}

const transferMs = 600_000

/** Copy a commit, with all that it needs and the target has not, from one repository into another by a pack. */
export async function bringObjects({ from, to, commitId, keptBy }: Bringing): Promise<void> {
  const env = withObjectsOf(from)
  const { stdout } = await git(to, ['rev-list', '-1', oid(commitId), '--not', '--all', '--'], {
    env,
    memory: 'large',
    timeoutMs: transferMs,
  })
  if (stdout.length > 0) {
    const transfer = { lane: 'transfer', memory: 'large', timeoutMs: transferMs } as const
    const missing = await gitStream(to, ['rev-list', '--objects', oid(commitId), '--not', '--all', '--'], {
      ...transfer,
      env,
    })
    const pack = await gitStream(to, ['pack-objects', '--stdout', '-q', '--delta-base-offset'], {
      ...transfer,
      env,
      input: missing,
    })
    await git(to, ['index-pack', '--stdin'], { ...transfer, input: pack })
  }
  if (keptBy !== undefined) await updateRefs(to, [{ ref: keptBy, after: commitId }])
}
