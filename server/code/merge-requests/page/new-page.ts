import { sql } from 'kysely'
import type { getNewMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isShared, projectsOfNetwork } from '#server/foundation/projects/fork-network.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'
import { objectInfo } from '#server/platform/git/cat-file.ts'
import { compareHistories } from '#server/platform/git/commits/compare.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { bringObjects } from '#server/platform/git/writing/bring-objects.ts'
import type { Shown } from '#server/slice.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { showsWhitespace } from '../../repository/commits/whitespace.ts'
import { repositoryOf } from '../../repository/open.ts'
import { peopleOf } from '../../repository/people.ts'
import { bodyOf, presentLine, presentPlace } from '../../repository/present-on-page.ts'
import { mergeSettingsOf } from '../settings.ts'
import { type Target, targetById, usualTarget } from '../targets.ts'

type Reply = Shown<ReplyOf<typeof getNewMergeRequestPage>>

const maxCommits = 100

/**
 * The first contents of the form of a new merge request: the difference of the branches, and texts from their commits.
 *
 * @throws NotFound  the target is no project of the fork network in which the actor may open one
 */
export async function showNewMergeRequest(
  ctx: Context,
  project: Target,
  { sourceBranch = '', targetBranch: wanted, targetProjectId }: InputOf<typeof getNewMergeRequestPage>,
): Promise<Reply> {
  const dir = await repositoryOf(ctx, project)
  const place = await presentPlace(ctx, project, dir === null || project.lastPushedAt === null)
  const target = await targetOf(ctx, project, { wanted, targetProjectId })
  const isFork = target.id !== project.id
  const targetBranch = wanted ?? target.defaultBranch
  const settings = await mergeSettingsOf(ctx, target.id)
  const { rows } = await sql<{ singleAssignee: boolean; template: string | null; isShared: boolean }>`
    select single_assignee, merge_requests_template as template, ${isShared(project.id)} as is_shared
    from projects where id = ${target.id}`.execute(ctx.db)
  const targetDir = isFork ? await repositoryOf(ctx, target) : dir
  const [source, into] = await Promise.all([branchOf(dir, sourceBranch), branchOf(targetDir, targetBranch)])
  const missing = [
    ...(sourceBranch !== '' && source === null ? [sourceBranch] : []),
    ...(into === null ? [targetBranch] : []),
  ]
  const canPush = may(ctx.actor, 'project:push-code', project.facts)
  const isSame = !isFork && sourceBranch === targetBranch
  // The commits of another project are brought here, which only those who write here can cause.
  const canCompare = dir !== null && targetDir !== null && !isSame && (!isFork || canPush)
  const sides = source === null || into === null ? null : { source, target: into, sourceBranch, targetBranch }
  if (canCompare && isFork && sides !== null && (await objectInfo(dir, sides.target)) === null)
    await bringObjects({ from: targetDir, to: dir, commitId: sides.target, keptBy: `refs/keep-around/${sides.target}` })
  const compared = canCompare && sides !== null ? await compare(ctx, project, target, dir, sides) : null
  return {
    place,
    target: { id: target.id, name: target.name, fullPath: target.fullPath },
    hasOtherTargets: rows[0]?.isShared === true && (await projectsOfNetwork(ctx, project, 'merge_request')).length > 1,
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
      canCreate: canPush,
      canAllowCollaboration: canPush && isFork && project.visibility !== 'private' && target.visibility !== 'private',
      canSetMetadata: may(ctx.actor, 'project:push-code', target.facts),
      canAdminLabels: may(ctx.actor, 'project:admin-labels', target.facts),
    },
    singleAssignee: rows[0]?.singleAssignee ?? false,
  }
}

interface TargetChoice {
  readonly wanted: string | undefined
  readonly targetProjectId: number | undefined
}

async function targetOf(ctx: Context, project: Target, { wanted, targetProjectId }: TargetChoice): Promise<Target> {
  if (targetProjectId === project.id) return project
  if (targetProjectId !== undefined) {
    const named = (await sameNetwork(ctx, project.id, targetProjectId)) ? await targetById(ctx, targetProjectId) : null
    if (named === null) throw new NotFound('Project')
    return named
  }
  const usual = (await usualTarget(ctx, project)) ?? project
  // A branch that only the fork has, such as the one that a file was edited on.
  const isThere = wanted === undefined || (await branchOf(await repositoryOf(ctx, usual), wanted)) !== null
  return isThere ? usual : project
}

const branchOf = async (dir: string | null, name: string): Promise<Oid | null> =>
  dir === null || name === '' ? null : ((await findRef(dir, 'branch', name))?.commitId ?? null)

interface Sides {
  readonly source: Oid
  readonly target: Oid
  readonly sourceBranch: string
  readonly targetBranch: string
}

async function compare(ctx: Context, project: ProjectRow, target: ProjectRow, dir: string, sides: Sides) {
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
    existingOf(ctx, project.id, target.id, sides),
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
    // A single commit gives the title; otherwise the name of the branch does.
    title: only !== undefined && others.length === 0 ? only.title : wordsOf(sides.sourceBranch),
    description: only !== undefined && others.length === 0 ? bodyOf(only) : '',
  }
}

/** `fix/broken-threads` as "Fix broken threads" */
function wordsOf(branch: string): string {
  const words = branch.replace(/[/_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

async function existingOf(ctx: Context, sourceId: number, targetId: number, { sourceBranch, targetBranch }: Sides) {
  const { rows } = await sql<{ iid: number; title: string }>`
    select i.iid, i.title from merge_requests mr join issuables i on i.id = mr.id
    where mr.is_open and mr.source_project_id = ${sourceId} and mr.source_branch = ${sourceBranch} and mr.namespace_id = ${targetId}
      and mr.target_branch = ${targetBranch} and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
