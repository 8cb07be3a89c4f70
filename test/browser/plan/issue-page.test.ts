import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { day, field, live, visit } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

test.describe('an issue on the page of one person', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, dan: await scene.openAs('dan', `${scene.path}/-/issues`) }
  })
  test.afterEach(() => made().dan.unrouteAll())

  test('NEWISSUE-001 a person writes a new issue with all its fields', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#c02b3c' })
    await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth' })
    await scene.visitList(page)
    await expect(page.getByRole('heading', { name: 'No issues yet' })).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByRole('heading', { name: 'New issue', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(page.getByText('Enter a title.')).toBeVisible()
    await page.getByLabel('Title').fill('The shed is too narrow')
    await page.getByRole('textbox', { name: 'Description' }).fill('Measure **twice**.')
    // A typed title survives a reload.
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('The shed is too narrow')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Measure **twice**.')
    await page.getByRole('button', { name: 'Assign yourself' }).click()
    await page.getByRole('combobox', { name: 'Labels' }).fill('bug')
    await page.getByRole('option', { name: 'bug' }).click()
    await page.getByRole('combobox', { name: 'Milestone' }).fill('First')
    await page.getByRole('option', { name: 'First cloth' }).click()
    await page.getByLabel('Due date').fill('tomorrow')
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('3')
    await page.getByLabel('This issue is confidential').check()
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(page.getByRole('heading', { name: 'The shed is too narrow', level: 1 })).toBeVisible()
    await expect(page.getByRole('article', { name: 'The shed is too narrow' }).getByText('twice')).toBeVisible()
    await expect(field(page, 'Assignee')).toContainText('Dan')
    await expect(field(page, 'Labels')).toContainText('bug')
    await expect(field(page, 'Milestone')).toContainText('First cloth')
    await expect(field(page, 'Due date')).toContainText('Tomorrow')
    await expect(field(page, 'Weight')).toContainText('3')
    await expect(field(page, 'Confidentiality')).toContainText('This issue is confidential')
    await visit(page, `${scene.path}/-/issues/new`)
    await expect(page.getByLabel('Title')).toHaveValue('')
  })

  test('EDIT-001 EDIT-015 EDIT-019 an edit is kept, asked about and saved', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page, { description: 'Before' })
    await page.keyboard.press('e')
    const title = page.getByLabel('Title', { exact: true })
    const description = page.getByRole('textbox', { name: 'Description' })
    await expect(title).toBeFocused()
    await title.fill('   ')
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await title.fill('The shuttle jams at the left')
    await description.fill('After')

    const questions: string[] = []
    page.on('dialog', dialog => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(title).toHaveValue('The shuttle jams at the left')
    await page.getByRole('link', { name: 'Labels', exact: true }).click()
    await expect(title).toHaveValue('The shuttle jams at the left')
    const address = page.url()
    await page.evaluate(() => history.back())
    await expect.poll(() => questions).toEqual(Array(3).fill('Are you sure you want to lose your issue information?'))
    await expect(page).toHaveURL(address)
    await expect(title).toHaveValue('The shuttle jams at the left')

    page.removeAllListeners('dialog')
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await expect(title).toHaveValue('The shuttle jams at the left')
    await expect(description).toHaveValue('After')
    await description.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'The shuttle jams at the left', level: 1 })).toBeVisible()
    await expect(page.getByText('After', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Edited just now by Dan/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The shuttle jams at the left', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue editing' })).toHaveCount(0)
  })

  test('ASSIGN-006 ASSIGN-007 ASSIGN-008 people are marked in the list and saved once when it closes', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page)
    let saved = 0
    page.on('request', request => {
      if (request.postData()?.includes('add_assignee_ids')) saved += 1
    })
    await page.keyboard.press('a')
    const search = page.getByRole('combobox', { name: 'Search assignees' })
    await expect(search).toBeFocused()
    await expect(field(page, 'Assignee').getByRole('button', { name: 'Apply Assignee' })).toBeVisible()
    await search.fill('rita')
    await expect(page.getByRole('option')).toHaveCount(1)
    await search.press('Enter')
    await search.fill('dan')
    await expect(page.getByRole('option', { name: /^Rita/ })).toHaveCount(0)
    await page.getByRole('option', { name: /^Dan/ }).click()
    expect(saved).toBe(0)
    await page.getByRole('button', { name: 'Apply 2 Assignees' }).click()
    await expect(field(page, '2 Assignees')).toContainText('Rita')
    await expect(page.getByText(/assigned to @rita/)).toBeVisible()
    expect(saved).toBe(1)

    await page.keyboard.press('a')
    await expect(search).toBeFocused()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(search).toBeHidden()
    expect(saved).toBe(1)

    await page.keyboard.press('a')
    await page.getByRole('option', { name: 'Unassigned' }).click()
    await page.getByRole('button', { name: /^Apply/ }).click()
    await expect(field(page, 'Assignee')).toContainText('None')
    await field(page, 'Assignee').getByRole('button', { name: 'assign yourself' }).click()
    await expect(field(page, 'Assignee')).toContainText('Dan')
  })

  test('LABEL-004 LABEL-005 LABEL-008 labels are chosen, made and replace others of their scope', async () => {
    const { scene, dan: page } = made()
    const label = (name: string) => scene.make(`projects/${scene.projectId}/labels`, { name, color: '#c02b3c' })
    await label('priority::high')
    await label('priority::low')
    await scene.showIssue(page, { labels: 'priority::high' })
    await page.keyboard.press('l')
    await page.getByRole('option', { name: 'priority::low' }).click()
    const search = page.getByRole('combobox', { name: 'Search labels' })
    await search.fill('needs oil')
    await page.getByRole('option', { name: 'Create label “needs oil”' }).click()
    const create = page.getByRole('button', { name: 'Create', exact: true }).last()
    const form = page.getByRole('form', { name: 'Create project label' })
    await form.getByLabel('Name').fill('')
    await expect(create).toBeDisabled()
    await form.getByLabel('Name').fill('needs oil now')
    // Escape goes one step back, with what was typed.
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(search).toHaveValue('needs oil now')
    await search.fill('needs oil')
    await page.getByRole('option', { name: 'Create label “needs oil”' }).click()
    await form.getByRole('button', { name: 'Teal' }).click()
    await expect(form.getByLabel('Color', { exact: true })).toHaveValue('#0e8a76')
    await create.click()
    await page.getByRole('button', { name: 'Apply Labels' }).click()
    await expect(field(page, 'Labels').getByRole('link', { name: /needs oil/ })).toBeVisible()
    await expect(field(page, 'Labels').getByRole('link', { name: /priority.*low/ })).toBeVisible()
    await expect(field(page, 'Labels').getByRole('link', { name: /priority.*high/ })).toHaveCount(0)

    await field(page, 'Labels').getByRole('button', { name: 'Remove label needs oil' }).click()
    await field(page, 'Labels').getByRole('button', { name: 'Remove label priority::low' }).click()
    await expect(field(page, 'Labels')).toContainText('None')
  })

  test('SIDE-014 ERRMSG-012 a field that cannot be saved shows what it was, and why', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page, { weight: 2 })
    await page.route('**/api/graphql', route => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await field(page, 'Weight').getByRole('button', { name: 'remove weight' }).click()
    const problem = field(page, 'Weight').getByText('Something went wrong while setting issue weight.')
    await expect(problem).toBeVisible()
    await expect(field(page, 'Weight')).toContainText('2 - remove weight')
    await field(page, 'Weight').getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toBeHidden()
  })

  test('ISSUE-014 SIDE-005 SIDE-006 owners delete, widgets stand in named places, and one that fails leaves the others', async ({
    api,
  }) => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await api()('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 50 })
    const { iid } = await scene.issue({ title: 'To be gone' })
    // A part that React cannot show: the answer of the server without the participants.
    let isBroken = true
    await page.route('**/-/pages/issue?**', async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (isBroken) body.issue.participants = null
      await route.fulfill({ response: answer, json: body })
    })
    await scene.visitList(page)
    await page.getByRole('link', { name: 'To be gone' }).click()
    await expect(page.getByText('An error occurred while fetching participants.')).toBeVisible()
    await expect(field(page, 'Weight')).toBeVisible()
    expect(await page.getByRole('complementary', { name: 'Fields' }).locator('[data-mount]').count()).toBe(23)
    // The button is pressed immediately, before the page reads itself again for another reason.
    await page.getByRole('button', { name: 'Try again' }).focus()
    isBroken = false
    await page.keyboard.press('Enter')
    await expect(field(page, '1 Participant')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete issue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete issue' }).click()
    await expect(page.getByRole('heading', { name: 'Issues', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To be gone' })).toHaveCount(0)
    // It would cover the corner of the next page.
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
    expect((await api()('GET', `projects/${scene.projectId}/issues/${iid}`)).status).toBe(404)
  })

  test('SIDE-007 the sidebar folds and stays folded', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page, { weight: 100_000 })
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect(page.getByRole('button', { name: 'Weight 10000…' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Weight 10000…' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByRole('combobox', { name: 'Search assignees' })).toBeFocused()
  })
})

test.describe('every other field of the sidebar', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    await scene.make(`projects/${scene.projectId}/milestones`, { title: 'First cloth', due_date: day(-2) })
    const { page } = await scene.openIssue('dan')
    const milestones: string[] = []
    page.on('request', request => {
      if (request.postData()?.includes('SetMilestone')) milestones.push(request.url())
    })
    return { page, milestones }
  })

  test('MILE-005 choosing the milestone that is set sends nothing', async () => {
    const { page, milestones } = made()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'First cloth (expired)' }).click()
    await expect(field(page, 'Milestone')).toContainText('First cloth (expired)')
    await expect(page.getByText(/changed milestone to/)).toBeVisible()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'First cloth (expired)' }).click()
    await expect(page.getByRole('combobox', { name: 'Search milestone' })).toBeHidden()
    expect(milestones).toHaveLength(1)
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'No milestone' }).click()
    await expect(field(page, 'Milestone')).toContainText('None')
  })

  test('DATE-004 a due date in the past says so, and is removed', async () => {
    const { page } = made()
    const dueDate = field(page, 'Due date')
    await dueDate.getByRole('button', { name: 'Edit Due date' }).click()
    await page.getByRole('textbox', { name: 'Due date' }).fill(day(-1))
    await page.keyboard.press('Enter')
    await expect(dueDate).toContainText('Yesterday (past due)')
    await dueDate.getByRole('button', { name: 'remove due date' }).click()
    await expect(dueDate).toContainText('None')
  })

  test('WEIGHT-001 a negative weight is refused', async () => {
    const { page } = made()
    const weight = field(page, 'Weight')
    await weight.getByRole('button', { name: 'Edit Weight' }).click()
    await weight.getByRole('spinbutton').fill('-1')
    await page.keyboard.press('Enter')
    await expect(weight.getByRole('spinbutton')).toHaveAttribute('aria-invalid', 'true')
    await weight.getByRole('spinbutton').fill('5')
    await page.keyboard.press('Enter')
    await expect(weight).toContainText('5 - remove weight')
    await weight.getByRole('button', { name: 'remove weight' }).click()
    await expect(weight).toContainText('None')
  })

  test('CONFID-002 an issue is made confidential and public again', async () => {
    const { page } = made()
    await field(page, 'Confidentiality').getByRole('button', { name: 'Edit Confidentiality' }).click()
    await expect(page.getByText(/will keep access to this issue/)).toBeVisible()
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(field(page, 'Confidentiality')).toContainText('This issue is confidential')
    await field(page, 'Confidentiality').getByRole('button', { name: 'Edit Confidentiality' }).click()
    await expect(page.getByText(/with access to the project will be able to view/)).toBeVisible()
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await expect(field(page, 'Confidentiality')).toContainText('Not confidential')
  })

  test('LOCK-001 an issue is locked', async () => {
    const { page } = made()
    await field(page, 'Lock').getByRole('button', { name: 'Edit Lock' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(field(page, 'Lock')).toContainText('only project members can comment')
  })

  test('TODO-001 a to-do is added and marked as done', async () => {
    const { page } = made()
    await expect(page.getByRole('link', { name: 'To-do list', exact: true })).toBeVisible()
    await field(page, 'To-do').getByRole('button', { name: 'Add a to do' }).click()
    await expect(page.getByRole('link', { name: 'To-do list, 1 to-do' })).toBeVisible(live)
    await field(page, 'To-do').getByRole('button', { name: 'Mark as done' }).click()
    await expect(page.getByRole('link', { name: 'To-do list', exact: true })).toBeVisible(live)
  })

  test('notifications are switched for good', async () => {
    const { page } = made()
    const notifications = page.getByRole('switch', { name: 'Notifications' })
    const before = await notifications.isChecked()
    await notifications.click()
    await expect(notifications).toBeChecked({ checked: !before })
    await expect(field(page, 'Notifications')).not.toHaveAttribute('aria-busy', 'true')
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked({ checked: !before })
  })
})
