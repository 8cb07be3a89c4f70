import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'
import { field, live, visit } from './issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })

// The user who signs out, or must not receive an event, has another window.
const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  return { scene, dan: await scene.openAs('dan', scene.path) }
})

async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/users/sign_in')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('a-password-of-the-weavers')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/users/'))
}

async function setWeight(page: Page, weight: number): Promise<void> {
  await field(page, 'Weight').getByRole('button', { name: 'Edit Weight' }).click()
  await page.getByRole('spinbutton').fill(String(weight))
  await page.getByRole('spinbutton').press('Enter')
}

test('PLATFORM-012 signing out in one tab leaves nothing in the others, and signing in again brings them back', async () => {
  const { page } = await made().scene.openIssue('dan', { confidential: true })
  await comment(page).fill('Half a thought')
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^You:/ }).click()
  const welcome = other.waitForEvent('load')
  await other.getByRole('menuitem', { name: 'Sign out' }).click()

  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible(live)
  for (const word of ['The shuttle jams', 'Half a thought']) await expect(page.getByText(word)).toHaveCount(0)
  expect(await page.content()).not.toContain('The shuttle jams')
  await expect(page).toHaveTitle(/^Signed out/)

  await welcome
  await signInAs(other, made().scene.people.dan.username)
  await expect(page.getByRole('heading', { level: 1, name: 'The shuttle jams' })).toBeVisible(live)
  await expect(comment(page)).toHaveValue('Half a thought')
  await setWeight(page, 7)
  await expect(field(page, 'Weight')).toContainText('7')
  await expect(field(page, 'Weight').getByRole('alert')).toHaveCount(0)
})

test('PLATFORM-012 a session that is over is noticed at the next save, and a new one goes on with the same page', async ({
  browser,
  api,
  weft,
}) => {
  const { scene } = made()
  const { iid, page } = await scene.openIssue('dan', {})
  const context = page.context()
  // A new session, and the page knows nothing of it.
  const visitor = await browser.newContext({ baseURL: weft.baseURL })
  const { csrf_token } = await (await visitor.request.get('/-/session')).json()
  const entered = await visitor.request.post('/-/sessions', {
    headers: { 'x-csrf-token': csrf_token },
    data: { login: scene.people.dan.username, password: 'a-password-of-the-weavers' },
  })
  expect(entered.ok()).toBe(true)
  await context.addCookies(await visitor.cookies())
  await setWeight(page, 3)
  const weight = async () => (await api()('GET', `projects/${scene.projectId}/issues/${iid}`)).body
  await expect.poll(weight).toMatchObject({ weight: 3 })

  await comment(page).fill('Half a thought')
  await context.clearCookies()
  // Typed wherever the focus is then: the page may have noticed already.
  await page.keyboard.type('!')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue(/^Half a thought/)
})

test('a page goes along when its project is renamed, and a save that was on its way holds', async ({ api }) => {
  const call = api()
  const scene = await made().scene.inNewProject()
  const { iid } = await scene.issue({})
  const address = `${scene.path}/-/issues/${iid}`
  const page = await scene.openAs('dan', address)
  await comment(page).fill('Half a thought')
  const renamed = scene.path.replace(/[^/]*$/, 'frame')
  // The page receives no live messages.
  await page.routeWebSocket(/live/, () => undefined)
  expect((await call('PUT', `projects/${scene.projectId}`, { path: 'frame' })).status).toBe(200)
  await setWeight(page, 4)
  await expect(page).toHaveURL(url => url.pathname === address.replace(scene.path, renamed))
  await expect(field(page, 'Weight')).toContainText('4')
  const issue = async () => (await call('GET', `projects/${scene.projectId}/issues/${iid}`)).body
  await expect.poll(issue).toMatchObject({ weight: 4 })
  await expect(comment(page)).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article').getByText('Half a thought')).toBeVisible()
})

test('a page whose project waits for its deletion says so where one writes, and goes on when it is restored', async ({
  api,
}) => {
  const call = api()
  const { dan: page } = made()
  const scene = await made().scene.inNewProject()
  const { iid } = await scene.showIssue(page)
  const address = `${scene.path}/-/issues/${iid}`
  await comment(page).fill('Half a thought')
  await call('DELETE', `projects/${scene.projectId}`)
  await expect(page.getByText('This project is marked for deletion and cannot be commented on.')).toBeVisible(live)
  await expect(page.getByRole('region', { name: 'Unsent comment' })).toContainText('Half a thought')
  await expect(page).toHaveURL(url => url.pathname.startsWith(`${scene.path}-deletion_scheduled-`))
  await call('POST', `projects/${scene.projectId}/restore`)
  await expect(comment(page)).toHaveValue('Half a thought', live)
  await expect(page).toHaveURL(url => url.pathname === address)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('Half a thought')
})

test('a page whose issue is deleted or out of reach says so, and keeps what was being written', async ({ api }) => {
  const call = api()
  const { dan: page } = made()
  const scene = await made().scene.inNewProject()
  const [one, two] = [await scene.issue({}), await scene.issue({})]
  await scene.visitIssue(page, one.iid)
  await comment(page).fill('Half a thought')
  await call('DELETE', `projects/${scene.projectId}/issues/${one.iid}`)
  await expect(page.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible(live)
  await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue('Half a thought')
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue('Half a thought')
  await scene.visitList(page)
  await page.getByRole('link', { name: 'The shuttle jams' }).click()

  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect(edit).toBeVisible()
  const member = `projects/${scene.projectId}/members/${scene.people.dan.id}`
  await call('PUT', member, { access_level: 10 })
  await expect(edit).toHaveCount(0, live)
  await call('PUT', member, { access_level: 30 })
  await expect(edit).toBeVisible(live)
  await call('POST', `projects/${scene.projectId}/archive`)
  await expect(edit).toHaveCount(0, live)
  await call('POST', `projects/${scene.projectId}/unarchive`)
  await expect(edit).toBeVisible(live)
  expect((await call('PUT', `projects/${scene.projectId}`, { visibility: 'private' })).status).toBe(200)
  await comment(page).fill('Half a thought')
  await call('DELETE', member)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible(live)
  await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue('Half a thought')
  await expect(page.getByRole('navigation').getByText('Loom')).toHaveCount(0)
  // On the way to another page, lost content is not shown again.
  await page.evaluate(() => {
    const shown = new Set<string>()
    const look = () => shown.add(document.querySelector('main h1')?.textContent ?? '')
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { shownHeadings: shown })
  })
  await visit(page, '/dashboard/todos')
  await expect(page.getByRole('heading', { level: 1, name: 'To-do list' })).toBeVisible()
  const headings = await page.evaluate(() => [...(Reflect.get(window, 'shownHeadings') as Set<string>)])
  expect(headings).not.toContain('The shuttle jams')
  expect(two.iid).toBe(2)
})

test('a form saves what was changed in it: what a colleague saved meanwhile stands, or is shown where both changed it', async ({
  api,
}) => {
  const call = api()
  const { dan: page } = made()
  const scene = await made().scene.inNewProject()
  const cloth = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth' })
  const milestone = `projects/${scene.projectId}/milestones/${cloth.id}`
  await visit(page, `${scene.path}/-/milestones/${cloth.iid}`)
  const dialog = page.getByRole('dialog', { name: 'Edit milestone' })
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
  await edit()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Of wool')
  await call('PUT', milestone, { title: 'Second cloth', due_date: '2040-05-06' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await call('GET', milestone)).body).toMatchObject({
    ...{ title: 'Second cloth', due_date: '2040-05-06', description: 'Of wool' },
  })

  await edit()
  await dialog.getByLabel('Title').fill('My cloth')
  await call('PUT', milestone, { title: 'Their cloth' })
  await expect(dialog.getByText(/^Someone edited this milestone/)).toBeVisible(live)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Their cloth')

  // A discarded text does not come back.
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Of silk')
  page.once('dialog', question => void question.accept())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await edit()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Of wool')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await call('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 40 })
  await visit(page, `${scene.path}/-/edit`)
  await page.getByRole('checkbox', { name: 'Limit issues to one assignee' }).check()
  await call('PUT', `projects/${scene.projectId}`, { issues_access_level: 'private' })
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByText('Permissions saved')).toBeVisible()
  expect((await call('GET', `projects/${scene.projectId}`)).body).toMatchObject({ issues_access_level: 'private' })
  await expect(page.getByLabel('Issues', { exact: true })).toHaveValue('private')
})

test('the page says that it is offline first, and loads the requested page when the network is back', async () => {
  const { scene, dan: page } = made()
  await scene.visitList(page)
  const sign = page.getByRole('banner').getByText('Offline')
  await page.context().setOffline(true)
  await expect(sign).toBeVisible()
  await page.getByRole('link', { name: 'Labels' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText(/unexpected error/i)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible()
  // The skeleton has the heading too.
  await expect(page.getByText('New label').first()).toBeVisible()
  await expect(sign).toHaveCount(0)
})
