import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { forkProject } from '#contract/code/forks.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import {
  getMergeRequestEntity,
  getMergeRequestPage,
  getMergeRequestPipelinesPage,
  isMergeRequestData,
} from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  getMergeRequestCachedWidget,
  getMergeRequestWidget,
} from '#contract/code/merge-requests/merge-request-widgets.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRef,
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestPipelines,
  listMergeRequestVersions,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { getProject } from '#contract/foundation/projects.ts'
import { getIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { fileInfo } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { git } from '#server/platform/git/run.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'
import { rawChanges } from './changes.ts'

test('MR-013 a merge request is created with its commits, version and merge status', async () => {
  const { open, head, as, ref } = await reviewed()
  const made = await open({ description: 'About b', reviewerIds: [] })
  expect(made).toMatchObject({
    state: 'opened',
    sha: head,
    reference: '!1',
    changesCount: '1',
    mergeStatus: 'can_be_merged',
    detailedMergeStatus: 'mergeable',
    draft: false,
    diffRefs: { headSha: head },
  })
  const commits = await as('rita').call(listMergeRequestCommits, ref(made.iid))
  expect(commits.map(commit => commit.title)).toEqual(['Add b'])
})

test('a merge request tells the commit that a merge would make, the same one until a branch moves', async () => {
  const { open, as, ref, commit, dir, head } = await reviewed()
  const { iid } = await open()
  const read = async () => (await as('rita').call(getMergeRef, ref(iid))).commitId
  const first = await read()
  const target = await findRef(dir, 'branch', 'main')
  expect((await readCommits(dir, [first]))[0]?.parentIds).toEqual([target?.commitId, head])
  expect(await fileInfo(dir, first, 'b.txt')).not.toBeNull()
  expect(await read()).toBe(first)
  await commit({ 'b.txt': 'other\n' })
  await expect(read()).rejects.toThrow('Branch cannot be merged')
})

test('the pipelines of a merge request are those of its versions', async () => {
  const { open, as, ref, head, project, commit } = await reviewed()
  const { iid } = await open()
  const elsewhere = await commit({ 'c.txt': 'c' }, { branch: 'other' })
  for (const sha of [head, elsewhere])
    await as('dan').call(createCommitStatus, { id: project.id, sha, state: 'success', name: 'build' })
  expect(await as('rita').call(listMergeRequestPipelines, ref(iid))).toMatchObject([{ sha: head, status: 'success' }])
})

test('MR-009 the page of a merge request counts the pipelines of its versions, and lists them with their checks', async () => {
  const { open, as, head, project, commit } = await reviewed()
  const { iid } = await open()
  const report = (name: string, state: 'success' | 'failed', ref = 'feature') =>
    as('dan').call(createCommitStatus, { id: project.id, sha: head, state, name, ref })
  await report('build', 'success')
  await report('lint', 'failed')
  await report('build', 'success', 'main')
  const elsewhere = await commit({ 'c.txt': 'c' }, { branch: 'other' })
  await as('dan').call(createCommitStatus, { id: project.id, sha: elsewhere, state: 'success', name: 'build' })
  const of = { namespace: project.fullPath, iid }
  expect(await as('rita').call(getMergeRequestPage, of)).toMatchObject({
    mergeRequest: { pipelineCount: 2, pipeline: { checks: { total: 2, failed: 1, unfinished: 0 } } },
  })
  const { pipelines } = await as('rita').call(getMergeRequestPipelinesPage, of)
  expect(pipelines).toMatchObject([
    { ref: 'main', status: 'success', counts: [{ status: 'success', count: 1 }] },
    {
      sha: head,
      title: 'Add b',
      ref: 'feature',
      status: 'failed',
      namespace: project.fullPath,
      counts: [
        { status: 'failed', count: 1 },
        { status: 'success', count: 1 },
      ],
      checks: [
        { name: 'lint', status: 'failed' },
        { name: 'build', status: 'success' },
      ],
    },
  ])
})

test.each([
  [{ sourceBranch: 'nowhere' }, 'unprocessable'],
  [{ targetBranch: 'nowhere' }, 'unprocessable'],
  [{ sourceBranch: 'main' }, 'unprocessable'],
  [{ title: ' ' }, 'invalid'],
])('a merge request with %o is refused: %s', async (given, kind) => {
  const { open } = await reviewed()
  await expect(open(given)).rejects.toMatchObject({ kind })
})

test('MR-013 another target branch is compared with in a new version, told of in the history, and refused where it does not exist', async () => {
  const { open, as, ref, commit } = await reviewed()
  const elsewhere = await commit({ 'c.txt': 'more\n' }, { branch: 'feature' })
  await commit({ 'b.txt': 'other\n' }, { branch: 'release' })
  const made = await open()
  const retarget = (targetBranch: string) => as('dan').call(updateMergeRequest, { ...ref(made.iid), targetBranch })
  await expect(retarget('nowhere')).rejects.toMatchObject({ kind: 'unprocessable' })
  await expect(retarget('feature')).rejects.toMatchObject({ kind: 'unprocessable' })
  expect(await retarget('release')).toMatchObject({ targetBranch: 'release', sha: elsewhere, hasConflicts: true })
  expect(await as('rita').call(listMergeRequestVersions, ref(made.iid))).toHaveLength(2)
  const said = await as('dan').call(mergeRequestDiscussion.createNote, {
    ...ref(made.iid),
    body: '/target_branch nowhere\n/target_branch main',
  })
  expect(JSON.stringify(said)).toContain('Set target branch to main.')
  const shown = await as('rita').call(getMergeRequest, ref(made.iid))
  expect(shown).toMatchObject({ targetBranch: 'main', hasConflicts: false })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref(made.iid))
  expect(notes.map(note => note.body).toReversed()).toEqual([
    'changed target branch from `main` to `release`',
    'changed target branch from `release` to `main`',
  ])
})

test('/target_branch in the description of a new merge request sets its target, and is no part of the text', async () => {
  const { as, project, ref, commit } = await reviewed()
  await commit({ 'b.txt': 'other\n' }, { branch: 'release' })
  const made = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add',
    description: 'For the release.\n\n/target_branch release',
  })
  const shown = await as('rita').call(getMergeRequest, ref(made.iid))
  expect(shown).toMatchObject({ targetBranch: 'release', description: 'For the release.' })
})

test('a second open merge request for the same branches is refused', async () => {
  const { open } = await reviewed()
  await open()
  await expect(open()).rejects.toMatchObject({ kind: 'conflict' })
})

test('SYSNOTE-004 a push adds a version and a note that links to its comparison, and cancels auto-merge', async () => {
  const { open, as, ref, project, deliver } = await reviewed()
  const made = await open({ title: 'Draft: Add b' })
  await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({ mergeWhenPipelineSucceeds: true })
  const actions = [{ action: 'create' as const, filePath: 'c.txt', content: 'more' }]
  await as('dan').call(createCommit, { id: project.id, branch: 'feature', commitMessage: 'Add c', actions })
  await deliver()
  const versions = await as('rita').call(listMergeRequestVersions, ref(made.iid))
  expect(versions.map(version => version.realSize)).toEqual(['2', '1'])
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({ mergeWhenPipelineSucceeds: false })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, ref(made.iid))
  expect(notes.map(note => note.body)).toEqual([
    'aborted the automatic merge because the source branch was updated',
    expect.stringMatching(
      /^added 1 commit\n\n\* [0-9a-f]{8} - Add c\n\n\[Compare with previous version\]\(<http.*\/merge_requests\/1\/diffs\?version=2&since=1>\)$/,
    ),
    expect.stringMatching(/^enabled an automatic merge when all checks for [0-9a-f]{8} pass$/),
  ])
})

test('the versions of a merge request tell the patch id that git computes, which is stored', async () => {
  const { open, as, db, dir, ref, project, deliver } = await reviewed()
  const { iid } = await open()
  const actions = [{ action: 'create' as const, filePath: 'c.txt', content: 'more' }]
  await as('dan').call(createCommit, { id: project.id, branch: 'feature', commitMessage: 'Add c', actions })
  await deliver()
  const versions = await as('rita').call(listMergeRequestVersions, ref(iid))
  const expected = []
  for (const { baseCommitSha, headCommitSha } of versions) {
    const patch = await git(dir, ['diff', baseCommitSha ?? '', headCommitSha])
    const { stdout } = await git(dir, ['patch-id', '--stable'], { input: patch.stdout })
    expected.push(stdout.toString().slice(0, 40))
  }
  expect(new Set(expected).size).toBe(2)
  expect(versions.map(version => version.patchIdSha)).toEqual(expected)
  const versionId = versions[0]?.id ?? 0
  expect((await as('rita').call(getMergeRequestVersion, { ...ref(iid), versionId })).patchIdSha).toBe(expected[0])
  await db
    .updateTable('mergeRequestVersions')
    .set({ patchId: 'f'.repeat(40) })
    .where('id', '=', versionId)
    .execute()
  expect((await as('rita').call(getMergeRequestVersion, { ...ref(iid), versionId })).patchIdSha).toBe('f'.repeat(40))
})

test('MR-013 a closed merge request is reopened, a merged one is not', async () => {
  const { open, as, ref } = await reviewed()
  const made = await open()
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'close' })).toMatchObject({
    state: 'closed',
    detailedMergeStatus: 'not_open',
  })
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'reopen' })).toMatchObject({
    state: 'opened',
  })
  await as('mina').call(acceptMergeRequest, ref(made.iid))
  expect(await as('dan').call(updateMergeRequest, { ...ref(made.iid), stateEvent: 'reopen' })).toMatchObject({
    state: 'merged',
  })
})

test('MR-001 a merge request is opened, closed, merged, or locked while it is being merged', async () => {
  const { open, as, ref, db } = await reviewed()
  const { id, iid } = await open()
  const state = async () => (await as('rita').call(getMergeRequest, ref(iid))).state
  const states = [await state()]
  await as('dan').call(updateMergeRequest, { ...ref(iid), stateEvent: 'close' })
  states.push(await state())
  await as('dan').call(updateMergeRequest, { ...ref(iid), stateEvent: 'reopen' })
  await db.updateTable('issuables').set({ state: 'locked' }).where('id', '=', id).execute()
  states.push(await state())
  await db.updateTable('issuables').set({ state: 'opened' }).where('id', '=', id).execute()
  await as('mina').call(acceptMergeRequest, ref(iid))
  expect([...states, await state()]).toEqual(['opened', 'closed', 'locked', 'merged'])
})

test('an owner deletes a merge request, a developer does not', async () => {
  const { open, as, ref } = await reviewed()
  const made = await open()
  await expect(as('dan').call(deleteMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'forbidden' })
  await as('olga').call(deleteMergeRequest, ref(made.iid))
  await expect(as('dan').call(getMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'not_found' })
})

/** A project with a fork of nina's, which has a branch of its own. */
async function forked({ visibility }: { readonly visibility: 'public' | 'private' }) {
  const scene = await reviewed()
  const { as, db, project, deliver, build, users } = scene
  // A fork is as open as its project at most.
  await db.updateTable('namespaces').set({ visibility }).where('id', '=', project.id).execute()
  await build.member({ at: project.id, userId: users.nina.id, level: 20 })
  const fork = await as('nina').call(forkProject, { id: project.id, visibility })
  await deliver()
  const actions = [{ action: 'create' as const, filePath: 'fork.txt', content: 'from the fork\n' }]
  const commit = { branch: 'mine', startBranch: 'main', commitMessage: 'Add fork.txt', actions }
  await as('nina').call(createCommit, { id: fork.id, ...commit })
  return {
    ...scene,
    fork,
    change: { id: fork.id, sourceBranch: 'mine', targetBranch: 'main', title: 'Add fork.txt' },
  }
}

test('a fork offers its changes to the project that it came from', async () => {
  const { as, project, ref, fork, change } = await forked({ visibility: 'private' })
  const made = await as('nina').call(createMergeRequest, { ...change, targetProjectId: project.id })
  expect(made).toMatchObject({ projectId: project.id, sourceProjectId: fork.id, mergeStatus: 'can_be_merged' })
  const page = { namespace: project.fullPath, iid: made.iid }
  const paths = await Promise.all(
    (['nina', 'mina'] as const).map(
      async who => (await as(who).call(getMergeRequestPage, page)).mergeRequest.sourceProject?.fullPath,
    ),
  )
  expect(paths).toEqual([fork.pathWithNamespace, null])
  await expect(as('nina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(await as('mina').call(acceptMergeRequest, ref(made.iid))).toMatchObject({ state: 'merged' })
})

test.each([
  ['public', 'rita', true],
  ['private', 'nina', true],
  ['private', 'rita', false],
] as const)(
  'the pipeline of a merge request from a %s fork is the fork’s, in REST, GraphQL, the page and the list; %s sees it: %s',
  async (visibility, who, isShown) => {
    const { as, project, ref, fork, change } = await forked({ visibility })
    const made = await as('nina').call(createMergeRequest, { ...change, targetProjectId: project.id })
    const status = { id: fork.id, sha: made.sha ?? '', ref: 'mine', state: 'failed' as const, name: 'build' }
    await as('nina').call(createCommitStatus, status)
    const namespace = project.fullPath
    const rest = await as(who).call(getMergeRequest, ref(made.iid))
    const query = `{ project(fullPath: "${namespace}") { mergeRequest(iid: "${made.iid}") { headPipeline { status } } } }`
    const graphql = (await askGraphql(as(who).ctx, query)).data.project.mergeRequest.headPipeline
    const page = await as(who).call(getMergeRequestPage, { namespace, iid: made.iid })
    const list = await as(who).call(getMergeRequestsPage, { namespace })
    const expected = isShown ? { status: 'failed' } : null
    expect([
      rest.pipeline,
      rest.headPipeline,
      page.mergeRequest.pipeline,
      list.mergeRequests[0]?.pipeline,
    ]).toMatchObject(Array(4).fill(expected))
    expect(graphql).toEqual(isShown ? { status: 'FAILED' } : null)
  },
)

test('people who read the changes of a merge request slowly keep no page from being read', async () => {
  const { commit, open, as, dir, project } = await reviewed()
  await commit({ 'long.txt': 'warp and weft\n'.repeat(100_000) }, { branch: 'feature', message: 'Add a long file' })
  const { id } = await open()
  const slow = await Promise.all(
    Array.from({ length: 10 }, () => rawChanges(as('rita').ctx, { id, namespaceId: project.id })),
  )
  onTestFinished(() => {
    for (const stream of slow) stream.destroy()
  })
  await Promise.all(slow.map(stream => once(stream, 'readable')))
  expect((await git(dir, ['rev-parse', 'feature'])).code).toBe(0)
})

test('MR-002 the data of a merge request hold how it is merged, those of an issue do not', async () => {
  const { open, as, project, head, build } = await reviewed()
  const { id, iid } = await open({ removeSourceBranch: true })
  const issue = await build.issuable()
  const data = await as('dan').call(getMergeRequestEntity, { namespace: project.fullPath, iid })
  expect(data).toMatchObject({
    id,
    noteableType: 'MergeRequest',
    projectId: project.id,
    diffHeadSha: head,
    canReceiveSuggestion: true,
    mergeParams: { forceRemoveSourceBranch: true, squash: false, autoMergeStrategy: null },
    currentUser: { canCreateNote: true, canUpdate: true },
    createNotePath: `/${project.fullPath}/notes?target_id=${id}&target_type=merge_request`,
  })
  expect(isMergeRequestData(data)).toBe(true)
  expect(isMergeRequestData(await as('dan').call(getIssueEntity, issue.page))).toBe(false)
})

test.each([getMergeRequestWidget, getMergeRequestCachedWidget])(
  'MR-002 $name answers with the merge request of the page and the permissions of the reader',
  async operation => {
    const { open, as, project } = await reviewed()
    const at = { namespace: project.fullPath, iid: (await open()).iid }
    for (const who of ['dan', 'rita'] as const) {
      const { mergeRequest, permissions } = await as(who).call(getMergeRequestPage, at)
      expect(await as(who).call(operation, at)).toEqual({ ...mergeRequest, permissions })
    }
    expect((await as('nina').reply(operation, at)).status).toBe(404)
  },
)

test('a program that does not ask for it keeps the source branch, whatever the project offers on its pages', async () => {
  const { open, project, as, commit } = await reviewed()
  expect(await as('mina').call(getProject, { id: project.id })).toMatchObject({ removeSourceBranchAfterMerge: true })
  expect(await open()).toMatchObject({ forceRemoveSourceBranch: false })
  await commit({ 'c.txt': 'c' }, { branch: 'other' })
  const { data } = await askGraphql(
    as('dan').ctx,
    `mutation { mergeRequestCreate(input: { projectPath: "${project.fullPath}", title: "C", sourceBranch: "other",
      targetBranch: "main" }) { errors mergeRequest { forceRemoveSourceBranch } } }`,
  )
  expect(data.mergeRequestCreate).toEqual({ errors: [], mergeRequest: { forceRemoveSourceBranch: false } })
})
