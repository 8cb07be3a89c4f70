import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'

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
    await page.reload()
    await expect(field(page, 'Name')).toHaveValue('Shuttle')
    await expect(field(page, 'Path')).toHaveValue('shuttle')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(field(page, 'Name')).toHaveCount(0)
    await page.goto('/projects/new')
    await ready(page)
    await expect(field(page, 'Name')).toHaveValue('')
  })

  test('has the choices made in a picker', async ({ api }) => {
    const { scene, page } = made()
    const group = await api()('POST', 'groups', { name: 'Spindles', path: `spindles-${scene.people.dan.id}` })
    expect(group.status).toBe(201)
    const member = { user_id: scene.people.dan.id, access_level: 50 }
    await api()('POST', `groups/spindles-${scene.people.dan.id}/members`, member)
    await page.goto('/projects/new')
    await page.getByRole('combobox', { name: 'Group or namespace' }).fill('Spindles')
    await page.getByRole('option', { name: /Spindles/ }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove Spindles' })).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
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
