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
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { readTreeDeep } from '#server/platform/git/tree.ts'
import { answer, type PageAddress } from '#server/slice.ts'
import { readArchiveName, sendArchive } from './archives.ts'
import { sendCommitText } from './commit-text.ts'
import { sendCommitsFeed } from './commits-feed.ts'
import { commitOf } from './open.ts'
import { showBlame, showBlob } from './pages/blob.ts'
import { showCommit, showCommitRefs, showCommits, showDiff } from './pages/commits.ts'
import { showCompare } from './pages/compare.ts'
import { showBranches, showRefs, showTags } from './pages/refs.ts'
import { showTree } from './pages/tree.ts'
import { showRawFile } from './raw.ts'
import { showProjectRefs } from './refs.ts'

const readable = { about: projectByPath, ability: 'project:read-code' } as const

const pathsAtMost = 50_000

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
      const tree = await readTreeDeep(dir, commitId, '', { limit: pathsAtMost })
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

export const repositoryPages: readonly PageAddress[] = [
  { name: 'code-tree', address: '/:namespace/-/tree', operation: codeTreePage },
  { name: 'code-tree', address: '/:namespace/-/tree/*', operation: codeTreePage },
  { name: 'code-blob', address: '/:namespace/-/blob/*', operation: codeBlobPage },
  { name: 'code-blame', address: '/:namespace/-/blame/*', operation: codeBlamePage },
  { name: 'code-commits', address: '/:namespace/-/commits', operation: codeCommitsPage, feed: commitsFeed },
  { name: 'code-commits', address: '/:namespace/-/commits/*', operation: codeCommitsPage, feed: commitsFeed },
  { name: 'code-commit', address: '/:namespace/-/commit/:sha', operation: codeCommitPage },
  { name: 'code-branches', address: '/:namespace/-/branches', operation: codeBranchesPage },
  { name: 'code-tags', address: '/:namespace/-/tags', operation: codeTagsPage },
  { name: 'code-compare', address: '/:namespace/-/compare', operation: codeComparePage },
  { name: 'code-compare', address: '/:namespace/-/compare/*', operation: codeComparePage },
]
