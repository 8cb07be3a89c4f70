import { expect } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { hydrated } from '../windows.ts'

test('EPIC-014 LIST-015 KEYS-001 epics are selected, labeled and closed by keys, stay where they are, and are taken back', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Dye house', path: 'dye-house' })).body as { readonly id: number }
  for (const title of ['Third', 'Second', 'First']) await root('POST', `groups/${group.id}/epics`, { title })
  await root('POST', `groups/${group.id}/labels`, { name: 'dye', color: '#c02b3c' })
  await signInAsRoot(page, weft)
  await page.goto('/groups/dye-house/-/epics')
  const rows = page.getByRole('list', { name: 'Epics', exact: true }).getByRole('listitem')
  const titles = rows.locator('[data-row-link]')
  await expect(titles).toHaveText(['First', 'Second', 'Third'])
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  const bar = page.getByRole('region', { name: 'Bulk edit selected epics' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByRole('option', { name: 'dye' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Added dye to 2 epics')).toBeVisible()
  await expect(rows.filter({ hasText: 'dye' })).toHaveCount(2)
  await page.keyboard.press('e')
  await expect(page.getByText('Closed: 2 epics')).toBeVisible()
  await expect(rows.nth(0)).toHaveAttribute('data-gone', 'true', live)
  await expect(titles).toHaveText(['First', 'Second', 'Third'])
  await page.keyboard.press('z')
  await expect.poll(async () => (await root('GET', `groups/${group.id}/epics?state=opened`)).body).toHaveLength(3)
})

test('EPIC-014 LIST-015 epics are assigned and dated together, and one undo each brings back who and what it was', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Spinners', path: 'spinners' })).body as { readonly id: number }
  const { id: userId } = (await root('GET', 'user')).body as { readonly id: number }
  const post = async (given: object) =>
    (await root('POST', `groups/${group.id}/epics`, given)).body as { readonly id: number }
  const whole = await post({ title: 'Whole' })
  await post({ title: 'Part', parent_id: whole.id, due_date_fixed: '2030-04-01' })
  // The due date of the first one is that of the second.
  const epics = async () => (await root('GET', `groups/${group.id}/epics?sort=asc&order_by=created_at`)).body
  const assigned = async () =>
    (await root('GET', `groups/${group.id}/epics?assignee_id=${userId}`)).body as readonly object[]
  const follows = { start_date: null, due_date: '2030-04-01', due_date_is_fixed: false }
  await expect.poll(epics).toMatchObject([follows, { due_date_is_fixed: true }])

  await signInAsRoot(page, weft)
  await page.goto('/groups/spinners/-/epics')
  const rows = page.getByRole('list', { name: 'Epics', exact: true }).getByRole('listitem')
  await hydrated(page)
  for (const title of ['Whole', 'Part']) await rows.filter({ hasText: title }).first().getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Bulk edit selected epics' })
  const choose = (name: string) => bar.getByRole('button', { name, exact: true }).click()
  const undo = (text: string) =>
    page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Undo' })
      .click()

  await choose('Assignees')
  await page.getByRole('option', { name: /Administrator/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await assigned()).length).toBe(2)
  await undo('assigned')
  await expect.poll(async () => (await assigned()).length).toBe(0)

  for (const [name, given, changed] of [
    ['Start date', '2030-03-01', { start_date: '2030-03-01', start_date_is_fixed: true }],
    ['Due date', '2030-04-01', { due_date: '2030-04-01', due_date_is_fixed: true }],
  ] as const) {
    await choose(name)
    await page.getByRole('textbox', { name }).fill(given)
    await page.keyboard.press('Enter')
    await expect.poll(epics).toMatchObject([changed, changed])
    await undo(`Updated ${name.toLowerCase()}`)
    await expect.poll(epics).toMatchObject([follows, { due_date_is_fixed: true, start_date: null }])
  }
})

test('LIST-015 a bulk edit says how many epics did not change and why, and lists them', async ({ page, weft, api }) => {
  const root = api()
  const group = (await root('POST', 'groups', { name: 'Fullers', path: 'fullers' })).body as { readonly id: number }
  const due = { due_date_is_fixed: true, due_date_fixed: '2030-04-01' }
  for (const given of [{ title: 'Full', ...due }, { title: 'Tenter', ...due }, { title: 'Nap' }])
    await root('POST', `groups/${group.id}/epics`, given)
  await signInAsRoot(page, weft)
  await page.goto('/groups/fullers/-/epics')
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Bulk edit selected epics' })
  const told = page.getByRole('region', { name: 'Notifications' })
  const start = async (day: string) => {
    await bar.getByRole('button', { name: 'Start date', exact: true }).click()
    await page.getByRole('textbox', { name: 'Start date' }).fill(day)
    await page.keyboard.press('Enter')
  }
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .check()
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await start('2090-01-01')
  const reason = '2 epics did not change: Due date must be greater than or equal to start date'
  await expect(told).toContainText(`Updated start date: 1 epic. ${reason}.`)
  // The details do not need the bar.
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await told.getByRole('button', { name: 'Show details' }).click()
  const details = page.getByRole('dialog', { name: 'Items that did not change' })
  await expect(details).toContainText(reason)
  await expect(details.getByRole('link')).toHaveText([/^&\d+ (Full|Tenter)$/, /^&\d+ (Full|Tenter)$/])
  await details.getByRole('button', { name: 'Undo the bulk edit' }).click()
  await expect
    .poll(async () => (await root('GET', `groups/${group.id}/epics?search=Nap`)).body)
    .toMatchObject([{ start_date: null }])
})
