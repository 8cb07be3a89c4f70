import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

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

test('MR-013 a merge request names what it depends on, and can be merged once that is merged', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'dependent')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  const ids: number[] = []
  for (const branch of ['first', 'second']) {
    clone.git('switch', '-c', branch, 'main')
    clone.commit(`Add ${branch}`, { [`${branch}.txt`]: branch })
    clone.push(branch)
    const given = { source_branch: branch, target_branch: 'main', title: `Add ${branch}` }
    const { body } = await api()('POST', 'projects/root%2Fdependent/merge_requests', given)
    // The contract's shape.
    ids.push((body as { id: number }).id)
  }
  const path = 'projects/root%2Fdependent/merge_requests'
  await api()('POST', `${path}/2/blocks`, { blocking_merge_request_id: ids[0] })
  await signInAsRoot(page, weft)
  await page.goto('/root/dependent/-/merge_requests/2')
  const merge = page.getByRole('region', { name: 'Merge', exact: true })
  await expect(merge).toContainText('Merging is blocked: other merge requests must be merged first')
  await expect(merge.getByRole('listitem').filter({ hasText: '!1' })).toContainText('Add first')
  await expect(merge.getByRole('button', { name: 'Merge when all checks pass' })).toBeVisible()
  await merge.getByRole('button', { name: 'Remove dependency on !1' }).click()
  await expect(merge).toContainText('Ready to merge')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(merge).toContainText('Merging is blocked: other merge requests must be merged first')
  await api()('PUT', `${path}/1/merge`, {})
  await expect(merge).toContainText('Ready to merge')
  await expect(merge).toContainText('Depends on 1 merge request, 1 merged')
})

test('MR-013 dependencies, a merge time and context commits are added on the page', async ({ page, weft, api }) => {
  const clone = cloneFor(weft, 'conditions')
  clone.commit('Begin the loom', { 'loom.txt': 'one\n' })
  clone.commit('Add the frame', { 'frame.txt': 'one\n' })
  clone.push('main')
  for (const branch of ['first', 'second', 'third']) {
    clone.git('switch', '-c', branch, 'main')
    clone.commit(`Add ${branch}`, { [`${branch}.txt`]: branch })
    clone.push(branch)
    const given = { source_branch: branch, target_branch: 'main', title: `Add ${branch}` }
    await api()('POST', 'projects/root%2Fconditions/merge_requests', given)
  }
  await signInAsRoot(page, weft)
  await page.goto('/root/conditions/-/merge_requests/3')
  const merge = page.getByRole('region', { name: 'Merge', exact: true })
  await merge.getByRole('button', { name: 'More merge actions' }).click()
  await page.getByRole('menuitem', { name: 'Add dependency' }).click()
  const field = merge.getByRole('combobox', { name: 'Merge requests that must be merged first' })
  await field.fill('sec')
  await page.getByRole('option', { name: /Add second/ }).click()
  await field.fill('!77 ')
  await merge.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(merge).toContainText('No merge request was found for !77')
  await merge.getByRole('button', { name: 'Remove !77' }).click()
  await merge.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(merge.getByRole('listitem').filter({ hasText: '!2' })).toContainText('Add second')
  await merge.getByRole('button', { name: 'More merge actions' }).click()
  await page.getByRole('menuitem', { name: 'Set merge time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set merge time' })
  await dialog.getByLabel('Merge after').fill('2099-05-06T07:08')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(merge).toContainText(/Can be merged after 6 May, 2099, 7:08/)
  await page.getByRole('link', { name: 'Commits 1' }).click()
  await page.getByRole('button', { name: 'Add context commits' }).click()
  const choice = page.getByRole('dialog', { name: 'Add context commits' })
  await choice.getByRole('searchbox').fill('frame')
  await expect(choice.getByRole('checkbox')).toHaveCount(1)
  await choice.getByRole('checkbox', { name: 'Add the frame' }).check()
  await choice.getByRole('button', { name: 'Add 1 commit' }).click()
  const context = page.getByRole('region', { name: 'Context commits' })
  await expect(context.getByRole('link', { name: 'Add the frame' })).toBeVisible()
  await context.getByRole('button', { name: /from the context commits/ }).click()
  await expect(context.getByRole('link', { name: 'Add the frame' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(context.getByRole('link', { name: 'Add the frame' })).toBeVisible()
})

test('MR-013 conflicts are resolved one by one and by hand, and choices survive a reload', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'conflicts')
  // The file itself has lines that look like markers.
  const words = (word: string) => `${word}\n\n=======\n<<<<<<< feature\n`
  const text = (first: string, last: string) => [first, '2', '3', '4', '5', '6', '7', last, ''].join('\n')
  clone.commit('Begin', { 'loom.txt': text('1', '8'), 'warp.txt': words('warp') })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Write words', { 'loom.txt': text('one', 'eight'), 'warp.txt': words('red warp') })
  clone.push('feature')
  clone.git('switch', 'main')
  clone.commit('Write numerals', { 'loom.txt': text('I', 'VIII'), 'warp.txt': words('blue warp') })
  clone.push('main')
  await api()('POST', 'projects/root%2Fconflicts/merge_requests', {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Write words',
  })
  await signInAsRoot(page, weft)
  await page.goto('/root/conflicts/-/merge_requests/1/diffs')
  const changed = page.getByRole('region', { name: 'warp.txt', exact: true })
  await expect(changed).toContainText('Conflicts with main')
  await changed.getByRole('link', { name: 'Resolve conflicts' }).click()
  await expect(page.getByRole('region', { name: 'warp.txt' })).toBeInViewport()
  const first = page.getByRole('group', { name: 'Conflict 1 of 2' })
  const second = page.getByRole('group', { name: 'Conflict 2 of 2' })
  await first.getByRole('button', { name: 'Use feature' }).click()
  await second.getByRole('button', { name: 'Use both' }).click()
  await expect(page.getByText('2 of 3 conflicts resolved')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 of 3 conflicts resolved')).toBeVisible()
  const warp = page.getByRole('region', { name: 'warp.txt' })
  await warp.getByRole('button', { name: 'Edit manually' }).click()
  const content = warp.getByRole('textbox', { name: 'Content' })
  await expect(content).toHaveValue(/<<<<<<< feature\nred warp/)
  const caret = await content.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart))
  expect(caret).toMatch(/^<<<<<<< feature\nred warp/)
  await expect(page.getByRole('button', { name: 'Commit to source branch' })).toBeDisabled()
  await content.fill(words('purple warp'))
  await page.getByRole('button', { name: 'Commit to source branch' }).click()
  await expect(page.getByRole('region', { name: 'Merge', exact: true })).toContainText('Ready to merge')
  clone.git('fetch', 'origin')
  expect(clone.git('show', 'origin/feature:loom.txt')).toBe(text('one', 'eight').replace('eight', 'eight\nVIII').trim())
  expect(clone.git('show', 'origin/feature:warp.txt')).toBe(words('purple warp').trim())
})

test('TIME-001 TIME-002 time is tracked in the sidebar of a merge request', async ({ page, weft, api }) => {
  const clone = cloneFor(weft, 'timed')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'warp\n' })
  clone.push('feature')
  const given = { source_branch: 'feature', target_branch: 'main', title: 'Add warp' }
  await api()('POST', 'projects/root%2Ftimed/merge_requests', given)
  await signInAsRoot(page, weft)
  await page.goto('/root/timed/-/merge_requests/1')
  const tracker = page.locator('[data-mount="time-tracker"]')
  await expect(tracker).toContainText('No estimate or time spent')
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Estimate' }).fill('2h')
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('30m')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker.getByRole('progressbar', { name: '30m spent of 2h estimated' })).toBeVisible()
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('soon')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker).toContainText('Enter a duration such as 1w 2d 3h 30m.')
})

test('MR-009 MR-013 the merge box says the worst of what speaks against a merge, and names the checks, failed first', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'honest')
  clone.commit('Begin', { 'loom.txt': 'one\n' })
  clone.push('main')
  clone.git('switch', '-c', 'feature')
  clone.commit('Add warp', { 'warp.txt': 'warp\n' })
  clone.push('feature')
  const of = 'projects/root%2Fhonest'
  const { body } = await api()('POST', `${of}/merge_requests`, {
    ...{ source_branch: 'feature', target_branch: 'main', title: 'Add warp' },
  })
  // The contract's shape.
  const { sha } = body as { sha: string }
  const report = (name: string, state: string) =>
    api()('POST', `${of}/statuses/${sha}`, { name, state, ref: 'feature' })
  await signInAsRoot(page, weft)
  await page.goto('/root/honest/-/merge_requests/1')
  const merge = page.getByRole('region', { name: 'Merge', exact: true })
  const headline = merge.getByRole('heading', { level: 2 })
  await expect(headline).toHaveText('Ready to merge')
  await report('build', 'success')
  await report('tests', 'running')
  await expect(headline).toHaveText('Checks are running (1 of 2)')
  await api()('POST', `${of}/merge_requests/1/discussions`, { body: 'Why so loud?' })
  await expect(headline).toHaveText('1 thread is open. You can still merge.')
  await report('tests', 'failed')
  await expect(headline).toHaveText('1 of 2 checks failed. You can still merge.')
  await merge.getByRole('button', { name: '1 of 2 checks failed' }).click()
  await expect(merge.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveText([/tests/, /build/])
  await api()('PUT', of, { only_allow_merge_if_all_discussions_are_resolved: true })
  await expect(headline).toHaveText('Merging is blocked: 1 thread is open')
  const tabs = page.getByRole('navigation', { name: 'Merge request', exact: true })
  await tabs.getByRole('link', { name: /^Changes/ }).click()
  await expect(page.getByText('Merging is blocked: 1 thread is open')).toBeVisible()
  await report('lint', 'running')
  await tabs.getByRole('link', { name: /^Pipelines/ }).click()
  await expect(page.getByText('1 failed', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveText([/tests/, /lint/, /build/])
})
