import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { day, live } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

test.describe('the pages of labels and milestones', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('dan', `${scene.path}/-/labels`)
    const list = page.getByRole('main').getByRole('listitem')
    return { scene, page, list }
  })

  test('a label is made, and no second one of its name', async () => {
    const { page, list } = made()
    await page.getByRole('button', { name: 'New label' }).first().click()
    await page.getByLabel('Name').fill('bug')
    await page.getByRole('button', { name: 'Crimson' }).click()
    await page.getByRole('button', { name: 'Create label' }).click()
    await expect(list.filter({ hasText: 'bug' })).toBeVisible()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('bug')
    await page.getByRole('button', { name: 'Create label' }).click()
    await expect(page.getByRole('dialog')).toContainText(/exists|taken/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('a label is prioritized, subscribed to, renamed and deleted', async () => {
    const { page, list } = made()
    await page.getByRole('button', { name: 'Prioritize bug' }).click()
    await expect(page.getByRole('heading', { name: 'Prioritized labels' })).toBeVisible()
    await page.getByRole('button', { name: 'Subscribe to bug' }).click()
    await expect(page.getByRole('button', { name: 'Unsubscribe from bug' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for bug' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('defect')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(list.filter({ hasText: 'defect' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for defect' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await expect(page.getByRole('heading', { name: 'No labels yet' })).toBeVisible()
  })

  test('a milestone is made, and never ends before it begins', async () => {
    const { page } = made()
    await page.getByRole('link', { name: 'Milestones', exact: true }).click()
    await page.getByRole('button', { name: 'New milestone' }).first().click()
    await page.getByLabel('Title').fill('First cloth')
    await page.getByRole('textbox', { name: 'Start date' }).fill(day(3))
    await page.getByRole('textbox', { name: 'Due date' }).fill(day(1))
    await page.getByLabel('Title').focus()
    await expect(page.getByText('The due date must not be before the start date.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Due date' }).fill(day(5))
    await page.getByRole('button', { name: 'Create milestone' }).click()
    await page.getByRole('link', { name: 'First cloth' }).click()
    await expect(page.getByRole('heading', { name: 'First cloth', level: 1 })).toBeVisible()
  })

  test('a milestone follows its issues, is closed and deleted', async ({ api }) => {
    const { scene, page } = made()
    const milestones = await api()('GET', `projects/${scene.projectId}/milestones`)
    // The one just made.
    const [milestone] = milestones.body as { readonly id: number }[]
    await scene.issue({ title: 'Wind the warp', milestone_id: milestone?.id })
    await expect(page.getByRole('link', { name: 'Wind the warp' })).toBeVisible(live)
    await page.getByRole('button', { name: 'Close milestone' }).click()
    await expect(page.getByRole('button', { name: 'Reopen milestone' })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete milestone' }).click()
    await expect(page.getByRole('heading', { name: 'No milestones yet' })).toBeVisible()
  })

  test('labels and milestones keep to two lines in the windows of tablets, beside a navigation of icons', async () => {
    const { scene, page, list } = made()
    const of = `projects/${scene.projectId}`
    const description = 'Whatever concerns the tension of the warp under load, on all looms that were built so far'
    await scene.make(`${of}/labels`, { name: 'the tension of the warp', color: '#6699cc', description })
    await scene.make(`${of}/milestones`, { title: 'Quarterly hardening', start_date: day(1), due_date: day(9) })
    for (const width of [768, 820]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [path, text] of [
        ['labels', description],
        ['milestones', 'Quarterly hardening'],
      ] as const) {
        await page.goto(`${scene.path}/-/${path}`)
        const row = list.filter({ hasText: text })
        await expect(row).toBeVisible()
        expect((await row.boundingBox())?.height).toBeLessThanOrEqual(96)
      }
      const entry = page.getByRole('navigation', { name: /^Project/ }).getByRole('link', { name: 'Boards' })
      expect((await page.getByRole('main').boundingBox())?.x).toBeLessThan(64)
      await entry.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(entry.getByText('Boards')).toHaveCSS('opacity', '1')
    }
  })
})
