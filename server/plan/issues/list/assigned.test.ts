import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getUserCounts, getViewer } from '#contract/foundation/users.ts'
import { listIssues } from '#contract/plan/issues.ts'
import { type World, world } from '#test/world/world.ts'

/** Numbers of the issues assigned to Gus: those of his badge, and the totals of his lists by state. */
async function countsOf({ as }: World) {
  const { counts } = await as('gus').call(getViewer, {})
  const { assignedIssues, assignedMergeRequests } = await as('gus').call(getUserCounts, {})
  const total = async (state: 'opened' | 'closed' | 'all') =>
    Number((await as('gus').reply(listIssues, { scope: 'assigned_to_me', state })).headers['x-total'])
  expect(assignedIssues).toBe(counts.assignedIssues)
  return {
    badge: counts.assignedIssues,
    mergeRequests: assignedMergeRequests,
    lists: [await total('opened'), await total('closed'), await total('all')],
  }
}

test('the numbers of the issues assigned to a person follow their states', async () => {
  const made = await world()
  const { build, db, users } = made
  const assigneeIds = [users.gus.id]
  const issue = await build.issue({ assigneeIds })
  await build.issue({ assigneeIds, confidential: true })
  await build.issue({ assigneeIds, state: 'closed' })
  await build.issue({ assigneeIds, hidden: true })
  expect(await countsOf(made)).toEqual({ badge: 2, mergeRequests: 0, lists: [2, 1, 3] })
  const set = (change: string) => sql`update issuables set ${sql.raw(change)} where id = ${issue.id}`.execute(db)
  await set("state = 'closed'")
  expect(await countsOf(made)).toEqual({ badge: 1, mergeRequests: 0, lists: [1, 2, 3] })
  await set("state = 'opened'")
  await set('hidden = true')
  expect(await countsOf(made)).toEqual({ badge: 1, mergeRequests: 0, lists: [1, 1, 2] })
  await set('hidden = false')
  expect(await countsOf(made)).toEqual({ badge: 2, mergeRequests: 0, lists: [2, 1, 3] })
})

test('PERM-002 a list of the issues assigned to a person counts none of a project that they cannot read', async () => {
  const made = await world()
  const { build, users } = made
  const secret = await build.project({})
  await build.issue({ assigneeIds: [users.gus.id] })
  await build.issue({ assigneeIds: [users.gus.id], projectId: secret.id })
  expect((await countsOf(made)).lists).toEqual([1, 0, 1])
})
