import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { ownFork } from '#contract/code/forks.ts'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import { getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { load } from '#server/access/load.ts'
import { readPushOptions } from '#server/code/repository/push/push-options.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'
import { mergeRequestOptions } from './push-options.ts'

async function pushed() {
  const built = await codeWorld()
  await built.commit({ 'a.txt': 'one\n' })
  const issue = await built.build.issue({ title: 'Threads unravel' })
  const { project, as } = built
  const change = (who: Member, message: string, branch = 'main') =>
    as(who).call(createCommit, {
      ...{ id: project.id, branch, commitMessage: message },
      ...(branch === 'main' ? {} : { startBranch: 'main' }),
      actions: [{ action: 'create', filePath: `${message.length}.txt`, content: 'x' }],
    })
  const history = async (who: Member) => {
    const query = `{ project(fullPath: "${project.fullPath}") { issue(iid: "${issue.iid}") { notes { nodes { body } } } } }`
    const { data } = await askGraphql(as(who).ctx, query)
    return (data.project.issue.notes.nodes as readonly { body: string }[]).map(note => note.body)
  }
  const state = async () => (await as('rita').call(getIssue, { id: project.id, issueIid: issue.iid })).state
  /** Like `git push -o …` of a branch. */
  const push = async (branch: string, options: readonly string[], before: string | null = null) => {
    const after = await built.commit(
      { 'b.txt': `${branch}${options.length}` },
      { branch, message: 'Add b\n\nFor good' },
    )
    const { ctx } = as('dan')
    const to = await load(ctx, 'project:push-code', projectByRef, { id: project.id })
    const refs = [{ ref: `refs/heads/${branch}`, before, after }] as never
    return mergeRequestOptions.run(ctx, { project: to, refs, options: readPushOptions(options).options })
  }
  const one = (iid: number) => as('dan').call(getMergeRequest, { id: project.id, mergeRequestIid: iid })
  return { ...built, issue, change, history, state, push, one }
}

test('MR-014 a commit on the default branch closes the issue that its message closes, and the history names the commit', async () => {
  const { change, deliver, history, state } = await pushed()
  const { id } = await change('dan', 'Knot them. Closes #1')
  await deliver()
  expect([await state(), await history('rita')]).toEqual(['closed', [`closed via commit ${id}`]])
})

test.each<[string, string, object]>([
  ['on another branch', 'side', {}],
  ['in a project that closes no issues', 'main', { autocloseReferencedIssues: false }],
])('MR-014 a commit %s closes nothing, and is told once', async (_where, branch, settings) => {
  const { change, deliver, history, state, as, project } = await pushed()
  if (Object.keys(settings).length > 0) await as('mina').call(updateProject, { id: project.id, ...settings })
  const { id } = await change('dan', 'Knot them. Closes #1', branch)
  await deliver()
  expect([await state(), await history('rita')]).toEqual(['opened', [`mentioned in commit ${id}`]])
})

test('BRANCH-031 a push of a new branch tells where to create its merge request, and later where to see it', async () => {
  const { push } = await pushed()
  const [said, url] = await push('feature', [])
  expect(said).toBe('To create a merge request for feature, visit:')
  expect(url).toMatch(/\/weft\/loom\/-\/merge_requests\/new\?merge_request%5Bsource_branch%5D=feature$/)
  await push('feature', ['merge_request.create'])
  expect(await push('feature', [], 'a'.repeat(40))).toEqual([
    'View the merge request for feature:',
    expect.stringMatching(/\/-\/merge_requests\/1$/),
  ])
})

test('BRANCH-031 a push can create a merge request with all that it says', async () => {
  const { push, one, users, as, project } = await pushed()
  const options = [
    'create',
    'title=Other',
    'description=One\\nTwo',
    'draft',
    'label=new',
    'squash',
    'remove_source_branch',
  ]
  await push(
    'feature',
    [...options, `assign=${users.dan.username}`].map(each => `merge_request.${each}`),
  )
  expect(await one(1)).toMatchObject({
    ...{ title: 'Draft: Other', description: 'One\nTwo', labels: ['new'], squash: true, forceRemoveSourceBranch: true },
    ...{ sourceBranch: 'feature', targetBranch: 'main', assignees: [{ username: users.dan.username }] },
  })
  await push('feature', ['merge_request.create', 'merge_request.title=Renamed', 'merge_request.unlabel=new'])
  expect(await one(1)).toMatchObject({ title: 'Renamed', labels: [] })
  expect(await as('dan').call(listProjectMergeRequests, { id: project.id })).toHaveLength(1)
})

test.each([
  ['1-unravel', { title: 'Resolve "Threads unravel"', description: 'Closes #1' }],
  ['feature', { title: 'Add b', description: 'For good' }],
])('BRANCH-031 a merge request that a push creates from %s begins with %j', async (branch, expected) => {
  const { push, one } = await pushed()
  await push(branch, ['merge_request.create'])
  expect(await one(1)).toMatchObject(expected)
})

test('BRANCH-031 options without a merge request, or with a target that is missing, are answered with a sentence', async () => {
  const { push } = await pushed()
  expect(await push('feature', ['merge_request.title=A'])).toEqual([
    'No open merge request for feature. Add -o merge_request.create to create one',
  ])
  expect(await push('feature', ['merge_request.create', 'merge_request.target=gone'])).toEqual([
    'feature: Target branch "gone" does not exist',
  ])
  expect(await push('feature', ['merge_request.create', 'merge_request.target_project=no/where'])).toEqual([
    'Project no/where does not exist, or you cannot create merge requests in it',
  ])
})

test('a mention in a commit is told only to those who may read the code of its project', async () => {
  const { change, deliver, history } = await pushed()
  const { id } = await change('dan', 'See #1', 'side')
  await deliver()
  expect([await history('rita'), await history('gus')]).toEqual([[`mentioned in commit ${id}`], []])
})

test('MR-013 a push to a fork opens its merge request upstream, and in the fork where that keeps them to itself', async () => {
  const { as, project, deliver } = await pushed()
  const fork = await as('rita').call(ownFork, { namespace: project.fullPath })
  await deliver()
  const pushTo = async (branch: string) => {
    const { id: after } = await as('rita').call(createCommit, {
      ...{ id: fork.id, branch, startBranch: 'main', commitMessage: 'Add b' },
      actions: [{ action: 'create', filePath: 'b.txt', content: branch }],
    })
    const { ctx } = as('rita')
    const to = await load(ctx, 'project:push-code', projectByRef, { id: fork.id })
    const refs = [{ ref: `refs/heads/${branch}`, before: null, after }]
    await mergeRequestOptions.run(ctx, {
      project: to,
      refs,
      options: readPushOptions(['merge_request.create']).options,
    })
  }
  const sources = async (id: number) =>
    (await as('rita').call(listProjectMergeRequests, { id })).map(each => each.sourceBranch)
  await pushTo('one')
  await as('rita').call(updateProject, { id: fork.id, mrDefaultTargetSelf: true })
  await pushTo('two')
  expect([await sources(project.id), await sources(fork.id)]).toEqual([['one'], ['two']])
})

test.each<[string, boolean]>([
  ['BRANCH-031 where no pipelines are reported, a push merges its merge request', false],
  ['BRANCH-031 where pipelines are reported, a push waits for its own before its merge request is merged', true],
])('%s', async (_title, reports) => {
  const { push, one, deliver, as, project, dir } = await pushed()
  const report = async (branch: string) => {
    const sha = (await findRef(dir, 'branch', branch))?.commitId ?? ''
    for (const state of ['pending', 'success'] as const)
      await as('dan').call(createCommitStatus, { id: project.id, sha, ref: branch, state })
  }
  if (reports) await report('main')
  const options = ['merge_request.create', 'merge_request.merge_when_pipeline_succeeds']
  await push('feature', options)
  await deliver()
  if (reports) {
    expect(await one(1)).toMatchObject({ state: 'opened', detailedMergeStatus: 'ci_still_running' })
    await report('feature')
    await deliver()
  }
  expect(await one(1)).toMatchObject({ state: 'merged', mergeUser: { username: 'dan' } })
})

test('BRANCH-031 a push to the branch of a merge request that has it merged is no later push that cancels this', async () => {
  const { push, one, deliver } = await pushed()
  await push('feature', ['merge_request.create', 'merge_request.draft'])
  await push('feature', ['merge_request.auto_merge'], 'a'.repeat(40))
  await deliver()
  expect(await one(1)).toMatchObject({ state: 'opened', mergeWhenPipelineSucceeds: true })
})

test('BRANCH-031 a push that asks for a merge without the right to it is answered with a sentence', async () => {
  const { push, as, project } = await pushed()
  await as('mina').call(protectBranch, { id: project.id, name: 'main' })
  expect(await push('feature', ['merge_request.create', 'merge_request.auto_merge'])).toEqual([
    'Created a merge request for feature:',
    expect.stringMatching(/\/-\/merge_requests\/1$/),
    'feature: You cannot merge into the target branch because it is protected',
  ])
})
