import { type RawBuilder, sql } from 'kysely'
import { visibleCode } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { reviewersJson } from '#server/plan/issuables/attributes/reviewers.ts'
import { momentFields, taskFields } from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { emptyTree } from '#server/platform/git/objects.ts'
import { columnsOf, moment, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { allowsCollaboration } from '../collaboration/branches.ts'
import { headPipelineBasicJson, headPipelineJson, headPipelineStatus } from '../pipelines/head-pipeline.ts'
import { mayMerge } from '../protected-refs/merge-right.ts'
import { lacksApprovals } from './approvals/approved.ts'
import { isBlocked } from './dependencies/blocked.ts'

const mr = columnsOf('mergeRequests', 'mr')
const i = columnsOf('issuables', 'i')
const v = columnsOf('mergeRequestVersions', 'v')

interface View {
  /** The labels themselves instead of their titles. */
  readonly withLabelsDetails?: boolean | undefined
  /** Include `title_html` and `description_html`. */
  readonly renderHtml?: boolean | undefined
  /** The project or group through which it is read; its own project when left out. */
  readonly through?: string | undefined
}

/** The user who merged it, or set it to auto-merge. */
export const mergeUserId = sql<
  number | null
>`coalesce(mr.merged_by_id, case when mr.auto_merge is not null then mr.auto_merge_user_id end)`

/** The tables that the JSON of a merge request reads, from `issuables i` on. */
export const mergeRequestJoins: RawBuilder<unknown> = sql`join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id
  join projects p on p.id = i.namespace_id join users author on author.id = i.author_id left join users closer on closer.id = i.closed_by_id
  left join users merger on merger.id = ${mergeUserId} left join milestones m on m.id = i.milestone_id left join namespaces mn on mn.id = m.namespace_id`

/** The path of its page from the site's root, with its project as `namespaces n`. */
export const mergeRequestPath: RawBuilder<string> = pagePathSql('i', 'n', 'merge_request')

/** Whether an issuable has open threads, over `issuables i`. */
export const hasOpenThreads = sql<boolean>`exists (select 1 from notes ot where ot.issuable_id = i.id and ot.resolvable and ot.resolved_at is null)`

const isRequestedToChange = sql<boolean>`exists (select 1 from merge_request_reviewers rc where rc.issuable_id = i.id and rc.state = 'requested_changes')`

/** The head of the source branch, whose pipeline a merge request shows. Its project may be a fork. */
export const head = {
  projectId: sql`coalesce(mr.source_project_id, i.namespace_id)`,
  sha: sql`mr.head_sha`,
  ref: sql`mr.source_branch`,
}
const pipelineStatus = headPipelineStatus(head)

/** Whether a rebase is in progress, over `merge_requests mr`. One that began more than ten minutes ago was interrupted. */
export const isRebasing = sql<boolean>`coalesce(mr.rebasing_since > now() - interval '10 minutes', false)`

/** Whether a merge squashes the commits unless its request says otherwise, over `merge_requests mr` and `projects p`. */
const isSquashed = sql<boolean>`case p.squash_option when 'always' then true when 'never' then false
  else coalesce((mr.auto_merge->>'squash')::boolean, mr.squash) end`

/** Whether its source branch must be rebased first: no merge commit may join the branches, and no squash. */
const needsRebase = sql<boolean>`(p.merge_method <> 'merge' and mr.divergence = 'diverged' and not ${isSquashed})`

/** Whether there is nothing to merge: a branch no longer exists, or the target branch already has all commits. */
const lacksCommits = sql<boolean>`(mr.head_sha is null or coalesce(mr.divergence in ('missing', 'contained'), false))`

/** An automatic merge was set by the push that brought the head, whose pipeline is not reported yet. */
const awaitsReport = sql<boolean>`coalesce((mr.auto_merge->>'awaitsReport')::boolean, false)`

/** Whether the pipeline of the head ended badly. It can pass later, when it is run again. */
export const hasFailedPipeline = sql<boolean>`coalesce(${pipelineStatus} in ('failed', 'canceled'), false)`

/**
 * The obstacle to a merge from the pipeline of the head; null where there is none. It counts where the project demands
 * it, and for a merge that waits: one that is not finished is waited for, one that failed stops it.
 */
const pipelineObstacle = (waits: RawBuilder<unknown>) => sql<string | null>`(select case
    when reported.status in ('pending', 'running') or (reported.status is null and ${awaitsReport}) then 'ci_still_running'
    when reported.status in ('failed', 'canceled') then 'ci_must_pass'
    when p.only_allow_merge_if_pipeline_succeeds and reported.status is distinct from 'success'
      and not (reported.status is not distinct from 'skipped' and coalesce(p.allow_merge_on_skipped_pipeline, false)) then 'ci_must_pass' end
  from (select ${pipelineStatus} as status) reported where p.only_allow_merge_if_pipeline_succeeds or ${waits})`

/**
 * The status of the merge: whether it is possible now, or the obstacle, over `issuables i`, `merge_requests mr` and
 * `projects p`.
 *
 * @param waits  whether the merge waits for its checks
 * @source rest.md 2.5
 */
export const mergeStatusIf = (waits: RawBuilder<unknown>): RawBuilder<string> => sql<string>`case
  when i.state not in ('opened', 'locked') then 'not_open'
  when mr.merge_status = 'unchecked' then 'unchecked'
  when mr.merge_status = 'checking' or i.state = 'locked' then 'checking'
  when mr.draft then 'draft_status'
  when ${lacksCommits} then 'commits_status'
  when mr.merge_status = 'cannot_be_merged' then 'conflict'
  when p.only_allow_merge_if_all_discussions_are_resolved and ${hasOpenThreads} then 'discussions_not_resolved'
  else coalesce(${pipelineObstacle(waits)}, case
    when ${isRequestedToChange} then 'requested_changes'
    when ${lacksApprovals} then 'not_approved'
    when ${isBlocked} then 'merge_request_blocked'
    when mr.merge_after > now() then 'merge_time'
    when ${needsRebase} then 'need_rebase'
    else 'mergeable' end) end`

/** Whether someone had it merged once all checks pass. */
export const isAutoMerging = sql<boolean>`(mr.auto_merge is not null)`

/** The status that all readers see. */
export const detailedMergeStatus = mergeStatusIf(isAutoMerging)

/** Statuses that no check will change by itself: auto-merge does not wait for them. */
const neverMerges = ['not_open', 'checking', 'commits_status', 'conflict', 'need_rebase'] as const

/** Whether its merge can be left to its checks: there is something to wait for, and the pipeline has not failed. */
export const canWait = sql<boolean>`(not ${hasFailedPipeline}
  and not (${mergeStatusIf(sql`true`)} in ('mergeable', ${sql.join(neverMerges.map(word => sql.lit(word)))})))`

export const checkStatuses = ['success', 'failed', 'checking', 'inactive'] as const
export type CheckStatus = (typeof checkStatuses)[number]

const met = (condition: RawBuilder<unknown>) =>
  sql<CheckStatus>`case when ${condition} then 'success' else 'failed' end`
const metWhere = (isAsked: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql<CheckStatus>`case when not ${isAsked} then 'inactive' when ${condition} then 'success' else 'failed' end`

/** The states of the conditions of a merge, each by itself, over the tables of `detailedMergeStatus`. */
export const mergeabilityChecks = {
  not_open: met(sql`i.state in ('opened', 'locked')`),
  draft_status: met(sql`not mr.draft`),
  commits_status: met(sql`not ${lacksCommits}`),
  conflict: sql<CheckStatus>`case mr.merge_status when 'can_be_merged' then 'success' when 'cannot_be_merged' then 'failed' else 'checking' end`,
  discussions_not_resolved: metWhere(
    sql`p.only_allow_merge_if_all_discussions_are_resolved`,
    sql`not ${hasOpenThreads}`,
  ),
  ci_must_pass: sql<CheckStatus>`case when not (p.only_allow_merge_if_pipeline_succeeds or ${isAutoMerging}) then 'inactive' else
    case ${pipelineObstacle(isAutoMerging)} when 'ci_still_running' then 'checking' when 'ci_must_pass' then 'failed' else 'success' end end`,
  requested_changes: met(sql`not ${isRequestedToChange}`),
  not_approved: met(sql`not ${lacksApprovals}`),
  merge_request_blocked: met(sql`not ${isBlocked}`),
  need_rebase: metWhere(sql`(p.merge_method <> 'merge')`, sql`not coalesce(${needsRebase}, false)`),
  merge_time: metWhere(sql`(mr.merge_after is not null)`, sql`mr.merge_after <= now()`),
} as const
export type CheckName = keyof typeof mergeabilityChecks

/** The MergeRequestBasic shape as JSON made by PostgreSQL, over `issuables i` and `mergeRequestJoins`. @source rest.md 2.4 */
export function mergeRequestJson(ctx: Context, view: View = {}): RawBuilder<unknown> {
  const { settings } = ctx.services
  const label = view.withLabelsDetails ? labelBasicJson('l') : sql`l.title`
  const involved = (
    alias: string,
  ) => sql`${userBasicJson(settings, 'u')}::jsonb || case when p.attention_requests_enabled
    then ${objectb({ attention_requested: sql.ref(`${alias}.attention_requested`) })} else '{}' end`
  // A function takes a hundred arguments at most.
  return sql`(${objectb({
    ...i.fields('id', 'iid'),
    project_id: i('namespaceId'),
    ...i.fields('title', 'description', 'state'),
    ...momentFields,
    ...(view.renderHtml ? i.fields('titleHtml', 'descriptionHtml') : {}),
    merged_by: sql`case when mr.merged_by_id is not null then ${userBasicJson(settings, 'merger')} end`,
    merge_user: userBasicJson(settings, 'merger'),
    ...mr.moments('mergedAt'),
    closed_by: userBasicJson(settings, 'closer'),
    ...mr.fields('targetBranch', 'sourceBranch'),
    user_notes_count: i('notesCount'),
    ...i.fields('upvotes', 'downvotes'),
    author: userBasicJson(settings, 'author'),
    assignees: assigneesJson(involved('ia')),
    assignee: sql`${assigneesJson(userBasicJson(settings, 'u'))} -> 0`,
    reviewers: reviewersJson(involved('rv')),
    ...mr.fields('sourceProjectId'),
    target_project_id: i('namespaceId'),
    labels: labelsJson(label),
  })} || ${objectb({
    ...mr.fields('draft'),
    work_in_progress: mr('draft'),
    imported: sql.lit(false),
    imported_from: sql.lit('none'),
    milestone: milestoneJson(settings, 'm', 'mn', sql`current_date`),
    merge_when_pipeline_succeeds: isAutoMerging,
    ...mr.fields('mergeStatus'),
    detailed_merge_status: detailedMergeStatus,
    ...mr.moments('mergeAfter'),
    sha: mr('headSha'),
    ...mr.fields('mergeCommitSha', 'squashCommitSha'),
    ...i.fields('discussionLocked'),
    should_remove_source_branch: sql`case when i.state = 'merged' then mr.remove_source_branch end`,
    force_remove_source_branch: mr('removeSourceBranch'),
    prepared_at: moment(i('createdAt')),
    reference: sql`'!' || i.iid`,
    references: object({
      short: sql`'!' || i.iid`,
      relative: relativeReference(view.through),
      full: sql`n.full_path || '!' || i.iid`,
    }),
    web_url: sql`${sql.lit(settings.externalUrl)} || ${mergeRequestPath}`,
    time_stats: timeStatsJson('i'),
    ...mr.fields('squash'),
    squash_on_merge: isSquashed,
    ...taskFields,
    has_conflicts: sql`mr.merge_status = 'cannot_be_merged'`,
    blocking_discussions_resolved: sql`not ${hasOpenThreads}`,
    approvals_before_merge: sql`(select own.approvals_required from approval_rules own
      where own.namespace_id = i.namespace_id and coalesce(own.merge_request_id, 0) = i.id and own.rule_type = 'any_approver')`,
    allow_collaboration: allowsCollaboration,
    allow_maintainer_to_push: allowsCollaboration,
  })})`
}

/** Short within its own project, without the group's path within the group, else full. */
function relativeReference(through: string | undefined): RawBuilder<string> {
  if (through === undefined) return sql<string>`'!' || i.iid`
  return sql<string>`case when n.full_path = ${through} then '' when starts_with(n.full_path, ${`${through}/`})
    then substr(n.full_path, ${through.length + 2}) else n.full_path end || '!' || i.iid`
}
/** The fields of a single merge request, besides `mergeRequestJson`, as members of a JSON object. */
function furtherFields(ctx: Context) {
  const { settings } = ctx.services
  // A reader of the merge request may have no access to the fork.
  const ofHead = (pipeline: RawBuilder<unknown>) =>
    sql`(select ${pipeline} from namespaces hn join projects hp on hp.id = hn.id where hn.id = ${head.projectId} and ${visibleCode(ctx.actor, 'hn', 'hp')})`
  const pipeline = ofHead(headPipelineJson(settings, head))
  const version = (columns: RawBuilder<unknown>) =>
    sql`(select ${columns} from merge_request_versions v where v.merge_request_id = i.id order by v.number desc limit 1)`
  return {
    subscribed: isSubscribed(ctx.actor, 'i'),
    changes_count: version(sql`v.file_count::text`),
    latest_build_started_at: sql`${pipeline} -> 'started_at'`,
    latest_build_finished_at: sql`${pipeline} -> 'finished_at'`,
    first_deployed_to_production_at: ctx.services.plugs.firstDeployedAt[0]?.(ctx) ?? sql.lit(null),
    pipeline: ofHead(headPipelineBasicJson(settings, head)),
    head_pipeline: pipeline,
    diff_refs: version(
      object({ base_sha: sql`coalesce(v.base_sha, ${emptyTree}::text)`, ...v.fields('headSha', 'startSha') }),
    ),
    ...mr.fields('mergeError'),
    first_contribution: sql`not exists (select 1 from merge_requests fm join issuables fi on fi.id = fm.id
      where fi.author_id = i.author_id and fi.namespace_id = i.namespace_id and fi.state = 'merged' and fi.id <> i.id)`,
    user: object({ can_merge: mayMerge(sql`${userIdOrZero(ctx)}::bigint`) }),
  }
}

/** The MergeRequest shape, over the same. */
export const mergeRequestInFull = (ctx: Context, view: View = {}): RawBuilder<unknown> =>
  sql`(${mergeRequestJson(ctx, view)} || ${objectb({ ...furtherFields(ctx) })})`

interface OneView extends View {
  readonly divergedCommitsCount?: number | undefined
  readonly withRebase?: boolean | undefined
}

/** One merge request in full, for those who may know of it: the caller has loaded it. */
export async function showMergeRequest(ctx: Context, id: number, view: OneView = {}): Promise<RawJson> {
  const extra = {
    ...(view.divergedCommitsCount === undefined ? {} : { diverged_commits_count: view.divergedCommitsCount }),
  }
  const rebase = view.withRebase ? sql`|| ${objectb({ rebase_in_progress: isRebasing })}` : sql``
  const { rows } = await sql<{ json: string }>`
    select (${mergeRequestInFull(ctx, view)} || ${JSON.stringify(extra)}::jsonb ${rebase})::text as json
    from issuables i ${mergeRequestJoins} where i.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Merge Request')
  return view.renderHtml ? new RawJson((await redacted(ctx, `[${found.json}]`)).slice(1, -1)) : new RawJson(found.json)
}

interface Rendered {
  readonly title_html: string
  readonly description_html: string
}

/** Merge requests with `title_html` and `description_html`, which name only what the actor may know of. @param json  an array of them */
export async function redacted(ctx: Context, json: string): Promise<string> {
  const rows = JSON.parse(json) as readonly Rendered[]
  const htmls = await redactFor(
    ctx,
    rows.flatMap(row => [row.title_html, row.description_html]),
  )
  return JSON.stringify(
    rows.map((row, index) => ({ ...row, title_html: htmls[2 * index], description_html: htmls[2 * index + 1] })),
  )
}
