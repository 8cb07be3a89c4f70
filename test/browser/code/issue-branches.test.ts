import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

test.setTimeout(120_000)

const opener = (page: Page) => page.getByRole('button', { name: 'Create merge request', expanded: false })
const form = (page: Page) => page.getByRole('dialog', { name: 'Create merge request or branch' })
const nameBox = (page: Page) => form(page).getByRole('textbox', { name: 'Branch name' })
const sourceBox = (page: Page) => form(page).getByRole('textbox', { name: 'Source (branch or tag)' })
const createBoth = (page: Page) => form(page).getByRole('button', { name: 'Create merge request' })
const createOne = (page: Page) => form(page).getByRole('button', { name: 'Create branch' })

test.describe('branches and merge requests from an issue', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const code = `projects/${scene.projectId}/repository`
    const actions = [{ action: 'create', file_path: 'README.md', content: '# Loom' }]
    const { id: sha } = await scene.make(`${code}/commits`, { branch: 'main', commit_message: 'Begin', actions })
    await scene.make(`${code}/tags`, { tag_name: 'v1.0', ref: 'main' })
    const issue = await scene.issue()
    const page = await scene.openAs('dan', `${scene.path}/-/issues/${issue.iid}`)
    return { scene, page, issue, sha, address: page.url() }
  })

  test('BRANCH-001 BRANCH-002 BRANCH-007 the button opens a form with a free name and the default branch', async () => {
    const { page, issue } = made()
    await opener(page).click()
    await expect(nameBox(page)).toHaveValue(`${issue.iid}-the-shuttle-jams`)
    await expect(sourceBox(page)).toHaveValue('main')
    await expect(createBoth(page)).toBeEnabled()
  })

  test('BRANCH-008 BRANCH-009 BRANCH-010 the name is looked up, and refused when it is taken', async () => {
    const { page } = made()
    await nameBox(page).fill('main')
    await expect(form(page)).toContainText('Checking branch name availability…')
    await expect(form(page)).toContainText('Branch is already taken')
    await expect(createBoth(page)).toBeDisabled()
    await nameBox(page).fill('fresh')
    await expect(form(page)).toContainText('Branch name is available')
  })

  test('BRANCH-014 the source says that it is looked up', async () => {
    const { page } = made()
    await sourceBox(page).fill('nonsense')
    await expect(form(page)).toContainText('Checking source availability…')
  })

  test('BRANCH-011 BRANCH-012 BRANCH-013 the source is a branch or tag that exists', async () => {
    const { page } = made()
    await expect(form(page)).toContainText('Source is not available')
    await sourceBox(page).fill('v1.0')
    await expect(form(page)).toContainText('Source is available')
  })

  test('BRANCH-015 BRANCH-016 a source is completed with the rest selected, and the tab key accepts it', async () => {
    const { page } = made()
    await sourceBox(page).fill('')
    await sourceBox(page).pressSequentially('ma')
    await expect(sourceBox(page)).toHaveValue('main')
    const selected = () => page.evaluate(() => String(getSelection()))
    await expect.poll(selected).toBe('in')
    await page.keyboard.press('Tab')
    await expect(sourceBox(page)).toBeFocused()
    expect(await selected()).toBe('')
    await expect(form(page)).toContainText('Source is available')
  })

  test('BRANCH-017 BRANCH-018 an empty field is valid, and one invalid field disables both buttons', async () => {
    const { page } = made()
    await nameBox(page).fill('')
    await expect(createOne(page)).toBeEnabled()
    await sourceBox(page).fill('nonsense')
    await expect(createOne(page)).toBeDisabled()
    await expect(createBoth(page)).toBeDisabled()
    await sourceBox(page).fill('main')
    await expect(createBoth(page)).toBeEnabled()
  })

  test('BRANCH-020 BRANCH-021 quick typing asks once, and a new lookup cancels the one before', async () => {
    const { page } = made()
    await nameBox(page).fill('')
    const asked: string[] = []
    const failed: string[] = []
    const searched = (url: string) => new URL(url).searchParams.get('search') ?? ''
    await page.route('**/refs?*', async route => {
      if (!searched(route.request().url()).startsWith('^slow')) return route.continue()
      asked.push(searched(route.request().url()))
      // The first one is never answered.
      if (asked.length > 1) await route.continue()
    })
    page.on('requestfailed', request => failed.push(searched(request.url())))
    await nameBox(page).pressSequentially('slow')
    await expect.poll(() => asked).toEqual(['^slow'])
    await nameBox(page).pressSequentially('er')
    await expect(form(page)).toContainText('Branch name is available')
    expect([asked, failed]).toEqual([['^slow', '^slower'], ['^slow']])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('ERRMSG-076 a lookup that fails says so, and disables the buttons', async () => {
    const { page } = made()
    await page.route('**/refs?*', route => route.fulfill({ status: 500, body: '{}' }))
    await nameBox(page).fill('another')
    await expect(form(page)).toContainText('Failed to get ref.')
    await expect(createOne(page)).toBeDisabled()
    await page.unrouteAll()
  })

  test('BRANCH-003 BRANCH-022 BRANCH-023 a branch is created from a tag, and the browser goes to it', async () => {
    const { page } = made()
    await nameBox(page).fill('1-from-a-tag')
    await sourceBox(page).fill('v1.0')
    await expect(createOne(page)).toBeEnabled()
    let release = () => {}
    const isHeld = new Promise<void>(resolve => (release = resolve))
    await page.route('**/-/branches', async route => {
      await isHeld
      await route.continue()
    })
    await createOne(page).click()
    await expect(createBoth(page)).toBeDisabled()
    release()
    await page.waitForURL('**/-/tree/1-from-a-tag')
    await page.unrouteAll()
  })

  test('BRANCH-019 BRANCH-027 the enter key creates a merge request; its issue lists the branch', async () => {
    const { page, address } = made()
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Related branches' })).toContainText('1-from-a-tag')
    await opener(page).click()
    await nameBox(page).press('Enter')
    await page.waitForURL('**/-/merge_requests/1')
    await page.goto(address)
  })

  test('MR-008 MR-009 the issue lists its merge request with reference, state and assignee, live', async () => {
    const { page, scene, issue } = made()
    const card = page.getByRole('region', { name: /^Related merge requests/ })
    const row = card.getByRole('listitem').first()
    await expect(row).toContainText('Draft: Resolve "The shuttle jams"')
    await expect(row).toContainText('!1')
    await expect(row.getByRole('img', { name: 'Open' })).toBeVisible()
    await expect(row.getByRole('img', { name: /^Assignees: Dan/ })).toBeVisible()
    // A form that opens shows that this part of the page hears of changes by now.
    await opener(page).click()
    await expect(form(page)).toBeVisible()
    await page.keyboard.press('Escape')
    const other = {
      source_branch: '1-from-a-tag',
      target_branch: 'main',
      title: 'Another',
      description: `See #${issue.iid}`,
    }
    await scene.make(`projects/${scene.projectId}/merge_requests`, other)
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await expect(card.getByRole('heading')).toContainText('2')
  })

  test('MR-010 MR-012 a hundred related merge requests are asked for, and counted by the header of the answer', async () => {
    const { page, scene, issue } = made()
    // The document of the issue would bring them.
    await page.goto(`${scene.path}/-/issues`)
    const isFirstHundred = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/related_merge_requests') && searchParams.get('per_page') === '100'
    await page.route(isFirstHundred, async route => {
      const response = await route.fetch()
      // A reading is given up where a newer one begins.
      await route.fulfill({ response, headers: { ...response.headers(), 'x-total': '107' } }).catch(() => {})
    })
    await scene.visitIssue(page, issue.iid)
    await expect(page.getByRole('region', { name: /^Related merge requests/ }).getByRole('heading')).toContainText(
      '107',
    )
    await page.unrouteAll()
  })

  test('MR-003 MR-004 a reference to a merge request shows a card with its title and state on hover and focus', async () => {
    const { page, scene, issue, sha } = made()
    const status = { state: 'success', ref: `${issue.iid}-the-shuttle-jams` }
    await scene.make(`projects/${scene.projectId}/statuses/${sha}`, status)
    const link = page.locator('a[data-reference-type="merge_request"]').first()
    const card = page.getByRole('tooltip').filter({ hasText: 'Resolve "The shuttle jams"' })
    await link.hover()
    await expect(card).toContainText('Open')
    await expect(card).toContainText(/Opened .*ago|now/)
    await expect(card.getByRole('img', { name: 'Pipeline: passed' })).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(card).toBeHidden()
    await link.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(card).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  })

  test('BRANCH-005 BRANCH-006 ERRMSG-074 while availability is checked the button waits, and a failed check disables it', async () => {
    const { page } = made()
    let fail = () => {}
    const isHeld = new Promise<void>(resolve => (fail = resolve))
    await page.route('**/can_create_branch', async route => {
      await isHeld
      await route.fulfill({ status: 500, body: '{}' })
    })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Create merge request' })).toBeDisabled()
    fail()
    await expect(page.getByRole('button', { name: 'New branch unavailable' })).toBeDisabled()
    await expect(page.getByRole('alert')).toContainText('Failed to check related branches.')
    await page.unrouteAll()
  })

  test('ERRMSG-077 ERRMSG-080 related branches and merge requests that fail to load say so', async () => {
    const { page, scene, issue } = made()
    // The document of the issue would bring both.
    await page.goto(`${scene.path}/-/issues`)
    for (const list of ['**/related_branches?*', '**/related_merge_requests?*'])
      await page.route(list, route => route.fulfill({ status: 500, body: '{}' }))
    await scene.visitIssue(page, issue.iid)
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await expect(alert('Failed to load related branches')).toBeVisible()
    await expect(alert('Something went wrong while fetching related merge requests.')).toBeVisible()
    await page.unrouteAll()
  })

  test('BRANCH-027 many branches of an issue are drawn fifty at a time, and counted whole', async () => {
    const { page, scene } = made()
    const issue = await scene.issue({ title: 'Many threads' })
    for (let at = 1; at <= 51; at += 1)
      await scene.make(`projects/${scene.projectId}/repository/branches`, { branch: `${issue.iid}-${at}`, ref: 'main' })
    await scene.visitIssue(page, issue.iid)
    const branches = page.getByRole('region', { name: /^Related branches 51/ })
    await expect(branches.getByRole('listitem')).toHaveCount(50)
    await branches.getByRole('button', { name: 'Show more' }).click()
    await expect(branches.getByRole('listitem')).toHaveCount(51)
    await expect(branches.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })

  test('ERRMSG-075 a branch that cannot be created says so, and can be tried again', async () => {
    const { page, address } = made()
    await page.goto(address)
    await page.route('**/-/branches', route => route.fulfill({ status: 500, body: '{}' }))
    await opener(page).click()
    await createOne(page).click()
    await expect(form(page).getByRole('alert')).toContainText(
      'Failed to create a branch for this issue. Please try again.',
    )
    await expect(createOne(page)).toBeEnabled()
    await page.unrouteAll()
  })

  test('BRANCH-024 BRANCH-025 ERRMSG-073 a confidential issue needs a private fork', async () => {
    const { page, scene } = made()
    const fork = await scene.make(`projects/${scene.projectId}/fork`, {
      ...{ namespace_path: scene.people.dan.username, path: 'hidden', name: 'Hidden', visibility: 'private' },
    })
    await scene
      .make(`projects/${fork.id}/members`, { user_id: scene.people.dan.id, access_level: 30 })
      .catch(() => null)
    const secret = await scene.issue({ confidential: true })
    await page.route('**/forks?*', route => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${scene.path}/-/issues/${secret.iid}`)
    await opener(page).click()
    await expect(form(page)).toContainText('Error fetching forked projects. Please try again.')
    await page.unrouteAll()
    await page.reload()
    await opener(page).click()
    await expect(nameBox(page)).toHaveValue(`${secret.iid}-confidential-issue`)
    await expect(createBoth(page)).toBeDisabled()
    await expect(createOne(page)).toBeDisabled()
    await form(page).getByRole('combobox', { name: 'Private fork' }).selectOption(String(fork.id))
    await expect(createBoth(page)).toBeEnabled()
    await createBoth(page).click()
    await page.waitForURL('**/hidden/-/merge_requests/1')
  })

  test('BRANCH-004 a guest has no such button', async () => {
    const { scene, issue } = made()
    const page = await scene.openAs('gus', `${scene.path}/-/issues/${issue.iid}`)
    await expect(page.getByRole('region', { name: 'Related branches' })).toBeVisible()
    await expect(opener(page)).toHaveCount(0)
    await page.close()
  })
})
