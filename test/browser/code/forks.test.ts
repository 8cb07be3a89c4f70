import { expect } from '@playwright/test'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'

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

test('MR-013 a branch of a fork becomes a merge request of upstream, or of another project of the network', async ({
  page,
  weft,
}) => {
  const upstream = cloneFor(weft, 'weaver')
  upstream.commit('Begin', { 'README.md': '# Weaver\n' })
  upstream.push('main')
  await signInAsRoot(page, weft)
  await page.goto('/root/weaver/-/forks/new')
  await page.getByRole('textbox', { name: 'Path' }).fill('weaver-fork')
  await page.getByRole('button', { name: 'Fork project' }).click()
  await expect(page.getByText('Up to date with root/weaver')).toBeVisible()
  const fork = cloneFor(weft, 'weaver-fork')
  fork.git('pull', '--quiet', 'origin', 'main')
  fork.git('switch', '-c', 'knots')
  fork.commit('Knot them', { 'knots.txt': 'knots\n' })
  fork.push('knots')
  await page.goto('/root/weaver-fork/-/merge_requests/new?merge_request%5Bsource_branch%5D=knots')
  const target = page.getByRole('button', { name: /^Target project/ })
  await expect(target).toHaveText('root/weaver')
  await target.click()
  await page.getByRole('option', { name: /root\/weaver-fork/ }).click()
  await expect(target).toHaveText('root/weaver-fork')
  await expect(page).toHaveURL(/target_project_id/)
  await page.goBack()
  await expect(target).toHaveText('root/weaver')
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await expect(page.getByRole('heading', { name: 'Knot them', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/root\/weaver\/-\/merge_requests\/1$/)
})

test('DIFF-022 MR-013 a file is edited without the right to push: the commit goes to a fork, and no text is lost', async ({
  page,
  weft,
  api,
}) => {
  const clone = cloneFor(weft, 'quill')
  clone.commit('Begin', { 'README.md': '# Quill\n' })
  clone.push('main')
  const password = 'a-password-of-pat-1'
  const person = { username: 'pat', name: 'Pat', email: 'pat@weft.test', password, skip_confirmation: true }
  await api()('POST', 'users', person)
  await api()('PUT', 'projects/root%2Fquill', { visibility: 'public' })
  await signIn(page.context(), 'pat', password)
  await page.goto('/root/quill/-/blob/main/README.md')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('You cannot push to root/quill.')).toBeVisible()
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('# Quill\n\nIt writes.\n')
  let answers = 0
  await page.route('**/-/forks/own', route => {
    answers += 1
    return route.fulfill(
      answers === 1
        ? { status: 200, json: { id: 1, full_path: 'pat/quill', import_status: 'scheduled' } }
        : { status: 503, json: { message: 'The fork cannot be created now' } },
    )
  })
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByText('Creating your fork.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The fork cannot be created now')
  await page.unroute('**/-/forks/own')
  await page.reload()
  await expect(content).toHaveValue('# Quill\n\nIt writes.\n')
  await page.getByRole('button', { name: 'Commit changes' }).click()
  await expect(page.getByRole('button', { name: /^Target project/ })).toHaveText('root/quill')
  await expect(page).toHaveURL(/\/pat\/quill\/-\/merge_requests\/new/)
  const opens = page.getByRole('checkbox', { name: /^Allow commits from members/ })
  await opens.check()
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await expect(page.getByRole('heading', { name: 'Update README.md', level: 1 })).toBeVisible()
  const more = page.getByRole('button', { name: 'More merge actions' })
  const opened = page.getByRole('menuitemcheckbox', { name: /^Allow commits from members/ })
  await more.click()
  await expect(opened).toBeChecked()
  await opened.click()
  await expect
    .poll(async () => (await api()('GET', 'projects/root%2Fquill/merge_requests/1')).body)
    .toMatchObject({ allow_collaboration: false })
  await page.reload()
  await more.click()
  await expect(opened).not.toBeChecked()
  await api()('PUT', 'projects/root%2Fquill/merge_requests/1/merge', {})
  await page.reload()
  await page.getByRole('button', { name: 'Revert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revert this merge request' })
  await expect(dialog).toContainText('The commit goes to a new branch in your fork')
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(page).toHaveURL(/\/pat\/quill\/-\/merge_requests\/new/)
  await expect(page.getByRole('button', { name: /^Target project/ })).toHaveText('root/quill')
  await page.getByRole('button', { name: 'Create merge request' }).click()
  await expect(page).toHaveURL(/\/root\/quill\/-\/merge_requests\/2$/)
})
