import { type Oid, oid } from '../objects.ts'
import { git, gitStream } from '../run.ts'

/** A larger patch has no id. */
const maxPatchBytes = 64 * 1024 * 1024
const limits = { timeoutMs: 20_000, yields: true, cpuSeconds: 10 }

/**
 * The id of the change between two commits, as `git diff | git patch-id --stable` prints it: the same for the same
 * change elsewhere.
 *
 * @returns null where nothing changes
 * @throws TooLarge  the patch is larger than 64 MiB
 * @throws Unavailable  it took too long
 * @source git-patch-id(1)
 */
export async function patchId(repo: string, from: Oid, to: Oid): Promise<string | null> {
  const compared = [
    '-r',
    '-M',
    '-p',
    '--full-index',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--end-of-options',
  ]
  const patch = await gitStream(repo, ['diff-tree', ...compared, oid(from), oid(to)], {
    ...limits,
    maxBytes: maxPatchBytes,
  })
  // The process reads the output of the other one, and must not wait for its place.
  const { stdout } = await git(repo, ['patch-id', '--stable'], { ...limits, input: patch, lane: 'held' })
  // The id of half a patch is none.
  if (patch.errored !== null) throw patch.errored
  return /^[0-9a-f]{40,64}/.exec(stdout.toString('latin1'))?.[0] ?? null
}
