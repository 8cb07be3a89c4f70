import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { setUpOnce, test } from './fixtures.ts'
import { field, live } from './issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

const todoRows = (page: Page, tab: string) => page.getByRole('list', { name: tab, exact: true }).getByRole('listitem')
const counter = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^To-do/ })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'To-dos by state' }).getByRole('link', { name: new RegExp(`^${name}`) })

test.describe('the list of to-dos', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('rita', '/dashboard/todos')
    return { scene, page, rows: todoRows(page, 'To do') }
  })

  test('TODO-002 new to-dos appear live and are counted in the header', async () => {
    const { scene, page, rows } = made()
    const { username } = scene.people.rita
    await expect(page.getByRole('heading', { name: 'You are all caught up' })).toBeVisible()

    for (const title of ['First', 'Second', 'Third'])
      await scene.issue({
        title,
        description: title === 'Third' ? '' : `for @${username}`,
        ...(title === 'Third' ? { assignee_ids: [scene.people.rita.id] } : {}),
      })
    await expect(rows).toHaveCount(3, live)
    await expect(counter(page)).toContainText('3')
    await expect(rows.first()).toContainText('assigned you')
  })

  test('keys walk the list, mark to-dos as done and take them back, the last one first', async () => {
    const { page, rows } = made()
    await page.keyboard.press('j')
    await expect(rows.first().getByRole('link')).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('e')
    await expect(rows).toHaveCount(2)
    await expect(counter(page)).toContainText('2')
    await expect(page.getByRole('link', { name: 'First' })).toBeFocused()
    await page.keyboard.press('e')
    await expect(rows).toHaveCount(1)
    await expect(page.getByText('Marked as done')).toHaveCount(2)
    await page.keyboard.press('z')
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('z')
    await expect(rows).toHaveCount(3)
    await expect(counter(page)).toContainText('3')
    await expect(page.getByText('Marked as done')).toHaveCount(0)
  })

  test('a to-do is snoozed until tomorrow, and wakes up when asked', async () => {
    const { page, rows } = made()
    await rows.filter({ hasText: 'Second' }).getByRole('link').focus()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await expect(page.getByText(/^Snoozed until /)).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(counter(page)).toContainText('2')
    await tab(page, 'Snoozed').click()
    const asleep = todoRows(page, 'Snoozed')
    await expect(asleep).toHaveCount(1)
    await expect(asleep).toContainText('Until ')
    await asleep.getByRole('button', { name: 'End snooze' }).click()
    await expect(page.getByRole('heading', { name: 'No snoozed to-dos' })).toBeVisible()
    await tab(page, 'To do').click()
    await expect(rows).toHaveCount(3)
  })

  test('a to-do is snoozed until a date, and taken back', async () => {
    const { page, rows } = made()
    await rows.first().getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'A date…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Snooze until' })
    await expect(dialog.getByRole('button', { name: 'Snooze', exact: true })).toBeDisabled()
    const day = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10)
    await dialog.getByRole('textbox', { name: 'Date' }).fill(day)
    await dialog.getByRole('textbox', { name: 'Date' }).press('Tab')
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
    await expect(rows).toHaveCount(2)
    // The word of an earlier change may stand there still.
    const told = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').last()
    await expect(told).toContainText(/^Snoozed until/)
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
  })

  test('each notification takes back its own change', async () => {
    const { page, rows } = made()
    await page.reload()
    await expect(rows).toHaveCount(3)
    for (const title of ['First', 'Second'])
      await rows.filter({ hasText: title }).getByRole('button', { name: 'Mark as done' }).click()
    await expect(rows).toHaveCount(1)
    const words = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
    await expect(words).toHaveCount(2)
    for (const left of [2, 3]) {
      await words
        .filter({ has: page.getByRole('button', { name: 'Undo' }) })
        .first()
        .getByRole('button', { name: 'Undo' })
        .click()
      await expect(rows).toHaveCount(left)
    }
  })

  test('TODO-004 the list is narrowed, and all of it marked as done', async () => {
    const { page, rows } = made()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    for (const option of ['Reason', 'is not', 'Mentioned'])
      await page.getByRole('option', { name: option, exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(/not\[action\]=mentioned/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as new view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Work')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page).toHaveURL(/todos\?view=\d+$/)
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as done' }).click()
    await expect(page.getByRole('heading', { name: 'No to-dos match these filters' })).toBeVisible()
    await expect(counter(page)).toContainText('2')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(2)
    await tab(page, 'Done').click()
    await expect(todoRows(page, 'Done')).toHaveCount(1)
    await todoRows(page, 'Done').getByRole('button', { name: 'Restore' }).click()
    await expect(counter(page)).toContainText('3')
  })
})

test.describe('notifications of a person', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('rita', '/-/user_settings/notifications')
    const { iid } = await scene.issue()
    let saved = 0
    page.on('response', answer => {
      if (answer.request().method() === 'PUT' && answer.ok()) saved += 1
    })
    const toggle = field(page, 'Notifications').getByRole('switch', { name: 'Notifications' })
    return { scene, page, toggle, address: `${scene.path}/-/issues/${iid}`, saved: () => saved }
  })

  test('notification settings are saved', async () => {
    const { page, saved } = made()
    await expect(page.getByText(/rita-.*@weavers\.example/)).toBeVisible()
    await choose(page.getByRole('radio', { name: /^Custom/ }))
    await choose(page.getByRole('checkbox', { name: 'Issue closed' }))
    await choose(page.getByRole('switch', { name: /^Notify me about my own activity/ }))
    const place = page.getByRole('combobox', { name: /^Notification level for .*Loom$/ })
    await place.selectOption('Watch')
    await expect(place).toHaveValue('watch')
    await expect.poll(saved).toBe(4)
    await expect(page.getByText('Notification settings saved')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: /^Custom/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Issue closed' })).toBeChecked()
    await expect(page.getByRole('switch', { name: /^Notify me about my own activity/ })).toBeChecked()
    await expect(place).toHaveValue('watch')
  })

  test('the bell of the project shows and changes the same level', async () => {
    const { scene, page, saved } = made()
    await page.goto(scene.path)
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('menuitemradio', { name: /^Watch/ })).toBeChecked()
    await page.getByRole('menuitemradio', { name: /^Disabled/ }).click()
    await expect.poll(saved).toBe(5)
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('menuitemradio', { name: /^Disabled/ })).toBeChecked()
  })

  test('NOTIF-001 one issue is subscribed to', async () => {
    const { page, toggle, address } = made()
    await page.goto(address)
    await expect(toggle).not.toBeChecked()
    const subscribed = page.waitForResponse(answer => answer.request().method() === 'POST' && answer.ok())
    await choose(toggle)
    await subscribed
    await page.reload()
    await expect(toggle).toBeChecked()
  })

  test('NOTIF-002 the switch says that an owner has disabled emails', async ({ api }) => {
    const { scene, page, toggle } = made()
    const off = await api()('PUT', `projects/${scene.projectId}`, { emails_enabled: false })
    expect(off.status).toBe(200)
    await page.reload()
    await expect(toggle).toBeDisabled()
    await field(page, 'Notifications').getByRole('note').focus()
    await expect(page.getByRole('tooltip')).toHaveText('Disabled by group/project owner')
  })

  test('NOTIF-003 a visitor cannot subscribe', async ({ page: visitor }) => {
    await visitor.goto(made().address)
    await expect(field(visitor, 'Notifications').getByRole('switch', { name: 'Notifications' })).toBeDisabled()
  })
})

test('new activity waits while the reader points at the list, and is narrowed by kind', async ({ scene }) => {
  const { iid } = await scene.issue({ title: 'First' })
  const page = await scene.openAs('rita', scene.path)
  await page.getByRole('link', { name: 'Activity' }).click()
  const events = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(events.first()).toContainText('opened issue First #1')
  await events.first().hover()
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'Seen' })
  const arrived = page.getByRole('button', { name: '1 new event' })
  await expect(arrived).toBeVisible(live)
  await expect(events.first()).toContainText('opened issue')
  await arrived.click()
  await expect(events.first()).toContainText('commented on issue First #1')
  expect(await violations(page)).toEqual([])
  const kinds = page.getByRole('navigation', { name: 'Activity by kind' })
  await kinds.getByRole('link', { name: 'Milestones' }).click()
  await expect(page.getByRole('heading', { name: 'No matching activity' })).toBeVisible()
  await kinds.getByRole('link', { name: 'Members' }).click()
  await expect(events.first()).toContainText('joined the project')
  await page.goto(`/${scene.people.dan.username}`)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('joined the project')
})

/** Turn something on that shows it when its data have changed, a moment after the press. */
async function choose(control: Locator): Promise<void> {
  await control.click()
  await expect(control).toBeChecked()
}
