import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteIssue, listProjectIssues, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createIssueLink, deleteIssueLink } from '#contract/plan/work-items/links.ts'
import { world } from '#test/world/world.ts'

test('lists by blocking issues count the issues that all readers may know of, through every change', async () => {
  const { as, build, project, db } = await world()
  const here = { id: project.id }
  const [blocker, other] = [await build.issue({ title: 'Blocker' }), await build.issue({ title: 'Other' })]
  const [first, second] = [await build.issue({ title: 'First' }), await build.issue({ title: 'Second' })]
  const secret = await build.issue({ title: 'Secret', confidential: true })
  const link = (source: { iid: number }, target: { iid: number }, linkType: 'blocks' | 'relates_to' = 'blocks') =>
    as('root').call(createIssueLink, {
      ...here,
      issueIid: source.iid,
      targetProjectId: project.id,
      targetIssueIid: target.iid,
      linkType,
    })
  const count = async (id: number) => {
    const { rows } = await sql<{ n: number }>`select blocking_count as n from issuables where id = ${id}`.execute(db)
    return rows[0]?.n
  }
  await link(blocker, first)
  await link(blocker, second)
  await link(blocker, secret)
  await link(other, blocker, 'relates_to')
  const { id: linkId } = await link(other, first)
  expect([await count(blocker.id), await count(other.id), await count(first.id)]).toEqual([2, 1, 0])
  const order = async (sort: 'asc' | 'desc') =>
    (await as('gus').call(listProjectIssues, { ...here, orderBy: 'blocking_issues', sort })).map(({ title }) => title)
  expect((await order('desc')).slice(0, 2)).toEqual(['Blocker', 'Other'])
  expect((await order('asc')).slice(-2)).toEqual(['Other', 'Blocker'])

  const update = (issue: { iid: number }, change: object) =>
    as('root').call(updateIssue, { ...here, issueIid: issue.iid, ...change })
  await update(second, { stateEvent: 'close' })
  await update(secret, { confidential: false })
  expect(await count(blocker.id)).toBe(2)
  await update(second, { stateEvent: 'reopen' })
  await update(first, { confidential: true })
  expect([await count(blocker.id), await count(other.id)]).toEqual([2, 0])
  await update(first, { confidential: false })
  await as('root').call(deleteIssueLink, { ...here, issueIid: other.iid, issueLinkId: linkId })
  await as('root').call(deleteIssue, { ...here, issueIid: secret.iid })
  expect([await count(blocker.id), await count(other.id)]).toEqual([2, 0])

  const elsewhere = await build.project({ parent: await build.group({ path: 'outer' }), path: 'elsewhere' })
  const move = (issue: { iid: number }) =>
    as('root').call(moveIssue, { ...here, issueIid: issue.iid, toProjectId: elsewhere.id })
  await move(first)
  expect(await count(blocker.id)).toBe(1)
  const { id: movedId } = await move(blocker)
  expect([await count(blocker.id), await count(movedId)]).toEqual([0, 1])
})
