import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { dnOf, TestDirectory } from '#test/world/directory.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'
import { test } from './fixtures.ts'
import { newServer, rootPassword, rootToken, startedOnce } from './server.ts'
import { signIn } from './sign-in.ts'
import { hydrated } from './windows.ts'

const password = 'a word of the directory'
const dataDir = temporaryFolder()
let directory: TestDirectory
let server: Awaited<ReturnType<typeof newServer>>

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  directory = await TestDirectory.start()
  await directory.add({ uid: 'ada', password, name: 'Ada Lovelace' })
  await directory.addGroup('weavers', [dnOf('ada')])
  spawnSync('cp', ['-a', `${startedOnce()}/.`, dataDir])
  server = await newServer(dataDir, 'weft-ldap', directory.settings({ LDAP_LABEL: 'Mill account' }))
  await server.start()
})
test.afterAll(async () => {
  await server.end('SIGTERM')
  await directory.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address })
  return context.newPage()
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const isChosen = (page: Page, name: string) => expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')

test('PREMIUM-008 the sign-in page offers the directory, by keyboard too, keeps what was typed, and remembers the tab', async ({
  browser,
}) => {
  const page = await visitor(browser)
  await page.goto('/users/sign_in')
  await hydrated(page)
  await isChosen(page, 'Mill account')
  await page.getByLabel('Mill account username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid login or password.')).toBeVisible()
  await expect(page.getByLabel('Mill account username')).toHaveValue('ada')
  await tab(page, 'Mill account').focus()
  await page.keyboard.press('ArrowRight')
  await isChosen(page, 'Password')
  await expect(page.getByLabel('Username or email')).toHaveValue('ada')
  await page.reload()
  await hydrated(page)
  await isChosen(page, 'Password')
  await tab(page, 'Mill account').click()
  await page.getByLabel('Mill account username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/')
  await page.goto('/-/user_settings/account')
  await expect(page.getByText('Your account signs in with Mill account. Change your password there.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
})

test('PREMIUM-008 an owner links a group of the directory on the members page, and removes the link', async ({
  browser,
}) => {
  const page = await visitor(browser)
  await signIn(page.context(), 'root', rootPassword)
  const made = await page.request.post('/api/v4/groups', {
    headers: { 'private-token': rootToken },
    data: { name: 'Looms', path: 'ldap-looms' },
  })
  expect(made.status()).toBe(201)
  await page.goto('/groups/ldap-looms/-/group_members')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Mill account groups' })
  await section.getByRole('button', { name: 'Link a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a group of Mill account with Looms' })
  await dialog.getByRole('button', { name: 'Link group' }).click()
  await expect(dialog.getByText('Select a group.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Group of Mill account' }).fill('weav')
  await page.getByRole('option', { name: 'weavers' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Maintainer')
  await dialog.getByRole('button', { name: 'Link group' }).click()
  await expect(dialog).toHaveCount(0)
  const members = page.getByRole('list', { name: 'Members' })
  await expect(section.getByText(/^Synchronized .*: 1 added, 0 changed, 0 removed\.$/)).toBeVisible()
  await expect(members.getByText('Ada Lovelace')).toBeVisible()
  await section.getByRole('button', { name: 'Sync now' }).click()
  await expect(section.getByText(/: 0 added, 0 changed, 0 removed\.$/)).toBeVisible()
  await section.getByRole('button', { name: 'Remove the link with weavers' }).click()
  await page.getByRole('button', { name: 'Remove link' }).click()
  await expect(section.getByText(/^Link a group of Mill account to give/)).toBeVisible()
  await expect(members.getByText('Ada Lovelace')).toHaveCount(0)
})

test('PREMIUM-008 a directory that cannot be reached is said in a sentence', async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto('/users/sign_in')
  await hydrated(page)
  await directory.end()
  await page.getByLabel('Mill account username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Mill account cannot be reached at the moment.')).toBeVisible()
  await expect(page.getByLabel('Mill account username')).toHaveValue('ada')
  await directory.run()
})
