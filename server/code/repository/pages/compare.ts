import { sql } from 'kysely'
import type { codeComparePage } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { isShared, projectsOfNetwork } from '#server/foundation/projects/fork-network.ts'
import { compareHistories } from '#server/platform/git/commits/compare.ts'
import { withRepositoryView } from '#server/platform/git/repository-view.ts'
import type { Shown } from '#server/slice.ts'
import { filePreviewOf } from '../../diffs/file-preview.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { comparable } from '../comparable.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLine, presentPlace } from '../present-on-page.ts'

const maxCommits = 100

/**
 * The commits and changes that one side has and the other has not: `main...feature` or `main..feature`, as in the
 * address.
 */
export async function showCompare(
  ctx: Context,
  project: ReadableProject,
  { path: words = '', fromProjectId, w }: InputOf<typeof codeComparePage>,
): Promise<Shown<ReplyOf<typeof codeComparePage>>> {
  const fromProject = await comparable(ctx, project, fromProjectId)
  if (fromProject === null) throw new NotFound('Project')
  const isAcross = fromProject.id !== project.id
  const range = readRange(words, fromProject.defaultBranch)
  const { from, to } = range
  // The files of the other project are not here: the comparison begins at the common ancestor of both histories.
  const straight = range.straight && !isAcross
  const [dir, fromDir] = await Promise.all([repositoryOf(ctx, project), repositoryOf(ctx, fromProject)])
  const [place, hasOtherProjects] = await Promise.all([
    presentPlace(ctx, project, dir === null || project.lastPushedAt === null),
    hasNetwork(ctx, project),
  ])
  const { id, name, fullPath } = fromProject
  const asked = { place, fromProject: { id, name, fullPath }, hasOtherProjects, from, to, straight }
  if (dir === null || to === '') return { ...asked, comparison: null, missing: [] }
  const [one, other] = await Promise.all([
    fromDir === null ? null : lookUpRef(fromDir, fromProject, from),
    lookUpRef(dir, project, to),
  ])
  if (one === null || other === null) {
    const missing = [...(one === null ? (['from'] as const) : []), ...(other === null ? (['to'] as const) : [])]
    return { ...asked, comparison: null, missing }
  }
  const histories = (repo: string) => compareHistories(repo, one.commitId, other.commitId, { maxCommits })
  const found = await (isAcross && fromDir !== null ? withRepositoryView([dir, fromDir], histories) : histories(dir))
  const source = {
    dir,
    namespace: project.fullPath,
    from: straight ? one.commitId : found.mergeBase,
    to: other.commitId,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, project.id),
  }
  const [people, diff, firstBatch] = await Promise.all([
    peopleOf(ctx, found.commits),
    diffSummary(source),
    diffBatch(source, 1),
  ])
  return {
    ...asked,
    comparison: {
      fromId: one.commitId,
      toId: other.commitId,
      baseId: straight ? one.commitId : found.mergeBase,
      commits: found.commits.map(commit => presentLine(commit, people)),
      commitCount: found.commitCount,
      diff,
      firstBatch,
    },
    missing: [],
  }
}

/** Whether the actor can read the code of other projects of the network. */
async function hasNetwork(ctx: Context, project: ReadableProject): Promise<boolean> {
  const { rows } = await sql<{ isShared: boolean }>`select ${isShared(project.id)} as is_shared`.execute(ctx.db)
  return rows[0]?.isShared === true && (await projectsOfNetwork(ctx, project, 'commit')).length > 1
}

function readRange(words: string, defaultBranch: string) {
  const [, from = '', dots = '...', to = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(words) ?? ['', '', '...', words]
  return { from: from === '' ? defaultBranch : from, to, straight: dots === '..' }
}
