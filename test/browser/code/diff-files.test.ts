import { expect, type Page } from '@playwright/test'
import { cloneFor } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'

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

  test('DRAFT-013 a mark that could not be sent is kept per project, and sent when the page is opened again', async () => {
    const { page } = made()
    const loom = file(page, 'src/loom.ts').getByRole('checkbox', { name: 'Viewed' })
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter(key => /^weft\.\d+\.\d+-file-reviews$/.test(key)).length)
    await page.route('**/file_marks', route => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await loom.check()
    await expect(page.getByText('Could not save the viewed files. Please try again.')).toBeVisible()
    expect(await stored()).toBe(1)
    await page.unroute('**/file_marks')
    await page.reload()
    await expect(loom).toBeChecked()
    await expect.poll(stored).toBe(0)
  })

  test('ERRMSG-044 a file that cannot be loaded whole says so until that is dismissed', async () => {
    const { page } = made()
    await page.route('**/-/diffs/context?**', route => route.fulfill({ status: 500 }))
    await file(page, 'src/warp.md').getByRole('button', { name: 'Expand warp.md' }).click()
    await file(page, 'src/warp.md').getByRole('button', { name: 'Options of warp.md' }).click()
    await page.getByRole('menuitem', { name: 'Show full file' }).click()
    const problem = file(page, 'src/warp.md').getByRole('alert')
    await expect(problem).toContainText('Unable to load file contents. Try again later.')
    await problem.getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toHaveCount(0)
    await page.unroute('**/-/diffs/context?**')
  })

  test('DIFF-014 a changed file links to where the project shows its files', async ({ api }) => {
    const { page, clone, address } = made()
    const project = encodeURIComponent(new URL(address).pathname.split('/-/')[0]?.slice(1) ?? '')
    const sha = clone.git('rev-parse', 'HEAD')
    await page.goto(`${address.split('/-/')[0]}/-/settings/merge_requests`)
    await page
      .getByRole('textbox', { name: 'File preview URL' })
      .fill('https://%{commit_sha}.preview.test/%{file_path}')
    await page.getByRole('textbox', { name: 'Previewed paths' }).fill('src/*.md')
    await page.getByRole('button', { name: 'Save merge settings' }).click()
    await expect(page.getByText('Merge settings saved')).toBeVisible()
    expect((await api()('GET', `projects/${project}`)).body).toMatchObject({ file_preview_paths: 'src/*.md' })
    await page.goto(address)
    const link = file(page, 'src/warp.md').getByRole('link', { name: `View on ${sha}.preview.test` })
    await expect(link).toHaveAttribute('href', `https://${sha}.preview.test/src/warp.md`)
    await expect(file(page, 'src/loom.ts')).toBeVisible()
    await expect(page.getByRole('link', { name: /^View on/ })).toHaveCount(1)
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

test.describe('kinds of changed files', () => {
  const zip = Buffer.from(Array.from({ length: 3_500 }, (_, at) => (at * 7) % 256))
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345678\n`
  const modules = [
    ['ext', 'https://github.com/octo/cat.git'],
    ['evil', 'javascript:alert(1)'],
  ]
  const made = setUpOnce(async ({ weft, api, browser }) => {
    const name = `kinds-${Date.now().toString(36)}`
    const clone = cloneFor(weft, name)
    const pin = (digit: string) => {
      for (const [at] of modules)
        clone.git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},vendor/${at}`)
      clone.git('commit', '--quiet', '--amend', '--no-edit')
    }
    clone.commit('Begin', {
      '.gitmodules': modules
        .map(([at, url]) => `[submodule "${at}"]\n\tpath = vendor/${at}\n\turl = ${url}\n`)
        .join(''),
      'edited.txt': lines(30),
      'gone.rb': 'puts 1\n',
      'loom.ts': 'const loom = 1\n',
      'package-lock.json': '{}\n',
      'pure.txt': lines(30, 'pure'),
      'run.sh': 'echo\n',
    })
    pin('1')
    clone.push('HEAD:main')
    const before = clone.git('rev-parse', 'HEAD')
    clone.git('checkout', '-q', '-b', 'work')
    clone.git('mv', 'edited.txt', 'renamed.txt')
    clone.git('mv', 'pure.txt', 'moved.txt')
    clone.git('rm', '-q', 'gone.rb')
    clone.git('update-index', '--chmod=+x', 'run.sh')
    clone.git('commit', '--quiet', '--message', 'Work')
    clone.git('checkout', '--', '.')
    clone.commit('Work more', {
      'bundle.zip': zip,
      'loom.ts': 'const loom = 2\nconst warp = 3\n',
      'model.bin': pointer,
      'package-lock.json': '{ "yarn": 1 }\n',
      'renamed.txt': lines(30).replace('line 7\n', 'row 7\n'),
    })
    pin('2')
    clone.push('HEAD:work')
    const id = encodeURIComponent(`root/${name}`)
    await api()('PUT', `projects/${id}`, { visibility: 'public' })
    const { body } = await api()('POST', `projects/${id}/merge_requests`, {
      source_branch: 'work',
      target_branch: 'main',
      title: 'All kinds',
    })
    const username = `guest-${name}`
    const password = 'shuttle-and-reed-12'
    const person = { username, name: 'Gus', email: `${username}@weft.test`, password, skip_confirmation: true }
    await api()('POST', 'users', person)
    const address = `${weft.baseURL}/root/${name}/-/merge_requests/${(body as { iid: number }).iid}/diffs`
    const open = async (login: string, word: string) => {
      const context = await browser.newContext({
        baseURL: weft.baseURL,
        viewport: { width: 1280, height: 800 },
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      await signIn(context, login, word)
      const page = await context.newPage()
      const outside: string[] = []
      await context.route(
        url => url.origin !== new URL(weft.baseURL).origin,
        route => {
          outside.push(route.request().url())
          return route.abort()
        },
      )
      await page.goto(address)
      await expect(page.getByRole('button', { name: '10 changed files' })).toBeVisible()
      return { page, outside }
    }
    const own = await open('root', weft.rootPassword)
    return { ...own, open: () => open(username, password), before, after: clone.git('rev-parse', 'HEAD'), name }
  })
  const menu = async (page: Page, path: string) => {
    await file(page, path)
      .getByRole('button', { name: `Options of ${path}` })
      .click()
    return page.getByRole('menu', { name: `Options of ${path}` })
  }

  test('DIFF-003 DIFF-023 a submodule links to its commit and to what changed there, unless its address is hostile', async () => {
    const { page } = made()
    const home = 'https://github.com/octo/cat'
    const [one, two] = ['1'.repeat(40), '2'.repeat(40)]
    const path = file(page, 'vendor/ext').getByRole('link', { name: 'vendor/ext' })
    await expect(path).toHaveAttribute('href', `${home}/tree/${two}`)
    const compare = file(page, 'vendor/ext').getByRole('link', { name: 'Compare 11111111...22222222' })
    await expect(compare).toHaveAttribute('href', `${home}/compare/${one}...${two}`)
    await expect(file(page, 'vendor/evil')).toContainText('Compare 11111111...22222222')
    await expect(file(page, 'vendor/evil').getByRole('link')).toHaveAttribute('href', /^#diff-content-/)
    // There is nothing to open.
    await expect(file(page, 'vendor/ext').getByRole('button', { name: /^Options of/ })).toHaveCount(0)
  })

  test('DIFF-004 the path of a file is copied', async () => {
    const { page } = made()
    await file(page, 'renamed.txt').getByRole('button', { name: 'Copy path' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('renamed.txt')
  })

  test('DIFF-005 DIFF-006 DIFF-007 the header tells of a new name, a new mode and LFS', async () => {
    const { page } = made()
    await expect(file(page, 'renamed.txt').getByRole('heading')).toHaveText('edited.txt → renamed.txt')
    await expect(file(page, 'run.sh')).toContainText('100644 → 100755')
    await expect(file(page, 'model.bin').getByText('LFS', { exact: true })).toBeVisible()
    await expect(file(page, 'loom.ts').getByText('LFS', { exact: true })).toHaveCount(0)
  })

  test('DIFF-008 DIFF-024 lines are counted for each file and for all', async () => {
    const { page } = made()
    await expect(file(page, 'loom.ts').getByText('+2', { exact: true })).toBeVisible()
    await expect(file(page, 'loom.ts').getByText('−1', { exact: true })).toBeVisible()
    const bar = page.getByRole('region', { name: 'Changed files' })
    await expect(bar.getByText('+7', { exact: true }).first()).toBeVisible()
    await expect(bar.getByText('−4', { exact: true }).first()).toBeVisible()
  })

  test('DIFF-015 DIFF-016 the menu leads to the file now and to the one that it replaced', async () => {
    const { page, name, before, after } = made()
    const items = await menu(page, 'renamed.txt')
    const href = (sha: string, path: string) => `/root/${name}/-/blob/${sha}/${path}`
    const now = items.getByRole('menuitem', { name: `View file @ ${after.slice(0, 8)}` })
    await expect(now).toHaveAttribute('href', href(after, 'renamed.txt'))
    const replaced = items.getByRole('menuitem', { name: `View replaced file @ ${before.slice(0, 8)}` })
    await expect(replaced).toHaveAttribute('href', href(before, 'edited.txt'))
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
  })

  test('DIFF-017 DIFF-018 DIFF-021 only text that is still there is edited, on the source branch', async () => {
    const { page, name } = made()
    const edit = { name: 'Edit in single-file editor' }
    for (const path of ['bundle.zip', 'gone.rb', 'model.bin']) {
      const items = await menu(page, path)
      await expect(items.getByRole('menuitem', edit)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(items).toHaveCount(0)
    }
    const items = await menu(page, 'loom.ts')
    const item = items.getByRole('menuitem', edit)
    await expect(item).toHaveAttribute('href', `/root/${name}/-/edit/work/loom.ts`)
    const ide = items.getByRole('menuitem', { name: 'Open in Web IDE' })
    await expect(ide).toHaveAttribute('href', `/root/${name}/-/ide/work/loom.ts`)
    await page.keyboard.press('Escape')
  })

  test('DIFF-022 a user without push access is told to fork the project', async () => {
    const { open, name } = made()
    const { page } = await open()
    const items = await menu(page, 'loom.ts')
    await items.getByRole('menuitem', { name: 'Edit in single-file editor' }).click()
    const dialog = page.getByRole('dialog', { name: 'You cannot edit this file directly' })
    await expect(dialog.getByRole('link', { name: 'Fork project' })).toHaveAttribute(
      'href',
      `/root/${name}/-/forks/new`,
    )
    await page.close()
  })

  test('DIFF-026 a file that cannot be shown is downloaded', async () => {
    const { page } = made()
    const link = file(page, 'bundle.zip').getByRole('link', { name: 'Download (3.42 KiB)' })
    const href = await link.getAttribute('href')
    const reply = await page.request.get(href ?? '')
    expect((await reply.body()).equals(zip)).toBe(true)
    expect(reply.headers()['content-disposition']).toContain('attachment')
  })

  test('DIFF-029 DIFF-031 DIFF-032 the content of a renamed file is loaded, fails, and the error is dismissed', async () => {
    const { page } = made()
    const moved = file(page, 'moved.txt')
    let fail = () => {}
    const held = new Promise<void>(resolve => {
      fail = resolve
    })
    await page.route('**/diffs/context**', async route => {
      await held
      await route.fulfill({ status: 500, json: { message: 'broken' } })
    })
    const button = moved.getByRole('button', { name: 'Show full file' })
    await button.click()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    fail()
    await expect(moved.getByRole('alert')).toContainText('Unable to load file contents. Try again later.')
    await moved.getByRole('button', { name: 'Dismiss' }).click()
    await expect(moved.getByRole('alert')).toHaveCount(0)
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await page.unroute('**/diffs/context**')
  })

  test('Ctrl+F finds in all files, also in one that is collapsed, and leads to its line', async () => {
    const { page } = made()
    const top = () =>
      page
        .locator('[data-diff-file]')
        .first()
        .evaluate(element => element.getBoundingClientRect().top)
    const before = await top()
    // The first answer ends before the match: the search goes on by itself.
    const url = '**/diffs/find**'
    await page.route(url, route => route.fulfill({ json: { files: [], next: 1 } }), { times: 1 })
    await page.keyboard.press('Control+f')
    // Text that is typed before the box exists goes into the box, and none of it is a shortcut of the page.
    await page.keyboard.type('LOOM = 1')
    const box = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: 'Find in changes' }) })
    await expect(box.getByRole('searchbox')).toBeFocused()
    // The files stay where they are.
    expect(await top()).toBe(before)
    await expect(box.getByRole('searchbox')).toHaveValue('LOOM = 1')
    await expect(box.getByRole('status')).toHaveText('1 match')
    await box.getByRole('searchbox').fill('yarn')
    await expect(box.getByRole('list', { name: 'Matches' })).toContainText('package-lock.json')
    await page.keyboard.press('Enter')
    await expect(box.getByRole('status')).toHaveText('1 of 1')
    const line = file(page, 'package-lock.json').locator('[data-row]').filter({ hasText: 'yarn' })
    await expect(line).toBeInViewport()
    await expect(line).toHaveAttribute('data-chosen', 'true')
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  })

  test('DIFF-049 nothing is asked of other sites', async () => {
    expect(made().outside).toEqual([])
  })
})
