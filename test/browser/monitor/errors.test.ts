import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { holdBack } from '../threads-scene.ts'
import { hydrated } from '../windows.ts'

const frames = [
  { filename: 'main.ts', function: 'main', lineno: 3, colno: 1, context_line: 'weave()', in_app: true },
  {
    filename: 'src/loom.ts',
    function: 'weave',
    lineno: 41,
    colno: 7,
    pre_context: ['// Before the next pick'],
    context_line: "throw new Jam('The shuttle jams')",
    post_context: ['}'],
    in_app: true,
  },
]

const made = setUpOnce(async ({ api, baseURL, newScene }) => {
  const scene = await newScene()
  const call = api()
  const project = `projects/${scene.projectId}/error_tracking`
  await call('PUT', `${project}/settings`, { active: true, integrated: true })
  const { body } = await call('POST', `${project}/client_keys`)
  // The reply of the operation.
  const { public_key: key } = body as { readonly public_key: string }
  const send = async (type: string, value = 'The shuttle jams') => {
    const url = `${baseURL}/api/v4/error_tracking/collector/api/${scene.projectId}/store/?sentry_key=${key}`
    const exception = { values: [{ type, value, stacktrace: { frames } }] }
    const event = { event_id: randomUUID(), platform: 'node', transaction: 'POST /picks', exception }
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(event) })).status).toBe(200)
  }
  for (const type of ['Jam', 'Break', 'Knot']) await send(type)
  const list = `${scene.path}/-/error_tracking`
  return { scene, send, list, page: await scene.openAs('dan', list) }
})

test('ERRTRK-011 ERRTRK-012 ERRMSG-084 errors arrive in the list, and are resolved and ignored there', async () => {
  const { page, send } = made()
  const row = (type: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: type }) })
  await expect(row('Jam')).toContainText('Unresolved')
  expect(await violations(page)).toEqual([])
  // A pointed row keeps its place.
  await page.mouse.move(0, 0)
  await send('Twist')
  await expect(row('Twist')).toBeVisible()

  const answerNow = await holdBack(page, /error_tracking\/\d+\.json/, 'PUT')
  await row('Jam')
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(row('Jam').getByRole('button', { name: /^Resolve/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(row('Jam').getByRole('button', { name: /^Ignore/ })).toBeDisabled()
  answerNow()
  await expect(row('Jam')).toHaveCount(0)
  await row('Break')
    .getByRole('button', { name: /^Ignore/ })
    .click()
  await expect(row('Break')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ignored', exact: true }).click()
  await expect(row('Break')).toContainText('Ignored')
  await page.route(/error_tracking\/\d+\.json/, route => route.fulfill({ status: 400, json: { message: 'No' } }))
  await row('Break')
    .getByRole('button', { name: /^Stop ignoring/ })
    .click()
  await expect(page.getByText('Failed to update issue status')).toBeVisible()
  await page.unroute(/error_tracking\/\d+\.json/)
})

test('ERRTRK-009 ERRTRK-019 ERRMSG-086 searches are remembered by project, and a list that is not ready is asked for again', async () => {
  const { page, list, scene } = made()
  await page.goto(list)
  const search = page.getByRole('searchbox', { name: 'Search errors' })
  for (const word of ['  kno ', '']) {
    await search.fill(word)
    await search.press('Enter')
  }
  const recent = page.getByRole('button', { name: 'Recent searches' })
  await recent.click()
  await expect(page.getByRole('menuitem')).toHaveText(['kno', 'Clear recent searches'])
  await page.getByRole('menuitem', { name: 'kno' }).click()
  await expect(page).toHaveURL(/search=kno/)
  const errors = page.getByRole('list', { name: 'Errors' })
  await expect(errors.getByRole('listitem')).toHaveCount(1)
  // The box keeps the focus while another word replaces the former one.
  await search.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await expect(page).not.toHaveURL(/search=/)
  await page.keyboard.type('kno')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=kno/)

  let asked = 0
  await page.route(/error_tracking\.json/, route => {
    asked += 1
    return asked < 3 ? route.fulfill({ status: 204, headers: { 'poll-interval': '250' } }) : route.fallback()
  })
  await page.getByRole('link', { name: 'Resolved', exact: true }).click()
  await page.getByRole('link', { name: 'Unresolved', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('frequency')
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3)
  await expect(errors.getByRole('listitem')).toHaveCount(1)
  await page.unroute(/error_tracking\.json/)
  await page.route(/error_tracking\.json/, route => route.fulfill({ status: 400, json: { message: 'No' } }))
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('first_seen')
  await expect(page.getByText('Failed to load errors from Sentry.')).toBeVisible()
  await page.unroute(/error_tracking\.json/)

  const other = await scene.inNewProject()
  await page.goto(`${other.path}/-/error_tracking`)
  await expect(page.getByText('Error tracking is off')).toBeVisible()
  await recent.click()
  await expect(page.getByRole('menuitem')).toHaveText('No recent searches')
})

test('ERRTRK-015 ERRTRK-016 ERRMSG-085 the page of an error shows the calls that led to it, the innermost first', async () => {
  const { page, list } = made()
  await page.goto(list)
  // A link that is followed before is a new document, which carries the stack trace.
  await hydrated(page)
  await page.route(/stack_trace\.json/, route => route.fulfill({ status: 400, json: { message: 'No' } }))
  await page.getByRole('link', { name: 'Knot' }).click()
  await expect(page.getByText('Failed to load stacktrace.')).toBeVisible()
  await page.unroute(/stack_trace\.json/)
  await page.getByRole('button', { name: 'Try again' }).click()
  const trace = page.getByRole('region', { name: 'Stack trace' })
  await expect(trace.getByRole('button', { name: / in / })).toHaveText([
    'src/loom.ts in weave at line 41:7',
    'main.ts in main at line 3:1',
  ])
  await expect(trace.getByText("throw new Jam('The shuttle jams')")).toBeVisible()
  await trace.getByRole('button', { name: 'main.ts in main' }).click()
  await expect(trace.getByText('weave()')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('ERRTRK-017 ERRTRK-018 ERRTRK-022 an issue that is created from an error shows its stack trace, and is closed with it', async () => {
  const { page, list } = made()
  await page.getByRole('button', { name: 'Create issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create issue' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Knot: The shuttle jams')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(/\[Error details\]\(http.*\/details\)/)
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Knot: The shuttle jams' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stack trace' })).toContainText('src/loom.ts in weave')

  await page.getByRole('link', { name: 'Knot: The shuttle jams' }).click()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(page).toHaveURL(list)
  await expect(page.getByText(/^Error resolved and issue #\d+ closed$/)).toBeVisible()
})

test('ERRTRK-014 the page of an error links its older events, and says what all of them have in common', async () => {
  const { page, send, list } = made()
  for (const value of ['Order 7 is late', 'Order 8 is late']) await send('Delay', value)
  await page.goto(list)
  await page.getByRole('link', { name: 'Delay' }).click()
  await expect(page.getByRole('navigation', { name: 'Event' })).toContainText('Latest event')
  const grouping = page.getByRole('region', { name: 'Grouping' })
  await expect(grouping).toContainText("throw new Jam('The shuttle jams')")
  await page.getByRole('list', { name: 'Events' }).getByRole('link', { name: 'Order 7 is late' }).click()
  await expect(page).toHaveURL(/event=\d+$/)
  await page.reload()
  await expect(page.locator('p', { hasText: 'Order 7 is late' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page.locator('p', { hasText: 'Order 8 is late' })).toBeVisible()
})
