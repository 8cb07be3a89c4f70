import { expect } from '@playwright/test'
import { setUpOnce, test } from '../../fixtures.ts'
import { field, live, option, rows } from '../../issues-scene.ts'
import { holdBack } from '../../threads-scene.ts'

test.setTimeout(120_000)

test.describe('choosing assignees', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    const many = await scene.crowd(8)
    const busy = await api()('POST', `users/${many[0]?.id}/personal_access_tokens`, {
      name: 'status',
      scopes: ['api'],
    })
    const { token } = busy.body as { token: string }
    await api(token)('PUT', 'user/status', { availability: 'busy', message: 'Weaving' })
    const { iid, page } = await scene.openIssue('dan')
    const searches: string[] = []
    page.on('request', request => {
      const text = request.postData() ?? ''
      if (text.includes('SearchPeople')) searches.push(JSON.parse(text).variables.search)
    })
    return { scene, many, iid, page, searches }
  })

  test('ASSIGN-003 ASSIGN-005 SIDE-011 Edit opens a search for people, which asks once for quick typing', async () => {
    const { page, searches } = made()
    await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
    const search = page.getByRole('combobox', { name: 'Search assignees' })
    await expect(search).toBeFocused()
    await expect(field(page, 'Assignee').getByRole('button', { name: 'Apply Assignee' })).toHaveText('Apply')
    await expect(option(page, /^Dan/)).toBeVisible()
    searches.length = 0
    // The keys are pressed without waiting: between awaited keys, a busy machine may pause for long enough to search.
    await Promise.all([...'weav'].map(key => page.keyboard.press(key)))
    await expect(option(page, /^Weaver 1/)).toBeVisible()
    await expect(option(page, /^Dan/)).toHaveCount(0)
    expect(searches).toEqual(['weav'])
  })

  test('ASSIGN-012 ASSIGN-023 a busy person is marked in the list and as assignee, with an avatar of 32 px', async () => {
    const { page } = made()
    const search = page.getByRole('combobox', { name: 'Search assignees' })
    await expect(option(page, /^Weaver 1 .*\(Busy\)/)).toBeVisible()
    await search.press('Enter')
    await expect(search).toHaveValue('')
    await page.getByRole('button', { name: 'Apply Assignee' }).click()
    await expect(field(page, 'Assignee')).toContainText('(Busy)')
    expect((await field(page, 'Assignee').getByRole('link').locator('[data-shape]').boundingBox())?.width).toBe(32)
    await page.reload()
    await expect(field(page, 'Assignee')).toContainText('(Busy)')
  })

  test('ASSIGN-010 Unassigned clears the assignees, and one assigns oneself', async () => {
    const { scene, page } = made()
    await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
    await option(page, 'Unassigned').click()
    await page.getByRole('button', { name: 'Apply Assignee' }).click()
    await expect(field(page, 'Assignee')).toContainText('None - assign yourself')
    const assigned = page.waitForResponse(response =>
      Boolean(response.request().postData()?.includes(`"add_assignee_ids":[${scene.people.dan.id}`)),
    )
    await field(page, 'Assignee').getByRole('button', { name: 'assign yourself' }).click()
    await expect(field(page, 'Assignee').getByRole('link')).toHaveText(/Dan/)
    await assigned
  })

  test('ASSIGN-020 ASSIGN-021 five assignees show, the others unfold and fold again', async () => {
    const { scene, many, iid, page } = made()
    await scene.change(iid, { assignee_ids: many.map(person => person.id) })
    const people = field(page, '8 Assignees')
    await expect(people.getByRole('link')).toHaveCount(5, live)
    await people.getByRole('button', { name: '+ 3 more' }).click()
    await expect(people.getByRole('link')).toHaveCount(8)
    await people.getByRole('button', { name: '- show less' }).click()
    await expect(people.getByRole('link')).toHaveCount(5)
  })

  test('ASSIGN-022 a row of the list shows three assignees and a counter', async () => {
    const { scene, page } = made()
    await page.goto(`${scene.path}/-/issues`)
    const faces = rows(page)
      .first()
      .getByRole('img', { name: /^Assignees/ })
    await expect(faces.locator('[data-shape]')).toHaveCount(3)
    await expect(faces).toContainText('+5')
  })
})

test('ASSIGN-009 choosing a user saves immediately if there can be only one assignee', async ({ scene, api }) => {
  await api()('PUT', `projects/${scene.projectId}`, { single_assignee: true })
  const { page } = await scene.openIssue('dan', { assignee_ids: [scene.people.gus.id] })
  const search = page.getByRole('combobox', { name: 'Search assignees' })
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  await option(page, /^Rita/).click()
  await expect(search).toBeHidden()
  await expect(field(page, 'Assignee').getByRole('link')).toHaveText([/Rita/])
  await expect(page.getByText(/assigned to @rita.*and unassigned @gus/)).toBeVisible()
})

test.describe('participants and the folded sidebar', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const many = await scene.crowd(9)
    const { page } = await scene.openIssue(
      'dan',
      {
        description: many.map(person => `@${person.username}`).join(' '),
        assignee_ids: many.slice(0, 3).map(person => person.id),
        weight: 5,
      },
      { viewport: { width: 800, height: 900 } },
    )
    await page.getByRole('button', { name: 'Details' }).click()
    return { page }
  })

  test('PARTIC-001 PARTIC-004 seven participants show, with avatars of 24 px', async () => {
    const { page } = made()
    const taking = field(page, '10 Participants')
    await expect(taking.getByRole('link')).toHaveCount(7)
    expect((await taking.locator('[data-shape]').first().boundingBox())?.width).toBe(24)
  })

  test('PARTIC-002 PARTIC-003 the other participants unfold and fold again', async () => {
    const taking = field(made().page, '10 Participants')
    await taking.getByRole('button', { name: '+ 3 more' }).click()
    await expect(taking.getByRole('link')).toHaveCount(10)
    await taking.getByRole('button', { name: '- show less' }).click()
    await expect(taking.getByRole('link')).toHaveCount(7)
  })

  test('SIDE-008 SIDE-009 ASSIGN-017 a folded sidebar shows avatars and values, and stays folded', async () => {
    const { page } = made()
    const sidebar = page.getByRole('complementary', { name: 'Fields' })
    await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click()
    const folded = sidebar.getByRole('button', { name: /^3 Assignees/ })
    await expect(folded.locator('[data-shape]')).toHaveCount(1)
    await expect(folded).toContainText('+2')
    await expect(sidebar.getByRole('button', { name: /^Weight/ })).toContainText('5')
    await page.reload()
    await expect(folded).toBeVisible()
    await folded.click()
    await expect(field(page, '3 Assignees').getByRole('link')).toHaveCount(3)
  })
})

test('ASSIGN-009 an assignee that is added has the same place before and after the answer', async ({ scene }) => {
  const { dan, rita } = scene.people
  const { page } = await scene.openIssue('dan', { assignee_ids: [rita.id] })
  const release = await holdBack(page, /\/-\/issues\/\d+\.json$|\/api\/graphql$/, 'PUT')
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  await option(page, /^Dan/).click()
  await page.getByRole('button', { name: 'Apply 2 Assignees' }).click()
  const people = field(page, '2 Assignees').getByRole('link')
  await expect(people).toHaveText([/Dan of/, /Rita of/])
  release()
  await expect(field(page, '2 Assignees')).toHaveAttribute('aria-busy', 'false')
  await expect(people).toHaveText([/Dan of/, /Rita of/])
  expect(dan.id).toBeLessThan(rita.id)
})
