import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { issueDiscussion, issueDiscussionPage, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { deleteProjectLabel } from '#contract/plan/labels/labels.ts'
import { type Member, type World, world } from '#test/world/world.ts'

async function busyIssue({ as, build, project }: World) {
  const milestone = await build.milestone({ title: 'Warp' })
  const label = await build.label({ title: 'bug' })
  const issue = await build.issue()
  const ref = { id: project.id, issueIid: issue.iid }
  const change = (who: Member, changes: object) => as(who).call(updateIssue, { ...ref, ...changes })
  await change('rita', { addLabels: ['bug'], milestoneId: milestone.id, weight: 3 })
  await change('dan', { weight: 5, stateEvent: 'close', milestoneId: 0 })
  await change('dan', { weight: null, stateEvent: 'reopen', removeLabels: ['bug'] })
  return { ref, label, page: { namespace: project.fullPath, iid: issue.iid } }
}

type ResourceKind = readonly [
  Operation<typeof issueDiscussion.listLabelEvents.input>,
  Operation<typeof issueDiscussion.getLabelEvent.input>,
  number,
]

const kinds: readonly ResourceKind[] = [
  [issueDiscussion.listLabelEvents, issueDiscussion.getLabelEvent, 2],
  [issueDiscussion.listMilestoneEvents, issueDiscussion.getMilestoneEvent, 2],
  [issueDiscussion.listStateEvents, issueDiscussion.getStateEvent, 2],
  [issuePlanningEvents.listWeightEvents, issuePlanningEvents.getWeightEvent, 3],
]

test('SYSNOTE-001 every kind of resource event is listed in pages, and each is found by its number alone', async () => {
  const it = await world()
  const { ref } = await busyIssue(it)
  for (const [list, one, count] of kinds) {
    const all = (await it.as('gus').call(list, ref)) as readonly { readonly id: number }[]
    expect(all).toHaveLength(count)
    const second = await it.as('gus').reply(list, { ...ref, page: 2, perPage: 1 })
    expect(second.headers).toMatchObject({ 'x-total': String(count), 'x-page': '2', 'x-per-page': '1' })
    expect(second.body).toMatchObject([{ id: all[1]?.id }])
    for (const event of all) await expect(it.as('gus').call(one, { ...ref, eventId: event.id })).resolves.toEqual(event)
    // The number of one kind is nothing to another.
    const other = kinds.find(each => each[0] !== list)?.[1] ?? issueDiscussion.getStateEvent
    await expect(it.as('gus').reply(other, { ...ref, eventId: all[0]?.id ?? 0 })).resolves.toMatchObject({
      status: 404,
    })
  }
  await expect(it.as('gus').call(issuePlanningEvents.listWeightEvents, ref)).resolves.toMatchObject([
    { weight: 3, user: { username: 'rita' } },
    { weight: 5 },
    { weight: null },
  ])
  await expect(it.as('gus').call(issuePlanningEvents.listIterationEvents, ref)).resolves.toEqual([])
  await expect(
    it.as('gus').reply(issuePlanningEvents.getIterationEvent, { ...ref, eventId: 1 }),
  ).resolves.toMatchObject({ status: 404 })
})

test('SYSNOTE-001 an event of another issue, and of no number at all, is not found', async () => {
  const it = await world()
  const one = await busyIssue(it)
  const elsewhere = await it.build.issue()
  const [event] = await it.as('gus').call(issueDiscussion.listStateEvents, one.ref)
  for (const eventId of [event?.id ?? 0, -1, 0, Number.MAX_SAFE_INTEGER])
    await expect(
      it.as('gus').reply(issueDiscussion.getStateEvent, { id: it.project.id, issueIid: elsewhere.iid, eventId }),
    ).resolves.toMatchObject({ status: 404 })
})

test('PERM-003 resource events of a private issue are not for strangers', async () => {
  const it = await world()
  const { ref } = await busyIssue(it)
  for (const [list, one] of kinds)
    for (const who of ['anon', 'nina'] as const) {
      await expect(it.as(who).reply(list, ref)).resolves.toMatchObject({ status: 404 })
      await expect(it.as(who).reply(one, { ...ref, eventId: 1024 })).resolves.toMatchObject({ status: 404 })
    }
})

test('SYSNOTE-001 the event of a label that was deleted stays, without its label', async () => {
  const it = await world()
  const { ref, label, page } = await busyIssue(it)
  const before = await it.as('gus').call(issueDiscussion.listLabelEvents, ref)
  await it.as('mina').call(deleteProjectLabel, { id: it.project.id, labelId: label.id })
  const after = await it.as('gus').call(issueDiscussion.listLabelEvents, ref)
  expect(after).toEqual(before.map(event => ({ ...event, label: null })))
  const [first] = after
  await expect(it.as('gus').call(issueDiscussion.getLabelEvent, { ...ref, eventId: first?.id ?? 0 })).resolves.toEqual(
    first,
  )
  const notes = (await it.as('gus').call(issueDiscussionPage.listPageDiscussions, page)).flatMap(each => each.notes)
  expect(notes.filter(note => note.systemAction === 'label')).toHaveLength(2)
})

test('SYSNOTE-001 DATE-003 the history describes changes in words', async () => {
  const it = await world()
  const { as, project, users } = it
  await it.build.label({ title: 'needs design' })
  await it.build.milestone({ title: 'Spring 2027' })
  const issue = await it.build.issue({ title: 'The loom jams', dueDate: '2026-11-20' })
  const changes: readonly [object, string, string][] = [
    [{ title: 'The old loom jams' }, 'title', 'changed title from **The loom jams** to **The {+old+} loom jams**'],
    [{ description: 'It does.' }, 'description', 'changed the description'],
    [{ addLabels: ['needs design'] }, 'label', 'added ~"needs design" label'],
    [{ removeLabels: ['needs design'] }, 'label', 'removed ~"needs design" label'],
    [{ assigneeIds: [users.dan.id] }, 'assignee', 'assigned to @dan'],
    [{ assigneeIds: [] }, 'assignee', 'unassigned @dan'],
    [{ weight: 3 }, 'weight', 'set weight to **3**'],
    [{ weight: null }, 'weight', 'removed the weight'],
    [{ dueDate: '2026-11-23' }, 'start_date_or_due_date', 'changed due date to 23 Nov, 2026'],
    [{ dueDate: '' }, 'start_date_or_due_date', 'removed due date'],
    [{ discussionLocked: true }, 'locked', 'locked the discussion in this issue'],
    [{ discussionLocked: false }, 'unlocked', 'unlocked the discussion in this issue'],
    [{ confidential: true }, 'confidential', 'made the issue confidential'],
    [{ confidential: false }, 'visible', 'made the issue visible to everyone'],
    [{ stateEvent: 'close' }, 'closed', 'closed'],
    [{ stateEvent: 'reopen' }, 'opened', 'reopened'],
    [{ issueType: 'incident' }, 'issue_type', 'changed type from issue to incident'],
  ]
  for (const [change] of changes) await as('olga').call(updateIssue, { id: project.id, issueIid: issue.iid, ...change })
  const list = await as('olga').call(issueDiscussionPage.listPageDiscussions, {
    namespace: project.fullPath,
    iid: issue.iid,
    perPage: 100,
  })
  const notes = list.flatMap(each => each.notes)
  expect(notes.map(note => [note.systemAction, note.note])).toEqual(changes.map(([, action, text]) => [action, text]))
  expect(notes.every(note => note.systemNoteIconName !== null)).toBe(true)
})

test('SYSNOTE-001 labels, milestone, weight and dates given at creation stand in the history from the beginning', async () => {
  const { as, build, project } = await world()
  const milestone = await build.milestone({ title: 'Warp' })
  const label = await build.label({ title: 'bug' })
  const given = { labels: ['bug'], milestoneId: milestone.id, weight: 3, dueDate: '2026-03-05' }
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Torn', ...given })
  const ref = { id: project.id, issueIid: issue.iid }
  await expect(as('gus').call(issueDiscussion.listLabelEvents, ref)).resolves.toMatchObject([
    { action: 'add', label: { id: label.id }, user: { username: 'rita' } },
  ])
  await expect(as('gus').call(issueDiscussion.listMilestoneEvents, ref)).resolves.toMatchObject([
    { action: 'add', milestone: { id: milestone.id } },
  ])
  await expect(as('gus').call(issuePlanningEvents.listWeightEvents, ref)).resolves.toMatchObject([{ weight: 3 }])
  const page = await as('gus').call(issueDiscussionPage.listPageDiscussions, {
    namespace: project.fullPath,
    iid: issue.iid,
  })
  expect(JSON.stringify(page)).toContain('set weight to')

  const plain = await as('rita').call(createIssue, { id: project.id, title: 'Whole' })
  await expect(as('gus').call(issueDiscussion.listLabelEvents, { ...ref, issueIid: plain.iid })).resolves.toEqual([])
})
