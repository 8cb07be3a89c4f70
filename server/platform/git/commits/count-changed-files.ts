import { emptyTree, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

/**
 * The number of changed files between two commits, as their diff lists them: a renamed file counts once, a file that
 * becomes a link goes and comes. Null for "from nothing".
 */
export async function countChangedFiles(repo: string, from: Oid | null, to: Oid): Promise<number> {
  const args = ['diff-tree', '-r', '-M', '--name-status', '-z', '--end-of-options', oid(from ?? emptyTree), oid(to)]
  const { stdout } = await git(repo, args)
  let count = 0
  for (let at = 0; at < stdout.length; ) {
    const status = stdout[at]
    count += status === 0x54 /* T */ ? 2 : 1
    // The status and the path, or both paths of a renamed file.
    for (let words = status === 0x52 /* R */ ? 3 : 2; words > 0; words--) {
      const end = stdout.indexOf(0, at)
      at = end < 0 ? stdout.length : end + 1
    }
  }
  return count
}
