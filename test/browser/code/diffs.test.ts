import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { visit } from '../issues-scene.ts'

const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join('')

const made = setUpOnce(async ({ baseURL, browser, weft }) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInAsRoot(page, weft)
  const clone = cloneFor(weft, 'diffs')
  const many = Object.fromEntries(
    Array.from({ length: 45 }, (_, at) => [`many/file${10 + at}.txt`, lines(30, `${at}`)]),
  )
  clone.commit('Begin', { 'long.ts': lines(400), 'pure.txt': lines(30, 'pure'), 'run.sh': 'echo\n' })
  clone.git('mv', 'pure.txt', 'moved.txt')
  clone.git('update-index', '--chmod=+x', 'run.sh')
  clone.git('commit', '--quiet', '--message', 'Move')
  const moved = clone.git('rev-parse', 'HEAD')
  clone.git('checkout', '--', '.')
  const changed = lines(400).replace('line 100\n', 'row 100\n').replace('line 300\n', '')
  const id = clone.commit('Change', {
    ...many,
    'a-first.ts': 'const one = 1\n',
    'long.ts': changed,
    'package-lock.json': lines(9),
  })
  clone.push('main')
  await page.goto('/help')
  return { page, moved: `/root/diffs/-/commit/${moved}`, changed: `/root/diffs/-/commit/${id}` }
})

test('DIFF-036 DIFF-020 DIFF-034 hidden lines are shown in steps of 20, or all of them', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  const file = page.getByRole('region', { name: 'long.ts', exact: true })
  await file.scrollIntoViewIfNeeded()
  const code = page.getByRole('region', { name: 'Diff of long.ts' })
  await expect(code.locator('[data-kind=context]')).toHaveCount(12)
  await code.getByRole('button', { name: 'Show 20 more lines above line 97' }).click()
  await expect(code.locator('[data-kind=context]')).toHaveCount(32)
  await expect(code).toContainText('line 77')
  await code.getByRole('button', { name: 'Show 20 more lines below line 103' }).click()
  await expect(code.locator('[data-kind=context]')).toHaveCount(52)
  await file.getByRole('button', { name: 'Options of long.ts' }).click()
  await page.getByRole('menuitem', { name: 'Show full file' }).click()
  await expect(code.locator('[data-kind=match]')).toHaveCount(0)
  await expect(code).toContainText('line 400')
  await file.getByRole('button', { name: 'Options of long.ts' }).click()
  await page.getByRole('menuitem', { name: 'Show changes only' }).click()
  await expect(code.locator('[data-kind=context]')).toHaveCount(12)
  // The number of lines is the same as before, but these are other lines, with their own colors.
  await code.getByRole('button', { name: 'Show 20 more lines below line 103' }).click()
  await expect(code.locator('code', { hasText: 'line 110' }).locator('span').first()).toBeVisible()
})

test('ERRMSG-044 a full file that cannot be loaded says so, in an alert that is dismissed', async () => {
  const { page, moved } = made()
  await visit(page, moved)
  const file = page.getByRole('region', { name: 'moved.txt', exact: true })
  await page.route('**/diffs/context**', route => route.fulfill({ status: 500, json: {} }))
  await file.getByRole('button', { name: 'Show full file' }).click()
  await expect(file.getByRole('alert')).toContainText('Unable to load file contents. Try again later.')
  await file.getByRole('button', { name: 'Dismiss' }).click()
  await expect(file.getByRole('alert')).toHaveCount(0)
  await page.unroute('**/diffs/context**')
})

test('DIFF-027 DIFF-028 DIFF-030 a file that is only renamed shows its content when asked', async () => {
  const { page, moved } = made()
  await visit(page, moved)
  await expect(page.getByText('File mode changed from 100644 to 100755')).toBeVisible()
  const file = page.getByRole('region', { name: 'moved.txt', exact: true })
  await expect(file).toContainText('pure.txt → moved.txt')
  await expect(file).toContainText('File renamed without changes.')
  await file.getByRole('button', { name: 'Show full file' }).click()
  await expect(file).toContainText('pure 30')
})

test('DIFF-041 DIFF-046 files are fetched twenty at a time as they come near, and generated ones start collapsed', async () => {
  const { page, changed } = made()
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/diffs/batch')) asked.push(searchParams.get('page') ?? '')
  })
  await visit(page, changed)
  await expect(page.getByRole('button', { name: '48 changed files' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'File tree' })
    .getByRole('link', { name: 'package-lock.json' })
    .scrollIntoViewIfNeeded()
  await page.getByRole('navigation', { name: 'File tree' }).getByRole('link', { name: 'package-lock.json' }).click()
  const lock = page.getByRole('region', { name: 'package-lock.json', exact: true })
  await expect(lock).toContainText('Generated file collapsed.')
  expect(asked).toContain('3')
  await lock.getByRole('button', { name: 'Show diff' }).click()
  await expect(lock.getByRole('region').locator('[data-kind=added]')).toHaveCount(9)
  await page.keyboard.press('k')
  await expect(page.getByRole('region', { name: 'many/file54.txt', exact: true })).toBeInViewport()
})

test('files that were seen are drawn again when the window comes back, and not as long as it is far', async () => {
  const { page: former, changed } = made()
  // A new window starts at the top.
  const page = await former.context().newPage()
  await page.goto(changed)
  const seen = page.locator('#diff-batch-1 [data-row]')
  const scrollTo = (to: 'start' | 'end') =>
    page.evaluate(end => window.scrollTo(0, end ? document.documentElement.scrollHeight : 0), to === 'end')
  await expect(page.getByRole('button', { name: 'Side by side' })).toBeVisible()
  await expect(page.locator('#diff-batch-3')).toBeAttached()
  await expect(seen.first()).toBeVisible()
  await scrollTo('end')
  await expect(seen).toHaveCount(0)
  await scrollTo('start')
  await expect(seen.first()).toBeVisible()
  await page.close()
})

test('the file tree marks the file at the top of the window, and scrolls to it', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  const tree = page.getByRole('navigation', { name: 'File tree' })
  const link = (name: string) => tree.getByRole('link', { name })
  const isMarked = (name: string) => expect(link(name)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Home')
  await isMarked('a-first.ts')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await isMarked('long.ts')
  await link('package-lock.json').scrollIntoViewIfNeeded()
  await link('package-lock.json').click()
  await isMarked('package-lock.json')
  await page.mouse.move(900, 400)
  await page.keyboard.press('Home')
  await isMarked('a-first.ts')
  await expect(link('a-first.ts')).toBeInViewport()
  await page.keyboard.press('End')
  const marked = tree.locator('[aria-current]')
  await expect(marked).not.toHaveText(/a-first/)
  await expect(marked).toBeInViewport()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await link('package-lock.json').click()
  await expect(page.locator('[data-file-link]:focus')).toHaveText('package-lock.json')
  await expect(page.getByRole('button', { name: 'Collapse package-lock.json' })).toBeVisible()
  await isMarked('package-lock.json')
  for (const [key, name] of [
    ['k', 'file54.txt'],
    ['k', 'file53.txt'],
    ['j', 'file54.txt'],
  ] as const) {
    await page.keyboard.press(key)
    await isMarked(name)
  }
})

test('files that are collapsed have the height of their headers, also far from the window', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  const height = async () => (await page.locator('#diff-batch-3').boundingBox())?.height
  await expect.poll(height).toBeLessThan(8 * 60)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect.poll(height).toBeGreaterThan(8 * 60)
})

test('lines are copied without what stands between them', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  const code = page.getByRole('region', { name: 'Diff of long.ts' })
  await expect(code).toContainText('Show all')
  const copied = await code.evaluate(frame => {
    getSelection()?.selectAllChildren(frame)
    return String(getSelection())
  })
  expect(copied.trim().split('\n').slice(2, 9)).toEqual([
    'line 99',
    'line 100',
    'row 100',
    'line 101',
    'line 102',
    'line 103',
    'line 297',
  ])
  await page.evaluate(() => getSelection()?.removeAllRanges())
})

test('DIFF-042 DIFF-043 DIFF-044 the file tree is filtered, and resized down to 240 pixels', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  const tree = page.getByRole('navigation', { name: 'File tree' })
  const width = async () => (await tree.boundingBox())?.width
  expect(await width()).toBe(320)
  await expect(tree.getByText('+30').first()).toBeVisible()
  const edge = tree.getByRole('separator')
  const box = await edge.boundingBox()
  if (box === null) throw new Error('The edge is not shown')
  await page.mouse.move(box.x + 2, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x - 68, box.y + 200)
  expect(await width()).toBe(250)
  await expect(tree.getByText('+30').first()).toBeHidden()
  await page.mouse.move(box.x - 300, box.y + 200)
  await page.mouse.up()
  expect(await width()).toBe(240)
  await tree.getByRole('searchbox').fill('file33')
  await expect(tree.getByRole('link')).toHaveCount(1)
})

test('DIFF-037 both sides stand beside each other, also on the next visit', async () => {
  const { page, changed } = made()
  await visit(page, changed)
  await page.getByRole('button', { name: 'Side by side' }).click()
  const first = page.getByRole('region', { name: 'Diff of a-first.ts' })
  await expect(first.locator('[data-side=new][data-kind=added]')).toContainText('const one = 1')
  const long = page.getByRole('region', { name: 'Diff of long.ts' })
  await long.locator('[data-side=new] code', { hasText: 'row 100' }).click()
  const copied = await long.evaluate(frame => {
    getSelection()?.selectAllChildren(frame)
    return String(getSelection())
  })
  expect(copied).toContain('line 99\nrow 100\nline 101\n')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await page.reload()
  await expect(first.locator('[data-side=old][data-kind=none]')).toBeVisible()
  await page.getByRole('button', { name: 'Inline' }).click()
  await expect(first.locator('[data-side=old][data-kind=none]')).toHaveCount(0)
})
