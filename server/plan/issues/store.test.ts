import { expect, test } from 'vitest'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { NewIssuable } from '#server/plan/issuables/changes/prepare.ts'
import { type World, world } from '#test/world/world.ts'
import { createIssue } from './create.ts'

/** The rows of an issue in a project of its own, created by itself or as a part of a larger change. */
async function leftBy({ as, build, db, users, statements }: World, given: NewIssuable, isPart: boolean) {
  const { id } = await build.project({ visibility: 'public', members: { [users.rita.id]: 20 } })
  const { ctx } = as('rita')
  const project = await load(ctx, 'project:create-issue', projectByRef, { id })
  const write = () => createIssue(ctx, project, given)
  const count = await statements(() => (isPart ? transact(ctx, inner => createIssue(inner, project, given)) : write()))
  const issue = await db.selectFrom('issuables').selectAll().where('namespaceId', '=', id).executeTakeFirstOrThrow()
  const people = db.selectFrom('issuableAssignees').select('userId').where('issuableId', '=', issue.id)
  const events = await db.selectFrom('events').selectAll().where('namespaceId', '=', id).execute()
  const [event] = events
  const batched = await db.selectFrom('batchedEvents').select('eventId').execute()
  const own = { id: 0, namespaceId: 0, createdAt: '', updatedAt: '' }
  const counts = db.selectFrom('projects').selectAll().where('id', '=', id)
  return {
    isOneStatement: count === 1,
    left: {
      issue: { ...issue, ...own },
      assignees: await people.execute(),
      events: events.map(({ name, sequence, actorId }) => ({ name, sequence, actorId })),
      payload: { ...Object(event?.payload), issueId: Object(event?.payload).issueId === issue.id },
      topics: event?.topics.map(topic => topic.replace(`:${id}`, ':project')),
      isFollowed: batched.some(each => each.eventId === event?.id),
      project: { ...(await counts.executeTakeFirstOrThrow()), ...own },
    },
  }
}

test.each<[string, NewIssuable]>([
  ['a title', { title: 'The shuttle sticks' }],
  ['a description with tasks', { title: 'The shuttle sticks', description: '- [x] oil\n- [ ] look' }],
  ['a test case', { title: 'The shuttle sticks', type: 'test_case' }],
  ['a confidential issue', { title: 'The shuttle sticks', confidential: true, discussionLocked: true }],
])('%s leaves the same behind, written by one statement or step by step', async (_name, given) => {
  const at = await world()
  const alone = await leftBy(at, given, false)
  expect(alone).toMatchObject({
    isOneStatement: true,
    left: { issue: { iid: 1 }, events: [{ name: 'issue.created' }], payload: { issueId: true }, isFollowed: true },
  })
  expect(await leftBy(at, given, true)).toEqual({ isOneStatement: false, left: alone.left })
})

test('an incident is written step by step: its timeline and its time limit begin in the transaction', async () => {
  const at = await world()
  const given = { title: 'The shuttle sticks', type: 'incident' } as const
  const { isOneStatement, left } = await leftBy(at, given, false)
  expect(isOneStatement).toBe(false)
  expect(await leftBy(at, given, true)).toEqual({ isOneStatement: false, left })
})
