import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { signIn } from '../sign-in.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(180_000)

test.describe('the state of an issue', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue({ description: 'It **jams**.' })
    await scene.issue({ title: 'Another one' })
    const address = `${scene.path}/-/issues/${iid}`
    const page = await scene.openAs('dan', address)
    const article = page.getByRole('article', { name: 'The shuttle jams' })
    await page.evaluate(() => {
      const told: unknown[] = []
      Object.assign(window, { toldStates: told })
      document.addEventListener('state-changed', event => told.push(event instanceof CustomEvent && event.detail))
    })
    const toldStates = () => page.evaluate(() => Reflect.get(window, 'toldStates'))
    const state = (name: string) => article.getByText(name, { exact: true })
    const counter = page.getByRole('navigation', { name: /^Project/ }).getByRole('link', { name: /^Issues/ })
    const gus = await scene.openAs('gus', address)
    return { scene, page, gus, article, state, counter, toldStates }
  })

  test('ISSUE-001 ISSUE-003 an open issue says so, and is counted in the navigation', async () => {
    const { state, counter } = made()
    await expect(state('Open')).toBeVisible()
    await expect(counter).toHaveText(/2$/)
  })

  test('ISSUE-011 ISSUE-031 the description is rendered, with reactions below it', async () => {
    const { article } = made()
    await expect(article.locator('strong').getByText('jams')).toBeVisible()
    await expect(article.getByRole('group', { name: 'Reactions' })).toBeVisible()
    await expect(article.getByText(/^Edited/)).toHaveCount(0)
  })

  test('ISSUE-019 a guest neither closes nor reopens', async () => {
    const { gus } = made()
    await expect(gus.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
    await expect(gus.getByRole('button', { name: /^(Close|Reopen) issue$/ })).toHaveCount(0)
  })

  test('ISSUE-002 ISSUE-004 ISSUE-018 closing is shown to everyone, and counted', async () => {
    const { gus, article, state, counter } = made()
    await article.getByRole('button', { name: 'Close issue' }).click()
    await expect(state('Closed').locator('[data-icon]')).toBeVisible()
    await expect(counter).toHaveText(/1$/)
    await expect(gus.getByRole('article').getByText('Closed', { exact: true }).first()).toBeVisible(live)
  })

  test('ISSUE-005 ISSUE-023 FORM-042 reopening asks nothing, is counted, and tells of itself', async () => {
    const { page, article, state, counter, toldStates } = made()
    await article.getByRole('button', { name: 'Reopen issue' }).click()
    await expect.poll(toldStates).toEqual([{ 'is-closed': true }, { 'is-closed': false }])
    await expect(state('Open')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(counter).toHaveText(/2$/)
  })

  test('ISSUE-011 an edited description says who edited it', async () => {
    const { scene, page, article } = made()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('It jams at night.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(article.getByText(/^Edited just now by Dan/)).toBeVisible()
    await expect(article.getByText(/^Edited/).getByRole('link', { name: /^Dan/ })).toHaveAttribute(
      'href',
      `/${scene.people.dan.username}`,
    )
  })
})

test.describe('the header of an issue', () => {
  const made = setUpOnce(async ({ api, browser, weft, newScene }) => {
    const call = api()
    const scene = await newScene()
    const made = await call('POST', `projects/${scene.projectId}/issues?sudo=${scene.people.gus.username}`, {
      title: 'Written by a guest',
      description: 'A long one.\n\n'.repeat(60),
    })
    expect(made.status).toBe(201)
    // A created issue has a number.
    const { iid } = made.body as { readonly iid: number }
    await scene.change(iid, { confidential: true, discussion_locked: true })
    const context = await browser.newContext({ baseURL: weft.baseURL })
    await signIn(context, 'root', weft.rootPassword)
    const page = await context.newPage()
    await page.goto(`${scene.path}/-/issues/${iid}`)
    const title = page.getByRole('heading', { name: 'Written by a guest', level: 1 })
    const sticky = page.locator('[data-sticky-header]')
    return { call, scene, page, title, sticky }
  })

  test('ISSUE-007 ISSUE-008 a header with states and title stays when the title is out of sight', async () => {
    const { page, title, sticky } = made()
    await expect(title).toBeVisible()
    await expect(sticky).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Comment', exact: true }).scrollIntoViewIfNeeded()
    for (const text of ['Open', 'Confidential', 'Locked', 'Written by a guest'])
      await expect(sticky.getByText(text, { exact: true })).toBeVisible()
    await sticky.getByRole('button', { name: 'Written by a guest' }).click()
    await expect(sticky).toHaveCount(0)
  })

  test('ISSUE-006 an issue whose author is banned says that it is hidden, and why', async () => {
    const { call, scene, page, title } = made()
    expect((await call('POST', `users/${scene.people.gus.id}/ban`)).status).toBe(201)
    await page.reload()
    const reason = 'This issue is hidden because its author has been banned'
    const hidden = page.getByRole('button', { name: reason })
    await expect(hidden).toHaveText(`Hidden: ${reason}`)
    await title.click()
    await page.keyboard.press('Tab')
    await expect(hidden).toBeFocused()
    const told = page.locator('[role=tooltip]').getByText(reason)
    await expect(told).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(told).toHaveCount(0)
    await hidden.click()
    await expect(told).toBeVisible()
  })
})

test('ISSUE-018 FORM-023 a close button does not turn into a reopen button while hovered', async ({ scene, api }) => {
  const { iid } = await scene.issue()
  const of = `projects/${scene.projectId}/issues/${iid}`
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Nothing is left to do')
  await api()('PUT', of, { state_event: 'close' })
  await expect(page.getByText('This issue was closed in the meantime.')).toBeVisible(live)
  await page.getByRole('button', { name: 'Comment & close issue' }).click()
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('Nothing is left to do')
  expect((await api()('GET', of)).body).toMatchObject({ state: 'closed' })
})
