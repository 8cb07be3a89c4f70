import { expect, type Locator } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, live, rows } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const group = scene.path.split('/')[1] ?? ''
  await scene.make(`groups/${group}/members`, { user_id: scene.people.rita.id, access_level: 20 })
  return { scene, group, page: await scene.openAs('rita', `/groups/${group}`) }
})

test('LIST-016 KEYS-007 an iteration is planned from an empty group by keyboard alone', async () => {
  const { page } = made()
  const { keyboard } = page
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const jumpTo = async (name: string) => {
    await press('Control+k')
    const palette = page.getByRole('dialog')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await keyboard.type(name)
    await expect(palette.getByRole('option', { name, exact: true, selected: true })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  const tabTo = async (target: Locator, most: number) => {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < most && !(await target.evaluate(each => each === document.activeElement)); tabs += 1)
      await press('Tab')
    await expect(target).toBeFocused()
  }
  const chooseIteration = async (place: number) => {
    await expect(page.getByRole('combobox', { name: 'Search iteration' })).toBeFocused()
    await keyboard.type('Sprints')
    // The option that clears it is gone.
    await expect(page.getByRole('option')).toHaveCount(3)
    await press(...Array.from({ length: place }, () => 'ArrowDown'), 'Enter')
  }

  await jumpTo('Iterations')
  await tabTo(page.getByRole('button', { name: 'New cadence' }).first(), 1)
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New iteration cadence' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await keyboard.type('Sprints')
  await tabTo(dialog.getByRole('textbox', { name: 'Start of the first iteration' }), 3)
  await keyboard.type('today')
  await press('Enter')
  const iterations = page.getByRole('list', { name: 'Iterations of Sprints' }).getByRole('listitem')
  await expect(iterations).toHaveCount(3)
  await expect(iterations.first()).toContainText('Current')
  await expect(page.getByRole('button', { name: 'New cadence' })).toBeFocused()

  await tabTo(page.getByRole('button', { name: 'Plan on board' }), 4)
  await press('Enter')
  const lists = page.getByRole('list', { name: /^Issues in / })
  // The closed issues are folded.
  await expect(lists).toHaveCount(4)
  // Input that is entered before the projects have loaded waits for them.
  const release = await holdBack(page, /\/groups\/\d+\/projects\?/, 'GET')
  await press('c')
  const title = page.getByRole('textbox', { name: /^Title of the new issue/ })
  const cards = lists.first().getByRole('link')
  for (const [at, name] of ['Wind the warp', 'Dress the loom', 'Oil the shuttle'].entries()) {
    await expect(title).toBeFocused()
    await keyboard.type(name)
    await press('Enter')
    release()
    await expect(cards).toHaveCount(at + 1)
  }
  await press('Escape')
  await expect(page.getByRole('button', { name: 'New issue' }).first()).toBeFocused()

  await jumpTo('Issues')
  const listed = rows(page)
  await press('j')
  const link = listed.first().getByRole('link').first()
  await expect(link).toBeFocused()
  await press('w')
  await expect(page.getByRole('spinbutton', { name: 'Weight' })).toBeFocused()
  await keyboard.type('3')
  await press('Enter')
  await expect(listed.first().getByTitle('Weight: 3')).toBeVisible()
  await expect(link).toBeFocused()
  await press('a')
  await expect(page.getByRole('option', { name: /Rita/ })).toBeVisible()
  await keyboard.type('rita')
  await expect(page.getByRole('option').first()).toContainText('Rita')
  await press('Enter')
  await press('Tab')
  await expect(listed.first().getByRole('img', { name: /^Assignees: Rita/ })).toBeVisible()
  await expect(link).toBeFocused()
  // The keys of fields have selected this row; the other two are changed together.
  await press('x', 'j', 'x', 'j', 'x', 'i')
  await chooseIteration(0)
  await expect(page.getByText('Updated iteration: 2 issues')).toBeVisible()

  await jumpTo('Boards')
  await expect(lists.nth(1).getByRole('link')).toHaveCount(2)
  await press('j', 'Shift+ArrowRight')
  await expect(lists.nth(1).getByRole('link')).toHaveCount(3)

  await jumpTo('Iterations')
  await expect(iterations).toHaveCount(3)
  for (const [key, nth] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await press(key)
    await expect(iterations.nth(nth).getByRole('link')).toBeFocused()
  }
  await press('Enter')
  await expect(page.getByText('0 of 3 closed, 0%')).toBeVisible()
  const planned = page.getByRole('list', { name: 'Iteration issues' }).getByRole('listitem')
  await expect(planned).toHaveCount(3)
  await press('j', 'i')
  await chooseIteration(1)
  await expect(page.getByText('0 of 2 closed, 0%')).toBeVisible(live)
  // The row keeps its place and the focus until the list is updated.
  await expect(planned.first().getByRole('link').first()).toBeFocused()
  await page.getByRole('button', { name: 'Update list' }).press('Enter')
  await expect(planned).toHaveCount(2)
})

test('MILE-003 MILE-005 MILE-009 an iteration is chosen in the sidebar, and its page follows the issue', async () => {
  const { scene, page } = made()
  const { iid } = await scene.showIssue(page, { title: 'Sweep the floor' })
  const edit = field(page, 'Iteration').getByRole('button', { name: 'Edit Iteration' })
  await edit.click()
  await page.getByRole('combobox', { name: 'Search iteration' }).fill('Sprints')
  const option = page.getByRole('option', { name: /Sprints/ }).first()
  const name = (await option.textContent())?.split('Sprints')[0] ?? ''
  await option.click()
  await expect(field(page, 'Iteration').getByRole('link')).toHaveText(name)
  await expect(field(page, 'Iteration')).toContainText('Sprints')
  await expect(field(page, 'Iteration')).toContainText(/\d+ \w+ – \d+ \w+, \d{4}/)
  const sent: string[] = []
  page.on('request', request => {
    if (request.postData()?.includes('SetIteration')) sent.push(request.url())
  })
  await edit.click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('combobox', { name: 'Search iteration' })).toHaveCount(0)
  expect(sent).toEqual([])
  await page.reload()
  await expect(page.getByTitle('Iteration of Sprints')).toBeVisible()
  await field(page, 'Iteration').getByRole('link').click()
  await expect(page.getByRole('list', { name: 'Iteration issues' })).toContainText('Sweep the floor')
  await scene.change(iid, { state_event: 'close' })
  await expect(page.getByText('1 of 3 closed, 33%')).toBeVisible(live)
})

test('LIST-016 j and k go through the milestones of a group', async () => {
  const { scene, group, page } = made()
  for (const title of ['Autumn', 'Winter']) await scene.make(`groups/${group}/milestones`, { title })
  await page.goto(`/groups/${group}/-/milestones`)
  for (const [key, title] of [
    ['j', 'Autumn'],
    ['j', 'Winter'],
    ['j', 'Winter'],
    ['k', 'Autumn'],
  ] as const) {
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await page.keyboard.press(key)
    await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
})

test('a list of the milestones of a group follows those of its projects', async ({ api }) => {
  const { scene, group, page } = made()
  const of = `projects/${scene.projectId}/milestones`
  const { id } = await scene.make(of, { title: 'Shearing' })
  await page.goto(`/groups/${group}/-/milestones`)
  await expect(page.getByRole('link', { name: 'Shearing', exact: true })).toBeVisible()
  await hydrated(page)
  await api()('PUT', `${of}/${id}`, { title: 'Carding' })
  await expect(page.getByRole('link', { name: 'Carding', exact: true })).toBeVisible(live)
  await api()('DELETE', `${of}/${id}`)
})

test('an iteration is planned from a project, on a board whose headers take one line', async () => {
  const { scene } = made()
  const rita = await scene.openAs('rita', `${scene.path}/-/iterations`)
  await rita.getByRole('button', { name: 'Plan on board' }).click()
  await expect(rita).toHaveURL(new RegExp(`${scene.path}/-/boards/\\d+`))
  const titles = rita.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveCount(5)
  // A header takes one line; that of the collapsed closed issues is upright.
  for (const title of await titles.filter({ hasNotText: 'Closed' }).all())
    expect((await title.boundingBox())?.height).toBeLessThanOrEqual(24)
  const gus = await scene.openAs('gus', `${scene.path}/-/iterations`)
  await expect(gus.getByRole('list', { name: 'Iterations of Sprints' })).toBeVisible()
  await expect(gus.getByRole('button', { name: 'Plan on board' })).toHaveCount(0)
})
