import { expect, test } from 'vitest'
import { issueDiscussion, issueDiscussionPage, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type World, world } from '#test/world/world.ts'

async function issueOf({ as, project }: World) {
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Work', description: 'Old words' })
  return {
    ...issue,
    ref: { id: project.id, issueIid: issue.iid },
    page: { namespace: project.fullPath, iid: issue.iid },
  }
}

async function historyOf({ as }: World, page: { namespace: string; iid: number }) {
  const list = await as('gus').call(issueDiscussionPage.listPageDiscussions, page)
  return list.flatMap(each => each.notes)
}

test('SYSNOTE-001 each change writes a system note with its kind and icon; resource events are no notes of the API', async () => {
  const it = await world()
  const { as, db, project, users } = it
  const { id } = await db
    .insertInto('milestones')
    .values({ namespaceId: project.id, iid: 1, title: 'Warp' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const issue = await issueOf(it)
  const change = {
    title: 'New work',
    description: 'New words',
    assigneeIds: [users.dan.id],
    addLabels: ['bug', 'ui'],
    milestoneId: id,
    weight: 3,
  }
  await as('rita').call(updateIssue, { ...issue.ref, ...change, dueDate: '2030-01-02', discussionLocked: true })
  await as('rita').call(updateIssue, { ...issue.ref, stateEvent: 'close', removeLabels: ['ui'] })
  const notes = await historyOf(it, issue.page)
  expect(notes.every(note => note.system && note.systemNoteIconName !== null)).toBe(true)
  const actions = notes.map(note => note.systemAction)
  expect(new Set(actions)).toEqual(
    new Set([
      'title',
      'description',
      'assignee',
      'label',
      'milestone',
      'weight',
      'start_date_or_due_date',
      'locked',
      'closed',
    ]),
  )
  expect(notes.find(note => note.systemAction === 'label')?.noteHtml).toMatch(/class="gfm gfm-label/)
  const api = await as('gus').call(issueDiscussion.listNotes, { ...issue.ref, perPage: 100 })
  expect(new Set(api.map(note => note.body.split(' ')[0]))).not.toContain('closed')
  expect(api).toHaveLength(
    actions.filter(each => !['label', 'milestone', 'weight', 'closed'].includes(each ?? '')).length,
  )
})

test('resource events name the actor and the added and removed values, each with a number of its own', async () => {
  const it = await world()
  const { as, db, project } = it
  const { id } = await db
    .insertInto('milestones')
    .values({ namespaceId: project.id, iid: 1, title: 'Warp' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const issue = await issueOf(it)
  await as('rita').call(updateIssue, { ...issue.ref, addLabels: ['bug', 'ui'], milestoneId: id, weight: 3 })
  await as('dan').call(updateIssue, { ...issue.ref, removeLabels: ['bug'], stateEvent: 'close', milestoneId: 0 })
  await as('dan').call(updateIssue, { ...issue.ref, stateEvent: 'reopen' })
  const labels = await as('gus').call(issueDiscussion.listLabelEvents, issue.ref)
  expect(labels.map(each => [each.user.username, each.action, (each.label as { name: string }).name])).toEqual([
    ['rita', 'add', 'bug'],
    ['rita', 'add', 'ui'],
    ['dan', 'remove', 'bug'],
  ])
  expect(new Set(labels.map(each => each.id)).size).toBe(3)
  const second = labels[1]
  await expect(
    as('gus').call(issueDiscussion.getLabelEvent, { ...issue.ref, eventId: second?.id ?? 0 }),
  ).resolves.toEqual(second)
  await expect(as('gus').reply(issueDiscussion.getLabelEvent, { ...issue.ref, eventId: 7 })).resolves.toMatchObject({
    status: 404,
  })
  const milestones = await as('gus').call(issueDiscussion.listMilestoneEvents, issue.ref)
  expect(milestones).toMatchObject([{ action: 'add', milestone: { title: 'Warp' } }, { action: 'remove' }])
  const states = await as('gus').call(issueDiscussion.listStateEvents, issue.ref)
  expect(states.map(each => each.state)).toEqual(['closed', 'reopened'])
  await expect(as('gus').call(issuePlanningEvents.listWeightEvents, issue.ref)).resolves.toMatchObject([
    { weight: 3, issueId: issue.id },
  ])
})

test('SYSNOTE-005 the note of a changed description has its version', async () => {
  const it = await world()
  const issue = await issueOf(it)
  await it.as('rita').call(updateIssue, { ...issue.ref, description: 'New words' })
  const [note] = await historyOf(it, issue.page)
  const versions = await it.db
    .selectFrom('descriptionVersions')
    .select(['noteId', 'description'])
    .where('issuableId', '=', issue.id)
    .orderBy('id')
    .execute()
  expect(versions).toEqual([
    { noteId: null, description: 'Old words' },
    { noteId: Number(note?.id), description: 'New words' },
  ])
})
