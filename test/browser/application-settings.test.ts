import { expect } from '@playwright/test'
import { signInAsRoot } from './code-repository.ts'
import { type ApiCall, test } from './fixtures.ts'
import { hydrated } from './windows.ts'

const initial = {
  require_admin_approval_after_user_signup: false,
  home_page_url: '',
  after_sign_out_path: '',
  help_page_text: '',
  notes_create_limit: 300,
  maintenance_mode: false,
  restricted_visibility_levels: [],
}

const settings = (call: ApiCall, change: object) => call('PUT', 'application/settings', change)

test.afterEach(async ({ api }) => {
  expect((await settings(api(), initial)).status).toBe(200)
})

test('PREMIUM-040 each group of settings is saved for itself, with the reason beside a wrong value', async ({
  page,
  weft,
  api,
}) => {
  await signInAsRoot(page, weft)
  await page.goto('/admin/settings')
  await hydrated(page)
  await page.getByLabel('New comments').fill('7')
  await page.getByLabel('Home page of signed-out visitors').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save pages' }).click()
  await expect(page.getByText(/Home page of signed-out visitors must be a path that begins with \//)).toBeVisible()
  await expect(page.getByLabel('New comments')).toHaveValue('7')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  const { body } = await api()('GET', 'application/settings')
  expect(body).toMatchObject({ notes_create_limit: 7, home_page_url: null })
})

test('PREMIUM-040 a person who registers waits until an administrator approves them', async ({
  page,
  weft,
  api,
  browser,
}) => {
  await settings(api(), { require_admin_approval_after_user_signup: true })
  const visitor = await browser.newPage()
  await visitor.goto(`${weft.baseURL}/users/sign_up`)
  await hydrated(visitor)
  await visitor.getByLabel('Name', { exact: true }).fill('Vera Holm')
  await visitor.getByLabel('Email').fill('vera@weft.test')
  await visitor.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await visitor.getByRole('button', { name: 'Register' }).click()
  await expect(visitor.getByRole('heading', { name: 'Registration received' })).toBeVisible()
  await signInAsRoot(page, weft)
  await page.goto('/admin/users?blocked_pending_approval=true')
  await hydrated(page)
  await expect(page.getByText('Waiting for approval', { exact: true }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('No users found')).toBeVisible()
  await visitor.getByRole('link', { name: 'Go to sign-in' }).click()
  await visitor.getByLabel('Username or email').fill('vera-holm')
  await visitor.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await visitor.getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('heading', { name: 'Start your first project' })).toBeVisible()
  await visitor.close()
})

test('PREMIUM-040 signed-out visitors are sent to the chosen home page, and people who sign out to theirs', async ({
  page,
  weft,
  api,
}) => {
  await settings(api(), { home_page_url: '/explore', after_sign_out_path: '/help', help_page_text: 'Ask **Wilma**.' })
  await page.goto('/')
  await expect(page).toHaveURL(`${weft.baseURL}/explore`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Weft' }).first().click()
  await expect(page).toHaveURL(`${weft.baseURL}/explore`)
  await signInAsRoot(page, weft)
  await page.goto('/')
  await expect(page).toHaveURL(`${weft.baseURL}/`)
  await hydrated(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('Sign out')
  await page.getByRole('option', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${weft.baseURL}/help`)
  await expect(page.locator('strong', { hasText: 'Wilma' })).toBeVisible()
})

test('PREMIUM-040 in maintenance every page says so at once, a refused form keeps its text, and it can be sent later', async ({
  page,
  weft,
  api,
  scene,
}) => {
  await signInAsRoot(page, weft)
  await page.goto('/')
  await scene.showIssue(page)
  await hydrated(page)
  const banner = page.getByRole('region', { name: 'Maintenance notice' })
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await box.fill('A long thought')
  await settings(api(), { maintenance_mode: true, maintenance_mode_message: 'Back at 9.' })
  await expect(banner).toContainText('Back at 9.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Back at 9.')).toHaveCount(2)
  await expect(box).toHaveValue('A long thought')
  await banner.getByRole('link', { name: 'Open settings' }).click()
  await page.getByRole('checkbox', { name: 'Maintenance mode' }).setChecked(false)
  await page.getByRole('button', { name: 'Save maintenance' }).click()
  await expect(banner).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'A long thought' })).toBeVisible()
})

test('PREMIUM-040 forms offer the levels that are not restricted, and say why the others are not available', async ({
  page,
  weft,
  api,
  scene,
}) => {
  await settings(api(), { restricted_visibility_levels: ['public'] })
  const dan = await (await scene.signedIn('dan')).newPage()
  await dan.goto('/projects/new')
  await expect(dan.getByRole('radio', { name: 'Public' })).toBeDisabled()
  await expect(dan.getByText('Not available: administrators have restricted this level.')).toBeVisible()
  await signInAsRoot(page, weft)
  await page.goto('/projects/new')
  await expect(page.getByRole('radio', { name: 'Public' })).toBeEnabled()
})
