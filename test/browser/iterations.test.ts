import { expect } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'
import { field, live } from './issues-scene.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const group = scene.path.split('/')[1] ?? ''
  await scene.make(`groups/${group}/members`, { user_id: scene.people.rita.id, access_level: 20 })
  return { scene, group }
})

test('MILE-003 MILE-005 MILE-009 a cadence schedules iterations, one of which is chosen in the sidebar and shows the issue on its page', async () => {
  const { scene, group } = made()
  const page = await scene.openAs('rita', `/groups/${group}/-/iterations`)
  await page.getByRole('button', { name: 'New cadence' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New iteration cadence' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Sprints')
  await dialog.getByRole('textbox', { name: 'Start of the first iteration' }).fill('today')
  await dialog.getByRole('textbox', { name: 'Start of the first iteration' }).press('Enter')
  const iterations = page.getByRole('list', { name: 'Iterations of Sprints' }).getByRole('listitem')
  await expect(iterations).toHaveCount(3)
  await expect(iterations.first()).toContainText('Current')
  const name = (await iterations.first().getByRole('link').textContent()) ?? ''

  const { iid } = await scene.showIssue(page, { title: 'Dress the loom' })
  await field(page, 'Iteration').getByRole('button', { name: 'Edit Iteration' }).click()
  await page.getByRole('combobox', { name: 'Search iteration' }).fill('Sprints')
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(field(page, 'Iteration').getByRole('link')).toHaveText(name)
  const sent: string[] = []
  page.on('request', request => {
    if (request.postData()?.includes('SetIteration')) sent.push(request.url())
  })
  await field(page, 'Iteration').getByRole('button', { name: 'Edit Iteration' }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('combobox', { name: 'Search iteration' })).toHaveCount(0)
  expect(sent).toEqual([])
  await page.reload()
  await expect(page.getByTitle('Iteration of Sprints')).toBeVisible()
  await field(page, 'Iteration').getByRole('link').click()
  await expect(page.getByRole('list', { name: 'Iteration issues' }).getByRole('listitem')).toContainText(
    'Dress the loom',
  )
  await scene.change(iid, { state_event: 'close' })
  await expect(page.getByText('1 of 1 closed, 100%')).toBeVisible(live)

  // The next iteration is planned on a board, by keyboard alone.
  await scene.showIssue(page, { title: 'Wind the warp' })
  await page.goto(`/groups/${group}/-/iterations`)
  await page.getByRole('button', { name: 'Plan on board' }).focus()
  await page.keyboard.press('Enter')
  const lists = page.getByRole('list', { name: /^Issues in / })
  await expect(lists).toHaveCount(5)
  await page.keyboard.press('j')
  await expect(lists.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(lists.nth(2).getByRole('link', { name: 'Wind the warp' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTitle('Iteration of Sprints')).toBeVisible()
})
