import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkUpdateMergeRequests } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { bulkUpdateGroupEpics } from '#contract/plan/epics/epic-pages.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import {
  autocompleteUsers,
  bulkUpdateIssues,
  deleteIssueEntity,
  getIssueChanges,
  getIssueEntity,
  patchIssueEntity,
  updateIssueEntity,
} from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { world } from '#test/world/world.ts'

test.each(['root', 'olga', 'rita', 'gus', 'nina', 'anon'] as const)(
  'PERM-003 %s finds in lists exactly what opens',
  async who => {
    const { as, build, users, db } = await world()
    const open = await build.project({ visibility: 'public' })
    const inside = await build.project({ visibility: 'internal' })
    const members = await build.project({ visibility: 'public', members: { [users.gus.id]: 10 } })
    await db.updateTable('projects').set({ issuesAccessLevel: 'private' }).where('id', '=', members.id).execute()
    for (const projectId of [undefined, open.id, inside.id, members.id]) {
      const at = projectId === undefined ? {} : { projectId }
      await build.issue(at)
      await build.issue({ ...at, confidential: true })
      await build.issue({ ...at, confidential: true, authorId: users.gus.id })
      await build.issue({ ...at, confidential: true, assigneeIds: [users.nina.id] })
      await build.issue({ ...at, hidden: true })
    }
    const { ctx } = as(who)
    const { rows } = await sql<{
      id: number
    }>`select i.id from issuables i where ${visibleIssuables(ctx.actor, 'i')} order by i.id`.execute(db)
    const all = await db.selectFrom('issuables').select('id').orderBy('id').execute()
    const opened: number[] = []
    for (const { id } of all)
      if ((await loadIfAllowed(ctx, 'issuable:read', issueById, { issueId: id })) !== null) opened.push(id)
    expect(rows.map(row => row.id)).toEqual(opened)
  },
)

test('many issues change at once, as far as the actor may change them', async () => {
  const { as, build, project, users } = await world()
  const bug = await build.label({ title: 'bug' })
  const docs = await build.label({ title: 'docs' })
  const milestone = await build.milestone()
  const one = await build.issue({ labelIds: [docs.id] })
  const two = await build.issue({ milestoneId: milestone.id })
  const elsewhere = await build.issue({ projectId: (await build.project({ visibility: 'public' })).id })
  const issuableIds = [one.id, two.id, elsewhere.id].join(',')
  const update = {
    issuableIds,
    addLabelIds: [bug.id],
    removeLabelIds: [docs.id],
    assigneeIds: [String(users.dan.id)],
    milestoneId: '' as const,
    stateEvent: 'close' as const,
  }
  expect(await as('rita').call(bulkUpdateIssues, { namespace: project.fullPath, update })).toMatchObject({
    notice: '2 issues updated',
    count: 2,
  })
  expect(await as('rita').call(getIssue, one.ref)).toMatchObject({
    labels: ['bug'],
    state: 'closed',
    assignees: [{ username: 'dan' }],
  })
  expect(await as('rita').call(getIssue, two.ref)).toMatchObject({ labels: ['bug'], milestone: { id: milestone.id } })
  const clear = { issuableIds: String(two.id), milestoneId: 0, assigneeIds: ['0'] }
  await as('rita').call(bulkUpdateIssues, { namespace: project.fullPath, update: clear })
  expect(await as('rita').call(getIssue, two.ref)).toMatchObject({ milestone: null, assignees: [], labels: ['bug'] })
  // Read as a guest, who has no bulk edits.
  expect(await as('gus').reply(bulkUpdateIssues, { namespace: project.fullPath, update })).toMatchObject({
    status: 403,
  })
})

test('LIST-021 LIST-025 the form action of a bulk update takes every key of the payload', async () => {
  const { as, build, group, project, users } = await world()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const [come, go] = [await build.label({ title: 'come' }), await build.label({ title: 'go' })]
  const milestone = await build.milestone()
  const epic = await as('olga').call(createEpic, { id: group.id, title: 'Above' })
  const issue = await build.issue({ labelIds: [go.id] })
  const update = {
    issuableIds: String(issue.id),
    stateEvent: 'close' as const,
    assigneeIds: [String(users.dan.id)],
    milestoneId: milestone.id,
    subscriptionEvent: 'subscribe' as const,
    healthStatus: 'at_risk' as const,
    epicId: epic.id,
    sprintId: '' as const,
    addLabelIds: [come.id],
    removeLabelIds: [go.id],
  }
  const { status, body } = await as('olga').reply(bulkUpdateIssues, { namespace: project.fullPath, update })
  expect({ status, body }).toMatchObject({ status: 200, body: { notice: '1 issue updated', count: 1 } })
  expect(await as('olga').call(getIssue, issue.ref)).toMatchObject({
    state: 'closed',
    assignees: [{ username: 'dan' }],
    milestone: { id: milestone.id },
    subscribed: true,
    healthStatus: 'at_risk',
    epic: { id: epic.id },
    labels: ['come'],
  })
})

test('LIST-015 a bulk update counts the issues that changed, not those whose change was left out', async () => {
  const { as, build, project } = await world()
  const label = await build.label({ title: 'bug' })
  const issue = await build.issue()
  const mark = () =>
    as('rita').call(bulkUpdateIssues, {
      namespace: project.fullPath,
      update: { issuableIds: String(issue.id), addLabelIds: [label.id] },
    })
  expect(await mark()).toMatchObject({ notice: '1 issue updated', count: 1 })
  expect(await mark()).toMatchObject({ notice: '0 issues updated', count: 0 })
})

test.each([
  ['nothing', ''],
  ['a word', 'x'],
  ['a word among ids', '1,x'],
  ['a fraction', '1.5'],
  ['a gap', '1,,2'],
  ['more than a page', Array.from({ length: 101 }, (_, at) => at + 1).join()],
])(
  'LIST-015 a bulk update of issues, merge requests or epics refuses ids it cannot read: %s',
  async (_, issuableIds) => {
    const { as, build, group, project, users } = await world()
    await build.member({ at: group.id, userId: users.olga.id, level: 50 })
    const update = { issuableIds, stateEvent: 'close' as const }
    const replies = [
      await as('olga').reply(bulkUpdateIssues, { namespace: project.fullPath, update }),
      await as('olga').reply(bulkUpdateMergeRequests, { namespace: project.fullPath, update }),
      await as('olga').reply(bulkUpdateGroupEpics, { namespace: group.fullPath, update }),
    ]
    for (const { status, body } of replies)
      expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.stringContaining('issuable_ids') } })
  },
)

test('LIST-015 a bulk update names the issues that it refuses with the reason, and counts those that are not here', async () => {
  const { as, build, project, users } = await world()
  const incident = await build.issue({ type: 'incident', title: 'Fire' })
  const issue = await build.issue()
  const open = await build.project({ visibility: 'public', members: { [users.rita.id]: 20 } })
  const foreign = await build.issue({ projectId: open.id })
  const reply = await as('rita').call(bulkUpdateIssues, {
    namespace: project.fullPath,
    update: { issuableIds: [incident.id, issue.id, foreign.id, 999_999].join(), healthStatus: 'at_risk' },
  })
  expect(reply).toMatchObject({
    count: 1,
    refused: [
      { reason: 'These items were deleted or moved, or you do not have access to them', count: 2, items: [] },
      {
        reason: 'These fields are not available for this type',
        count: 1,
        items: [
          { reference: `#${incident.iid}`, title: 'Fire', webPath: `/${project.fullPath}/-/issues/${incident.iid}` },
        ],
      },
    ],
  })
})

test.each(['1.5', '1e+300', '99999999999999999999', 'x'])('a bulk update knows no assignee %s', async assignee => {
  const { as, build, project } = await world()
  const issue = await build.issue()
  const update = { issuableIds: String(issue.id), assigneeIds: [assignee] }
  const { status } = await as('rita').reply(bulkUpdateIssues, { namespace: project.fullPath, update })
  expect(status).toBe(200)
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({ assignees: [] })
})

test('ISSUE-029, ISSUE-033, ISSUE-035 the page reads its issue, asks for changes and deletes after asking once more', async () => {
  const { as, build, project, db } = await world()
  const issue = await build.issue({ title: 'Loud', description: 'x' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  expect(await as('gus').call(getIssueEntity, page)).toMatchObject({
    title: 'Loud',
    lockVersion: 0,
    currentUser: { canUpdate: false, canCreateNote: true, canSetIssueMetadata: false },
  })
  const polled = await as('gus').reply(getIssueChanges, page)
  expect(polled).toMatchObject({
    headers: { 'poll-interval': '3000' },
    body: { title_text: 'Loud', description_text: 'x', lock_version: 0 },
  })
  const { etag = '' } = polled.headers
  expect(etag).toMatch(/^W\/".+"$/)
  const again = await as('gus').reply(getIssueChanges, { ...page, ifNoneMatch: etag })
  expect(again).toMatchObject({ status: 304, body: null, headers: { etag, 'poll-interval': '3000' } })
  await as('olga').call(updateIssueEntity, { ...page, issue: { description: 'y', lockVersion: 0 } })
  const changed = await as('gus').reply(getIssueChanges, { ...page, ifNoneMatch: etag })
  expect(changed).toMatchObject({ status: 200, body: { description_text: 'y', lock_version: 1 } })
  expect(await as('olga').reply(deleteIssueEntity, page)).toMatchObject({ status: 422 })
  expect(await as('olga').call(deleteIssueEntity, { ...page, destroyConfirm: true })).toEqual({
    webUrl: 'http://weft.test/weft/loom/-/issues',
  })
  expect(await db.selectFrom('issuables').select('id').where('id', '=', issue.id).execute()).toEqual([])
})

test('ASSIGN-004 people to choose from are the project’s members, the best match first', async () => {
  const { as, project, users } = await world()
  const names = async (input: object) =>
    (
      (await as('rita').reply(autocompleteUsers, { projectId: project.id, ...input })).body as { username: string }[]
    ).map(user => user.username)
  expect(await names({})).toEqual(['dan', 'gus', 'mina', 'olga', 'rita'])
  expect(await names({ currentUser: true, authorId: users.olga.id })).toEqual(['rita', 'olga', 'dan', 'gus', 'mina'])
  expect(await names({ search: 'A', skipUsers: [users.dan.id] })).toEqual(['mina', 'olga', 'rita'])
  await expect(as('nina').call(autocompleteUsers, { projectId: project.id })).rejects.toMatchObject({
    kind: 'not_found',
  })
  await expect(as('anon').call(autocompleteUsers, {})).rejects.toMatchObject({ kind: 'unauthenticated' })
})

test('EDIT-020 ISSUE-034 a save of an older version is a conflict, and loses nothing', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ title: 'Loom', description: 'One' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  const save = (values: object) => as('rita').reply(updateIssueEntity, { ...page, issue: values })
  const first = { title: 'Loom', description: 'Two', lockVersion: 0, issueType: 'incident' }
  expect(await save(first)).toMatchObject({
    status: 200,
    body: { title: 'Loom', lock_version: 1, issue_type: 'incident', web_url: 'http://weft.test/weft/loom/-/issues/1' },
  })
  expect(await save({ title: 'Mine', description: 'Mine', lockVersion: 0 })).toMatchObject({
    status: 409,
    body: { errors: [expect.stringMatching(/^Someone edited this incident at the same time you did\./)] },
  })
  expect(await save({ title: ' ', lockVersion: 1 })).toMatchObject({
    status: 422,
    body: { errors: ["Title can't be blank"] },
  })
  expect(await as('gus').call(getIssueChanges, page)).toMatchObject({ titleText: 'Loom', descriptionText: 'Two' })
})

test('ISSUE-034 the page of an issue stores values with or without an object around them, which counts first', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ title: 'Loom', description: 'One' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  const beside = { title: 'Jacquard loom', description: 'Two', lockVersion: 0, issueType: 'incident' } as const
  expect(await as('rita').call(updateIssueEntity, { ...page, ...beside })).toMatchObject({
    ...{ title: 'Jacquard loom', description: 'Two', issueType: 'incident', lockVersion: 1 },
    webUrl: 'http://weft.test/weft/loom/-/issues/1',
  })
  expect((await as('rita').reply(updateIssueEntity, { ...page, ...beside })).status).toBe(409)
  expect(await as('rita').call(patchIssueEntity, { ...page, title: 'A', issue: { title: 'B' } })).toMatchObject({
    title: 'B',
  })
})

test('TASK-009 a tick with a stale version or of a line that changed is refused, and leaves the text as it is', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ description: '- [ ] oil\n- [ ] clean\n' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  const tick = (lockVersion: number | undefined, index: number, lineSource: string) =>
    as('rita').reply(patchIssueEntity, {
      ...page,
      issue: { lockVersion, updateTask: { index, checked: true, lineNumber: index, lineSource } },
    })
  const refused = { status: 409, body: { errors: [expect.stringMatching(/^Someone edited this issue/)] } }
  expect(await tick(0, 1, '- [ ] oil')).toMatchObject({ status: 200, body: { lock_version: 1 } })
  // The line is unchanged since the page showed it, but the version is not.
  expect(await tick(0, 2, '- [ ] clean')).toMatchObject(refused)
  expect(await tick(1, 1, '- [ ] oil')).toMatchObject(refused)
  expect(await as('gus').call(getIssueChanges, page)).toMatchObject({ descriptionText: '- [x] oil\n- [ ] clean\n' })
  expect(await tick(1, 2, '- [ ] clean')).toMatchObject({ status: 200, body: { lock_version: 2 } })
  expect(await as('gus').call(getIssueChanges, page)).toMatchObject({
    descriptionText: '- [x] oil\n- [x] clean\n',
    taskCompletionStatus: { count: 2, completedCount: 2 },
    taskStatus: '2 of 2 checklist items completed',
  })
})
