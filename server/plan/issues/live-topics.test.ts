import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

test('ISSUE-028 PLATFORM-016 a change is told to the lists of the project and of each group above it', async () => {
  const { as, build, db } = await world()
  const outer = await build.group({ path: 'outer' })
  const inner = await build.group({ path: 'inner', parent: outer })
  const project = await build.project({ parent: inner })
  const lists = [`group-issues:${inner.id}`, `group-issues:${outer.id}`, `issues:${project.id}`].sort()
  const told = async () => {
    const { topics } = await db.selectFrom('events').select('topics').orderBy('id', 'desc').executeTakeFirstOrThrow()
    return topics.filter(topic => topic.includes('issues:')).sort()
  }
  const { iid } = await as('root').call(createIssue, { id: project.id, title: 'Warp' })
  expect(await told()).toEqual(lists)
  await as('root').call(updateIssue, { id: project.id, issueIid: iid, stateEvent: 'close' })
  expect(await told()).toEqual(lists)
  await as('root').call(updateIssue, { id: project.id, issueIid: iid, weight: 3 })
  expect(await told()).toEqual(lists)
  await as('root').call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body: 'Seen' })
  expect(await told()).toEqual(lists)
  await as('root').call(issueDiscussion.createNote, {
    id: project.id,
    issueIid: iid,
    body: 'Kept among us',
    internal: true,
  })
  expect(await told()).toEqual([])
})
