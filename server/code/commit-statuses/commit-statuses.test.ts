import { expect, test } from 'vitest'
import { codeBranchesPage, codeCommitPage, codeCommitsPage, codeTreePage } from '#contract/code/code-pages.ts'
import { getCommit } from '#contract/code/commits/commits.ts'
import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'
import {
  createCommitStatus,
  getLatestPipeline,
  getPipeline,
  listCommitStatuses,
  listPipelines,
  pipelinePage,
} from '#contract/code/commits/pipelines.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

const id = 'weft/loom'
const namespace = id

test.each<[Member | 'anon', number, number]>([
  ['olga', 201, 200],
  ['dan', 201, 200],
  ['rita', 403, 200],
  ['gus', 403, 403],
  ['nina', 404, 404],
  ['anon', 404, 404],
])('PERM-001 %s reports a status of a commit: %i, and lists the statuses: %i', async (who, reported, listed) => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  expect((await as(who).reply(createCommitStatus, { id, sha, state: 'success' })).status).toBe(reported)
  expect((await as(who).reply(listCommitStatuses, { id, sha })).status).toBe(listed)
})

test('a status that runs is changed, and one that is finished is replaced and kept', async () => {
  const { as, commit, users } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  const report = (state: PipelineState, more: object = {}) =>
    as('dan').call(createCommitStatus, { id, sha, state, name: 'unit', ref: 'main', ...more })
  const first = await report('running', { targetUrl: 'https://ci.test/1', description: 'Runs', coverage: 80.5 })
  expect(first).toMatchObject({
    sha,
    ref: 'main',
    name: 'unit',
    status: 'running',
    targetUrl: 'https://ci.test/1',
    description: 'Runs',
    coverage: 80.5,
    allowFailure: false,
    finishedAt: null,
    author: { id: users.dan.id },
  })
  const failed = await report('failed')
  expect(failed).toMatchObject({ id: first.id, status: 'failed', targetUrl: 'https://ci.test/1', description: 'Runs' })
  const again = await report('success')
  expect(again.id).not.toBe(first.id)
  expect(again.pipelineId).toBe(first.pipelineId)
  const ids = async (all: boolean) =>
    (await as('rita').call(listCommitStatuses, { id, sha, all })).map(status => status.id)
  expect(await ids(false)).toEqual([again.id])
  expect(await ids(true)).toEqual([first.id, again.id])
})

test.each<[string, readonly PipelineState[], PipelineState]>([
  ['all passed', ['success', 'skipped'], 'success'],
  ['one runs', ['success', 'failed', 'running'], 'running'],
  ['one waits', ['success', 'pending'], 'running'],
  ['all wait', ['pending', 'pending'], 'pending'],
  ['one failed', ['failed', 'canceled', 'success'], 'failed'],
  ['one was canceled', ['canceled', 'success'], 'canceled'],
  ['all were skipped', ['skipped'], 'skipped'],
])('a pipeline follows from its statuses: %s', async (_case, states, outcome) => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  for (const [place, state] of states.entries())
    await as('dan').call(createCommitStatus, { id, sha, state, name: `check ${place}` })
  const [pipeline] = await as('rita').call(listPipelines, { id })
  expect(pipeline).toMatchObject({ iid: 1, sha, ref: 'main', status: outcome, source: 'external' })
})

test('MR-011 a commit has one pipeline on each ref, and shows its newest', async () => {
  const { as, commit, project } = await codeWorld()
  const one = await commit({ 'a.txt': 'a' })
  const two = await commit({ 'a.txt': 'b' }, { branch: 'feature' })
  await as('dan').call(createCommitStatus, { id, sha: one, state: 'success', ref: 'main' })
  await as('dan').call(createCommitStatus, { id, sha: one, state: 'failed', ref: 'feature' })
  await as('dan').call(createCommitStatus, { id, sha: two, state: 'running', name: 'unit' })
  const all = await as('rita').call(listPipelines, { id })
  expect(all.map(each => [each.iid, each.sha, each.ref, each.status])).toEqual([
    [3, two, 'feature', 'running'],
    [2, one, 'feature', 'failed'],
    [1, one, 'main', 'success'],
  ])
  const filtered = await as('rita').call(listPipelines, { id, ref: 'feature', scope: 'finished' })
  expect(filtered.map(each => each.iid)).toEqual([2])
  expect(await as('rita').call(getCommit, { id, sha: one })).toMatchObject({
    status: 'failed',
    lastPipeline: { iid: 2, projectId: project.id },
  })
  expect(await as('rita').call(getLatestPipeline, { id })).toMatchObject({
    iid: 1,
    tag: false,
    detailedStatus: {
      icon: 'status_success',
      text: 'Passed',
      label: 'passed',
      group: 'success',
      detailsPath: `/${namespace}/-/pipelines/${all[2]?.id}`,
    },
  })
  expect(await as('rita').call(getPipeline, { id, pipelineId: all[0]?.id ?? 0 })).toMatchObject({ status: 'running' })
})

test.each<[string, object, number]>([
  ['a commit that is not there', { sha: 'f'.repeat(40) }, 404],
  ['a ref that is not there', { ref: 'nowhere' }, 404],
  ['a pipeline of something else', { pipelineId: 999_999_999 }, 404],
  ['a state that is none', { state: 'great' }, 400],
  ['an address that runs a script', { targetUrl: 'javascript:alert(1)' }, 400],
  ['an option for git', { sha: '--all' }, 404],
])('a status for %s is refused', async (_case, wrong, status) => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  const asked = { id, sha, state: 'success' as const, ...wrong }
  expect((await as('dan').reply(createCommitStatus, asked)).status).toBe(status)
  expect(await as('dan').call(listPipelines, { id })).toEqual([])
})

test('MR-005 GraphQL shows the detailed status of a pipeline to readers of the code', async () => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  await as('dan').call(createCommitStatus, { id, sha, state: 'failed' })
  const query = `query($sha: String!) { project(fullPath: "weft/loom") { pipelines(first: 5) { count nodes { iid status } }
    pipeline(sha: $sha) { iid status complete detailedStatus { icon group text label detailsPath } } } }`
  expect((await askGraphql(as('rita').ctx, query, { sha })).data).toMatchObject({
    project: {
      pipelines: { count: 1, nodes: [{ iid: '1', status: 'FAILED' }] },
      pipeline: {
        status: 'FAILED',
        complete: true,
        detailedStatus: { icon: 'status_failed', group: 'failed', text: 'Failed', label: 'failed' },
      },
    },
  })
  expect((await askGraphql(as('gus').ctx, query, { sha })).data).toMatchObject({
    project: { pipelines: null, pipeline: null },
  })
})

test('MR-009 pages mark a commit with its pipeline', async () => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  const reported = await as('dan').call(createCommitStatus, { id, sha, state: 'failed', name: 'unit' })
  const pipeline = { id: reported.pipelineId, status: 'failed' }
  const rita = as('rita')
  expect((await rita.call(codeCommitPage, { namespace, sha })).commit).toMatchObject({ pipeline })
  expect((await rita.call(codeCommitsPage, { namespace })).commits).toMatchObject([{ pipeline }])
  expect((await rita.call(codeBranchesPage, { namespace })).branches).toMatchObject([{ commit: { pipeline } }])
  expect((await rita.call(codeTreePage, { namespace })).lastCommit).toMatchObject({ pipeline })
  expect(await rita.call(pipelinePage, { namespace, pipelineId: reported.pipelineId })).toMatchObject({
    commitTitle: 'Change files',
    isCut: false,
    statuses: [{ name: 'unit', status: 'failed' }],
  })
})

test('reports that come at the same time make one pipeline with all of them', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  const sha = await commit({ 'a.txt': 'a' })
  const names = ['unit', 'lint', 'types', 'build', 'unit', 'lint']
  const replies = await Promise.all(
    names.map(name => as('dan').reply(createCommitStatus, { id, sha, state: 'success', name })),
  )
  expect(replies.map(reply => reply.status)).toEqual(names.map(() => 201))
  expect((await as('dan').call(listPipelines, { id })).map(({ iid, status }) => [iid, status])).toEqual([
    [1, 'success'],
  ])
  const current = await as('dan').call(listCommitStatuses, { id, sha })
  expect(current.map(each => each.name).sort()).toEqual(['build', 'lint', 'types', 'unit'])
})
