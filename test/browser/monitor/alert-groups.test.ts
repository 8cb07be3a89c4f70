import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { monitoringTool } from '../alert-scene.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, baseURL, newScene }) => {
  const scene = await newScene()
  const member = (id: number) => `projects/${scene.projectId}/members/${id}`
  await api()('PUT', member(scene.people.dan.id), { access_level: 40 })
  await api()('PUT', member(scene.people.rita.id), { access_level: 30 })
  const send = await monitoringTool(api(), baseURL, scene)
  const settings = `${scene.path}/-/settings/alerts`
  return { scene, send, settings, list: `${scene.path}/-/alert_management` }
})

test('ALERT-007 alerts of one service are grouped, and the incident of the group lists them', async () => {
  const { scene, send, settings, list } = made()
  const page = await scene.openAs('dan', settings)
  await hydrated(page)
  await expect(page.getByRole('list', { name: 'Grouping rules' })).toContainText('Same service')
  await page.getByLabel('Create an incident for each new alert').click()
  await expect(page.getByText('Alert settings saved')).toBeVisible()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('combobox', { name: 'Fields' }).fill('environment')
  await page.getByRole('option', { name: 'Environment' }).click()
  await page.getByLabel('Minutes since the last alert of the group').fill('30')
  await page.getByRole('button', { name: 'Add rule' }).last().click()
  await expect(page.getByRole('list', { name: 'Grouping rules' })).toContainText('Same environment')
  expect(await violations(page)).toEqual([])

  for (const n of [1, 2, 3]) await send({ title: `Shuttle ${n} is hot`, service: 'loom' })
  await page.goto(list)
  await page.getByRole('link', { name: 'Shuttle 3 is hot' }).click()
  await expect(page.getByText('Grouped with 2 other alerts by Service: loom.')).toBeVisible()
  await page.getByRole('link', { name: '^alert#1' }).click()
  await expect(page.getByText('This alert pages for the group.')).toBeVisible()
  await page.getByRole('link', { name: /View incident/ }).click()
  await page.getByRole('link', { name: '2 more alerts' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.close()
})

test('ALERT-003 ALERT-004 the selected alerts of the list are resolved together, and another person sees it', async () => {
  const { scene, send, list } = made()
  for (const name of ['Warp', 'Weft']) await send({ title: `${name} is loose` })
  const [page, other] = await Promise.all([scene.openAs('dan', list), scene.openAs('rita', list)])
  await hydrated(page)
  await expect(other.getByRole('row', { name: /Warp is loose/ })).toContainText('Triggered')
  await page.getByRole('checkbox', { name: 'Select Warp is loose' }).check()
  await page.getByRole('checkbox', { name: 'Select Weft is loose' }).check()
  await expect(page.getByRole('checkbox', { name: 'Select all alerts on this page' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(page.getByText('2 alerts resolved')).toBeVisible()
  for (const each of [page, other]) await expect(each.getByRole('row', { name: /is loose/ })).toHaveCount(0)
  await Promise.all([page.close(), other.close()])
})

test('ALERT-005 a maintenance window silences the alerts that come in it, is edited and ended', async () => {
  const { scene, send, list } = made()
  const page = await scene.openAs('dan', `${scene.path}/-/maintenance_windows`)
  await hydrated(page)
  await expect(page.getByText('No maintenance windows yet')).toBeVisible()
  await page.getByRole('button', { name: 'New maintenance window' }).click()
  await page.getByLabel('Title').fill('Move of the looms')
  await page.getByLabel('Start').fill('2026-01-01T10:00')
  await page.getByLabel('End').fill('2026-01-01T09:00')
  await page.getByRole('button', { name: 'Create maintenance window' }).click()
  await expect(page.getByText('End must be after the start')).toBeVisible()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Start').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16))
  await page.getByLabel('End').fill(tomorrow)
  await page.getByRole('button', { name: 'Create maintenance window' }).click()
  await expect(page.getByText('In progress')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await send({ title: 'Loom is offline', service: 'moved' })
  await page.goto(list)
  await expect(page.getByRole('row', { name: /Loom is offline/ })).toContainText('Silenced')
  await page.getByRole('link', { name: 'Loom is offline' }).click()
  await expect(page.getByText(/Silenced by the maintenance window Move of the looms/)).toBeVisible()
  await page.goto(`${scene.path}/-/maintenance_windows`)
  await hydrated(page)
  await expect(page.getByText('1 silenced alert')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Move of the looms' }).click()
  await page.getByRole('menuitem', { name: 'End now' }).click()
  await expect(page.getByText(/Ended/)).toBeVisible()
  await page.close()
})

test('ALERT-003 the page of an alert shows the last deployments to its environment', async ({ api }) => {
  const { scene, send, list } = made()
  const project = `projects/${scene.projectId}`
  await api()('POST', `${project}/repository/commits`, {
    branch: 'main',
    commit_message: 'Tighten the warp',
    actions: [{ action: 'create', file_path: 'warp.txt', content: 'tight' }],
  })
  const { body } = await api()('GET', `${project}/repository/branches/main`)
  const { id: sha } = (body as { readonly commit: { readonly id: string } }).commit
  const deployed = { sha, ref: 'main', tag: false, status: 'success' }
  for (const environment of ['hall', 'other'])
    await api()('POST', `${project}/deployments`, { ...deployed, environment })
  await send({ title: 'Beam is down', gitlab_environment_name: 'hall' })
  const page = await scene.openAs('dan', list)
  await page.getByRole('link', { name: 'Beam is down' }).click()
  const deployments = page.getByRole('list', { name: 'Deployments before the alert' })
  await expect(deployments.getByRole('listitem')).toHaveText([new RegExp(`main ${sha.slice(0, 8)} to hall`)])
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('ALERT-008 the fields of a payload are mapped beside a preview of the alert', async () => {
  const { scene, settings, list } = made()
  const page = await scene.openAs('dan', settings)
  await hydrated(page)
  await page.getByRole('button', { name: 'Actions for Watch' }).click()
  await page.getByRole('menuitem', { name: 'Map fields' }).click()
  const dialog = page.getByRole('dialog')
  const payload = '{"event": {"name": "Queue is full"}, "target": "queue"}'
  await dialog.getByLabel('Example payload (JSON)').fill(payload)
  await dialog.getByLabel('Title').selectOption('event.name')
  await dialog.getByLabel('Service').selectOption('target')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Queue is full')
  await expect(preview).toContainText('Service: queue')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save field mapping' }).click()
  await expect(page.getByText('Field mapping saved')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Watch' }).click()
  await page.getByRole('menuitem', { name: 'Send test alert' }).click()
  await page.getByLabel('Payload (JSON)').fill(payload)
  await page.getByRole('button', { name: 'Send test alert' }).click()
  await expect(page.getByRole('heading', { name: 'Queue is full' })).toBeVisible()
  await page.goto(list)
  await expect(page.getByRole('row', { name: /Queue is full/ })).toBeVisible()
  await page.close()
})
