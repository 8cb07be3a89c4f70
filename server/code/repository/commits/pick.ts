import { type Allowed, load } from '#server/access/load.ts'
import { checkMove } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound, Unprocessable } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { Commit, Oid } from '#server/platform/git/objects.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { pick } from '#server/platform/git/writing/pick.ts'
import { writeCommit } from '#server/platform/git/writing/write-object.ts'
import type { Pushable } from '../../collaboration/pushable.ts'
import { messages } from '../messages.ts'
import { moveBranch } from '../move-branch.ts'
import { commitOf, repositoryOf } from '../open.ts'
import { shortId } from '../present-on-page.ts'
import { pushTo } from '../push/push-to.ts'
import { startElsewhere } from '../start-elsewhere.ts'
import { authorOf, signatureOf } from './signature.ts'

export interface Picking {
  readonly sha: string
  /** The change begins there; its first parent unless given. */
  readonly since?: Oid | undefined
  readonly branch: string
  /** A branch that begins at `branch` and gets the commit instead: this name, or with a number where it is taken. */
  readonly newBranch?: string | undefined
  /** The commit at which the new branch begins, in place of `branch`; the project has it. */
  readonly start?: Oid | undefined
  readonly verb: 'cherry-pick' | 'revert'
  readonly message?: string | undefined
  readonly dryRun: boolean
}

export type PickOutcome =
  | { readonly outcome: 'done'; readonly commit: Commit; readonly branch: string }
  | { readonly outcome: 'possible' }
  | { readonly outcome: 'refused'; readonly message: string; readonly code: 'conflict' | 'empty' }

/**
 * Apply a commit to a branch once more, or undo it there, in a commit of the actor's. For a merge commit, the changes
 * to its first parent are applied or undone.
 *
 * @throws NotFound  no such commit or branch · @throws Forbidden  the branch is protected · @throws Invalid  the branch keeps moving
 */
export async function pickCommit(
  ctx: Context,
  project: Pushable,
  { sha, since, branch, newBranch, start, verb, message, dryRun }: Picking,
): Promise<PickOutcome> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const [commit] = await readCommits(dir, [commitId])
  if (commit == null) throw new NotFound('Commit')
  if (newBranch === undefined) await checkMove(ctx, project, 'push', 'branch', branch)
  const committer = await signatureOf(ctx)
  const draft = {
    author: verb === 'revert' ? committer : authorOf(commit),
    committer,
    message: message ?? messageOf(commit, verb),
  }
  const picked = await moveBranch(dir, newBranch ?? branch, async () => {
    // Another writer may take a free name first: each try looks for one.
    const into = newBranch === undefined ? branch : await freeBranch(dir, newBranch)
    if (newBranch !== undefined) await checkMove(ctx, project, 'create', 'branch', into)
    const head = start ?? (await headOf(dir, branch))
    const made = await pick(dir, commitId, head, verb === 'revert' ? 'undo' : 'apply', since)
    if (made.outcome !== 'clean' || dryRun) return made
    const after = await writeCommit(dir, { ...draft, tree: made.tree, parentIds: [head] })
    const push = { ref: branchRef(into), before: newBranch === undefined ? head : null, after }
    await pushTo(ctx, project)(dir, [push])
    return { outcome: 'moved', push, into } as const
  })
  if (picked.outcome === 'clean') return { outcome: 'possible' }
  if (picked.outcome !== 'moved') return { outcome: 'refused', message: messages.conflict(verb), code: picked.outcome }
  const [made] = await readCommits(dir, [picked.push.after])
  if (made == null) throw new NotFound('Commit')
  return { outcome: 'done', commit: made, branch: picked.into }
}

/** The message in git's form. @source git-revert(1), git-cherry-pick(1) -x */
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

async function headOf(dir: string, branch: string): Promise<Oid> {
  const head = await findRef(dir, 'branch', branch)
  if (head === null) throw new NotFound('Branch')
  return head.commitId
}

/**
 * The same from a page: on a branch, or on a new one for a merge request. In a fork the branch is always a new one, which
 * begins where the branch of the project is.
 *
 * @throws Forbidden  the actor may not push to the project, or to the fork that is named
 * @throws Invalid  the fork is of another network · @throws Unprocessable  it conflicts, or changes nothing
 */
export async function pickOnPage(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  { commitId, onNewBranch, forkId, dryRun = false, ...picking }: PickingOnPage,
): Promise<{ readonly branch: string; readonly commitId: Oid | null }> {
  if (dryRun) {
    await checkPick(ctx, project, { commitId, ...picking })
    return { branch: picking.branch, commitId: null }
  }
  const into = await load(ctx, 'project:push-code', projectByRef, { id: forkId ?? project.id })
  const start = into.id === project.id ? undefined : await bringTo(ctx, into, project, commitId, picking.branch)
  const newBranch = onNewBranch || start !== undefined ? `${picking.verb}-${shortId(commitId)}` : undefined
  const picked = await pickCommit(ctx, into, { ...picking, sha: commitId, newBranch, start, dryRun: false })
  if (picked.outcome !== 'done') throw new Unprocessable(messages.conflict(picking.verb))
  return { branch: picked.branch, commitId: picked.commit.id }
}

interface PickingOnPage extends Pick<Picking, 'since' | 'branch' | 'verb' | 'message'> {
  readonly commitId: Oid
  readonly onNewBranch: boolean
  readonly forkId?: number | undefined
  readonly dryRun?: boolean | undefined
}

/** @throws Forbidden  the actor may not fork the project · @throws Unprocessable  it conflicts, or changes nothing */
async function checkPick(
  ctx: Context,
  { id }: ProjectRow,
  { commitId, since, branch, verb }: Pick<PickingOnPage, 'commitId' | 'since' | 'branch' | 'verb'>,
): Promise<void> {
  await load(ctx, 'project:fork', projectByRef, { id })
  const dir = await repositoryOf(ctx, { id })
  if (dir === null) throw new NotFound('Branch')
  const { outcome } = await pick(dir, commitId, await headOf(dir, branch), verb === 'revert' ? 'undo' : 'apply', since)
  if (outcome !== 'clean') throw new Unprocessable(messages.conflict(verb))
}

/** Bring a commit and a branch of a project to its fork. @returns where the branch is */
async function bringTo(ctx: Context, fork: Pushable, { id }: ProjectRow, commitId: Oid, branch: string): Promise<Oid> {
  const dir = await repositoryOf(ctx, { id })
  if (dir === null) throw new NotFound('Branch')
  const head = await headOf(dir, branch)
  for (const startSha of new Set([commitId, head])) await startElsewhere(ctx, fork, { startProject: id, startSha })
  return head
}
