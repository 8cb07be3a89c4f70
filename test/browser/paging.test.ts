import { expect, type Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { setUpOnce, test } from './fixtures.ts'
import { hydrated } from './windows.ts'

test.setTimeout(120_000)

const address = '/-/user_settings/paging'
const step = (page: Page, urgency: string, number: number) =>
  page.getByRole('listitem', { name: `${urgency}, step ${number}` })
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })

test.describe('how a person is paged', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('rita', address)
    await hydrated(page)
    return { page }
  })

  test('a later step is added to one urgency, and saved', async () => {
    const { page } = made()
    await page.getByRole('button', { name: 'Add step to high urgency' }).click()
    const added = step(page, 'High urgency', 2)
    await added.getByLabel('After (minutes)').fill('15')
    await added.getByLabel('Send').selectOption({ label: 'Email' })
    await expect(save(page)).toBeEnabled()
    await save(page).click()
    await expect(page.getByText('Paging settings saved')).toBeVisible()
    await page.reload()
    await expect(step(page, 'High urgency', 2).getByLabel('After (minutes)')).toHaveValue('15')
    await expect(step(page, 'Low urgency', 2)).toHaveCount(0)
  })

  test('quiet hours are turned on, and the page says what waits', async () => {
    const { page } = made()
    await hydrated(page)
    await page.getByRole('switch', { name: 'Hold pages of low urgency in quiet hours' }).click()
    await page.getByLabel('Sun', { exact: true }).uncheck()
    await page.getByLabel('From', { exact: true }).fill('21:30')
    await save(page).click()
    await expect(save(page)).toBeDisabled()
    await page.reload()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
    await expect(page.getByLabel('Sun', { exact: true })).not.toBeChecked()
    await expect(page.getByText('Pages of high urgency do not wait.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('a test page is sent', async () => {
    const { page } = made()
    await hydrated(page)
    await page.getByRole('button', { name: 'Send me a test page' }).click()
    await expect(page.getByText('Test page sent')).toBeVisible()
  })
})
