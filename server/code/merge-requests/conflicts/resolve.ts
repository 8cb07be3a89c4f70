import type { resolveConflicts } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Unprocessable } from '#server/errors.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { type DraftEntry, TreeDraft } from '#server/platform/git/writing/tree-draft.ts'
import { writeCommit, writeObject } from '#server/platform/git/writing/write-object.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { checkMove } from '../../protected-refs/guard.ts'
import { signatureOf } from '../../repository/commits/signature.ts'
import { pushTo } from '../../repository/push/push-to.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { sourceRepository } from '../merge/rebase.ts'
import { refreshMergeRequest } from '../versions/refresh.ts'
import { headsOf } from '../versions/repositories.ts'
import { messages } from './messages.ts'
import { type Choice, composed, hasMarkers, type Sides } from './parts.ts'
import { type ConflictedFile, conflictsBetween, entryOfSide, type FoundConflicts, sectionIds } from './read.ts'

type ResolutionInput = InputOf<typeof resolveConflicts>
type GivenFile = ResolutionInput['files'][number]

/**
 * Merge the target branch into the source branch with the conflicts as they were resolved, in a commit of the actor's.
 *
 * @throws Forbidden  the actor may not push to the source branch
 * @throws Conflict  a branch moved since the conflicts were read, or there are none
 * @throws Unprocessable  a conflict is left, or a resolution does not fit its file
 */
export async function resolveMergeConflicts(ctx: Context, mergeRequest: ReadableMergeRequest, given: ResolutionInput) {
  if (mergeRequest.state !== 'opened') throw new Conflict(messages.notOpen)
  if (mergeRequest.sourceProjectId === null) throw new Conflict(messages.noBranch)
  const project = await load(ctx, 'project:push-branch', pushableByRef, { id: mergeRequest.sourceProjectId })
  await checkMove(ctx, project, 'push', 'branch', mergeRequest.sourceBranch)
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) throw new Conflict(messages.noBranch)
  const { source, target } = heads
  if ((given.commitSha ?? source) !== source || (given.targetSha ?? target) !== target)
    throw new Conflict(messages.moved)
  const dir = await sourceRepository(ctx, mergeRequest, heads)
  const found = await conflictsBetween(dir, source, target)
  const draft = new TreeDraft(dir, found.tree)
  const sides: Sides = [
    [source, mergeRequest.sourceBranch],
    [target, mergeRequest.targetBranch],
  ]
  const resolved = await Promise.all(
    found.files.map(async file => ({
      file,
      path: file.entry.path,
      entry: await resolvedEntry(
        dir,
        file,
        given.files.find(each => each.newPath === file.entry.path),
        found,
        sides,
      ),
    })),
  )
  // Removed first, so that their paths are free: that of a folder, where the file was chosen.
  for (const { file, path, entry } of resolved) {
    for (const place of file.entry.places) if (entry === null || place !== path) await draft.remove(place)
    if (entry !== null && file.reason === 'folder') await draft.remove(path)
  }
  for (const { path, entry } of resolved)
    if (entry !== null && !(await draft.put(path, entry))) throw new Unprocessable(messages.inTheWay(path))
  const committer = await signatureOf(ctx)
  const after = await writeCommit(dir, {
    tree: await draft.write(),
    parentIds: [source, target],
    author: committer,
    committer,
    message: given.commitMessage,
  })
  try {
    await pushTo(ctx, project)(dir, [{ ref: branchRef(mergeRequest.sourceBranch), after, before: source }])
  } catch (error) {
    if (error instanceof Conflict) throw new Conflict(messages.moved, { cause: error })
    throw error
  }
  await refreshMergeRequest(ctx, mergeRequest)
  const path = pagePath('merge_request', mergeRequest.namespacePath, mergeRequest.iid)
  return { redirectTo: path }
}

/** The entry of a resolved file; null deletes it. */
async function resolvedEntry(
  dir: string,
  file: ConflictedFile,
  given: GivenFile | undefined,
  heads: Pick<FoundConflicts, 'source' | 'target'>,
  sides: Sides,
): Promise<DraftEntry | null> {
  const { entry, mode, parts, openEnds } = file
  const { path } = entry
  if (given?.choice !== undefined) return entryOfSide(dir, entry, given.choice, heads)
  if (given?.content !== undefined) {
    if (file.content === null) throw new Unprocessable(messages.notEditable(path))
    if (hasMarkers(given.content, file.content.toString(), sides)) throw new Unprocessable(messages.markers(path))
    return { mode, id: await writeObject(dir, 'blob', Buffer.from(given.content)) }
  }
  if (parts === null) throw new Unprocessable(messages.missing(path))
  const choices = sectionIds(path, parts).map((id): Choice => {
    const choice = given?.sections?.[id]
    if (choice === undefined) throw new Unprocessable(messages.missing(path))
    return choice
  })
  return { mode, id: await writeObject(dir, 'blob', composed(parts, choices, openEnds)) }
}
