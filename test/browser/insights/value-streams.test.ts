import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { hydrated } from '../windows.ts'

test('PREMIUM-013 PREMIUM-022 a team defines a stage, and each number leads to the issues behind it', async ({
  scene,
  api,
}) => {
  const call = api()
  const [one, two] = [await scene.issue({ title: 'Oil the shuttle' }), await scene.issue({ title: 'Wind the bobbin' })]
  for (const { iid } of [one, two])
    await call('PUT', `projects/${scene.projectId}/issues/${iid}`, { state_event: 'close' })
  const path = `${scene.path}/-/analytics/value_stream_analytics`
  const page = await scene.openAs('rita', path)
  await hydrated(page)
  const stages = page.getByRole('navigation', { name: 'Stages' })
  // A job counts the closed issues.
  await expect(async () => {
    await page.reload()
    await expect(stages.getByRole('link', { name: /^Lead time/ })).toContainText('2 issues', { timeout: 1_000 })
  }).toPass()
  await hydrated(page)

  // A second person sees the value stream as soon as it is there.
  const other = await scene.openAs('dan', path)
  await hydrated(other)
  await page.getByRole('button', { name: 'New value stream' }).click()
  const dialog = page.getByRole('dialog', { name: 'New value stream' })
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Weaving')
  for (const stage of ['Issue', 'Plan', 'Code', 'Test', 'Review'])
    await dialog.getByRole('button', { name: `Remove ${stage}`, exact: true }).click()
  await dialog.getByRole('button', { name: 'Add stage' }).click()
  const created = dialog.getByRole('group', { name: 'New stage' })
  await expect(dialog.getByRole('button', { name: 'Create value stream' })).toBeDisabled()
  await created.getByRole('textbox', { name: 'Name' }).fill('Whole life')
  await dialog.getByRole('button', { name: 'Create value stream' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/value_stream_id=\d+/)
  const tile = stages.getByRole('link', { name: /^Whole life/ })
  await expect(tile).toContainText('2 issues')
  await expect(other.getByRole('combobox', { name: 'Value stream', exact: true })).toBeVisible(live)

  await tile.click()
  await expect(tile).toHaveAttribute('aria-current', 'true')
  const items = page.getByRole('region', { name: 'Issues' }).getByRole('row')
  await expect(items.filter({ hasText: 'Oil the shuttle' })).toHaveCount(1)
  await page.getByText('From Issue created to Issue closed').click()
  await expect(page.getByText('When the issue was last closed. Open issues are not counted.')).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV', exact: true }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Duration (s)')

  await items.getByRole('link', { name: 'Oil the shuttle' }).click()
  await expect(page).toHaveURL(new RegExp(`/-/issues/${one.iid}$`))
  await page.goBack()
  await expect(tile).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('combobox', { name: 'Value stream', exact: true })).toHaveValue(/^\d+$/)
})

test('PREMIUM-026 PREMIUM-041 the pages of deliveries and code reviews open from the navigation', async ({ scene }) => {
  const page = await scene.openAs('rita', scene.path)
  await hydrated(page)
  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  for (const name of ['Delivery', 'Code reviews']) {
    await page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect(page.getByText('No merge requests are in review')).toBeVisible()
  const guest = await scene.openAs('gus', scene.path)
  await hydrated(guest)
  await expect(guest.getByRole('link', { name: 'Labels', exact: true })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Insights', exact: true })).toHaveCount(0)
})
