import { type Oid, oid } from './objects.ts'
import { git } from './run.ts'

export type Divergence = {
  /** Commits that only the second has. */
  readonly ahead: number
  /** Commits that only the first has. */
  readonly behind: number
}

/** What two commits have apart never changes. */
const known = new Map<string, Divergence>()
const knownAtMost = 20_000

/** How far `commit` has gone from `base`. */
export async function divergence(repo: string, base: Oid, commit: Oid): Promise<Divergence> {
  if (base === commit) return { ahead: 0, behind: 0 }
  const range = `${oid(base)}...${oid(commit)}`
  const found = known.get(range)
  if (found !== undefined) return found
  const { stdout } = await git(repo, ['rev-list', '--left-right', '--count', range, '--'])
  const [behind = 0, ahead = 0] = stdout.toString('latin1').trim().split(/\s+/).map(Number)
  if (known.size >= knownAtMost) known.clear()
  const counted = { ahead, behind }
  known.set(range, counted)
  return counted
}
