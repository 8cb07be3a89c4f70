import { expect } from '@playwright/test'
import { sshKeys } from '../../world/public-keys.ts'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('PLATFORM-011 a maintainer protects branches and tags on the settings page, and their lists say so', async ({
  page,
  weft,
}) => {
  const clone = cloneFor(weft, 'guarded')
  clone.commit('First', { 'a.txt': 'a' })
  clone.push('main', 'main:release/1', 'main:refs/tags/v1')
  await signInAsRoot(page, weft)
  await page.goto('/root/guarded/-/edit')
  await page.getByRole('link', { name: 'Repository settings' }).click()
  await expect(page.getByRole('heading', { name: 'Repository settings', level: 1 })).toBeVisible()
  const branches = page.getByRole('list', { name: 'Protected branches' })
  await expect(branches).toContainText('mainPush: MaintainersMerge: MaintainersNo force pushes')

  await page.getByRole('button', { name: 'Protect branch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Branch or wildcard').fill('main')
  await dialog.getByRole('button', { name: 'Protect branch' }).click()
  await expect(dialog).toContainText("Protected branch 'main' already exists")
  await dialog.getByLabel('Branch or wildcard').fill('release/*')
  await dialog.getByLabel('Allowed to push').selectOption('No one')
  await dialog.getByRole('button', { name: 'Protect branch' }).click()
  await expect(branches).toContainText('release/*Push: No one')

  await page.getByRole('button', { name: 'Edit main' }).click()
  await dialog.getByLabel('Allowed to push').selectOption('Developers and maintainers')
  await dialog.getByLabel('Allow force pushes').check()
  await dialog.getByRole('button', { name: 'Save protection' }).click()
  await expect(branches).toContainText('mainPush: Developers and maintainersMerge: MaintainersForce pushes allowed')
  expect(() => clone.push('main:release/1', 'main:release/2')).toThrow(
    'You are not allowed to create the protected branch',
  )

  await page.getByRole('button', { name: 'Protect tag' }).click()
  await dialog.getByLabel('Tag or wildcard').fill('v*')
  await dialog.getByRole('button', { name: 'Protect tag' }).click()
  await expect(page.getByRole('list', { name: 'Protected tags' })).toContainText('v*Create: Maintainers')

  await page.getByRole('button', { name: 'Unprotect main' }).click()
  await dialog.getByRole('button', { name: 'Unprotect branch' }).click()
  await expect(branches).not.toContainText('main')
  await page.goto('/root/guarded/-/branches')
  await expect(page.getByRole('listitem').filter({ hasText: 'release/1' })).toContainText('Protected')
  await expect(page.getByRole('listitem').filter({ hasText: 'main' }).first()).not.toContainText('Protected')
  await page.goto('/root/guarded/-/tags')
  await expect(page.getByRole('listitem').filter({ hasText: 'v1' })).toContainText('Protected')
})

test('a maintainer adds a deploy key on the settings page, lets it write, and removes it', async ({ page, weft }) => {
  const clone = cloneFor(weft, 'keyed')
  clone.commit('First', { 'a.txt': 'a' })
  clone.push('main')
  await signInAsRoot(page, weft)
  await page.goto('/root/keyed/-/settings/repository')
  await page.getByRole('button', { name: 'Add deploy key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Build server')
  await dialog.getByLabel('Public key').fill('nonsense')
  await dialog.getByRole('button', { name: 'Add deploy key' }).click()
  await expect(dialog.getByLabel('Public key')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Public key').fill(sshKeys.ecdsa521)
  await dialog.getByRole('button', { name: 'Add deploy key' }).click()
  const keys = page.getByRole('list', { name: 'Deploy keys' })
  await expect(keys).toContainText('Build serverRead')
  await expect(keys).toContainText('Never used')
  await page.getByRole('button', { name: 'Edit Build server' }).click()
  await dialog.getByLabel('Allow write access').check()
  await dialog.getByRole('button', { name: 'Save deploy key' }).click()
  await expect(keys).toContainText('Read and write')
  await page.getByRole('button', { name: 'Remove Build server' }).click()
  await dialog.getByRole('button', { name: 'Remove deploy key' }).click()
  await expect(page.getByText('No deploy keys')).toBeVisible()
})
