import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { monitoringTool, mutate, putOnCall } from '../alert-scene.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { addBrowser } from '../push-service.ts'
import { hydrated } from '../windows.ts'

test.setTimeout(180_000)

const made = setUpOnce(async ({ api, baseURL, newScene }) => {
  const scene = await newScene()
  const call = api()
  const projectPath = scene.path.slice(1)
  await putOnCall(call, scene, [scene.people.dan])
  const rules = [{ oncallScheduleIid: '1', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }]
  await mutate(call, 'escalationPolicyCreate', { projectPath, name: 'Night watch', rules })
  const query = `{ project(fullPath: "${projectPath}") { incidentManagementEscalationPolicies { nodes { id } } } }`
  const { body } = await call('POST', '/api/graphql', { query })
  const escalationPolicyId = Number(/EscalationPolicy\/(\d+)/.exec(JSON.stringify(body))?.[1])
  const settings = await call('PUT', `${scene.path}/-/settings/alerts`, {
    ...{ creates_incidents: true, escalation_policy_id: escalationPolicyId },
  })
  expect(settings.status).toBe(200)
  await call('PUT', `projects/${scene.projectId}`, { status_page_enabled: true })
  return { scene, send: await monitoringTool(call, baseURL, scene) }
})

test('ALERT-005 ALERT-007 ALERT-009 a fault at night: one page for forty alerts, acknowledged on a phone, told to the public, resolved, and written up', async ({
  browser,
  weft,
}) => {
  const { scene, send } = made()
  const page = await scene.openAs('dan', '/dashboard/todos', { serviceWorkers: 'allow' })
  const watch = await addBrowser(page, 'Phone of the watch')
  const alerts = Array.from({ length: 40 }, (_, n) => ({
    ...{ title: `Spindle ${n + 1} stands still`, service: 'loom', severity: 'critical' },
  }))
  await Promise.all(alerts.map(send))

  await watch.deliver()
  await expect
    .poll(watch.shown, live)
    .toEqual([{ title: expect.stringMatching(/Spindle \d+ stands still/), actions: ['Acknowledge', 'Resolve'] }])
  // The phone is signed in nowhere.
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(String(watch.messages[0]?.acknowledge))
  await phone.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(phone.getByRole('heading', { name: /^You acknowledged/ })).toBeVisible()
  expect(await violations(phone)).toEqual([])

  // At the desk.
  await page.goto(`${scene.path}/-/incidents`)
  await page.getByRole('link', { name: /Spindle \d+ stands still/ }).click()
  const article = page.getByRole('article', { name: /Spindle/ })
  await expect(article.getByText(/^On call: Dan/)).toBeVisible()
  await expect(article.getByRole('link', { name: '39 more alerts' })).toBeVisible()
  await expect(article.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  const reader = await scene.openAs('rita', new URL(page.url()).pathname)
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Incident', exact: true }).getByRole('link', { name })
  await hydrated(page)
  await tab('Timeline').click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('paged')
  await expect(timeline).toContainText('Acknowledged')
  await tab('Summary').click()

  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Publish on status page' }).click()
  const publish = page.getByRole('dialog')
  await publish.getByLabel('Public title').fill('Weaving is paused')
  await publish.getByRole('textbox', { name: 'Message' }).fill('We are looking into it.')
  await publish.getByRole('button', { name: 'Publish incident' }).click()
  await expect(page.getByText('Published on the status page')).toBeVisible()
  const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await visitor.goto(`${scene.path}/-/status`)
  await expect(visitor.getByText('Weaving is paused').first()).toBeVisible()
  await expect(visitor.getByText(/Spindle/)).toHaveCount(0)

  await article.getByRole('button', { name: 'Resolve' }).click()
  await expect(reader.getByRole('article', { name: /Spindle/ }).getByRole('button', { name: 'Resolve' })).toHaveCount(
    0,
    live,
  )
  await article.getByRole('button', { name: 'Close incident' }).click()
  await page.getByRole('button', { name: 'Create postmortem' }).click()
  await expect(page.getByRole('heading', { name: /^Postmortem: Spindle/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  // No one was paged again, and the alerts ended with their incident.
  expect(watch.messages).toHaveLength(1)
  await page.goto(`${scene.path}/-/alert_management`)
  await expect(page.getByRole('row', { name: /Spindle/ })).toHaveCount(0)
  watch.close()
})
