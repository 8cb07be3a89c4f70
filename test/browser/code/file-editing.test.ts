import { expect } from '@playwright/test'
import { type Clone, cloneFor, signInAsRoot } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { visit } from '../issues-scene.ts'

const made = setUpOnce(async ({ baseURL, browser, weft }) => {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await signInAsRoot(page, weft)
  await page.goto('/help')
  const clone: Clone = cloneFor(weft, 'edited')
  clone.commit('Begin', {
    'src/loom.ts': 'export function loom() {\n  return 1\n}\n\nexport const warp = 2\n',
    'windows.txt': 'one\r\ntwo\r\n',
    'docs/old.md': '# Old\n',
    'long.txt': Array.from({ length: 5_000 }, (_, at) => `row ${at}\n`).join(''),
  })
  clone.push('main')
  return { page, clone }
})

test('a file is edited with indentation, previewed, renamed into a new folder and committed', async () => {
  const { page } = made()
  await visit(page, '/root/edited/-/blob/main/src/loom.ts')
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content).toHaveValue(/^export function loom/)
  await expect(page.getByRole('button', { name: 'Commit changes' })).toBeDisabled()
  await content.press('Control+Home')
  await content.press('ArrowDown')
  await content.press('Home')
  await content.press('Tab')
  await content.press('End')
  await content.press('Enter')
  await content.pressSequentially('// woven')
  await expect(content).toHaveValue(
    'export function loom() {\n    return 1\n    // woven\n}\n\nexport const warp = 2\n',
  )
  await content.press('Escape')
  await content.press('Tab')
  await expect(content).not.toBeFocused()

  await page.getByRole('tab', { name: 'Preview changes' }).click()
  const diff = page.getByRole('region', { name: 'Diff of src/loom.ts' })
  await expect(diff).toContainText('// woven')
  await expect(diff).toContainText('return 1')
  await page.getByRole('textbox', { name: 'File path' }).fill('lib/deep/loom.ts')
  const executable = page.getByRole('checkbox', { name: 'Executable' })
  await executable.check()
  await page.reload()
  await expect(content).toHaveValue(/woven/)
  await expect(executable).toBeChecked()
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page).toHaveURL(/\/-\/blob\/main\/lib\/deep\/loom\.ts$/)
  await expect(page.getByText('// woven')).toBeVisible()
  const file = await page.request.get('/api/v4/projects/root%2Fedited/repository/files/lib%2Fdeep%2Floom.ts?ref=main')
  expect(await file.json()).toMatchObject({ execute_filemode: true })
  await expect(page.getByRole('link', { name: 'Rename loom.ts to lib/deep/loom.ts' })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  // The history continues before the rename.
  await expect(page.getByRole('link', { name: 'Begin', exact: true })).toBeVisible()
})

test('a long file is edited in a box of its own height, on a page that is as tall as any', async () => {
  const { page } = made()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await visit(page, '/root/edited/-/edit/main/long.txt')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(/row 4999/)
  expect(await height()).toBeLessThan(4_000)
})

test('DIFF-018 the Web IDE opens a file deep in a long folder with its row in view, and uses the height of the window', async () => {
  const { page, clone } = made()
  const names = Array.from({ length: 60 }, (_, at) => `part${String(at).padStart(2, '0')}.txt`)
  clone.git('pull', '-q', 'origin', 'main')
  clone.commit('Add parts', Object.fromEntries(names.map(name => [`ide/deep/down/${name}`, `${name}\n`])))
  clone.push('main')
  await visit(page, '/root/edited/-/ide/main/ide/deep/down/part50.txt')
  const files = page.getByRole('navigation', { name: 'Files', exact: true })
  await expect(files.getByRole('link', { name: 'part50.txt' })).toBeInViewport({ ratio: 1 })
  await expect(files.getByRole('link', { name: 'part00.txt' })).not.toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const height = page.viewportSize()?.height ?? 0
  expect((await files.boundingBox())?.height).toBeGreaterThan(height / 2)
})

test('DIFF-018 EDITOR-001 EDITOR-002 the Web IDE keeps what is changed, created, renamed and deleted, and commits it at once', async ({
  screenshots,
}) => {
  const { page, clone } = made()
  clone.git('pull', '-q', 'origin', 'main')
  clone.commit('Add files', { 'ide/one.txt': 'one\r\n', 'ide/two.txt': 'two\n', 'ide/three.txt': 'three\n' })
  clone.push('main')
  await visit(page, '/root/edited/-/blob/main/ide/one.txt')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Open in Web IDE' }).click()
  const files = page.getByRole('navigation', { name: 'Files', exact: true })
  const changed = page.getByRole('navigation', { name: 'Changed files' })
  for (const name of ['one', 'two', 'three']) {
    await files.getByRole('link', { name: `${name}.txt` }).click()
    const content = page.getByRole('textbox', { name: `ide/${name}.txt` })
    await expect(content).toHaveValue(`${name}\n`)
    await content.fill(`${name} more\n`)
    if (name === 'one') await page.getByRole('checkbox', { name: 'Executable' }).check()
  }
  await page.reload()
  await expect(changed.getByRole('link')).toHaveText(['ide/one.txt', 'ide/three.txt', 'ide/two.txt'])
  await changed.getByRole('button', { name: 'Discard changes to three.txt' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/three.txt' })).toHaveValue('three\n')
  await changed.getByRole('link', { name: 'two.txt' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/two.txt' })).toHaveValue('two more\n')

  await page.getByRole('button', { name: 'Actions for two.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('ide/one.txt')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await expect(page.getByText('ide/one.txt already exists. Enter another path.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Path' }).fill('ide/deep/zwei.txt')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/deep/zwei.txt' })).toHaveValue('two more\n')
  // The list follows the file into its folder.
  await expect(files.getByRole('heading')).toHaveText('ide/deep')
  await files.getByRole('button', { name: '..' }).click()
  await page.getByRole('button', { name: 'Actions for three.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await files.getByRole('button', { name: 'New file', exact: true }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('ide/four.txt')
  await page.getByRole('button', { name: 'Create file' }).click()
  await page.getByRole('textbox', { name: 'ide/four.txt' }).fill('four\n')

  // Another user changes a file that is deleted here: nothing is committed, and all changes stay.
  clone.commit('Change three', { 'ide/three.txt': 'three, theirs\n' })
  clone.push('main')
  await page.reload()
  await expect(changed.getByRole('link')).toHaveText([
    'ide/deep/zwei.txt',
    'ide/four.txt',
    'ide/one.txt',
    'ide/three.txt',
  ])
  await page.screenshot({ path: `${screenshots}/web-ide.png` })
  await page.getByRole('button', { name: 'Commit 4 files' }).click()
  const commit = page.getByRole('button', { name: 'Commit changes' })
  await commit.click()
  await expect(page.getByText('ide/three.txt has changed on the branch since you started editing.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await changed.getByRole('button', { name: 'Discard changes to three.txt' }).click()
  await expect(changed.getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: 'ide/four.txt' })).toHaveValue('four\n')
  await page.getByRole('button', { name: 'Commit 3 files' }).click()
  const message = page.getByRole('textbox', { name: 'Commit message' })
  await message.fill('a'.repeat(60))
  await expect(page.getByText('The title is 60 characters long. Keep it to 50 or fewer.')).toBeVisible()
  await message.clear()
  await commit.click()
  await expect(page.getByText('Committed 3 files to main')).toBeVisible()
  await expect(changed).toHaveCount(0)
  clone.git('pull', '-q', 'origin', 'main')
  // The size includes the file's own line ending, which a text box does not know.
  expect(clone.git('cat-file', '-s', 'HEAD:ide/one.txt')).toBe('10')
  expect(clone.git('ls-tree', 'HEAD', 'ide/one.txt')).toMatch(/^100755 /)
  const last = clone.git('log', '-1', '--format=%s', '--name-status', '--no-renames')
  expect(last.trim().split(/\s*\n\s*/)).toEqual([
    'Update 3 files',
    'A\tide/deep/zwei.txt',
    'A\tide/four.txt',
    'M\tide/one.txt',
    'D\tide/two.txt',
  ])
})

test('EDITOR-002 a renamed file that someone else has changed is merged where the branch has it; its old path leads on', async () => {
  const { page, clone } = made()
  await visit(page, '/root/edited/-/ide/main/ide/one.txt')
  await page.getByRole('textbox', { name: 'ide/one.txt' }).fill('one, mine\n')
  await page.getByRole('button', { name: 'Actions for one.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('ide/uno.txt')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/uno.txt' })).toHaveValue('one, mine\n')
  clone.commit('Change one', { 'ide/one.txt': 'one, theirs\r\n' })
  clone.push('main')
  await page.getByRole('button', { name: 'Commit 1 file' }).click()
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByRole('link', { name: 'Edit ide/one.txt' })).toHaveAttribute(
    'href',
    /\/edit\/main\/ide\/one\.txt$/,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  const changed = page.getByRole('navigation', { name: 'Changed files' })
  await changed.getByRole('button', { name: 'Discard changes to uno.txt' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/one.txt' })).toHaveValue('one, theirs\n')
  await page.getByRole('button', { name: 'Actions for one.txt' }).click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('ide/uno.txt')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/uno.txt' })).toHaveValue('one, theirs\n')
  await visit(page, '/root/edited/-/ide/main/ide/one.txt')
  await expect(page.getByRole('heading', { name: 'one.txt will be renamed when you commit' })).toBeVisible()
  await page.getByRole('button', { name: 'Commit 1 file' }).click()
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByRole('textbox', { name: 'ide/uno.txt' })).toHaveValue('one, theirs\n')
})

test('a change made meanwhile is shown and merged, and the text that was typed stays', async () => {
  const { page, clone } = made()
  await visit(page, '/root/edited/-/edit/main/windows.txt')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('one\ntwo, mine\n')
  clone.git('pull', '--quiet', 'origin', 'main')
  clone.commit('Meanwhile', { 'windows.txt': 'one, theirs\r\ntwo\r\n' })
  clone.push('main')
  await expect(page.getByText('This file has changed on main since you started editing.')).toBeVisible()
  await expect(content).toHaveValue('one\ntwo, mine\n')
  await expect(page.getByRole('button', { name: 'Commit changes' })).toBeDisabled()
  await page.getByText('Show changes').click()
  await expect(page.getByRole('region', { name: 'Diff of windows.txt' })).toContainText('one, theirs')
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(content).toHaveValue('one, theirs\ntwo, mine\n')
  await page.getByRole('textbox', { name: 'Target branch' }).fill('both')
  await page.getByRole('checkbox', { name: 'Start a new merge request with these changes' }).uncheck()
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page).toHaveURL(/\/-\/blob\/both\/windows\.txt$/)
  clone.git('fetch', '--quiet', 'origin', 'both')
  // The line endings of the file are its own.
  expect(clone.git('show', 'FETCH_HEAD:windows.txt')).toBe('one, theirs\r\ntwo, mine')
})

test('files are uploaded into a new folder, one is replaced, and one deleted', async () => {
  const { page } = made()
  await visit(page, '/root/edited/-/tree/main/docs')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Choose files').setInputFiles([
    { name: 'new.md', mimeType: 'text/markdown', buffer: Buffer.from('# New\n') },
    { name: 'dot.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
  ])
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('docs/more')
  await dialog.getByRole('button', { name: 'Upload files' }).click()
  await expect(page).toHaveURL(/\/-\/tree\/main\/docs\/more$/)
  await expect(page.getByRole('link', { name: 'dot.bin', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /new.md Upload 2 files/ })).toBeVisible()

  await page.getByRole('link', { name: 'new.md', exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Replace file' }).click()
  await dialog
    .getByLabel('Choose file', { exact: true })
    .setInputFiles({ name: 'x.md', mimeType: 'text/markdown', buffer: Buffer.from('# Newer\n') })
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  await expect(page.getByRole('heading', { name: 'Newer' })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete file' }).click()
  await dialog.getByRole('button', { name: 'Delete file' }).click()
  await expect(page).toHaveURL(/\/-\/tree\/main\/docs\/more$/)
  await expect(page.getByRole('link', { name: 'new.md', exact: true })).toBeHidden()
})

test('any commit can be compared with a branch by its ID, and the sides swapped', async () => {
  const { page, clone } = made()
  clone.git('fetch', '--quiet', 'origin', 'main')
  const first = clone.git('rev-list', '--max-parents=0', 'FETCH_HEAD')
  await visit(page, '/root/edited/-/compare/main')
  await page.getByRole('button', { name: /^From/ }).click()
  await page.getByRole('combobox', { name: 'Branch, tag or commit ID' }).fill(first.slice(0, 12))
  await page.getByRole('option', { name: `Commit ${first.slice(0, 12)}` }).click()
  await expect(page).toHaveURL(new RegExp(`/-/compare/${first.slice(0, 12)}\\.\\.\\.main$`))
  await expect(page.getByRole('link', { name: 'Meanwhile', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect(page.getByText(`main already contains every commit in ${first.slice(0, 12)}.`)).toBeVisible()
})

test('MR-013 a commit that a protected branch refuses goes to a new branch instead, and becomes a merge request', async ({
  api,
}) => {
  const { page } = made()
  const { id } = (await api()('GET', 'projects/root%2Fedited')).body as { id: number }
  await api()('DELETE', `projects/${id}/protected_branches/main`)
  await api()('POST', `projects/${id}/protected_branches`, { name: 'main', push_access_level: 0 })
  // Another page clears the toasts of the journeys before, which would cover the button.
  await page.goto('/help')
  await visit(page, '/root/edited/-/edit/main/docs/old.md')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('# Newer than old\n')
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByRole('alert')).toContainText('You are not allowed to push to the protected branch main')
  await expect(content).toHaveValue('# Newer than old\n')
  await page.getByRole('button', { name: 'Use a new branch' }).click()
  await expect(page.getByRole('textbox', { name: 'Target branch' })).toHaveValue(/^root-main-patch-\d{5}$/)
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Update old.md')
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await expect(page.getByRole('heading', { name: 'Update old.md', level: 1 })).toBeVisible()
})
