import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const project = `projects/${scene.projectId}`
  const content = { action: 'create', file_path: 'a.txt', content: 'a' }
  await scene.make(`${project}/repository/commits`, { branch: 'main', commit_message: 'Weave', actions: [content] })
  const deploy = (environment: string, status: string) =>
    scene.make(`${project}/deployments`, { environment, status, sha: 'main', ref: 'main', tag: false })
  const list = `${scene.path}/-/environments`
  return { scene, project, deploy, call: api(), list, page: await scene.openAs('dan', list) }
})

test('a developer creates an environment, and its deployments appear in the list while it is open', async () => {
  const { page, deploy, list } = made()
  await hydrated(page)
  await page.getByRole('button', { name: 'Create environment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('production')
  await dialog.getByLabel('External URL').fill('https://loom.example')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(page.getByRole('heading', { name: 'production', level: 1 })).toBeVisible()
  await page.goto(list)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'production', exact: true }) })
  await expect(row).toContainText('Nothing deployed yet')
  await deploy('production', 'success')
  await expect(row).toContainText('Deployed')
  await expect(row).toContainText('Weave')
  expect(await violations(page)).toEqual([])
})

test('PREMIUM-043 the approver of a protected environment approves a deployment with a comment', async () => {
  const { scene, project, call, deploy, list } = made()
  const { id } = scene.people.rita
  const protection = {
    name: 'staging',
    deploy_access_levels: [{ access_level: 40 }],
    approval_rules: [{ user_id: id, required_approvals: 1 }],
  }
  expect((await call('POST', `${project}/protected_environments`, protection)).status).toBe(201)
  await deploy('staging', 'running')
  const page = await scene.openAs('rita', list)
  await page.getByRole('link', { name: 'staging', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: '1 more approval needed' })
  await expect(row).toContainText('Waiting for approval')
  await hydrated(page)
  await row.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Comment').fill('The warp is ready')
  await dialog.getByRole('button', { name: 'Approve deployment' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/Approved by .* The warp is ready/)).toBeVisible()
  await expect(page.getByText('Created', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
