import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addProjectMember, removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { getUserCounts } from '#contract/foundation/users.ts'
import { listIssues } from '#contract/plan/issues/issues.ts'
import { type World, world } from '#test/world/world.ts'

/** Counts of a user's assigned items: those that wait for them, and the totals of their lists of issues by state. */
async function countsOf({ as }: World, who: 'gus' | 'nina' | 'root' = 'gus') {
  const { assignedIssues, assignedMergeRequests } = await as(who).call(getUserCounts, {})
  const total = async (state: 'opened' | 'closed' | 'all') =>
    Number((await as(who).reply(listIssues, { scope: 'assigned_to_me', state })).headers['x-total'])
  const lists = [await total('opened'), await total('closed'), await total('all')]
  expect(assignedIssues).toBe(lists[0])
  return { mergeRequests: assignedMergeRequests, issues: lists }
}

test('the numbers of the issues assigned to a person follow their states', async () => {
  const made = await world()
  const { build, db, users } = made
  const assigneeIds = [users.gus.id]
  const issue = await build.issue({ assigneeIds })
  await build.issue({ assigneeIds, confidential: true })
  await build.issue({ assigneeIds, state: 'closed' })
  await build.issue({ assigneeIds, hidden: true })
  expect(await countsOf(made)).toEqual({ mergeRequests: 0, issues: [2, 1, 3] })
  const set = (change: string) => sql`update issuables set ${sql.raw(change)} where id = ${issue.id}`.execute(db)
  await set("state = 'closed'")
  expect(await countsOf(made)).toEqual({ mergeRequests: 0, issues: [1, 2, 3] })
  await set("state = 'opened'")
  await set('hidden = true')
  expect(await countsOf(made)).toEqual({ mergeRequests: 0, issues: [1, 1, 2] })
  await set('hidden = false')
  expect(await countsOf(made)).toEqual({ mergeRequests: 0, issues: [2, 1, 3] })
})

test('PERM-002 no number of the issues assigned to a person counts one of a project that they cannot read', async () => {
  const made = await world()
  const { build, users } = made
  const secret = await build.project({})
  await build.issue({ assigneeIds: [users.gus.id] })
  await build.issue({ assigneeIds: [users.gus.id], projectId: secret.id })
  expect((await countsOf(made)).issues).toEqual([1, 0, 1])
})

test.each(['opened', 'closed'] as const)(
  'an administrator counts a hidden %s issue that is assigned to them',
  async state => {
    const made = await world()
    await made.build.issue({ assigneeIds: [made.users.root.id], hidden: true, state })
    expect((await countsOf(made, 'root')).issues).toEqual(state === 'opened' ? [1, 0, 1] : [0, 1, 1])
  },
)

test('PERM-002 a removed member no longer counts their assigned items, and a new one does', async () => {
  const made = await world()
  const { as, build, project, users } = made
  await build.issue({ assigneeIds: [users.gus.id] })
  await build.issue({ assigneeIds: [users.gus.id], confidential: true })
  expect((await countsOf(made)).issues).toEqual([2, 0, 2])
  await as('olga').call(removeProjectMember, { id: project.id, userId: users.gus.id })
  await made.deliver()
  expect((await countsOf(made)).issues).toEqual([0, 0, 0])
  await as('olga').call(addProjectMember, { id: project.id, userId: [String(users.gus.id)], accessLevel: 10 })
  expect((await countsOf(made)).issues).toEqual([2, 0, 2])
})

test.each([
  ['private', { visibility: 'private' }],
  ['without public issues', { issuesAccessLevel: 'private' }],
  ['without issues', { issuesAccessLevel: 'disabled' }],
] as const)('PERM-002 a visitor to a project that is made %s counts none of its issues', async (_name, change) => {
  const made = await world()
  const { as, build, users } = made
  const parent = await build.group({ visibility: 'public' })
  const open = await build.project({ parent, visibility: 'public', members: { [users.olga.id]: 50 } })
  await build.issue({ projectId: open.id, assigneeIds: [users.nina.id] })
  await build.issue({ projectId: open.id, assigneeIds: [users.nina.id], confidential: true })
  expect((await countsOf(made, 'nina')).issues).toEqual([2, 0, 2])
  await as('olga').call(updateProject, { id: open.id, ...change })
  expect((await countsOf(made, 'nina')).issues).toEqual([0, 0, 0])
})
