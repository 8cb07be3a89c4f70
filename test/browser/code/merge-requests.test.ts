import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('MR-013 two branches become a merge request, which is read and merged while a second person watches', async ({
  page,
  context,
  weft,
}) => {
  const clone = cloneFor(weft, 'merging')
  clone.commit('Begin', { 'loom.txt': 'one\ntwo\n' })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Change two', { 'loom.txt': 'one\nTWO\n', 'warp.txt': 'warp\n' })
  clone.push('feature')
  clone.git('tag', 'feature-1')
  clone.push('feature-1')
  await signInAsRoot(page, weft)
  await page.goto('/root/merging/-/merge_requests/new')
  await page.getByRole('button', { name: 'Choose a branch' }).click()
  await page.getByRole('combobox', { name: 'Branches' }).fill('feature')
  await expect(page.getByRole('option')).toHaveText(['feature'])
  await page.getByRole('option', { name: 'feature' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Change two')
  await expect(page.getByText('2 changed files').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await expect(page.getByRole('heading', { name: 'Change two', level: 1 })).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  const merge = (at: typeof page) => at.getByRole('region', { name: 'Merge', exact: true })
  await expect(merge(second)).toContainText('Ready to merge')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as draft' }).click()
  await expect(merge(second)).toContainText('the merge request is still a draft')
  await merge(second).getByRole('button', { name: 'Mark as ready' }).click()
  await expect(merge(page)).toContainText('Ready to merge')
  const tabs = page.getByRole('navigation', { name: 'Merge request', exact: true })
  await tabs.getByRole('link', { name: /^Commits/ }).click()
  await expect(page).toHaveURL(/\/commits$/)
  await tabs.getByRole('link', { name: /^Changes/ }).click()
  await expect(page.getByText('TWO', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/commits$/)
  await tabs.getByRole('link', { name: /^Overview/ }).click()
  await merge(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(merge(page)).toContainText('Merged by')
  await expect(merge(second)).toContainText('Merged by')
  await expect(merge(second)).toContainText('The source branch was deleted.')
})

test('a push to the source branch brings a new version, which can be compared with the one before', async ({
  page,
  weft,
}) => {
  const clone = cloneFor(weft, 'versions')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'first warp\n' })
  clone.push('feature')
  await signInAsRoot(page, weft)
  await page.goto('/root/versions/-/merge_requests/new?source_branch=feature')
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await page.getByRole('link', { name: /^Changes/ }).click()
  await expect(page.getByText('first warp')).toBeVisible()
  clone.commit('Change warp', { 'warp.txt': 'second warp\n' })
  clone.push('feature')
  await page.getByRole('button', { name: 'Load new version' }).click()
  await expect(page.getByText('second warp')).toBeVisible()
  await page.getByRole('combobox', { name: 'From' }).selectOption({ index: 1 })
  await expect(page.getByText('first warp')).toBeVisible()
  await expect(page.getByText('second warp')).toBeVisible()
})
