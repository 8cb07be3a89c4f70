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
  await page.getByRole('link', { name: 'New environment' }).click()
  await expect(page).toHaveURL(/\/environments\/new$/)
  await page.getByLabel('Name').fill('production')
  await page.getByLabel('External URL').fill('https://loom.example')
  await page.getByLabel('Stop automatically').selectOption('1 week after the last deployment')
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect(page.getByRole('heading', { name: 'production', level: 1 })).toBeVisible()
  await expect(page.getByText('Stops automatically')).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/environments\/\d+\/edit$/)
  await page.getByLabel('Stop automatically').selectOption('Never')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save environment' }).click()
  await expect(page.getByRole('heading', { name: 'production', level: 1 })).toBeVisible()
  await expect(page.getByText('Stops automatically')).toHaveCount(0)
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
  await page.reload()
  await hydrated(page)
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByLabel('Comment')).toHaveValue('The warp is ready')
  await dialog.getByLabel('Comment').press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/Approved by .* The warp is ready/)).toBeVisible()
  await expect(page.getByText('Created', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a maintainer protects an environment in the settings: people deploy and approve, and the role is taken away', async () => {
  const { scene, project, call } = made()
  const named = async (who: 'dan' | 'rita') => {
    const { body } = await call('GET', `users/${scene.people[who].id}`)
    return { name: (body as { readonly name: string }).name }
  }
  const [dan, rita] = [await named('dan'), await named('rita')]
  expect((await call('PUT', `${project}/members/${scene.people.dan.id}`, { access_level: 40 })).status).toBe(200)
  const page = await scene.openAs('dan', `${scene.path}/-/settings/deploy`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Protect environment' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (field: string, name: string) => {
    await dialog.getByRole('combobox', { name: field }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await dialog.getByLabel('Environment').fill('qa')
  await choose('People allowed to deploy', dan.name)
  await choose('People who must approve', rita.name)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Protect environment' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: 'qa' })
  await expect(row).toContainText(`Maintainers, ${dan.name}`)
  await expect(row).toContainText(`1 approval by ${rita.name}`)
  await row.getByRole('button', { name: 'Edit qa' }).click()
  await dialog.getByLabel('Allowed to deploy', { exact: true }).selectOption('No role')
  await dialog.getByRole('button', { name: 'Save protection' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText(`Deploy: ${dan.name}`)
  await row.getByRole('button', { name: 'Unprotect qa' }).click()
  await dialog.getByRole('button', { name: 'Unprotect environment' }).click()
  await expect(row).toHaveCount(0)
})

test('the overview of a project shows its environments, and follows a deployment while it is open', async () => {
  const { scene, deploy } = made()
  await deploy('production', 'success')
  const page = await scene.openAs('dan', scene.path)
  const card = page.getByRole('region', { name: 'Environments' })
  await expect(card.getByRole('listitem').filter({ hasText: 'production' })).toContainText('Weave')
  await deploy('live', 'success')
  await expect(card.getByRole('link', { name: 'live', exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
