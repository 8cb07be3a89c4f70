import { Gitlab } from '@gitbeaker/rest'
import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('MR-013 a merge request waits for the statuses of its commit, which a public client reports, and every open page follows', async ({
  page,
  weft,
  browser,
}) => {
  const clone = cloneFor(weft, 'waits')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'warp\n' })
  clone.push('feature')
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })
  const project = await root.Projects.show('root/waits')
  const made = await root.MergeRequests.create(project.id, 'feature', 'main', 'Add warp')
  const report = (state: 'pending' | 'running' | 'success' | 'failed') =>
    root.Commits.editStatus(project.id, made.sha, state, { ref: 'feature', name: 'tests' })
  await signInAsRoot(page, weft)
  const other = await browser.newContext({ baseURL: weft.baseURL, storageState: await page.context().storageState() })
  const second = await other.newPage()
  const merge = (at: typeof page) => at.getByRole('region', { name: 'Merge', exact: true })
  for (const at of [page, second]) await at.goto('/root/waits/-/merge_requests/1')
  await expect(merge(page).getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
  await report('pending')
  const later = merge(page).getByRole('button', { name: 'Merge when all checks pass' })
  await expect(later).toBeVisible()
  await merge(page).getByRole('button', { name: 'Merge options' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Merge now' })).toBeFocused()
  await page.keyboard.press('Escape')
  await later.click()
  for (const at of [page, second]) await expect(merge(at)).toContainText('to merge automatically once all checks pass')
  await expect(merge(second)).toContainText('Waiting for the pipeline')
  await report('failed')
  await expect(merge(second)).toContainText('the pipeline must succeed')
  await merge(second).getByRole('button', { name: 'Cancel auto-merge' }).click()
  await expect(merge(page).getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
  await report('running')
  await root.MergeRequests.accept(project.id, made.iid, { mergeWhenPipelineSucceeds: true })
  await expect(merge(second)).toContainText('Waiting for the pipeline')
  await report('success')
  for (const at of [page, second]) await expect(merge(at)).toContainText('Merged by')
  await other.close()
})

test('MR-013 a merge of what the page does not show is refused with a sentence, and an archived project says that it is archived', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'stale')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.push('HEAD:refs/heads/release')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'warp\n' })
  clone.push('feature')
  await api()('POST', 'projects/root%2Fstale/merge_requests', {
    ...{ source_branch: 'feature', target_branch: 'main', title: 'Add warp' },
  })
  await signInAsRoot(page, weft)
  await page.goto('/root/stale/-/merge_requests/1')
  const merge = page.getByRole('region', { name: 'Merge', exact: true })
  const button = merge.getByRole('button', { name: 'Merge', exact: true })
  await expect(button).toBeVisible()
  // The page is to send what it shows: it receives no changes from here on.
  await page.route('**/*', route => {
    const request = route.request()
    return request.resourceType() === 'fetch' && request.method() === 'GET' ? route.abort() : route.continue()
  })
  await api()('PUT', 'projects/root%2Fstale/merge_requests/1', { target_branch: 'release' })
  await button.click()
  await expect(merge.getByText('The target branch was changed to release.')).toBeVisible()
  await page.unroute('**/*')
  await api()('POST', 'projects/root%2Fstale/archive')
  await page.reload()
  await expect(merge).toContainText('this project is archived')
  await expect(merge).not.toContainText('can merge this')
  await expect(button).toBeHidden()
})
