import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { listRefs } from '#server/platform/git/refs/refs.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { pipelineMarks } from '../pipelines/head-pipeline.ts'
import { pipelinePath } from '../pipelines/present.ts'
import { repositoryOf } from '../repository/open.ts'
import { isBranchOf } from './branch-name.ts'
import type { ReadableIssue } from './create.ts'

const branchesPerPage = 50

/**
 * A page of the branches of an issue as HTML, with the status of their last pipeline: empty without one, and for those who cannot read
 * the code.
 *
 * @source BRANCH-027, BRANCH-033
 */
export async function showRelatedBranches(
  ctx: Context,
  issue: ReadableIssue,
  page = 1,
): Promise<{ readonly html: string; readonly count: number }> {
  const project = await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: issue.namespaceId })
  const all = project === null ? [] : await branchesOf(ctx, project, issue.iid)
  const own = all.slice((page - 1) * branchesPerPage, page * branchesPerPage)
  if (project === null || own.length === 0) return { html: '', count: all.length }
  const marks = await pipelineMarks(
    ctx,
    project.id,
    own.map(ref => ref.commitId),
  )
  const items = own.map(({ name, commitId }) => {
    const pathOf = (word: string, ref: string) => escapeHtml(`/${project.fullPath}/-/${word}/${ref}`)
    const mark = marks.get(commitId)
    const status =
      mark === undefined
        ? ''
        : `<a data-status="${mark.status}" href="${escapeHtml(pipelinePath(project.fullPath, mark.id))}">${pipelineStatus[mark.status].text}</a>`
    const compared = `${addressOf(project.defaultBranch)}...${addressOf(name)}`
    return `<li><a href="${pathOf('tree', addressOf(name))}">${escapeHtml(name)}</a>${status}<a href="${pathOf('compare', compared)}" aria-label="Compare ${escapeHtml(name)} with ${escapeHtml(project.defaultBranch)}">Compare</a></li>`
  })
  return { html: `<ul>${items.join('')}</ul>`, count: all.length }
}

/** The branches of an issue in the repository of its project. */
export async function branchesOf(ctx: Context, project: Parameters<typeof repositoryOf>[1], issueIid: number) {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) return []
  return listRefs(dir, 'branch', { beginning: `${issueIid}-`, match: name => isBranchOf(name, issueIid) })
}

/** The path of the comparison of a branch with the default branch. */
export const comparePath = (
  project: { readonly fullPath: string; readonly defaultBranch: string },
  name: string,
): string => `/${project.fullPath}/-/compare/${addressOf(project.defaultBranch)}...${addressOf(name)}`
