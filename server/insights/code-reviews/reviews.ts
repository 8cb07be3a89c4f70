import { type RawBuilder, sql } from 'kysely'
import type { codeReviewAnalytics, ReviewedMergeRequest } from '#contract/insights/code-reviews.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { changedFiles } from '#server/platform/git/commits/changed-files.ts'
import { oid } from '#server/platform/git/objects.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Wire } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, pageOf, type StreamReply } from '#server/slice.ts'
import { csvReply } from '../csv-reply.ts'

export interface ReviewedProject {
  readonly id: number
  readonly facts: NamespaceFacts
}

const i = columnsOf('issuables', 'i')

/** Since when an open merge request is in review: the first comment by someone other than its author. */
const reviewedSince = sql`(select m.at from issuable_moments m where m.issuable_id = i.id and m.event = 'merge_request_first_commented_at' and m.label_id = 0)`

const secondsOf = (ctx: Context) => sql`extract(epoch from ${ctx.now}::timestamptz - r.since)`

interface ReviewFilter {
  readonly labelName?: readonly string[]
  readonly milestoneTitle?: string
  /** Those that nobody but their authors has commented on. */
  readonly waiting?: boolean
}

/** A `reviewed` of the open merge requests of a project that the actor can read: `id` and `since`, null where nobody has commented. */
function reviewed(
  ctx: Context,
  project: ReviewedProject,
  { labelName = [], milestoneTitle }: ReviewFilter,
): RawBuilder<unknown> {
  const labelled = labelName.map(
    title => sql`and exists (select 1 from issuable_labels il join labels l on l.id = il.label_id
      where il.issuable_id = i.id and lower(l.title) = lower(${title}))`,
  )
  const planned =
    milestoneTitle === undefined
      ? sql``
      : sql`and exists (select 1 from milestones fm where fm.id = i.milestone_id and fm.title = ${milestoneTitle})`
  return sql`reviewed as materialized (select i.id, ${reviewedSince} as since from issuables i
    where i.namespace_id = ${project.id} and i.series = 'merge_request' and i.state = 'opened'
      and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request', within: project.facts })} ${sql.join(labelled, sql` `)} ${planned})`
}

type Reviewed = Wire<ReviewedMergeRequest>

interface ReviewRow {
  readonly json: Omit<Reviewed, 'diff_stats'> & { readonly commits_count: number }
  readonly baseSha: string | null
  readonly headSha: string | null
}

/** A page of the merge requests in review, the longest first, with the sizes of their changes. */
async function listReviewed(
  ctx: Context,
  project: ReviewedProject,
  filter: ReviewFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Reviewed[]> {
  const { settings } = ctx.services
  const json = object({
    ...i.fields('id', 'iid', 'title', 'description', 'state', 'notesCount'),
    project_id: i('namespaceId'),
    ...i.moments('createdAt', 'updatedAt'),
    web_url: sql`${settings.externalUrl}::text || ${pagePathSql('i', 'n', 'merge_request')}`,
    milestone: milestoneJson(settings, 'ms', 'mn', ctx.now.slice(0, 10)),
    author: userBasicJson(settings, 'u'),
    approved_by: sql`coalesce((select json_agg(${userBasicJson(settings, 'au')} order by a.created_at, a.user_id)
      from merge_request_approvals a join users au on au.id = a.user_id where a.merge_request_id = i.id), '[]')`,
    review_time: sql`coalesce(floor(${secondsOf(ctx)} / 3600), 0)`,
    commits_count: sql`coalesce(v.commit_count, 0)`,
  })
  const { rows } = await sql<ReviewRow>`with ${reviewed(ctx, project, filter)}
    select ${json} as json, v.base_sha, v.head_sha
    from (select * from reviewed where (since is null) = ${filter.waiting === true} order by since, id limit ${limit} offset ${offset}) r
      join issuables i on i.id = r.id join namespaces n on n.id = i.namespace_id join users u on u.id = i.author_id
      left join milestones ms on ms.id = i.milestone_id left join namespaces mn on mn.id = ms.namespace_id
      left join lateral (select lv.base_sha, lv.head_sha, lv.commit_count from merge_request_versions lv
        where lv.merge_request_id = i.id order by lv.number desc limit 1) v on true
    order by r.since, r.id`.execute(ctx.db)
  const dir = may(ctx.actor, 'project:read-code', project.facts) ? await repositoryOf(ctx, project) : null
  return Promise.all(
    rows.map(async ({ json: { commits_count: commits, ...shown }, baseSha, headSha }) => {
      const { additions, deletions } = await sizeOf(dir, baseSha, headSha)
      return {
        ...shown,
        diff_stats: { additions, deletions, total: additions + deletions, commits_count: dir === null ? 0 : commits },
      }
    }),
  )
}

/** The changed lines of a version. They are kept in memory with the rest of the comparison. */
async function sizeOf(dir: string | null, baseSha: string | null, headSha: string | null) {
  if (dir === null || headSha === null) return { additions: 0, deletions: 0 }
  const { files } = await changedFiles(dir, baseSha === null ? null : oid(baseSha), oid(headSha))
  return files.reduce(
    (sum, file) => ({ additions: sum.additions + file.additions, deletions: sum.deletions + file.deletions }),
    { additions: 0, deletions: 0 },
  )
}

interface ReviewSums {
  readonly total: number
  readonly medianSince: string | null
  readonly unreviewed: number
}

async function sumsOf(ctx: Context, project: ReviewedProject, filter: ReviewFilter): Promise<ReviewSums> {
  const { rows } = await sql<ReviewSums>`with ${reviewed(ctx, project, filter)}
    select count(r.since)::integer as total, (count(*) - count(r.since))::integer as unreviewed,
      iso(percentile_disc(0.5) within group (order by r.since) filter (where r.since is not null)) as median_since
    from reviewed r`.execute(ctx.db)
  return rows[0] ?? { total: 0, medianSince: null, unreviewed: 0 }
}

/** @source rest.md 15.1 */
export async function showCodeReviews(
  ctx: Context,
  project: ReviewedProject,
  { projectId: _, ...input }: InputOf<typeof codeReviewAnalytics>,
) {
  const { offset, ...page } = pageOf(input)
  const items = await listReviewed(ctx, project, input, { offset, limit: page.perPage })
  const { total } = await sumsOf(ctx, project, input)
  return Paged.offset<never>(new RawJson(JSON.stringify(items)), { ...page, total })
}

const onPage = 20

export async function showCodeReviewsPage(
  ctx: Context,
  project: ReviewedProject,
  { page = 1, waiting = false }: { readonly page?: number; readonly waiting?: boolean },
) {
  const items = await listReviewed(ctx, project, { waiting }, { offset: (page - 1) * onPage, limit: onPage })
  const { total, medianSince, unreviewed } = await sumsOf(ctx, project, {})
  return {
    namespace: await showHeader(ctx, project),
    mergeRequests: new RawJson(JSON.stringify(items)),
    total,
    hasNext: page * onPage < (waiting ? unreviewed : total),
    medianSince,
    unreviewed,
  }
}

const rowsAtOnce = 50

/** The merge requests in review, or those that wait for it, a line each, read in batches. */
export function codeReviewsCsv(
  ctx: Context,
  project: ReviewedProject,
  { waiting = false }: { readonly waiting?: boolean },
): StreamReply {
  async function* rows() {
    yield [
      'Reference',
      'Title',
      'Author',
      'Created at',
      'In review (h)',
      'Comments',
      'Commits',
      'Added',
      'Removed',
      'Approved by',
      'URL',
    ]
    for (let offset = 0; ; offset += rowsAtOnce) {
      const items = await listReviewed(ctx, project, { waiting }, { offset, limit: rowsAtOnce })
      for (const item of items)
        yield [
          `!${item.iid}`,
          ...[item.title, item.author.username, item.created_at, waiting ? null : item.review_time, item.notes_count],
          ...[item.diff_stats.commits_count, item.diff_stats.additions, item.diff_stats.deletions],
          ...[item.approved_by.map(({ username }) => username).join(' '), item.web_url],
        ]
      if (items.length < rowsAtOnce) return
    }
  }
  return csvReply(waiting ? 'Waiting for review' : 'Code reviews', rows())
}
