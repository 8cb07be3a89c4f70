import { expect } from '@playwright/test'
import { signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

test('NEWISSUE-006 NEWISSUE-009 NEWISSUE-010 similar issues show below the title while it is typed', async ({
  page,
  weft,
  api,
}) => {
  const root = api()
  const project = (await root('POST', 'projects', { name: 'Similar', path: 'similar' })).body as { id: number }
  const issues = `projects/${project.id}/issues`
  for (let count = 1; count <= 6; count++) await root('POST', issues, { title: `Shuttle stalls ${count}` })
  await root('POST', issues, { title: 'Shuttle stalls at night', confidential: true })
  await root('POST', `${issues}/3/award_emoji`, { name: 'thumbsup' })
  await root('POST', `${issues}/3/notes`, { body: 'Seen again' })
  await root('PUT', `${issues}/2`, { state_event: 'close' })
  await signInAsRoot(page, weft)
  await page.goto('/root/similar/-/issues/new')
  const title = page.getByRole('textbox', { name: 'Title' })
  const similar = page.getByRole('region', { name: 'Similar issues' })
  const asked: string[] = []
  page.on('request', request => {
    const text = request.postData() ?? ''
    if (text.includes('IssueSuggestion')) asked.push(text)
  })
  await title.pressSequentially('shuttle')
  await expect(similar.getByRole('listitem')).toHaveCount(5)
  // Typed in one go, asked for once. @source NEWISSUE-008
  expect(asked).toHaveLength(1)
  const rows = similar.getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Shuttle stalls 2')
  await expect(rows.nth(0)).toContainText(/closed .* by Administrator/)
  await expect(rows.nth(1)).toContainText('Shuttle stalls 3')
  await expect(rows.nth(1).getByTitle('1 upvote')).toBeVisible()
  await expect(rows.nth(1).getByTitle('1 comment')).toBeVisible()
  await expect(rows.nth(2)).toContainText('at night')
  await expect(rows.nth(2).getByRole('img', { name: 'Confidential' })).toBeVisible()
  await expect(rows.nth(2).getByRole('link')).toHaveAttribute('target', '_blank')
  // Without a title nothing is looked for. @source NEWISSUE-007
  await title.fill('')
  await expect(similar).toBeHidden()
  expect(asked).toHaveLength(1)

  // Another one begins with the same fields.
  await title.fill('Tight thread')
  await page.getByRole('textbox', { name: 'Description' }).fill('At the selvedge')
  await page.getByRole('spinbutton', { name: 'Weight' }).fill('3')
  await page.getByRole('checkbox', { name: 'Create another' }).check()
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByText('Created #8')).toBeVisible()
  await expect(title).toHaveValue('')
  await expect(title).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('')
  await expect(page.getByRole('spinbutton', { name: 'Weight' })).toHaveValue('3')
})

test('NEWISSUE-011 NEWISSUE-012 ISSUE-032 the form says what the types are for, and the issue that no vulnerability was linked', async ({
  page,
  weft,
  api,
}) => {
  await api()('POST', 'projects', { name: 'Types', path: 'types' })
  await signInAsRoot(page, weft)
  await page.goto('/root/types/-/issues/new?vulnerability_id=7')
  await page.getByRole('button', { name: 'What are the types for?' }).click()
  const info = page.getByRole('dialog', { name: 'Issue types' })
  await expect(info).toContainText('For general work')
  await expect(info).toContainText('For investigating IT service disruptions or outages')
  await page.keyboard.press('Escape')
  await expect(info).toBeHidden()

  await page.getByRole('textbox', { name: 'Title' }).fill('Loose thread')
  await page.getByRole('button', { name: 'Create issue' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Unable to create link to vulnerability' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toHaveCount(0)
})

test('NEWISSUE-001 a draft that is restored says so and can be discarded, and Tab leads from the title to the description', async ({
  scene,
}) => {
  const page = await scene.openAs('dan', `${scene.path}/-/issues/new`)
  const title = page.getByRole('textbox', { name: 'Title' })
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(title).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(description).toBeFocused()
  await title.fill('Loose thread')
  const told = page.getByText(/^Draft from .* restored/)
  await expect(told).toHaveCount(0)
  await page.reload()
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue('')
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(title).toHaveValue('Loose thread')
  await title.fill('Loose threads')
  await expect(told).toHaveCount(0)
})

test('Ctrl+Enter creates the issue from a field with a list, and chooses nothing from it', async ({
  page,
  weft,
  api,
}) => {
  const project = (await api()('POST', 'projects', { name: 'Keys', path: 'keys' })).body as { id: number }
  await api()('POST', `projects/${project.id}/labels`, { name: 'bug', color: '#c02b3c' })
  await signInAsRoot(page, weft)
  await page.goto('/root/keys/-/issues/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Loose thread')
  const labels = page.getByRole('combobox', { name: 'Labels' })
  await labels.fill('bu')
  await expect(page.getByRole('option', { name: 'bug' })).toBeVisible()
  await labels.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Loose thread', level: 1 })).toBeVisible()
  expect((await api()('GET', `projects/${project.id}/issues/1`)).body).toMatchObject({ labels: [] })
})
