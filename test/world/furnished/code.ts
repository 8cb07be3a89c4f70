import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { forkProject } from '#contract/code/forks.ts'
import { protectBranch, protectTag } from '#contract/code/protected-refs.ts'
import { addTag as createTag } from '#contract/code/refs.ts'
import { createProject } from '#contract/foundation/projects.ts'
import { copyFork } from '#server/code/forks/copy.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** Branches, a tag, a pipeline, protected refs, a fork and a project beside it. */
export async function furnishCode(built: CodeWorld, guildId: number) {
  const { as, commit, dir, project } = built
  const root = as('root')
  const commitId = await commit({ 'README.md': '# Loom\n', 'src/loom.ts': 'export const loom = 1\n' })
  const changeId = await commit({ 'src/loom.ts': 'export const loom = 2\n' }, { branch: 'change' })
  for (const branch of ['scratch', 'gone']) await commit({ [`${branch}.txt`]: 'loose\n' }, { branch })
  await root.call(createTag, { id: project.id, tagName: 'v1', ref: 'main' })
  const status = await root.call(createCommitStatus, {
    id: project.id,
    sha: commitId,
    state: 'success',
    description: 'All fine',
  })
  const fork = await root.call(forkProject, { id: project.id, namespaceId: guildId })
  const unrelated = await root.call(createProject, { name: 'Unrelated', namespaceId: guildId })
  await copyFork(root.ctx, { projectId: fork.id, sourceId: project.id, branches: null })
  // Covers nothing that the operations of this world move.
  await root.call(protectBranch, { id: project.id, name: 'stable/*' })
  await root.call(protectTag, { id: project.id, name: 'stable/*' })
  const blobId = (await fileInfo(dir, commitId, 'src/loom.ts'))?.id

  const fit: FurnishedArea['fit'] = (place, wanted) => {
    fitFiles(place, wanted)
    fitChanges(place, wanted, changeId)
    const { name, path, isChange } = wanted
    if (path.includes('/protected_')) place.name = isChange && path.endsWith('s') ? 'fresh/*' : 'stable/*'
    if (name === 'createCommitStatus') place.state = 'success'
    if (name === 'getBlob' || name === 'getRawBlob') place.sha = blobId
    if (/^getDiff|^findInDiff/.test(name)) Object.assign(place, { to: changeId, path: 'src/loom.ts' })
    if (name === 'updateFork' || name === 'upstreamOfFork') place.namespace = fork.pathWithNamespace
    if (name === 'endForkRelation') place.id = fork.id
    if (name === 'relateFork') Object.assign(place, { id: unrelated.id, forkedFromId: project.id })
  }
  const everywhere = {
    sha: commitId,
    pipelineId: status.pipelineId,
    ref: 'main',
    refs: ['main', 'change'],
    from: 'main',
    to: 'change',
    branch: 'main',
    tagName: 'v1',
    filePath: 'src/loom.ts',
    oldPath: 'src/loom.ts',
    newPath: 'src/loom.ts',
    format: 'zip',
    submodule: 'vendor',
    commitMessage: 'Change it',
    commitSha: commitId,
    content: 'new',
  }
  return { changeId, fork, unrelated, everywhere, fit }
}

const fitFiles: FurnishedArea['fit'] = (place, { name }) => {
  if (name === 'codeBlobPage' || name === 'codeBlamePage' || name === 'showRaw') place.path = 'main/src/loom.ts'
  if (name === 'codeIdePage') place.path = 'main/src/loom.ts'
  if (name === 'codeFolderFiles') place.path = 'main/src'
  if (name === 'codeComparePage') place.path = 'main...change'
  if (name === 'showArchive') place.path = 'main/loom-main.zip'
  if (name === 'getLicense') place.key = 'mit'
  if (name === 'getFileTemplate') Object.assign(place, { type: 'gitignores', key: 'Node' })
  if (name === 'getTemplate') Object.assign(place, { type: 'licenses', name: 'mit' })
}

function fitChanges(
  place: Record<string, unknown>,
  { name, path, isChange }: Parameters<FurnishedArea['fit']>[1],
  changeId: string,
): void {
  // Calls that change code do so on a branch that nothing else reads.
  if (isChange && path.includes('/repository/')) place.branch = 'scratch'
  if (name === 'cherryPickCommit' || name === 'revertCommit') place.sha = changeId
  if (name === 'revertCommit') place.branch = 'change'
  if (name === 'pickCommitOnPage')
    Object.assign(place, { sha: changeId, verb: 'revert', branch: 'change', onNewBranch: true })
  if (name === 'getChangelog' || name === 'addChangelog') place.version = '1.0.0'
  if (name === 'addTag') place.tagName = 'v2'
  if (name === 'addFile') place.filePath = 'new.txt'
  if (name === 'addBranch') Object.assign(place, { branch: 'another', ref: 'main' })
  if (name === 'createPageBranch' || name === 'createMergeRequestForIssue')
    Object.assign(place, { branchName: `1-${name.toLowerCase()}`, ref: 'main' })
  if (name === 'removeBranch') place.branch = 'gone'
}
