import { sql } from 'kysely'
import { lacksApprovals } from '#server/code/merge-requests/approvals/approved.ts'
import { detailedMergeStatus } from '#server/code/merge-requests/present.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { columnsOf, moment, object } from '#server/platform/sql/shape.ts'
import { asOf, type LoggedEvent } from './as-of.ts'
import type { HookCall } from './calls.ts'
import { changesTold, type ItemChange } from './changes-told.ts'
import { labelsTold, peopleTold } from './issue-calls.ts'
import { type HookSurroundings, surroundingsOf, toldCommit, userOf } from './surroundings.ts'

const i = columnsOf('issuables', 'i')
const mr = columnsOf('mergeRequests', 'mr')

interface ToldMergeRequest {
  readonly iid: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly labels: readonly unknown[]
  readonly assignees: readonly { readonly id: number }[]
  readonly reviewers: readonly { readonly id: number }[]
  /** No rule needs more approvals. */
  readonly isApproved: boolean
}

const stateIds: Readonly<Record<string, number>> = { opened: 1, closed: 2, merged: 3, locked: 4 }

/** A merge request in payloads; null when it was deleted. @param event  the merge request as it was then */
export async function toldMergeRequest(
  ctx: Context,
  place: HookSurroundings,
  id: number,
  event?: LoggedEvent,
): Promise<ToldMergeRequest | null> {
  const site = sql.lit(ctx.services.settings.externalUrl)
  const { rows } = await sql<{
    iid: number
    state: string
    headSha: string | null
    sourceProjectId: number | null
    isApproved: boolean
    told: Record<string, unknown>
    labels: readonly unknown[]
    assignees: readonly { readonly id: number }[]
    reviewers: readonly { readonly id: number }[]
  }>`
    select i.iid, i.state, ${headAt(id, event)} as head_sha, mr.source_project_id, not ${lacksApprovals} as is_approved,
      ${object({
        ...i.fields('id', 'iid', 'title', 'description', 'authorId'),
        ...i.moments('createdAt', 'updatedAt'),
        prepared_at: moment(i('createdAt')),
        ...i.fields('updatedById', 'milestoneId'),
        ...mr.fields('sourceBranch', 'targetBranch', 'sourceProjectId'),
        target_project_id: i('namespaceId'),
        ...mr.fields('mergeStatus'),
        detailed_merge_status: detailedMergeStatus,
        ...mr.fields('mergeCommitSha', 'mergeError'),
        merge_user_id: mr('mergedById'),
        merge_when_pipeline_succeeds: sql`mr.auto_merge is not null`,
        ...mr.fields('draft'),
        work_in_progress: mr('draft'),
        discussion_locked: sql`coalesce(i.discussion_locked, false)`,
        ...i.fields('timeEstimate'),
        total_time_spent: i('timeSpent'),
      })} as told,
      ${labelsTold} as labels, ${peopleTold(site, sql`issuable_assignees`)} as assignees,
      ${peopleTold(site, sql`merge_request_reviewers`, { state: sql`t.state` })} as reviewers
    from issuables i join merge_requests mr on mr.id = i.id join projects p on p.id = i.namespace_id where i.id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) return null
  const [lastCommit, source] = await Promise.all([commitTold(ctx, place, row.headSha), sourceTold(ctx, place, row)])
  const ids = (people: readonly { readonly id: number }[]) => people.map(each => each.id)
  const now: ToldMergeRequest = {
    iid: row.iid,
    labels: row.labels,
    assignees: row.assignees,
    reviewers: row.reviewers,
    isApproved: row.isApproved,
    attributes: {
      ...row.told,
      state: row.state,
      url: `${place.webUrl}/-/merge_requests/${row.iid}`,
      assignee_id: ids(row.assignees)[0] ?? null,
      assignee_ids: ids(row.assignees),
      reviewer_ids: ids(row.reviewers),
      labels: row.labels,
      last_commit: lastCommit,
      source,
      target: place.project,
    },
  }
  const told = await asOf(ctx, { id, namespaceId: place.projectId }, now, event)
  return { ...told, attributes: { ...told.attributes, state_id: stateIds[String(told.attributes.state)] ?? 1 } }
}

/** The head of the source branch when an event happened, over `issuables i` and `merge_requests mr`. */
const headAt = (id: number, event: LoggedEvent | undefined) =>
  event === undefined
    ? sql`mr.head_sha`
    : sql`coalesce((select e.payload ->> 'before' from events e where e.namespace_id = i.namespace_id and e.name = 'merge_request.pushed'
        and e.sequence > (select own.sequence from events own where own.id = ${event.id})
        and (e.payload ->> 'issuableId')::bigint = ${id} order by e.sequence limit 1), mr.head_sha)`

/** The head of the source branch, which the target repository has too. */
async function commitTold(ctx: Context, place: HookSurroundings, sha: string | null) {
  const dir = sha === null ? null : await repositoryOf(ctx, { id: place.projectId })
  const [commit] = dir === null || sha === null ? [] : await readCommits(dir, [sha])
  return commit == null ? null : toldCommit(place, commit)
}

/** The project of a fork is included only if it is public. */
async function sourceTold(
  ctx: Context,
  place: HookSurroundings,
  { sourceProjectId }: { readonly sourceProjectId: number | null },
) {
  if (sourceProjectId === null || sourceProjectId === place.projectId) return sourceProjectId && place.project
  const source = await surroundingsOf(ctx, sourceProjectId)
  return source?.project.visibility_level === 20 ? source.project : null
}

/** `approve` is sent as an approval, or as approved when no more approvals are needed. */
export type MergeRequestAction = 'open' | 'update' | 'close' | 'reopen' | 'merge' | 'approve' | 'unapproved'

/** The part of a payload about a change of the state. */
const stateTold: Readonly<Partial<Record<MergeRequestAction, object>>> = {
  close: { state_id: { previous: stateIds.opened, current: stateIds.closed } },
  reopen: { state_id: { previous: stateIds.closed, current: stateIds.opened } },
  merge: { state_id: { previous: stateIds.opened, current: stateIds.merged } },
}

/** @param oldrev  the head before a push */
export async function mergeRequestCall(
  ctx: Context,
  place: HookSurroundings,
  issuableId: number,
  action: MergeRequestAction,
  {
    oldrev,
    event,
    ...change
  }: ItemChange & { readonly oldrev?: string | null; readonly event?: LoggedEvent | undefined } = {},
): Promise<HookCall | null> {
  const mergeRequest = await toldMergeRequest(ctx, place, issuableId, event)
  if (mergeRequest === null) return null
  const { assignees, reviewers } = mergeRequest
  return {
    trigger: 'merge_requests_events',
    header: 'Merge Request Hook',
    payload: {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: await userOf(ctx),
      project: place.project,
      object_attributes: {
        ...mergeRequest.attributes,
        action: action === 'approve' ? (mergeRequest.isApproved ? 'approved' : 'approval') : action,
        ...(oldrev == null ? {} : { oldrev }),
      },
      labels: mergeRequest.labels,
      changes: { ...stateTold[action], ...(await changesTold(ctx, issuableId, change, 'merge_request')) },
      repository: place.repository,
      ...(assignees.length > 0 && { assignees }),
      ...(reviewers.length > 0 && { reviewers }),
    },
  }
}
