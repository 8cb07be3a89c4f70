import { sql } from 'kysely'
import type { getNewMergeRequestPage } from '#contract/code/merge-request-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { compareHistories } from '#server/platform/git/commits/compare.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { showsWhitespace } from '../../repository/commits/whitespace.ts'
import { repositoryOf } from '../../repository/open.ts'
import { peopleOf } from '../../repository/people.ts'
import { bodyOf, presentLine, presentPlace } from '../../repository/present-on-page.ts'
import { mergeSettingsOf } from '../settings.ts'

type Reply = Shown<ReplyOf<typeof getNewMergeRequestPage>>

const maxCommits = 100

/** What the form of a new merge request starts with: what the branches differ in, and texts from their commits. */
export async function showNewMergeRequest(
  ctx: Context,
  project: Allowed<'project:create-merge-request', ProjectRow>,
  { sourceBranch = '', targetBranch: wanted }: InputOf<typeof getNewMergeRequestPage>,
): Promise<Reply> {
  const targetBranch = wanted ?? project.defaultBranch
  const dir = await repositoryOf(ctx, project)
  const place = await presentPlace(ctx, project, dir === null || project.lastPushedAt === null)
  const settings = await mergeSettingsOf(ctx, project.id)
  const { rows } = await sql<{ singleAssignee: boolean; template: string | null }>`
    select single_assignee, merge_requests_template as template from projects where id = ${project.id}`.execute(ctx.db)
  const [source, target] = await Promise.all([branchOf(dir, sourceBranch), branchOf(dir, targetBranch)])
  const missing = [
    ...(sourceBranch !== '' && source === null ? [sourceBranch] : []),
    ...(target === null ? [targetBranch] : []),
  ]
  const compared =
    dir === null || source === null || target === null || sourceBranch === targetBranch
      ? null
      : await compare(ctx, project, dir, { source, target, sourceBranch, targetBranch })
  return {
    place,
    sourceBranch: sourceBranch === '' ? null : sourceBranch,
    targetBranch,
    missing,
    comparison: compared?.comparison ?? null,
    title: compared?.title ?? '',
    description: rows[0]?.template ?? compared?.description ?? '',
    squash: settings.squashOption === 'default_on' || settings.squashOption === 'always',
    squashOption: settings.squashOption,
    removeSourceBranch: settings.removeSourceBranchAfterMerge,
    permissions: {
      canCreate: may(ctx.actor, 'project:push-code', project.facts),
      canSetMetadata: may(ctx.actor, 'project:push-code', project.facts),
      canAdminLabels: may(ctx.actor, 'project:admin-labels', project.facts),
    },
    singleAssignee: rows[0]?.singleAssignee ?? false,
  }
}

const branchOf = async (dir: string | null, name: string): Promise<Oid | null> =>
  dir === null || name === '' ? null : ((await findRef(dir, 'branch', name))?.commitId ?? null)

interface Sides {
  readonly source: Oid
  readonly target: Oid
  readonly sourceBranch: string
  readonly targetBranch: string
}

async function compare(ctx: Context, project: ProjectRow, dir: string, sides: Sides) {
  const found = await compareHistories(dir, sides.target, sides.source, { maxCommits })
  const source = {
    dir,
    namespace: project.fullPath,
    from: found.mergeBase ?? sides.target,
    to: sides.source,
    ignoreWhitespace: !(await showsWhitespace(ctx, undefined)),
  }
  const [people, diff, firstBatch, existing] = await Promise.all([
    peopleOf(ctx, found.commits),
    diffSummary(source),
    diffBatch(source, 1),
    existingOf(ctx, project.id, sides),
  ])
  const [only, ...others] = found.commits
  return {
    comparison: {
      commits: found.commits.map(commit => presentLine(commit, people)),
      commitCount: found.commitCount,
      diff,
      firstBatch,
      existing,
    },
    // One commit says what it is about; of several, the name of the branch does.
    title: only !== undefined && others.length === 0 ? only.title : wordsOf(sides.sourceBranch),
    description: only !== undefined && others.length === 0 ? bodyOf(only) : '',
  }
}

/** `fix/broken-threads` as "Fix broken threads" */
function wordsOf(branch: string): string {
  const words = branch.replace(/[/_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

async function existingOf(ctx: Context, projectId: number, { sourceBranch, targetBranch }: Sides) {
  const { rows } = await sql<{ iid: number; title: string }>`
    select i.iid, i.title from merge_requests mr join issuables i on i.id = mr.id
    where mr.is_open and mr.source_project_id = ${projectId} and mr.source_branch = ${sourceBranch} and mr.namespace_id = ${projectId}
      and mr.target_branch = ${targetBranch} and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
