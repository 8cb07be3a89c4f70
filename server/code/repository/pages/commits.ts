import type { codeCommitPage, codeCommitRefs, codeCommitsPage, codeDiff } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { commitStats } from '#server/platform/git/commits/commit.ts'
import { commitDiff, diff } from '#server/platform/git/commits/diff.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { containingRefs, countRefs } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { renderedLines } from '../files/rendered.ts'
import { commitOf, readRefAndPath, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { bodyOf, presentDiffFile, presentLine, presentPlace, presentRef } from '../present-on-page.ts'

const commitsAPage = 40
const maxRefs = 100

type Readable = Allowed<'project:read-code', ProjectRow>

/** @throws NotFound  no such ref */
export async function showCommits(
  ctx: Context,
  project: Readable,
  { path: words = '', author, search, page = 1 }: InputOf<typeof codeCommitsPage>,
): Promise<Shown<ReplyOf<typeof codeCommitsPage>>> {
  const dir = await repositoryOf(ctx, project)
  const isEmpty = dir === null || (await countRefs(dir, 'branch')) + (await countRefs(dir, 'tag')) === 0
  const place = await presentPlace(ctx, project, isEmpty)
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  if (dir === null || found === null) {
    if (words !== '' && !(isEmpty && words === project.defaultBranch)) throw new NotFound('Commits')
    return { place, ref: null, path: '', commits: [], page, hasNext: false }
  }
  const { ref, path } = found
  const commits = await readLog(dir, {
    from: [ref.commitId],
    ...(path === '' ? {} : { path, follow: await isFile(dir, ref.commitId, path) }),
    ...(author ? { author } : {}),
    ...(search ? { search } : {}),
    skip: (page - 1) * commitsAPage,
    limit: commitsAPage + 1,
  })
  const shown = commits.slice(0, commitsAPage)
  const [people, marks] = await Promise.all([
    peopleOf(ctx, shown),
    pipelineMarks(
      ctx,
      project.id,
      shown.map(commit => commit.id),
    ),
  ])
  return {
    place,
    ref: presentRef(project, ref),
    path,
    commits: shown.map(commit => presentLine(commit, people, marks)),
    page,
    hasNext: commits.length > commitsAPage,
  }
}

/** git follows one file through its renames, not a folder; what is not there any more is followed by its last name. */
async function isFile(dir: string, commitId: string, path: string): Promise<boolean> {
  const entry = await findEntry(dir, commitId, path)
  return entry === null || entry.type !== 'tree'
}

/** @throws NotFound  no such commit */
export async function showCommit(
  ctx: Context,
  project: Readable,
  { sha, w }: InputOf<typeof codeCommitPage>,
): Promise<Shown<ReplyOf<typeof codeCommitPage>>> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const isWhitespaceShown = await showsWhitespace(ctx, w)
  const [[commit], changes, stats] = await Promise.all([
    readCommits(dir, [commitId]),
    commitDiff(dir, commitId, { ignoreWhitespace: !isWhitespaceShown }),
    commitStats(dir, [commitId]),
  ])
  if (commit == null || changes === null) throw new NotFound('Commit')
  const [people, marks] = await Promise.all([peopleOf(ctx, [commit]), pipelineMarks(ctx, project.id, [commitId])])
  const [titleHtml = '', ...body] = await renderedLines(ctx, project, [commit.title, ...bodyOf(commit).split('\n')])
  const { additions = 0, deletions = 0, files = 0 } = stats.get(commitId) ?? {}
  return {
    place: await presentPlace(ctx, project, false),
    isWhitespaceShown,
    commit: {
      ...presentLine(commit, people, marks),
      committerName: commit.committer.name,
      committerEmail: commit.committer.email,
      committer: people(commit.committer.email),
      titleHtml,
      bodyHtml: body.join('\n'),
    },
    stats: { additions, deletions, files },
    files: changes.files.map(presentDiffFile),
    overflow: changes.overflow,
  }
}

/** @throws NotFound  one of the commits is not there, or the file is the same in both */
export async function showDiff(
  ctx: Context,
  project: Readable,
  { from, to, oldPath, newPath, w }: InputOf<typeof codeDiff>,
): Promise<Shown<ReplyOf<typeof codeDiff>>> {
  const { dir } = await commitOf(ctx, project, to, 'Commit')
  if (from !== undefined) await commitOf(ctx, project, from, 'Commit')
  const { files } = await diff(dir, from ?? null, to, {
    paths: [...new Set([oldPath, newPath])],
    expanded: true,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
  })
  const file = files.find(each => each.newPath === newPath) ?? files[0]
  if (file === undefined) throw new NotFound('File')
  return presentDiffFile(file)
}

/** @throws NotFound  no such commit */
export async function showCommitRefs(
  ctx: Context,
  project: Readable,
  sha: string,
): Promise<Shown<ReplyOf<typeof codeCommitRefs>>> {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const { refs, isCut } = await containingRefs(dir, commitId, { limit: maxRefs })
  const named = (type: 'branch' | 'tag') => refs.filter(ref => ref.type === type).map(ref => ref.name)
  return { branches: named('branch'), tags: named('tag'), isCut }
}
