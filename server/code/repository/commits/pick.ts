import type { Allowed } from '#server/access/load.ts'
import { checkMove } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound, Unprocessable } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Commit, Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { pick } from '#server/platform/git/writing/pick.ts'
import { writeCommit } from '#server/platform/git/writing/write-object.ts'
import type { Pushable } from '../../collaboration/pushable.ts'
import { messages } from '../messages.ts'
import { moveBranch } from '../move-branch.ts'
import { commitOf } from '../open.ts'
import { shortId } from '../present-on-page.ts'
import { pushTo } from '../push/push-to.ts'
import { signatureOf } from './signature.ts'

export interface Picking {
  readonly sha: string
  /** The change begins there; its first parent unless given. */
  readonly since?: Oid | undefined
  readonly branch: string
  /** A branch that begins at `branch` and gets the commit instead: this name, or with a number where it is taken. */
  readonly newBranch?: string | undefined
  readonly verb: 'cherry-pick' | 'revert'
  readonly message?: string | undefined
  readonly dryRun: boolean
}

export type PickOutcome =
  | { readonly outcome: 'done'; readonly commit: Commit; readonly branch: string }
  | { readonly outcome: 'possible' }
  | { readonly outcome: 'refused'; readonly message: string; readonly code: 'conflict' | 'empty' }

/**
 * Apply a commit to a branch once more, or undo it there, in a commit of the actor's. Of a merge commit, what it brought to
 * its first parent is applied or undone.
 *
 * @throws NotFound  no such commit or branch · @throws Forbidden  the branch is protected · @throws Invalid  the branch keeps moving
 */
export async function pickCommit(
  ctx: Context,
  project: Pushable,
  { sha, since, branch, newBranch, verb, message, dryRun }: Picking,
): Promise<PickOutcome> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const [commit] = await readCommits(dir, [commitId])
  if (commit == null) throw new NotFound('Commit')
  if (newBranch === undefined) await checkMove(ctx, project, 'push', 'branch', branch)
  const committer = await signatureOf(ctx)
  const { name, email, date } = commit.author
  const offset = date.slice(-6).replace(':', '')
  const draft = {
    author: verb === 'revert' ? committer : { name, email, at: new Date(date), offset },
    committer,
    message: message ?? messageOf(commit, verb),
  }
  const picked = await moveBranch(dir, newBranch ?? branch, async () => {
    // Another writer may take a free name first: each try looks for one.
    const into = newBranch === undefined ? branch : await freeBranch(dir, newBranch)
    if (newBranch !== undefined) await checkMove(ctx, project, 'create', 'branch', into)
    const head = await findRef(dir, 'branch', branch)
    if (head === null) throw new NotFound('Branch')
    const made = await pick(dir, commitId, head.commitId, verb === 'revert' ? 'undo' : 'apply', since)
    if (made.outcome !== 'clean' || dryRun) return made
    const after = await writeCommit(dir, { ...draft, tree: made.tree, parentIds: [head.commitId] })
    const push = { ref: `refs/heads/${into}`, before: newBranch === undefined ? head.commitId : null, after }
    await pushTo(ctx, project)(dir, [push])
    return { outcome: 'moved', push, into } as const
  })
  if (picked.outcome === 'clean') return { outcome: 'possible' }
  if (picked.outcome !== 'moved') return { outcome: 'refused', message: messages.conflict(verb), code: picked.outcome }
  const [made] = await readCommits(dir, [picked.push.after])
  if (made == null) throw new NotFound('Commit')
  return { outcome: 'done', commit: made, branch: picked.into }
}

/** As git says it. @source git-revert(1), git-cherry-pick(1) -x */
function messageOf(commit: Commit, verb: Picking['verb']): string {
  if (verb === 'cherry-pick') return `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})`
  const [mainline] = commit.parentIds
  return commit.parentIds.length > 1
    ? `Revert "${commit.title}"\n\nThis reverts commit ${commit.id}, reversing\nchanges made to ${mainline}.`
    : `Revert "${commit.title}"\n\nThis reverts commit ${commit.id}`
}

const mostTries = 20

/** A name that no branch has: `revert-1a2b3c4d`, `revert-1a2b3c4d-2`. */
async function freeBranch(dir: string, name: string): Promise<string> {
  for (let number = 1; number <= mostTries; number++) {
    const wanted = number === 1 ? name : `${name}-${number}`
    if ((await findRef(dir, 'branch', wanted)) === null) return wanted
  }
  throw new Conflict(messages.manyPicks(name))
}

/**
 * The same from a page: on a branch, or on a new one for a merge request.
 *
 * @throws Unprocessable  it conflicts, or changes nothing
 */
export async function pickOnPage(
  ctx: Context,
  project: Allowed<'project:push-code', ProjectRow>,
  {
    commitId,
    onNewBranch,
    ...picking
  }: Pick<Picking, 'since' | 'branch' | 'verb' | 'message'> & {
    readonly commitId: Oid
    readonly onNewBranch: boolean
  },
): Promise<{ readonly branch: string; readonly commitId: Oid }> {
  const newBranch = onNewBranch ? `${picking.verb}-${shortId(commitId)}` : undefined
  const picked = await pickCommit(ctx, project, { ...picking, sha: commitId, newBranch, dryRun: false })
  if (picked.outcome !== 'done') throw new Unprocessable(messages.conflict(picking.verb))
  return { branch: picked.branch, commitId: picked.commit.id }
}
