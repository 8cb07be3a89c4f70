import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('a status that a program reports appears on the open commit page and leads to its check', async ({
  page,
  weft,
}) => {
  const clone = cloneFor(weft, 'checked')
  const sha = clone.commit('Begin', { 'a.txt': 'a\n' })
  clone.push('main')
  const report = async (body: object) => {
    const answer = await fetch(`${weft.baseURL}/api/v4/projects/root%2Fchecked/statuses/${sha}`, {
      method: 'POST',
      headers: { 'private-token': weft.rootToken, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'unit', ...body }),
    })
    expect(answer.status).toBe(201)
  }
  await report({ state: 'running' })
  await signInAsRoot(page, weft)
  await page.goto(`/root/checked/-/commit/${sha}`)
  await expect(page.getByRole('link', { name: 'Pipeline: running' })).toBeVisible()
  await report({ state: 'failed', description: '2 tests fail', target_url: 'https://ci.test/7' })
  await page.getByRole('link', { name: 'Pipeline: failed' }).click()
  await expect(page.getByRole('heading', { name: 'Pipeline #1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'unit' })).toHaveAttribute('href', 'https://ci.test/7')
  await expect(page.getByText('2 tests fail')).toBeVisible()
})
