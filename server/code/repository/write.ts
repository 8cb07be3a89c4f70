import { refGuard, refusalOf } from '#server/code/protected-refs/guard.ts'
import { messages as protectionMessages } from '#server/code/protected-refs/messages.ts'
import type { RefRights } from '#server/code/protected-refs/rights.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { type Committed, commitFiles, type FileAction } from '#server/platform/git/writing/commit-files.ts'
import type { Pushable } from '../collaboration/pushable.ts'
import { signatureOf } from './commits/signature.ts'
import { messages } from './messages.ts'
import { moveBranch } from './move-branch.ts'
import { lookUpRef } from './open.ts'
import { pushTo } from './push/push-to.ts'

export interface Change {
  readonly branch: string
  readonly message: string
  readonly actions: readonly FileAction[]
  /** A branch to begin from, when `branch` is a new one. */
  readonly startBranch?: string | undefined
  readonly startSha?: string | undefined
  readonly authorName?: string | undefined
  readonly authorEmail?: string | undefined
  readonly force?: boolean | undefined
  readonly allowEmpty?: boolean | undefined
}

/**
 * Commit a change of files to a branch, and record it as a push does.
 *
 * @throws Invalid  with the sentence of the contract: no such start, or the actions do not fit the files
 */
export async function commitChange(
  ctx: Context,
  project: Pushable,
  change: Change,
): Promise<Committed & { dir: string }> {
  const dir = await ensureRepository(ctx, project)
  const start = await startOf(dir, project, change)
  const rights = await checkBranch(ctx, project, dir, change)
  const committer = await signatureOf(ctx)
  const author = {
    ...committer,
    ...(change.authorName ? { name: change.authorName } : {}),
    ...(change.authorEmail ? { email: change.authorEmail } : {}),
  }
  const { branch, message, actions, force, allowEmpty } = change
  const committed = await moveBranch(dir, branch, async () => {
    const isForced = force === true && start !== undefined
    const checked = isForced && !rights.canForcePush ? await checkForward(dir, branch, start) : null
    return commitFiles(dir, {
      branch,
      message,
      author,
      committer,
      actions,
      ...(start === undefined ? {} : { start }),
      ...(force === undefined ? {} : { force }),
      ...(allowEmpty === undefined ? {} : { allowEmpty }),
      ...(checked === null ? {} : { expectedHead: checked }),
      move: pushTo(ctx, project),
    })
  })
  return { ...committed, dir }
}

async function startOf(dir: string, project: Pushable, change: Change): Promise<string | undefined> {
  const { branch, startBranch, startSha } = change
  if (startBranch !== undefined && startSha !== undefined) throw new Invalid(messages.twoStarts)
  if (startSha !== undefined) {
    const place = await lookUpRef(dir, project, startSha)
    if (place === null) throw new Invalid(messages.noStart(startSha))
    return place.commitId
  }
  if (startBranch === undefined || (startBranch === branch && change.force !== true)) return undefined
  const from = await findRef(dir, 'branch', startBranch)
  if (from === null) throw new Invalid(messages.noStart(startBranch))
  return from.commitId
}

/** @throws Forbidden  a rule keeps the actor from committing to the branch, or from creating it */
async function checkBranch(ctx: Context, project: Pushable, dir: string, { branch }: Change): Promise<RefRights> {
  const rights = (await refGuard(ctx, project)).of('branch', branch)
  if (rights.canPush) return rights
  const isNew = (await findRef(dir, 'branch', branch)) === null
  throw new Forbidden(refusalOf(rights, isNew ? 'create' : 'push', 'branch', branch) ?? undefined)
}

/**
 * Refuse a force push that drops commits from a protected branch.
 *
 * @returns the head that was checked, which the branch must still have when it moves; null where any will do
 */
async function checkForward(dir: string, branch: string, start: string): Promise<string | null> {
  const head = await findRef(dir, 'branch', branch)
  if (head === null) return null
  if (!(await isAncestor(dir, head.commitId, start))) throw new Invalid(protectionMessages.noForce(branch))
  return head.commitId
}
