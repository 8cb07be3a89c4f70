import { expect, test } from 'vitest'
import { getGroupOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const { as, project } = made
  const mutate = (name: string, input: object) =>
    askGraphql(
      as('mina').ctx,
      `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
      { input: { projectPath: project.fullPath, ...input } },
    )
  await mutate('oncallScheduleCreate', { name: 'Firmware', timezone: 'UTC' })
  await mutate('oncallRotationCreate', {
    ...{ scheduleIid: '1', name: 'Primary', participants: [{ username: 'dan' }, { username: 'rita' }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2026-01-05', time: '09:00' } },
  })
  return {
    ...made,
    page: (who: Member | 'anon') => as(who).call(getGroupOnCallPage, { namespace: made.group.fullPath }),
  }
}

test('the page of a group tells who is on call in its projects, and who comes next', async () => {
  const it = await scene()
  const { schedules, hasMore, namespace } = await it.page('olga')
  expect(hasMore).toBe(false)
  expect(namespace.offers.escalations).toBe(true)
  expect(schedules).toMatchObject([{ name: 'Firmware', project: { fullPath: it.project.fullPath } }])
  const [duty] = schedules[0]?.rotations.map(rotation => rotation.duty) ?? []
  expect([duty?.users, duty?.next?.users].map(users => users?.map(({ username }) => username)).toSorted()).toEqual([
    ['dan'],
    ['rita'],
  ])
})

test('projects without issues, and projects that are archived, are left out', async () => {
  const it = await scene()
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'disabled' }).where('id', '=', it.project.id).execute()
  expect((await it.page('olga')).schedules).toEqual([])
  await it.db.updateTable('projects').set({ issuesAccessLevel: 'enabled' }).where('id', '=', it.project.id).execute()
  expect((await it.page('olga')).schedules).toHaveLength(1)
})

test.each<[Member | 'anon', string, number]>([
  ['olga', 'ok', 1],
  ['rita', 'ok', 1],
  // Guests do not see who is on call in a project.
  ['gus', 'ok', 0],
  ['nina', 'not_found', 0],
  ['anon', 'not_found', 0],
])('%s reading the page of a private group: %s, with %i schedules', async (who, outcome, count) => {
  const it = await scene()
  expect(await outcomeOf(it.page(who))).toBe(outcome)
  if (outcome === 'ok') expect((await it.page(who)).schedules).toHaveLength(count)
})
