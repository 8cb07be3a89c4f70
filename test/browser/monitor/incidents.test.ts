import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { type ApiCall, setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

/** A picture of 40 by 20 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAIUlEQVR42u3NMQEAAAwCoPUvvQJmBc9fBdJaRUREREREpOUBYQAAAZVUJbcAAAAASUVORK5CYII=',
  'base64',
)
const image = { name: 'cpu.png', mimeType: 'image/png', buffer: picture }

const live = { timeout: 10_000 }

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const incident = await scene.issue({ title: 'Orders time out', issue_type: 'incident', description: 'All of them' })
  const path = `${scene.path}/-/issues/incident/${incident.iid}`
  const pages = { dan: await scene.openAs('dan', path), gus: await scene.openAs('gus', path, {}) }
  await hydrated(pages.dan)
  await hydrated(pages.gus)
  return { scene, incident, path, ...pages, call: api() }
})

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Incident', exact: true }).getByRole('link', { name })
const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')

async function settings(call: ApiCall, namespace: string, more: object): Promise<void> {
  const { status } = await call('PUT', `${namespace}/-/settings/incidents`, more)
  expect(status).toBe(200)
}

test('INCIDENT-001 INCIDENT-011 the tabs of an incident have addresses of their own, and the way back', async () => {
  const { dan, path } = made()
  await expect(tab(dan, 'Summary')).toHaveAttribute('aria-current', 'page')
  await expect(dan.getByText('All of them')).toBeVisible()
  await tab(dan, 'Timeline').press('Enter')
  await expect(dan).toHaveURL(`${path}/timeline`)
  await expect(tab(dan, 'Timeline')).toHaveAttribute('aria-current', 'page')
  await expect(tab(dan, 'Timeline')).toBeFocused()
  await expect(entry(dan, 'created the incident')).toBeVisible()
  await expect(dan.getByText('All of them')).toBeHidden()
  expect(await violations(dan)).toEqual([])
  await tab(dan, 'Metrics').click()
  await expect(dan.getByRole('button', { name: 'Upload image' })).toBeVisible()
  await dan.goBack()
  await expect(entry(dan, 'created the incident')).toBeVisible()
  await dan.goBack()
  await expect(dan.getByText('All of them')).toBeVisible()
  await dan.goto(`${path}/timeline`)
  await expect(entry(dan, 'created the incident')).toBeVisible()
  // An unsent comment outlives a look at another tab.
  await tab(dan, 'Summary').click()
  await dan.getByRole('textbox', { name: 'Comment' }).fill('Half a thought')
  await tab(dan, 'Timeline').click()
  await tab(dan, 'Summary').click()
  await expect(dan.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a thought')
  await dan.getByRole('textbox', { name: 'Comment' }).fill('')
})

test('INCIDENT-012 an event that one person adds, edits and deletes shows on the page of another', async () => {
  const { dan, gus, scene } = made()
  await tab(dan, 'Timeline').click()
  await tab(gus, 'Timeline').click()
  for (const page of [dan, gus]) await expect(entry(page, 'created the incident')).toBeVisible()
  await expect(gus.getByRole('button', { name: 'Add event' })).toHaveCount(0)
  await dan.getByRole('button', { name: 'Add event' }).click()
  const text = dialog(dan).getByRole('textbox', { name: 'Text' })
  await text.fill('x'.repeat(300))
  await expect(text).toHaveValue('x'.repeat(280))
  await text.fill('The **export** took all connections')
  await expect(dialog(dan)).toContainText('245 characters left')
  await dialog(dan).getByLabel('Date and time').fill('2026-03-04T05:06')
  await dialog(dan).getByRole('combobox', { name: 'Tags' }).fill('cause')
  await dan.getByRole('option', { name: 'Cause identified' }).click()
  expect(await violations(dan)).toEqual([])
  await dialog(dan).getByRole('button', { name: 'Add event' }).click()
  for (const page of [dan, gus]) {
    await expect(page.getByRole('heading', { name: 'Wednesday, 4 Mar, 2026' })).toBeVisible(live)
    await expect(entry(page, 'The export took all connections').first()).toContainText('Cause identified')
    await expect(entry(page, 'The export took all connections').first()).toContainText('Dan of')
    // The first to have happened stands first.
    await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('list').first()).toContainText('The export')
  }
  await dan.getByRole('button', { name: 'Edit event' }).click()
  await dialog(dan).getByRole('textbox', { name: 'Text' }).fill('The export took them all')
  await dialog(dan).getByRole('button', { name: 'Save changes' }).click()
  await expect(entry(gus, 'The export took them all').first()).toBeVisible(live)
  await scene.change(1, { add_labels: 'database' })
  await expect(entry(gus, 'added database label').first()).toBeVisible(live)
  await entry(dan, 'The export took them all').first().getByRole('button', { name: 'Delete event' }).click()
  await dialog(dan).getByRole('button', { name: 'Delete event' }).click()
  await expect(entry(gus, 'The export took them all')).toHaveCount(0, live)
})

test('INCIDENT-006 INCIDENT-007 an image is uploaded with its link, and shows on the page of another', async () => {
  const { dan, gus } = made()
  await expect(tab(gus, 'Metrics')).toHaveCount(0)
  await tab(dan, 'Metrics').click()
  await expect(dan.getByRole('button', { name: 'Upload image' })).toBeVisible()
  await dan.getByLabel('Upload image').setInputFiles(image)
  await dialog(dan).getByLabel('Text').fill('CPU of the database')
  await dialog(dan).getByLabel('Link').fill('ftp://charts.example')
  await dialog(dan).getByRole('button', { name: 'Upload image' }).click()
  await expect(dialog(dan)).toContainText('Link must be a URL that starts with http:// or https://')
  await dialog(dan).getByLabel('Link').fill('https://charts.example/cpu')
  await dialog(dan).getByRole('button', { name: 'Upload image' }).click()
  const chart = dan.getByRole('img', { name: 'CPU of the database' })
  await expect(chart).toBeVisible()
  // The place is kept before the image is there.
  await expect(chart).toHaveAttribute('width', '40')
  await expect(chart).toHaveAttribute('height', '20')
  expect(await violations(dan)).toEqual([])
  await expect(tab(gus, 'Metrics')).toBeVisible(live)
  await tab(gus, 'Metrics').click()
  await expect(gus.getByRole('link', { name: 'CPU of the database' }).first()).toHaveAttribute(
    'href',
    'https://charts.example/cpu',
  )
  await expect(gus.getByRole('button', { name: 'Upload image' })).toHaveCount(0)
})

test('INCIDENT-008 INCIDENT-009 the text of an image is edited, and the image is deleted', async () => {
  const { dan, gus } = made()
  await dan.getByRole('button', { name: 'Edit CPU of the database' }).click()
  await dialog(dan).getByLabel('Text').fill('Load')
  await dialog(dan).getByRole('button', { name: 'Save changes' }).click()
  await expect(gus.getByRole('img', { name: 'Load' })).toBeVisible(live)
  await dan.getByRole('button', { name: 'Delete Load' }).click()
  await dialog(dan).getByRole('button', { name: 'Delete image' }).click()
  await expect(gus.getByText('No metric images yet')).toBeVisible(live)
})

test('INCIDENT-007 an image is pasted, and dropped', async () => {
  const { dan } = made()
  await tab(dan, 'Metrics').click()
  await expect(dan.getByRole('button', { name: 'Upload image' })).toBeVisible()
  for (const kind of ['paste', 'drop'] as const) {
    await dan.getByRole('button', { name: 'Upload image' }).evaluate(
      (button, { kind, bytes }) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: 'image/png' }))
        const given = { bubbles: true, cancelable: true }
        button.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent(kind, { ...given, clipboardData: data })
            : new DragEvent(kind, { ...given, dataTransfer: data }),
        )
      },
      { kind, bytes: [...picture] },
    )
    await expect(dialog(dan)).toContainText(`${kind}.png`)
    await dialog(dan).getByRole('button', { name: 'Upload image' }).click()
    await expect(dialog(dan)).toHaveCount(0)
    await expect(dan.getByRole('img', { name: `${kind}.png` })).toBeVisible()
  }
})

test('INCIDENT-005 the highlights show the time that is left, and change with the severity', async () => {
  const { dan, scene, call } = made()
  await settings(call, scene.path, { has_sla: true, critical_minutes: 60, unknown_minutes: 120 })
  const { iid } = await scene.issue({ title: 'Looms stand still', issue_type: 'incident' })
  await dan.goto(`${scene.path}/-/issues/${iid}`)
  const highlights = dan.getByLabel('Highlights')
  await expect(highlights).toContainText(/Time to SLA1h 59m left|Time to SLA2h left/)
  const query = `mutation { issueSetSeverity(input: { projectPath: "${scene.path.slice(1)}", iid: "${iid}", severity: CRITICAL }) { errors } }`
  await call('POST', '/api/graphql', { query })
  await expect(highlights).toContainText(/Time to SLA59m left|Time to SLA1h left/, live)
  expect(await violations(dan)).toEqual([])
  await settings(call, scene.path, { has_sla: false })
})

test('INCIDENT-005 a change that comes while the highlights are being loaded shows in them', async () => {
  const { dan, scene, call } = made()
  await settings(call, scene.path, { has_sla: true, critical_minutes: 60, unknown_minutes: 120 })
  const { iid } = await scene.issue({ title: 'The warp is slack', issue_type: 'incident' })
  const loaded = Promise.withResolvers<void>()
  await dan.route(/issue-parts-.*\.js/, async route => {
    await loaded.promise
    await route.continue()
  })
  await dan.goto(`${scene.path}/-/issues/${iid}`)
  await hydrated(dan)
  await scene.change(iid, { severity: 'CRITICAL', title: 'The warp is torn' })
  await expect(dan.getByRole('heading', { name: 'The warp is torn' })).toBeVisible(live)
  loaded.resolve()
  await expect(dan.getByLabel('Highlights')).toContainText(/Time to SLA59m left|Time to SLA1h left/)
  await dan.unroute(/issue-parts-.*\.js/)
  await settings(call, scene.path, { has_sla: false })
})

test('INCIDENT-014 SEVERITY-008 the severity is changed in the list by those who can, and is text for others', async () => {
  const { dan, gus, scene } = made()
  const { iid } = await scene.issue({ title: 'The reed is bent', issue_type: 'incident' })
  await dan.goto(`${scene.path}/-/incidents`)
  await gus.goto(`${scene.path}/-/incidents`)
  const row = (page: Page) => page.getByRole('listitem').filter({ hasText: 'The reed is bent' })
  await hydrated(dan)
  await row(dan)
    .getByRole('button', { name: `Severity of #${iid}: Unknown` })
    .click()
  await expect(dan.getByRole('menuitemradio')).toHaveText([
    'Critical - S1',
    'High - S2',
    'Medium - S3',
    'Low - S4',
    'Unknown',
  ])
  await dan.getByRole('menuitemradio', { name: 'Medium - S3' }).click()
  await expect(row(dan).getByRole('button', { name: `Severity of #${iid}: Medium - S3` })).toBeVisible()
  await expect(row(gus)).toContainText('Medium - S3', live)
  await expect(row(gus).getByRole('button', { name: /^Severity/ })).toHaveCount(0)
  expect(await violations(dan)).toEqual([])
})

test('INCIDENT-001 the postmortem of a closed incident is created from its highlights, and shows there', async () => {
  const { dan, scene } = made()
  const { iid } = await scene.issue({ title: 'The beam fell', issue_type: 'incident' })
  await dan.goto(`${scene.path}/-/issues/${iid}`)
  await expect(dan.getByRole('heading', { name: 'The beam fell' })).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Create postmortem' })).toHaveCount(0)
  await scene.change(iid, { state_event: 'close' })
  await expect(dan.getByRole('button', { name: 'Create postmortem' })).toBeVisible(live)
  await dan.getByRole('button', { name: 'Create postmortem' }).click()
  await expect(dan.getByRole('heading', { name: 'Postmortem: The beam fell' })).toBeVisible()
  await expect(dan.getByRole('heading', { name: 'Root cause' })).toBeVisible()
  await dan.goto(`${scene.path}/-/issues/${iid}`)
  await expect(dan.getByLabel('Highlights').getByRole('link', { name: /^#\d+$/ })).toBeVisible()
})

test('INCIDENT-001 the commander of an incident is chosen from its page, and shown to another reader at once', async () => {
  const { dan, gus, path } = made()
  await dan.goto(path)
  await gus.goto(path)
  const highlights = (page: Page) => page.getByLabel('Highlights')
  await hydrated(dan)
  await dan.getByRole('button', { name: 'Assign Incident commander' }).click()
  await dan.getByRole('option', { name: /Dan/ }).click()
  await expect(highlights(dan).getByRole('link', { name: /Dan/ })).toBeVisible()
  await expect(highlights(gus).getByRole('link', { name: /Dan/ })).toBeVisible(live)
  await expect(gus.getByRole('button', { name: 'Change Incident commander' })).toBeHidden()
  await dan.getByRole('button', { name: 'Change Incident commander' }).click()
  await dan.getByRole('option', { name: 'No one' }).click()
  await expect(highlights(dan).getByRole('link', { name: /Dan/ })).toBeHidden()
})

test('INCIDENT-001 an incident leads to similar ones of the past', async () => {
  const { dan, scene, path } = made()
  const later = await scene.issue({ title: 'Orders time out again', issue_type: 'incident' })
  await dan.goto(path.replace(/\d+$/, String(later.iid)))
  const similar = dan.getByRole('region', { name: 'Similar incidents' })
  await similar.getByRole('link', { name: 'Orders time out' }).click()
  await expect(dan.getByRole('heading', { name: 'Orders time out', level: 1, exact: true })).toBeVisible()
})
