import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'
import { withObjectsOf } from '../writing/bring-objects.ts'

export type Divergence = {
  /** Commits that only the second has. */
  readonly ahead: number
  /** Commits that only the first has. */
  readonly behind: number
}

/** The divergence of two commits never changes. */
const known = new ByteCache<string, Divergence>({
  name: 'divergences',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: (apart, range) => bytesOf(apart) + bytesOf(range),
})

/**
 * The divergence of `commit` from `base`.
 *
 * @param alsoIn  another repository, which may have commits that `repo` has not
 */
export async function divergence(
  repo: string,
  base: Oid,
  commit: Oid,
  { alsoIn }: { readonly alsoIn?: string } = {},
): Promise<Divergence> {
  if (base === commit) return { ahead: 0, behind: 0 }
  const range = `${oid(base)}...${oid(commit)}`
  const found = known.get(range)
  if (found !== undefined) return found
  const { stdout } = await git(repo, ['rev-list', '--left-right', '--count', range, '--'], {
    ...(alsoIn === undefined ? {} : { env: withObjectsOf(alsoIn) }),
  })
  const [behind = 0, ahead = 0] = stdout.toString('latin1').trim().split(/\s+/).map(Number)
  const counted = { ahead, behind }
  known.set(range, counted)
  return counted
}
