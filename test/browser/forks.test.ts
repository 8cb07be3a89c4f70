import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from './code-repository.ts'
import { test } from './fixtures.ts'

test('a project is forked, falls behind upstream, and is updated from the page', async ({ page, weft }) => {
  const clone = cloneFor(weft, 'upstream')
  clone.commit('Begin', { 'README.md': '# Upstream\n' })
  clone.push('main')
  await signInAsRoot(page, weft)
  await page.goto('/root/upstream')
  await page.getByRole('link', { name: 'Fork', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Downstream')
  await page.getByRole('textbox', { name: 'Path' }).fill('downstream')
  await page.getByRole('button', { name: 'Fork project' }).click()
  await expect(page.getByText('Forked from')).toBeVisible()
  const upstream = page.getByRole('region', { name: 'Upstream' })
  await expect(upstream).toContainText('Up to date with root/upstream')
  clone.commit('Go on', { 'news.txt': 'new\n' })
  clone.push('main')
  await page.reload()
  await expect(upstream).toContainText('main is 1 commit behind root/upstream')
  await upstream.getByRole('button', { name: 'Update fork' }).click()
  await expect(upstream).toContainText('Up to date with root/upstream')
  await expect(page.getByRole('link', { name: 'news.txt' })).toBeVisible()
  await page.goto('/root/upstream')
  await page.getByRole('link', { name: 'See 1 fork' }).click()
  await expect(page.getByRole('link', { name: /Downstream/ })).toBeVisible()
})
