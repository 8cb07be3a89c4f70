import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, option } from '../issues-scene.ts'

test.setTimeout(120_000)

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const of = `projects/${scene.projectId}`
  for (const name of ['alder', 'zinnia']) await scene.make(`${of}/labels`, { name, color: '#6699cc' })
  for (const title of ['Alder cloth', 'Zinnia cloth']) await scene.make(`${of}/milestones`, { title })
  const opened = await scene.openIssue('dan')
  return { scene, ...opened, holdAnswers: await holdableAnswers(opened.page) }
})

/** Type and press Enter without a pause, after which the search would be sent. */
async function typeAndEnter(page: Page, text: string) {
  await expect(page.getByRole('option').first()).toBeVisible()
  // Keys that overlap would make a letter that comes twice a repeated key.
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/**
 * Intercept the answers of GraphQL. The page has the answers of recent searches already: a reload forgets them.
 *
 * @returns a function that holds the answers back from its call on, except those to requests that match a pattern, and
 *   returns the function that releases them
 */
async function holdableAnswers(page: Page): Promise<(except?: RegExp) => () => void> {
  let held: Promise<void> | undefined
  let passing: RegExp | undefined
  await page.route(/graphql/, async route => {
    if (!passing?.test(route.request().postData() ?? '')) await held
    await route.continue()
  })
  return except => {
    passing = except
    let letGo = () => {}
    held = new Promise<void>(resolve => {
      letGo = resolve
    })
    return letGo
  }
}

test('ASSIGN-005 Enter right after typing takes the first person who matches', async () => {
  const { page } = made()
  const assignee = field(page, 'Assignee')
  await assignee.getByRole('button', { name: 'Edit Assignee' }).click()
  await typeAndEnter(page, 'rita')
  await expect(option(page, /^Rita/)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Apply Assignee' }).click()
  await expect(assignee.getByRole('link')).toHaveText([/Rita of/])
})

test('ASSIGN-005 a second name typed right after Enter is searched for once the first person is taken', async () => {
  const { page, holdAnswers } = made()
  const assignee = field(page, 'Assignee')
  await assignee.getByRole('button', { name: 'Edit Assignee' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const answer = holdAnswers()
  await page.keyboard.type('dan')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gus')
  answer()
  await expect(page.getByRole('combobox', { name: 'Search assignees' })).toHaveValue('gus')
  await expect(page.getByRole('option')).toHaveText([/Gus/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { selected: true })).toHaveText([/Rita/, /Dan/, /Gus/])
  await page.getByRole('button', { name: /^Apply/ }).click()
})

test('ASSIGN-005 names with Enter after each, all typed before the first answer, are taken one after the other', async () => {
  const { page, scene, holdAnswers } = made()
  const { iid } = await scene.issue({ title: 'In many hands' })
  await scene.visitIssue(page, iid)
  await page.reload()
  await field(page, 'Assignee').getByRole('button', { name: 'Edit Assignee' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const answer = holdAnswers()
  for (const name of ['rita', 'dan', 'gus']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('mi')
  const search = page.getByRole('combobox', { name: 'Search assignees' })
  await expect(search).toHaveValue('ritadangusmi')
  answer()
  await expect(search).toHaveValue('mi')
  await search.fill('')
  // The chosen options are in their places in the open list, or in the order of choice if the list had not loaded.
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(3)
  for (const name of ['Rita', 'Dan', 'Gus']) await expect(chosen.filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('Escape')
})

test('MILE-003 Enter right after typing takes the first milestone that matches', async () => {
  const { page } = made()
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await typeAndEnter(page, 'zinnia')
  await expect(field(page, 'Milestone').getByRole('link')).toHaveText('Zinnia cloth')
})

test('LABEL-001 Enter right after typing takes the first label that matches', async () => {
  const { page } = made()
  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await typeAndEnter(page, 'zinnia')
  await expect(option(page, 'zinnia')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('LABEL-001 a label of exactly the typed name stands before those that only contain it', async () => {
  const { page, scene } = made()
  await scene.make(`projects/${scene.projectId}/labels`, { name: 'a bit of zinnia', color: '#6699cc' })
  await page.reload()
  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('Zinnia')
  await expect(page.getByRole('option')).toHaveText(['zinnia', 'a bit of zinnia'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('LABEL-001 Enter takes the label of exactly the typed name, also when it is none of those known so far', async () => {
  const { page, scene, holdAnswers } = made()
  const names = Array.from({ length: 250 }, (_, at) => `a loop of zinnia ${at}`)
  for (const name of names) await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#6699cc' })
  const { iid } = await scene.issue({ title: 'Among many labels' })
  await scene.visitIssue(page, iid)
  await page.reload()
  // The list loads its further pages by itself.
  const answer = holdAnswers(/"searchTerm":"","isGroup":false,"after":null/)
  await field(page, 'Labels').getByRole('button', { name: 'Edit Labels' }).click()
  await expect(option(page, 'a loop of zinnia 0')).toBeVisible()
  await page.keyboard.type('zinnia')
  await expect(option(page, 'a loop of zinnia 0')).toBeVisible()
  await expect(page.getByRole('option', { name: 'zinnia', exact: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  answer()
  await expect(page.getByRole('option', { selected: true })).toHaveText(['zinnia'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('MILE-003 a milestone is offered to be created only when the search has not found it', async () => {
  const { page, holdAnswers } = made()
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await expect(option(page, 'Alder cloth')).toBeVisible()
  const create = page.getByRole('option', { name: /^Create milestone/ })
  const letGo = holdAnswers()
  await page.keyboard.type('Oak cloth')
  await expect(option(page, 'Alder cloth')).toBeVisible()
  await expect(create).toHaveCount(0)
  letGo()
  await page.keyboard.type('s')
  await expect(create).toHaveText('Create milestone “Oak cloths”')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('MILE-003 an arrow key chooses among the milestones that are shown, without a wait', async () => {
  const { page, holdAnswers } = made()
  await field(page, 'Milestone').getByRole('button', { name: 'Edit Milestone' }).click()
  await expect(option(page, 'Alder cloth')).toBeVisible()
  const letGo = holdAnswers()
  const keys = ['z', 'ArrowDown', 'ArrowUp', 'Enter']
  await Promise.all(keys.map(key => page.keyboard.press(key)))
  await expect(field(page, 'Milestone').getByRole('link')).toHaveText('Alder cloth')
  letGo()
})

test('MOVE-001 Enter right after typing takes the first project that matches, and does not send the form', async () => {
  const { page, scene } = made()
  const other = await scene.inNewProject()
  await page.reload()
  await page.locator('[data-mount="move-issue"]').getByRole('button', { name: 'Move issue' }).click()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await typeAndEnter(page, other.path.slice(1))
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Remove / })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('PLATFORM-004 Enter right after typing filters by the first person who matches', async () => {
  const { page, scene } = made()
  await scene.visitList(page)
  await page.getByRole('combobox', { name: 'Search or filter issues' }).click()
  await option(page, 'Author').click()
  await option(page, /^is$/).click()
  await typeAndEnter(page, 'gus')
  await expect(page.getByRole('button', { name: /^Author is .*gus/i })).toBeVisible()
})

test('PLATFORM-004 a list whose address filters without a token says that nothing matches, and clears the filters', async () => {
  const { page, scene } = made()
  const lists = [
    [`${scene.path}/-/issues?scope=assigned_to_me&iids[]=99999`, 'issues'],
    [`${scene.path}/-/merge_requests?author_id=99999`, 'merge_requests'],
    [`/groups/${scene.path.split('/')[1]}/-/epics?my_reaction_emoji=loom`, 'epics'],
  ] as const
  for (const [address, list] of lists) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'No Matching Results' })).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(new RegExp(`/${list}\\?state=all$`))
  }
})

test('PLATFORM-004 Ctrl+Enter right after typing opens the first issue that matches in a new tab', async () => {
  const { page, scene } = made()
  const issue = await scene.issue({ title: 'Oil the warp beam' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await page.keyboard.type('warp beam')
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+Enter')])
  await expect(opened).toHaveURL(new RegExp(`/issues/${issue.iid}$`))
  await opened.close()
})
