import { readCommits } from '../cat-file.ts'
import { emptyTree, isOid, type Oid } from '../objects.ts'
import { mergeTrees } from './merge-trees.ts'
import { TreeDraft } from './tree-draft.ts'
import { writeCommit } from './write-object.ts'

const message = 'Carried to another base'
const author = { name: 'weft', email: '', at: new Date(0) }

/** The change of a branch: from its base to its head. */
export interface Change {
  /** Null: from nothing. */
  readonly base: Oid | null
  readonly head: Oid
}

/**
 * A commit with a change on another base, so that its difference from a later change on that base leaves out the
 * changes of the base. A file whose changes conflict is as in the change.
 *
 * @returns a commit that follows `change.head` and that no ref points at, always the same one; `change.head` itself
 *   where the base changed nothing
 */
export async function carryChange(repo: string, change: Change, base: Oid | null): Promise<Oid> {
  if (change.base === base) return change.head
  const [head, from, onto] = await Promise.all([
    treeOf(repo, change.head),
    treeOf(repo, change.base),
    treeOf(repo, base),
  ])
  if (from === onto) return change.head
  const merged = await mergeTrees(repo, { base: from, ours: onto, theirs: head })
  const tree = merged.outcome === 'clean' ? merged.tree : await withFilesOf(repo, merged.tree, head, merged.paths)
  return writeCommit(repo, { tree, parentIds: [change.head], author, committer: author, message })
}

async function treeOf(repo: string, commitId: Oid | null): Promise<Oid> {
  const [commit] = commitId === null ? [] : await readCommits(repo, [commitId])
  return commit?.tree ?? emptyTree
}

async function withFilesOf(repo: string, tree: Oid, other: Oid, paths: readonly string[]): Promise<Oid> {
  const [draft, from] = [new TreeDraft(repo, tree), new TreeDraft(repo, other)]
  for (const path of paths) {
    const entry = await from.find(path)
    if (entry !== null) await draft.put(path, entry)
    else if ((await draft.find(path)) !== null) await draft.remove(path)
  }
  return draft.write()
}

/** @returns the head of the change that a commit of `carryChange` was made from; any other id as it is */
export async function carriedFrom(repo: string, id: Oid): Promise<Oid> {
  const [commit] = isOid(id) ? await readCommits(repo, [id]) : []
  const [parentId] = commit?.parentIds ?? []
  return commit?.message.trim() === message && parentId !== undefined ? parentId : id
}
