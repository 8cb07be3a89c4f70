import { expect, test } from 'vitest'
import { listTodos } from '#contract/feeds/todos.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createEpic, getEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, subscribeToIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

/** A project of a group in which olga may create epics; dan and rita are members of the project only. */
async function scene() {
  const w = await world()
  const { as, build, group, project, users } = w
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const promote = (who: Member | 'root', issueIid: number, given: object = {}) =>
    askGraphql(
      as(who).ctx,
      `mutation($input: PromoteToEpicInput!) { promoteToEpic(input: $input) { epic { id webPath } errors } }`,
      { input: { projectPath: project.fullPath, iid: String(issueIid), ...given } },
    )
  const epic = (epicIid: number) => as('olga').call(getEpic, { id: group.id, epicIid })
  const notes = async (epicId: number) =>
    (await as('olga').call(epicDiscussion.listNotes, { id: group.id, epicId, sort: 'asc', orderBy: 'created_at' })).map(
      note => note.body,
    )
  return { ...w, promote, epic, notes }
}

test('ISSUE-037 EPIC-017 a promoted issue goes on as an epic with its text, discussion, labels and followers, and is closed', async () => {
  const { as, build, project, group, users, promote, epic, notes } = await scene()
  const parent = await as('olga').call(createEpic, { id: group.id, title: 'Above' })
  await build.label({ namespaceId: group.id, title: 'shared' })
  await build.label({ title: 'only here' })
  const other = await build.issue({ title: 'the other' })
  const { iid } = await as('olga').call(createIssue, {
    id: project.id,
    title: 'A large matter',
    description: `Like #${other.iid}`,
    labels: ['shared', 'only here'],
    assigneeIds: [users.dan.id],
    weight: 3,
    epicId: parent.id,
  })
  const ref = { id: project.id, issueIid: iid }
  await as('dan').call(issueDiscussion.createNote, { ...ref, body: `As #${other.iid} says` })
  await as('mina').call(issueDiscussion.createAward, { ...ref, name: 'thumbsup' })
  await as('rita').call(subscribeToIssue, ref)
  const { data } = await promote('olga', iid)
  expect(data?.promoteToEpic).toMatchObject({ errors: [], epic: { webPath: `/groups/${group.fullPath}/-/epics/2` } })
  const made = await epic(2)
  expect(made).toMatchObject({
    title: 'A large matter',
    description: `Like ${project.fullPath}#${other.iid}`,
    labels: ['shared'],
    author: { username: 'olga' },
    state: 'opened',
    confidential: false,
    parentId: parent.id,
    upvotes: 1,
  })
  expect(await notes(made.id)).toEqual(
    expect.arrayContaining([
      `As ${project.fullPath}#${other.iid} says`,
      `promoted from issue ${project.fullPath}#${iid}`,
    ]),
  )
  expect(await as('olga').call(getIssue, ref)).toMatchObject({ state: 'closed', epic: null })
  const told = await as('olga').call(issueDiscussion.listNotes, { ...ref, sort: 'asc', orderBy: 'created_at' })
  expect(told.map(note => note.body)).toEqual(expect.arrayContaining([`promoted to epic ${group.fullPath}&2`]))
  expect(told.map(note => note.body)).not.toContain('closed')
  const page = await as('olga').call(getIssuePage, { namespace: project.fullPath, iid })
  expect(page).toMatchObject({
    promotedTo: { webPath: `/groups/${group.fullPath}/-/epics/2` },
    permissions: { canPromoteToEpic: false },
  })
  // The to-dos of dan for the issue are now for the epic, if he may read that.
  const [todo] = await as('dan').call(listTodos, {})
  expect(todo?.targetType).toBe('Epic')
})

test('ISSUE-037 an issue is promoted once, by /promote too', async () => {
  const { as, project, promote } = await scene()
  const { iid } = await as('olga').call(createIssue, { id: project.id, title: 'Once' })
  const said = await as('olga').call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body: '/promote' })
  expect(said).toMatchObject({ summary: ['Promoted this issue to epic &1.'] })
  const { data } = await promote('olga', iid)
  expect(data?.promoteToEpic).toEqual({ epic: null, errors: ['This issue has already been promoted to an epic.'] })
})

test.each<[Member | 'root', 'issue' | 'incident', boolean]>([
  ['olga', 'issue', true],
  ['root', 'issue', true],
  ['olga', 'incident', false],
  ['mina', 'issue', false],
  ['dan', 'issue', false],
  ['gus', 'issue', false],
])('ISSUE-015 ISSUE-037 %s promoting an %s: %s, as the page says', async (who, issueType, isAllowed) => {
  const { as, project, promote } = await scene()
  const { iid } = await as('mina').call(createIssue, { id: project.id, title: 'Large', issueType })
  const { permissions } = await as(who).call(getIssuePage, { namespace: project.fullPath, iid })
  expect(permissions.canPromoteToEpic).toBe(isAllowed)
  const { data } = await promote(who, iid)
  expect(data?.promoteToEpic?.epic != null).toBe(isAllowed)
})

test('ISSUE-037 a promotion tells the readers of the group nothing that they could not read', async () => {
  const { as, build, group, users, epic, db } = await scene()
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', group.id).execute()
  const parent = await db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'fullName', 'ancestorIds'])
    .where('id', '=', group.id)
    .executeTakeFirstOrThrow()
  const hidden = await build.project({
    path: 'hidden',
    visibility: 'private',
    parent: { ...parent, ancestorIds: [...parent.ancestorIds] },
    members: { [users.olga.id]: 50 },
  })
  const { iid } = await as('olga').call(createIssue, { id: hidden.id, title: 'Nobody knows' })
  await as('olga').call(issueDiscussion.createNote, { id: hidden.id, issueIid: iid, body: '/promote' })
  expect(await epic(1)).toMatchObject({ title: 'Nobody knows', confidential: true })
  const { status } = await as('nina').reply(getEpic, { id: group.id, epicIid: 1 })
  expect(status).toBe(404)
})

test('FORM-033 ISSUE-037 /promote_to epic makes an epic of an issue, and other types are as before', async () => {
  const { as, project, epic } = await scene()
  const { iid } = await as('olga').call(createIssue, { id: project.id, title: 'A large matter' })
  const say = (body: string) => as('olga').call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body })
  await say('/promote_to incident')
  expect(await as('olga').call(getIssue, { id: project.id, issueIid: iid })).toMatchObject({ issueType: 'incident' })
  await say('/promote_to issue')
  await say('/promote_to Epic')
  expect(await epic(1)).toMatchObject({ title: 'A large matter' })
  expect(await as('olga').call(getIssue, { id: project.id, issueIid: iid })).toMatchObject({ state: 'closed' })
})
