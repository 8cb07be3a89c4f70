import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { undoChangeSet } from '#contract/plan/changes/change-sets.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import {
  addGroupEpicChildren,
  bulkUpdateGroupEpics,
  getGroupEpicPage,
  getGroupEpicsPage,
  getGroupRoadmapPage,
  updateGroupEpicEntity,
} from '#contract/plan/epics/epic-pages.ts'
import {
  addChildEpic,
  addEpicIssue,
  createChildEpic,
  createEpic,
  deleteEpic,
  getEpic,
  listChildEpics,
  listEpicIssues,
  listEpics,
  removeChildEpic,
  removeEpicIssue,
  reorderEpicIssue,
  subscribeToEpic,
  unsubscribeFromEpic,
  updateEpic,
} from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone, updateProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

async function planned() {
  const built = await world()
  const { as, build, group, project, users } = built
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const epic = (title: string, given: object = {}) => as('olga').call(createEpic, { id: group.id, title, ...given })
  const issue = (title: string, given: object = {}) => as('olga').call(createIssue, { id: project.id, title, ...given })
  const seen = (iid: number) => as('olga').call(getEpic, { id: group.id, epicIid: iid })
  return { ...built, epic, issue, seen }
}

test('EPIC-013 EPIC-014 EPIC-015 an epic is created, edited, closed, reopened and deleted by planners, and read by those who see the group', async () => {
  const { as, group, epic, seen } = await planned()
  const made = await epic('Weave faster', { description: 'See &1', labels: ['speed'], color: '#AA0000' })
  expect(made).toMatchObject({
    iid: 1,
    groupId: group.id,
    title: 'Weave faster',
    color: '#aa0000',
    textColor: '#FFFFFF',
    state: 'opened',
    labels: ['speed'],
    references: { short: '&1', full: 'weft&1' },
    webUrl: expect.stringMatching(/\/groups\/weft\/-\/epics\/1$/),
    startDateIsFixed: false,
    subscribed: true,
  })
  const ref = { id: group.id, epicIid: 1 }
  const shown = await as('rita').call(getEpic, ref)
  expect(shown.title).toBe('Weave faster')
  await expect(as('gus').call(createEpic, { id: group.id, title: 'Mine' })).rejects.toMatchObject({ kind: 'forbidden' })
  await as('olga').call(updateEpic, { ...ref, title: 'Weave well', removeLabels: ['speed'], stateEvent: 'close' })
  expect(await seen(1)).toMatchObject({
    title: 'Weave well',
    labels: [],
    state: 'closed',
    closedAt: expect.any(String),
  })
  await as('olga').call(updateEpic, { ...ref, stateEvent: 'reopen' })
  expect(await seen(1)).toMatchObject({ state: 'opened', closedAt: null })
  const history = { id: group.id, epicId: made.id }
  const states = await as('rita').call(epicDiscussion.listStateEvents, history)
  expect(states.map(each => each.state)).toEqual(['closed', 'reopened'])
  const notes = await as('rita').call(epicDiscussion.listNotes, history)
  expect(notes.map(note => note.body)).toEqual(['changed title from **Weave {-faster-}** to **Weave {+well+}**'])
  await as('olga').call(deleteEpic, ref)
  await expect(seen(1)).rejects.toMatchObject({ kind: 'not_found' })
  expect((await epic('Next')).iid).toBe(2)
})

test('an epic that is sent twice under one key is created once', async () => {
  const { as, group } = await planned()
  const given = { id: group.id, title: 'Once', idempotencyKey: 'epic-1' }
  const first = await as('olga').call(createEpic, given)
  expect(await as('olga').call(createEpic, given)).toMatchObject({ id: first.id, title: 'Once' })
  expect(await as('olga').call(listEpics, { id: group.id })).toHaveLength(1)
  expect((await as('olga').call(createEpic, { ...given, idempotencyKey: 'epic-2' })).id).not.toBe(first.id)
})

test('EPIC-016 EPIC-022 EPIC-023 an issue is in one epic, moves to another, and leaves it', async () => {
  const { as, group, project, epic, issue, seen } = await planned()
  const [first, second] = [await epic('First'), await epic('Second')]
  const warp = await issue('Warp')
  const at = (iid: number) => ({ id: group.id, epicIid: iid })
  const link = await as('olga').call(addEpicIssue, { ...at(1), issueId: warp.id })
  expect(link).toMatchObject({ id: warp.id, epic: { id: first.id }, issue: { id: warp.id, title: 'Warp' } })
  const shown = () => as('olga').call(getIssue, { id: project.id, issueIid: warp.iid })
  expect(await shown()).toMatchObject({
    epicIid: 1,
    epic: { id: first.id, iid: 1, title: 'First', url: '/groups/weft/-/epics/1', groupId: group.id },
  })
  await as('olga').call(addEpicIssue, { ...at(2), issueId: warp.id })
  expect(await as('olga').call(listEpicIssues, at(1))).toEqual([])
  expect(await as('olga').call(listEpicIssues, at(2))).toMatchObject([{ id: warp.id, epicIssueId: warp.id }])
  const notes = await as('olga').call(epicDiscussion.listNotes, { id: group.id, epicId: first.id, sort: 'asc' })
  expect(notes.map(note => note.body)).toEqual(['added issue weft/loom#1', 'removed issue weft/loom#1'])
  await as('olga').call(removeEpicIssue, { ...at(2), epicIssueId: warp.id })
  expect(await shown()).toMatchObject({ epic: null, epicIid: null })
  await expect(as('olga').call(removeEpicIssue, { ...at(2), epicIssueId: warp.id })).rejects.toMatchObject({
    kind: 'not_found',
  })
  await as('olga').call(updateIssue, { id: project.id, issueIid: warp.iid, epicId: second.id })
  expect((await shown()).epicIid).toBe(2)
  await as('olga').call(updateIssue, { id: project.id, issueIid: warp.iid, epicId: 0 })
  expect((await shown()).epicIid).toBeNull()
  expect((await seen(1)).reference).toBe('&1')
})

test('EPIC-010 EPIC-011 EPIC-012 dates are fixed, or those of the milestones and child epics', async () => {
  const { as, group, project, epic, issue, seen } = await planned()
  await epic('Top')
  const below = await epic('Below')
  await as('olga').call(addChildEpic, { id: group.id, epicIid: 1, childEpicId: below.id })
  const milestone = (title: string, startDate: string, dueDate: string) =>
    as('olga').call(createProjectMilestone, { id: project.id, title, startDate, dueDate })
  const spring = await milestone('Spring', '2026-03-01', '2026-05-31')
  const summer = await milestone('Summer', '2026-06-01', '2026-08-31')
  await issue('Warp', { milestoneId: spring.id, epicId: below.id })
  const weft = await issue('Weft', { milestoneId: summer.id, epicId: below.id })
  expect(await seen(1)).toMatchObject({ startDate: '2026-03-01', dueDate: '2026-08-31', startDateIsFixed: false })
  await as('olga').call(updateProjectMilestone, { id: project.id, milestoneId: summer.id, dueDate: '2026-09-15' })
  expect(await seen(1)).toMatchObject({ dueDate: '2026-09-15' })
  await as('olga').call(updateIssue, { id: project.id, issueIid: weft.iid, milestoneId: 0 })
  expect(await seen(1)).toMatchObject({ dueDate: '2026-05-31' })
  const set = (given: object) => as('olga').call(updateEpic, { id: group.id, epicIid: 2, ...given })
  await set({ dueDateIsFixed: true, dueDateFixed: '2026-12-24' })
  expect(await seen(2)).toMatchObject({
    dueDate: '2026-12-24',
    endDate: '2026-12-24',
    dueDateFromInheritedSource: '2026-05-31',
  })
  expect(await seen(1)).toMatchObject({ dueDate: '2026-12-24' })
  await set({ dueDateFixed: null })
  expect(await seen(2)).toMatchObject({ dueDateIsFixed: true, dueDateFixed: null, dueDate: null })
  await set({ dueDateIsFixed: false })
  expect(await seen(2)).toMatchObject({ dueDate: '2026-05-31' })
  await expect(set({ dueDateFixed: '2026-01-01' })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await seen(2)).toMatchObject({ dueDate: '2026-05-31' })
})

test('EPIC-026 epics nest seven levels deep without circles, and a full one answers with a conflict', async () => {
  const { as, group, epic, db } = await planned()
  const made: { readonly id: number }[] = []
  for (let level = 1; level <= 8; level++) made.push(await epic(`Level ${level}`))
  const into = (parent: number, child: number) =>
    as('olga').call(addChildEpic, { id: group.id, epicIid: parent, childEpicId: made[child - 1]?.id ?? 0 })
  for (let level = 1; level < 7; level++) await into(level, level + 1)
  await expect(into(7, 8)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(into(7, 1)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(into(3, 3)).rejects.toMatchObject({ kind: 'conflict' })
  const ids = sql`select id from issuables where iid = 8 and series = 'epic' and namespace_id = ${group.id}`
  await sql`insert into issuables (namespace_id, series, type, iid, title, author_id, parent_id)
    select namespace_id, series, type, 1000 + n, 'Child ' || n, author_id, (${ids}) from issuables, generate_series(1, 100) n
    where iid = 8 and series = 'epic' and namespace_id = ${group.id}`.execute(db)
  await expect(into(8, 1)).rejects.toMatchObject({ kind: 'conflict' })
})

test('EPIC-016 issues and child epics are put in order, created in place and taken out', async () => {
  const { as, group, epic, issue } = await planned()
  const top = await epic('Top')
  const at = { id: group.id, epicIid: top.iid }
  const issues = [await issue('A'), await issue('B'), await issue('C')]
  for (const each of issues) await as('olga').call(addEpicIssue, { ...at, issueId: each.id })
  const titles = async () => (await as('olga').call(listEpicIssues, at)).map(each => each.title)
  expect(await titles()).toEqual(['A', 'B', 'C'])
  const move = (index: number, given: object) =>
    as('olga').call(reorderEpicIssue, { ...at, epicIssueId: issues[index]?.id ?? 0, ...given })
  await move(2, { moveAfterId: issues[0]?.id })
  expect(await titles()).toEqual(['C', 'A', 'B'])
  await move(1, { moveAfterId: issues[0]?.id })
  expect(await titles()).toEqual(['C', 'B', 'A'])
  await move(2, { moveBeforeId: issues[0]?.id })
  expect(await titles()).toEqual(['B', 'A', 'C'])
  await expect(move(0, { moveBeforeId: 999_999 })).rejects.toMatchObject({ kind: 'unprocessable' })
  const child = await as('olga').call(createChildEpic, { ...at, title: 'Child' })
  expect(child).toMatchObject({ parentId: top.id, reference: '&2', url: '/groups/weft/-/epics/2' })
  expect(await as('olga').call(listChildEpics, at)).toMatchObject([{ id: child.id, parentIid: 1 }])
  await as('olga').call(removeChildEpic, { ...at, childEpicId: child.id })
  expect(await as('olga').call(listChildEpics, at)).toEqual([])
})

test('EPIC-002 EPIC-019 EPIC-021 the list of a group filters, sorts and shows the epics that the reader may know of', async () => {
  const { as, group, build, users, epic } = await planned()
  await epic('Alpha', { labels: ['red'] })
  await epic('Beta', { confidential: true })
  await epic('Gamma')
  const sub = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] }, path: 'yarn' })
  await as('olga').call(createEpic, { id: sub.id, title: 'Delta' })
  const list = async (who: 'olga' | 'gus', given: object = {}) =>
    (await as(who).call(listEpics, { id: group.id, orderBy: 'title', sort: 'asc', ...given })).map(each => each.title)
  expect(await list('olga')).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma'])
  expect(await list('olga', { includeDescendantGroups: false, search: 'a', state: 'opened' })).toEqual([
    'Alpha',
    'Beta',
    'Gamma',
  ])
  expect(await list('olga', { labels: ['red'] })).toEqual(['Alpha'])
  expect(await list('olga', { labels: ['RED', 'any', 'red'] })).toEqual(['Alpha'])
  expect(await list('olga', { labels: ['red', 'blue'] })).toEqual([])
  expect(await list('olga', { labels: ['none'], confidential: false })).toEqual(['Delta', 'Gamma'])
  expect(await list('olga', { not: { labels: ['red'] }, confidential: false })).toEqual(['Delta', 'Gamma'])
  expect(await list('olga', { not: { labels: ['none', 'blue'] } })).toEqual(['Alpha'])
  const many = Array.from({ length: 900 }, (_, index) => `label ${index}`)
  expect(await list('olga', { labels: many, not: { labels: many } })).toEqual([])
  expect(await list('olga', { authorUsername: 'rita' })).toEqual([])
  expect(await list('olga', { or: { labelName: ['red', 'blue'] } })).toEqual(['Alpha'])
  expect(await list('olga', { or: { authorUsername: ['@me', 'rita'] }, search: 'delta' })).toEqual(['Delta'])
  expect(await list('olga', { createdAfter: 'tomorrow' })).toEqual([])
  const above = (await as('olga').call(listEpics, { id: sub.id, includeAncestorGroups: true })).map(each => each.title)
  expect(above.sort()).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma'])
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  expect(await list('gus')).toEqual(['Alpha', 'Delta', 'Gamma'])
})

test('EPIC-006 issues in a confidential epic are confidential, and do not reveal the epic', async () => {
  const { as, group, project, build, users, epic, issue } = await planned()
  const secret = await epic('Secret', { confidential: true })
  const open = await issue('Open')
  const hidden = await issue('Hidden', { confidential: true })
  const at = { id: group.id, epicIid: secret.iid }
  await expect(as('olga').call(addEpicIssue, { ...at, issueId: open.id })).rejects.toMatchObject({ kind: 'invalid' })
  await as('olga').call(addEpicIssue, { ...at, issueId: hidden.id })
  await expect(
    as('olga').call(updateIssue, { id: project.id, issueIid: hidden.iid, confidential: false }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  await as('olga').call(updateIssue, { id: project.id, issueIid: hidden.iid, assigneeIds: [users.gus.id] })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  expect(await as('gus').call(getIssue, { id: project.id, issueIid: hidden.iid })).toMatchObject({ epic: null })
  await expect(as('gus').call(getEpic, at)).rejects.toMatchObject({ kind: 'not_found' })
  const open2 = await epic('Open')
  await as('olga').call(addEpicIssue, { id: group.id, epicIid: open2.iid, issueId: open.id })
  await expect(
    as('olga').call(updateEpic, { id: group.id, epicIid: open2.iid, confidential: true }),
  ).rejects.toMatchObject({ kind: 'invalid' })
})

/** An epic, and an issue of a private project in another group tree, where only olga knows of both. */
async function apart() {
  const built = await planned()
  const { as, build, group, users, epic } = built
  const attic = await build.group({ path: 'attic' })
  const project = await build.project({
    path: 'vault',
    parent: attic,
    visibility: 'private',
    members: { [users.olga.id]: 50, [users.nina.id]: 20 },
  })
  const goal = await epic('Goal')
  const coin = await as('olga').call(createIssue, { id: project.id, title: 'Silver coin' })
  return { ...built, vault: project, goal, coin, at: { id: group.id, epicIid: goal.iid } }
}

type Apart = Awaited<ReturnType<typeof apart>>
const mutation = async ({ as }: Apart, text: string) => {
  const { data } = await askGraphql(as('olga').ctx, `mutation { done: ${text} { errors } }`)
  expect(data.done.errors).toEqual([])
}

test.each<[string, (w: Apart) => Promise<unknown>]>([
  ['the issues of an epic in REST', w => w.as('olga').call(addEpicIssue, { ...w.at, issueId: w.coin.id })],
  [
    'an issue in REST',
    w => w.as('olga').call(updateIssue, { id: w.vault.id, issueIid: w.coin.iid, epicId: w.goal.id }),
  ],
  [
    'a quick action',
    w => w.as('olga').call(issueDiscussion.createNote, { id: w.vault.id, issueIid: w.coin.iid, body: '/epic weft&1' }),
  ],
  [
    'epicAddIssue',
    w =>
      mutation(
        w,
        `epicAddIssue(input: { groupPath: "weft", iid: "1", projectPath: "${w.vault.fullPath}", issueIid: "${w.coin.iid}" })`,
      ),
  ],
  [
    'workItemUpdate',
    w =>
      mutation(
        w,
        `workItemUpdate(input: { id: "gid://gitlab/WorkItem/${w.coin.id}", hierarchyWidget: { parentId: "gid://gitlab/WorkItem/${w.goal.id}" } })`,
      ),
  ],
  [
    'the page of the epic',
    w =>
      w.as('olga').call(addGroupEpicChildren, {
        ...{ namespace: 'weft', iid: w.goal.iid, kind: 'issue' },
        references: [`${w.vault.fullPath}#1`],
      }),
  ],
])('EPIC-022 an issue of another group tree is put into an epic by %s', async (_door, put) => {
  const w = await apart()
  await put(w)
  expect((await w.as('olga').call(getIssue, { id: w.vault.id, issueIid: w.coin.iid })).epic).toMatchObject({
    id: w.goal.id,
  })
})

test('EPIC-022 PERM-003 an issue of another group tree is in its epic only for those who see both', async () => {
  const w = await apart()
  const { as, build, deliver, group, goal, coin, vault, users } = w
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  await as('olga').call(addEpicIssue, { ...w.at, issueId: coin.id })
  await deliver()
  const seenBy = async (who: 'olga' | 'rita') =>
    JSON.stringify([
      await as(who).call(listEpicIssues, w.at),
      await as(who).call(getEpic, w.at),
      await as(who).call(getGroupEpicPage, { namespace: 'weft', iid: goal.iid }),
      await as(who).call(epicDiscussion.listNotes, { id: group.id, epicId: goal.id }),
      await as(who).call(getGroupRoadmapPage, { namespace: 'weft' }),
      (
        await askGraphql(
          as(who).ctx,
          `{ group(fullPath: "weft") { epic(iid: "1") { hasIssues issues { nodes { title reference(full: true) } }
            descendantCounts { openedIssues } } }
            workItem(id: "gid://gitlab/WorkItem/${goal.id}") { widgets { ... on WorkItemWidgetHierarchy { hasChildren children { nodes { title } } } } } }`,
        )
      ).data,
    ])
  expect(await seenBy('olga')).toContain('Silver coin')
  const known = await seenBy('rita')
  expect(known).toContain('Goal')
  for (const trace of ['Silver', 'coin', 'vault', 'attic', '"openedIssues":1', '"opened_issues":1', '"hasIssues":true'])
    expect(known, trace).not.toContain(trace)
  // The other way round: nina sees the issue alone.
  const issue = { id: vault.id, issueIid: coin.iid }
  const told = JSON.stringify([
    await as('nina').call(getIssue, issue),
    await as('nina').call(issueDiscussion.listNotes, issue),
    await as('nina').call(getIssuePage, { namespace: vault.fullPath, iid: coin.iid }),
  ])
  expect(told).toContain('Silver coin')
  for (const trace of ['Goal', 'weft&1', '"epicIid":1', '/groups/weft']) expect(told, trace).not.toContain(trace)
})

test('an epic of another group tree is no parent, and no task is in an issue there', async () => {
  const { as, build, users, goal, coin, project } = await apart()
  const other = await build.group({ path: 'other' })
  await build.member({ at: other.id, userId: users.olga.id, level: 50 })
  const foreign = await as('olga').call(createEpic, { id: other.id, title: 'Foreign' })
  const child = as('olga').call(addChildEpic, { id: goal.groupId, epicIid: goal.iid, childEpicId: foreign.id })
  await expect(child).rejects.toMatchObject({ kind: 'invalid' })
  const task = await as('olga').call(createIssue, { id: project.id, title: 'Task', issueType: 'task' })
  const { data } = await askGraphql(
    as('olga').ctx,
    `mutation { workItemUpdate(input: { id: "gid://gitlab/WorkItem/${task.id}", hierarchyWidget: { parentId: "gid://gitlab/WorkItem/${coin.id}" } }) { errors } }`,
  )
  expect(data?.workItemUpdate?.errors ?? ['refused']).not.toEqual([])
})

test('EPIC-024 a person subscribes to an epic and unsubscribes, and comments on it', async () => {
  const { as, group, epic } = await planned()
  const made = await epic('Talk')
  const at = { id: group.id, epicIid: made.iid }
  expect(await as('rita').call(subscribeToEpic, at)).toMatchObject({ subscribed: true })
  expect(await as('rita').call(unsubscribeFromEpic, at)).toMatchObject({ subscribed: false })
  const note = await as('rita').call(epicDiscussion.createNote, {
    id: group.id,
    epicId: made.id,
    body: 'See &1',
  })
  expect(note).toMatchObject({ noteableType: 'Epic' })
  await as('olga').call(epicDiscussion.createNote, { id: group.id, epicId: made.id, body: '/close' })
  expect((await as('rita').call(getEpic, at)).state).toBe('closed')
})

test('EPIC-018 EPIC-019 EPIC-020 GraphQL tells the epic of an issue, lists epics to choose from, and sets one', async () => {
  const { as, group, project, epic, issue } = await planned()
  const made = await epic('Weave faster')
  await epic('Other')
  const { iid } = await issue('Warp')
  const ask = async (query: string) => (await askGraphql(as('olga').ctx, query)).data
  const ofIssue = `project(fullPath: "${project.fullPath}") { issue(iid: "${iid}") { hasEpic epic { id title reference webUrl } } }`
  expect((await ask(`{ ${ofIssue} }`)).project.issue).toEqual({ hasEpic: false, epic: null })
  const set = (epicId: string) =>
    ask(
      `mutation { issueSetEpic(input: { projectPath: "${project.fullPath}", iid: "${iid}", epicId: ${epicId} }) { issue { id } errors } }`,
    )
  expect((await set(`"gid://gitlab/Epic/${made.id}"`)).issueSetEpic.errors).toEqual([])
  expect((await ask(`{ ${ofIssue} }`)).project.issue).toMatchObject({
    hasEpic: true,
    epic: { id: `gid://gitlab/Epic/${made.id}`, title: 'Weave faster', reference: '&1' },
  })
  const list = async (args: string) =>
    (
      await ask(
        `{ group(fullPath: "weft") { epics(includeAncestorGroups: true, includeDescendantGroups: false, sort: TITLE_ASC, ${args}) { nodes { title iid } } } }`,
      )
    ).group.epics.nodes.map((node: { title: string }) => node.title)
  expect(await list('state: opened')).toEqual(['Other', 'Weave faster'])
  expect(await list('iidStartsWith: "1"')).toEqual(['Weave faster'])
  expect(await list('search: "fast", in: [TITLE]')).toEqual(['Weave faster'])
  await set('null')
  expect((await ask(`{ ${ofIssue} }`)).project.issue.hasEpic).toBe(false)
  const unknown = (await set('"gid://gitlab/Epic/999999"')).issueSetEpic
  expect(unknown.errors).toEqual([expect.stringContaining('could not be found')])
  const one = (
    await ask(
      '{ group(fullPath: "weft") { epic(iid: "1") { title descendantCounts { openedIssues } userPermissions { adminEpic } } } }',
    )
  ).group.epic
  expect(one).toEqual({
    title: 'Weave faster',
    descendantCounts: { openedIssues: 0 },
    userPermissions: { adminEpic: true },
  })
  const creates = async (who: 'olga' | 'gus') =>
    (await askGraphql(as(who).ctx, '{ group(fullPath: "weft") { userPermissions { createEpic } } }')).data?.group
  expect([await creates('olga'), await creates('gus')]).toEqual(
    [true, false].map(createEpic => ({ userPermissions: { createEpic } })),
  )
  expect(group.id).toBeGreaterThan(0)
})

test('EPIC-024 EPIC-025 GraphQL subscribes to an epic, and fixes its dates or lets them be inherited', async () => {
  const { as, epic } = await planned()
  await epic('Dated')
  const run = async (name: string, input: string, fields: string) => {
    const { data } = await askGraphql(
      as('olga').ctx,
      `mutation { ${name}(input: { groupPath: "weft", iid: "1", ${input} }) { epic { ${fields} } errors } }`,
    )
    return data[name]
  }
  expect(await run('epicSetSubscription', 'subscribedState: false', 'subscribed')).toEqual({
    epic: { subscribed: false },
    errors: [],
  })
  const dates = 'startDate startDateIsFixed startDateFixed startDateFromMilestones'
  expect(await run('updateEpic', 'startDateIsFixed: true, startDateFixed: "2026-04-05"', dates)).toEqual({
    epic: {
      startDate: '2026-04-05',
      startDateIsFixed: true,
      startDateFixed: '2026-04-05',
      startDateFromMilestones: null,
    },
    errors: [],
  })
  expect((await run('updateEpic', 'startDateIsFixed: false', dates)).epic).toMatchObject({
    startDate: null,
    startDateIsFixed: false,
  })
  expect((await run('updateEpic', 'stateEvent: CLOSE', 'state')).epic).toEqual({ state: 'closed' })
  expect((await run('updateEpic', 'dueDateFixed: "soon"', 'state')).errors).toEqual(['dueDateFixed is invalid'])
})

test('EPIC-016 EPIC-022 GraphQL adds issues to an epic and puts its tree in order', async () => {
  const { as, project, epic, issue } = await planned()
  const top = await epic('Top')
  const issues = [await issue('A'), await issue('B')]
  const ask = async (query: string) => (await askGraphql(as('olga').ctx, query)).data
  for (const { iid, id } of issues) {
    const { epicAddIssue } = await ask(
      `mutation { epicAddIssue(input: { groupPath: "weft", iid: "1", projectPath: "${project.fullPath}", issueIid: "${iid}" }) { epicIssue { epicIssueId } errors } }`,
    )
    expect(epicAddIssue).toEqual({ epicIssue: { epicIssueId: `gid://gitlab/EpicIssue/${id}` }, errors: [] })
  }
  const [first, second] = issues
  const { epicTreeReorder } = await ask(
    `mutation { epicTreeReorder(input: { baseEpicId: "gid://gitlab/Epic/${top.id}", moved: { id: "gid://gitlab/EpicIssue/${second?.id}",
      adjacentReferenceId: "gid://gitlab/EpicIssue/${first?.id}", relativePosition: before } }) { errors } }`,
  )
  expect(epicTreeReorder.errors).toEqual([])
  const { group } = await ask('{ group(fullPath: "weft") { epic(iid: "1") { issues { nodes { title } } } } }')
  expect(group.epic.issues.nodes).toEqual([{ title: 'B' }, { title: 'A' }])
})

test('quick actions put an issue into an epic and take it out', async () => {
  const { as, project, epic, issue } = await planned()
  await epic('Aim')
  const { iid } = await issue('Warp')
  const at = { id: project.id, issueIid: iid }
  const comment = (body: string) => as('olga').call(issueDiscussion.createNote, { ...at, body })
  await comment('/epic &1')
  expect((await as('olga').call(getIssue, at)).epicIid).toBe(1)
  await comment('/remove_epic')
  expect((await as('olga').call(getIssue, at)).epicIid).toBeNull()
  await comment('/set_parent weft&1')
  expect((await as('olga').call(getIssue, at)).epicIid).toBe(1)
})

test('EPIC-012 EPIC-015 a roadmap has the epics of a group with dates, parents and progress, and the milestones that are due', async () => {
  const { as, group, project, epic, issue } = await planned()
  const dates = (from: string, to: string) => ({
    ...{ startDateIsFixed: true, startDateFixed: from, dueDateIsFixed: true, dueDateFixed: to },
  })
  await epic('Late', dates('2026-05-01', '2026-06-01'))
  const early = await epic('Early', dates('2026-02-01', '2026-09-01'))
  const secret = await epic('Secret', { ...dates('2026-01-01', '2026-03-01'), confidential: true })
  await as('olga').call(createChildEpic, { id: group.id, epicIid: secret.iid, title: 'Small' })
  const milestone = await as('olga').call(createProjectMilestone, {
    id: project.id,
    title: 'Beta',
    startDate: '2026-03-01',
    dueDate: '2026-04-01',
  })
  await as('olga').call(createProjectMilestone, { id: project.id, title: 'Undated' })
  const inherited = await epic('Inherited', { parentId: early.id })
  for (const title of ['One', 'Two']) {
    const made = await issue(title, { milestoneId: milestone.id })
    await as('olga').call(addEpicIssue, { id: group.id, epicIid: inherited.iid, issueId: made.id })
    if (title === 'Two') await as('olga').call(updateIssue, { id: project.id, issueIid: made.iid, stateEvent: 'close' })
  }
  const show = (who: 'gus' | 'olga', given: object = {}) =>
    as(who).call(getGroupRoadmapPage, { namespace: 'weft', ...given })
  const titles = async (who: 'gus' | 'olga', given: object = {}) =>
    (await show(who, given)).epics.map(each => each.title)

  expect(await titles('olga')).toEqual(['Secret', 'Early', 'Inherited', 'Late', 'Small'])
  expect(await titles('olga', { orderBy: 'end_date', sort: 'desc', search: 'l' })).toEqual(['Early', 'Late', 'Small'])
  // A parent that is not listed itself is not named.
  const parents = async (given: object) => (await show('olga', given)).epics.map(each => [each.title, each.parentId])
  expect(await parents({ search: 'small' })).toEqual([['Small', null]])
  expect(await parents({ search: 's' })).toEqual([
    ['Secret', null],
    ['Small', secret.id],
  ])
  const seen = await show('gus')
  expect(seen.epics.map(each => each.title)).toEqual(['Early', 'Inherited', 'Late'])
  expect(seen.epics.find(each => each.id === inherited.id)).toMatchObject({
    ...{ parentId: early.id, startDate: '2026-03-01', dueDate: '2026-04-01', openedIssues: 1, closedIssues: 1 },
    path: expect.stringMatching(/\/groups\/weft\/-\/epics\/\d+$/),
  })
  expect(seen.milestones).toMatchObject([{ title: 'Beta', dueDate: '2026-04-01' }])
  await expect(as('nina').reply(getGroupRoadmapPage, { namespace: 'weft' })).resolves.toMatchObject({ status: 404 })
})

test('EPIC-012 a roadmap costs as many statements with many epics as with few', async () => {
  const { as, epic, statements } = await planned()
  const look = () => statements(() => as('olga').call(getGroupRoadmapPage, { namespace: 'weft' }))
  await epic('One')
  await epic('Two')
  await look()
  const few = await look()
  for (let made = 0; made < 18; made++) await epic(`Epic ${made}`)
  expect(await look()).toBe(few)
})

test('EPIC-014 LIST-015 epics are bulk edited with the rights to each, as one change set that is undone', async () => {
  const { as, build, group, users, epic, seen } = await planned()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  const subgroup = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] }, path: 'yarn' })
  await build.member({ at: subgroup.id, userId: users.olga.id, level: 50 })
  const [one, two, parent] = [await epic('One'), await epic('Two'), await epic('All')]
  const elsewhere = await as('olga').call(createEpic, { id: subgroup.id, title: 'Elsewhere' })
  const label = await as('olga').call(createGroupLabel, { id: group.id, name: 'speed', color: '#112233' })
  const update = {
    issuableIds: [one.id, two.id, elsewhere.id, 999_999].join(),
    addLabelIds: [label.id],
    parentId: parent.id,
    confidential: 'true' as const,
    stateEvent: 'close' as const,
  }
  const edit = (who: 'rita' | 'gus' | 'nina') =>
    as(who).reply(bulkUpdateGroupEpics, { namespace: group.fullPath, update })
  expect((await edit('gus')).status).toBe(403)
  const { body } = await edit('rita')
  expect(body).toMatchObject({
    notice: '2 epics updated',
    count: 2,
    refused: [{ reason: expect.stringMatching(/deleted or moved/), count: 2, items: [] }],
  })
  for (const { iid } of [one, two])
    expect(await seen(iid)).toMatchObject({
      state: 'closed',
      labels: ['speed'],
      parentIid: parent.iid,
      confidential: true,
    })
  expect(await as('olga').call(getEpic, { id: subgroup.id, epicIid: elsewhere.iid })).toMatchObject({ state: 'opened' })
  // The reply of a success has it.
  const { change_set_id: changeSetId } = body as { readonly change_set_id: number }
  expect(await as('rita').call(undoChangeSet, { changeSetId })).toMatchObject({ changed: 2, refused: 0 })
  for (const { iid } of [one, two])
    expect(await seen(iid)).toMatchObject({ state: 'opened', labels: [], parentIid: null, confidential: false })
})

test('EPIC-009 EPIC-014 a date that is fixed on the day it inherits, or released, is a change with a note, and undo restores where it came from', async () => {
  const { as, group, epic, seen } = await planned()
  const { id, iid } = await epic('Whole')
  await epic('Part', { parentId: id, dueDateFixed: '2026-04-01' })
  const notes = async () =>
    (await as('olga').call(epicDiscussion.listNotes, { id: group.id, epicId: id, sort: 'asc' }))
      .map(note => note.body)
      .filter(body => body.includes('due date'))
  const edit = async (dueDate: string) =>
    as('olga').call(bulkUpdateGroupEpics, { namespace: group.fullPath, update: { issuableIds: String(id), dueDate } })
  const fixed = await edit('2026-04-01')
  expect(await seen(iid)).toMatchObject({ dueDate: '2026-04-01', dueDateIsFixed: true })
  expect(await as('olga').call(undoChangeSet, { changeSetId: fixed.changeSetId ?? 0 })).toMatchObject({ changed: 1 })
  expect(await seen(iid)).toMatchObject({ dueDate: '2026-04-01', dueDateIsFixed: false })
  expect(await notes()).toEqual([
    'changed the due date from **inherited** to **fixed**',
    'changed the due date from **fixed** to **inherited**',
  ])
  await as('olga').call(updateEpic, { id: group.id, epicIid: iid, dueDateFixed: '2026-04-01' })
  const released = await edit('0')
  expect(await seen(iid)).toMatchObject({ dueDate: '2026-04-01', dueDateIsFixed: false })
  await as('olga').call(undoChangeSet, { changeSetId: released.changeSetId ?? 0 })
  expect(await seen(iid)).toMatchObject({ dueDate: '2026-04-01', dueDateIsFixed: true })
  expect(await notes()).toHaveLength(5)
  await as('olga').call(updateEpic, { id: group.id, epicIid: iid, dueDateIsFixed: true })
  expect(await notes()).toHaveLength(5)
})

test('EPIC-014 LIST-015 a bulk edit of epics takes as many statements for six as for two', async () => {
  const { as, group, epic, statements } = await planned()
  const label = await as('olga').call(createGroupLabel, { id: group.id, name: 'speed', color: '#112233' })
  const edit = async (count: number) => {
    const ids: number[] = []
    for (let at = 0; at < count; at += 1) ids.push((await epic('Weave')).id)
    const update = { issuableIds: ids.join(), addLabelIds: [label.id], stateEvent: 'close' as const }
    return statements(() => as('olga').call(bulkUpdateGroupEpics, { namespace: group.fullPath, update }))
  }
  expect(await edit(6)).toBe(await edit(2))
})

test('EPIC-012 dates that someone has changed since they were shown are refused with their name, and other dates are saved', async () => {
  const { as, build, group, users, epic, seen } = await planned()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const [start, due, later] = ['2026-03-02', '2026-03-20', '2026-04-01']
  const { iid } = await epic('Weave', { startDateFixed: start, dueDateFixed: due })
  await as('olga').call(updateEpic, { id: group.id, epicIid: iid, dueDateFixed: later })
  const drag = (change: object) =>
    as('rita').reply(updateGroupEpicEntity, { namespace: group.fullPath, iid, epic: change })
  const moved = {
    startDateFixed: '2026-03-09',
    dueDateFixed: '2026-03-27',
    shownDates: { startDate: start, dueDate: due },
  }
  expect(await drag(moved)).toMatchObject({
    status: 409,
    body: { errors: [expect.stringMatching(/^Olga .*changed the dates in the meantime\.$/)] },
  })
  expect(await seen(iid)).toMatchObject({ startDate: start, dueDate: later })
  expect((await drag({ startDateFixed: '2026-03-09', shownDates: { startDate: start } })).status).toBe(200)
  expect(await seen(iid)).toMatchObject({ startDate: '2026-03-09', dueDate: later })
})

test('EPIC-014 LIST-015 a bulk edit assigns epics and fixes their dates, and its undo lets the dates follow again', async () => {
  const { as, build, group, users, epic, seen } = await planned()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const [one, two] = [await epic('One', { dueDateFixed: '2026-03-01' }), await epic('Two')]
  await as('olga').call(createEpic, { id: group.id, title: 'In it', parentId: two.id, dueDateFixed: '2026-04-01' })
  expect(await seen(two.iid)).toMatchObject({ dueDate: '2026-04-01', dueDateIsFixed: false })
  const edit = async (update: object) =>
    (
      await as('olga').call(bulkUpdateGroupEpics, {
        namespace: group.fullPath,
        update: { issuableIds: [one.id, two.id].join(), ...update },
      })
    ).changeSetId ?? 0
  const changeSetId = await edit({ addAssigneeIds: [users.rita.id], startDate: '2026-02-02', dueDate: '2026-05-01' })
  const { epics } = await as('olga').call(getGroupEpicsPage, { namespace: group.fullPath })
  for (const { iid } of [one, two]) {
    expect(await seen(iid)).toMatchObject({ startDate: '2026-02-02', dueDate: '2026-05-01', dueDateIsFixed: true })
    expect(epics.find(row => row.iid === iid)?.assignees).toMatchObject([{ username: 'rita' }])
  }
  expect(await as('olga').call(undoChangeSet, { changeSetId })).toMatchObject({ changed: 2, refused: 0 })
  expect(await seen(one.iid)).toMatchObject({ startDate: null, dueDate: '2026-03-01', dueDateIsFixed: true })
  expect(await seen(two.iid)).toMatchObject({ startDate: null, dueDate: '2026-04-01', dueDateIsFixed: false })
  const cleared = await edit({ dueDate: '0' })
  expect(await seen(one.iid)).toMatchObject({ dueDate: null })
  await as('olga').call(updateEpic, { id: group.id, epicIid: one.iid, dueDateFixed: '2026-06-01' })
  expect(await as('olga').call(undoChangeSet, { changeSetId: cleared })).toMatchObject({ changed: 0, refused: 1 })
  expect(await seen(one.iid)).toMatchObject({ dueDate: '2026-06-01' })
})

test('EPIC-012 EPIC-014 an epic that would be due before it starts is not created, and a refused edit of it changes nothing', async () => {
  const { as, group, epic, seen } = await planned()
  const wrong = { startDateFixed: '2026-06-01', dueDateFixed: '2026-05-01' }
  const created = as('olga').call(createEpic, { id: group.id, title: 'Weave', ...wrong })
  await expect(created).rejects.toMatchObject({ kind: 'invalid' })
  const before = { title: 'Weave', startDate: '2026-03-01', dueDate: '2026-04-01' }
  const one = await epic('Weave', { startDateFixed: before.startDate, dueDateFixed: before.dueDate })
  const onPage = {
    namespace: group.fullPath,
    iid: one.iid,
    epic: { title: 'Knit', startDateFixed: wrong.startDateFixed },
  }
  expect((await as('olga').reply(updateGroupEpicEntity, onPage)).status).toBe(422)
  expect(await seen(one.iid)).toMatchObject(before)
  const two = await epic('Other', { dueDateFixed: '2026-07-01' })
  const edited = await as('olga').call(bulkUpdateGroupEpics, {
    namespace: group.fullPath,
    update: { issuableIds: [one.id, two.id].join(), startDate: wrong.startDateFixed },
  })
  expect(edited).toMatchObject({
    count: 1,
    refused: [
      {
        reason: 'Due date must be greater than or equal to start date',
        count: 1,
        items: [{ reference: `&${one.iid}`, title: 'Weave', webPath: `/groups/${group.fullPath}/-/epics/${one.iid}` }],
      },
    ],
  })
  expect(await seen(one.iid)).toMatchObject(before)
  expect(await seen(two.iid)).toMatchObject({ startDate: wrong.startDateFixed })
})
