import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { watchShift } from '../layout-shift.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const call = api()
  const flags = `projects/${scene.projectId}/feature_flags`
  const create = async (name: string, more: object = {}) => {
    const { status } = await call('POST', flags, { name, ...more })
    expect(status).toBe(201)
  }
  await create('new_loom', { description: 'A faster loom' })
  const issue = await scene.issue({ title: 'Weave faster' })
  return { scene, call, create, issue, list: `${scene.path}/-/feature_flags` }
})

test('FLAG-001 FLAG-002 an issue shows the feature flags that it is linked to, without moving its page', async () => {
  const { scene, issue, list } = made()
  const path = `${scene.path}/-/issues/${issue.iid}`
  const page = await scene.openAs('dan', `${list}/1`)
  const card = page.locator('[data-mount="related-feature-flags"]')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Issue' }).fill(`#${issue.iid}`)
  await page.getByRole('button', { name: 'Link issue' }).click()
  await expect(page.getByRole('link', { name: `Weave faster #${issue.iid}` })).toBeVisible()
  const shift = await watchShift(page)
  await page.goto(path)
  await expect(card).toContainText('Related feature flags')
  await expect(card.getByRole('listitem')).toHaveText(`Activenew_loom[feature_flag:${scene.path.slice(1)}/1]`)
  await expect(card.getByRole('link', { name: 'new_loom' })).toHaveAttribute('href', `${list}/1`)
  await hydrated(page)
  expect(await shift()).toBeLessThan(0.01)
})

test('FLAG-004 ERRMSG-087 an issue without feature flags has no card, and says so when they cannot be read', async () => {
  const { scene } = made()
  const without = await scene.issue({ title: 'Weave slower' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${without.iid}`)
  const card = page.locator('[data-mount="related-feature-flags"]')
  await page.route(/\/feature_flags$/, route => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('There was an error loading related feature flags')).toBeVisible()
  await page.unroute(/\/feature_flags$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weave slower' })).toBeVisible()
  await hydrated(page)
  await expect(card).toBeHidden()
})

test('FLAG-003 a flag is created on its page, turned off in production after a question, and the change is undone', async () => {
  const { scene, list } = made()
  const page = await scene.openAs('dan', `${list}/new`)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Fast Loom')
  await page.getByRole('button', { name: 'Create feature flag' }).click()
  await expect(page.getByRole('alert')).toContainText('must start with a lowercase letter')
  await page.getByRole('textbox', { name: 'Name' }).fill('fast_loom')
  await page.getByRole('combobox', { name: 'On for' }).selectOption('Percent rollout')
  await page.getByRole('textbox', { name: 'Percent' }).fill('25')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create feature flag' }).click()
  await expect(page.getByText('25% of users by userId, or else by session in all environments')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const production = page.getByRole('switch', { name: 'production' })
  await production.click()
  const dialog = page.getByRole('dialog', { name: 'Turn fast_loom off in production?' })
  await expect(dialog).toContainText('No client reported this flag in production in the last hour.')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(production).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(production).toBeChecked()
  await page.goto(list)
  await expect(page.getByRole('listitem').filter({ hasText: 'fast_loom' }).first()).toContainText('25% of users')
  expect(await violations(page)).toEqual([])
})

test('an application gets a token on the list of flags, which is shown once', async () => {
  const { scene, call, list } = made()
  await call('PUT', `projects/${scene.projectId}/members/${scene.people.rita.id}`, { access_level: 40 })
  const page = await scene.openAs('rita', list)
  await hydrated(page)
  await page.getByRole('button', { name: 'Configure' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configure feature flags' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText(/^glffct-/)).toBeVisible()
  await expect(dialog.getByText('Client token for production')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Configure' }).click()
  await expect(dialog.getByText('Client token for production')).toBeVisible()
  await expect(dialog.getByText(/^glffct-/)).toHaveCount(0)
})
