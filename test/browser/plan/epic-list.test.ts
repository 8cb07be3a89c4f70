import { expect } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'

test('EPIC-014 LIST-015 KEYS-001 epics are selected, labeled and closed by keys, stay where they are, and are taken back', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Dye house', path: 'dye-house' })).body as { readonly id: number }
  for (const title of ['Third', 'Second', 'First']) await root('POST', `groups/${group.id}/epics`, { title })
  await root('POST', `groups/${group.id}/labels`, { name: 'dye', color: '#c02b3c' })
  await signInAsRoot(page, weft)
  await page.goto('/groups/dye-house/-/epics')
  const rows = page.getByRole('list', { name: 'Epics', exact: true }).getByRole('listitem')
  const titles = rows.locator('[data-row-link]')
  await expect(titles).toHaveText(['First', 'Second', 'Third'])
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  const bar = page.getByRole('region', { name: 'Bulk edit selected epics' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByRole('option', { name: 'dye' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Added dye to 2 epics')).toBeVisible()
  await expect(rows.filter({ hasText: 'dye' })).toHaveCount(2)
  await page.keyboard.press('e')
  await expect(page.getByText('Closed: 2 epics')).toBeVisible()
  await expect(rows.nth(0)).toHaveAttribute('data-gone', 'true', live)
  await expect(titles).toHaveText(['First', 'Second', 'Third'])
  await page.keyboard.press('z')
  await expect.poll(async () => (await root('GET', `groups/${group.id}/epics?state=opened`)).body).toHaveLength(3)
})
