import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

export type MergedTree =
  | { readonly outcome: 'clean'; readonly tree: Oid }
  /** `tree` holds the files with conflict markers. */
  | { readonly outcome: 'conflict'; readonly tree: Oid; readonly paths: readonly string[] }

/**
 * Merge two commits without a work tree. Only objects that no ref points at are written.
 *
 * @returns the tree of the merge, and the paths in conflict, each once, sorted
 */
export async function mergeTree(repo: string, ours: Oid, theirs: Oid): Promise<MergedTree> {
  const { stdout, code } = await git(
    repo,
    [
      'merge-tree',
      '--write-tree',
      '--name-only',
      '--no-messages',
      '-z',
      '--allow-unrelated-histories',
      oid(ours),
      oid(theirs),
    ],
    { accept: [1] },
  )
  const [head = '', ...paths] = stdout.toString('utf8').split('\0')
  const tree = oid(head.trim())
  const conflicted = [...new Set(paths.filter(path => path !== ''))].sort()
  // Where git is unsure about the renames of a folder, but leaves no file in conflict, the tree is whole.
  if (code === 0 || conflicted.length === 0) return { outcome: 'clean', tree }
  return { outcome: 'conflict', tree, paths: conflicted }
}

export interface StageEntry {
  readonly mode: string
  readonly id: Oid
}

/** A path in conflict with its entries in the merge base and the two sides; absent where one of them has none. */
export interface ConflictEntry {
  readonly path: string
  readonly base?: StageEntry
  readonly ours?: StageEntry
  readonly theirs?: StageEntry
}

/**
 * The reason why git could not merge some paths: `CONFLICT (rename/rename)`. It names them in an order that depends on
 * the type.
 */
export interface MergeMessage {
  readonly type: string
  readonly paths: readonly string[]
}

const stages = { '1': 'base', '2': 'ours', '3': 'theirs' } as const

/**
 * Merge two commits as `mergeTree` does, and return the entries of the sides for each path in conflict.
 *
 * @returns the tree, whose files hold conflict markers with the two commit ids, and the paths; none where the merge is clean
 * @source git-merge-tree(1), "Informational messages"
 */
export async function mergeConflicts(
  repo: string,
  ours: Oid,
  theirs: Oid,
): Promise<{
  readonly tree: Oid
  readonly entries: readonly ConflictEntry[]
  readonly messages: readonly MergeMessage[]
}> {
  const { stdout } = await git(
    repo,
    ['merge-tree', '--write-tree', '--messages', '-z', '--allow-unrelated-histories', oid(ours), oid(theirs)],
    { accept: [1] },
  )
  const [head = '', ...fields] = stdout.toString('utf8').split('\0')
  // An empty field stands between the paths and the messages.
  const end = fields.indexOf('')
  const lines = end === -1 ? fields : fields.slice(0, end)
  const byPath = new Map<string, ConflictEntry>()
  for (const line of lines) {
    const [, mode, id, stage, path] = /^(\d{6}) ([0-9a-f]{40}) ([123])\t(.+)$/s.exec(line) ?? []
    if (mode === undefined || id === undefined || stage === undefined || path === undefined) continue
    // The pattern takes no other stage.
    const side = stages[stage as keyof typeof stages]
    byPath.set(path, { ...(byPath.get(path) ?? { path }), [side]: { mode, id: oid(id) } })
  }
  const entries = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return { tree: oid(head.trim()), entries, messages: end === -1 ? [] : messagesIn(fields.slice(end + 1)) }
}

/** The fields of each message: the number of its paths, the paths, the type, and a text. */
function messagesIn(fields: readonly string[]): readonly MergeMessage[] {
  const messages: MergeMessage[] = []
  for (let at = 0; at + 2 < fields.length; ) {
    const count = Number(fields[at])
    const type = fields[at + 1 + count]
    if (type === undefined) break
    messages.push({ type, paths: fields.slice(at + 1, at + 1 + count) })
    at += count + 3
  }
  return messages
}
