import { expect, type Page } from '@playwright/test'
import { cloneFor } from './code-repository.ts'
import { setUpOnce, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join('')
const file = (page: Page, path: string) => page.getByRole('region', { name: path, exact: true })

test.describe('files in the changes of a merge request', () => {
  const made = setUpOnce(async ({ weft, api, browser }) => {
    const name = `files-${Date.now().toString(36)}`
    const clone = cloneFor(weft, name)
    clone.commit('Begin', { 'src/loom.ts': 'const loom = 1\n', 'src/warp.md': '# Warp\n', 'tall.txt': lines(90) })
    clone.push('HEAD:main')
    clone.git('checkout', '-q', '-b', 'work')
    clone.commit('Work', {
      'src/loom.ts': 'const loom = 2\n',
      'src/warp.md': '# Weft\n',
      'tall.txt': lines(90, 'row'),
    })
    clone.push('HEAD:work')
    const { body } = await api()('POST', `projects/${encodeURIComponent(`root/${name}`)}/merge_requests`, {
      source_branch: 'work',
      target_branch: 'main',
      title: 'Work on files',
    })
    const address = `${weft.baseURL}/root/${name}/-/merge_requests/${(body as { iid: number }).iid}/diffs`
    const context = await browser.newContext({ baseURL: weft.baseURL, viewport: { width: 1280, height: 800 } })
    await signIn(context, 'root', weft.rootPassword)
    const page = await context.newPage()
    await page.goto(address)
    return { page, context, clone, address }
  })

  test('DIFF-009 DIFF-010 DIFF-013 a viewed file is collapsed, here, in another tab and after a reload', async () => {
    const { page, context, address } = made()
    const other = await context.newPage()
    await other.goto(address)
    await expect(other.getByText('0 of 3 viewed')).toBeVisible()
    await file(page, 'src/loom.ts').getByRole('checkbox', { name: 'Viewed' }).check()
    await expect(page.getByText('const loom = 2')).toBeHidden()
    await expect(other.getByText('1 of 3 viewed')).toBeVisible()
    await expect(other.getByText('const loom = 2')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'File tree' }).getByLabel('Viewed')).toHaveCount(1)
    await other.close()
    await page.reload()
    await expect(file(page, 'src/loom.ts').getByRole('checkbox', { name: 'Viewed' })).toBeChecked()
    await expect(page.getByText('const loom = 2')).toBeHidden()
  })

  test('DIFF-011 a file that is no longer viewed is expanded', async () => {
    const { page } = made()
    await file(page, 'src/loom.ts').getByRole('checkbox', { name: 'Viewed' }).uncheck()
    await expect(page.getByText('const loom = 2')).toBeVisible()
  })

  test('DIFF-001 a file stays collapsed after a reload', async () => {
    const { page } = made()
    const saved = page.waitForResponse(reply => reply.url().endsWith('/file_marks'))
    await file(page, 'src/warp.md').getByRole('button', { name: 'Collapse warp.md' }).click()
    await saved
    await page.reload()
    await expect(file(page, 'src/warp.md').getByRole('button', { name: 'Expand warp.md' })).toBeVisible()
    await expect(page.getByText('# Weft')).toBeHidden()
  })

  test('DIFF-013 a push takes the mark only from the file that it changes', async () => {
    const { page, clone } = made()
    await file(page, 'src/loom.ts').getByRole('checkbox', { name: 'Viewed' }).check()
    await file(page, 'src/warp.md').getByRole('checkbox', { name: 'Viewed' }).check()
    await expect(page.getByText('2 of 3 viewed')).toBeVisible()
    clone.commit('Work more', { 'src/loom.ts': 'const loom = 3\n' })
    clone.push('HEAD:work')
    await page.getByRole('button', { name: 'Load new version' }).click()
    await expect(page.getByText('1 of 3 viewed')).toBeVisible()
    await expect(page.getByText('const loom = 3')).toBeVisible()
    await expect(file(page, 'src/warp.md').getByRole('checkbox', { name: 'Viewed' })).toBeChecked()
  })

  test('a file that is marked as viewed from its end stays in sight', async () => {
    const { page } = made()
    await page.getByText('row 80', { exact: true }).scrollIntoViewIfNeeded()
    await file(page, 'tall.txt').getByRole('checkbox', { name: 'Viewed' }).check()
    await expect(file(page, 'tall.txt').getByRole('button', { name: 'Expand tall.txt' })).toBeInViewport()
  })
})

test('DIFF-045 of a file with 5,000 changed lines only rows near the window are drawn, and its text follows in steps', async ({
  page,
  weft,
}) => {
  const clone = cloneFor(weft, 'tall-file')
  clone.commit('Begin', { 'tall.txt': lines(5_000) })
  const id = clone.commit('Change', { 'tall.txt': lines(5_000, 'row') })
  clone.push('main')
  await signIn(page.context(), 'root', weft.rootPassword)
  await page.goto(`/root/tall-file/-/commit/${id}`)
  await file(page, 'tall.txt').getByRole('button', { name: 'Show diff' }).click()
  const rows = file(page, 'tall.txt').locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThanOrEqual(500)
  await expect(file(page, 'tall.txt')).toContainText('row 5000')
  expect(await rows.count()).toBeLessThanOrEqual(500)
  await file(page, 'tall.txt').evaluate(section => window.scrollTo(0, section.scrollHeight))
  await expect(rows.filter({ hasText: 'row 4990' })).toBeVisible()
})
