import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { monitoringTool } from '../alert-scene.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { field } from '../issues-scene.ts'

const made = setUpOnce(async ({ api, baseURL, newScene }) => {
  const scene = await newScene()
  const send = await monitoringTool(api(), baseURL, scene)
  await send({ title: 'Warp is loose', severity: 'info' })
  const list = `${scene.path}/-/alert_management`
  return { scene, send, list, page: await scene.openAs('dan', list) }
})

test('ALERT-003 ALERT-004 SIDE-016 an alert arrives in the list, and is acknowledged and assigned on its page', async () => {
  const { page, send, list } = made()
  await expect(page.getByRole('row', { name: /Warp is loose/ })).toContainText('Info')
  await send({ title: 'Shuttle is hot', severity: 'high', gitlab_environment_name: 'production', beam: { turns: 212 } })
  const row = page.getByRole('row', { name: /Shuttle is hot/ })
  await expect(row).toContainText('Triggered')
  expect(await violations(page)).toEqual([])
  await row.getByRole('link', { name: 'Shuttle is hot' }).click()

  await field(page, 'Status').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('option')).toHaveText(['Triggered', 'Acknowledged', 'Resolved', 'Ignored'])
  await page.getByRole('option', { name: 'Acknowledged' }).click()
  await expect(field(page, 'Status')).toContainText('Acknowledged')
  await field(page, 'Assignee').getByRole('button', { name: 'assign yourself' }).click()
  await expect(field(page, 'Assignee')).toContainText('Dan of')
  await page.getByRole('button', { name: 'Add a to do' }).click()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()

  await page.goto(list)
  await page.getByRole('link', { name: /^Acknowledged/ }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Shuttle is hot/ })).toContainText('Acknowledged')
})

test('ALERT-001 ALERT-002 ALERT-006 an alert shows what was sent as tables, or that nothing more was sent', async () => {
  const { page, list } = made()
  await page.goto(list)
  await page.getByRole('link', { name: 'Shuttle is hot' }).click()
  const details = page.getByRole('table', { name: 'Alert details' })
  await expect(details.getByRole('row', { name: /^Environment/ })).toContainText('production')
  await expect(details.getByRole('row', { name: /^Severity/ })).toContainText('High')
  await expect(page.getByRole('table', { name: 'Other fields of the payload' })).toContainText('212')
  expect(await violations(page)).toEqual([])
  await page.goto(list)
  await page.getByRole('link', { name: 'Warp is loose' }).click()
  await expect(page.getByText('No alert data to display.')).toBeVisible()
})

test('ALERT-007 INCIDENT-010 ERRMSG-079 the page of an incident that was created from an alert shows it, or that it cannot be loaded', async () => {
  const { page, list } = made()
  await page.goto(list)
  await page.getByRole('link', { name: 'Shuttle is hot' }).click()
  await page.route(/alert_of_incident/, route => route.fulfill({ status: 500 }), { times: 1 })
  await page.getByRole('button', { name: 'Create incident' }).click()
  await expect(page.getByText('There was an issue loading alert data. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: '^alert#2' }).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Incident' }).getByRole('link', { name: 'Alert details' }).click()
  await expect(page).toHaveURL(/\/issues\/incident\/\d+\/alerts$/)
  await expect(page.getByRole('row', { name: /^Title/ })).toContainText('Shuttle is hot')
})

test('INCIDENT-002 INCIDENT-003 INCIDENT-004 the highlights of an incident name its alert, its start and its events', async () => {
  const { page } = made()
  await page.getByRole('navigation', { name: 'Incident' }).getByRole('link', { name: 'Summary' }).click()
  const highlights = page.getByLabel('Highlights')
  await expect(highlights).toContainText(/Original alert\s*\^alert#2/)
  await expect(highlights).toContainText(/Alert start time\s*(just now|.* ago)/)
  await expect(highlights).toContainText(/Alert events\s*1/)
})

test('ALERT-005 ESCAL-012 the link of a page acknowledges the alert and its incident, once', async ({ api }) => {
  const { page, list, scene, send } = made()
  await send({ title: 'Reed is broken' })
  await page.goto(list)
  await page.getByRole('link', { name: 'Reed is broken' }).click()
  await page.getByRole('button', { name: 'Create incident' }).click()
  await expect(field(page, 'Incident status')).toContainText('Triggered')
  await page.goto(`${new URL(page.url()).pathname}?acknowledge=1`)
  await expect(page.getByText('Acknowledged', { exact: true }).first()).toBeVisible()
  await expect(field(page, 'Incident status')).toContainText('Acknowledged')
  await expect(page).not.toHaveURL(/acknowledge/)
  const query = `{ project(fullPath: "${scene.path.slice(1)}") { alertManagementAlerts(search: "Reed is broken") { nodes { status } } } }`
  await expect
    .poll(async () => JSON.stringify((await api()('POST', '/api/graphql', { query })).body))
    .toContain('ACKNOWLEDGED')
})

test('ALERT-001 INCIDENT-007 the page of an alert shows the values and links of its metric, and takes images of charts', async () => {
  const { scene, send, list } = made()
  await send({
    ...{ title: 'Beam is slow', values: { turns: 97.2 }, panelURL: 'https://charts.example/panel' },
    sampled_at: '2026-03-01T10:00:00Z',
  })
  const page = await scene.openAs('dan', list)
  await page.getByRole('link', { name: 'Beam is slow' }).click()
  const metric = page.getByRole('region', { name: 'Metric', exact: true })
  await expect(metric).toContainText('turns97.2')
  await expect(metric.getByRole('link', { name: 'Panel' })).toHaveAttribute('href', 'https://charts.example/panel')
  // Times of the payload read as those of the page.
  await expect(page.getByRole('row', { name: /^sampled_at/ }).locator('time')).toHaveAttribute('datetime', /2026-03-01/)
  const images = page.getByRole('region', { name: 'Metric images' })
  await images.locator('input[type=file]').setInputFiles({ name: 'turns.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('dialog').getByLabel('Text').fill('Turns in a minute')
  await page.getByRole('dialog').getByRole('button', { name: 'Upload image' }).click()
  await expect(images.getByRole('img', { name: 'Turns in a minute' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.close()
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
