import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import { audienceOf, closedBy, isNamedTo } from '#server/code/merge-requests/closing-issues.ts'
import { mergeSettingsOf } from '#server/code/merge-requests/settings.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { writeSystemNotes } from '#server/discuss/notes/history/system-note.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { closeIssue } from '#server/plan/issues/close.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { type Commit, isOid } from '#server/platform/git/objects.ts'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'

/** Newest commits of a push that are read, and branches. */
const [mostCommits, mostBranches] = [100, 10]

interface Pushed {
  readonly projectId: number
  readonly refs: readonly { readonly ref: string; readonly before: string | null; readonly after: string | null }[]
}

interface CommitProject extends TextNamespace {
  readonly defaultBranch: string
}

/**
 * Close the issues that commits on the default branch close by their messages, and write mentions on other issues: each
 * commit once.
 *
 * @source product-rules.md 6.1
 */
export async function followCommits(ctx: Context, { projectId, refs }: Pushed): Promise<void> {
  const { rows } = await sql<CommitProject>`
    select n.id, n.full_path, n.ancestor_ids, p.default_branch from namespaces n join projects p on p.id = n.id
    where n.id = ${projectId}`.execute(ctx.db)
  const [project] = rows
  const dir = await repositoryOf(ctx, { id: projectId })
  if (project === undefined || dir === null) return
  const main = await findRef(dir, 'branch', project.defaultBranch)
  const moved = refs.filter(({ ref, after }) => branchOf(ref) !== null && after !== null)
  for (const { ref, before, after } of moved.slice(0, mostBranches)) {
    if (after === null || !isOid(after)) continue
    const isDefault = branchOf(ref) === project.defaultBranch
    const known = [before, isDefault ? null : main?.commitId].filter(each => typeof each === 'string').filter(isOid)
    const commits = await readLog(dir, { from: [after], notFrom: known, limit: mostCommits })
    for (const commit of commits.toReversed()) await followCommit(ctx, project, commit, isDefault)
  }
}

/** Messages that might refer to an issue: all others are not rendered. */
const mayRefer = /#\d|\/-\/(?:issues|work_items)\/\d|GL-\d|\[issue:/

async function followCommit(ctx: Context, project: CommitProject, commit: Commit, isDefault: boolean): Promise<void> {
  if (!mayRefer.test(commit.message)) return
  const { issuableIds } = await renderText(ctx, project, commit.message)
  if (issuableIds.length === 0) return
  const { autocloseReferencedIssues } = await mergeSettingsOf(ctx, project.id)
  const closing =
    isDefault && autocloseReferencedIssues ? await closedBy(ctx, project, commit.message, issuableIds) : []
  await transact(ctx, async inner => {
    for (const issueId of issuableIds.slice(0, mostCommits)) await followIn(inner, project, commit, issueId, closing)
  })
}

async function followIn(
  ctx: Context,
  project: CommitProject,
  commit: Commit,
  issueId: number,
  closing: readonly number[],
): Promise<void> {
  const issue = await loadIfAllowed(ctx, 'issuable:read', issueById, { issueId })
  if (issue === null) return
  const reference = issue.namespaceId === project.id ? commit.id : `${project.fullPath}@${commit.id}`
  if (closing.includes(issueId)) {
    const open = await loadIfAllowed(ctx, 'issuable:close', issueById, { issueId })
    if (open?.state !== 'opened') return
    const isNamed = isNamedTo(open, project.id, await audienceOf(ctx, project.id))
    await closeIssue(ctx, open, isNamed ? { via: `commit ${reference}` } : {})
    return
  }
  const { rows } = await sql`select 1 from notes where issuable_id = ${issueId} and system_action = 'cross_reference'
    and system_details->>'commit' = ${commit.id} limit 1`.execute(ctx.db)
  if (rows.length > 0) return
  const namespace = { id: issue.namespaceId, fullPath: issue.namespacePath, ancestorIds: issue.ancestorIds }
  await writeSystemNotes(ctx, issueId, namespace, [
    {
      action: 'cross_reference',
      text: `mentioned in commit ${reference}`,
      details: { commit: commit.id, commitProjectId: project.id },
    },
  ])
  await ctx.events.record(
    'issue.commit_mentioned',
    { issueId, commitId: commit.id, projectId: project.id },
    { namespaceId: issue.namespaceId, topics: topicsOfIssuable(issue) },
  )
}
