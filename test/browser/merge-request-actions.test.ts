import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from './code-repository.ts'
import { test } from './fixtures.ts'

test('MR-013 a merge request goes into another branch, back by undo, is merged, and is reverted by a second one', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'actions')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.push('HEAD:refs/heads/release')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'warp\n' })
  clone.push('feature')
  await api()('POST', 'projects/root%2Factions/merge_requests', {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Add warp',
  })
  await signInAsRoot(page, weft)
  await page.goto('/root/actions/-/merge_requests/1')
  await page.getByRole('button', { name: 'Change target branch' }).click()
  await page.getByRole('option', { name: 'release' }).click()
  await expect(page.getByText('changed target branch from main to release')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('changed target branch from release to main')).toBeVisible()
  const merge = page.getByRole('region', { name: 'Merge', exact: true })
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await merge.getByRole('button', { name: 'Revert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert this merge request' })
  await expect(dialog.getByRole('checkbox', { name: 'Start a new merge request with these changes' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
    /^Revert "Merge branch 'feature' into 'main'"$/,
  )
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await page.getByRole('link', { name: /^Changes/ }).click()
  await expect(page.getByText('warp.txt').first()).toBeVisible()
})
