import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

test('a release of a new tag is created with notes, a milestone and a link, and stands in the list, the overview and the tags', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'released')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  const call = api()
  await call('POST', 'projects/root%2Freleased/milestones', { title: 'Spring' })
  await signInAsRoot(page, weft)
  await page.goto('/root/released/-/releases')
  await hydrated(page)
  await expect(page.getByText('No releases yet')).toBeVisible()
  await page.getByRole('link', { name: 'New release' }).first().click()
  await expect(page.getByRole('heading', { name: 'New release', level: 1 })).toBeVisible()

  await page.getByRole('combobox', { name: 'Tag' }).fill('loom/1.0')
  await page.getByRole('option', { name: 'Create tag “loom/1.0”' }).click()
  await expect(page.getByText('The tag will be created from main')).toBeVisible()
  await page.getByLabel('Release title').fill('First cloth')
  await page.getByRole('combobox', { name: 'Milestones' }).fill('Spr')
  await page.getByRole('option', { name: 'Spring' }).click()
  await page.getByRole('textbox', { name: 'Release notes' }).fill('The **first** cloth')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('URL 1').fill('javascript:alert(1)')
  await page.getByLabel('Name 1').fill('Pattern')
  await page.getByLabel('Path 1').fill('pattern')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('URL 3').fill('https://weft.test/guide')
  await page.getByLabel('Name 3').fill('Pattern')
  await expect(page.getByRole('link', { name: 'Quick actions' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  // Each problem stands at its own row, also below a row that is blank and not sent.
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByLabel('URL 1')).toHaveAccessibleDescription('URL must be an http, https or ftp URL')
  await expect(page.getByLabel('Path 1')).toHaveAccessibleDescription(/^Path is in an invalid format/)
  await page.getByLabel('URL 1').fill('https://weft.test/other.zip')
  await page.getByLabel('Path 1').fill('/pattern.zip')
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByLabel('Name 3')).toHaveAccessibleDescription('Name has already been taken')
  await expect(page.getByLabel('Name 1')).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'Remove link 3' }).click()

  // The form is restored after a reload.
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('textbox', { name: 'Release notes' })).toHaveValue('The **first** cloth')
  await expect(page.getByLabel('Release title')).toHaveValue('First cloth')
  await expect(page.getByLabel('Path 1')).toHaveValue('/pattern.zip')
  await expect(page.getByLabel('Path 2')).toHaveValue('')
  await page.getByLabel('URL 1').fill('https://weft.test/pattern.zip')
  await page.getByRole('button', { name: 'Create release' }).click()

  await expect(page).toHaveURL(/\/-\/releases\/loom%2F1\.0$/)
  const card = page.getByRole('article', { name: 'First cloth' })
  await expect(card).toContainText('Latest')
  await expect(card.getByRole('link', { name: 'Spring' })).toBeVisible()
  await expect(card.locator('strong', { hasText: 'first' })).toBeVisible()
  const file = /\/releases\/loom%2F1\.0\/downloads\/pattern\.zip$/
  await expect(card.getByRole('link', { name: 'Pattern' })).toHaveAttribute('href', file)
  await expect(card.getByRole('link', { name: 'Source code (zip)' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await card.getByRole('link', { name: 'Spring' }).click()
  await expect(page.getByRole('heading', { name: 'Spring', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'First cloth' })).toHaveAttribute('href', /\/releases\/loom%2F1\.0$/)
  await page.goto('/root/released/-/issues?release_tag=loom%2F1.0')
  await expect(page.getByRole('button', { name: /Release.*loom\/1\.0/ }).first()).toBeVisible()
  await page.goto('/root/released')
  await expect(page.getByText('Latest release First cloth')).toBeVisible()
  await page.goto('/root/released/-/tags')
  await page.getByRole('link', { name: 'Release of loom/1.0' }).click()
  await expect(page.getByRole('heading', { name: 'First cloth', level: 1 })).toBeVisible()
})

test('a release is edited beside another person, and deleted without its tag', async ({ page, weft, api }) => {
  const clone = cloneFor(weft, 'edited-release')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  const call = api()
  const one = 'projects/root%2Fedited-release/releases/v1'
  await call('POST', 'projects/root%2Fedited-release/releases', {
    tag_name: 'v1',
    ref: 'main',
    description: 'Old notes',
  })
  await signInAsRoot(page, weft)
  await page.goto('/root/edited-release/-/releases')
  await hydrated(page)
  await page.getByRole('link', { name: 'Edit v1' }).click()
  const notes = page.getByRole('textbox', { name: 'Release notes' })
  await notes.fill('My notes')
  await call('PUT', one, { description: 'Their notes' })
  await expect(page.getByText('Someone edited this release at the same time you did.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('article', { name: 'v1' })).toContainText('My notes')

  await page.getByRole('button', { name: 'Actions for v1' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete release' }).click()
  await expect(page.getByText('No releases yet')).toBeVisible()
  await page.goto('/root/edited-release/-/tags')
  await expect(page.getByRole('link', { name: 'Create release from v1' })).toBeVisible()
})
