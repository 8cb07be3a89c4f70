import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'
import { field, live, rows, visit } from './issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

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
    // What is typed survives a reload.
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

  test('EDIT-001 EDIT-015 EDIT-019 what is edited is kept, asked about and saved', async () => {
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
    expect(await page.locator('[data-mount]').count()).toBe(23)
    // At once, before the page reads itself again for another reason.
    await page.getByRole('button', { name: 'Try again' }).focus()
    isBroken = false
    await page.keyboard.press('Enter')
    await expect(field(page, '1 Participant')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete issue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete issue' }).click()
    await expect(page.getByRole('heading', { name: 'Issues', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To be gone' })).toHaveCount(0)
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

test.describe('an issue that several people see', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const at = `${scene.path}/-/issues`
    return {
      scene,
      dan: await scene.openAs('dan', at),
      rita: await scene.openAs('rita', at),
      gus: await scene.openAs('gus', at),
    }
  })
  test.afterEach(() => made().dan.unrouteAll())

  test('EDIT-016 EDIT-020 two people edit at once, and neither text is lost', async () => {
    const { scene, dan, rita } = made()
    const { iid } = await scene.showIssue(dan, { description: 'One' })
    await scene.visitIssue(rita, iid)
    await dan.getByRole('button', { name: 'Edit', exact: true }).click()
    await dan.getByRole('textbox', { name: 'Description' }).fill('What Dan writes')
    await rita.getByRole('button', { name: 'Edit', exact: true }).click()
    await rita.getByRole('textbox', { name: 'Description' }).fill('What Rita writes')
    await rita.getByRole('button', { name: 'Save changes' }).click()
    await expect(rita.getByText('What Rita writes')).toBeVisible()
    const warning = dan.getByText(/^Someone edited this issue at the same time you did\./)
    await expect(warning).toBeVisible(live)
    await expect(dan.getByRole('textbox', { name: 'Description' })).toHaveValue('What Dan writes')
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(dan.getByRole('textbox', { name: 'Description' })).toHaveValue('What Dan writes')
    await expect(warning).toBeVisible()
    await dan.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(warning).toBeHidden()
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(dan.getByRole('article').getByText('What Dan writes')).toBeVisible()
    await expect(rita.getByRole('article').getByText('What Dan writes')).toBeVisible(live)
  })

  test('ASSIGN-008 LABEL-002 two people change the labels and assignees of an issue at once, and both changes hold', async ({
    api,
  }) => {
    const { scene, dan, rita } = made()
    for (const name of ['bug', 'linen', 'wool'])
      await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#c02b3c' })
    const { iid } = await scene.showIssue(dan, { labels: 'wool', assignee_ids: [scene.people.gus.id] })
    await scene.visitIssue(rita, iid)
    const open = (page: Page, name: string) =>
      field(page, name)
        .getByRole('button', { name: `Edit ${name}` })
        .click()
    const mark = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).click()
    const apply = (page: Page) => page.getByRole('button', { name: /^Apply/ }).click()

    await open(dan, 'Labels')
    await mark(dan, 'bug')
    await open(rita, 'Labels')
    await mark(rita, 'linen')
    await mark(rita, 'wool')
    await apply(rita)
    await apply(dan)
    await open(dan, 'Assignee')
    await mark(dan, /^Dan/)
    await open(rita, 'Assignee')
    await mark(rita, /^Rita/)
    await mark(rita, /^Gus/)
    await apply(rita)
    await apply(dan)
    for (const page of [dan, rita]) {
      await expect(field(page, 'Labels').getByRole('link')).toHaveText(['bug', 'linen'], live)
      await expect(field(page, '2 Assignees')).toContainText('Dan', live)
      await expect(field(page, '2 Assignees')).toContainText('Rita')
    }
    // The history names each with what they did themselves.
    const { body } = await api()('GET', `projects/${scene.projectId}/issues/${iid}/notes?sort=asc`)
    const told = (body as { author: { id: number }; body: string }[]).map(note => [note.author.id, note.body])
    const { dan: danId, rita: ritaId } = { dan: scene.people.dan.id, rita: scene.people.rita.id }
    expect(told).toEqual([
      [ritaId, expect.stringMatching(/^assigned to @rita.* and unassigned @gus/)],
      [danId, expect.stringMatching(/^assigned to @dan(?!.*unassigned)/)],
    ])
  })

  test('ISSUE-028 the page and the list follow what others do within a second', async () => {
    const { dan, rita: watcher, gus: reader } = made()
    const scene = await made().scene.inNewProject()
    const { iid } = await scene.showIssue(dan)
    await scene.visitIssue(watcher, iid)
    await scene.visitList(reader)
    await expect(rows(reader)).toHaveCount(1)
    await scene.issue({ title: 'The reed is bent' })
    await expect(rows(reader).first()).toContainText('The reed is bent', live)
    await dan.keyboard.press('e')
    await dan.getByLabel('Title', { exact: true }).fill('The shuttle flies')
    await dan.keyboard.press('Control+Enter')
    await expect(dan.getByRole('heading', { name: 'The shuttle flies', level: 1 })).toBeVisible()
    await expect(watcher.getByRole('heading', { name: 'The shuttle flies', level: 1 })).toBeVisible(live)
    await expect(reader.getByRole('link', { name: 'The shuttle flies' })).toBeVisible(live)
    await dan.getByRole('article').getByRole('button', { name: 'Close issue' }).click()
    await expect(watcher.getByText(/closed just now by Dan/)).toBeVisible(live)
    await expect(rows(reader)).toHaveCount(1, live)
    await expect(reader.getByRole('link', { name: 'Issues 1' })).toBeVisible(live)
  })

  test('TASK-007 TASK-008 the boxes of a description are ticked for everybody', async () => {
    const { scene, dan, gus } = made()
    const { iid } = await scene.showIssue(dan, { description: '- [ ] wind the warp\n- [ ] dress the loom' })
    await scene.visitIssue(gus, iid)
    await expect(gus.getByRole('checkbox', { name: 'dress the loom' })).toBeDisabled()
    await dan.getByRole('checkbox', { name: 'dress the loom' }).click()
    await expect(dan.getByText('1 of 2 checklist items completed')).toBeVisible()
    await expect(gus.getByRole('checkbox', { name: 'dress the loom' })).toBeChecked(live)
    await expect(gus.getByRole('checkbox', { name: 'wind the warp' })).not.toBeChecked()
    await scene.visitList(gus)
    await expect(rows(gus).first()).toContainText('1/2')
  })

  test('TASK-008 boxes that several people tick at the same moment are all ticked', async ({ api }) => {
    const { scene } = made()
    const call = api()
    const lines = Array.from({ length: 12 }, (_, index) => `- [ ] pick ${index + 1}`)
    const { iid } = await scene.issue({ description: lines.join('\n') })
    const answers = await Promise.all(
      lines.map((lineSource, at) => {
        const update_task = { index: at + 1, checked: true, line_number: at + 1, line_source: lineSource }
        return call('PUT', `${scene.path}/-/issues/${iid}.json`, { issue: { update_task } })
      }),
    )
    expect(answers.map(answer => answer.status)).toEqual(lines.map(() => 200))
    const { body } = await call('GET', `projects/${scene.projectId}/issues/${iid}`)
    expect(body).toMatchObject({ task_completion_status: { count: 12, completed_count: 12 } })
  })

  test('PERM-002 SIDE-010 a guest sees every field and no way to change it', async () => {
    const { scene, gus: page } = made()
    await scene.showIssue(page, { weight: 3 })
    for (const name of ['Assignee', 'Labels', 'Milestone', 'Due date', 'Weight', 'Confidentiality', 'Lock'])
      await expect(field(page, name)).toBeVisible()
    const sidebar = page.getByRole('complementary', { name: 'Fields' })
    await expect(sidebar.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('button', { name: 'Close issue' })).toHaveCount(0)
    await visit(page, `${scene.path}/-/issues/new`)
    await expect(page.getByLabel('This issue is confidential')).toBeVisible()
    await expect(page.getByLabel('Type')).toHaveCount(0)
  })
})

test.describe('the list of issues', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, dan: await scene.openAs('dan', `${scene.path}/-/issues`) }
  })

  test('a person goes from the list to a closed issue without a pointer', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.issue({ title: 'First' })
    await scene.issue({ title: 'Second' })
    await scene.visitList(page)
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'Second' })).toBeFocused()
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'First' })).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expect(page.getByRole('checkbox', { name: 'Select #2' })).toBeChecked()
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Second', level: 1 })).toBeVisible()
    const close = page.getByRole('article').getByRole('button', { name: 'Close issue' })
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      if (await close.evaluate(button => button === document.activeElement)) break
    }
    await expect(close).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').getByRole('button', { name: 'Reopen issue' })).toBeFocused()
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
  })

  test('KEYS-001 LIST-016 issues are triaged row by row without a pointer, and a change is undone', async ({ api }) => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#c02b3c' })
    for (const title of ['Third', 'Second', 'First']) await scene.issue({ title })
    await scene.visitList(page)
    await expect(rows(page)).toHaveCount(3)
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    await expect(page.getByRole('option', { name: 'bug' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(rows(page).filter({ hasText: 'First' })).toContainText('bug')
    await page.keyboard.press('j')
    await page.keyboard.press('w')
    await expect(page.getByRole('spinbutton', { name: 'Weight' })).toBeFocused()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Updated weight: 1 issue')).toBeVisible()
    await page.keyboard.press('e')
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Third' })).toBeFocused()
    await page.keyboard.press('z')
    await expect(page.getByText('Undone: 1 issue')).toBeVisible()
    const { body } = await api()('GET', `projects/${scene.projectId}/issues?order_by=created_at&sort=desc`)
    expect(body).toMatchObject([
      { title: 'First', labels: ['bug'], weight: null, state: 'opened' },
      { title: 'Second', labels: [], weight: 5, state: 'opened' },
      { title: 'Third', labels: [], weight: null, state: 'opened' },
    ])
  })

  test('the filters stand in the address, and the way back takes them back', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#c02b3c' })
    await scene.issue({ title: 'With a bug', labels: 'bug', assignee_ids: [scene.people.rita.id] })
    await scene.issue({ title: 'Without' })
    await scene.visitList(page)
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('/')
    await page.keyboard.type('lab')
    await page.getByRole('option', { name: 'Label' }).click()
    await page.getByRole('option', { name: 'is not', exact: true }).click()
    await page.getByRole('option', { name: 'bug' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/not\[labels\]\[\]=bug/)
    await expect(page.getByRole('button', { name: 'Label is not bug', exact: true })).toBeVisible()
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('combobox', { name: 'Search or filter issues' }).fill('without')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/search=without/)
    await visit(page, `${scene.path}/-/issues?assignee_username[]=${scene.people.rita.username}`)
    await expect(rows(page)).toContainText(['With a bug'])
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Due date' }).click()
    await expect(page).toHaveURL(/order_by=due_date&sort=asc/)
    await visit(page, `${scene.path}/-/issues?labels[]=nothing`)
    await expect(page.getByRole('heading', { name: 'No Matching Results' })).toBeVisible()
  })

  test('LIST-015 LIST-017 several issues are changed at once, and closing is taken back', async ({ api }) => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#c02b3c' })
    for (const title of ['One', 'Two', 'Three']) await scene.issue({ title })
    await scene.visitList(page)
    await page.getByRole('checkbox', { name: 'Select #1' }).check()
    await page.getByRole('checkbox', { name: 'Select #2' }).check()
    const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Labels' }).click()
    const sent = page.waitForRequest(/bulk_update/)
    await page.getByRole('option', { name: 'bug' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    expect((await sent).postDataJSON().update).toMatchObject({ remove_label_ids: [] })
    await expect(rows(page).filter({ hasText: 'bug' })).toHaveCount(2)
    // The next change is to the same rows.
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(rows(page)).toHaveCount(1)
    // Somebody looks at one of them again, and closes it on purpose.
    const two = `projects/${scene.projectId}/issues/2`
    for (const state_event of ['reopen', 'close']) await api()('PUT', two, { state_event })
    // The labels can be undone as well; the last change is the closing.
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('Undone: 1 issue. 1 issue did not change.')).toBeVisible()
    await page.getByRole('button', { name: 'Show details' }).click()
    const details = page.getByRole('dialog', { name: 'Issues that did not change' })
    await details.getByText('1 issue did not change: Someone has edited these issues since').click()
    await expect(details.getByRole('link', { name: '#2 Two' })).toBeVisible()
    await details.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(rows(page)).toHaveCount(2)
  })

  test('LIST-015 all issues that a list finds are edited at once after a preview, and z undoes it', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await Promise.all(Array.from({ length: 120 }, (_, index) => scene.issue({ title: `Issue ${index + 1}` })))
    await scene.issue({ title: 'Fire', issue_type: 'incident' })
    await scene.visitList(page)
    await page
      .getByRole('checkbox', { name: /^Select #/ })
      .first()
      .check()
    const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
    await bar.getByRole('button', { name: 'Select all 50' }).click()
    await bar.getByRole('button', { name: 'Select all 121 matching' }).click()
    await expect(bar).toContainText('All 121 matching selected')
    await bar.getByRole('button', { name: 'Health status' }).click()
    await page.getByRole('option', { name: 'At risk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit all matching issues' })
    await expect(dialog).toContainText('120 issues of 121 will change.')
    await dialog.getByText('1 issue will not change: These fields are not available for this type').click()
    await expect(dialog.getByRole('link', { name: /Fire/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Edit 120 issues' }).click()
    await expect(page.getByText('Updated health status: 120 issues. 1 issue did not change.')).toBeVisible()
    await scene.visitList(page)
    await page.goto(`${scene.path}/-/issues?health_status=at_risk&state=all`)
    await expect(page.getByRole('link', { name: 'All 120' })).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Select #/ })
      .first()
      .check()
    await bar.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText('Closed: 1 issue')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('z')
    await expect(page.getByText('Undone: 1 issue')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Closed 0' })).toBeVisible()
  })

  test('LIST-001 a list does not shift under the pointer: new issues wait, and come when they are asked for', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.issue({ title: 'The first' })
    await scene.visitList(page)
    await rows(page).first().hover()
    await scene.issue({ title: 'The second' })
    await scene.issue({ title: 'The third' })
    const news = page.getByRole('button', { name: '2 new issues' })
    await expect(news).toBeVisible(live)
    await expect(rows(page)).toHaveText([/The first/])
    await news.click()
    await expect(rows(page)).toHaveText([/The third/, /The second/, /The first/])
    await page.getByRole('heading', { level: 1 }).hover()
    await scene.issue({ title: 'The fourth' })
    await expect(rows(page).first()).toContainText('The fourth', live)
  })
})

test.describe('the pages of labels and milestones', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const page = await scene.openAs('dan', `${scene.path}/-/labels`)
    const list = page.getByRole('main').getByRole('listitem')
    return { scene, page, list }
  })

  test('a label is made, and no second one of its name', async () => {
    const { page, list } = made()
    await page.getByRole('button', { name: 'New label' }).first().click()
    await page.getByLabel('Name').fill('bug')
    await page.getByRole('button', { name: 'Crimson' }).click()
    await page.getByRole('button', { name: 'Create label' }).click()
    await expect(list.filter({ hasText: 'bug' })).toBeVisible()
    await page.getByRole('button', { name: 'New label' }).click()
    await page.getByLabel('Name').fill('bug')
    await page.getByRole('button', { name: 'Create label' }).click()
    await expect(page.getByRole('dialog')).toContainText(/exists|taken/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('a label is prioritized, subscribed to, renamed and deleted', async () => {
    const { page, list } = made()
    await page.getByRole('button', { name: 'Prioritize bug' }).click()
    await expect(page.getByRole('heading', { name: 'Prioritized labels' })).toBeVisible()
    await page.getByRole('button', { name: 'Subscribe to bug' }).click()
    await expect(page.getByRole('button', { name: 'Unsubscribe from bug' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for bug' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('defect')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(list.filter({ hasText: 'defect' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions for defect' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete label' }).click()
    await expect(page.getByRole('heading', { name: 'No labels yet' })).toBeVisible()
  })

  test('a milestone is made, and never ends before it begins', async () => {
    const { page } = made()
    await page.getByRole('link', { name: 'Milestones', exact: true }).click()
    await page.getByRole('button', { name: 'New milestone' }).first().click()
    await page.getByLabel('Title').fill('First cloth')
    await page.getByRole('textbox', { name: 'Start date' }).fill(day(3))
    await page.getByRole('textbox', { name: 'Due date' }).fill(day(1))
    await page.getByLabel('Title').focus()
    await expect(page.getByText('The due date must not be before the start date.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Due date' }).fill(day(5))
    await page.getByRole('button', { name: 'Create milestone' }).click()
    await page.getByRole('link', { name: 'First cloth' }).click()
    await expect(page.getByRole('heading', { name: 'First cloth', level: 1 })).toBeVisible()
  })

  test('a milestone follows its issues, is closed and deleted', async ({ api }) => {
    const { scene, page } = made()
    const milestones = await api()('GET', `projects/${scene.projectId}/milestones`)
    // The one just made.
    const [milestone] = milestones.body as { readonly id: number }[]
    await scene.issue({ title: 'Wind the warp', milestone_id: milestone?.id })
    await expect(page.getByRole('link', { name: 'Wind the warp' })).toBeVisible(live)
    await page.getByRole('button', { name: 'Close milestone' }).click()
    await expect(page.getByRole('button', { name: 'Reopen milestone' })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete milestone' }).click()
    await expect(page.getByRole('heading', { name: 'No milestones yet' })).toBeVisible()
  })
})
