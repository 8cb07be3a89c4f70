import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { day } from '../issues-scene.ts'
import { viewports, watchShift } from '../layout-shift.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const group = scene.path.split('/')[1] ?? ''
  const dates = { start_date: day(-3), due_date: day(9) }
  const own = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth', ...dates })
  const shared = await scene.make(`groups/${group}/milestones`, { title: 'Second cloth', ...dates })
  const issue = await scene.issue({ milestone_id: own.id })
  await scene.issue({ milestone_id: shared.id })
  return { scene, group, own, shared, issue, page: await scene.openAs('dan', scene.path) }
})

for (const [what, addressOf] of [
  ['the milestone of a project', () => `${made().scene.path}/-/milestones/${made().own.iid}`],
  [
    'the milestone of a project, filtered',
    () => `${made().scene.path}/-/milestones/${made().own.iid}?search=jams&not[labels][]=x`,
  ],
  ['the milestone of a group', () => `/groups/${made().group}/-/milestones/${made().shared.iid}`],
] as const)
  test(`${what} comes with its issues, and nothing on it moves by itself`, async () => {
    const { page } = made()
    const shift = await watchShift(page)
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      const document = await page.goto(addressOf())
      expect(await document?.text()).toContain('aria-label="Milestone issues"')
      await expect(page.getByRole('list', { name: 'Milestone issues' })).toContainText('The shuttle jams')
      await page.waitForLoadState('load')
      expect(await shift(), `${viewport.width} px`).toBeLessThan(0.0005)
    }
  })
