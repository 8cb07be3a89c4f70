import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { field, issueScene, live, rows } from './issues-scene.ts'

test.setTimeout(120_000)

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('ASSIGN-003 ASSIGN-005 ASSIGN-010 ASSIGN-012 ASSIGN-020 ASSIGN-021 ASSIGN-022 ASSIGN-023 SIDE-011 people are found, marked, counted and unfolded', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const many = await scene.crowd(8)
  const busy = await api()('POST', `users/${many[0]?.id}/personal_access_tokens`, {
    name: 'status',
    scopes: ['api'],
  })
  const { token } = busy.body as { token: string }
  await api(token)('PUT', 'user/status', { availability: 'busy', message: 'Weaving' })
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  const searches: string[] = []
  page.on('request', request => {
    const text = request.postData() ?? ''
    if (text.includes('SearchPeople')) searches.push(JSON.parse(text).variables.search)
  })
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  const search = page.getByRole('combobox', { name: 'Search assignees' })
  await expect(search).toBeFocused()
  await expect(field(page, 'Assignee').getByRole('button', { name: 'Apply Assignee' })).toHaveText('Apply')
  await expect(option(page, /^Dan/)).toBeVisible()
  searches.length = 0
  await search.pressSequentially('weav', { delay: 20 })
  await expect(option(page, /^Weaver 1/)).toBeVisible()
  await expect(option(page, /^Dan/)).toHaveCount(0)
  expect(searches).toEqual(['weav'])
  await expect(option(page, /^Weaver 1 .*\(Busy\)/)).toBeVisible()
  await search.press('Enter')
  await expect(search).toHaveValue('')
  await page.getByRole('button', { name: 'Apply Assignee' }).click()
  await expect(field(page, 'Assignee')).toContainText('(Busy)')
  expect((await field(page, 'Assignee').getByRole('link').locator('[data-shape]').boundingBox())?.width).toBe(32)
  await page.reload()
  await expect(field(page, 'Assignee')).toContainText('(Busy)')

  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  await option(page, 'Unassigned').click()
  await page.getByRole('button', { name: 'Apply Assignee' }).click()
  await expect(field(page, 'Assignee')).toContainText('None - assign yourself')
  const assigned = page.waitForResponse(response =>
    Boolean(response.request().postData()?.includes(`"add_assignee_ids":[${scene.people.dan.id}`)),
  )
  await field(page, 'Assignee').getByRole('button', { name: 'assign yourself' }).click()
  await expect(field(page, 'Assignee').getByRole('link')).toHaveText(/Dan/)
  await assigned

  await api()('PUT', `projects/${scene.projectId}/issues/${iid}`, { assignee_ids: many.map(person => person.id) })
  const people = field(page, '8 Assignees')
  await expect(people.getByRole('link')).toHaveCount(5, live)
  await people.getByRole('button', { name: '+ 3 more' }).click()
  await expect(people.getByRole('link')).toHaveCount(8)
  await people.getByRole('button', { name: '- show less' }).click()
  await expect(people.getByRole('link')).toHaveCount(5)

  await page.goto(`${scene.path}/-/issues`)
  const faces = rows(page)
    .first()
    .getByRole('img', { name: /^Assignees/ })
  await expect(faces.locator('[data-shape]')).toHaveCount(3)
  await expect(faces).toContainText('+5')
})

test('ASSIGN-009 where there is one assignee at most, choosing somebody is all', async ({ browser, api, weft }) => {
  const scene = await issueScene(browser, api(), weft)
  await api()('PUT', `projects/${scene.projectId}`, { single_assignee: true })
  const { iid } = await scene.issue({ assignee_ids: [scene.people.gus.id] })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  const search = page.getByRole('combobox', { name: 'Search assignees' })
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  await option(page, /^Rita/).click()
  await expect(search).toBeHidden()
  await expect(field(page, 'Assignee').getByRole('link')).toHaveText([/Rita/])
  await expect(page.getByText(/assigned to @rita.*and unassigned @gus/)).toBeVisible()
})

test('PARTIC-001 PARTIC-002 PARTIC-003 PARTIC-004 SIDE-008 SIDE-009 ASSIGN-017 those who take part, and the folded sidebar', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const many = await scene.crowd(9)
  const { iid } = await scene.issue({
    description: many.map(person => `@${person.username}`).join(' '),
    assignee_ids: many.slice(0, 3).map(person => person.id),
    weight: 5,
  })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`, { viewport: { width: 800, height: 900 } })
  const taking = field(page, '10 Participants')
  await expect(taking.getByRole('link')).toHaveCount(7)
  expect((await taking.locator('[data-shape]').first().boundingBox())?.width).toBe(24)
  await taking.getByRole('button', { name: '+ 3 more' }).click()
  await expect(taking.getByRole('link')).toHaveCount(10)
  await taking.getByRole('button', { name: '- show less' }).click()
  await expect(taking.getByRole('link')).toHaveCount(7)

  const sidebar = page.getByRole('complementary', { name: 'Fields' })
  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
  const folded = sidebar.getByRole('button', { name: /^3 Assignees/ })
  await expect(folded.locator('[data-shape]')).toHaveCount(1)
  await expect(folded).toContainText('+2')
  await expect(sidebar.getByRole('button', { name: /^Weight/ })).toContainText('5')
  await page.reload()
  await expect(folded).toBeVisible()
  await folded.click()
  await expect(field(page, '3 Assignees').getByRole('link')).toHaveCount(3)
})

test('LABEL-001 LABEL-002 MILE-003 MILE-004 MILE-006 MILE-007 MILE-008 labels and milestones are found on the server', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const of = `projects/${scene.projectId}`
  const above = `groups/${scene.path.split('/')[1]}`
  await scene.make(`${of}/labels`, { name: 'loom', color: '#c02b3c' })
  await scene.make(`${above}/labels`, { name: 'linen', color: '#2f9e44' })
  await scene.make(`${of}/milestones`, { title: 'Late cloth', due_date: '2020-01-01' })
  await scene.make(`${above}/milestones`, { title: 'Next cloth', due_date: '2040-05-06' })
  const gone = await scene.make(`${of}/milestones`, { title: 'Old cloth' })
  await api()('PUT', `${of}/milestones/${gone.id}`, { state_event: 'close' })
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  const searches: string[] = []
  page.on('request', request => {
    const text = request.postData() ?? ''
    if (text.includes('SearchMilestones')) searches.push(JSON.parse(text).variables.searchTitle)
  })

  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(option(page, 'loom').locator('[style*="c02b3c"]')).toBeVisible()
  const words = page.getByRole('combobox', { name: 'Search labels' })
  await words.fill('lin')
  await expect(option(page, 'loom')).toHaveCount(0)
  await words.press('Enter')
  await words.fill('loo')
  await option(page, 'loom').click()
  await page.getByRole('button', { name: 'Apply Labels' }).click()
  await expect(field(page, 'Labels').getByRole('link')).toHaveText(['linen', 'loom'])
  for (const name of ['linen', 'loom'])
    await field(page, 'Labels')
      .getByRole('button', { name: `Remove label ${name}` })
      .click()
  await expect(field(page, 'Labels')).toContainText('None')

  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await expect(option(page, /Late cloth \(expired\)/)).toBeVisible()
  await expect(option(page, /Old cloth/)).toHaveCount(0)
  const titles = page.getByRole('combobox', { name: 'Search milestone' })
  searches.length = 0
  await titles.pressSequentially('next', { delay: 20 })
  await expect(option(page, /Late cloth/)).toHaveCount(0)
  await expect(option(page, /Next cloth/)).toBeVisible()
  expect(searches).toEqual(['next'])
  await titles.press('Enter')
  const link = field(page, 'Milestone').getByRole('link', { name: 'Next cloth' })
  await expect(link).toBeVisible()
  await link.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Due 6 May, 2040')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Next cloth' })).toBeVisible()
  await page.goBack()
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await option(page, 'No milestone').click()
  await expect(field(page, 'Milestone')).toContainText('None')
})

test('CONFID-003 CONFID-004 CONFID-005 CONFID-006 LOCK-002 LOCK-003 LOCK-004 WEIGHT-002 WEIGHT-003 UI-010 ERRMSG-005 what turns, says what it will do, and what went wrong', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue({ description: 'A line\n\n'.repeat(60), weight: 4 })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)

  const weight = field(page, 'Weight')
  await weight.getByRole('button', { name: 'remove weight' }).click()
  await expect(weight).toContainText('None')
  await weight.getByRole('button', { name: 'Edit Weight' }).click()
  await page.getByRole('spinbutton', { name: 'Weight' }).fill('7')
  await page.keyboard.press('Enter')
  await expect(weight).toContainText('7')
  await weight.getByRole('button', { name: 'Edit Weight' }).click()
  await page.getByRole('spinbutton', { name: 'Weight' }).fill('')
  await page.keyboard.press('Enter')
  await expect(weight).toContainText('None')
  await expect(weight.getByRole('button', { name: 'remove weight' })).toHaveCount(0)

  const secret = field(page, 'Confidentiality')
  await secret.getByRole('button', { name: 'Edit Confidentiality' }).click()
  await expect(page.getByText('at least the Reporter role')).toBeVisible()
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/graphql', async route => {
    if (route.request().postData()?.includes('SetConfidential')) await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Applying', exact: true })).toBeDisabled()
  release()
  await expect(secret).toContainText('This issue is confidential')
  await page.unroute('**/api/graphql')
  await expect(page.locator('main').getByText('Confidential', { exact: true })).toBeVisible()
  await secret.getByRole('button', { name: 'Edit Confidentiality' }).click()
  await expect(page.getByText(/turn off the confidentiality.*everyone/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const lock = field(page, 'Lock')
  await lock.getByRole('button', { name: 'Edit Lock' }).click()
  await expect(page.getByText('Only project members will be able to comment.')).toBeVisible()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(lock).toContainText('only project members can comment')
  await page.getByRole('heading', { name: 'Activity' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-sticky-header]').getByText('Locked')).toBeVisible()
  await lock.getByRole('button', { name: 'Edit Lock' }).click()
  await expect(page.getByText('Everyone will be able to comment.')).toBeVisible()

  await page.route('**/api/graphql', route => route.abort())
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  const problem = lock.getByRole('alert')
  await expect(problem).toContainText('Something went wrong trying to change the locked state of this issue')
  await problem.getByRole('button', { name: 'Dismiss' }).click()
  await expect(problem).toHaveCount(0)
  await page.unroute('**/api/graphql')

  await page.goto(`${scene.path}/-/issues`)
  await expect(rows(page).first().getByRole('img', { name: 'Confidential' })).toBeVisible()
  await expect(rows(page).first().getByRole('img', { name: 'Locked' })).toBeVisible()
})

test('REF-001 REF-002 REF-003 REF-004 UI-013 the reference is copied, or it is said that it was not', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const styles: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'stylesheet') styles.push(request.url())
  })
  const reference = `${scene.path.slice(1)}#${iid}`
  const field_ = field(page, 'Reference')
  await expect(field_).toContainText(reference)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field_.getByRole('button', { name: 'Copy reference' }).click()
  await expect(field_.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
  await page.clock.runFor(900)
  await expect(field_.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(field_.getByRole('button', { name: 'Copy reference' })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
    document.execCommand = () => false
  })
  await field_.getByRole('button', { name: 'Copy reference' }).click()
  await expect(field_.getByRole('button', { name: 'Copy failed. Please manually copy the value.' })).toBeVisible()
  await page.clock.resume()

  expect(styles).toEqual([])
  await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(styles.length).toBeGreaterThan(0)
})

test('PERM-004 PERM-005 PERM-006 PERM-014 each role finds the same page with what it may do', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const address = `${scene.path}/-/issues/${iid}`
  const names = ['Assignee', 'Labels', 'Milestone', 'Due date', 'Weight', 'Confidentiality', 'Lock', 'Reference']
  const dan = await scene.openAs('dan', address)
  const gus = await scene.openAs('gus', address)
  const stranger = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await stranger.goto(address)
  for (const page of [dan, gus, stranger]) for (const name of names) await expect(field(page, name)).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Edit Lock' })).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Close issue' }).first()).toBeVisible()
  for (const page of [gus, stranger]) {
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Close issue' })).toHaveCount(0)
  }
  await gus.getByRole('button', { name: 'More actions' }).first().click()
  await expect(gus.getByRole('menuitem', { name: 'New issue' })).toBeVisible()
  await stranger.getByRole('button', { name: 'More actions' }).first().click()
  await expect(stranger.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(stranger.getByRole('menuitem', { name: 'New issue' })).toHaveCount(0)
})

test('PLATFORM-016 the list of a group follows its projects within a second', async ({ browser, api, weft }) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue({ title: 'The first pick' })
  const group = `/groups/${scene.path.split('/')[1]}/-/issues`
  const page = await scene.openAs('gus', group)
  await expect(rows(page)).toHaveCount(1)
  await scene.issue({ title: 'The second pick' })
  await expect(rows(page).first()).toContainText('The second pick', live)
  await api()('PUT', `projects/${scene.projectId}/issues/${iid}`, { title: 'The first pick, undone' })
  await expect(rows(page).nth(1)).toContainText('The first pick, undone', live)
  await api()('PUT', `projects/${scene.projectId}/issues/${iid}`, { state_event: 'close' })
  await expect(rows(page)).toHaveCount(1, live)
  await expect(page.getByRole('link', { name: /^Closed/ })).toContainText('1')
})

test('DATE-002 EDIT-001 words for a day are read or refused, and never become today', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.type('whenever')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Enter a date, such as/)
  await page.getByRole('textbox', { name: 'Due date' }).clear()
  await page.keyboard.type('31 Dec 2031')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Due date')).toContainText('31 Dec, 2031')

  await page.goto(`${scene.path}/-/issues/new`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A new shuttle')
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.type('whenever')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Enter a date, such as/)
  await expect(page.getByLabel('Due date')).toBeFocused()
  await page.getByLabel('Due date').fill('in 2 years')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(field(page, 'Due date')).toContainText(String(new Date().getFullYear() + 2))
})

test('MILE-003 ASSIGN-003 a list opens on what is chosen: Enter changes nothing by itself', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { id } = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth' })
  const { iid } = await scene.issue({ milestone_id: id, assignee_ids: [scene.people.gus.id] })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  const active = page.locator('[role="option"][data-active]')
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).press('Enter')
  await expect(active).toHaveText('First cloth')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search milestone' })).toBeHidden()
  await expect(field(page, 'Milestone')).toContainText('First cloth')
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).press('Enter')
  await expect(active).toContainText('Gus of')
})

test('LABEL-001 a list of 120 labels scrolls to the last, and one that is deleted leaves it and the page', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const labels = `projects/${scene.projectId}/labels`
  await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      scene.make(labels, { name: `thread ${String(at).padStart(3, '0')}`, color: '#6699cc' }),
    ),
  )
  const { iid } = await scene.issue({ labels: 'thread 007' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await expect(field(page, 'Labels')).toContainText('thread 007')
  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await option(page, 'thread 098').scrollIntoViewIfNeeded()
  await expect(option(page, 'thread 119')).toBeVisible()
  await api()('DELETE', `${labels}/${encodeURIComponent('thread 119')}`)
  await expect(option(page, 'thread 119')).toHaveCount(0, live)
  await page.keyboard.press('Escape')
  await api()('DELETE', `${labels}/${encodeURIComponent('thread 007')}`)
  await expect(field(page, 'Labels')).toContainText('None', live)
})

test('UI-011 a browser whose clock is a day off shows the times of the server', async ({ browser, api, weft }) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await page.goto(`${scene.path}/-/issues/${iid}`)
  await expect(page.locator('time').first()).toHaveText('just now')
})

test('TIME-001 TIME-002 TIME-003 time is tracked in the sidebar, which follows quick actions', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await expect(page.locator('[data-mount="time-tracker"]')).toContainText('No estimate or time spent')
  const tracker = field(page, 'Time tracking')
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Estimate' }).fill('2h')
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('30m')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker.getByRole('progressbar', { name: '30m spent of 2h estimated' })).toBeVisible()
  // A form that is open follows the estimate too, and does not set it back.
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('/estimate 1h\n/spend 1h')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(tracker.getByRole('textbox', { name: 'Estimate' })).toHaveValue('1h', live)
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('15m')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker.getByRole('progressbar', { name: '1h 45m spent of 1h estimated' })).toBeVisible()
  await expect(tracker).toContainText('Over estimate')
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('-9h')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker).toContainText('Time to subtract exceeds the total time spent.')
  await expect(tracker.getByRole('textbox', { name: 'Add time spent' })).toHaveValue('-9h')
})
