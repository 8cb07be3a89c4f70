import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('MR-013, LIST-015 merge requests are found by a filter, closed together, and gone from those that wait for their author', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'listed')
  clone.commit('Begin', { 'README.md': '# Listed\n' })
  clone.push('main')
  for (const branch of ['one', 'two']) {
    clone.commit(`Add ${branch}`, { [`${branch}.txt`]: branch })
    clone.push(`HEAD:refs/heads/${branch}`)
    await api()('POST', 'projects/root%2Flisted/merge_requests', {
      source_branch: branch,
      target_branch: 'main',
      title: branch === 'two' ? 'Draft: Change two' : 'Change one',
    })
  }
  await signInAsRoot(page, weft)
  await page.goto('/root/listed')
  await page.getByRole('navigation').getByRole('link', { name: 'Merge requests' }).click()
  const list = page.getByRole('list', { name: 'Merge requests' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').filter({ hasText: 'Change one' })).toContainText(
    'Your turn: request a review',
  )
  await page.goto('/root/listed/-/merge_requests?wip=yes')
  await expect(list.getByRole('listitem')).toHaveText(/Draft: Change two/)
  await expect(page.getByRole('button', { name: /Draft is Yes/ }).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page
    .getByRole('region', { name: 'Bulk edit selected merge requests' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByRole('link', { name: /^Open\s*0/ })).toBeVisible()
  await page.goto('/')
  const onHome = page.getByRole('list', { name: 'Merge requests that need your action' })
  // Other tests of the same server have merge requests too.
  const own = onHome.getByRole('listitem').filter({ hasText: 'Change one' })
  await expect(own).toHaveText(/Your turn: request a review/)
  // There are more of them where other tests have left some.
  await page.getByRole('link', { name: /^(Your|All \d+) merge requests$/ }).click()
  await expect(page.getByRole('list', { name: 'Your turn' }).getByRole('link', { name: 'Change one' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change two' })).toHaveCount(0)
  await page.goBack()
  await expect(own).toBeVisible()
  await api()('PUT', 'projects/root%2Flisted/merge_requests/1', { state_event: 'close' })
  await expect(own).toHaveCount(0)
})

test('MR-015 LIST-015 merge requests are found by their approvers, and by having none', async ({ page, weft, api }) => {
  const clone = cloneFor(weft, 'approved')
  clone.commit('Begin', { 'README.md': '# Approved\n' })
  clone.push('main')
  const path = 'projects/root%2Fapproved'
  await api()('POST', `${path}/approvals`, { merge_requests_author_approval: true })
  for (const branch of ['one', 'two']) {
    clone.commit(`Add ${branch}`, { [`${branch}.txt`]: branch })
    clone.push(`HEAD:refs/heads/${branch}`)
    const given = { source_branch: branch, target_branch: 'main', title: `Change ${branch}` }
    await api()('POST', `${path}/merge_requests`, given)
  }
  await api()('POST', `${path}/merge_requests/1/approve`, {})
  await signInAsRoot(page, weft)
  await page.goto('/root/approved/-/merge_requests')
  const rows = page.getByRole('list', { name: 'Merge requests' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('/')
  await page.keyboard.type('appr')
  await page.getByRole('option', { name: 'Approved by' }).click()
  await page.getByRole('option', { name: 'is', exact: true }).click()
  await page.getByRole('option', { name: /root/ }).first().click()
  await expect(rows).toHaveText([/Change one/])
  await expect(page).toHaveURL(/approved_by_usernames\[\]=root/)
  await page.reload()
  await expect(rows).toHaveText([/Change one/])
  await page.goto('/root/approved/-/merge_requests?approved_by_ids=None')
  await expect(rows).toHaveText([/Change two/])
})

test('MR-013 more merge requests than a page holds are read on the next page, which is there again after one was opened', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'many')
  clone.commit('Begin', { 'README.md': '# Many\n' })
  clone.push('main')
  clone.commit('Change', { 'a.txt': 'a\n' })
  const numbers = Array.from({ length: 53 }, (_, index) => index + 1)
  clone.push(...numbers.map(n => `HEAD:refs/heads/b${n}`))
  for (const n of numbers) {
    const given = { source_branch: `b${n}`, target_branch: 'main', title: `Change ${n}` }
    expect((await api()('POST', 'projects/root%2Fmany/merge_requests', given)).status).toBe(201)
  }
  await signInAsRoot(page, weft)
  await page.goto('/root/many/-/merge_requests')
  const rows = page.getByRole('list', { name: 'Merge requests', exact: true }).getByRole('listitem')
  await expect(page.getByRole('link', { name: /^Open\s*53/ })).toBeVisible()
  const titles = rows.locator('[data-row-link]')
  const first = await titles.allTextContents()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(titles.last()).toHaveText('Change 1')
  const second = await titles.allTextContents()
  expect(new Set([...first, ...second]).size).toBe(53)
  await titles.last().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change 1')
  await page.goBack()
  await expect(titles).toHaveText(second)
  await expect(titles.last()).toBeInViewport()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(titles).toHaveText(first)
})
