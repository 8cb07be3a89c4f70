import type { Allowed } from '#server/access/load.ts'
import { checkMove } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { pick } from '#server/platform/git/writing/pick.ts'
import { writeCommit } from '#server/platform/git/writing/write-object.ts'
import { messages } from '../messages.ts'
import { moveBranch } from '../move-branch.ts'
import { commitOf } from '../open.ts'
import { pushTo } from '../push/push-to.ts'
import { signatureOf } from './signature.ts'

interface Picking {
  readonly sha: string
  readonly branch: string
  readonly verb: 'cherry-pick' | 'revert'
  readonly message?: string | undefined
  readonly dryRun: boolean
}

export type PickOutcome =
  | { readonly outcome: 'done'; readonly commit: Commit }
  | { readonly outcome: 'possible' }
  | { readonly outcome: 'refused'; readonly message: string; readonly code: 'conflict' | 'empty' }

/**
 * Apply a commit to a branch once more, or undo it there, in a commit of the actor's.
 *
 * @throws NotFound  no such commit or branch · @throws Forbidden  the branch is protected · @throws Invalid  a merge commit, or the branch keeps moving
 */
export async function pickCommit(
  ctx: Context,
  project: Allowed<'project:push-code', ProjectRow>,
  { sha, branch, verb, message, dryRun }: Picking,
): Promise<PickOutcome> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const [commit] = await readCommits(dir, [commitId])
  if (commit == null) throw new NotFound('Commit')
  await checkMove(ctx, project, 'push', 'branch', branch)
  const committer = await signatureOf(ctx)
  const { name, email, date } = commit.author
  const offset = date.slice(-6).replace(':', '')
  const draft = {
    author: verb === 'revert' ? committer : { name, email, at: new Date(date), offset },
    committer,
    message:
      message ??
      (verb === 'revert'
        ? `Revert "${commit.title}"\n\nThis reverts commit ${commitId}`
        : `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commitId})`),
  }
  const picked = await moveBranch(dir, branch, async () => {
    const head = await findRef(dir, 'branch', branch)
    if (head === null) throw new NotFound('Branch')
    if (commit.parentIds.length > 1) throw new Invalid(messages.mergeCommit(verb))
    const made = await pick(dir, commitId, head.commitId, verb === 'revert' ? 'undo' : 'apply')
    if (made.outcome !== 'clean' || dryRun) return made
    const after = await writeCommit(dir, { ...draft, tree: made.tree, parentIds: [head.commitId] })
    const push = { ref: head.fullName, before: head.commitId, after }
    await pushTo(ctx, project)(dir, [push])
    return { outcome: 'moved', push } as const
  })
  if (picked.outcome === 'clean') return { outcome: 'possible' }
  if (picked.outcome !== 'moved') return { outcome: 'refused', message: messages.conflict(verb), code: picked.outcome }
  const [made] = await readCommits(dir, [picked.push.after])
  if (made == null) throw new NotFound('Commit')
  return { outcome: 'done', commit: made }
}
