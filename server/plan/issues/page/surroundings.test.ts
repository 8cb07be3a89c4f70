import { expect, test } from 'vitest'
import { issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 front ends may query fields of an issue for features that do not exist yet', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { hasEpic hasParent severity externalAuthor createNoteEmail slaDueAt } }`
  expect((await askGraphql(as('gus').ctx, query)).data.issue).toEqual({
    hasEpic: false,
    hasParent: false,
    severity: 'UNKNOWN',
    externalAuthor: null,
    createNoteEmail: null,
    slaDueAt: null,
  })
})

test('PLATFORM-011 fields that clients query with an issue exist for its readers, and are empty', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ confidential: true })
  const ref = { id: project.id, issueIid: issue.iid }
  const list = issuePlanningEvents.listIterationEvents
  const reply = await as('rita').reply(list, ref)
  expect([reply.status, reply.body, reply.headers['x-total']]).toEqual([200, [], '0'])
  expect((await as('gus').reply(list, ref)).status).toBe(404)
  expect((await as('nina').reply(list, ref)).status).toBe(404)
})
