import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-004 the list of a project shows its open issues with counts and leads to the next page and back', async () => {
  const { as, project, statements } = await world()
  for (let number = 1; number <= 52; number += 1)
    await as('rita').call(createIssue, { id: project.id, title: `Issue ${number}` })
  const first = await as('gus').call(getIssuesPage, { namespace: project.fullPath })
  expect(first.issues).toHaveLength(50)
  expect(first.counts.opened).toEqual({ count: 52, isAtLeast: false })
  expect(first.previous).toBeNull()
  const second = await as('gus').call(getIssuesPage, { namespace: project.fullPath, cursor: first.next ?? '' })
  expect(second.issues.map(issue => issue.title)).toEqual(['Issue 2', 'Issue 1'])
  expect(second.next).toBeNull()
  const back = await as('gus').call(getIssuesPage, { namespace: project.fullPath, cursor: second.previous ?? '' })
  expect(back.issues.map(issue => issue.iid)).toEqual(first.issues.map(issue => issue.iid))
  expect(await statements(() => as('gus').call(getIssuesPage, { namespace: project.fullPath }))).toBe(2)
})

test('CONFID-007 a confidential issue has no page, no row and no count for a guest', async () => {
  const { as, project, statements } = await world()
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Secret', confidential: true })
  await expect(as('gus').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })).rejects.toMatchObject({
    kind: 'not_found',
  })
  const list = await as('gus').call(getIssuesPage, { namespace: project.fullPath })
  expect(list.issues).toEqual([])
  expect(list.counts.all.count).toBe(0)
  const page = await as('rita').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(page.issue).toMatchObject({ title: 'Secret', confidential: true, participantsCount: 1 })
  expect(await statements(() => as('rita').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid }))).toBe(1)
})

test('PERM-003 the page of a guest is looked at as guests see it, with one more statement', async () => {
  const { as, project, statements } = await world()
  const ask = (who: 'rita' | 'gus' | 'anon') =>
    as(who).call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Open' })
  await as('rita').call(createIssue, { id: project.id, title: 'Secret', confidential: true })
  await as('dan').call(issueDiscussion.createNote, {
    id: project.id,
    issueIid: issue.iid,
    body: 'Between us',
    internal: true,
  })
  expect(await ask('rita')).toMatchObject({ namespace: { openIssuesCount: 2 }, issue: { participantsCount: 2 } })
  expect(await ask('gus')).toMatchObject({ namespace: { openIssuesCount: 1 }, issue: { participantsCount: 1 } })
  expect(await statements(() => ask('gus'))).toBe(2)
})

test('the page of an issue knows whether its project has commits', async () => {
  const { as, db, project } = await world()
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Open' })
  const ask = () => as('rita').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(await ask()).toMatchObject({ namespace: { hasCommits: false } })
  await db
    .updateTable('projects')
    .set({ lastPushedAt: new Date().toISOString() })
    .where('id', '=', project.id)
    .execute()
  expect(await ask()).toMatchObject({ namespace: { hasCommits: true } })
})

test('the parts that most issues lack take one more statement, and only for an issue that has some', async () => {
  const { as, project, statements } = await world()
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Open' })
  const ask = () => as('rita').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(await ask()).toMatchObject({ issue: { awards: [], emailParticipants: [], iteration: null, contacts: null } })
  expect(await statements(ask)).toBe(1)
  await as('dan').call(issueDiscussion.createAward, { id: project.id, issueIid: issue.iid, name: 'thumbsup' })
  await as('rita').call(issueDiscussion.createNote, {
    id: project.id,
    issueIid: issue.iid,
    body: '/add_email ann@weavers.example',
  })
  expect(await ask()).toMatchObject({
    issue: {
      awards: [{ name: 'thumbsup', count: 1, isMine: false }],
      emailParticipants: ['ann@weavers.example'],
      iteration: null,
    },
  })
  expect(await statements(ask)).toBe(2)
})
