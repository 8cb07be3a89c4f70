import { expect, test } from 'vitest'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { approveMergeRequest, createProjectApprovalRule } from '#contract/code/merge-requests/approvals.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  acceptMergeRequest,
  cancelAutoMerge,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'
import type { Member } from '#test/world/world.ts'

test('where the pipeline must succeed, a merge request waits for it and merges itself then', async () => {
  const { open, as, ref, head, project, deliver } = await reviewed()
  await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
  const made = await open()
  const report = (state: 'running' | 'success') =>
    as('dan').call(createCommitStatus, { id: project.id, sha: head, state, ref: 'feature', name: 'tests' })
  await report('running')
  await expect(as('mina').call(acceptMergeRequest, ref(made.iid))).rejects.toMatchObject({ kind: 'not_allowed' })
  expect(await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })).toMatchObject({
    state: 'opened',
    detailedMergeStatus: 'ci_still_running',
    headPipeline: { status: 'running' },
    mergeUser: { username: 'mina' },
    mergedBy: null,
  })
  await report('success')
  await deliver()
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({
    state: 'merged',
    mergeUser: { username: 'mina' },
  })
})

test('auto-merge leaves out a push that comes in unseen', async () => {
  const { open, as, ref, project, head, commit, deliver } = await reviewed()
  await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
  const made = await open()
  const status = { id: project.id, ref: 'feature', name: 'tests' }
  await as('dan').call(createCommitStatus, { ...status, sha: head, state: 'running' })
  await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  const pushed = await commit({ 'c.txt': 'unseen\n' }, { branch: 'feature' })
  for (const sha of [pushed, head]) await as('dan').call(createCommitStatus, { ...status, sha, state: 'success' })
  await deliver()
  expect(await as('mina').call(getMergeRequest, ref(made.iid))).toMatchObject({
    state: 'opened',
    sha: pushed,
    mergeWhenPipelineSucceeds: false,
  })
})

test('SYSNOTE-001 what is done about auto-merge is told once: setting it, canceling it, another target branch', async () => {
  const { open, as, ref, commit, users } = await reviewed()
  await commit({ 'd.txt': 'd' }, { branch: 'stable' })
  const made = await open({ title: 'Draft: Add b' })
  const wait = () => as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
  for (const _twice of [1, 2]) await wait()
  for (const _twice of [1, 2])
    expect(await as('mina').call(cancelAutoMerge, ref(made.iid))).toEqual({ status: 'success' })
  await wait()
  await as('dan').call(updateMergeRequest, { ...ref(made.iid), targetBranch: 'stable' })
  const notes = await as('rita').call(mergeRequestDiscussion.listNotes, { ...ref(made.iid), sort: 'asc' })
  expect(notes.map(note => [note.author.id, note.body.replace(/[0-9a-f]{8}/, 'SHA')])).toEqual([
    [users.mina.id, 'enabled an automatic merge when all checks for SHA pass'],
    [users.mina.id, 'canceled the automatic merge'],
    [users.mina.id, 'enabled an automatic merge when all checks for SHA pass'],
    [users.dan.id, 'aborted the automatic merge because the target branch was changed'],
    [users.dan.id, 'changed target branch from `main` to `stable`'],
  ])
})

test.each([
  [
    'lost their role',
    ({ as, project, users }) => as('olga').call(removeProjectMember, { id: project.id, userId: users.mina.id }),
  ],
  [
    'may not merge into the branch any more',
    ({ as, project }) =>
      as('olga').call(protectBranch, { id: project.id, name: 'main', pushAccessLevel: 0, mergeAccessLevel: 0 }),
  ],
] satisfies readonly (readonly [string, (w: Awaited<ReturnType<typeof reviewed>>) => Promise<unknown>])[])(
  'auto-merge is canceled, with the reason on the page, once whoever set it %s',
  async (_how, take) => {
    const w = await reviewed()
    const { open, as, ref, project, head, deliver } = w
    await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
    const made = await open()
    const status = { id: project.id, sha: head, ref: 'feature', name: 'tests' }
    await as('dan').call(createCommitStatus, { ...status, state: 'running' })
    await as('mina').call(acceptMergeRequest, { ...ref(made.iid), autoMerge: true })
    await take(w)
    await as('dan').call(createCommitStatus, { ...status, state: 'success' })
    await deliver()
    const { mergeRequest } = await as('dan').call(getMergeRequestPage, { namespace: project.fullPath, iid: made.iid })
    expect(mergeRequest).toMatchObject({
      state: 'opened',
      autoMergeUser: null,
      mergeError: expect.stringContaining('can no longer merge'),
      pipeline: { status: 'success', namespace: project.fullPath },
    })
  },
)

/** A merge request, and the statuses of its commits as a pipeline outside reports them. */
async function reported() {
  const built = await reviewed()
  const made = await built.open()
  const one = built.ref(made.iid)
  const { as, project } = built
  const report = (state: CheckState, { sha = built.head, name = 'tests' } = {}) =>
    as('dan').call(createCommitStatus, { id: project.id, sha, state, ref: 'feature', name })
  const accept = (given: object, who: Member = 'mina') => as(who).call(acceptMergeRequest, { ...one, ...given })
  const now = () => as('mina').call(getMergeRequest, one)
  const accepted = async () => {
    const input = `projectPath: "${project.fullPath}", iid: "${made.iid}", sha: "${built.head}", strategy: MERGE_WHEN_CHECKS_PASS`
    const { data } = await askGraphql(
      as('mina').ctx,
      `mutation { mergeRequestAccept(input: { ${input} }) { errors mergeRequest { autoMergeEnabled } } }`,
    )
    return data.mergeRequestAccept as { readonly errors: readonly string[] }
  }
  const say = async (body: string) => {
    const answer = await as('mina').call(mergeRequestDiscussion.createNote, { ...one, body })
    return (answer as { readonly summary?: readonly string[] }).summary ?? []
  }
  return { ...built, made, one, report, accept, now, accepted, say }
}

type CheckState = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped'
type Reported = Awaited<ReturnType<typeof reported>>

const doors: readonly (readonly [string, (w: Reported) => Promise<unknown>])[] = [
  ['auto_merge of REST', w => w.accept({ autoMerge: true })],
  ['merge_when_pipeline_succeeds of REST', w => w.accept({ mergeWhenPipelineSucceeds: true })],
  ['the strategy of GraphQL', w => w.accepted()],
  ['/merge', w => w.say('/merge')],
]

test.each(doors)(
  'PLATFORM-011 %s waits for a pipeline that is not finished, and merges when it passes',
  async (_door, ask) => {
    const w = await reported()
    await w.report('pending')
    await ask(w)
    await w.deliver()
    const waiting = { state: 'opened', mergeWhenPipelineSucceeds: true, detailedMergeStatus: 'ci_still_running' }
    expect(await w.now()).toMatchObject(waiting)
    await w.report('running')
    await w.deliver()
    expect(await w.now()).toMatchObject(waiting)
    await w.report('success')
    await w.deliver()
    expect(await w.now()).toMatchObject({ state: 'merged', mergeUser: { username: 'mina' } })
  },
)

test.each(doors)('PLATFORM-011 %s is refused when the pipeline has failed or was canceled', async (_door, ask) => {
  const w = await reported()
  for (const state of ['failed', 'canceled'] as const) {
    await w.report(state)
    const answer = await ask(w).catch((error: { readonly kind?: string; readonly message?: string }) => error)
    expect(JSON.stringify([answer, (answer as Error).message])).toMatch(
      /The pipeline failed\. Run it again or push a fix/,
    )
    await w.deliver()
    expect(await w.now()).toMatchObject({ state: 'opened', mergeWhenPipelineSucceeds: false })
  }
})

test.each<[string, CheckState | null]>([
  ['no pipeline', null],
  ['a pipeline that passed', 'success'],
  ['a pipeline that was skipped', 'skipped'],
])('PLATFORM-011 auto-merge with %s merges at once', async (_what, state) => {
  const { report, accept } = await reported()
  if (state !== null) await report(state)
  expect(await accept({ autoMerge: true })).toMatchObject({ state: 'merged' })
})

test('while auto-merge waits, a failed pipeline keeps it waiting until a new run passes', async () => {
  const { report, accept, now, deliver } = await reported()
  await report('running')
  await accept({ autoMerge: true })
  await report('failed')
  await deliver()
  expect(await now()).toMatchObject({ mergeWhenPipelineSucceeds: true, detailedMergeStatus: 'ci_must_pass' })
  await report('success')
  await deliver()
  expect((await now()).state).toBe('merged')
})

test('one job of a pipeline that fails counts, once none runs', async () => {
  const { report, accept, now, deliver } = await reported()
  for (const name of ['lint', 'tests']) await report('running', { name })
  await accept({ autoMerge: true })
  await report('failed', { name: 'lint' })
  expect((await now()).detailedMergeStatus).toBe('ci_still_running')
  await report('success')
  await deliver()
  expect(await now()).toMatchObject({ state: 'opened', detailedMergeStatus: 'ci_must_pass' })
})

test('a merge that does not wait goes ahead of auto-merge', async () => {
  const { report, accept } = await reported()
  await report('running')
  await accept({ autoMerge: true })
  expect(await accept({})).toMatchObject({ state: 'merged' })
})

test('auto-merge waits for drafts and approvals as well as for the pipeline', async () => {
  const { as, one, project, report, accept, now, deliver } = await reported()
  await as('mina').call(updateMergeRequest, { ...one, title: 'Draft: Add b' })
  await as('olga').call(createProjectApprovalRule, { id: project.id, name: 'Anybody', approvalsRequired: 1 })
  await report('running')
  await accept({ autoMerge: true })
  await report('success')
  await as('mina').call(updateMergeRequest, { ...one, title: 'Add b' })
  await deliver()
  expect(await now()).toMatchObject({ state: 'opened', detailedMergeStatus: 'not_approved' })
  await as('olga').call(approveMergeRequest, one)
  await deliver()
  expect((await now()).state).toBe('merged')
})

test.each<[string, object, Member, string, (w: Reported) => Promise<unknown>]>([
  [
    'who may not merge into the branch',
    {},
    'dan',
    'unauthenticated',
    w => w.as('mina').call(protectBranch, { id: w.project.id, name: 'main' }),
  ],
  ['with another head', { sha: '0'.repeat(40) }, 'mina', 'conflict', async () => undefined],
  [
    'into another target branch than the one shown',
    { targetBranch: 'stable' },
    'mina',
    'conflict',
    async () => undefined,
  ],
  [
    'of branches that conflict',
    {},
    'mina',
    'unprocessable',
    async w => {
      await w.commit({ 'a.txt': 'one\nTWO\nthree\n' }, { branch: 'feature' })
      await w.commit({ 'a.txt': 'one\nzwei\nthree\n' })
    },
  ],
])('a merge %s is refused alike, whether it waits or not', async (_what, given, who, kind, prepare) => {
  const w = await reported()
  await prepare(w)
  await w.report('running')
  for (const autoMerge of [false, true])
    await expect(w.accept({ ...given, autoMerge }, who)).rejects.toMatchObject({ kind })
  expect(await w.now()).toMatchObject({ state: 'opened', mergeWhenPipelineSucceeds: false })
})

test.each<[CheckState | null, boolean, readonly string[]]>([
  ['running', false, ['merge_when_checks_pass']],
  [null, false, []],
  [null, true, ['merge_when_checks_pass']],
  ['failed', false, []],
  ['failed', true, []],
])('with a pipeline that is %s, demanded: %j, GraphQL offers to wait: %j', async (state, isDemanded, offered) => {
  const { as, project, made, report } = await reported()
  if (isDemanded) await as('root').call(updateProject, { id: project.id, onlyAllowMergeIfPipelineSucceeds: true })
  if (state !== null) await report(state)
  const query = `{ project(fullPath: "${project.fullPath}") { mergeRequest(iid: "${made.iid}") { availableAutoMergeStrategies } } }`
  const { data } = await askGraphql(as('mina').ctx, query)
  expect(data.project.mergeRequest.availableAutoMergeStrategies).toEqual(offered)
})
