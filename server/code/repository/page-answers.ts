import * as contract from '#contract/code/code-pages.ts'
import { pickCommitOnPage } from '#contract/code/commits/picks.ts'
import { firstFiles } from '#contract/code/files/first-files.ts'
import { codeFolderFiles, codeIdePage } from '#contract/code/files/ide.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { repositorySettingsPage } from '#contract/code/protected-refs.ts'
import { refKinds } from '#contract/code/ref-kinds.ts'
import { namespacePage } from '#contract/foundation/namespaces.ts'
import { presentAllRules } from '#server/code/protected-refs/present.ts'
import { deployKeysForPage } from '#server/foundation/deploy-keys/queries.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { projectsOfNetwork } from '#server/foundation/projects/fork-network.ts'
import { type PageAddress, page, pagePart } from '#server/page-address.ts'
import { readTreeDeep } from '#server/platform/git/files/tree.ts'
import { summaryOf } from '#server/platform/text/summary.ts'
import { answer } from '#server/slice.ts'
import { sendCommitText } from './commits/commit-text.ts'
import { sendCommitsFeed } from './commits/commits-feed.ts'
import { pickOnPage } from './commits/pick.ts'
import { readArchiveName, sendArchive } from './files/archives.ts'
import { showRawFile } from './files/raw.ts'
import { commitOf, withRefType } from './open.ts'
import { showBlame, showBlob } from './pages/blob.ts'
import { showCommit, showCommitRefs, showCommits } from './pages/commits.ts'
import { showCompare } from './pages/compare.ts'
import { showFolderFiles, showIde } from './pages/ide.ts'
import { showBranches, showRefs, showTags } from './pages/refs.ts'
import { showTree } from './pages/tree.ts'
import { presentPlace } from './present-on-page.ts'
import { showProjectRefs } from './refs/refs.ts'

const readable = { about: projectByPath, ability: 'project:read-code' } as const

const maxPaths = 50_000

export const pageAnswers = [
  answer(contract.codeTreePage, {
    ...readable,
    run: (ctx, project, { path = '', rows }) => showTree(ctx, project, path, rows),
  }),
  answer(contract.codeBlobPage, { ...readable, run: (ctx, project, { path = '' }) => showBlob(ctx, project, path) }),
  answer(codeIdePage, { ...readable, run: (ctx, project, { path = '' }) => showIde(ctx, project, path) }),
  answer(codeFolderFiles, { ...readable, run: (ctx, project, { path = '' }) => showFolderFiles(ctx, project, path) }),
  answer(contract.codeBlamePage, { ...readable, run: showBlame }),
  answer(contract.codeCommitsPage, { ...readable, run: showCommits }),
  answer(contract.commitsFeed, {
    ...readable,
    run: (ctx, project, { path = '' }) => sendCommitsFeed(ctx, project, path),
  }),
  answer(contract.codeCommitPage, { ...readable, run: showCommit }),
  answer(pickCommitOnPage, {
    ...readable,
    transaction: 'own',
    run: async (ctx, project, { sha, verb, branch, onNewBranch, forkId, dryRun }) => {
      const { commitId } = await commitOf(ctx, project, sha, 'Commit')
      return pickOnPage(ctx, project, { commitId, verb, branch, onNewBranch, forkId, dryRun })
    },
  }),
  answer(contract.codeCommitRefs, { ...readable, run: (ctx, project, { sha }) => showCommitRefs(ctx, project, sha) }),
  answer(contract.codeBranchesPage, { ...readable, run: showBranches }),
  answer(contract.codeTagsPage, { ...readable, run: showTags }),
  answer(repositorySettingsPage, {
    about: projectByPath,
    ability: 'project:admin-code',
    run: async (ctx, project) => ({
      place: await presentPlace(ctx, project, project.lastPushedAt === null),
      ...(await presentAllRules(ctx, project.id)),
      deployKeys: await deployKeysForPage(ctx, project.id),
    }),
  }),
  answer(contract.codeComparePage, { ...readable, run: showCompare }),
  answer(contract.comparableProjects, {
    ...readable,
    run: (ctx, project, { search }) => projectsOfNetwork(ctx, project, 'commit', search),
  }),
  answer(contract.codeRefs, { ...readable, run: showRefs }),
  answer(contract.codeFiles, {
    ...readable,
    run: async (ctx, project, { ref }) => {
      const { dir, commitId } = await commitOf(ctx, project, ref, 'Tree')
      const tree = await readTreeDeep(dir, commitId, '', { limit: maxPaths })
      const paths = (tree?.entries ?? []).filter(entry => entry.type === 'blob').map(entry => entry.path)
      return { paths, isCut: tree?.hasMore ?? false }
    },
  }),
  answer(contract.projectRefs, { ...readable, run: showProjectRefs }),
  answer(contract.showRaw, {
    ...readable,
    run: (ctx, project, { path, inline }) => showRawFile(ctx, project, path, inline ?? true),
  }),
  answer(contract.showCommitPatch, {
    ...readable,
    run: (ctx, project, { sha }) => sendCommitText(ctx, project, sha, 'patch'),
  }),
  answer(contract.showCommitDiff, {
    ...readable,
    run: (ctx, project, { sha }) => sendCommitText(ctx, project, sha, 'diff'),
  }),
  answer(contract.showArchive, {
    ...readable,
    byDeployToken: true,
    run: (ctx, project, { path }) => sendArchive(ctx, project, readArchiveName(path)),
  }),
]

const otherRef = (ref: { readonly name: string; readonly is_default: boolean } | null): string | null =>
  ref === null || ref.is_default ? null : ref.name

interface WithDiff {
  readonly first_batch: {
    readonly files: readonly { readonly added_lines: number; readonly removed_lines: number }[]
  }
}

/** A diff as far as the first view shows it: the lines of the files that fill a window. */
function firstOf<Page extends WithDiff>(page: Page): Page {
  const files = firstFiles(page.first_batch.files, file => file.added_lines + file.removed_lines)
  return { ...page, first_batch: { ...page.first_batch, files } }
}

export const filesOnHome = pagePart(namespacePage, {
  module: 'code/tree/ProjectFiles.tsx',
  asksFirst: home =>
    'project' in home && home.project.permissions.can_read_code && !home.project.is_empty
      ? { operation: contract.codeTreePage, input: { namespace: home.project.full_path } }
      : null,
})

export const repositoryPages: readonly PageAddress[] = [
  page({
    name: 'code-tree',
    address: '/:namespace/-/tree',
    operation: contract.codeTreePage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
    module: 'code/tree/TreePage.tsx',
    readWords: withRefType,
  }),
  page({
    name: 'code-tree',
    address: '/:namespace/-/tree/*',
    operation: contract.codeTreePage,
    otherwise: { operation: contract.codeBlobPage, addressOf: url => url.replace('/-/tree/', '/-/blob/') },
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
    module: 'code/tree/TreePage.tsx',
    readWords: withRefType,
  }),
  page({
    name: 'code-blob',
    address: '/:namespace/-/blob/*',
    operation: contract.codeBlobPage,
    otherwise: { operation: contract.codeTreePage, addressOf: url => url.replace('/-/blob/', '/-/tree/') },
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
    module: 'code/blob/BlobPage.tsx',
    readWords: withRefType,
  }),
  page({
    name: 'code-edit',
    address: '/:namespace/-/edit/*',
    operation: contract.codeBlobPage,
    title: ({ path }) => codeTitles.editFile(path),
    module: 'code/edit/EditFilePage.tsx',
  }),
  page({
    name: 'code-ide',
    address: '/:namespace/-/ide/*',
    operation: codeIdePage,
    title: ({ path }) => codeTitles.webIde(path),
    module: 'code/ide/IdePage.tsx',
  }),
  page({
    name: 'code-blame',
    address: '/:namespace/-/blame/*',
    operation: contract.codeBlamePage,
    title: ({ path, ref }) => codeTitles.path(path, otherRef(ref)),
    module: 'code/blob/BlamePage.tsx',
    readWords: ({ ignore_revs: ignoreRevs, ...words }) => ({
      ...withRefType(words),
      ...(ignoreRevs === 'false' && { ignoreRevs: false }),
    }),
  }),
  page({
    name: 'code-commits',
    address: '/:namespace/-/commits',
    operation: contract.codeCommitsPage,
    title: ({ path, ref }) => codeTitles.commitsOf(path, otherRef(ref)),
    feed: contract.commitsFeed,
    module: 'code/commits/CommitsPage.tsx',
    readWords: withRefType,
  }),
  page({
    name: 'code-commits',
    address: '/:namespace/-/commits/*',
    operation: contract.codeCommitsPage,
    title: ({ path, ref }) => codeTitles.commitsOf(path, otherRef(ref)),
    feed: contract.commitsFeed,
    module: 'code/commits/CommitsPage.tsx',
    readWords: withRefType,
  }),
  page({
    name: 'code-commit',
    address: '/:namespace/-/commit/:sha',
    operation: contract.codeCommitPage,
    title: ({ commit }) => codeTitles.commit(commit.title, commit.short_id),
    description: ({ commit }) => summaryOf(commit.body_html),
    module: 'code/commits/CommitPage.tsx',
    firstView: firstOf,
  }),
  {
    name: 'code-branches',
    address: '/:namespace/-/branches',
    operation: contract.codeBranchesPage,
    title: refKinds.branch.title,
    module: 'code/refs/BranchesPage.tsx',
  },
  {
    name: 'code-tags',
    address: '/:namespace/-/tags',
    operation: contract.codeTagsPage,
    title: refKinds.tag.title,
    module: 'code/refs/TagsPage.tsx',
  },
  {
    name: 'repository-settings',
    address: '/:namespace/-/settings/repository',
    operation: repositorySettingsPage,
    title: codeTitles.repositorySettings,
    module: 'code/settings/RepositorySettingsPage.tsx',
  },
  ...['/:namespace/-/compare', '/:namespace/-/compare/*'].map(address =>
    page({
      name: 'code-compare',
      address,
      operation: contract.codeComparePage,
      title: ({ from, to }) => codeTitles.comparison(from, to),
      module: 'code/compare/ComparePage.tsx',
      firstView: ({ comparison, ...page }) => ({
        ...page,
        comparison: comparison && firstOf(comparison),
      }),
    }),
  ),
]
