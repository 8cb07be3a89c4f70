import { Conflict, Invalid } from '#server/errors.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { readCommits } from '../cat-file.ts'
import { lastCommit } from '../commits/last-commits.ts'
import { readBlob } from '../files/blob.ts'
import { isSafeFilePath } from '../files/file-path.ts'
import { isGitmodules, isSafeGitmodules } from '../files/gitmodules.ts'
import { hasSubmodules } from '../files/tree.ts'
import { fileModes, type Oid, oid } from '../objects.ts'
import { validRefName } from '../refs/ref-name.ts'
import { countRefs, findRef } from '../refs/refs.ts'
import { TreeDraft } from './tree-draft.ts'
import { type MoveRefs, updateRefs } from './update-refs.ts'
import { type Signature, writeCommit, writeObject } from './write-object.ts'

/** The state of a file on which its action is based. The commit is refused if it has changed since. */
type Expected = {
  readonly lastCommitId?: Oid
  /** The blob that the file has in the parent commit. */
  readonly blobId?: string
}

export type FileAction =
  | { readonly action: 'create'; readonly path: string; readonly content: Uint8Array; readonly isExecutable?: boolean }
  | ({
      readonly action: 'update'
      readonly path: string
      readonly content: Uint8Array
      readonly isExecutable?: boolean
    } & Expected)
  | ({ readonly action: 'delete'; readonly path: string } & Expected)
  | ({
      readonly action: 'move'
      readonly path: string
      readonly previousPath: string
      /** Absent: the content stays. */
      readonly content?: Uint8Array
      readonly isExecutable?: boolean
    } & Expected)
  | ({ readonly action: 'chmod'; readonly path: string; readonly isExecutable: boolean } & Expected)
  /** The commit is refused if the folder has changed since it had this tree, or has submodules. */
  | { readonly action: 'delete-folder'; readonly path: string; readonly treeId: string }
  | {
      readonly action: 'move-folder'
      readonly path: string
      readonly previousPath: string
      readonly treeId: string
    }
  | { readonly action: 'submodule'; readonly path: string; readonly commitId: Oid }

type CommitFiles = {
  readonly branch: string
  /** Begin here instead of at the branch, which then must not exist, unless `force`. */
  readonly start?: Oid
  /** The branch must still be here. */
  readonly expectedHead?: Oid
  readonly message: string
  readonly author: Signature
  readonly committer?: Signature
  readonly actions: readonly FileAction[]
  /** Commit even without any action. */
  readonly allowEmpty?: boolean
  /** With `start`: the branch is moved there from any commit. */
  readonly force?: boolean
  /** Moves the branch to the commit. */
  readonly move?: MoveRefs
}

export type Committed = {
  readonly commitId: Oid
  readonly ref: string
  /** The former head of the branch; null when it is new. */
  readonly before: Oid | null
}

/**
 * Change files on a branch in one commit, without a work tree. Nothing is visible before the branch moves, at once.
 *
 * @throws Invalid  with the sentence of the contract: an action does not fit the files there are
 * @throws Conflict  the branch moved meanwhile
 */
export async function commitFiles(repo: string, change: CommitFiles): Promise<Committed> {
  const { branch, message, author, committer = author, actions, allowEmpty = false } = change
  if (!validRefName(branch)) throw new Invalid('Branch name is invalid')
  if (message.trim() === '') throw new Invalid('commit_message is missing')
  if (actions.length === 0 && !allowEmpty) throw new Invalid('actions is empty')
  const existing = await findRef(repo, 'branch', branch)
  if (change.expectedHead !== undefined && existing?.target !== change.expectedHead)
    throw new Conflict('The branch has changed')
  const parent = await parentOf(repo, existing?.target ?? null, change)

  const [parentCommit] = parent === null ? [] : await readCommits(repo, [parent])
  const draft = new TreeDraft(repo, parentCommit?.tree ?? null)
  await checkBegun(draft, actions)
  for (const action of actions) {
    await checkUnchanged(repo, parent, action)
    await apply(repo, draft, action)
  }
  const tree = await draft.write()
  const parentIds = parent === null ? [] : [parent]
  const commitId = await writeCommit(repo, { tree, parentIds, author, committer, message })
  const ref = branchRef(branch)
  const before = existing?.target ?? null
  await (change.move ?? updateRefs)(repo, [{ ref, after: commitId, before }])
  return { commitId, ref, before }
}

async function parentOf(repo: string, head: Oid | null, { branch, start, force }: CommitFiles): Promise<Oid | null> {
  if (start !== undefined) {
    if (head !== null && force !== true && head !== start) {
      throw new Invalid(`A branch called '${branch}' already exists. Switch to that branch in order to make changes`)
    }
    return oid(start)
  }
  if (head !== null) return head
  if ((await countRefs(repo, 'branch')) > 0)
    throw new Invalid('You can only create or edit files when you are on a branch')
  return null
}

/** Runs before all actions, because several of them can be about the same path. */
async function checkBegun(draft: TreeDraft, actions: readonly FileAction[]): Promise<void> {
  for (const action of actions) {
    const id = 'treeId' in action ? action.treeId : 'blobId' in action ? action.blobId : undefined
    if (id === undefined) continue
    const path = 'previousPath' in action ? action.previousPath : action.path
    const entry = isSafeFilePath(path) ? await draft.find(path) : null
    if (entry === null) throw new Invalid(`${path} no longer exists on the branch.`)
    if (entry.id === id) continue
    const advice = 'treeId' in action ? ' Discard this change, then make it again.' : ''
    throw new Invalid(`${path} has changed on the branch since you started editing.${advice}`)
  }
}

async function checkUnchanged(repo: string, parent: Oid | null, action: FileAction): Promise<void> {
  if (!('lastCommitId' in action) || action.lastCommitId === undefined || parent === null) return
  const path = action.action === 'move' ? action.previousPath : action.path
  const last = await lastCommit(repo, parent, path)
  if (last?.id !== action.lastCommitId) {
    throw new Invalid('You are attempting to update a file that has changed since you started editing it.')
  }
}

async function apply(repo: string, draft: TreeDraft, action: FileAction): Promise<void> {
  if (!isSafeFilePath(action.path)) throw new Invalid('file_path is invalid')
  const content = 'content' in action ? action.content : undefined
  if (content !== undefined) await checkSubmodules(action.path, content)
  switch (action.action) {
    case 'create': {
      const id = await writeObject(repo, 'blob', action.content)
      if ((await draft.find(action.path)) !== null) throw new Invalid(taken)
      await put(draft, action.path, { mode: action.isExecutable === true ? fileModes.executable : fileModes.file, id })
      return
    }
    case 'update': {
      const old = await fileAt(draft, action.path)
      const id = await writeObject(repo, 'blob', action.content)
      await put(draft, action.path, { mode: modeOf(old.mode, action.isExecutable), id })
      return
    }
    case 'delete':
      await fileAt(draft, action.path)
      await draft.remove(action.path)
      return
    case 'move': {
      if (!isSafeFilePath(action.previousPath)) throw new Invalid('previous_path is invalid')
      const old = await fileAt(draft, action.previousPath)
      if ((await draft.find(action.path)) !== null) throw new Invalid(taken)
      // A symbolic link at .gitmodules would lead git out of the repository.
      if (old.mode === fileModes.link && isGitmodules(action.path)) throw new Invalid('file_path is invalid')
      if (content === undefined && isGitmodules(action.path))
        await checkSubmodules(action.path, (await readBlob(repo, old.id))?.content ?? new Uint8Array())
      const id = action.content === undefined ? old.id : await writeObject(repo, 'blob', action.content)
      await draft.remove(action.previousPath)
      await put(draft, action.path, { mode: modeOf(old.mode, action.isExecutable), id })
      return
    }
    case 'chmod': {
      const old = await fileAt(draft, action.path)
      await put(draft, action.path, { mode: modeOf(old.mode, action.isExecutable), id: old.id })
      return
    }
    case 'delete-folder':
      await checkFolder(repo, draft, action.path)
      await draft.remove(action.path)
      return
    case 'move-folder': {
      const { path, previousPath } = action
      // A folder at .gitmodules would be read as none.
      if (isGitmodules(path)) throw new Invalid('file_path is invalid')
      await checkFolder(repo, draft, previousPath)
      if (path.startsWith(`${previousPath}/`)) throw new Invalid('A folder cannot be moved into itself')
      if (!(await draft.move(previousPath, path))) throw new Invalid(taken)
      return
    }
    case 'submodule': {
      const old = await draft.find(action.path)
      if (old?.mode !== fileModes.submodule) throw new Invalid('Invalid submodule path')
      await put(draft, action.path, { mode: fileModes.submodule, id: oid(action.commitId) })
      return
    }
    default:
      action satisfies never
  }
}

const taken = 'A file with this name already exists'
const badSubmodules = 'Git does not accept a URL, path, name or update command in .gitmodules'

async function checkSubmodules(path: string, content: Uint8Array): Promise<void> {
  if (isGitmodules(path) && !(await isSafeGitmodules(content))) throw new Invalid(badSubmodules)
}

async function fileAt(draft: TreeDraft, path: string): Promise<{ readonly mode: string; readonly id: Oid }> {
  const entry = await draft.find(path)
  if (entry === null || entry.mode === fileModes.folder || entry.mode === fileModes.submodule)
    throw new Invalid("A file with this name doesn't exist")
  return entry
}

/** @throws Invalid  there is no folder, or .gitmodules would not fit it afterwards */
async function checkFolder(repo: string, draft: TreeDraft, path: string): Promise<void> {
  const entry = isSafeFilePath(path) ? await draft.find(path) : null
  if (entry?.mode !== fileModes.folder) throw new Invalid("A folder with this name doesn't exist")
  if (await hasSubmodules(repo, entry.id)) throw new Invalid(`${path} has submodules. Use git to change it.`)
}

async function put(draft: TreeDraft, path: string, entry: { readonly mode: string; readonly id: Oid }): Promise<void> {
  if (!(await draft.put(path, entry))) throw new Invalid(taken)
}

/** A symbolic link stays one. */
const modeOf = (old: string, isExecutable: boolean | undefined): string =>
  isExecutable === undefined || old === fileModes.link ? old : isExecutable ? fileModes.executable : fileModes.file
