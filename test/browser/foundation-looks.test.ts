import { expect, type Page } from '@playwright/test'
import { gpgKey, sshKeys } from '#test/world/public-keys.ts'
import { expectAccessible, visit } from './accessibility.ts'
import { test, type Weft } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const forVisitors = [
  '/',
  '/explore',
  '/users/sign_in',
  '/users/sign_up',
  '/users/password/new',
  '/users/password/edit?reset_password_token=x',
]
const forAdministrators = [
  '/',
  '/explore?tab=groups',
  '/projects/new',
  '/groups/new',
  '/looks',
  '/looks/shown/-/project_members',
  '/looks/shown',
  '/looks/shown/-/edit',
  '/groups/looks/-/group_members',
  '/groups/looks/-/edit',
  '/looks/shown/-/settings/access_tokens',
  '/groups/looks/-/settings/access_tokens',
  '/root',
  '/-/user_settings/profile',
  '/-/user_settings/account',
  '/-/user_settings/preferences',
  '/-/user_settings/personal_access_tokens',
  '/-/user_settings/ssh_keys',
  '/-/user_settings/gpg_keys',
  '/admin/users',
  '/admin/abuse_reports',
  '/admin/broadcast_messages',
  '/admin/geo',
  '/admin/topics',
  '/explore/projects/topics',
  '/explore/projects/topics/weaving',
  '/admin/mails',
  '/admin/phone_provider',
  '/admin/settings',
]

const as = (weft: Weft) => ({ 'private-token': weft.rootToken, 'content-type': 'application/json' })

test.beforeAll(async ({ weft }) => {
  const make = (path: string, body: object) =>
    fetch(`${weft.baseURL}/api/v4/${path}`, {
      method: 'POST',
      headers: as(weft),
      body: JSON.stringify(body),
    }).then(answer => answer.json())
  const { id } = await make('groups', { name: 'Looks', path: 'looks', description: 'To be looked at.' })
  if (id === undefined) return
  const project = await make('projects', { name: 'Shown', path: 'shown', namespace_id: id, topics: 'weaving' })
  await make(`projects/${project.id}/deploy_tokens`, { name: 'machine', scopes: ['read_repository'] })
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await make(`projects/${project.id}/access_tokens`, { name: 'script', scopes: ['api'], expires_at: expiresAt })
  await make('user/keys', { title: 'Laptop', key: sshKeys.ed25519 })
  await make('user/gpg_keys', { key: gpgKey })
  await make('user/emails', { email: 'root@loom.test' })
})

// No other user may have the same keys.
test.afterAll(async ({ weft }) => {
  for (const kind of ['keys', 'gpg_keys']) {
    const address = `${weft.baseURL}/api/v4/user/${kind}`
    const kept = (await (await fetch(address, { headers: as(weft) })).json()) as { readonly id: number }[]
    for (const { id } of kept)
      await fetch(`${address}/${id}`, { method: 'DELETE', headers: { 'private-token': weft.rootToken } })
  }
})

test('visitors find every page accessible, wide and narrow, light and dark', async ({ page }) => {
  for (const path of forVisitors) await look(page, path)
})

test('PLATFORM-011 the API reference opens at the operation of its address, and is filtered', async ({ page }) => {
  await page.goto('/-/api#operation-createIssue')
  const create = page.locator('#operation-createIssue')
  await expect(create.getByRole('cell', { name: 'title required' })).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Filter operations' }).fill('post issues create')
  await expect(create).toBeVisible()
  await expect(page.getByText('List issues of a project')).toHaveCount(0)
  // A button half below the bar is a small target.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, 'API reference')
})

test('administrators find every page accessible, wide and narrow, light and dark', async ({ page, weft }) => {
  test.setTimeout(180_000)
  await signIn(page.context(), 'root', weft.rootPassword)
  for (const path of forAdministrators) await look(page, path)
})

/** No violation of what can be checked by machine, nothing wider than the window. */
async function look(page: Page, path: string) {
  await visit(page, path)
  await expectAccessible(page, path)
}
