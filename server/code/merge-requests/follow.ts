import { sql } from 'kysely'
import { pagePath } from '#contract/issuable-kinds.ts'
import { type Context, transact } from '#server/context.ts'
import { type TopicSource, topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import { later, on } from '#server/slice.ts'
import { repositoryOf } from '../repository/open.ts'
import { closedBy, keepClosedIssues } from './closing-issues.ts'
import { blockedBy, tellChecked } from './dependencies/change.ts'
import { autoMerge } from './merge/auto-merge.ts'
import { mergeByPush } from './merge/merge-by-push.ts'
import { rebaseNow } from './merge/rebase-later.ts'
import { uncheckedPairs } from './versions/mergeability.ts'
import { refreshMergeRequest } from './versions/refresh.ts'

/** Commits that a system note lists. */
const listedCommits = 100

export const mergeRequestFollowers = [
  on('issuable.changed', (ctx, { payload }) => followDescription(ctx, payload.issuableId, payload.named?.issuableIds)),
  on('merge_request.closed', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'closed', text: 'closed' }),
  ),
  on('merge_request.reopened', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'opened', text: 'reopened' }),
  ),
  on('merge_request.merged', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'merged', text: 'merged' }),
  ),
  on('merge_request.merged', tellBlocked),
  on('merge_request.closed', tellBlocked),
  on('merge_request.reopened', tellBlocked),
  on('merge_request.retargeted', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, {
      action: 'branch',
      text: `changed target branch from \`${payload.from}\` to \`${payload.to}\``,
    }),
  ),
  on('merge_request.auto_merge_changed', (ctx, { payload, namespaceId }) =>
    tell(ctx, payload.issuableId, namespaceId, { action: 'merge', text: autoMergeText(payload.change) }),
  ),
  on('merge_request.pushed', async (ctx, { payload, namespaceId }) => {
    if (payload.before === null) return
    const compared = await comparedVersions(ctx, payload.versionId)
    await tell(ctx, payload.issuableId, namespaceId, await pushNote(ctx, namespaceId, payload, compared))
  }),
  later('repository.pushed', async (ctx, { payload }) => {
    await mergeByPush(ctx, payload)
    const branches = payload.refs.flatMap(({ ref }) => branchOf(ref) ?? [])
    for (const mergeRequest of await openOnes(ctx, payload.projectId, branches))
      await refreshMergeRequest(ctx, mergeRequest)
  }),
  later('merge_request.merged', (ctx, { payload }) => retargetOthers(ctx, payload.issuableId)),
  later('merge_request.reopened', async (ctx, { payload }) => {
    for (const mergeRequest of await byId(ctx, payload.issuableId)) await refreshMergeRequest(ctx, mergeRequest)
  }),
  later('merge_request.rebase_scheduled', (ctx, { payload }) => rebaseNow(ctx, payload.issuableId)),
  later('merge_request.checked', (ctx, { payload }) => autoMerge(ctx, payload.issuableId)),
  on('pipeline.changed', (ctx, { payload }) => followPipeline(ctx, payload)),
]

/** Pages of merge requests whose head has a pipeline are updated; one that waits for its checks is tried then. */
async function followPipeline(
  ctx: Context,
  { projectId, sha, before, status }: EventPayloads['pipeline.changed'],
): Promise<void> {
  const { rows } = await sql<TopicSource>`
    select ${columns} from ${tables} where mr.is_open and mr.source_project_id = ${projectId} and mr.head_sha = ${sha} order by mr.id limit 100`.execute(
    ctx.db,
  )
  const became =
    before === status
      ? undefined
      : status === 'failed'
        ? 'build_failed'
        : status === 'success'
          ? 'build_passed'
          : undefined
  for (const mergeRequest of rows)
    await ctx.events.record(
      'merge_request.checked',
      { issuableId: mergeRequest.id, became },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
}

/** The merge requests that wait for one show its state, and continue once it is merged. */
async function tellBlocked(
  ctx: Context,
  { payload }: { readonly payload: { readonly issuableId: number } },
): Promise<void> {
  await tellChecked(ctx, await blockedBy(ctx, payload.issuableId))
}

type Refreshed = Parameters<typeof refreshMergeRequest>[1]

const columns = sql`i.id, i.iid, i.type, i.state, i.namespace_id, n.ancestor_ids, mr.source_project_id, mr.source_branch, mr.target_branch`
const tables = sql`merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id`

/** Open merge requests from or into one of some branches of a project. */
async function openOnes(ctx: Context, projectId: number, branches: readonly string[]): Promise<readonly Refreshed[]> {
  if (branches.length === 0) return []
  const { rows } = await sql<Refreshed>`
    select ${columns} from ${tables} where mr.is_open and mr.id in (
      select s.id from merge_requests s where s.is_open and s.source_project_id = ${projectId} and s.source_branch = any (${branches}::text[])
      union select t.id from merge_requests t where t.is_open and t.namespace_id = ${projectId} and t.target_branch = any (${branches}::text[]))
    order by mr.id`.execute(ctx.db)
  return rows
}

async function byId(ctx: Context, id: number): Promise<readonly Refreshed[]> {
  const { rows } = await sql<Refreshed>`select ${columns} from ${tables} where mr.id = ${id}`.execute(ctx.db)
  return rows
}

async function followDescription(ctx: Context, id: number, named: readonly number[] | undefined): Promise<void> {
  if (named === undefined) return
  const { rows } = await sql<{
    description: string | null
    namespaceId: number
    fullPath: string
    ancestorIds: readonly number[]
  }>`
    select i.description, i.namespace_id, n.full_path, n.ancestor_ids from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${id} and i.series = 'merge_request'`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) return
  const namespace = { id: found.namespaceId, fullPath: found.fullPath, ancestorIds: found.ancestorIds }
  const closed = await closedBy(ctx, namespace, found.description ?? '', named)
  await keepClosedIssues(ctx, { id, namespaceId: found.namespaceId }, closed)
}

interface Note {
  readonly action: string
  readonly text: string
  readonly details?: Readonly<Record<string, unknown>>
}

async function tell(ctx: Context, issuableId: number, namespaceId: number, note: Note): Promise<void> {
  const { rows } = await sql<TextNamespace>`
    select id, full_path, ancestor_ids from namespaces where id = ${namespaceId}`.execute(ctx.db)
  const [namespace] = rows
  if (namespace !== undefined) await writeSystemNotes(ctx, issuableId, namespace, [note])
}

function autoMergeText(change: EventPayloads['merge_request.auto_merge_changed']['change']): string {
  switch (change.to) {
    case 'set':
      return `enabled an automatic merge when all checks${change.sha === null ? '' : ` for ${change.sha.slice(0, 8)}`} pass`
    case 'canceled':
      return 'canceled the automatic merge'
    case 'aborted':
      return `aborted the automatic merge because ${change.because}`
    default:
      return change satisfies never
  }
}

interface Pushed {
  readonly before: string | null
  readonly after: string
  readonly commitCount: number
  readonly isForced: boolean
}

/** The address of the comparison of a version with the one before. */
async function comparedVersions(ctx: Context, versionId: number): Promise<string> {
  const { rows } = await sql<{ iid: number; number: number; fullPath: string }>`
    select i.iid, v.number, n.full_path from merge_request_versions v join issuables i on i.id = v.merge_request_id
      join namespaces n on n.id = i.namespace_id where v.id = ${versionId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new Error(`Version ${versionId} is missing`)
  const { iid, number, fullPath } = found
  return `${ctx.services.settings.externalUrl}${pagePath('merge_request', fullPath, iid)}/diffs?version=${number}&since=${number - 1}`
}

/**
 * @param compared  address of the comparison with the version before
 * @source SYSNOTE-004: a list of commits with a link that compares the versions
 */
async function pushNote(
  ctx: Context,
  projectId: number,
  { before, after, commitCount, isForced }: Pushed,
  compared: string,
): Promise<Note> {
  const dir = await repositoryOf(ctx, { id: projectId })
  const commits =
    dir === null || before === null
      ? []
      : await readLog(dir, {
          from: [after],
          notFrom: [before],
          limit: Math.min(commitCount, listedCommits),
          order: 'topo',
        })
  const rest = commitCount - commits.length
  const lines = [
    ...commits.map(commit => `* ${commit.id.slice(0, 8)} - ${titleOf(commit)}`),
    ...(rest > 0 ? [`* ${rest} more`] : []),
  ]
  const amount = `${commitCount} ${commitCount === 1 ? 'commit' : 'commits'}`
  const head = isForced
    ? `force-pushed from \`${before?.slice(0, 8)}\` to \`${after.slice(0, 8)}\`${commitCount === 0 ? '' : ` with ${amount}`}`
    : `added ${amount}`
  return {
    action: 'commit',
    text: [
      head,
      ...(lines.length === 0 ? [] : ['', ...lines]),
      '',
      `[Compare with previous version](<${compared}>)`,
    ].join('\n'),
    details: { before, after },
  }
}

/** A title that cannot be taken for markdown. */
const titleOf = ({ title }: Commit): string => title.replace(/[\\`*_{}[\]()<>#!|~@&$%^]/g, '\\$&').slice(0, 255)

/** Open merge requests that wait for the branch that was merged go into its target now, up to four. @source product-rules.md 12 */
const retargetedAtMost = 4

async function retargetOthers(ctx: Context, id: number): Promise<void> {
  const others = await transact(ctx, async inner => {
    const { rows } = await sql<{ id: number; fromBranch: string; toBranch: string; namespaceId: number }>`
      with merged as (
        select mr.* from merge_requests mr where mr.id = ${id} and mr.remove_source_branch and mr.source_project_id = mr.namespace_id
      ), waiting as (
        select o.id, o.target_branch as from_branch, merged.target_branch as to_branch, o.namespace_id from merge_requests o, merged
        where o.is_open and o.namespace_id = merged.namespace_id and o.target_branch = merged.source_branch
          and not exists (select 1 from merge_requests same where same.is_open and same.source_project_id = o.source_project_id
            and same.source_branch = o.source_branch and same.namespace_id = o.namespace_id and same.target_branch = merged.target_branch)
          and o.source_branch <> merged.target_branch
        order by o.id limit ${retargetedAtMost}
      )
      update merge_requests mr set target_branch = waiting.to_branch, ${uncheckedPairs}
      from waiting where mr.id = waiting.id returning mr.id, waiting.from_branch, waiting.to_branch, waiting.namespace_id`.execute(
      inner.db,
    )
    for (const { id: issuableId, fromBranch, toBranch, namespaceId } of rows)
      await inner.events.record(
        'merge_request.retargeted',
        { issuableId, from: fromBranch, to: toBranch },
        { namespaceId, topics: [`merge_request:${issuableId}`, `merge_requests:${namespaceId}`] },
      )
    return rows
  })
  for (const other of others)
    for (const mergeRequest of await byId(ctx, other.id))
      await refreshMergeRequest(ctx, mergeRequest, { isRetargeted: true })
}
