import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, live, option, rows } from '../issues-scene.ts'
import { fail } from '../threads-scene.ts'

test.setTimeout(120_000)

const ways: readonly (readonly [way: string, leave: (page: Page) => Promise<void>])[] = [
  ['Escape', page => page.keyboard.press('Escape')],
  ['Tab', page => page.keyboard.press('Tab')],
  ['Ctrl+Enter', page => page.keyboard.press('Control+Enter')],
  ['a press elsewhere', page => page.getByRole('heading', { level: 1 }).click()],
]

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  for (const name of ['docs', 'ink', 'oil'])
    await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#0e8a76' })
  return { scene, ...(await scene.openIssue('dan')) }
})
test.afterEach(() => made().page.unrouteAll({ behavior: 'ignoreErrors' }))

for (const [way, leave] of ways) {
  test(`ASSIGN-006 ASSIGN-007 ${way} saves what was chosen in the sidebar, and a toast takes it back`, async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await page.keyboard.press('l')
    await option(page, 'docs').click()
    await leave(page)
    await expect(page.getByRole('combobox', { name: 'Search labels' })).toBeHidden()
    await expect(field(page, 'Labels').getByRole('link', { name: 'docs' })).toBeVisible()
    const toast = page.getByRole('listitem').filter({ has: page.getByText('Added docs', { exact: true }) })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Labels')).toContainText('None')
  })

  test(`ASSIGN-006 LIST-017 ${way} saves what was chosen for several rows`, async () => {
    const { page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'docs', color: '#0e8a76' })
    for (const title of ['One', 'Two']) await scene.issue({ title })
    await scene.visitList(page)
    for (const iid of [1, 2]) await page.getByRole('checkbox', { name: `Select #${iid}` }).check()
    await page
      .getByRole('region', { name: 'Bulk edit selected issues' })
      .getByRole('button', { name: 'Labels' })
      .click()
    await option(page, 'docs').click()
    await leave(page)
    await expect(page.getByText('Added docs to 2 issues').last()).toBeVisible()
    await expect(rows(page).filter({ hasText: 'docs' })).toHaveCount(2)
  })
}

test('LABEL-001 the labels of an open list stay where they are when another person or the reader marks one', async () => {
  const { scene, page } = made()
  const { iid } = await scene.showIssue(page, { labels: 'docs' })
  await page.keyboard.press('l')
  const options = page.getByRole('listbox', { name: 'Labels' }).getByRole('option')
  await expect(options.nth(1)).toBeVisible()
  const before = await options.allTextContents()
  expect(before[0]).toContain('docs')
  await scene.change(iid, { add_labels: 'oil' })
  await expect(options.filter({ hasText: 'oil' })).toHaveAttribute('aria-selected', 'true', live)
  expect(await options.allTextContents()).toEqual(before)
  await options.nth(1).click()
  await expect(options.nth(1)).toHaveAttribute('aria-selected', /true|false/)
  expect(await options.allTextContents()).toEqual(before)
  await page.keyboard.press('Escape')
})

test('ASSIGN-006 Ctrl+Enter takes the label that was typed, and never takes one away', async () => {
  const { scene, page } = made()
  await scene.showIssue(page, { labels: 'docs' })
  for (const typed of ['oil', 'docs']) {
    await page.keyboard.press('l')
    await expect(option(page, 'docs')).toBeVisible()
    await page.keyboard.type(typed)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('combobox', { name: 'Search labels' })).toBeHidden()
    await expect(field(page, 'Labels').getByRole('link')).toHaveText(['docs', 'oil'])
  }
})

test('SIDE-014 ASSIGN-007 a choice that could not be saved can be saved again, in the sidebar and for rows', async () => {
  const { scene, page } = made()
  await scene.showIssue(page)
  await fail(page, /\/-\/issues\/\d+\.json/, 'PUT')
  await page.keyboard.press('l')
  await option(page, 'docs').click()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Labels').getByRole('alert')).toContainText('Error saving label update.')
  await page.unrouteAll()
  await field(page, 'Labels').getByRole('button', { name: 'Try again' }).click()
  await expect(field(page, 'Labels').getByRole('link', { name: 'docs' })).toBeVisible()

  await scene.visitList(page)
  await fail(page, /bulk_update$/, 'POST')
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Bulk edit selected issues' }).getByRole('button', { name: 'Labels' }).click()
  await option(page, 'oil').click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Issue update failed')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Added oil to 1 issue')).toBeVisible()
})

test('SIDE-010 SIDE-011 the whole row of a field opens its editor, and a press on it closes that', async () => {
  const { scene, page } = made()
  await scene.showIssue(page)
  const search = page.getByRole('combobox', { name: 'Search labels' })
  await field(page, 'Labels').getByText('None').click()
  await expect(search).toBeFocused()
  await option(page, 'docs').click()
  await field(page, 'Labels').getByRole('heading', { name: 'Labels' }).click()
  await expect(search).toBeHidden()
  await expect(field(page, 'Labels').getByRole('link', { name: 'docs' })).toBeVisible()
})

test('SIDE-001 fields in which nothing is set are folded away until they are asked for', async () => {
  const { scene, page } = made()
  await page.context().clearCookies({ name: 'weft_reader' })
  await scene.showIssue(page, { weight: 2 })
  await page.reload()
  await expect(field(page, 'Weight')).toBeVisible()
  await expect(field(page, 'Time tracking')).toBeHidden()
  await page.getByRole('button', { name: /^Show \d more$/ }).click()
  await expect(field(page, 'Time tracking')).toBeVisible()
  await page.reload()
  await expect(field(page, 'Time tracking')).toBeVisible()
  await page.getByRole('button', { name: 'Hide empty fields' }).click()
  await expect(field(page, 'Time tracking')).toBeHidden()
})
