import { expect, test } from 'vitest'
import * as deployments from '#contract/deploy/environments/deployments.ts'
import { deliveryCsv, deliveryPages } from '#contract/insights/delivery.ts'
import { countGroupIssues, countGroupMergeRequests, countNewGroupMembers } from '#contract/insights/group-activity.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { codeWorld } from '#test/world/code.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

const loom = { namespace: 'weft/loom' }

test('PREMIUM-041 deployments and incidents of the days are counted by week, and the CSV has the same figures', async () => {
  const it = await codeWorld()
  for (const content of ['a', 'b'])
    await it.as('dan').call(deployments.createDeployment, {
      ...{ id: 'weft/loom', environment: 'production', ref: 'main', tag: false, status: 'success' },
      sha: await it.commit({ 'a.txt': content }),
    })
  await it.as('rita').call(createIssue, { id: 'weft/loom', title: 'Down', issueType: 'incident' })
  const page = await it.as('rita').call(deliveryPages.project, loom)
  const [frequency, , , failures] = page.metrics
  expect(frequency).toMatchObject({ name: 'deployment_frequency', value: 2 })
  expect(frequency?.weeks.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(2)
  expect(frequency?.weeks).toHaveLength(5)
  // The deployments that were counted, the newest first.
  expect(page.deployments).toMatchObject([
    { environment: 'production', ref: 'main', path: expect.stringMatching(/^\/weft\/loom\/-\/environments\/\d+$/) },
    { mergeRequests: 0, leadTime: null },
  ])
  expect(failures).toMatchObject({ name: 'change_failure_rate', value: 0.5 })
  const csv = String((await it.as('rita').reply(deliveryCsv.project, loom)).body)
  expect(csv.trim().split('\r\n')).toHaveLength(6)
  expect(csv).toMatch(/,2,,,0\.5\r\n$/)
})

test('PREMIUM-027 PREMIUM-028 PREMIUM-029 what happened in a group in the last 90 days is counted', async () => {
  const it = await world()
  await it.as('rita').call(createIssue, { id: 'weft/loom', title: 'New' })
  const old = await it.build.issue({ title: 'Old' })
  await it.db.updateTable('issuables').set({ createdAt: '2025-01-01T00:00:00Z' }).where('id', '=', old.id).execute()
  const group = { groupPath: 'weft' }
  expect(await outcomeOf(it.as('gus').call(countGroupIssues, group))).toBe('forbidden')
  await it.build.member({ at: it.group.id, userId: it.users.rita.id, level: 20 })
  expect(await it.as('rita').call(countGroupIssues, group)).toEqual({ issuesCount: 1 })
  expect(await it.as('rita').call(countGroupMergeRequests, group)).toEqual({ mergeRequestsCount: 0 })
  expect((await it.as('rita').call(countNewGroupMembers, group)).newMembersCount).toBe(5)
  await it.db.updateTable('issuables').set({ hidden: true }).execute()
  expect(await it.as('rita').call(countGroupIssues, group)).toEqual({ issuesCount: 0 })
})

test('PREMIUM-044 a count of no group is refused with the name of the parameter', async () => {
  const { as } = await world()
  expect((await as('rita').reply(countGroupIssues, {})).status).toBe(400)
  expect((await as('rita').reply(countGroupIssues, { groupPath: 'none' })).status).toBe(404)
})

test('PREMIUM-041 the iterations of the groups above show what was closed', async () => {
  const it = await world()
  const cadence = await it.db
    .insertInto('iterationCadences')
    .values({
      namespaceId: it.group.id,
      title: 'Sprints',
      startDate: null,
      durationInWeeks: null,
      iterationsInAdvance: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const iteration = await it.db
    .insertInto('iterations')
    .values({
      ...{ namespaceId: it.group.id, iid: 1, cadenceId: cadence.id, title: null },
      ...{ startDate: '2026-01-01', dueDate: '2026-01-14' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [state, weight] of [
    ['closed', 3],
    ['closed', 2],
    ['opened', 8],
  ] as const) {
    const issue = await it.build.issue({ state, weight })
    await it.db.updateTable('issuables').set({ iterationId: iteration.id }).where('id', '=', issue.id).execute()
  }
  const { iterations } = await it.as('rita').call(deliveryPages.project, loom)
  expect(iterations).toMatchObject([{ id: iteration.id, total: 3, closed: 2, closedWeight: 5, cycleTime: null }])
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-001 %s reads the delivery page of a private project: %s', async (who, outcome) => {
  const { as } = await world()
  expect(await outcomeOf(as(who).call(deliveryPages.project, loom))).toBe(outcome)
})

test('PREMIUM-041 a reader who may not see deployments gets the page without their metrics', async () => {
  const it = await world()
  await it.db
    .updateTable('projects')
    .set({ environmentsAccessLevel: 'disabled' })
    .where('id', '=', it.project.id)
    .execute()
  expect(await it.as('rita').call(deliveryPages.project, loom)).toMatchObject({ metrics: [], deployments: [] })
})
