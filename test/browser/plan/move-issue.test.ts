import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const other = await scene.inNewProject()
  return { scene, other }
})

const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

/** Open the dialog from the sidebar, and choose a project by its path with the keyboard. */
async function choose(page: Page, path: string) {
  await page.locator('[data-mount="move-issue"]').getByRole('button', { name: 'Move issue' }).click()
  const dialog = dialogOf(page, /^Move issue #/)
  const confirm = dialog.getByRole('button', { name: 'Move issue' })
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toBeFocused()
  await page.keyboard.type(path.slice(1))
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(confirm).toBeEnabled()
  return { dialog, confirm }
}

test('MOVE-001 MOVE-002 MOVE-004 an issue is moved to a project that is found by typing, and its page opens there', async () => {
  const { scene, other } = made()
  const issue = await scene.openIssue('rita', { title: 'On the wrong loom' })
  const { page } = issue
  await scene.make(`projects/${scene.projectId}/issues/${issue.iid}/notes`, { body: 'A comment to keep' })
  const { confirm } = await choose(page, other.path)
  await confirm.click()
  await expect(page).toHaveURL(new RegExp(`${other.path}/-/issues/\\d+$`))
  await expect(page.getByRole('heading', { name: 'On the wrong loom' })).toBeVisible()
  await expect(page.getByText('A comment to keep')).toBeVisible()
  await expect(page.getByText('moved from')).toBeVisible()
  const address = new URL(page.url()).pathname

  await scene.visitIssue(page, issue.iid)
  const head = page.getByRole('article', { name: 'On the wrong loom' }).locator('header')
  await expect(head.getByRole('button', { name: 'Reopen issue' })).toBeVisible()
  await expect(page.locator('[data-mount="move-issue"]').getByRole('button')).toHaveCount(0)
  await expect(head).toContainText(`Moved to ${address.slice(1).replace('/-/issues/', '#')}`)
  await head.getByRole('link', { name: /#\d+$/ }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('MOVE-003 ERRMSG-015 the dialog reports a failure, and the button works again', async () => {
  const { scene, other } = made()
  const { page } = await scene.openIssue('rita', { title: 'Stays for now' })
  const { dialog, confirm } = await choose(page, other.path)
  await page.route('**/-/issues/*/move', route => route.fulfill({ status: 500, body: '{}' }))
  await confirm.click()
  await expect(dialog.getByText('An error occurred while moving the issue.')).toBeVisible()
  await expect(confirm).toBeEnabled()
  await page.unroute('**/-/issues/*/move')
  await confirm.click()
  await expect(page).toHaveURL(new RegExp(`${other.path}/-/issues/\\d+$`))
})

test('ERRMSG-016 the field says that the projects cannot be read', async () => {
  const { scene } = made()
  const { page } = await scene.openIssue('rita')
  await page.route('**/-/autocomplete/projects*', route => route.fulfill({ status: 500, body: '{}' }))
  await page.locator('[data-mount="move-issue"]').getByRole('button', { name: 'Move issue' }).click()
  await expect(page.getByText('An error occurred while fetching projects autocomplete.')).toBeVisible()
})

test('MOVE-004 an issue is cloned from the menu, with its comments where that is asked for', async () => {
  const { scene, other } = made()
  const issue = await scene.openIssue('rita', { title: 'One of two' })
  const { page } = issue
  await scene.make(`projects/${scene.projectId}/issues/${issue.iid}/notes`, { body: 'Said once' })
  await page.getByRole('button', { name: /^More actions for #/ }).click()
  await page.getByRole('menuitem', { name: 'Clone issue' }).click()
  const dialog = dialogOf(page, /^Clone issue #/)
  await dialog.getByRole('combobox', { name: 'Project' }).fill(other.path.slice(1))
  await page
    .getByRole('option')
    .filter({ hasText: other.path.slice(1) })
    .click()
  await dialog.getByLabel('Also copy comments and history').check()
  await dialog.getByRole('button', { name: 'Clone issue' }).click()
  await expect(page).toHaveURL(new RegExp(`${other.path}/-/issues/\\d+$`))
  await expect(page.getByText('Said once')).toBeVisible()
  await expect(page.getByText('cloned from')).toBeVisible()
})

test('MOVE-004 several issues are moved from their list, and one that was moved before is named', async () => {
  const { scene, other } = made()
  const from = await scene.inNewProject()
  for (const title of ['One', 'Two', 'Gone']) await from.issue({ title })
  await scene.make(`projects/${from.projectId}/issues/3/move`, { to_project_id: other.projectId })
  const page = await scene.openAs('rita', `${from.path}/-/issues?state=all`)
  for (const iid of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select #${iid}` }).check()
  const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to project' }).click()
  const dialog = dialogOf(page, 'Move 3 issues')
  await page.keyboard.type(other.path.slice(1))
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move 3 issues' }).click()
  await expect(page.getByText(/^Moved 2 issues to /)).toBeVisible()
  await expect(dialog).toContainText('1 issue not moved: This issue has already been moved to another project.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('listitem').filter({ hasText: /#\d moved/ })).toHaveCount(3)
})

test('MOVE-005 guests are not offered to move an issue', async () => {
  const { scene } = made()
  const { page } = await scene.openIssue('gus')
  await expect(page.locator('[data-mount="move-issue"]').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: /^More actions for #/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^(Move|Clone)/ })).toHaveCount(0)
})
