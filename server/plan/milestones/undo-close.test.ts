import { expect, test } from 'vitest'
import { updateProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { world } from '#test/world/world.ts'

test('closing a milestone can be undone only while it was not changed since', async () => {
  const { as, build, project } = await world()
  const { id: milestoneId } = await build.milestone()
  const change = (changes: object) =>
    as('rita').reply(updateProjectMilestone, { id: project.id, milestoneId, ...changes })
  // The reply to a change has its time.
  const { updated_at: updatedAt } = (await change({ stateEvent: 'close' })).body as { updated_at: string }
  await change({ title: 'Once more' })
  expect(await change({ stateEvent: 'activate', expected: { updatedAt } })).toMatchObject({ status: 409 })
  const again = (await change({ stateEvent: 'close' })).body as { updated_at: string }
  const back = await change({ stateEvent: 'activate', expected: { updatedAt: again.updated_at } })
  expect(back).toMatchObject({ status: 200, body: { state: 'active' } })
})
