import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

const timesOf = (timeEstimate: number, totalTimeSpent: number) => ({ timeEstimate, totalTimeSpent })

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
  const { as, commit, project, say, now } = await opened()
  const id = project.id
  for (const name of ['bug', 'two words']) await as('rita').call(createProjectLabel, { id, name, color: '#112233' })
  const milestone = await as('rita').call(createProjectMilestone, { id, title: 'v1' })
  const given = { labels: ['bug'], milestoneId: milestone.id }
  const issue = await as('rita').call(createIssue, { id, title: 'Labelled', ...given })
  await commit({ 'c.txt': 'new\n' }, { branch: 'other' })
  const branches = { sourceBranch: 'other', targetBranch: 'main' }
  const other = await as('dan').call(createMergeRequest, { id, ...branches, title: 'Other', ...given })
  const bug = { labels: ['bug'], milestone: { title: 'v1' } }
  const bare = { labels: [], milestone: null }
  const steps: readonly (readonly [readonly string[], object])[] = [
    [
      ['/title Add b at last', '/draft', '/lock'],
      { title: 'Draft: Add b at last', draft: true, discussionLocked: true },
    ],
    [['/ready', '/unlock', '/assign me'], { draft: false, discussionLocked: false, assignees: [{ username: 'dan' }] }],
    [['/reassign @mina', '/reviewer me'], { assignees: [{ username: 'mina' }], reviewers: [{ username: 'dan' }] }],
    [['/remove_assignee @mina', '/remove_reviewer me'], { assignees: [], reviewers: [] }],
    [['/assign_reviewer @mina', '/reassign_reviewer @olga', '/assign me', '/unassign'], { assignees: [] }],
    [['/label ~bug', '/relabel ~"two words"'], { labels: ['two words'], reviewers: [{ username: 'olga' }] }],
    [['/unassign_reviewer', '/labels ~bug', '/remove_label ~"two words"', '/milestone %v1'], { reviewers: [], ...bug }],
    [['/unlabel', '/remove_milestone', '/estimate 2h', '/spend 1h'], { ...bare, timeStats: timesOf(7200, 3600) }],
    [[`/copy_metadata #${issue.iid}`, '/remove_estimate', '/remove_time_spent'], { ...bug, timeStats: timesOf(0, 0) }],
    [['/unlabel', '/remove_milestone', '/estimate_time 1h', '/spend_time 1h'], { timeStats: timesOf(3600, 3600) }],
    [[`/copy_metadata !${other.iid}`, '/remove_time_estimate'], { ...bug, timeStats: timesOf(0, 3600) }],
    [['/unsubscribe', '/award :+1:', '/todo', '/close'], { subscribed: false, upvotes: 1, state: 'closed' }],
    [['/reopen', '/subscribe', '/react :thumbsup:', '/done'], { subscribed: true, upvotes: 0, state: 'opened' }],
  ]
  for (const [lines, becomes] of steps) {
    const { summary } = (await say(lines.join('\n'))) as { readonly summary?: readonly string[] }
    expect(summary).toHaveLength(lines.length)
    expect(summary?.join(' ')).not.toMatch(/could not/i)
    expect(await now()).toMatchObject(becomes)
  }
})

test.each(['/merge', '/ship'])('FORM-033 %s merges a merge request as soon as its checks pass', async command => {
  const { say, now, deliver } = await opened()
  expect(await say(command)).toMatchObject({
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

test('FORM-033 /run_pipeline, which needs runners, stays as text in a comment, and /shrug and /tableflip write their figures', async () => {
  const { say } = await opened()
  expect(await say('/run_pipeline')).toMatchObject({ body: '/run_pipeline' })
  expect(await say('/shrug Neat\n/tableflip')).toMatchObject({ body: 'Neat ¯\\＿(ツ)＿/¯\n(╯°□°)╯︵ ┻━┻' })
})
