import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { addBranch, addTag, removeBranch } from '#contract/code/refs.ts'
import {
  groupActivityPage,
  listEvents,
  listProjectEvents,
  listUserEvents,
  projectActivityPage,
  userActivity,
} from '#contract/feeds/activity.ts'
import { addProjectMember, removeProjectMember } from '#contract/foundation/members.ts'
import { createProject, updateProject } from '#contract/foundation/projects.ts'
import { updateProfile } from '#contract/foundation/users.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import {
  createProjectMilestone,
  deleteProjectMilestone,
  promoteMilestone,
  updateProjectMilestone,
} from '#contract/plan/timeboxes/milestones.ts'
import { recordPush } from '#server/code/repository/push/push.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, type World, world } from '#test/world/world.ts'
import { shownEvents } from './kinds.ts'

const id = 'weft/loom'

/** Each event as one line, newest first. */
async function told(
  { as }: Pick<World, 'as'>,
  who: Member | 'root' | 'anon' = 'dan',
  given: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const events = await as(who).call(listProjectEvents, { id, ...given })
  return events.map(each =>
    `${each.authorUsername} ${each.actionName} ${each.targetTitle ?? each.pushData?.ref ?? ''}`.trim(),
  )
}

test('PLATFORM-011 the events of a project tell of issues, comments, milestones, members and pushes', async () => {
  const built = await codeWorld()
  const { as, users, project } = built
  const dan = as('dan')
  const issue = await dan.call(createIssue, { id, title: 'The shuttle jams' })
  const ref = { id, issueIid: issue.iid }
  const note = await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'Here too' })
  await dan.call(updateIssue, { ...ref, stateEvent: 'close' })
  await dan.call(updateIssue, { ...ref, stateEvent: 'reopen' })
  const milestone = await dan.call(createProjectMilestone, { id, title: 'Spring' })
  await dan.call(updateProjectMilestone, { id, milestoneId: milestone.id, stateEvent: 'close' })
  const commit = { branch: 'main', commitMessage: 'Add a loom\n\nAt last.', actions: [file('create', 'loom.txt')] }
  const { id: first } = await dan.call(createCommit, { id, ...commit })
  const next = { ...commit, commitMessage: 'Oil it', actions: [file('update', 'loom.txt')] }
  const { id: second } = await dan.call(createCommit, { id, ...next })
  await dan.call(addBranch, { id, branch: 'fix', ref: 'main' })
  await dan.call(removeBranch, { id, branch: 'fix' })
  await dan.call(addTag, { id, tagName: 'v1', ref: 'main' })
  await as('olga').call(addProjectMember, { id, userId: [String(users.nina.id)], accessLevel: 20 })
  await as('olga').call(removeProjectMember, { id, userId: users.nina.id })
  expect(await told(built)).toEqual([
    'nina left',
    'nina joined',
    'dan pushed new v1',
    'dan deleted fix',
    'dan pushed new fix',
    'dan pushed to main',
    'dan pushed new main',
    'dan closed Spring',
    'dan opened Spring',
    'dan opened The shuttle jams',
    'dan closed The shuttle jams',
    'rita commented on The shuttle jams',
    'dan opened The shuttle jams',
  ])
  const events = await dan.call(listProjectEvents, { id })
  const { id: noteId } = 'id' in note ? note : { id: 0 }
  expect(events.find(each => each.actionName === 'commented on')).toMatchObject({
    projectId: project.id,
    targetId: noteId,
    targetIid: noteId,
    targetType: 'Note',
    authorId: users.rita.id,
    note: { id: noteId, body: 'Here too', noteableIid: issue.iid, noteableType: 'Issue' },
    author: { username: 'rita' },
    imported: false,
  })
  expect(events.at(-1)).toMatchObject({ targetId: issue.id, targetIid: issue.iid, targetType: 'Issue' })
  expect(events.find(each => each.actionName === 'pushed to')).toMatchObject({
    targetId: null,
    targetType: null,
    pushData: {
      commitCount: 1,
      action: 'pushed',
      refType: 'branch',
      commitFrom: first,
      commitTo: second,
      ref: 'main',
      commitTitle: 'Oil it',
      refCount: null,
    },
  })
  expect(events.find(each => each.pushData?.refType === 'tag')?.pushData).toMatchObject({
    action: 'created',
    ref: 'v1',
  })
})

const file = (action: 'create' | 'update', filePath: string) => ({ action, filePath, content: `${action}d\n` })

test.each([
  [{ action: 'closed' }, ['dan closed One']],
  [{ targetType: 'issue', action: 'created' }, ['dan opened Two', 'dan opened One']],
  [{ targetType: 'note' }, ['rita commented on One']],
  [{ targetType: 'merge_request' }, []],
  [{ sort: 'asc', perPage: 2 }, ['dan opened One', 'rita commented on One']],
  [{ perPage: 2, page: 2 }, ['rita commented on One', 'dan opened One']],
  [{ after: '2026-03-01' }, ['dan opened Two', 'dan closed One']],
  [{ before: '2026-03-02' }, ['rita commented on One', 'dan opened One']],
  [{ after: '2026-03-02' }, []],
])('PLATFORM-011 events narrowed by %j', async (given, wanted) => {
  const built = await world()
  const { as, db } = built
  const issue = await as('dan').call(createIssue, { id, title: 'One' })
  await as('rita').call(issueDiscussion.createNote, { id, issueIid: issue.iid, body: 'Seen' })
  await sql`update events set created_at = '2026-03-01T23:59:59.999Z'`.execute(db)
  await as('dan').call(updateIssue, { id, issueIid: issue.iid, stateEvent: 'close' })
  await as('dan').call(createIssue, { id, title: 'Two' })
  await sql`update events set created_at = '2026-03-02T00:00:00Z' where created_at > '2026-03-02'`.execute(db)
  expect(await told(built, 'dan', given)).toEqual(wanted)
})

test.each<[Member | 'anon', readonly string[]]>([
  ['rita', ['rita commented on Open', 'rita commented on Open', 'dan opened Secret', 'dan opened Open']],
  ['gus', ['rita commented on Open', 'dan opened Open']],
  ['nina', ['rita commented on Open', 'dan opened Open']],
  ['anon', ['rita commented on Open', 'dan opened Open']],
])('PERM-003 %s learns of no confidential issue or internal note from a public project', async (who, wanted) => {
  const built = await world()
  const { as } = built
  await sql`update namespaces set visibility = 'public'`.execute(built.db)
  const open = await as('dan').call(createIssue, { id, title: 'Open' })
  await as('dan').call(createIssue, { id, title: 'Secret', confidential: true })
  await as('rita').call(issueDiscussion.createNote, { id, issueIid: open.iid, body: 'Among us', internal: true })
  await as('rita').call(issueDiscussion.createNote, { id, issueIid: open.iid, body: 'For all' })
  expect(await told(built, who)).toEqual(wanted)
  const rows = await as(who).call(projectActivityPage, { namespace: id })
  expect(rows.activities).toHaveLength(wanted.length)
})

test('PERM-003 features for members, private projects and deleted things leave no event', async () => {
  const built = await codeWorld()
  const { as, users } = built
  await sql`update namespaces set visibility = 'public'`.execute(built.db)
  const dan = as('dan')
  const issue = await dan.call(createIssue, { id, title: 'Open' })
  const note = await dan.call(issueDiscussion.createNote, { id, issueIid: issue.iid, body: 'Wrong' })
  const milestone = await dan.call(createProjectMilestone, { id, title: 'Spring' })
  await dan.call(createCommit, { id, branch: 'main', commitMessage: 'Add', actions: [file('create', 'a.txt')] })
  await dan.call(issueDiscussion.deleteNote, { id, issueIid: issue.iid, noteId: 'id' in note ? note.id : 0 })
  await dan.call(deleteProjectMilestone, { id, milestoneId: milestone.id })
  expect(await told(built, 'nina')).toEqual(['dan destroyed Spring', 'dan pushed new main', 'dan opened Open'])
  await as('olga').call(updateProject, { id, repositoryAccessLevel: 'private' })
  expect(await told(built, 'nina')).toEqual(['dan destroyed Spring', 'dan opened Open'])
  await as('olga').call(updateProject, { id, issuesAccessLevel: 'private' })
  expect(await told(built, 'nina')).toEqual([])
  expect(await told(built, 'dan')).toHaveLength(3)
  await as('olga').call(updateProject, { id, visibility: 'private' })
  expect((await as('nina').reply(listProjectEvents, { id })).status).toBe(404)
  expect(await as('nina').call(listUserEvents, { id: users.dan.id })).toEqual([])
  expect((await as('nina').call(userActivity, { id: users.dan.id })).activities).toEqual([])
  expect(await dan.call(listUserEvents, { id: users.dan.id })).toHaveLength(3)
  expect(await dan.call(listUserEvents, { id: 'DAN' })).toHaveLength(3)
})

test('PLATFORM-011 a milestone that became one of the group leaves the events of its project', async () => {
  const built = await world()
  const { as } = built
  await built.build.member({ at: built.group.id, userId: built.users.olga.id, level: 50 })
  const { id: milestoneId } = await as('olga').call(createProjectMilestone, { id, title: 'Spring' })
  expect(await told(built)).toEqual(['olga opened Spring'])
  await as('olga').call(promoteMilestone, { id, milestoneId })
  expect(await told(built)).toEqual([])
})

test('PERM-003 a private profile keeps its events to the user and to administrators', async () => {
  const { as, users } = await world()
  await as('rita').call(createIssue, { id, title: 'Mine' })
  await as('rita').call(updateProfile, { privateProfile: true })
  const seen = async (who: Member | 'root') => [
    (await as(who).call(listUserEvents, { id: users.rita.id })).length,
    (await as(who).call(userActivity, { id: users.rita.id })).activities.length,
  ]
  expect(await seen('dan')).toEqual([0, 0])
  expect(await seen('rita')).toEqual([1, 1])
  expect(await seen('root')).toEqual([1, 1])
})

test('PLATFORM-011 my events are mine; with the scope all, those of everybody in my projects', async () => {
  const { as } = await world()
  await as('dan').call(createIssue, { id, title: 'Dan’s' })
  await as('rita').call(createIssue, { id, title: 'Rita’s' })
  await as('nina').call(createProject, { name: 'Elsewhere' })
  const titles = async (who: Member, scope?: 'all') =>
    (await as(who).call(listEvents, scope === undefined ? {} : { scope })).map(each => each.targetTitle)
  expect(await titles('dan')).toEqual(['Dan’s'])
  expect(await titles('dan', 'all')).toEqual(['Rita’s', 'Dan’s'])
  expect(await titles('nina')).toEqual([null])
  expect((await as('anon').reply(listEvents, {})).status).toBe(401)
})

test('an activity page goes on where the one before ended, in few statements', async () => {
  const { as, statements } = await world()
  const dan = as('dan')
  for (let number = 1; number <= 33; number += 1) await dan.call(createIssue, { id, title: `Issue ${number}` })
  const first = await dan.call(groupActivityPage, { namespace: 'weft' })
  expect(first.activities).toHaveLength(30)
  expect(first.activities[0]).toMatchObject({
    action: 'created',
    author: { username: 'dan' },
    place: { kind: 'project', fullPath: id },
    target: { type: 'issue', reference: '#33', title: 'Issue 33', path: '/weft/loom/-/issues/33' },
  })
  const rest = await dan.call(groupActivityPage, { namespace: 'weft', cursor: first.next ?? '' })
  expect(rest.activities.map(each => each.target?.title)).toEqual(['Issue 3', 'Issue 2', 'Issue 1'])
  expect(rest.next).toBeNull()
  const few = await statements(() => dan.call(projectActivityPage, { namespace: id }))
  const fewer = await statements(() => dan.call(projectActivityPage, { namespace: id, kind: 'members' }))
  expect([few, fewer]).toEqual([3, 3])
  for (const cursor of ['x', '2026-02-30T00:00:00.000Z_1', '0000-01-01T00:00:00.000Z_1'])
    expect((await dan.reply(projectActivityPage, { namespace: id, cursor })).status).toBe(400)
})

test('PLATFORM-011 a push of many branches is one event', async () => {
  const built = await codeWorld()
  const { as } = built
  const head = await built.commit({ 'a.txt': 'a' })
  const refs = ['a', 'b', 'c', 'd'].map(name => ({ ref: `refs/heads/${name}`, before: null, after: head }))
  await recordPush(as('dan').ctx, { id: built.project.id, defaultBranch: 'main' }, refs)
  const [event, ...others] = await as('dan').call(listProjectEvents, { id })
  expect(others).toEqual([])
  expect(event?.pushData).toMatchObject({ ref: null, refCount: 4, refType: 'branch', action: 'created' })
})

test('the indexes for activities name the events that they show', async () => {
  const { db } = await world()
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname like 'events_activity_%'`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { indexdef } of rows)
    expect(
      [...(indexdef.split(' WHERE ')[1] ?? '').matchAll(/'([a-z._]+)'/g)].map(match => match[1]).toSorted(),
    ).toEqual(Object.keys(shownEvents).toSorted())
})
