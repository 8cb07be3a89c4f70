import { expect, type Page } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { holdBack } from '../threads-scene.ts'
import { hydrated } from '../windows.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const ready = (page: Page) => expect(page.getByRole('button', { name: /^(Save|Create|Change) / }).first()).toBeVisible()

test.describe('a form that is left half filled', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('dan', '/-/user_settings/profile')
    return { scene, page }
  })

  test('has its changed fields after a reload, and when the reader comes back', async () => {
    const { page } = made()
    await field(page, 'Job title').fill('Weaver')
    const isPrivate = page.getByRole('checkbox', { name: 'Keep my profile private' })
    await isPrivate.check()
    await page.reload()
    await expect(field(page, 'Job title')).toHaveValue('Weaver')
    await expect(isPrivate).toBeChecked()
    await page.getByRole('link', { name: 'View profile' }).click()
    await expect(field(page, 'Job title')).toHaveCount(0)
    await page.goBack()
    await expect(field(page, 'Job title')).toHaveValue('Weaver')
    await expect(isPrivate).toBeChecked()
    await page.goto('/help')
    await page.goBack()
    await expect(field(page, 'Job title')).toHaveValue('Weaver')
  })

  test('keeps nothing once it is saved', async ({ api }) => {
    const { scene, page } = made()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    const change = await api()('PUT', `users/${scene.people.dan.id}`, { job_title: 'Dyer' })
    expect(change.status).toBe(200)
    await page.reload()
    await expect(field(page, 'Job title')).toHaveValue('Dyer')
    await ready(page)
    await expect(field(page, 'Job title')).toHaveValue('Dyer')
  })

  test('has them after a reload while the server is saving them', async () => {
    const { page } = made()
    const held = await holdBack(page, /\/-\/profile$/, 'PUT')
    await field(page, 'Job title').fill('Carder')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('button', { name: 'Save profile' }).getByText('Working')).toBeAttached()
    await page.reload()
    held()
    await page.unrouteAll()
    await expect(field(page, 'Job title')).toHaveValue('Carder')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await field(page, 'Job title').fill('Carders')
    await page.reload()
    await expect(field(page, 'Job title')).toHaveValue('Carders')
    await expect(page.getByText('Changed elsewhere')).toHaveCount(0)
    await field(page, 'Job title').fill('Dyer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
  })

  test('shows what was saved, and not what stood there before, until the page has read it again', async () => {
    const { page } = made()
    await field(page, 'Job title').fill('Reeder')
    await field(page, 'Bio').fill('Reeds all day')
    const told = await holdBack(page, /\/-\/profile$/, 'GET')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect(field(page, 'Job title')).toHaveValue('Reeder')
    await expect(field(page, 'Bio')).toHaveValue('Reeds all day')
    await field(page, 'Bio').press('End')
    await field(page, 'Bio').pressSequentially(', and at night')
    told()
    await page.unrouteAll()
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await saved
    await page.reload()
    await hydrated(page)
    await expect(field(page, 'Bio')).toHaveValue('Reeds all day, and at night')
    await expect(field(page, 'Job title')).toHaveValue('Reeder')
  })

  test('says which fields were changed elsewhere meanwhile', async ({ api }) => {
    const { scene, page } = made()
    await field(page, 'Job title').fill('Spinner')
    await page.goto('/help')
    await api()('PUT', `users/${scene.people.dan.id}`, { job_title: 'Fuller' })
    await page.goto('/-/user_settings/profile')
    await expect(field(page, 'Job title')).toHaveValue('Spinner')
    await expect(page.getByText('Changed elsewhere while you were editing: Job title.')).toBeVisible()
  })

  test('has its changed email address, but no password, even one that is shown', async () => {
    const { page } = made()
    await page.goto('/-/user_settings/account')
    await field(page, 'Email').fill('dan@looms.example')
    await page.getByLabel('Current password').first().fill('a secret of mine')
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('dan@looms.example')
    await expect(page.getByRole('button', { name: 'Change email' })).toBeEnabled()
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(stored).toContain('dan@looms.example')
    expect(stored).not.toContain('a secret of mine')
  })

  test('is empty on the next visit once it is canceled', async () => {
    const { page } = made()
    await page.goto('/projects/new')
    await field(page, 'Name').fill('Shuttle')
    await expect(field(page, 'Path')).toHaveValue('shuttle')
    await page.reload()
    await expect(field(page, 'Name')).toHaveValue('Shuttle')
    await expect(field(page, 'Path')).toHaveValue('shuttle')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(field(page, 'Name')).toHaveCount(0)
    await page.goto('/projects/new')
    await ready(page)
    await expect(field(page, 'Name')).toHaveValue('')
  })

  test('shows what the server refuses until the field is changed', async () => {
    const { page } = made()
    await page.goto('/projects/new')
    await field(page, 'Name').fill('Shuttle')
    await field(page, 'Path').fill('no spaces, please')
    await page.getByRole('button', { name: 'Create project' }).click()
    const refusal = page.getByText(/Path can contain/)
    await expect(refusal).toBeVisible()
    await field(page, 'Path').press('Backspace')
    await expect(refusal).toHaveCount(0)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(refusal).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
  })
})

test('a form takes what it is saving itself for no change of someone else, whatever is typed until the reply', async ({
  page,
  weft,
  api,
}) => {
  const project = await api()('POST', 'projects', { name: 'Shed', path: 'shed' })
  expect(project.status).toBe(201)
  await signInAsRoot(page, weft)
  await page.goto('/root/shed/-/edit')
  await hydrated(page)
  const told = 'Someone else changed this while you were editing'
  await page.evaluate(text => {
    const note = () => document.body.textContent?.includes(text) && document.body.setAttribute('data-told', '')
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  }, told)
  await page.route(/\/api\/v4\/projects\/\d+$/, async route => {
    const response = await route.fetch()
    await field(page, 'Name').fill('Carding shed two')
    // The page has read the new name, before the reply to its own change.
    await expect(page.getByRole('navigation').getByText('Carding shed', { exact: true }).first()).toBeVisible()
    await route.fulfill({ response })
  })
  await field(page, 'Name').fill('Carding shed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Carding shed two')
  await expect(page.locator('[data-told]')).toHaveCount(0)
  await page.unrouteAll()
})
