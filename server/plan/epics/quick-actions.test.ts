import { expect, test } from 'vitest'
import { completeCommands } from '#contract/discuss/completion.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createEpic, getEpic } from '#contract/plan/epics/epics.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel } from '#contract/plan/labels/labels.ts'
import { createGroupMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function planned() {
  const { as, build, group, project, users } = await world()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  for (const name of ['bug', 'two words'])
    await as('olga').call(createGroupLabel, { id: group.id, name, color: '#112233' })
  const { id: epicId, iid } = await as('olga').call(createEpic, { id: group.id, title: 'Weave faster' })
  const issue = await build.issue({ title: 'Warp' })
  await as('olga').call(updateIssue, { id: project.id, issueIid: issue.iid, labels: ['bug', 'two words'] })
  return {
    issue: `${project.fullPath}#${issue.iid}`,
    say: (body: string, who: Member = 'olga') =>
      as(who).call(epicDiscussion.createNote, { id: group.id, epicId, body }) as Promise<object>,
    milestone: (title: string) => as('olga').call(createGroupMilestone, { id: group.id, title }),
    setMilestone: ({ id: milestoneId }: { readonly id: number }) =>
      as('olga').call(updateIssue, { id: project.id, issueIid: issue.iid, milestoneId }),
    /** The milestone, times, lock and assignees, which the REST API does not return. */
    sidebar: async () => {
      const wanted = `{ group(fullPath: "${group.fullPath}") { workItem(iid: "${iid}") { widgets {
        ... on WorkItemWidgetMilestone { milestone { title } }
        ... on WorkItemWidgetTimeTracking { timeEstimate totalTimeSpent }
        ... on WorkItemWidgetAssignees { assignees { nodes { username } } }
        ... on WorkItemWidgetNotes { discussionLocked } } } } }`
      const { data, errors } = await askGraphql(as('olga').ctx, wanted)
      expect(errors).toEqual([])
      return Object.assign({}, ...data.group.workItem.widgets) as object
    },
    now: () => as('olga').call(getEpic, { id: group.id, epicIid: iid }),
    offered: async (who: Member) => {
      const asked = { namespace: group.fullPath, type: 'Epic', typeId: iid }
      return (await as(who).call(completeCommands, asked)).map(each => each.name)
    },
  }
}

test('FORM-033 the title, the labels and the confidentiality of an epic are changed by quick actions', async () => {
  const { say, now, offered } = await planned()
  const steps: readonly (readonly [string, string, object])[] = [
    ['/title Weave well', 'Changed the title to "Weave well".', { title: 'Weave well' }],
    ['/label ~bug', 'Added ~bug label.', { labels: ['bug'] }],
    ['/relabel ~"two words"', 'Replaced all labels with ~"two words" label.', { labels: ['two words'] }],
    ['/unlabel', 'Removed all labels.', { labels: [] }],
    ['/confidential', 'Made this epic confidential.', { confidential: true }],
  ]
  for (const [text, sentence, becomes] of steps) {
    expect(await say(text)).toMatchObject({ summary: [sentence] })
    expect(await now()).toMatchObject(becomes)
  }
  // The same command cannot undo it.
  expect(await offered('olga')).not.toContain('confidential')
})

test('FORM-033 SIDE-001 the milestone, times, assignees and lock of an epic are set and removed by quick actions', async () => {
  const { say, sidebar, milestone } = await planned()
  await milestone('1.0')
  const steps: readonly (readonly [string, string, object])[] = [
    ['/milestone %1.0', 'Set the milestone to %"1.0".', { milestone: { title: '1.0' } }],
    ['/remove_milestone', 'Removed the milestone.', { milestone: null }],
    ['/estimate 1d', 'Set time estimate to 1d.', { timeEstimate: 28_800 }],
    ['/spend 2h', 'Added 2h spent time.', { totalTimeSpent: 7_200 }],
    ['/spend -1h', 'Subtracted 1h spent time.', { totalTimeSpent: 3_600 }],
    ['/remove_time_spent', 'Removed spent time.', { totalTimeSpent: 0 }],
    ['/remove_estimate', 'Removed time estimate.', { timeEstimate: 0 }],
    ['/assign me', 'Assigned @olga.', { assignees: { nodes: [{ username: 'olga' }] } }],
    ['/unassign', 'Removed all assignees.', { assignees: { nodes: [] } }],
    ['/lock', 'Locked the discussion.', { discussionLocked: true }],
    ['/unlock', 'Unlocked the discussion.', { discussionLocked: false }],
  ]
  for (const [text, sentence, becomes] of steps) {
    expect(await say(text)).toMatchObject({ summary: [sentence] })
    expect(await sidebar()).toMatchObject(becomes)
  }
})

test('FORM-033 an epic takes over the labels of an issue, and a milestone of its group', async () => {
  const { issue, setMilestone, milestone, say, now, sidebar, offered } = await planned()
  await setMilestone(await milestone('1.0'))
  expect(await offered('olga')).toContain('copy_metadata')
  expect(await offered('gus')).not.toContain('copy_metadata')
  expect(await say(`/copy_metadata ${issue}`)).toMatchObject({
    summary: [`Copied labels and milestone from ${issue}.`],
  })
  expect((await now()).labels).toHaveLength(2)
  expect(await sidebar()).toMatchObject({ milestone: { title: '1.0' } })
})

test.each([
  ['/title', 'Could not apply title command. Enter a title.'],
  ['/milestone %never', 'Could not apply milestone command. Milestone could not be found.'],
  [
    '/estimate never',
    'Could not apply estimate command. Time estimate must have a valid format and be greater than or equal to zero.',
  ],
  ['/spend -1h', 'Could not apply spend command. Time to subtract exceeds the total time spent.'],
  ['/label ~never', 'Could not apply label command. Labels could not be found: never.'],
])('FORM-033 %s on an epic is refused with a sentence, and changes nothing', async (text, sentence) => {
  const { say, now } = await planned()
  expect(await say(text)).toMatchObject({ summary: [sentence] })
  expect(await now()).toMatchObject({ title: 'Weave faster', labels: [] })
})

test('FORM-033 PERM-002 a person who may not plan epics has no quick actions for them, and the text stays', async () => {
  const { say, now, offered } = await planned()
  for (const name of ['title', 'label', 'confidential', 'milestone', 'estimate', 'spend']) {
    expect(await offered('gus')).not.toContain(name)
    expect(await offered('olga')).toContain(name)
    expect(await say(`/${name} ~bug`, 'gus')).toMatchObject({ body: `/${name} ~bug` })
  }
  expect(await now()).toMatchObject({ title: 'Weave faster', labels: [], confidential: false })
})
