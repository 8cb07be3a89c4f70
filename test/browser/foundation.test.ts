import { expect } from '@playwright/test'
import { sshFingerprints, sshKeys } from '#test/world/public-keys.ts'
import { type ApiCall, setUpOnce, test } from './fixtures.ts'
import { visit } from './issues-scene.ts'
import { signIn } from './sign-in.ts'

const password = 'a-long-enough-password'

let people = 0

/** A new user, created by the administrator. */
async function newPerson(api: (token?: string | null) => ApiCall, name: string) {
  people += 1
  const username = `${name.toLowerCase()}-${people}`
  const made = await api()('POST', 'users', {
    name,
    username,
    email: `${username}@weft.test`,
    password,
    skip_confirmation: true,
  })
  expect(made.status).toBe(201)
  // The API answers with the user it made.
  return { name, username, email: `${username}@weft.test`, ...(made.body as { id: number }) }
}

test('PLATFORM-002 registering, signing out and in, and creating a project', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nora Quist')
  await expect(page.getByLabel('Username')).toHaveValue('nora-quist')
  await page.getByLabel('Username').fill('root')
  await page.getByLabel('Email').fill('nora@weft.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Username has already been taken')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nora@weft.test')
  await page.getByLabel('Username').fill('nora')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Start your first project' })).toBeVisible()
  await expect(page.getByText('/nora/my-project.git')).toBeVisible()

  await page.getByRole('button', { name: 'You: Nora Quist' }).click()
  const welcome = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await welcome
  await expect(page.getByRole('heading', { level: 1 })).toContainText('threads of a project')

  await page.goto('/users/sign_in?return_to=/projects/new')
  await page.getByLabel('Username or email').fill('nora@weft.test')
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid login or password.')).toBeVisible()
  await expect(page.getByLabel('Username or email')).toHaveValue('nora@weft.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spinning Wheel')
  await expect(page.getByLabel('Path')).toHaveValue('spinning-wheel')
  await page.getByLabel('Description').fill('Turns wool into yarn.')
  await page.getByLabel('Initialize repository with a README').uncheck()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/nora\/spinning-wheel$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Spinning Wheel', exact: true })).toBeVisible()
  await expect(page.getByText('Turns wool into yarn.')).toBeVisible()
  await expect(page.getByText('git push --set-upstream origin --all')).toBeVisible()
  await page.getByRole('button', { name: 'Star' }).click()
  await expect(page.getByRole('button', { name: 'Starred' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Starred' })).toBeVisible()
})

test('PLATFORM-002 a user who navigates while signing out arrives there', async ({ page, api }) => {
  const { username } = await newPerson(api, 'Otto')
  await signIn(page.context(), username, password)
  await page.goto('/')
  const [signedOut, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('/-/sessions/current', async route => {
    const response = await route.fetch()
    await signedOut.promise
    await route.fulfill({ response })
    gone.resolve()
  })
  await page.route('/explore', async route => {
    signedOut.resolve()
    await gone.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^You: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.goto('/explore')
  await expect(page).toHaveURL(/\/explore$/)
})

test.describe('a person who is signed in', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const person = await newPerson(api, 'Ann')
    const context = await browser.newContext({ baseURL })
    await signIn(context, person.username, password)
    const page = await context.newPage()
    await page.goto('/help')
    return { person, page }
  })

  test('UI-011 the picker of a group searches, and brings twenty more as its list is scrolled', async ({ api }) => {
    const { page, person: gil } = made()
    for (let count = 10; count < 51; count++)
      await api()('POST', `groups?sudo=${gil.id}`, { name: `Guild ${count}`, path: `${gil.username}-guild-${count}` })
    const asked: string[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/-/pages/new_group' && searchParams.has('page')) asked.push(searchParams.get('page') ?? '')
    })
    await visit(page, '/groups/new')
    const picker = page.getByRole('combobox', { name: /^Parent group/ })
    await picker.click()
    const options = page.getByRole('listbox', { name: 'Parent group' }).getByRole('option')
    await expect(options).toHaveCount(20)
    await options.last().scrollIntoViewIfNeeded()
    await expect(options).toHaveCount(40)
    // The up arrow moves from the first option to the last, which loads the rest.
    await picker.press('ArrowUp')
    await expect(options).toHaveCount(41)
    expect(asked).toEqual(['1', '2', '3'])
    await picker.fill('Guild 33')
    await expect(options).toHaveCount(1)
    await options.click()
    await expect(page.getByRole('button', { name: 'Remove Guild 33' })).toBeVisible()
  })

  test('PLATFORM-003 a group with a subgroup, found by name', async () => {
    const { page } = made()
    await visit(page, '/')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New group' }).click()
    // A form that is refused shows where to go on.
    await page.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Name' }).fill('Dye Works')
    await page.getByRole('radio', { name: 'Internal' }).check()
    await page.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dye Works' })).toBeVisible()
    await page.getByRole('link', { name: 'New subgroup' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Indigo')
    await expect(page.getByRole('radio', { name: 'Public' })).toBeDisabled()
    await page.getByRole('button', { name: 'Create group' }).click()
    await expect(page).toHaveURL(/\/dye-works\/indigo$/)
    await visit(page, '/dye-works')
    await page.getByRole('link', { name: 'Indigo' }).click()
    await expect(page).toHaveURL(/\/dye-works\/indigo$/)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('dye')
    await page
      .getByRole('option', { name: /Dye Works.*dye-works$/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Dye Works|Indigo/ })).toBeVisible()
  })

  test('a theme shows at once and stays', async () => {
    const { page } = made()
    await visit(page, '/-/user_settings/preferences')
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByText('Preferences saved')).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked()
  })

  test('a token is shown once, works, and stops when it is revoked', async ({ api }) => {
    const { page, person: tom } = made()
    await visit(page, '/-/user_settings/personal_access_tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly script')
    await page.getByRole('checkbox', { name: 'read_api' }).check()
    await page.getByRole('button', { name: 'Create token' }).dblclick()
    const token = await page.getByLabel('The new token').inputValue()
    expect(token).toMatch(/^glpat-/)
    // A double click makes one.
    await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(1)
    const asked = await api(token)('GET', 'user')
    expect(asked).toMatchObject({ status: 200, body: { username: tom.username } })
    expect((await api(token)('POST', 'projects', { name: 'No' })).status).toBe(403)

    await page.reload()
    await expect(page.getByText('nightly script')).toBeVisible()
    await expect(page.getByText(token)).toHaveCount(0)
    const revoke = page.getByRole('button', { name: 'Revoke nightly script' })
    const dialog = page.getByRole('dialog')
    const problem = dialog.getByText('Something went wrong on the server.')
    const isRevoke = (url: URL) => /\/personal_access_tokens\/\d+$/.test(url.pathname)
    await page.route(isRevoke, route => route.fulfill({ status: 500 }), { times: 1 })
    await revoke.click()
    await dialog.getByRole('button', { name: 'Revoke token' }).click()
    await expect(problem).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await revoke.click()
    await expect(dialog).toBeVisible()
    await expect(problem).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByText('No active tokens')).toBeVisible()
    expect((await api(token)('GET', 'user')).status).toBe(401)
  })

  test('PERM-003 a private project is nothing to a stranger and opens to a member', async ({ api, browser, weft }) => {
    const { page, person: owner } = made()
    const guest = await newPerson(api, 'Pim')
    await api()('POST', `projects?sudo=${owner.id}`, { name: 'Secret Loom' })
    await visit(page, `/${owner.username}/secret-loom`)
    await expect(page.getByRole('heading', { level: 1, name: 'Secret Loom', exact: true })).toBeVisible()
    const address = page.url()

    const elsewhere = await browser.newContext({ baseURL: weft.baseURL })
    await signIn(elsewhere, guest.username, password)
    const other = await elsewhere.newPage()
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Add members' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('People').fill(guest.username)
    await page.getByRole('option', { name: new RegExp(guest.username) }).click()
    await dialog.getByLabel('Role').selectOption('Reporter')
    await dialog.getByRole('button', { name: 'Add members' }).click()
    const row = page.getByRole('listitem').filter({ hasText: `@${guest.username}` })
    await expect(row.getByRole('combobox', { name: `Role of ${guest.name}` })).toHaveValue('20')

    await other.reload()
    await expect(other.getByRole('heading', { level: 1, name: 'Secret Loom', exact: true })).toBeVisible()

    await row.getByRole('combobox', { name: `Role of ${guest.name}` }).selectOption('Developer')
    await expect(page.getByText(`${guest.name}'s role changed to Developer`)).toBeVisible()
    await row.getByRole('button', { name: `Remove ${guest.name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
    await expect(row).toHaveCount(0)
    await other.reload()
    await expect(other.getByText('Page not found')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(row).toBeVisible()
  })

  test('a session ended elsewhere is signed out', async ({ browser, weft }) => {
    const { page, person: sam } = made()
    const context = await browser.newContext({ baseURL: weft.baseURL })
    await signIn(context, sam.username, password)
    await visit(page, '/-/user_settings/account')
    await expect(page.getByText('This session')).toHaveCount(1)
    await page.getByRole('button', { name: /^Sign out .* on / }).click()
    await expect(page.getByRole('button', { name: /^Sign out .* on / })).toHaveCount(0)
    const elsewhere = await context.newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  test('UI-008 a status stands beside the name', async () => {
    const { page, person: uma } = made()
    await visit(page, '/')
    await page.getByRole('button', { name: 'You: Ann' }).click()
    await page.getByRole('menuitem', { name: 'Set status' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Clear status after').locator('option')).toHaveText([
      '30 minutes',
      '3 hours',
      '8 hours',
      '1 day',
      '3 days',
      '7 days',
      '30 days',
    ])
    await expect(dialog.getByLabel('Clear status after')).toHaveValue('8_hours')
    await dialog.getByLabel('What is your status?').fill('Warping the loom')
    await dialog.getByRole('checkbox', { name: 'Busy' }).check()
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await expect(dialog).toHaveCount(0)
    await visit(page, `/${uma.username}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ann (Busy)' })).toBeVisible()
    await expect(page.getByText('Warping the loom')).toBeVisible()
  })

  test('a project is renamed, archived, deleted with its name typed, restored, and deleted for good', async ({
    api,
  }) => {
    const { page, person: dee } = made()
    await api()('POST', `projects?sudo=${dee.id}`, { name: 'Old Name' })
    await visit(page, `/${dee.username}/old-name`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Path' }).fill('new-name')
    await page.getByRole('button', { name: 'Change path' }).click()
    await expect(page).toHaveURL(/\/new-name\/-\/edit$/)
    await page.goto(`/${dee.username}/old-name`)
    await expect(page).toHaveURL(/\/new-name$/)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Archive project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive project' }).click()
    await expect(page.getByRole('button', { name: 'Unarchive project' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeDisabled()
    await dialog.getByRole('textbox').fill(`${dee.username}/new-name`)
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    // The project is among the owner's projects, and its old address leads to it.
    const waiting = page.getByRole('list', { name: 'Pending deletion' }).getByRole('listitem')
    await expect(waiting).toContainText(/Old Name.*Project, will be deleted on/)
    await waiting.getByRole('button', { name: 'Restore' }).click()
    await expect(waiting).toHaveCount(0)
    await visit(page, `/${dee.username}/new-name`)
    await expect(page.getByText('This project is archived')).toBeVisible()
    const { id } = (await api()('GET', `projects/${dee.username}%2Fnew-name`)).body as { id: number }
    await api()('DELETE', `projects/${id}`)
    await expect(page.getByText(/^This project will be deleted on/)).toBeVisible()
    await page.getByRole('button', { name: 'Delete now' }).click()
    await dialog.getByRole('textbox').fill(`${dee.username}/new-name-deletion_scheduled-${id}`)
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await expect(page.getByRole('heading', { name: 'Your projects' })).toBeVisible()
    await page.goto(`/${dee.username}/new-name`)
    await expect(page.getByText('Page not found')).toBeVisible()
  })

  test('PLATFORM-011 a key is added by paste, and an address of the account appears live', async ({ api }) => {
    const { page, person: ida } = made()
    await visit(page, '/-/user_settings/ssh_keys')
    await page.getByRole('button', { name: 'Add SSH key' }).click()
    const key = page.getByLabel('Key', { exact: true })
    await key.fill(sshKeys.ecdsa521.slice(0, -30))
    await page.getByRole('button', { name: 'Add key' }).click()
    await expect(page.getByText('Key is invalid')).toBeVisible()
    await key.fill(sshKeys.ecdsa521)
    await expect(page.getByLabel('Title')).toHaveValue('rita@loom')
    await page.getByRole('button', { name: 'Add key' }).click()
    const keys = page.getByRole('list', { name: 'SSH keys' })
    await expect(keys).toContainText(sshFingerprints.ecdsa521)
    await page.getByRole('link', { name: `/${ida.username}.keys` }).click()
    await expect(page.getByText(sshKeys.ecdsa521.slice(0, 60))).toBeVisible()
    await page.goBack()
    await keys.getByRole('button', { name: 'Delete rita@loom' }).click()
    await page.getByRole('button', { name: 'Delete SSH key' }).click()
    await expect(page.getByText('No SSH keys')).toBeVisible()

    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('New address').fill(`${ida.username}@loom.test`)
    await page.getByRole('button', { name: 'Add address' }).click()
    const addresses = page.getByRole('list', { name: 'Email addresses' })
    await expect(addresses.getByRole('listitem').filter({ hasText: `${ida.username}@loom.test` })).toContainText(
      'Unconfirmed',
    )
    const other = { email: `${ida.username}@home.test`, skip_confirmation: true }
    expect((await api()('POST', `users/${ida.id}/emails`, other)).status).toBe(201)
    await addresses.getByRole('button', { name: `Make primary: ${other.email}` }).click()
    await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Make primary' }).click()
    await expect(addresses.getByRole('listitem').first()).toContainText(`${other.email}Primary`)
  })

  test('PLATFORM-011 a deploy token is created in the settings of a project, shown once and revoked', async ({
    api,
  }) => {
    const { page, person: jan } = made()
    await api()('POST', `projects?sudo=${jan.id}`, { name: 'Deployed' })
    await visit(page, `/${jan.username}/deployed/-/edit`)
    await page.getByRole('button', { name: 'New deploy token' }).click()
    await page
      .getByRole('textbox', { name: 'Name', description: 'For example, the machine that uses it.' })
      .fill('Robot')
    await page.getByRole('button', { name: 'Create deploy token' }).click()
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue(/^gldt-/)
    await page.reload()
    const tokens = page.getByRole('list', { name: 'Deploy tokens' })
    await expect(tokens).toContainText('Robot')
    await expect(page.getByLabel('Token', { exact: true })).toHaveCount(0)
    await tokens.getByRole('button', { name: 'Revoke Robot' }).click()
    await page.getByRole('button', { name: 'Revoke deploy token' }).click()
    await expect(page.getByText('No active deploy tokens.')).toBeVisible()
  })

  test('an access token of a project is created by a maintainer, shown once, rotated and revoked', async ({ api }) => {
    const { page, person: kit } = made()
    await api()('POST', `projects?sudo=${kit.id}`, { name: 'Scripted' })
    const projectPath = `projects/${kit.username}%2Fscripted`
    await visit(page, `/${kit.username}/scripted/-/edit`)
    await page.getByRole('link', { name: 'Manage access tokens' }).click()
    await expect(page.getByText('No active tokens')).toBeVisible()
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
    await page.getByRole('textbox', { name: 'Description' }).fill('Reads the issues every night')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Reporter')
    await page.getByRole('checkbox', { name: 'read_api' }).check()
    await page.getByRole('button', { name: 'Create token' }).dblclick()
    const shown = page.getByLabel('The new token')
    const first = await shown.inputValue()
    expect((await api(first)('GET', projectPath)).status).toBe(200)
    const active = page.getByRole('list', { name: 'Active tokens' })
    // A double click makes one.
    await expect(active.getByRole('listitem')).toHaveCount(1)
    await expect(active).toContainText(/Nightly build.*read_api.*Reads the issues every night.*Reporter/)

    await page.reload()
    await expect(active).toContainText('Nightly build')
    await expect(shown).toHaveCount(0)
    await active.getByRole('button', { name: 'Rotate Nightly build' }).click()
    await page.getByRole('button', { name: 'Rotate token' }).click()
    await expect(page.getByText('Token “Nightly build” rotated')).toBeVisible()
    const second = await shown.inputValue()
    expect((await api(first)('GET', projectPath)).status).toBe(401)
    expect((await api(second)('GET', projectPath)).status).toBe(200)

    await active.getByRole('button', { name: 'Revoke Nightly build' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByText('No active tokens')).toBeVisible()
    expect((await api(second)('GET', projectPath)).status).toBe(401)
    await page.getByRole('button', { name: 'Show inactive tokens' }).click()
    const inactive = page.getByRole('list', { name: 'Inactive tokens' }).getByRole('listitem')
    await expect(inactive).toHaveText([/Nightly build.*Revoked/, /Nightly build.*Revoked/])
  })

  test('a token that another user creates for a group appears on an open page', async ({ api }) => {
    const { page, person: lin } = made()
    const group = await api()('POST', `groups?sudo=${lin.id}`, { name: 'Tokens', path: `tokens-${lin.id}` })
    // The API answers with the group it made.
    const { id } = group.body as { readonly id: number }
    await visit(page, `/groups/tokens-${lin.id}/-/settings/access_tokens`)
    await expect(page.getByText('No active tokens')).toBeVisible()
    const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const token = { name: 'Mirror', scopes: ['api'], access_level: 30, expires_at: expiresAt }
    expect((await api()('POST', `groups/${id}/access_tokens`, token)).status).toBe(201)
    await expect(page.getByRole('list', { name: 'Active tokens' })).toContainText(/Mirror.*Developer/)
  })

  test('PERM-016 a message of the administrators comes, changes and stays dismissed on an open page', async ({
    api,
  }) => {
    const { page, person: mia } = made()
    const project = await api()('POST', 'projects', { name: 'Told', path: `told-${mia.id}`, visibility: 'public' })
    // The API answers with the project it made.
    const { path_with_namespace: path } = project.body as { readonly path_with_namespace: string }
    await visit(page, `/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Told' })).toBeVisible()
    const soon = new Date(Date.now() + 1_500).toISOString()
    const posted = await api()('POST', 'broadcast_messages', {
      message: 'Down **tonight**',
      starts_at: soon,
      target_path: `/${path}*`,
      dismissable: true,
    })
    // The API answers with the message it made.
    const { id } = posted.body as { readonly id: number }
    const messages = page.getByRole('region', { name: 'Messages from the administrators' })
    await expect(messages).toContainText('Down tonight')
    await api()('PUT', `broadcast_messages/${id}`, { message: 'Down tomorrow' })
    await expect(messages).toContainText('Down tomorrow')
    await messages.getByRole('button', { name: 'Dismiss message' }).click()
    await expect(messages).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Told' })).toBeVisible()
    await expect(messages).toBeHidden()
    await api()('PUT', `broadcast_messages/${id}`, { message: 'Down now' })
    await expect(messages).toContainText('Down now')
    await visit(page, '/explore')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
    await expect(messages).toBeHidden()
    await page.goBack()
    await expect(messages).toContainText('Down now')
    await api()('DELETE', `broadcast_messages/${id}`)
    await expect(messages).toBeHidden()
  })
})

test('a forgotten password is replaced by the link in the mail', async ({ page, browser, api, weft }) => {
  const fay = await newPerson(api, 'Fay')
  await page.goto('/users/sign_in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  // The page before has a field for an email as well.
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(fay.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()

  const context = await browser.newContext({ baseURL: weft.baseURL })
  const mailbox = await context.newPage()
  await signIn(context, 'root', weft.rootPassword)
  const search = encodeURIComponent(fay.email)
  const sent = async () => (await (await context.request.get(`/-/admin/mails?search=${search}`)).json()) as unknown[]
  await expect.poll(sent).toHaveLength(1)
  await mailbox.goto(`/admin/mails?search=${search}`)
  await mailbox.getByRole('link', { name: 'Reset your password' }).click()
  const link = await mailbox.getByRole('link', { name: /reset_password_token=/ }).textContent()

  await page.goto(link ?? '')
  await page.getByRole('textbox', { name: 'New password' }).fill('another-good-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await signIn(page.context(), fay.username, 'another-good-password')
})

test('a project has topics, badges and attributes, and its page follows them', async ({ page, api, weft }) => {
  const made = await api()('POST', 'projects', { name: 'Marked', visibility: 'public' })
  // The API answers with the project it made.
  const { id } = made.body as { readonly id: number }
  await api()('POST', 'topics', { name: 'flax', title: 'Flax' })
  await signIn(page.context(), 'root', weft.rootPassword)
  await page.goto('/root/marked/-/edit')
  await page.getByLabel('Topics').fill('FLAX,')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Add badge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add badge' })
  await dialog.getByLabel('Name').fill('Build')
  await dialog.getByLabel('Link').fill('javascript:alert(1)')
  await dialog.getByLabel('Image').fill(`${weft.baseURL}/favicon.svg?of=%{project_id}`)
  await dialog.getByRole('button', { name: 'Add badge' }).click()
  await expect(dialog.getByText('Link must be a URL that starts with http:// or https://')).toBeVisible()
  await dialog.getByLabel('Link').fill(`${weft.baseURL}/%{project_path}`)
  await expect(dialog.getByRole('img', { name: 'Build' })).toHaveAttribute('src', new RegExp(`of=${id}$`))
  await dialog.getByRole('button', { name: 'Add badge' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Key', { exact: true }).fill('cost centre')
  await page.getByLabel('Value', { exact: true }).fill('42')
  await page.getByRole('button', { name: 'Save attribute' }).click()
  await expect(page.getByRole('row', { name: /cost centre 42/ })).toBeVisible()
  expect((await api()('GET', `projects/${id}/custom_attributes/cost%20centre`)).body).toMatchObject({ value: '42' })

  await page.goto('/root/marked')
  await expect(page.getByRole('list', { name: 'Badges' }).getByRole('link', { name: 'Build' })).toHaveAttribute(
    'href',
    `${weft.baseURL}/root/marked`,
  )
  const topics = page.getByRole('list', { name: 'Topics' })
  await expect(topics).toHaveText('flax')
  const { body } = await api()('GET', 'topics?search=flax')
  // The list of the API.
  const [topic] = body as readonly { readonly id: number }[]
  await api()('PUT', `topics/${topic?.id}`, { name: 'linen' })
  await expect(topics).toHaveText('linen')
  await topics.getByRole('link', { name: 'linen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Flax' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Projects' }).getByRole('link', { name: /Marked/ })).toBeVisible()
})
