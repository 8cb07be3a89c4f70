import { expect, type Page } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { type ApiCall, test } from '../fixtures.ts'
import { field, live } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'

let made = 0

/** A project of its own with an issue, opened by root. */
async function withIssue(root: ApiCall, description: string) {
  made += 1
  const path = `tasks-${made}-${Date.now().toString(36)}`
  const { body: project } = await root('POST', 'projects', { name: path, path, visibility: 'public' })
  const { id, path_with_namespace: fullPath } = project as { id: number; path_with_namespace: string }
  await root('POST', `projects/${id}/issues`, { title: 'Loom', description })
  const shown = async () => ((await root('GET', `projects/${id}/issues/1`)).body as { description: string }).description
  return { id, fullPath, shown, issue: `/${fullPath}/-/issues/1`, api: `projects/${id}/issues` }
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
/** The page shows the list in its new order. */
const begins = (page: Page, name: string) =>
  expect(page.getByRole('article').getByRole('checkbox').first()).toHaveAccessibleName(name)

test('WORKITEM-003 WORKITEM-005 WORKITEM-006 the form of a work item asks for a type and a title, and is left by Cancel', async ({
  page,
  weft,
  api,
}) => {
  const { fullPath } = await withIssue(api(), '')
  await signInAsRoot(page, weft)
  await page.goto(`/${fullPath}/-/issues`)
  await page.evaluate(path => history.pushState(null, '', path), `/${fullPath}/-/issues?state=all`)
  await page.goto(`/${fullPath}/-/work_items/new`)
  const create = page.getByRole('button', { name: 'Create work item' })
  const type = page.getByRole('combobox', { name: 'Type' })
  await expect(type.getByRole('option')).toHaveText(['Issue', 'Incident', 'Task'])
  await expect(create).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/-\/issues/)
})

test('WORKITEM-002 WORKITEM-008 ERRMSG-002 a work item is created on a page of its own, and its title edited', async ({
  page,
  weft,
  api,
}) => {
  const { fullPath } = await withIssue(api(), '')
  await signInAsRoot(page, weft)
  const create = page.getByRole('button', { name: 'Create work item' })
  await page.goto(`/${fullPath}/-/work_items/new`)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Task')
  await page.getByRole('textbox', { name: 'Title' }).fill('Oil the drum')
  await page.route('**/api/graphql', route =>
    route.request().postData()?.includes('workItemCreate')
      ? route.fulfill({ status: 500, body: '{}' })
      : route.continue(),
  )
  await create.click()
  await expect(page.getByText('Something went wrong when creating a work item. Please try again')).toBeVisible()
  await page.unroute('**/api/graphql')
  await page.getByRole('spinbutton', { name: 'Weight' }).fill('3')
  // The form is kept until it is sent.
  await page.reload()
  await create.click()
  await expect(page).toHaveURL(/\/-\/work_items\/2$/)
  await expect(page.getByRole('button', { name: 'remove weight' })).toBeVisible()
  const header = page.getByRole('article', { name: 'Oil the drum' })
  await expect(header).toContainText('Task')
  await header.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Oil both drums')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Oil both drums' })).toBeVisible()
})

test('ERRMSG-001 types that cannot be read are told', async ({ page, weft, api }) => {
  const { fullPath } = await withIssue(api(), '')
  await signInAsRoot(page, weft)
  await page.route('**/api/graphql', route =>
    route.request().postData()?.includes('ProjectWorkItemTypes')
      ? route.fulfill({ status: 422, body: '{}' })
      : route.continue(),
  )
  await page.goto(`/${fullPath}/-/work_items/new`)
  await expect(page.getByText('Something went wrong when fetching work item types. Please try again')).toBeVisible()
})

test('WORKITEM-001 WORKITEM-007 ERRMSG-088 tasks of an issue are made, ordered, opened over the page, taken out, and live', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const { issue, api: issues } = await withIssue(root, '')
  for (const title of ['Warp', 'Weft']) await root('POST', issues, { title, issue_type: 'task' })
  await signInAsRoot(page, weft)
  await page.goto(issue)
  await page.getByRole('button', { name: 'Add a task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveValue(/Type\/5$/)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Shuttle')
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  const section = page.getByRole('region', { name: /^Tasks/ })
  const rows = section.getByRole('list', { name: 'Tasks' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Existing task' }).click()
  await section.getByRole('combobox', { name: 'Tasks to add' }).fill('#2 #3 ')
  await section.getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(rows).toHaveCount(3)
  await section.getByRole('button', { name: 'Move #3 (arrow keys or drag)' }).press('ArrowUp')
  await expect(rows.nth(0)).toContainText('Weft')
  await page.reload()
  await expect(rows.nth(0)).toContainText('Weft')
  // Changes of others show immediately.
  await root('PUT', `${issues}/2`, { title: 'Warp threads' })
  await expect(rows.nth(1)).toContainText('Warp threads')
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\?work_item_iid=2$/)
  const shown = page.getByRole('dialog', { name: 'Task #2' })
  await expect(shown.getByRole('heading', { name: 'Warp threads' })).toBeVisible()
  await page.goBack()
  await expect(shown).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${issue}$`))
  await page.goto(`${issue}?work_item_iid=2`)
  await shown.getByRole('button', { name: 'Close task' }).click()
  await expect(shown.getByRole('button', { name: 'Reopen task' })).toBeVisible()
  await shown.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await expect(section).toContainText('1 of 3 closed')
  await section.getByRole('button', { name: 'Remove #2' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)
  await page.goto(`${issue}?work_item_iid=99`)
  await expect(page.getByText('This item does not exist, or you do not have access to it.')).toBeVisible()
  const isOfSecond = ({ pathname, searchParams }: URL) =>
    pathname === '/-/pages/issue' && searchParams.get('iid') === '2'
  await page.route(isOfSecond, route => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto(`${issue}?work_item_iid=2`)
  await expect(page.getByText('Something went wrong when fetching the work item. Please try again.')).toBeVisible()
})

test('TASK-004 boxes of raw HTML stay disabled beside those of the source', async ({ page, weft, api }) => {
  const raw = '<ul><li><input type="checkbox" checked aria-label="raw"> raw</li></ul>'
  const { issue, shown } = await withIssue(api(), `${raw}\n\n- [ ] oil`)
  await signInAsRoot(page, weft)
  await page.goto(issue)
  await box(page, 'oil').click()
  await expect(page.getByText('1 of 1 checklist item completed')).toBeVisible()
  await expect(box(page, 'raw')).toBeDisabled()
  await expect(box(page, 'raw')).toBeChecked()
  expect(await shown()).toBe(`${raw}\n\n- [x] oil`)
})

test('TASK-009 a tick of a text that another user changed just before is refused, and the box is as it was', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const { issue, shown, api: issues } = await withIssue(root, '- [ ] oil\n- [ ] clean\n- [x] thread')
  await signInAsRoot(page, weft)
  await page.goto(issue)
  // The line stays the same; only the version is another one when the tick arrives.
  await page.route(/\/issues\/1\.json/, async route => {
    await root('PUT', `${issues}/1`, { title: 'Loom of the mill' })
    await route.continue()
  })
  const refusal = page.getByText(/^Someone edited this issue at the same time you did/)
  await box(page, 'oil').click()
  await expect(refusal).toBeVisible()
  await expect(box(page, 'oil')).not.toBeChecked()
  await expect(box(page, 'oil')).toBeEnabled()
  expect(await shown()).toBe('- [ ] oil\n- [ ] clean\n- [x] thread')
  await page.unroute(/\/issues\/1\.json/)
  // One after the other, without waiting for the first: one's own changes make nothing stale.
  await expect(page.getByRole('heading', { name: 'Loom of the mill', level: 1 })).toBeVisible(live)
  await box(page, 'oil').click()
  await box(page, 'thread').click()
  await expect.poll(shown).toBe('- [x] oil\n- [ ] clean\n- [ ] thread')
  for (const [name, isChecked] of [
    ['oil', true],
    ['clean', false],
    ['thread', false],
  ] as const)
    await expect(box(page, name)).toBeChecked({ checked: isChecked })
})

test('TASK-009 a box ticked while later parts of the page are still loading is left to its refusal', async ({
  page,
  weft,
  api,
}) => {
  const { issue } = await withIssue(api(), '- [ ] oil')
  await signInAsRoot(page, weft)
  await page.route(/\/issues\/1\.json/, route => route.fulfill({ status: 500 }))
  const refuse = await holdBack(page, /\/issues\/1\.json/, 'PATCH')
  const loadRest = await holdBack(page, /\/discussion-[^/]*\.js/, 'GET')
  await page.goto(issue)
  await expect(async () => {
    await box(page, 'oil').check()
    await expect(box(page, 'oil')).toBeDisabled({ timeout: 100 })
  }).toPass()
  expect(await page.evaluate(() => 'releaseFields' in window)).toBe(true)
  loadRest()
  await page.waitForFunction(() => !('nextEarlyEvent' in window))
  await expect(box(page, 'oil')).toBeChecked()
  refuse()
  await expect(page.getByText('Update failed')).toBeVisible()
  await expect(box(page, 'oil')).not.toBeChecked()
})

test('TASK-010 TASK-013 WORKITEM-004 items of a task list are ticked, moved, converted, opened and deleted', async ({
  page,
  weft,
  api,
}) => {
  const { issue, shown } = await withIssue(api(), '- [ ] oil\n- [ ] clean\n- [ ] thread\n\nEnd')
  await signInAsRoot(page, weft)
  await page.goto(issue)
  await box(page, 'oil').click()
  await expect(page.getByText('1 of 3 checklist items completed')).toBeVisible()
  expect(await shown()).toBe('- [x] oil\n- [ ] clean\n- [ ] thread\n\nEnd')
  await page.getByRole('button', { name: 'Move thread (arrow keys or drag)' }).press('ArrowUp')
  await expect.poll(shown).toBe('- [x] oil\n- [ ] thread\n- [ ] clean\n\nEnd')
  const [from, to] = [page.getByRole('button', { name: 'Move clean (arrow keys or drag)' }), box(page, 'oil')]
  await from.hover()
  await page.mouse.down()
  const { y } = (await to.boundingBox()) ?? { y: 0 }
  await page.mouse.move(200, y - 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(shown).toBe('- [ ] clean\n- [x] oil\n- [ ] thread\n\nEnd')
  await begins(page, 'clean')
  await page.getByRole('button', { name: 'Actions for thread' }).click()
  await page.getByRole('menuitem', { name: 'Convert to work item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert to work item' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('thread')
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  const reference = page.getByRole('link', { name: 'thread (#2)' })
  await expect(reference).toBeVisible()
  expect(await shown()).toBe('- [ ] clean\n- [x] oil\n- [ ] #2+\n\nEnd')
  await reference.click()
  await expect(page.getByRole('dialog', { name: 'Task #2' }).getByRole('heading', { name: 'thread' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Actions for clean' }).click()
  await page.getByRole('menuitem', { name: 'Delete task' }).click()
  await expect.poll(shown).toBe('- [x] oil\n- [ ] #2+\n\nEnd')
})

test('PERM-016 an administrator turns the conversion of tasks off and on, and open pages follow', async ({
  page,
  weft,
  api,
}) => {
  const { issue } = await withIssue(api(), '- [ ] oil')
  await signInAsRoot(page, weft)
  const settings = await page.context().newPage()
  await page.goto(issue)
  await settings.goto('/admin/settings')
  const item = page.getByRole('menuitem', { name: 'Convert to work item' })
  for (const isOn of [false, true]) {
    await page.getByRole('button', { name: 'Actions for oil' }).click()
    await expect(item).toHaveCount(isOn ? 0 : 1)
    await settings.getByRole('checkbox', { name: 'Convert tasks to work items' }).setChecked(isOn)
    await settings.getByRole('button', { name: 'Save features' }).click()
    await expect(item).toHaveCount(isOn ? 1 : 0, live)
    await page.keyboard.press('Escape')
  }
})

test('TASK-012 the dialog that converts a task keeps its text when another user empties the description', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const { issue, api: issues } = await withIssue(root, '- [ ] oil')
  await signInAsRoot(page, weft)
  await page.goto(issue)
  await page.getByRole('button', { name: 'Actions for oil' }).click()
  await page.getByRole('menuitem', { name: 'Convert to work item' }).click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await title.fill('Oil both drums')
  await root('PUT', `${issues}/1`, { description: '' })
  await expect(page.getByText('No description.')).toBeVisible(live)
  await page.keyboard.type(' twice')
  await expect(title).toHaveValue('Oil both drums twice')
})

test('TASK-003 TASK-010 a user who may not edit a description can neither tick nor move nor delete its items', async ({
  page,
  api,
}) => {
  const { issue } = await withIssue(api(), '- [ ] oil')
  await page.goto(issue)
  await expect(box(page, 'oil')).toBeDisabled()
  await expect(page.getByText('0 of 1 checklist item completed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for oil' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a task' })).toHaveCount(0)
})

test('TASK-005 ERRMSG-081 ERRMSG-082 a tick holds live updates back, and one of a changed line is taken back', async ({
  browser,
  page,
  weft,
  api,
}) => {
  const root = api()
  const { issue, api: issues, shown } = await withIssue(root, '- [ ] oil\n- [ ] clean')
  await signInAsRoot(page, weft)
  await page.goto(issue)
  const elsewhere = await browser.newContext({ baseURL: weft.baseURL })
  const other = await elsewhere.newPage()
  await signInAsRoot(other, weft)
  await other.goto(issue)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const sent: string[] = []
  page.on('request', request => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route('**/-/issues/1.json', async route => {
    await held
    await route.continue()
  })
  const write = page.waitForRequest(request => request.method() === 'PATCH')
  await box(page, 'oil').click()
  const payload = (await write).postDataJSON()
  expect(payload.issue).toEqual({
    description: '- [x] oil\n- [ ] clean',
    lock_version: 0,
    update_task: { index: 1, checked: true, line_number: 1, line_source: '- [ ] oil' },
  })
  sent.length = 0
  // The weight is not part of the text, whose version the tick must know.
  await root('PUT', `${issues}/1`, { weight: 7 })
  // The message has been sent.
  await expect(field(other, 'Weight')).toContainText('7')
  expect(sent).not.toContain('GET /-/pages/issue')
  release()
  await expect(field(page, 'Weight')).toContainText('7')
  await expect.poll(shown).toBe('- [x] oil\n- [ ] clean')
  await page.unroute('**/-/issues/1.json')
  // Another user changed the line while the page could not receive live messages.
  await page.route('**/-/issues/1.json', async route => {
    await root('PUT', `${issues}/1`, { description: '- [x] oil\n- [ ] clean well' })
    await route.continue()
  })
  await box(page, 'clean').click()
  await expect(page.getByText(/^Someone edited this issue at the same time you did\./)).toBeVisible()
  await expect(box(page, 'clean well')).not.toBeChecked()
  expect(await shown()).toBe('- [x] oil\n- [ ] clean well')
  await page.unroute('**/-/issues/1.json')
  await page.route('**/-/issues/1.json', route => route.fulfill({ status: 500, body: '{}' }))
  await box(page, 'oil').click()
  await expect(page.getByText('Update failed')).toBeVisible()
  await expect(box(page, 'oil')).toBeChecked()
})

test('TASK-014 boxes of a comment are ticked, also while another user ticks another one', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const { issue, api: issues } = await withIssue(root, '')
  const { body } = await root('POST', `${issues}/1/notes`, { body: '- [ ] oil\n- [ ] clean' })
  const { id } = body as { id: number }
  const text = async () => ((await root('GET', `${issues}/1/notes/${id}`)).body as { body: string }).body
  await signInAsRoot(page, weft)
  await page.goto(issue)
  let isFirst = true
  await page.route(`**/notes/${id}`, async route => {
    if (isFirst) await root('PUT', `${issues}/1/notes/${id}`, { body: '- [ ] oil\n- [x] clean' })
    isFirst = false
    await route.continue()
  })
  await box(page, 'oil').click()
  await expect.poll(text).toBe('- [x] oil\n- [x] clean')
  await expect(box(page, 'clean')).toBeChecked()
})
