import {
  codeBlamePage,
  codeBlobPage,
  codeBranchesPage,
  codeCommitPage,
  codeCommitRefs,
  codeCommitsPage,
  codeComparePage,
  codeDiff,
  codeFiles,
  codeRefs,
  codeTagsPage,
  codeTreePage,
  commitsFeed,
  projectRefs,
  showArchive,
  showCommitDiff,
  showCommitPatch,
  showRaw,
} from '#contract/code/code-pages.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { refKinds } from '#contract/code/ref-kinds.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { readTreeDeep } from '#server/platform/git/files/tree.ts'
import { answer, type PageAddress, page } from '#server/slice.ts'
import { sendCommitText } from './commits/commit-text.ts'
import { sendCommitsFeed } from './commits/commits-feed.ts'
import { readArchiveName, sendArchive } from './files/archives.ts'
import { showRawFile } from './files/raw.ts'
import { commitOf } from './open.ts'
import { showBlame, showBlob } from './pages/blob.ts'
import { showCommit, showCommitRefs, showCommits, showDiff } from './pages/commits.ts'
import { showCompare } from './pages/compare.ts'
import { showBranches, showRefs, showTags } from './pages/refs.ts'
import { showTree } from './pages/tree.ts'
import { showProjectRefs } from './refs/refs.ts'

const readable = { about: projectByPath, ability: 'project:read-code' } as const

const maxPaths = 50_000

export const pageAnswers = [
  answer(codeTreePage, { ...readable, run: (ctx, project, { path = '' }) => showTree(ctx, project, path) }),
  answer(codeBlobPage, { ...readable, run: (ctx, project, { path = '' }) => showBlob(ctx, project, path) }),
  answer(codeBlamePage, { ...readable, run: (ctx, project, { path = '' }) => showBlame(ctx, project, path) }),
  answer(codeCommitsPage, { ...readable, run: showCommits }),
  answer(commitsFeed, { ...readable, run: (ctx, project, { path = '' }) => sendCommitsFeed(ctx, project, path) }),
  answer(codeCommitPage, { ...readable, run: showCommit }),
  answer(codeCommitRefs, { ...readable, run: (ctx, project, { sha }) => showCommitRefs(ctx, project, sha) }),
  answer(codeDiff, { ...readable, run: showDiff }),
  answer(codeBranchesPage, { ...readable, run: showBranches }),
  answer(codeTagsPage, { ...readable, run: showTags }),
  answer(codeComparePage, { ...readable, run: showCompare }),
  answer(codeRefs, { ...readable, run: showRefs }),
  answer(codeFiles, {
    ...readable,
    run: async (ctx, project, { ref }) => {
      const { dir, commitId } = await commitOf(ctx, project, ref, 'Tree')
      const tree = await readTreeDeep(dir, commitId, '', { limit: maxPaths })
      const paths = (tree?.entries ?? []).filter(entry => entry.type === 'blob').map(entry => entry.path)
      return { paths, isCut: tree?.hasMore ?? false }
    },
  }),
  answer(projectRefs, { ...readable, run: showProjectRefs }),
  answer(showRaw, {
    ...readable,
    run: (ctx, project, { path, inline }) => showRawFile(ctx, project, path, inline ?? true),
  }),
  answer(showCommitPatch, {
    ...readable,
    run: (ctx, project, { sha }) => sendCommitText(ctx, project, sha, 'patch'),
  }),
  answer(showCommitDiff, { ...readable, run: (ctx, project, { sha }) => sendCommitText(ctx, project, sha, 'diff') }),
  answer(showArchive, {
    ...readable,
    byDeployToken: true,
    run: (ctx, project, { path }) => sendArchive(ctx, project, readArchiveName(path)),
  }),
]

const otherRef = (ref: { readonly name: string; readonly is_default: boolean } | null): string | null =>
  ref === null || ref.is_default ? null : ref.name

export const repositoryPages: readonly PageAddress[] = [
  page({
    name: 'code-tree',
    address: '/:namespace/-/tree',
    operation: codeTreePage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
  }),
  page({
    name: 'code-tree',
    address: '/:namespace/-/tree/*',
    operation: codeTreePage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
  }),
  page({
    name: 'code-blob',
    address: '/:namespace/-/blob/*',
    operation: codeBlobPage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
  }),
  page({
    name: 'code-blame',
    address: '/:namespace/-/blame/*',
    operation: codeBlamePage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
  }),
  page({
    name: 'code-commits',
    address: '/:namespace/-/commits',
    operation: codeCommitsPage,
    title: ({ path, ref }) => codeTitles.commitsOf(path, otherRef(ref)),
    feed: commitsFeed,
  }),
  page({
    name: 'code-commits',
    address: '/:namespace/-/commits/*',
    operation: codeCommitsPage,
    title: ({ path, ref }) => codeTitles.commitsOf(path, otherRef(ref)),
    feed: commitsFeed,
  }),
  page({
    name: 'code-commit',
    address: '/:namespace/-/commit/:sha',
    operation: codeCommitPage,
    title: ({ commit }) => codeTitles.commit(commit.title, commit.short_id),
  }),
  {
    name: 'code-branches',
    address: '/:namespace/-/branches',
    operation: codeBranchesPage,
    title: refKinds.branch.title,
  },
  { name: 'code-tags', address: '/:namespace/-/tags', operation: codeTagsPage, title: refKinds.tag.title },
  page({
    name: 'code-compare',
    address: '/:namespace/-/compare',
    operation: codeComparePage,
    title: ({ from, to }) => codeTitles.comparison(from, to),
  }),
  page({
    name: 'code-compare',
    address: '/:namespace/-/compare/*',
    operation: codeComparePage,
    title: ({ from, to }) => codeTitles.comparison(from, to),
  }),
]
