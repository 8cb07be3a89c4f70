import type { codeCommitPage, codeCommitRefs, codeCommitsPage } from '#contract/code/code-pages.ts'
import { commitIid } from '#contract/issuable-kinds.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { readLog, searchLog } from '#server/platform/git/commits/log.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { type Commit, emptyTree } from '#server/platform/git/objects.ts'
import { containingRefs, countRefs } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { filePreviewOf } from '../../diffs/file-preview.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { discussedCommits, factsOfCommit, requestsDiscussing } from '../commits/discussed.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { renderedLines } from '../files/rendered.ts'
import { commitOfPage, readRefAndPath, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { bodyOf, presentLine, presentPlace, presentRef } from '../present-on-page.ts'

const commitsAPage = 40
/** A search replies with what it has found after this time; the page can then search further back. */
const searchMs = 500
const maxRefs = 100

/** @throws NotFound  no such ref */
export async function showCommits(
  ctx: Context,
  project: ReadableProject,
  { path: words = '', author, search, page = 1, searched: skip = 0 }: InputOf<typeof codeCommitsPage>,
): Promise<Shown<ReplyOf<typeof codeCommitsPage>>> {
  const dir = await repositoryOf(ctx, project)
  const isEmpty = dir === null || (await countRefs(dir, 'branch')) + (await countRefs(dir, 'tag')) === 0
  const place = await presentPlace(ctx, project, isEmpty)
  const at = dir === null ? null : await readRefAndPath(dir, project, words)
  if (dir === null || at === null) {
    if (words !== '' && !(isEmpty && words === project.defaultBranch)) throw new NotFound('Commits')
    return { place, ref: null, path: '', commits: [], page, hasNext: false, searched: null }
  }
  const { ref, path } = at
  const given = { from: [ref.commitId], ...(author ? { author } : {}), ...(search ? { search } : {}) }
  // A search of one path examines fewer commits.
  const isSearch = path === '' && page === 1 && Boolean(author || search)
  const found = isSearch ? await searchLog(dir, { ...given, skip, limit: commitsAPage, maxMs: searchMs }) : null
  const commits =
    found !== null
      ? (await readCommits(dir, found.ids)).filter(commit => commit !== null)
      : await readLog(dir, {
          ...given,
          ...(path === '' ? {} : { path, follow: await isFile(dir, ref.commitId, path) }),
          skip: (page - 1) * commitsAPage,
          limit: commitsAPage + 1,
        })
  const shown = commits.slice(0, commitsAPage)
  const [people, marks, discussed] = await Promise.all([
    peopleOf(ctx, shown),
    pipelineMarks(
      ctx,
      project.id,
      shown.map(commit => commit.id),
    ),
    discussedCommits(
      ctx,
      project.id,
      shown.map(commit => commit.id),
    ),
  ])
  return {
    place,
    ref: presentRef(project, ref),
    path,
    commits: shown.map(commit => presentLine(commit, people, marks, discussed)),
    page,
    hasNext: commits.length > commitsAPage,
    searched: found?.searched ?? null,
  }
}

/** git follows one file through its renames, not a folder; a deleted file is followed by its last name. */
async function isFile(dir: string, commitId: string, path: string): Promise<boolean> {
  const entry = await findEntry(dir, commitId, path)
  return entry === null || entry.type !== 'tree'
}

/** @throws NotFound  no such commit */
export async function showCommit(
  ctx: Context,
  project: ReadableProject,
  { sha, w }: InputOf<typeof codeCommitPage>,
): Promise<Shown<ReplyOf<typeof codeCommitPage>>> {
  const { dir, commitId } = await commitOfPage(ctx, project, sha)
  const [commit] = await readCommits(dir, [commitId])
  if (commit == null) throw new NotFound('Commit')
  const source = {
    dir,
    namespace: project.fullPath,
    from: commit.parentIds[0] ?? null,
    to: commit.id,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, project.id),
  }
  const [diff, firstBatch, people, marks] = await Promise.all([
    diffSummary(source),
    diffBatch(source, 1),
    peopleOf(ctx, [commit]),
    pipelineMarks(ctx, project.id, [commitId]),
  ])
  const [titleHtml = '', ...body] = await renderedLines(ctx, project, [commit.title, ...bodyOf(commit).split('\n')])
  return {
    place: await presentPlace(ctx, project, false),
    commit: {
      ...presentLine(commit, people, marks),
      committerName: commit.committer.name,
      committerEmail: commit.committer.email,
      committer: people(commit.committer.email),
      titleHtml,
      bodyHtml: body.join('\n'),
    },
    diff,
    firstBatch,
    discussion: await discussionOf(ctx, project, commit),
  }
}

async function discussionOf(ctx: Context, project: ReadableProject, { id: sha, parentIds }: Commit) {
  const [discussed, mergeRequests] = await Promise.all([
    discussedCommits(ctx, project.id, [sha]),
    requestsDiscussing(ctx, project.id, sha),
  ])
  const found = discussed.get(sha)
  const facts = factsOfCommit(project.facts)
  return {
    mergeRequests,
    id: found?.id ?? 0,
    iid: commitIid(sha),
    baseSha: parentIds[0] ?? emptyTree,
    notesCount: found?.notesCount ?? 0,
    draftsCount: found?.draftsCount ?? 0,
    canComment: may(ctx.actor, 'issuable:comment', facts),
    canCommentInternally: may(ctx.actor, 'issuable:comment-internally', facts),
    isArchived: project.facts.archived,
    isPendingDeletion: project.facts.pendingDeletion,
  }
}

/** @throws NotFound  no such commit */
export async function showCommitRefs(
  ctx: Context,
  project: ReadableProject,
  sha: string,
): Promise<Shown<ReplyOf<typeof codeCommitRefs>>> {
  const { dir, commitId } = await commitOfPage(ctx, project, sha)
  const { refs, isCut } = await containingRefs(dir, commitId, { limit: maxRefs })
  const named = (type: 'branch' | 'tag') => refs.filter(ref => ref.type === type).map(ref => ref.name)
  return { branches: named('branch'), tags: named('tag'), isCut }
}
