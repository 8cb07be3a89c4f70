import { expect } from '@playwright/test'
import { setUpOnce, test } from '../../fixtures.ts'
import { field, live, option } from '../../issues-scene.ts'

test.setTimeout(120_000)

test.describe('choosing labels and milestones', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    const of = `projects/${scene.projectId}`
    const above = `groups/${scene.path.split('/')[1]}`
    await scene.make(`${of}/labels`, { name: 'loom', color: '#c02b3c' })
    await scene.make(`${above}/labels`, { name: 'linen', color: '#2f9e44' })
    await scene.make(`${of}/milestones`, { title: 'Late cloth', due_date: '2020-01-01' })
    await scene.make(`${above}/milestones`, { title: 'Next cloth', due_date: '2040-05-06' })
    const gone = await scene.make(`${of}/milestones`, { title: 'Old cloth' })
    await api()('PUT', `${of}/milestones/${gone.id}`, { state_event: 'close' })
    const { page, iid } = await scene.openIssue('dan')
    const searches: string[] = []
    page.on('request', request => {
      const text = request.postData() ?? ''
      if (text.includes('SearchMilestones')) searches.push(JSON.parse(text).variables.searchTitle)
    })
    return { scene, page, iid, searches }
  })

  test('LABEL-001 LABEL-002 labels of project and group are searched, applied and removed', async () => {
    const { page } = made()
    await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
    await expect(page.getByRole('option')).toHaveCount(2)
    await expect(option(page, 'loom').locator('[style*="c02b3c"]')).toBeVisible()
    const words = page.getByRole('combobox', { name: 'Search labels' })
    await words.fill('lin')
    await expect(option(page, 'loom')).toHaveCount(0)
    await words.press('Enter')
    await words.fill('loo')
    await option(page, 'loom').click()
    await page.getByRole('button', { name: 'Apply Labels' }).click()
    await expect(field(page, 'Labels').getByRole('link')).toHaveText(['linen', 'loom'])
    for (const name of ['linen', 'loom'])
      await field(page, 'Labels')
        .getByRole('button', { name: `Remove label ${name}` })
        .click()
    await expect(field(page, 'Labels')).toContainText('None')
  })

  test('MILE-006 MILE-007 active milestones are listed, expired ones with a mark', async () => {
    const { page } = made()
    await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
    await expect(option(page, /Late cloth \(expired\)/)).toBeVisible()
    await expect(option(page, /Old cloth/)).toHaveCount(0)
  })

  test('MILE-003 the search for a milestone asks once for quick typing', async () => {
    const { page, searches } = made()
    const titles = page.getByRole('combobox', { name: 'Search milestone' })
    searches.length = 0
    await titles.pressSequentially('next', { delay: 20 })
    await expect(option(page, /Late cloth/)).toHaveCount(0)
    await expect(option(page, /Next cloth/)).toBeVisible()
    expect(searches).toEqual(['next'])
    await titles.press('Enter')
    await expect(field(page, 'Milestone').getByRole('link', { name: 'Next cloth' })).toBeVisible()
  })

  test('MILE-008 the milestone says when it is due, and links to its page', async () => {
    const { page } = made()
    const link = field(page, 'Milestone').getByRole('link', { name: 'Next cloth' })
    await link.hover()
    await expect(page.getByRole('tooltip')).toContainText('Due 6 May, 2040')
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Next cloth' })).toBeVisible()
    await page.goBack()
  })

  test('MILE-004 No milestone clears the milestone', async () => {
    const { page } = made()
    await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
    await option(page, 'No milestone').click()
    await expect(field(page, 'Milestone')).toContainText('None')
  })

  test('MILE-004 a milestone that is not there yet is created where it is chosen', async () => {
    const { page } = made()
    await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
    await page.getByRole('combobox', { name: 'Search milestone' }).fill('Winter cloth')
    await option(page, 'Create milestone “Winter cloth”').click()
    await expect(field(page, 'Milestone').getByRole('link', { name: 'Winter cloth' })).toBeVisible()
    await expect(field(page, 'Milestone')).toHaveAttribute('aria-busy', 'false')
    await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
    await option(page, 'No milestone').click()
    await expect(field(page, 'Milestone')).toContainText('None')
    await expect(field(page, 'Milestone')).toHaveAttribute('aria-busy', 'false')
  })

  test('a change in the sidebar is undone by z, unless another user has changed the same field since', async () => {
    const { page, scene, iid } = made()
    const [milestone, labels] = [field(page, 'Milestone'), field(page, 'Labels')]
    const choose = async (title: string) => {
      await milestone.getByRole('button', { name: 'Edit Milestone' }).click()
      await option(page, title).click()
      await expect(milestone.getByRole('link', { name: title })).toBeVisible()
      await expect(milestone).toHaveAttribute('aria-busy', 'false')
    }
    await labels.getByRole('button', { name: 'Edit Labels' }).click()
    await option(page, 'loom').click()
    await page.getByRole('button', { name: 'Apply Labels' }).click()
    await expect(labels.getByRole('link')).toHaveText(['loom'])
    await choose('Next cloth')
    await page.keyboard.press('z')
    await expect(page.getByText(/^Milestone of #\d+ restored$/)).toBeVisible()
    await expect(milestone).toContainText('None')
    await scene.change(iid, { add_labels: 'linen' })
    await expect(labels.getByRole('link')).toHaveText(['linen', 'loom'])
    await page.keyboard.press('z')
    await expect(labels.getByRole('link')).toHaveText(['linen'])
    await choose('Next cloth')
    await scene.change(iid, { milestone_id: 0 })
    await expect(milestone).toContainText('None')
    await page.keyboard.press('z')
    await expect(page.getByText('Could not undo. Someone has since changed the milestone.')).toBeVisible()
  })
})

test('MILE-003 ASSIGN-003 a list opens on what is chosen: Enter changes nothing by itself', async ({ scene }) => {
  const { id } = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth' })
  const { page } = await scene.openIssue('dan', { milestone_id: id, assignee_ids: [scene.people.gus.id] })
  const active = page.locator('[role="option"][data-active]')
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).press('Enter')
  await expect(active).toHaveText('First cloth')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search milestone' })).toBeHidden()
  await expect(field(page, 'Milestone')).toContainText('First cloth')
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).press('Enter')
  await expect(active).toContainText('Gus of')
})

test('LABEL-001 a list of 120 labels scrolls to the last, and one that is deleted leaves it and the page', async ({
  scene,
  api,
}) => {
  const labels = `projects/${scene.projectId}/labels`
  await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      scene.make(labels, { name: `thread ${String(at).padStart(3, '0')}`, color: '#6699cc' }),
    ),
  )
  const { page } = await scene.openIssue('dan', { labels: 'thread 007' })
  await expect(field(page, 'Labels')).toContainText('thread 007')
  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await option(page, 'thread 098').scrollIntoViewIfNeeded()
  await expect(option(page, 'thread 119')).toBeVisible()
  await api()('DELETE', `${labels}/${encodeURIComponent('thread 119')}`)
  await expect(option(page, 'thread 119')).toHaveCount(0, live)
  await page.keyboard.press('Escape')
  await api()('DELETE', `${labels}/${encodeURIComponent('thread 007')}`)
  await expect(field(page, 'Labels')).toContainText('None', live)
})

test('MILE-006 milestones that are listed stay without a word when they cannot be refreshed', async ({ scene }) => {
  await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Autumn' })
  const { page } = await scene.openIssue('dan')
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await expect(option(page, /^Autumn/)).toBeVisible()
  await page.route('**/api/graphql', route => route.fulfill({ status: 500 }))
  const refused = page.waitForResponse(/\/api\/graphql$/)
  await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Winter' })
  await (await refused).finished()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect(option(page, /^Autumn/)).toBeVisible()
  await expect(page.getByText('Failed to fetch milestones')).toHaveCount(0)
})
