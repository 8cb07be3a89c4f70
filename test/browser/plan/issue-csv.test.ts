import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ newScene }) => ({ scene: await newScene() }))

test('LIST-001 LIST-002 the issues that the list is filtered to are exported from a dialog that tells how many they are', async () => {
  const { scene } = made()
  await scene.issue({ title: 'Warp', weight: 3 })
  await scene.issue({ title: 'Weft' })
  const page = await scene.openAs('gus', `${scene.path}/-/issues?weight=3`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export issues' })
  await expect(dialog).toContainText('1 issue matching the current filter')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^loom-issues-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines.map(line => line.split(',')[2])).toEqual(['Title', 'Warp', undefined])
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  await dialog.getByRole('button', { name: 'Send to my email' }).click()
  await expect(page.getByText('The file will be emailed to you.')).toBeVisible()
})

test('PERM-015 the menu of the list offers export to everyone who is signed in, and import to those who may create issues from it', async ({
  browser,
  baseURL,
}) => {
  const { scene } = made()
  const address = `${scene.path}/-/issues`
  const items = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    const names = await page.getByRole('menuitem').allTextContents()
    return ['Export as CSV', 'Import CSV'].filter(name => names.includes(name))
  }
  expect(await items(await scene.openAs('dan', address))).toEqual(['Export as CSV', 'Import CSV'])
  for (const who of ['rita', 'gus'] as const)
    expect(await items(await scene.openAs(who, address)), who).toEqual(['Export as CSV'])
  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Issues', level: 1 })).toBeVisible()
  await hydrated(visitor)
  await expect(visitor.getByRole('button', { name: 'More actions', exact: true })).toHaveCount(0)
  await visitor.close()
})
