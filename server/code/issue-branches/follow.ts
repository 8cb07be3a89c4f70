import { sql } from 'kysely'
import { issueTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { on } from '#server/slice.ts'

export const issueBranchFollowers = [
  on('issue.branch_created', (ctx, { payload }) => tellBranch(ctx, payload.issueId, payload.branch)),
  on('merge_request.created', (ctx, { payload, namespaceId }) => tellIssues(ctx, payload.issuableId, namespaceId)),
  on('merge_request.closed', (ctx, { payload, namespaceId }) => tellIssues(ctx, payload.issuableId, namespaceId)),
  on('merge_request.reopened', (ctx, { payload, namespaceId }) => tellIssues(ctx, payload.issuableId, namespaceId)),
  on('merge_request.merged', (ctx, { payload, namespaceId }) => tellIssues(ctx, payload.issuableId, namespaceId)),
  on(
    'issuable.changed',
    (ctx, { payload, namespaceId }) => tellIssues(ctx, payload.issuableId, namespaceId),
    ({ named }) => named !== undefined,
  ),
]

async function tellBranch(ctx: Context, issueId: number, branch: string): Promise<void> {
  const { rows } = await sql<TextNamespace & { defaultBranch: string }>`
    select n.id, n.full_path, n.ancestor_ids, p.default_branch from issuables i join namespaces n on n.id = i.namespace_id
      join projects p on p.id = i.namespace_id where i.id = ${issueId}`.execute(ctx.db)
  const [project] = rows
  if (project === undefined) return
  const { fullPath, defaultBranch } = project
  const compared = `/${fullPath}/-/compare/${addressOf(defaultBranch)}...${addressOf(branch)}`
  // A name with a backtick is valid in git, so the name stands as text and not as code.
  const text = branch.replace(/[\\`*_{}[\]()<>#!|~@&$%^+-]/g, '\\$&')
  const url = `${ctx.services.settings.externalUrl}${compared}`.replace(/[()]/g, encodeURIComponent)
  await writeSystemNotes(ctx, issueId, project, [
    { action: 'branch', text: `created branch [${text}](<${url}>) to address this issue` },
  ])
}

/** Most issues that one change is announced to. */
const toldAtMost = 100

/** Announce a change of a merge request on the pages of the issues that it mentions or closes. */
async function tellIssues(ctx: Context, id: number, namespaceId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select i.id from issuables i where i.series = 'issue' and exists (select 1 from merge_requests mr where mr.id = ${id}) and i.id in (
      select c.issue_id from merge_request_closes_issues c where c.merge_request_id = ${id}
      union select r.target_issuable_id from issuable_references r where r.source_issuable_id = ${id})
    order by i.id desc limit ${toldAtMost}`.execute(ctx.db)
  if (rows.length === 0) return
  await ctx.events.record(
    'issue.merge_requests_changed',
    { issueIds: rows.map(row => row.id) },
    { namespaceId, topics: rows.map(row => issueTopic(row.id)) },
  )
}
