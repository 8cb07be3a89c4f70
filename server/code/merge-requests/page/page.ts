import { sql } from 'kysely'
import type { Static } from 'typebox'
import type {
  getMergeRequestChangesPage,
  getMergeRequestCommitsPage,
  VersionLine,
} from '#contract/code/merge-requests/merge-request-pages.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { hasRole, levelOf } from '#server/access/levels.ts'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables, visibleNamespaces } from '#server/access/visible.ts'
import { type Context, userIdOf, userIdOrZero } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { notesData } from '#server/discuss/notes/page/notes-data.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { openMergeRequestsSql, placeFields, placeOffers } from '#server/foundation/namespaces/header.ts'
import { keptCountFor } from '#server/foundation/namespaces/kept-counts.ts'
import { userBasicJson, userWithAvailabilityJson } from '#server/foundation/users/present.ts'
import { defaultSelection } from '#server/plan/issuables/find.ts'
import { replyAddressOf } from '#server/plan/issuables/reply-address.ts'
import { pageFields, pageJoins, pagePermissions, viewerFields } from '#server/plan/issues/page/page-parts.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { countCommits, readLog } from '#server/platform/git/commits/log.ts'
import { isInRange } from '#server/platform/git/commits/merge-base.ts'
import type { Commit, Oid } from '#server/platform/git/objects.ts'
import { carryChange } from '#server/platform/git/writing/carry-change.ts'
import { arrayOf, columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'
import { allowsCollaboration } from '../../collaboration/branches.ts'
import { type Pushable, pushableByRef, pushesCode } from '../../collaboration/pushable.ts'
import { filePreviewOf } from '../../diffs/file-preview.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { headPipelineOnPage, pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { refGuard } from '../../protected-refs/guard.ts'
import { mayMerge } from '../../protected-refs/merge-right.ts'
import { discussedCommits } from '../../repository/commits/discussed.ts'
import { showsWhitespace } from '../../repository/commits/whitespace.ts'
import { repositoryOf } from '../../repository/open.ts'
import { peopleOf } from '../../repository/people.ts'
import { presentLine, presentPlace } from '../../repository/present-on-page.ts'
import { approvalsOnPage } from '../approvals/present.ts'
import { contextCommitsOf } from '../context-commits/read.ts'
import { blockingOnPage } from '../dependencies/on-page.ts'
import { fileMarksOf } from '../file-marks/file-marks.ts'
import type { MergeRequestRow, ReadableMergeRequest } from '../find.ts'
import { commitMessages } from '../merge/commit-message.ts'
import { canWait, detailedMergeStatus, head } from '../present.ts'
import { mergeSettingsOf } from '../settings.ts'
import { headsOf } from '../versions/repositories.ts'
import { beginningOf, type VersionRow, versionOf } from '../versions/versions.ts'
import { pipelineCountSql } from './pipelines.ts'

const rv = columnsOf('mergeRequestReviewers', 'rv')
const p = columnsOf('projects', 'p')
const mr = columnsOf('mergeRequests', 'mr')
const sn = columnsOf('namespaces', 'sn')
const ci = columnsOf('issuables', 'ci')

interface MergeRequestPageRow {
  readonly header: string
  readonly openMergeRequests: number
  readonly titleHtml: string
  readonly descriptionHtml: string
  readonly page: string
  readonly own: string
  readonly viewer: string
  readonly notesFilter: number | null
  readonly canMerge: boolean
}

/** The fields of a merge request's page, without its discussion, commits and changes. */
export async function showMergeRequestPage(ctx: Context, mergeRequest: ReadableMergeRequest) {
  const { actor } = ctx
  const { facts } = mergeRequest
  const seesAll = hasRole(actor, facts.namespace, 'planner')
  const page = await readPage(ctx, mergeRequest.id, seesAll)
  const [titleHtml = '', descriptionHtml = ''] = await redactFor(ctx, [page.titleHtml, page.descriptionHtml])
  // PostgreSQL made it in `readPage`.
  const own = JSON.parse(page.own) as Readonly<Record<string, unknown>>
  const branches = await branchesOf(ctx, mergeRequest)
  const asksForMessages = page.canMerge && mergeRequest.state === 'opened'
  const commits = asksForMessages
    ? await commitMessages(ctx, mergeRequest, await mergeSettingsOf(ctx, mergeRequest.namespaceId))
    : null
  const isMerged = mergeRequest.state === 'merged'
  const canPush = may(actor, 'project:push-code', facts.namespace)
  const canCreateMergeRequest = may(actor, 'project:create-merge-request', facts.namespace)
  return {
    namespace: withMembers(page.header, {
      access_level: levelOf(actor, facts.namespace),
      open_merge_requests_count: may(actor, 'project:read-merge-requests', facts.namespace)
        ? page.openMergeRequests
        : null,
      offers: placeOffers(actor, facts.namespace),
    }),
    mergeRequest: withMembers(withMembers(page.page, own).text, {
      title_html: titleHtml,
      description_html: descriptionHtml,
      source_branch_exists: branches.sourceExists,
      can_receive_suggestion: branches.sourceExists && mergeRequest.state === 'opened',
      approvals: await approvalsOnPage(ctx, mergeRequest),
      diverged_commits: branches.diverged,
      commit_messages: commits,
    }),
    viewer: new RawJson(page.viewer),
    replyAddress: await replyAddressOf(ctx, mergeRequest.id, may(actor, 'issuable:comment', facts)),
    reportAbusePath: may(actor, 'issuable:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issuableKinds.merge_request, mergeRequest, page.notesFilter ?? 0),
    permissions: {
      ...pagePermissions(actor, facts),
      canReopen: may(actor, 'issuable:reopen', facts) && mergeRequest.state === 'closed',
      canMerge: page.canMerge,
      canPushToSource: branches.canPushToSource,
      canRemoveSource: branches.canRemoveSource,
      canAllowCollaboration: branches.canAllowCollaboration,
      canPick: isMerged && canPush,
      canPickInFork: isMerged && !canPush && canCreateMergeRequest && may(actor, 'project:fork', facts.namespace),
      canCreateMergeRequest,
    },
  }
}

async function readPage(ctx: Context, id: number, seesAll: boolean): Promise<MergeRequestPageRow> {
  const { settings } = ctx.services
  const { actor } = ctx
  const now = sql<string>`${ctx.now}::text`
  const latest = sql`(select v.* from merge_request_versions v where v.merge_request_id = i.id order by v.number desc limit 1)`
  const { rows } = await sql<MergeRequestPageRow>`
    select ${defaultSelection.columns(ctx, now)}, i.title_html, i.description_html,
      ${object({ ...placeFields(settings, keptCountFor(sql.ref('n.id'), 'opened', actor, seesAll)) })}::text as header,
      ${openMergeRequestsSql()} as open_merge_requests,
      ${object(pageFields(settings, 'merge_request', actor, now, seesAll))}::text as page,
      ${object({
        time_stats: timeStatsJson('i'),
        reviewers: sql`(select coalesce(json_agg(${userWithAvailabilityJson(settings, 'ru', ctx.now)}::jsonb || ${objectb({ review_state: rv('state') })} order by ru.id), '[]')
          from merge_request_reviewers rv join users ru on ru.id = rv.user_id where rv.issuable_id = i.id)`,
        overrides_approval_rules: sql`not p.disable_overriding_approvers_per_merge_request`,
        ...p.fields('attentionRequestsEnabled'),
        involved: arrayOf(
          object({
            id: sql`w.id`,
            can_merge: mayMerge(sql`w.id`),
            attention_requested: sql`asked.attention`,
          }),
          sql`from (select user_id, bool_or(attention_requested) as attention from (
              select user_id, attention_requested from issuable_assignees where issuable_id = i.id
              union all select user_id, attention_requested from merge_request_reviewers where issuable_id = i.id) both_lists group by user_id) asked
            join users w on w.id = asked.user_id`,
          sql`w.id`,
        ),
        ...mr.fields('draft', 'sourceBranch', 'targetBranch'),
        source_project: sql`(select ${object({ ...sn.fields('id'), full_path: sql`case when ${visibleNamespaces(actor, 'sn')} then sn.full_path end` })} from namespaces sn where sn.id = mr.source_project_id)`,
        blocking: blockingOnPage(actor),
        ...mr.moments('mergeAfter'),
        ...mr.fields('headSha'),
        pipeline: headPipelineOnPage(actor, head),
        detailed_merge_status: detailedMergeStatus,
        ...mr.fields('mergeError'),
        can_wait: canWait,
        auto_merge_user: sql`(select ${userBasicJson(settings, 'au')} from users au where au.id = mr.auto_merge_user_id and mr.auto_merge is not null)`,
        merge_user: sql`(select ${userBasicJson(settings, 'mu')} from users mu where mu.id = mr.merged_by_id)`,
        ...mr.moments('mergedAt'),
        ...mr.fields('mergeCommitSha'),
        ...p.fields('mergeMethod', 'squashOption'),
        ...mr.fields('squash', 'removeSourceBranch'),
        allow_collaboration: allowsCollaboration,
        commit_count: sql`coalesce(latest.commit_count, 0)`,
        file_count: sql`coalesce(latest.file_count, 0)`,
        pipeline_count: pipelineCountSql(actor, sql`i.id`),
        version_count: sql`coalesce(latest.number, 0)`,
        open_threads: sql`(select count(distinct t.discussion_id) from notes t where t.issuable_id = i.id and t.resolvable and t.resolved_at is null
          and (${seesAll}::boolean or not t.internal))`,
        closes_issues: arrayOf(
          object({
            reference: sql`case when ci.namespace_id = i.namespace_id then '' else cn.full_path end || '#' || ci.iid`,
            ...ci.fields('title', 'state'),
            path: pagePathSql('ci', 'cn', 'issue'),
          }),
          sql`from merge_request_closes_issues c join issuables ci on ci.id = c.issue_id join namespaces cn on cn.id = ci.namespace_id
          where c.merge_request_id = i.id and ${visibleIssuables(actor, 'ci', { series: 'issue' })}`,
          sql`ci.id`,
        ),
      })}::text as own,
      ${object(viewerFields(actor, seesAll))}::text as viewer, viewer.issue_notes_filter as notes_filter,
      ${mayMerge(sql`${userIdOrZero(ctx)}::bigint`)} as can_merge
    from issuables i ${pageJoins(settings, actor, 'merge_request', seesAll)} join merge_requests mr on mr.id = i.id
      left join lateral ${latest} latest on true where i.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Merge Request')
  return found
}

/** The actor's rights to the branches, and the number of commits by which the source is behind. */
async function branchesOf(ctx: Context, mergeRequest: ReadableMergeRequest) {
  const { namespaceId, sourceProjectId, sourceBranch } = mergeRequest
  const isOpen = mergeRequest.state === 'opened' || mergeRequest.state === 'locked'
  const nothing = { canPushToSource: false, canRemoveSource: false, canAllowCollaboration: false }
  const heads = await headsOf(ctx, mergeRequest)
  const sourceExists = heads !== null && heads.source !== null
  const diverged =
    isOpen && heads !== null && heads.source !== null && heads.target !== null
      ? await countCommits(heads.dir, { from: [heads.target], notFrom: [heads.source], max: 10_000 })
      : 0
  if (ctx.actor.kind === 'anonymous') return { ...nothing, sourceExists, diverged }
  const source =
    sourceProjectId === namespaceId
      ? await loadIfAllowed(ctx, 'project:push-code', projectByRef, { id: namespaceId })
      : sourceProjectId === null
        ? null
        : await loadIfAllowed(ctx, 'project:push-branch', pushableByRef, { id: sourceProjectId })
  const rights = (source === null ? null : await refGuard(ctx, source))?.of('branch', sourceBranch)
  return {
    sourceExists,
    diverged,
    canPushToSource: sourceExists && (rights?.canPush ?? false),
    canAllowCollaboration: isOpen && source !== null && canOpen(ctx, mergeRequest, source),
    canRemoveSource: sourceExists && (rights?.canDelete ?? false) && sourceBranch !== source?.defaultBranch,
  }
}

/** Whether the actor may let those who can merge commit to the source branch. */
const canOpen = (ctx: Context, { namespaceId, facts }: ReadableMergeRequest, source: Pushable): boolean =>
  source.id !== namespaceId &&
  source.visibility !== 'private' &&
  facts.namespace.visibility !== 'private' &&
  pushesCode(ctx, source)

/** The commits of the latest version, newest first, at most a hundred. */
export async function showCommits(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
): Promise<Shown<ReplyOf<typeof getMergeRequestCommitsPage>>> {
  const project = await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
  const place = await presentPlace(ctx, project, false)
  const [dir, version] = [await repositoryOf(ctx, project), await versionOf(ctx, mergeRequest.id)]
  if (dir === null || version === null) return { place, commits: [], commitCount: 0, contextCommits: [] }
  const range = { from: [version.headSha], notFrom: [version.startSha] }
  const [commits, contextCommits] = await Promise.all([
    readLog(dir, { ...range, limit: maxCommits }),
    contextCommitsOf(ctx, mergeRequest.id, dir),
  ])
  const [people, marks, discussed] = await Promise.all([
    peopleOf(ctx, [...commits, ...contextCommits]),
    pipelineMarks(
      ctx,
      project.id,
      commits.map(commit => commit.id),
    ),
    discussedCommits(
      ctx,
      project.id,
      commits.map(commit => commit.id),
    ),
  ])
  return {
    place,
    commits: commits.map(commit => presentLine(commit, people, marks, discussed)),
    commitCount: version.commitCount,
    contextCommits: contextCommits.map(commit => presentLine(commit, people)),
  }
}

const maxCommits = 100
const maxVersions = 200

/**
 * The changes of a version, against the target branch or against an earlier version; or those of one of its commits.
 */
export async function showChanges(
  ctx: Context,
  mergeRequest: Allowed<'issuable:read', MergeRequestRow>,
  { version: wanted, since: from, commitId, w }: InputOf<typeof getMergeRequestChangesPage>,
): Promise<Shown<ReplyOf<typeof getMergeRequestChangesPage>>> {
  const userId = userIdOf(ctx)
  const { rows } = await sql<VersionRow & { readonly isReviewed: boolean | null }>`
    select id, number, base_sha, start_sha, head_sha, commit_count, file_count, created_at,
      created_at <= (${userId === null || userId === mergeRequest.authorId ? sql`null` : lastReviewBy(userId, mergeRequest.id)}) as is_reviewed
    from merge_request_versions where merge_request_id = ${mergeRequest.id} order by number desc limit ${maxVersions}`.execute(
    ctx.db,
  )
  const version = wanted === undefined ? rows[0] : rows.find(each => each.number === wanted)
  const since = from === undefined ? undefined : rows.find(each => each.number === from)
  if (wanted !== undefined && version === undefined) throw new NotFound('Version')
  if (from !== undefined && since === undefined) throw new NotFound('Version')
  const [dir, marks] = await Promise.all([
    repositoryOf(ctx, { id: mergeRequest.namespaceId }),
    fileMarksOf(ctx, mergeRequest),
  ])
  const shown = {
    versions: rows.map(presentLineOfVersion),
    version: version === undefined ? null : presentLineOfVersion(version),
    since: since === undefined ? null : presentLineOfVersion(since),
    reviewed: rows.find(({ isReviewed }) => isReviewed)?.number ?? null,
    commit: null,
    marks,
  }
  if (dir === null || version === undefined) return { ...shown, changes: null }
  const commit = commitId === undefined ? null : await commitOf(dir, version, commitId)
  const compared =
    commit === null
      ? { from: await comparedFrom(dir, version, since), to: version.headSha }
      : { from: commit.parentIds[0] ?? null, to: commit.id }
  const source = {
    dir,
    namespace: mergeRequest.namespacePath,
    ...compared,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, mergeRequest.namespaceId),
  }
  const [diff, firstBatch] = await Promise.all([diffSummary(source), diffBatch(source, 1)])
  return {
    ...shown,
    commit: commit === null ? null : await lineOf(ctx, mergeRequest, commit),
    changes: { diff, firstBatch },
  }
}

async function lineOf(ctx: Context, { namespaceId }: MergeRequestRow, commit: Commit) {
  const [people, discussed] = await Promise.all([
    peopleOf(ctx, [commit]),
    discussedCommits(ctx, namespaceId, [commit.id]),
  ])
  return presentLine(commit, people, new Map(), discussed)
}

/** @throws NotFound  the version has no such commit */
async function commitOf(dir: string, version: VersionRow, id: string): Promise<Commit> {
  const [commit] = await readCommits(dir, [id])
  if (commit == null || !(await isInRange(dir, commit.id, version))) throw new NotFound('Commit')
  return commit
}

/** The time of a user's last comment on a merge request, or verdict. */
const lastReviewBy = (userId: number, mergeRequestId: number) => sql<string | null>`
  select max(n.created_at) from notes n where n.issuable_id = ${mergeRequestId} and n.author_id = ${userId}
    and (not n.system or n.system_action in ('approved', 'requested_changes', 'reviewed'))`

/** The first commit of a comparison: against an earlier version, without the later changes of the target branch. */
function comparedFrom(dir: string, version: VersionRow, since: VersionRow | undefined): Promise<Oid> | Oid {
  if (since === undefined) return beginningOf(version)
  return carryChange(dir, { base: since.baseSha, head: since.headSha }, version.baseSha)
}

const presentLineOfVersion = (version: VersionRow): Static<typeof VersionLine> => ({
  id: version.id,
  number: version.number,
  baseSha: version.baseSha,
  startSha: version.startSha,
  headSha: version.headSha,
  commitCount: version.commitCount,
  fileCount: version.fileCount,
  createdAt: new Date(version.createdAt).toISOString(),
})
