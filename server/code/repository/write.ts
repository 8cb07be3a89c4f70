import { setTimeout as delay } from 'node:timers/promises'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { type Committed, commitFiles, type FileAction } from '#server/platform/git/writing/commit-files.ts'
import { signatureOf } from './commits/signature.ts'
import { messages } from './messages.ts'
import { lookUpRef } from './open.ts'
import { recordPush } from './push/push.ts'

export type Pushable = Allowed<'project:push-code', ProjectRow>

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

const maxTries = 8
/** Between tries, so that those who write at the same time do not meet again. */
const longestPauseMs = 50

/**
 * Commit a change of files to a branch, and tell the house as a push does.
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
  if (change.force === true && start !== undefined) await checkForward(dir, project, change.branch, start)
  const committer = await signatureOf(ctx)
  const author = {
    ...committer,
    ...(change.authorName ? { name: change.authorName } : {}),
    ...(change.authorEmail ? { email: change.authorEmail } : {}),
  }
  const { branch, message, actions, force, allowEmpty } = change
  const committed = await trying(() =>
    commitFiles(dir, {
      branch,
      message,
      author,
      committer,
      actions,
      ...(start === undefined ? {} : { start }),
      ...(force === undefined ? {} : { force }),
      ...(allowEmpty === undefined ? {} : { allowEmpty }),
    }),
  )
  const { ref, before, commitId } = committed
  await recordPush(ctx, project, [{ ref, before, after: commitId }])
  return { ...committed, dir }
}

/** Somebody else's commit in between is no reason to give up: the change is checked and made anew on top of it. */
async function trying<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      if (tried === maxTries) throw new Invalid(messages.branchMoved, { cause: error })
      await delay(Math.random() * longestPauseMs)
    }
  }
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

/** Refuse a force push that drops commits from the default branch, unless the project allows it. */
async function checkForward(dir: string, project: Pushable, branch: string, start: string): Promise<void> {
  if (branch !== project.defaultBranch || project.allowForcePush) return
  const head = await findRef(dir, 'branch', branch)
  if (head !== null && !(await isAncestor(dir, head.commitId, start))) throw new Invalid(messages.defaultBranchForward)
}
