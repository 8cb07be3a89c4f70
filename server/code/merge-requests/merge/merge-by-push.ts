import { sql } from 'kysely'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { logIds } from '#server/platform/git/commits/log.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { isOid, type Oid } from '#server/platform/git/objects.ts'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import { repositoryOf } from '../../repository/open.ts'
import { type MergeRequestRow, mergeRequestSelection } from '../find.ts'
import { closeItsIssues } from './merge.ts'

type Candidate = MergeRequestRow & { readonly headSha: Oid }

/** A push that brings more commits than this marks only the merge requests whose heads are among its newest. */
const mostCommits = 10_000

/**
 * Mark the open merge requests as merged whose commits a push has brought into their target branch, as after `git merge` and
 * `git push` on the command line. Asked again, it changes nothing.
 *
 * @source product-rules.md 12
 */
export async function mergeByPush(
  ctx: Context,
  { projectId, refs }: EventPayloads['repository.pushed'],
): Promise<void> {
  const moved = refs.flatMap(({ ref, before, after }) => {
    const branch = branchOf(ref)
    if (branch === null || before === null || after === null || !isOid(before) || !isOid(after)) return []
    return [{ branch, before, after }]
  })
  if (moved.length === 0) return
  const candidates = await candidatesInto(
    ctx,
    projectId,
    moved.map(each => each.branch),
  )
  if (candidates.length === 0) return
  const dir = await repositoryOf(ctx, { id: projectId })
  if (dir === null) return
  for (const { branch, before, after } of moved) {
    const waiting = candidates.filter(each => each.targetBranch === branch)
    if (waiting.length === 0) continue
    const pushed = { from: [after], notFrom: [before], limit: mostCommits }
    const brought = new Set(await logIds(dir, pushed))
    const merged = waiting.filter(each => brought.has(each.headSha))
    if (merged.length === 0) continue
    const mainline = await logIds(dir, { ...pushed, firstParent: true, reverse: true })
    for (const mergeRequest of merged)
      await markMerged(ctx, mergeRequest, (await firstWith(dir, mainline, mergeRequest.headSha)) ?? after)
  }
}

/** The oldest commit of a branch that has another one in its history: the commit that merged it. */
async function firstWith(dir: string, mainline: readonly Oid[], head: Oid): Promise<Oid | undefined> {
  let from = 0
  let to = mainline.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const commit = mainline[middle]
    if (commit !== undefined && (await isAncestor(dir, head, commit))) to = middle
    else from = middle + 1
  }
  return mainline[from]
}

/** Open merge requests with commits of their own into some branches; one that is being merged here is not among them. */
async function candidatesInto(ctx: Context, projectId: number, branches: readonly string[]) {
  const { rows } = await sql<Candidate>`
    select ${mergeRequestSelection.columns(ctx, sql<string>`${ctx.now}`)}
    from issuables i ${mergeRequestSelection.joins(ctx)}
    where i.id in (
        select t.id from merge_requests t
        where t.is_open and t.namespace_id = ${projectId} and t.target_branch = any (${branches}::text[])
          and t.merging is null and t.head_sha is not null
      )
      and (select v.commit_count from merge_request_versions v where v.merge_request_id = i.id order by v.number desc limit 1) > 0
    order by i.id`.execute(ctx.db)
  return rows
}

/** @param commitId  the commit that merged it */
async function markMerged(ctx: Context, mergeRequest: Candidate, commitId: Oid): Promise<void> {
  const actorId = userIdOf(ctx)
  await transact(ctx, async inner => {
    const { numAffectedRows } = await sql`
      with open as (
        select id from merge_requests
        where id = ${mergeRequest.id} and merging is null and head_sha = ${mergeRequest.headSha} for no key update
      ), merged as (
        update issuables i set state = 'merged', state_changed_at = ${inner.now}::timestamptz, updated_at = ${inner.now}::timestamptz,
          updated_by_id = ${actorId}::bigint
        from open where i.id = open.id and i.state = 'opened' returning i.id
      )
      update merge_requests mr set merge_commit_sha = ${commitId}, merged_at = ${inner.now}::timestamptz, merged_by_id = ${actorId}::bigint,
        auto_merge = null, auto_merge_user_id = null, merge_error = null
      from merged where mr.id = merged.id`.execute(inner.db)
    if (numAffectedRows === 0n) return
    await inner.events.record(
      'merge_request.merged',
      { issuableId: mergeRequest.id, commitId },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
    await closeItsIssues(inner, mergeRequest)
  })
}
