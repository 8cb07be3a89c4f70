import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { test } from '../fixtures.ts'
import { field, live } from '../issues-scene.ts'

test('CRM-001 CRM-002 ERRMSG-014 a contact is added to a group, linked to an issue in one window and seen in another', async ({
  scene,
  api,
}) => {
  const group = scene.path.split('/')[1] ?? ''
  expect((await api()('PUT', `groups/${group}`, { crm_enabled: true })).status).toBe(200)
  await scene.make(`groups/${group}/members`, { user_id: scene.people.dan.id, access_level: 30 })
  const page = await scene.openAs('dan', `/groups/${group}/-/crm/organizations/new`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Weavers Ltd')
  await form.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('list', { name: 'Organizations' }).getByRole('listitem')).toContainText('0 contacts')

  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click()
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await form.getByRole('textbox', { name: 'First name' }).fill('Ann')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Thread')
  await form.getByRole('textbox', { name: 'Email' }).fill('ann@weavers.example')
  await form.getByRole('combobox', { name: 'Organization' }).fill('weav')
  await page.getByRole('option', { name: 'Weavers Ltd' }).click()
  await form.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')).toContainText('Weavers Ltd')
  expect(await violations(page)).toEqual([])

  const { iid } = await scene.issue()
  const other = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await expect(field(other, 'Contacts')).toContainText('None')
  await scene.visitIssue(page, iid)
  const isSearch = (text: string | null) => text?.includes('SearchContacts') === true
  await page.route('**/api/graphql', route =>
    isSearch(route.request().postData()) ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await field(page, 'Contacts').getByRole('button', { name: 'Edit Contacts' }).click()
  await expect(page.getByText('Something went wrong trying to load issue contacts.')).toBeVisible()
  await page.unroute('**/api/graphql')
  await page.getByRole('combobox', { name: 'Search contacts' }).fill('ann')
  await page.getByRole('option', { name: /^Ann Thread/ }).click()
  await field(page, 'Contacts').getByRole('button', { name: 'Apply Contacts' }).click()
  await expect(field(other, 'Contacts')).toContainText('Ann ThreadWeavers Ltd', live)
  await field(other, 'Contacts').getByRole('button', { name: 'Ann Thread' }).click()
  await expect(other.getByRole('dialog', { name: 'Ann Thread' })).toContainText('ann@weavers.example')
  expect(await violations(other, field(other, 'Contacts'))).toEqual([])
})
