import { expect, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateProjectLabel } from '#contract/plan/labels/labels.ts'
import { updateProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { world } from '#test/world/world.ts'

test('two people who change different fields of a milestone both do, and of one field the second is told', async () => {
  const { as, build, project } = await world()
  const { id: milestoneId } = await build.milestone({ title: 'v1', dueDate: '2030-01-01' })
  const change = (changes: object) =>
    as('rita').reply(updateProjectMilestone, { id: project.id, milestoneId, ...changes })
  const seen = { title: 'v1', dueDate: '2030-01-01' }
  expect(await change({ title: 'v2', expected: { title: seen.title } })).toMatchObject({ status: 200 })
  expect(await change({ dueDate: null, expected: { dueDate: seen.dueDate } })).toMatchObject({
    body: { title: 'v2', due_date: null },
  })
  expect(await change({ title: 'v3', expected: { title: seen.title } })).toMatchObject({ status: 409 })
  // What the API sends says nothing of what it saw.
  expect(await change({ title: 'v4' })).toMatchObject({ status: 200 })
})

test('closing a milestone is taken back only while nobody has changed it since', async () => {
  const { as, build, project } = await world()
  const { id: milestoneId } = await build.milestone()
  const change = (changes: object) =>
    as('rita').reply(updateProjectMilestone, { id: project.id, milestoneId, ...changes })
  // What was changed has the moment in it.
  const { updated_at: updatedAt } = (await change({ stateEvent: 'close' })).body as { updated_at: string }
  await change({ title: 'Once more' })
  expect(await change({ stateEvent: 'activate', expected: { updatedAt } })).toMatchObject({ status: 409 })
  const again = (await change({ stateEvent: 'close' })).body as { updated_at: string }
  const back = await change({ stateEvent: 'activate', expected: { updatedAt: again.updated_at } })
  expect(back).toMatchObject({ status: 200, body: { state: 'active' } })
})

test('a label and the settings of a project are held to what their form showed', async () => {
  const { as, build, project } = await world()
  const label = await build.label({ title: 'bug', color: '#c02b3c' })
  const relabel = (changes: object) =>
    as('rita').reply(updateProjectLabel, { id: project.id, labelId: label.id, ...changes })
  expect(await relabel({ color: '#0e8a76', expected: { color: '#c02b3c' } })).toMatchObject({ status: 200 })
  expect(await relabel({ newName: 'flaw', expected: { name: 'bug' } })).toMatchObject({
    body: { name: 'flaw', color: '#0e8a76' },
  })
  expect(await relabel({ color: '#123456', expected: { color: '#c02b3c' } })).toMatchObject({ status: 409 })

  const set = (changes: object) => as('olga').reply(updateProject, { id: project.id, ...changes })
  const restrict = { issuesAccessLevel: 'private', expected: { issuesAccessLevel: 'enabled' } }
  expect(await set(restrict)).toMatchObject({ status: 200 })
  expect(await set({ description: 'Cloth', expected: { description: '' } })).toMatchObject({
    body: { description: 'Cloth', issues_access_level: 'private' },
  })
  const undone = { issuesAccessLevel: 'disabled', expected: { issuesAccessLevel: 'enabled' } }
  expect(await set(undone)).toMatchObject({ status: 409 })
})
