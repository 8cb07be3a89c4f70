import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('MR-015 a maintainer sets how merge requests are merged and approved, and one of them has a rule of its own', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'ruled')
  clone.commit('Begin', { 'README.md': '# Ruled\n' })
  clone.push('main')
  clone.commit('Add one', { 'one.txt': 'one' })
  clone.push('HEAD:refs/heads/one')
  await signInAsRoot(page, weft)
  await page.goto('/root/ruled/-/edit')
  await page.getByRole('link', { name: 'Merge request settings' }).click()
  await page.getByLabel('Merge method').selectOption('Fast-forward merge')
  await page.getByLabel('All threads must be resolved').check()
  await page.getByRole('button', { name: 'Save merge settings' }).click()
  await expect(page.getByText('Merge settings saved')).toBeVisible()
  await page.getByLabel('Authors can approve their own merge requests').check()
  await page.getByLabel('Required approvals').fill('1')
  await page.getByRole('button', { name: 'Save approval settings' }).click()
  await expect(page.getByText('Approval settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Merge method')).toHaveValue('ff')
  await expect(page.getByLabel('Authors can approve their own merge requests')).toBeChecked()

  const dialog = page.getByRole('dialog')
  const addRule = async (name: string, approvals: string) => {
    await page.getByRole('button', { name: 'Add approval rule' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Required approvals').fill(approvals)
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await expect(dialog).toContainText('Add people or groups who can approve.')
    await dialog.getByRole('combobox', { name: 'People' }).fill('root')
    await page.getByRole('option', { name: /@root/ }).click()
    await dialog.getByRole('button', { name: 'Add rule' }).click()
  }
  await addRule('Owners', '1')
  const rules = page.getByRole('list', { name: 'Approval rules' })
  await expect(rules).toContainText('Owners1 approval required')

  await api()('POST', 'projects/root%2Fruled/merge_requests', {
    source_branch: 'one',
    target_branch: 'main',
    title: 'Add one',
  })
  await page.goto('/root/ruled/-/merge_requests/1')
  await page.getByRole('button', { name: 'More merge actions' }).click()
  await page.getByRole('menuitem', { name: 'Approval rules' }).click()
  await expect(rules.getByRole('listitem')).toHaveCount(2)
  await addRule('Checkers', '2')
  await expect(rules).toContainText('Checkers2 approvals required')
  await rules.getByRole('button', { name: 'Delete Checkers' }).click()
  await expect(rules.getByRole('listitem')).toHaveCount(2)
  await expect(rules.getByRole('button', { name: 'Delete Owners' })).toHaveCount(0)
})

test('MR-015 an open merge request shows at once that rules, merge settings and protection changed, and a rule for other branches does not count', async ({
  page,
  browser,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'followed')
  clone.commit('Begin', { 'README.md': '# Followed\n' })
  clone.push('main', 'main:release/1')
  clone.commit('Add one', { 'one.txt': 'one' })
  clone.push('HEAD:refs/heads/one')
  await signInAsRoot(page, weft)
  const project = 'projects/root%2Ffollowed'
  await api()('POST', `${project}/merge_requests`, { source_branch: 'one', target_branch: 'main', title: 'Add one' })
  await api()('POST', `${project}/protected_branches`, { name: 'release/*' })
  await api()('POST', `${project}/approvals`, { merge_requests_author_approval: true })
  await page.goto('/root/followed/-/settings/merge_requests')
  const request = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await request.goto('/root/followed/-/merge_requests/1')
  const merge = request.getByRole('button', { name: 'Merge', exact: true })
  await expect(merge).toBeEnabled()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add approval rule' }).click()
  await dialog.getByLabel('Name').fill('Owners')
  await dialog.getByRole('combobox', { name: 'People' }).fill('root')
  await page.getByRole('option', { name: /@root/ }).click()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(merge).toBeHidden()

  await page.getByRole('button', { name: 'Edit Owners' }).click()
  await dialog.getByLabel('Target branches').selectOption('Some protected branches')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toContainText('Choose at least one protected branch.')
  await dialog.getByRole('combobox', { name: 'Protected branches' }).fill('release')
  await page.getByRole('option', { name: 'release/*' }).click()
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByRole('list', { name: 'Approval rules' })).toContainText('release/*')
  await expect(merge).toBeEnabled()
  await api()('PUT', project, { squash_option: 'always' })
  await expect(request.getByText('Squashes the commits.')).toBeVisible()
  await request.getByRole('button', { name: 'Merge options' }).click()
  await expect(request.getByRole('menuitemcheckbox', { name: 'Squash commits' })).toBeChecked()
  await request.keyboard.press('Escape')
  await api()('PATCH', `${project}/protected_branches/main`, { push_access_level: 0, merge_access_level: 0 })
  await expect(merge).toBeHidden()
  await request.context().close()
})

test('ASSIGN-024, TODO-010, ASSIGN-011 attention toggles stand beside assignees of projects that have them', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'attentive')
  clone.commit('Begin', { 'README.md': '# Attentive\n' })
  clone.push('main')
  clone.commit('Add one', { 'one.txt': 'one' })
  clone.push('HEAD:refs/heads/one')
  await signInAsRoot(page, weft)
  const project = 'projects/root%2Fattentive'
  // The contract of the API promises it.
  const me = (await api()('GET', 'user')).body as { readonly id: number }
  const opened = { source_branch: 'one', target_branch: 'main', title: 'Add one', assignee_ids: [me.id] }
  await api()('POST', `${project}/merge_requests`, opened)
  await page.goto('/root/attentive/-/merge_requests/1')
  const assignees = page.locator('[data-mount="assignees"]')
  await expect(assignees.getByRole('listitem')).toHaveCount(1)
  await expect(assignees.getByRole('button', { name: /attention/ })).toHaveCount(0)
  await expect(assignees.getByRole('img', { name: 'Cannot merge' })).toHaveCount(0)
  await api()('PUT', project, { attention_requests_enabled: true })
  await page.reload()
  await assignees.getByRole('button', { name: /^Request attention/ }).click()
  await assignees.getByRole('button', { name: /^Remove attention request/, pressed: true }).click()
  await expect(assignees.getByRole('button', { name: /^Request attention/, pressed: false })).toBeEnabled()
})
