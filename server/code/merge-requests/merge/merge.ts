import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { anonymous, type Context, createContext, type Services, transact, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Invalid, NotAllowed, Unauthenticated, Unprocessable } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { isOid, type Oid } from '#server/platform/git/objects.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { CheckGiven, Finding } from '#server/slice.ts'
import { refRulesOf } from '../../protected-refs/guard.ts'
import { actorMayMerge } from '../../protected-refs/merge-right.ts'
import { isProtectedBy } from '../../protected-refs/rights.ts'
import { authorOf, signatureOf } from '../../repository/commits/signature.ts'
import { moveBranch } from '../../repository/move-branch.ts'
import { repositoryOf } from '../../repository/open.ts'
import { markPush, type PushMark } from '../../repository/push/journal.ts'
import { recordPush } from '../../repository/push/push.ts'
import { pushTo } from '../../repository/push/push-to.ts'
import { refuseUnseenOwnedFiles } from '../approvals/code-owner-rules.ts'
import { audienceOf, isNamedTo } from '../closing-issues.ts'
import { type MergeRequestRow, mergeRequestById, mergeRequestSelection } from '../find.ts'
import { messages } from '../messages.ts'
import { mergeStatusIf } from '../present.ts'
import { mergeSettingsOf, squashes } from '../settings.ts'
import { refreshMergeRequest } from '../versions/refresh.ts'
import { headsOf } from '../versions/repositories.ts'
import { commitMessages } from './commit-message.ts'
import { writtenMessage } from './commit-template.ts'
import { mergedCommits } from './merged-commits.ts'
import { planMerge } from './plan-merge.ts'

export type Mergeable = Allowed<'issuable:merge', MergeRequestRow>

export interface MergeOptions {
  /** The head of the source branch that the caller has seen. */
  readonly sha?: string | undefined
  /** The target branch that the caller has seen. */
  readonly targetBranch?: string | undefined
  readonly squash?: boolean | undefined
  readonly mergeCommitMessage?: string | undefined
  readonly squashCommitMessage?: string | undefined
  readonly shouldRemoveSourceBranch?: boolean | undefined
}

/** `waits` marks a merge by auto-merge: the pipeline counts, whatever the project demands. */
type Merge = MergeOptions & { readonly waits?: boolean }

/**
 * The planned changes of the target branch: stored before the branch moves, so that an interrupted merge can be
 * finished.
 */
interface Merging {
  readonly before: Oid
  readonly after: Oid
  readonly mergeCommit: Oid | null
  readonly squashCommit: Oid | null
  readonly removesSource: boolean
  readonly source: Oid
  readonly userId: number
  readonly since: string
  /** Tells two merges of the same moment apart. */
  readonly key: string
}

/**
 * Merge a merge request into its target branch.
 *
 * First the outcome is stored beside the merge request, which is locked; then the branch moves; then the merge request
 * is merged and the event recorded. If the server dies in between, `finishMerges` completes or reverts the merge.
 *
 * @throws Unauthenticated  the actor may not merge into the target branch: 401
 * @throws NotAllowed  it cannot be merged now: 405
 * @throws Conflict  its branches are not those that the caller has seen: 409
 * @throws Unprocessable  the branches conflict, or the target branch kept moving: 422
 */
export async function mergeMergeRequest(ctx: Context, given: Mergeable, options: Merge): Promise<void> {
  await refreshMergeRequest(ctx, given)
  const mergeRequest = await load(ctx, 'issuable:merge', mergeRequestById, { id: given.id })
  await refuseWithoutRight(ctx, mergeRequest)
  await refuseUnmergeable(ctx, mergeRequest, options)
  const project = await load(ctx, 'project:push-code', projectByRef, { id: mergeRequest.namespaceId })
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) throw new Unprocessable(messages.noSourceBranch)
  const { dir, source } = heads
  // A push came in after the checks: its commits have no approvals.
  if (source !== mergeRequest.headSha) throw new Conflict(messages.shaMismatch)
  const settings = await mergeSettingsOf(ctx, project.id)
  const squash = squashes(settings, options.squash ?? mergeRequest.squash)
  const defaults = await commitMessages(ctx, mergeRequest, settings)
  const committer = await signatureOf(ctx)
  const { first } = await mergedCommits(dir, source, heads.target)
  const author = first === null ? committer : authorOf(first)
  const key = randomUUID()
  const { merging, mark } = await moveBranch(
    dir,
    mergeRequest.targetBranch,
    async (): Promise<{ merging: Merging; mark: PushMark }> => {
      const target = await findRef(dir, 'branch', mergeRequest.targetBranch)
      if (target === null) throw new Unprocessable(messages.noBranch(mergeRequest.targetBranch, 'target'))
      await refuseUnchecked(ctx, mergeRequest, options, target.commitId)
      const planned = await planMerge(dir, {
        source,
        target: target.commitId,
        method: settings.mergeMethod,
        squash,
        mergeMessage: writtenMessage(options.mergeCommitMessage) ?? defaults.merge,
        squashMessage: writtenMessage(options.squashCommitMessage) ?? defaults.squash,
        committer,
        author,
      })
      if (planned.outcome !== 'ready') throw new Unprocessable(messages.cannotMerge)
      await refuseUnseenOwnedFiles(ctx, mergeRequest, dir, { before: target.commitId, after: planned.after })
      const about: Merging = {
        before: target.commitId,
        after: planned.after,
        mergeCommit: planned.mergeCommit,
        squashCommit: planned.squashCommit,
        removesSource: options.shouldRemoveSourceBranch ?? mergeRequest.removeSourceBranch,
        source,
        userId: userIdOf(ctx) ?? 0,
        // The time is not that of the request: it may have waited for its turn since then, and the merge would count as
        // interrupted.
        since: new Date().toISOString(),
        key,
      }
      await lockForMerge(ctx, mergeRequest, about)
      try {
        return { merging: about, mark: await moveTarget(ctx, project, dir, target.fullName, about) }
      } catch (error) {
        await unlock(ctx, mergeRequest)
        throw error
      }
    },
  ).catch(error => {
    // The branch moved each time.
    if (error instanceof Invalid) throw new Unprocessable(messages.mergeFailed, { cause: error })
    throw error
  })
  try {
    await completeMerge(ctx, mergeRequest, project, dir, merging)
  } catch (error) {
    // `finishMerges` completes it.
    mark.leave()
    throw error
  }
  await mark.recorded()
}

/** The contract answers 401 to a user who may not merge into the target branch. @throws Unauthenticated */
export async function refuseWithoutRight(ctx: Context, { id }: Mergeable): Promise<void> {
  if (!(await actorMayMerge(ctx, id))) throw new Unauthenticated()
}

/** @throws Conflict  its branches are not those that the caller has seen */
export function refuseUnseen(mergeRequest: Mergeable, { sha, targetBranch }: MergeOptions): void {
  if (sha !== undefined && sha !== '' && sha !== mergeRequest.headSha) throw new Conflict(messages.shaMismatch)
  if (targetBranch !== undefined && targetBranch !== '' && targetBranch !== mergeRequest.targetBranch)
    throw new Conflict(messages.targetMoved(mergeRequest.targetBranch))
}

/** @throws Unprocessable  the branches must be changed first */
export function refuseHopeless(status: string): void {
  if (status === 'conflict' || status === 'need_rebase') throw new Unprocessable(messages.cannotMerge)
}

/** @throws NotAllowed · @throws Conflict · @throws Unprocessable */
async function refuseUnmergeable(ctx: Context, mergeRequest: Mergeable, options: Merge): Promise<void> {
  const status = await mergeStatusWith(ctx, mergeRequest, options)
  refuseUnseen(mergeRequest, options)
  refuseHopeless(status)
  if (status !== 'mergeable') throw new NotAllowed(messages.notMergeable)
}

/**
 * Check again if the target branch has moved since the last check: its CODEOWNERS file may require other approvals.
 *
 * @throws NotAllowed · @throws Conflict · @throws Unprocessable
 */
async function refuseUnchecked(ctx: Context, mergeRequest: Mergeable, options: Merge, target: Oid): Promise<void> {
  const { rows } = await sql`
    select 1 from merge_requests where id = ${mergeRequest.id} and checked_heads[2] = ${target}`.execute(ctx.db)
  if (rows.length > 0) return
  await refreshMergeRequest(ctx, mergeRequest)
  await refuseUnmergeable(ctx, mergeRequest, options)
}

/**
 * The status of the merge with these options: whether it is possible now, or the obstacle. A merge that squashes needs
 * no rebase.
 *
 * @returns a detailed merge status of the contract: `mergeable`, `need_rebase`, ...
 * @source rest.md 2.5
 */
export async function mergeStatusWith(
  ctx: Context,
  { id, namespaceId }: Mergeable,
  { squash, waits = false }: Merge,
): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    select ${mergeStatusIf(sql.lit(waits))} as status from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id
    where i.id = ${id}`.execute(ctx.db)
  const status = rows[0]?.status ?? 'not_open'
  if (status !== 'need_rebase' || squash !== true) return status
  return squashes(await mergeSettingsOf(ctx, namespaceId), squash) ? 'mergeable' : status
}

async function moveTarget(
  ctx: Context,
  { id }: Pick<ProjectRow, 'id'>,
  dir: string,
  ref: string,
  { before, after, key }: Merging,
): Promise<PushMark> {
  const updates = [{ ref, before, after }]
  const mark = await markPush(ctx, id, updates, key)
  try {
    await updateRefs(dir, updates)
  } catch (error) {
    await mark.clear()
    throw error
  }
  return mark
}

async function lockForMerge(ctx: Context, mergeRequest: MergeRequestRow, merging: Merging): Promise<void> {
  await transact(ctx, async inner => {
    const { numAffectedRows } = await sql`
      with mergeable as (
        select id from merge_requests where id = ${mergeRequest.id} and target_branch = ${mergeRequest.targetBranch}
          and (merging is null or merging->>'key' = ${merging.key}) for no key update
      ), locked as (
        update issuables i set state = 'locked' from mergeable where i.id = mergeable.id and i.state in ('opened', 'locked') returning i.id
      )
      update merge_requests mr set merging = ${JSON.stringify(merging)}::jsonb, merge_error = null from locked where mr.id = locked.id`.execute(
      inner.db,
    )
    if (numAffectedRows === 0n) throw new NotAllowed(messages.notMergeable)
    await inner.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
  })
}

async function unlock(ctx: Context, mergeRequest: MergeRequestRow): Promise<void> {
  await transact(ctx, async inner => {
    await sql`
      with opened as (update issuables set state = 'opened' where id = ${mergeRequest.id} and state = 'locked' returning id)
      update merge_requests set merging = null where id = ${mergeRequest.id}`.execute(inner.db)
    await inner.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
  })
}

/** The branch has moved: say so. */
async function completeMerge(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  project: Pick<ProjectRow, 'id' | 'defaultBranch'>,
  dir: string,
  merging: Merging,
): Promise<void> {
  const targetRef = branchRef(mergeRequest.targetBranch)
  await transact(ctx, async inner => {
    const { numAffectedRows } = await sql`
      with merged as (
        update issuables set state = 'merged', state_changed_at = ${inner.now}::timestamptz, updated_at = ${inner.now}::timestamptz,
          updated_by_id = ${merging.userId} where id = ${mergeRequest.id} and state = 'locked' returning id
      )
      update merge_requests mr set merging = null, merge_commit_sha = ${merging.mergeCommit ?? merging.squashCommit ?? merging.after},
        squash_commit_sha = ${merging.squashCommit}, merged_at = ${inner.now}::timestamptz, merged_by_id = ${merging.userId},
        auto_merge = null, auto_merge_user_id = null, merge_error = null from merged where mr.id = merged.id`.execute(
      inner.db,
    )
    if (numAffectedRows === 0n) return
    await inner.events.record(
      'merge_request.merged',
      { issuableId: mergeRequest.id, commitId: merging.after },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
    await closeItsIssues(inner, mergeRequest)
    await recordPush(inner, project, [{ ref: targetRef, before: merging.before, after: merging.after }], {
      mark: merging.key,
    })
  })
  if (merging.removesSource) await removeSource(ctx, mergeRequest, project, dir, merging.source)
}

/** Close the issues that it names and that the merging user may close, when it reaches the default branch. */
export async function closeItsIssues(ctx: Context, mergeRequest: MergeRequestRow): Promise<void> {
  if (mergeRequest.targetBranch !== mergeRequest.defaultBranch) return
  const { autocloseReferencedIssues } = await mergeSettingsOf(ctx, mergeRequest.namespaceId)
  if (!autocloseReferencedIssues) return
  const { rows } = await sql<{ issueId: number }>`
    select c.issue_id from merge_request_closes_issues c join issuables i on i.id = c.issue_id
    where c.merge_request_id = ${mergeRequest.id} and i.state = 'opened' order by c.issue_id`.execute(ctx.db)
  if (rows.length === 0) return
  const audience = await audienceOf(ctx, mergeRequest.namespaceId)
  for (const { issueId } of rows) {
    const issue = await loadIfAllowed(ctx, 'issuable:close', issueById, { issueId })
    if (issue === null) continue
    const reference =
      issue.namespaceId === mergeRequest.namespaceId
        ? `!${mergeRequest.iid}`
        : `${mergeRequest.namespacePath}!${mergeRequest.iid}`
    const isNamed = isNamedTo(issue, mergeRequest.namespaceId, audience)
    await closeIssue(ctx, issue, isNamed ? { via: `merge request ${reference}` } : {})
  }
}

/** Delete the source branch where nothing else needs it: it is neither the default branch nor protected, and has not moved since. */
async function removeSource(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  project: Pick<ProjectRow, 'id' | 'defaultBranch'>,
  dir: string,
  source: Oid,
): Promise<void> {
  if (mergeRequest.sourceProjectId !== project.id || mergeRequest.sourceBranch === project.defaultBranch) return
  if (isProtectedBy(await refRulesOf(ctx, project.id), 'branch', mergeRequest.sourceBranch)) return
  const ref = branchRef(mergeRequest.sourceBranch)
  try {
    await pushTo(ctx, project)(dir, [{ ref, after: null, before: source }])
  } catch (error) {
    // The branch was pushed to or deleted meanwhile, so it stays.
    if (error instanceof Conflict) return
    throw error
  }
}

/** The time without progress after which a merge counts as interrupted. */
const cutOffAfterMs = 60_000

/** Complete the merges that were interrupted after their branch had moved, and revert the others. A timed job. */
export async function finishMerges(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'finish-merges' })
  for (const { merging, ...mergeRequest } of await cutOffMerges(ctx, cutOffAfterMs))
    await finishMerge(ctx, mergeRequest, merging)
}

/** Merges that were interrupted. @see finishMerges */
export async function* unfinishedMerges(ctx: Context, given: CheckGiven): AsyncIterable<Finding> {
  for (const { merging, ...mergeRequest } of await cutOffMerges(ctx, given.cutOffAfterMs))
    yield {
      place: `${mergeRequest.namespacePath}!${mergeRequest.iid}`,
      text: 'A merge was interrupted.',
      repair: () => finishMerge(ctx, mergeRequest, merging),
    }
}

async function cutOffMerges(ctx: Context, afterMs: number) {
  const before = new Date(Date.parse(ctx.now) - afterMs).toISOString()
  const { rows } = await sql<MergeRequestRow & { readonly merging: Merging }>`
    select ${mergeRequestSelection.columns(ctx, sql<string>`${ctx.now}`)}, mr.merging from issuables i ${mergeRequestSelection.joins(ctx)}
    where mr.merging is not null and (mr.merging->>'since')::timestamptz <= ${before}::timestamptz`.execute(ctx.db)
  return rows
}

async function finishMerge(ctx: Context, mergeRequest: MergeRequestRow, merging: Merging): Promise<void> {
  const actor = (await userByIdOrUsername(ctx.db, String(merging.userId))) ?? ctx.actor
  const own = { ...ctx, actor, now: new Date().toISOString() }
  const dir = await repositoryOf(own, { id: mergeRequest.namespaceId })
  const target = dir === null ? null : await findRef(dir, 'branch', mergeRequest.targetBranch)
  const hasMoved =
    dir !== null && target !== null && isOid(merging.after) && (await isAncestor(dir, merging.after, target.commitId))
  if (!hasMoved) return unlock(own, mergeRequest)
  const project = { id: mergeRequest.namespaceId, defaultBranch: mergeRequest.defaultBranch }
  await completeMerge(own, mergeRequest, project, dir, merging)
}
