import { emptyTree, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

/** How many files differ between two commits; a renamed one counts once. Null for "from nothing". */
export async function countChangedFiles(repo: string, from: Oid | null, to: Oid): Promise<number> {
  const args = ['diff-tree', '-r', '-M', '--name-only', '-z', '--end-of-options', oid(from ?? emptyTree), oid(to)]
  const { stdout } = await git(repo, args)
  let count = 0
  for (const byte of stdout) if (byte === 0) count++
  return count
}
