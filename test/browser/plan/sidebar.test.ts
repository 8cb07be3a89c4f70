import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, live, rows } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'

test.setTimeout(120_000)

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

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
    // At once: between keys that are awaited, a busy machine may pause for long enough to search.
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

test('ASSIGN-009 where there is one assignee at most, choosing somebody is all', async ({ scene, api }) => {
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
    await expect(page.getByRole('tooltip')).toHaveText('Due 6 May, 2040')
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

  test('a change in the sidebar is undone by z, unless somebody has changed the same since', async () => {
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

test.describe('weight, confidentiality and lock', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { page } = await scene.openIssue('dan', { description: 'A line\n\n'.repeat(60), weight: 4 })
    return { scene, page }
  })

  test('WEIGHT-002 WEIGHT-003 a weight is removed by its action and by an empty value', async () => {
    const { page } = made()
    const weight = field(page, 'Weight')
    await weight.getByRole('button', { name: 'remove weight' }).click()
    await expect(weight).toContainText('None')
    await weight.getByRole('button', { name: 'Edit Weight' }).click()
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('7')
    await page.keyboard.press('Enter')
    await expect(weight).toContainText('7')
    await weight.getByRole('button', { name: 'Edit Weight' }).click()
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('')
    await page.keyboard.press('Enter')
    await expect(weight).toContainText('None')
    await expect(weight.getByRole('button', { name: 'remove weight' })).toHaveCount(0)
  })

  test('CONFID-003 CONFID-004 CONFID-005 confidentiality warns in both directions, and says that it is applied', async () => {
    const { page } = made()
    const secret = field(page, 'Confidentiality')
    await secret.getByRole('button', { name: 'Edit Confidentiality' }).click()
    await expect(page.getByText('at least the Planner role', { exact: true })).toBeVisible()
    const letGo = await holdBack(page, /\/api\/graphql$/, 'POST')
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Applying', exact: true })).toBeDisabled()
    letGo()
    await expect(secret).toContainText('This issue is confidential')
    await secret.getByRole('button', { name: 'Edit Confidentiality' }).click()
    await expect(page.getByText(/Turn off confidentiality.*Everyone/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('LOCK-002 LOCK-003 the lock says who may comment, before and after', async () => {
    const { page } = made()
    const lock = field(page, 'Lock')
    await lock.getByRole('button', { name: 'Edit Lock' }).click()
    await expect(page.getByText('Only project members will be able to comment.')).toBeVisible()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(lock).toContainText('only project members can comment')
    await lock.getByRole('button', { name: 'Edit Lock' }).click()
    await expect(page.getByText('Everyone will be able to comment.')).toBeVisible()
  })

  test('UI-010 ERRMSG-005 a lock that fails says so, in an alert that is dismissed', async () => {
    const { page } = made()
    const lock = field(page, 'Lock')
    await page.route('**/api/graphql', route => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    const problem = lock.getByRole('alert')
    await expect(problem).toContainText('Something went wrong trying to change the locked state of this issue')
    await problem.getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toHaveCount(0)
    await page.unroute('**/api/graphql')
  })

  test('CONFID-006 LOCK-004 a confidential and locked issue shows both, on its page and in the list', async () => {
    const { scene, page } = made()
    await expect(page.locator('main').getByText('Confidential', { exact: true })).toBeVisible()
    await page.getByRole('heading', { name: 'Activity' }).scrollIntoViewIfNeeded()
    await expect(page.locator('[data-sticky-header]').getByText('Locked')).toBeVisible()
    await page.goto(`${scene.path}/-/issues`)
    await expect(rows(page).first().getByRole('img', { name: 'Confidential' })).toBeVisible()
    await expect(rows(page).first().getByRole('img', { name: 'Locked' })).toBeVisible()
  })
})

test.describe('the reference', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid, page } = await scene.openIssue(
      'dan',
      {},
      {
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    )
    const styles: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'stylesheet') styles.push(request.url())
    })
    const reference = `${scene.path.slice(1)}#${iid}`
    return { page, reference, styles }
  })

  test('REF-001 REF-002 REF-004 the reference is copied, and its button says so for a second', async () => {
    const { page, reference } = made()
    const field_ = field(page, 'Reference')
    await expect(field_).toContainText(reference)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await field_.getByRole('button', { name: 'Copy reference' }).click()
    await expect(field_.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
    await page.clock.runFor(900)
    await expect(field_.getByRole('button', { name: 'Copied' })).toBeVisible()
    await page.clock.runFor(200)
    await expect(field_.getByRole('button', { name: 'Copy reference' })).toBeVisible()
  })

  test('REF-003 a failed copy shows an error', async () => {
    const { page } = made()
    const field_ = field(page, 'Reference')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
      document.execCommand = () => false
    })
    await field_.getByRole('button', { name: 'Copy reference' }).click()
    await expect(field_.getByRole('button', { name: 'Copy failed. Please manually copy the value.' })).toBeVisible()
    await page.clock.resume()
  })

  test('UI-013 the stylesheet of the calendar is loaded with its first use', async () => {
    const { page, styles } = made()
    // Other parts may load theirs while the page is at rest.
    const ofCalendar = () => styles.filter(each => each.includes('/Calendar-'))
    expect(ofCalendar()).toEqual([])
    await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    expect(ofCalendar()).toHaveLength(1)
  })
})

test.describe('the page of an issue for each role', () => {
  const made = setUpOnce(async ({ browser, weft, newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue()
    const address = `${scene.path}/-/issues/${iid}`
    const open = (who: 'dan' | 'gus') => scene.openAs(who, address)
    const [dan, gus] = [await open('dan'), await open('gus')]
    const stranger = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
    await stranger.goto(address)
    return { dan, gus, stranger }
  })

  test('PERM-004 everybody sees every field, a reader without a control', async () => {
    const { dan, gus, stranger } = made()
    const names = ['Assignee', 'Labels', 'Milestone', 'Due date', 'Weight', 'Confidentiality', 'Lock', 'Reference']
    for (const page of [dan, gus, stranger]) for (const name of names) await expect(field(page, name)).toBeVisible()
    for (const page of [gus, stranger]) await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  })

  test('PERM-006 PERM-014 an editor is offered to edit, lock and close', async () => {
    const { dan } = made()
    await expect(dan.getByRole('button', { name: 'Edit Lock' })).toBeVisible()
    await expect(dan.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await expect(dan.getByRole('button', { name: 'Close issue' }).first()).toBeVisible()
  })

  test('PERM-005 a guest and a visitor find fewer actions', async () => {
    const { gus, stranger } = made()
    for (const page of [gus, stranger]) await expect(page.getByRole('button', { name: 'Close issue' })).toHaveCount(0)
    await gus.getByRole('button', { name: 'More actions' }).first().click()
    await expect(gus.getByRole('menuitem', { name: 'New issue' })).toBeVisible()
    await stranger.getByRole('button', { name: 'More actions' }).first().click()
    await expect(stranger.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(stranger.getByRole('menuitem', { name: 'New issue' })).toHaveCount(0)
  })
})

test('PLATFORM-016 the list of a group follows its projects within a second', async ({ scene }) => {
  const { iid } = await scene.issue({ title: 'The first pick' })
  const group = `/groups/${scene.path.split('/')[1]}/-/issues`
  const page = await scene.openAs('gus', group)
  await expect(rows(page)).toHaveCount(1)
  await scene.issue({ title: 'The second pick' })
  await expect(rows(page).first()).toContainText('The second pick', live)
  await scene.change(iid, { title: 'The first pick, undone' })
  await expect(rows(page).nth(1)).toContainText('The first pick, undone', live)
  await scene.change(iid, { state_event: 'close' })
  await expect(rows(page)).toHaveCount(1, live)
  await expect(page.getByRole('link', { name: /^Closed/ })).toContainText('1')
})

test('DATE-002 EDIT-001 words for a day are read or refused, and never become today', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.type('whenever')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Enter a date, such as/)
  await page.getByRole('textbox', { name: 'Due date' }).clear()
  await page.keyboard.type('31 Dec 2031')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Due date')).toContainText('31 Dec, 2031')

  await page.goto(`${scene.path}/-/issues/new`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A new shuttle')
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.type('whenever')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Enter a date, such as/)
  await expect(page.getByLabel('Due date')).toBeFocused()
  await page.getByLabel('Due date').fill('in 2 years')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(field(page, 'Due date')).toContainText(String(new Date().getFullYear() + 2))
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

test('UI-011 a browser whose clock is a day off shows the times of the server', async ({ scene }) => {
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await page.goto(`${scene.path}/-/issues/${iid}`)
  await expect(page.locator('time').first()).toHaveText('just now')
})

test('TIME-001 TIME-002 TIME-003 time is tracked in the sidebar, which follows quick actions', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  await expect(page.locator('[data-mount="time-tracker"]')).toContainText('No estimate or time spent')
  const tracker = field(page, 'Time tracking')
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Estimate' }).fill('2h')
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('30m')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker.getByRole('progressbar', { name: '30m spent of 2h estimated' })).toBeVisible()
  // A form that is open follows the estimate too, and does not set it back.
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('/estimate 1h\n/spend 1h')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(tracker.getByRole('textbox', { name: 'Estimate' })).toHaveValue('1h', live)
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('15m')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker.getByRole('progressbar', { name: '1h 45m spent of 1h estimated' })).toBeVisible()
  await expect(tracker).toContainText('Over estimate')
  await tracker.getByRole('button', { name: 'Edit Time tracking' }).click()
  await tracker.getByRole('textbox', { name: 'Add time spent' }).fill('-9h')
  await tracker.getByRole('button', { name: 'Save' }).click()
  await expect(tracker).toContainText('Time to subtract exceeds the total time spent.')
  await expect(tracker.getByRole('textbox', { name: 'Add time spent' })).toHaveValue('-9h')
})

test('DATE-003 Enter in the due date saves it and closes the calendar', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
  await page.getByRole('textbox', { name: 'Due date' }).fill('2031-02-03')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Due date' })).toHaveCount(0)
  await expect(field(page, 'Due date').getByRole('button', { name: 'Edit Due date' })).toBeFocused()
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

test('a part of the page that an upgrade has removed loads the page again, once', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  await page.route(/\/assets\/Calendar-[^/]*\.js$/, route => route.fulfill({ status: 404 }))
  const edit = () => field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
  const reloaded = page.waitForEvent('load')
  await edit()
  await reloaded
  await page.unroute(/\/assets\/Calendar-[^/]*\.js$/)
  await edit()
  await expect(page.getByRole('dialog', { name: 'Due date' }).getByRole('grid')).toBeVisible()
})
