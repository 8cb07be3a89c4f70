import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function opened() {
  const built = await codeWorld()
  const { as, commit, project } = built
  const id = project.id
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
  const given = { id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const ref = { id, mergeRequestIid: iid }
  const say = (body: string, who: Member = 'dan') => as(who).call(mergeRequestDiscussion.createNote, { ...ref, body })
  return { ...built, say, now: () => as('dan').call(getMergeRequest, ref) }
}

test('FORM-033 quick actions change the attributes, the state and the times of a merge request', async () => {
  const { as, project, say, now } = await opened()
  await as('rita').call(createProjectLabel, { id: project.id, name: 'bug', color: '#112233' })
  await as('rita').call(createProjectMilestone, { id: project.id, title: 'v1' })
  const steps: readonly (readonly [string, object])[] = [
    ['/title Add b at last', { title: 'Add b at last' }],
    ['/assign me', { assignees: [{ username: 'dan' }] }],
    ['/unassign', { assignees: [] }],
    ['/assign_reviewer @mina', { reviewers: [{ username: 'mina' }] }],
    ['/label ~bug', { labels: ['bug'] }],
    ['/unlabel', { labels: [] }],
    ['/milestone %v1', { milestone: { title: 'v1' } }],
    ['/estimate 2h\n/spend 1h', { timeStats: { timeEstimate: 7200, totalTimeSpent: 3600 } }],
    ['/draft', { title: 'Draft: Add b at last', draft: true }],
    ['/ready', { title: 'Add b at last', draft: false }],
    ['/lock', { discussionLocked: true }],
    ['/unlock', { discussionLocked: false }],
    ['/close', { state: 'closed' }],
    ['/reopen', { state: 'opened' }],
  ]
  for (const [text, becomes] of steps) {
    const { summary } = (await say(text)) as { readonly summary: readonly string[] }
    expect(summary?.join(' ') ?? text).not.toMatch(/could not|^\//i)
    expect(await now()).toMatchObject(becomes)
  }
})

test('FORM-033 /merge merges a merge request as soon as its checks pass', async () => {
  const { say, now, deliver } = await opened()
  expect(await say('/merge')).toMatchObject({
    summary: ['Set this merge request to merge when all checks pass.'],
  })
  await deliver()
  expect(await now()).toMatchObject({ state: 'merged' })
})

test('PERM-002 whoever may not change a merge request has no quick actions for it, and the text stays', async () => {
  const { say, now } = await opened()
  expect(await say('/close', 'rita')).toMatchObject({ body: '/close' })
  expect(await say('/merge', 'rita')).toMatchObject({ body: '/merge' })
  expect(await now()).toMatchObject({ state: 'opened', mergeWhenPipelineSucceeds: false })
})

test('FORM-033 /reopen is refused where another open merge request has the same branches, and the comment stays', async () => {
  const { as, project, say, now } = await opened()
  await say('/close')
  const again = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b again' }
  await as('dan').call(createMergeRequest, again)
  expect(await say('Once more.\n/reopen')).toMatchObject({ body: 'Once more.' })
  expect(await now()).toMatchObject({ state: 'closed' })
})
