import { isOid, type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

interface ChangedPaths {
  readonly added: string[]
  readonly modified: string[]
  readonly removed: string[]
}

/** The files that each of some commits changed against its first parent, with one process. A rename is one removed and one added. */
export async function changedPaths(repo: string, ids: readonly Oid[]): Promise<ReadonlyMap<Oid, ChangedPaths>> {
  const found = new Map<Oid, ChangedPaths>(ids.map(id => [id, { added: [], modified: [], removed: [] }]))
  if (ids.length === 0) return found
  const { stdout } = await git(
    repo,
    [
      'diff-tree',
      '--stdin',
      '--root',
      '-r',
      '-z',
      '--no-renames',
      '--name-status',
      '--diff-merges=first-parent',
      '--no-ext-diff',
    ],
    { input: `${ids.map(oid).join('\n')}\n` },
  )
  let id: Oid | null = null
  const words = stdout.toString('utf8').split('\0')
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.replace(/^\n/, '') ?? ''
    if (isOid(word)) {
      id = word
      continue
    }
    const path = words[at + 1]
    const kind = word === 'A' ? 'added' : word === 'D' ? 'removed' : 'modified'
    if (id === null || word === '' || path === undefined) continue
    at += 1
    found.get(id)?.[kind].push(path)
  }
  return found
}
