import { expect } from '@playwright/test'
import { periodWords } from '#contract/day-words.ts'
import { signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

interface Made {
  readonly id: number
  readonly iid: number
}

test('EPIC-004 an epic is created at once with its assignee, parent, color and dates, and what was chosen survives a reload', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Vat works', path: 'vat-works' })).body as Made
  const parent = await root('POST', `groups/${group.id}/epics`, { title: 'All the colors' })
  expect(parent.status, JSON.stringify(parent.body)).toBe(201)
  await signInAsRoot(page, weft)
  await page.goto('/groups/vat-works/-/epics/new')
  // A press that is kept until the page is hydrated would close the list of epics again.
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Red yarn')
  await page.getByRole('button', { name: 'Assign yourself' }).click()
  const answered = page.waitForResponse(response => response.request().postData()?.includes('"search":"All"') ?? false)
  await page.getByRole('combobox', { name: 'Parent epic' }).fill('All')
  expect(await (await answered).text()).toContain('All the colors')
  await page.getByRole('option', { name: 'All the colors' }).click()
  const start = page.getByRole('combobox', { name: 'Start date' }).or(page.getByRole('textbox', { name: 'Start date' }))
  await start.fill('2026-12-01')
  await start.press('Tab')
  await page.getByRole('textbox', { name: 'Color' }).fill('#c')
  await page.getByRole('button', { name: 'Create epic' }).click()
  await expect(page.getByText('Enter a color such as #1068bf.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Color' }).fill('#c21')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove All the colors' })).toBeVisible()
  await page.getByRole('button', { name: 'Create epic' }).click()
  await expect(page.getByRole('heading', { name: 'Red yarn' })).toBeVisible()
  expect((await root('GET', `groups/${group.id}/epics/2`)).body).toMatchObject({
    parent_iid: 1,
    color: '#cc2211',
    start_date: '2026-12-01',
  })
  await expect(page.getByRole('group', { name: 'Assignee' })).toContainText('Administrator')
})

test('PLATFORM-006 EPIC-004 EPIC-014 an epic is created, filled, closed and reopened on its pages', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const post = async (path: string, given: object) => (await root('POST', path, given)).body as Made
  const group = await post('groups', { name: 'Mill', path: 'mill' })
  const project = await post('projects', { name: 'Loom', path: 'loom', namespace_id: group.id })
  for (const title of ['Warp breaks', 'Weft breaks', 'Drum hums'])
    await post(`projects/${project.id}/issues`, { title, weight: 2 })
  await signInAsRoot(page, weft)
  await page.goto('/groups/mill/-/epics')
  await expect(page.getByText('No epics yet')).toBeVisible()
  await page.getByRole('link', { name: 'New epic' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Fewer broken threads')
  await page.getByRole('textbox', { name: 'Description' }).fill('Weave *longer*.')
  await page
    .getByRole('combobox', { name: 'Due date' })
    .or(page.getByRole('textbox', { name: 'Due date' }))
    .fill('2026-12-24')
  await page.getByRole('button', { name: 'Create epic' }).click()
  await expect(page.getByRole('heading', { name: 'Fewer broken threads' })).toBeVisible()
  await expect(page.getByRole('article').getByText('longer')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Fields' })).toContainText('Labels')
  await expect(page).toHaveURL(/\/groups\/mill\/-\/epics\/1$/)

  const contents = page.getByRole('region', { name: /^Issues and child epics/ })
  await contents.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'Existing issue' }).click()
  const field = contents.getByRole('combobox', { name: 'Issues to add' })
  await field.fill('Warp')
  await page.getByRole('option', { name: /Warp breaks/ }).click()
  await field.fill('mill/loom#2 ')
  await contents.getByRole('button', { name: 'Add', exact: true }).last().click()
  const issues = contents.getByRole('list', { name: 'Issues', exact: true })
  await expect(issues.getByRole('listitem')).toHaveCount(2)
  await expect(contents).toContainText('0 of 2 issues closed')
  await expect(contents).toContainText('0 of 4 weight')

  await issues.getByRole('button', { name: 'Move mill/loom#2 (arrow keys or drag)' }).press('ArrowUp')
  await expect(issues.getByRole('listitem').first()).toContainText('Weft breaks')
  await page.reload()
  await expect(issues.getByRole('listitem').first()).toContainText('Weft breaks')

  await contents.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'New child epic' }).click()
  await contents.getByRole('textbox', { name: 'Title' }).fill('Stronger yarn')
  await contents.getByRole('button', { name: 'Create child epic' }).click()
  await expect(contents.getByRole('list', { name: 'Child epics' })).toContainText('Stronger yarn')
  const { body: drum } = await root('GET', `projects/${project.id}/issues/3`)
  await root('POST', `groups/${group.id}/epics/2/issues/${(drum as Made).id}`, {})
  await contents.getByRole('button', { name: 'Show items in &2' }).click()
  await expect(contents.getByRole('link', { name: 'Drum hums' })).toBeVisible()
  // Changes of others show immediately.
  await root('PUT', `projects/${project.id}/issues/1`, { state_event: 'close' })
  await expect(contents).toContainText('1 of 3 issues closed, 33%')

  // The toast is found by its text: those of earlier changes may still be there.
  const undo = (text: string) =>
    page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Undo' })
      .click()
  // The right arrow key moves an item into the epic above it, and undo moves it back.
  const inside = contents.getByRole('list', { name: 'Issues in &2' }).getByRole('listitem')
  await issues.getByRole('button', { name: 'Move mill/loom#2 (arrow keys or drag)' }).press('ArrowRight')
  await expect(inside).toHaveCount(2)
  await undo('Moved mill/loom#2')
  await expect(inside).toHaveCount(1)
  await expect(issues.getByRole('listitem').first()).toContainText('Weft breaks')

  // The issue is dragged there, and from there beside another one.
  const handle = contents.getByRole('button', { name: 'Move mill/loom#2 (arrow keys or drag)' })
  await handle.dragTo(contents.getByRole('link', { name: 'Stronger yarn' }))
  await expect(inside).toHaveCount(2)
  await expect(issues.getByRole('listitem')).toHaveCount(1)
  await handle.dragTo(contents.getByRole('link', { name: 'Warp breaks' }), { targetPosition: { x: 4, y: 2 } })
  await expect(inside).toHaveCount(1)
  await expect(issues.getByRole('listitem').first()).toContainText('Weft breaks')

  await contents.getByRole('button', { name: 'Remove mill/loom#1' }).click()
  await expect(issues.getByRole('listitem')).toHaveCount(1)
  await undo('Removed mill/loom#1')
  await expect(issues.getByRole('listitem')).toHaveCount(2)

  const header = page.getByRole('article', { name: 'Fewer broken threads' })
  await header.getByRole('button', { name: 'Close epic' }).click()
  await header.getByRole('button', { name: 'Reopen epic' }).click()
  await expect(header.getByRole('button', { name: 'Close epic' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Comment' }).fill('Done, see &2')
  await page.getByRole('button', { name: /^Comment & close epic$/ }).click()
  await expect(page.getByRole('link', { name: '&2' }).last()).toHaveAttribute('href', /\/groups\/mill\/-\/epics\/2$/)
  await expect(header.getByRole('button', { name: 'Reopen epic' })).toBeVisible()
  await page.getByRole('link', { name: 'Epics' }).first().click()
  await expect(page.getByRole('list', { name: 'Epics' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: /^All/ }).click()
  const rows = page.getByRole('list', { name: 'Epics' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const [key, title] of [
    ['j', 'Stronger yarn'],
    ['j', 'Fewer broken threads'],
    ['k', 'Stronger yarn'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rows.getByRole('link', { name: title })).toBeFocused()
  }
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  await expect(page.getByRole('dialog', { name: 'Export epics' })).toContainText('2 epics matching the current filter')
})

test('EPIC-009 EPIC-011 EPIC-012 the dates of an epic are fixed or inherited in its sidebar', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const post = async (path: string, given: object) => (await root('POST', path, given)).body as Made
  const group = await post('groups', { name: 'Dye', path: 'dye' })
  const project = await post('projects', { name: 'Loom', path: 'loom', namespace_id: group.id })
  const spring = await post(`projects/${project.id}/milestones`, {
    title: 'Spring',
    start_date: '2026-03-01',
    due_date: '2026-05-31',
  })
  const epic = await post(`groups/${group.id}/epics`, { title: 'Dated' })
  await post(`projects/${project.id}/issues`, { title: 'Warp', milestone_id: spring.id, epic_id: epic.id })
  await signInAsRoot(page, weft)
  await page.goto('/groups/dye/-/epics/1')
  const date = page.locator('[data-mount="start-date"]')
  await expect(date).toContainText('1 Mar, 2026')
  await expect(date).toContainText('Inherited')
  await date.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('radio', { name: 'Fixed' }).check()
  await expect(date).toContainText('None')
  await page.getByLabel('Fixed start date').fill('2026-02-02')
  await page.getByLabel('Fixed start date').press('Enter')
  await expect(date).toContainText('2 Feb, 2026')
  await page.getByRole('button', { name: 'remove start date' }).click()
  await expect(date).toContainText('None')
  await page.getByRole('radio', { name: /Inherited/ }).check()
  await expect(date).toContainText('1 Mar, 2026')
})

test('MILE-004 TIME-002 the milestone and the times of an epic are set in its sidebar', async ({ page, weft, api }) => {
  const root = api()
  const post = async (path: string, given: object) => (await root('POST', path, given)).body as Made
  const group = await post('groups', { name: 'Heald', path: 'heald' })
  await post(`groups/${group.id}/milestones`, { title: 'Spring' })
  await post(`groups/${group.id}/epics`, { title: 'Planned' })
  await signInAsRoot(page, weft)
  await page.goto('/groups/heald/-/epics/1')
  const milestone = page.locator('[data-mount="milestone"]')
  await milestone.getByRole('button', { name: 'Edit Milestone' }).click()
  await page.getByRole('option', { name: 'Spring' }).click()
  await expect(milestone.getByRole('link')).toHaveText('Spring')
  const time = page.locator('[data-mount="time-tracker"]')
  await page.getByRole('button', { name: 'Show 1 more' }).click()
  await expect(time).toContainText('No estimate or time spent')
  await time.getByRole('button', { name: 'Edit Time tracking' }).click()
  await time.getByLabel('Estimate').fill('2h')
  await time.getByLabel('Add time spent').fill('nonsense')
  await time.getByRole('button', { name: 'Save' }).click()
  await expect(time.getByRole('alert')).toBeVisible()
  await time.getByLabel('Add time spent').fill('30m')
  await time.getByRole('button', { name: 'Save' }).click()
  await expect(time.getByRole('progressbar', { name: '30m spent of 2h estimated' })).toBeVisible()
  await page.reload()
  await expect(milestone.getByRole('link')).toHaveText('Spring')
  await expect(time).toContainText('30m')
  await time.getByRole('button', { name: 'Edit Time tracking' }).click()
  await time.getByLabel('Estimate').fill('')
  await time.getByRole('button', { name: 'Save' }).click()
  await expect(time.getByRole('progressbar')).toHaveCount(0)
  await milestone.getByRole('button', { name: 'Edit Milestone' }).click()
  await page.getByRole('option', { name: 'No milestone' }).click()
  await expect(milestone).toContainText('None')
})

test('EPIC-001 EPIC-003 EPIC-006 an issue is put into an epic and taken out in its sidebar', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const post = async (path: string, given: object) => (await root('POST', path, given)).body as Made
  const group = await post('groups', { name: 'Spin', path: 'spin' })
  const project = await post('projects', { name: 'Loom', path: 'loom', namespace_id: group.id })
  for (const title of ['Fewer broken threads', 'Quiet the drum']) await post(`groups/${group.id}/epics`, { title })
  await post(`projects/${project.id}/issues`, { title: 'Warp' })
  await signInAsRoot(page, weft)
  await page.goto('/spin/loom/-/issues/1')
  const epic = page.locator('[data-mount="epic-select"]')
  await page.getByRole('button', { name: /^Show \d more$/ }).click()
  await expect(epic).toContainText('None')
  const asked: string[] = []
  page.on('request', request => {
    const text = request.postData() ?? ''
    if (text.includes('SearchEpics')) asked.push(text)
  })
  await epic.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('option', { name: /Quiet the drum/ })).toBeVisible()
  await page.getByPlaceholder('Search epics').pressSequentially(' quiet ')
  await expect(page.getByRole('option', { name: /Fewer broken threads/ })).toBeHidden()
  expect(asked.filter(text => text.includes('quiet'))).toHaveLength(1)
  expect(asked.at(-1)).toContain('"search":"quiet"')
  await expect(page.getByRole('link', { name: 'Learn about epics' })).toHaveAttribute('href', '/help/epics')
  await page.getByRole('option', { name: /Quiet the drum/ }).click()
  await expect(epic.getByRole('link', { name: 'Quiet the drum' })).toHaveAttribute('href', '/groups/spin/-/epics/2')
  await expect(page.getByText('added epic')).toBeVisible()
  await epic.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('option', { name: 'No epic' }).click()
  await expect(epic).toContainText('None')
  await epic.getByRole('button', { name: 'Edit' }).click()
  await page.getByPlaceholder('Search epics').fill('Wind faster')
  await page.getByRole('option', { name: 'Create epic “Wind faster”' }).click()
  await epic.getByRole('link', { name: 'Wind faster' }).click()
  await expect(page).toHaveURL('/groups/spin/-/epics/3')
  // The box for comments has a button of that name too, here and on the page of the issue.
  const links = page.getByRole('region', { name: /^Linked epics/ })
  await links.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('combobox', { name: 'This epic' }).selectOption('Blocks')
  await page.getByRole('option', { name: /Quiet the drum/ }).click()
  const blocked = page.getByRole('region', { name: 'Blocks' })
  await expect(blocked.getByRole('link', { name: 'Quiet the drum' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(blocked).toHaveCount(0)
})

test('EPIC-012 the roadmap is planned by keys: they walk the bars, move one as the scale shows, and show its epic', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Shed', path: 'shed' })).body as Made
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const dated = (title: string, start: number) =>
    root('POST', `groups/${group.id}/epics`, {
      ...{ title, start_date_is_fixed: true, start_date_fixed: day(start) },
      ...{ due_date_is_fixed: true, due_date_fixed: day(start + 20) },
    })
  await dated('Dye', 1)
  await dated('Spin', 2)
  await signInAsRoot(page, weft)
  await page.goto('/groups/shed/-/roadmap')
  const bar = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}\\. `) })
  await expect(bar('Dye')).toBeVisible()
  await page.keyboard.press('j')
  await expect(bar('Dye')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(bar('Spin')).toBeFocused()
  await page.keyboard.press('k')

  const starts = async () =>
    ((await root('GET', `groups/${group.id}/epics/1`)).body as { start_date: string }).start_date
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const told = page.getByText(/^Changed the dates of “Dye”/)
  await expect(told).toHaveText(new RegExp(periodWords(day(15), day(35))))
  await page.keyboard.press('ArrowRight')
  // One message for them all, and one step back.
  await expect(told).toHaveText(new RegExp(periodWords(day(22), day(42))))
  await expect.poll(starts).toBe(day(22))
  await page.keyboard.press('z')
  await expect.poll(starts).toBe(day(1))

  await bar('Dye').press('Space')
  await expect(page.getByRole('complementary', { name: 'Epic &1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar('Dye')).toBeFocused()
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('move it by a week')
  await expect(help).toContainText('Show beside the list')
})

test('EPIC-012 a bar that is dragged while someone else moves its epic changes nothing, and says who it was', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Dyer', path: 'dyer' })).body as Made
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const fixed = (start: number, due: number) => ({
    ...{ start_date_is_fixed: true, start_date_fixed: day(start) },
    ...{ due_date_is_fixed: true, due_date_fixed: day(due) },
  })
  await root('POST', `groups/${group.id}/epics`, { title: 'Dye', ...fixed(1, 21) })
  await signInAsRoot(page, weft)
  await page.goto('/groups/dyer/-/roadmap')
  await hydrated(page)
  const box = await page.getByRole('link', { name: /^Dye\. / }).boundingBox()
  if (box === null) throw new Error('The bar is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 5 })
  await root('PUT', `groups/${group.id}/epics/1`, fixed(2, 30))
  // The page has read it again while the bar is held.
  await expect(page.getByRole('link', { name: /^Dye\. / })).toBeVisible()
  await page.mouse.up()
  await expect(
    page.getByText('Could not change the dates of “Dye”. Administrator changed the dates in the meantime.'),
  ).toBeVisible()
  const { body } = await root('GET', `groups/${group.id}/epics/1`)
  expect(body).toMatchObject({ start_date: day(2), due_date: day(30) })
  await expect(page.getByRole('link', { name: new RegExp(periodWords(day(2), day(30))) })).toBeVisible()
})
