import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { mutate } from '../alert-scene.ts'
import { type ApiCall, setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { hydrated } from '../windows.ts'

const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const { projectId, people } = scene
  const call = api()
  await call('PUT', `projects/${projectId}/members/${people.dan.id}`, { access_level: 40 })
  const path = `${scene.path}/-/oncall_schedules`
  return { scene, call, path, page: await scene.openAs('dan', path) }
})

const choose = async (page: Page, label: string, text: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: option }).click()
}

test('a maintainer puts people on call, and the page says who it is now and who comes next', async () => {
  const { page, scene } = made()
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'No one is on call' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Firmware')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  const schedule = page.getByRole('region', { name: 'Firmware', exact: true })
  await expect(schedule).toContainText('Add a rotation to put people on call.')
  await schedule.getByRole('button', { name: 'Add rotation' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Primary')
  await choose(page, 'People', 'dan', /Dan/)
  await choose(page, 'People', 'rita', /Rita/)
  await page.getByRole('button', { name: 'Move Rita', exact: false }).first().click()
  await page.getByRole('textbox', { name: 'Starts' }).fill('2020-01-06T09:00')
  expect(await violations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Add rotation' }).click()
  await expect(schedule.getByText(/^Now: .*, until /)).toBeVisible()
  await expect(schedule.getByText(/^Primary · then /)).toBeVisible()
  await expect(schedule.getByRole('region', { name: 'Primary' })).toContainText('Turns of 1 week')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const address = page.getByRole('textbox', { name: 'Your shifts' })
  await expect(address).toHaveValue(/\/-\/oncall_schedules\.ics\?.*feed_token=glft-/)
  expect(await violations(page)).toEqual([])
  const calendar = await page.request.get(await address.inputValue())
  expect(await calendar.text()).toContain('SUMMARY:On call: Primary (Firmware)')
  await page.keyboard.press('Escape')
  const entry = page.getByRole('navigation', { name: /Loom/ }).getByRole('link', { name: 'On call' })
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await expect(entry).toHaveAttribute('href', `${scene.path}/-/oncall_schedules`)
})

test('a change by another person appears while the page is open: a schedule, and the times without anyone', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const projectPath = other.path.slice(1)
  const path = `${other.path}/-/oncall_schedules`
  const view = await other.openAs('rita', path)
  await expect(view.getByRole('heading', { name: 'No one is on call' })).toBeVisible()
  await hydrated(view)
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await expect(view.getByRole('region', { name: 'Firmware', exact: true })).toBeVisible(live)
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: [{ username: other.people.dan.username }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '00:00' } },
    weekdays: [1, 2, 3, 4, 5],
  })
  await expect(view.getByText('No one is on call at times this week')).toBeVisible(live)
  // Reporters read only.
  for (const name of ['New schedule', 'Add rotation', 'Override…'])
    await expect(view.getByRole('button', { name })).toHaveCount(0)
  await view.getByRole('link', { name: 'Next week' }).click()
  await expect(view).toHaveURL(/\?week=\d{4}-\d\d-\d\d$/)
  await expect(view.getByRole('region', { name: 'Primary' }).getByRole('listitem')).toHaveCount(1)
})

test('“Override…” draws another person, whose override is deleted from the grid', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const projectPath = other.path.slice(1)
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: [{ username: other.people.dan.username }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
  })
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  const shifts = page.getByRole('region', { name: 'Primary' }).getByRole('listitem')
  await expect(shifts.getByText('(override)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Override…' }).click()
  await choose(page, 'Person', 'rita', /Rita/)
  await page.getByLabel('Starts at').fill('2020-01-06T09:00')
  await page.getByLabel('Ends at').fill('2099-01-01T00:00')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add override' }).click()
  await expect(page.getByText(/^Now: Rita/)).toBeVisible()
  await shifts.getByRole('button', { name: /Rita.*\(override\)/ }).click()
  await page.getByRole('button', { name: 'Delete override' }).click()
  await expect(page.getByText(/^Now: Dan/)).toBeVisible()
  await expect(shifts.getByText('(override)')).toHaveCount(0)
})

test('“Page now” opens an incident, whose history tells who was paged', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const projectPath = other.path.slice(1)
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: [{ username: other.people.rita.username }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
  })
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Page now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/pages Rita/)
  await dialog.getByRole('textbox', { name: 'What is wrong?' }).fill('The warp is torn')
  await dialog.getByRole('button', { name: 'Page now' }).click()
  await expect(page.getByRole('heading', { name: 'The warp is torn', level: 1 })).toBeVisible()
  await expect(
    page.getByText(/paged @?Rita.*, who is on call in Firmware|paged .*, who is on call in Firmware/),
  ).toBeVisible()
})

test('ESCAL-007 a policy pages a schedule, is repeated, and reminds', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const projectPath = other.path.slice(1)
  await call('PUT', `projects/${other.projectId}/members/${other.people.dan.id}`, { access_level: 40 })
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Escalation policies' }).click()
  await page.getByRole('button', { name: 'New policy' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night watch')
  await choose(page, 'Page', 'Firm', 'Firmware')
  await page.getByLabel('Repeat the rules (times)').fill('2')
  await page.getByRole('checkbox', { name: 'Remind the person who acknowledged until it is resolved' }).check()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create policy' }).click()
  const row = page.getByRole('list', { name: 'Escalation policies' })
  await expect(row).toContainText('Page the people on call in Firmware immediately if not acknowledged')
  await expect(row).toContainText('Repeat 2 times, 10 minutes after the last rule')
  await expect(row).toContainText('Remind the person who acknowledged every 30 minutes')
  expect(await violations(page)).toEqual([])
})

test('ALERT-005 the head of an incident tells who is on call, and acknowledges and resolves it', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const projectPath = other.path.slice(1)
  const { iid } = await other.issue({ title: 'Fire', issue_type: 'incident' })
  const page = await other.openAs('dan', `${other.path}/-/issues/${iid}`)
  const head = page.getByRole('article', { name: 'Fire' })
  await expect(head.getByText('No one is on call. View schedules')).toBeVisible()
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: [{ username: other.people.rita.username }] },
    ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
  })
  await expect(head.getByText(/^On call: Rita/)).toBeVisible(live)
  expect(await violations(page)).toEqual([])
  await head.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(head.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  await expect(page.getByText('changed the incident status to Acknowledged')).toBeVisible()
  await head.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('changed the incident status to Resolved')).toBeVisible()
  await expect(head.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  const guest = await other.openAs('gus', `${other.path}/-/issues/${iid}`)
  await expect(guest.getByRole('heading', { name: 'Fire', level: 1 })).toBeVisible()
  await hydrated(guest)
  await expect(guest.getByText(/On call|No one is on call/)).toHaveCount(0)
})

test('ESCAL-003 “Page now” beside a policy opens an incident that has it', async () => {
  const { scene, call, page } = made()
  const rule = { username: scene.people.rita.username, elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }
  const projectPath = scene.path.slice(1)
  await mutate(call, 'escalationPolicyCreate', { projectPath, name: 'Night watch', description: '', rules: [rule] })
  await page.goto(`${scene.path}/-/escalation_policies`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Page now: Night watch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What is wrong?' }).fill('The hall is dark')
  await dialog.getByRole('button', { name: 'Page now' }).click()
  await expect(page.getByRole('heading', { name: 'The hall is dark', level: 1 })).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Night watch')).toBeVisible()
})

test('the head of an incident with a policy tells only who is on call in the schedules of the policy', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const [projectPath, { rita, dan }] = [other.path.slice(1), other.people]
  for (const [index, person] of [rita, dan].entries()) {
    await mutate(call, 'oncallScheduleCreate', { projectPath, name: `Schedule ${index + 1}`, timezone: 'UTC' })
    await mutate(call, 'oncallRotationCreate', {
      ...{
        projectPath,
        scheduleIid: String(index + 1),
        name: 'Primary',
        participants: [{ username: person.username }],
      },
      ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: '2020-01-06', time: '09:00' } },
    })
  }
  await mutate(call, 'escalationPolicyCreate', {
    ...{ projectPath, name: 'Night watch' },
    rules: [{ oncallScheduleIid: '2', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
  })
  const { iid } = await other.issue({ title: 'Fire', issue_type: 'incident' })
  const page = await other.openAs('rita', `${other.path}/-/issues/${iid}`)
  const head = page.getByRole('article', { name: 'Fire' })
  await expect(head.getByText(/^On call: Rita.*, Dan/)).toBeVisible()
  await call('POST', `projects/${other.projectId}/issues/${iid}/notes`, { body: '/page "Night watch"' })
  await expect(head.getByText(/^On call: Dan/)).toBeVisible(live)
  expect(await violations(page)).toEqual([])
})

/** A rotation of days in which dan and rita take turns; dan's turn is now. */
async function turns(call: ApiCall, projectPath: string, people: readonly string[]) {
  await mutate(call, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'UTC' })
  const date = new Date(Date.now() - 3_600_000).toISOString()
  await mutate(call, 'oncallRotationCreate', {
    ...{ projectPath, scheduleIid: '1', name: 'Primary', participants: people.map(username => ({ username })) },
    ...{ rotationLength: { length: 1, unit: 'DAYS' }, startsAt: { date: date.slice(0, 10), time: date.slice(11, 16) } },
  })
}

test('a person asks another one to take their shift, who finds it among the to-dos and accepts; the page of the first follows', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const { dan, rita } = other.people
  await turns(call, other.path.slice(1), [dan.username, rita.username])
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  await expect(page.getByText(/^Now: Dan/)).toBeVisible()
  // By the keyboard, from the shift in the week.
  const shifts = page.getByRole('region', { name: 'Primary' }).getByRole('listitem')
  await shifts.getByRole('button', { name: /Dan/ }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Swap shift' })
  await dialog.getByLabel('Person').selectOption(rita.username)
  await dialog.getByLabel('Shift in return').selectOption({ index: 1 })
  await dialog.getByLabel('Message').fill('My sister marries')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send request' }).click()
  const requests = page.getByRole('list', { name: 'Requests for swaps' })
  await expect(requests).toContainText(/You asked Rita.* to take a shift/)

  const ofRita = await other.openAs('rita', '/dashboard/todos')
  const entry = ofRita.getByRole('list', { name: 'Requests for swaps of shifts' }).getByRole('listitem')
  await expect(entry).toContainText(/Dan.* asks you to exchange a shift/)
  expect(await violations(ofRita)).toEqual([])
  await entry.getByRole('link').click()
  await expect(ofRita.getByText('My sister marries')).toBeVisible()
  await hydrated(ofRita)
  expect(await violations(ofRita)).toEqual([])
  await ofRita.getByRole('button', { name: /^Accept the request of Dan/ }).click()
  await expect(ofRita.getByText(/^Now: Rita/)).toBeVisible()
  await expect(page.getByText(/^Now: Rita/)).toBeVisible(live)
  await expect(requests).toHaveCount(0)
})

test('of two windows, the one that answers a request late says that it was answered', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const { dan, rita } = other.people
  const projectPath = other.path.slice(1)
  await turns(call, projectPath, [dan.username, rita.username])
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Swap shift…' }).click()
  await page.getByRole('dialog').getByLabel('Only a part of it').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  const withdraw = page.getByRole('button', { name: /^Withdraw the request/ })
  await expect(withdraw).toBeVisible()
  const late = await other.openAs('rita', `${other.path}/-/oncall_schedules`)
  await hydrated(late)
  const accept = late.getByRole('button', { name: /^Accept the request/ })
  await expect(accept).toBeVisible()
  // Its answer is held back until the other window has withdrawn.
  const held = Promise.withResolvers<void>()
  await late.route('**/accept', async route => {
    await held.promise
    await route.continue()
  })
  await accept.click()
  await withdraw.click()
  await expect(page.getByText('Request withdrawn')).toBeVisible()
  held.resolve()
  await expect(late.getByText('This request has already been withdrawn')).toBeVisible()
  await expect(late.getByText(/^Now: Dan/)).toBeVisible()
})

test('a hand-over note is written, edited, read by the next person, and deleted; a text that was not sent is kept', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const { dan, rita } = other.people
  await turns(call, other.path.slice(1), [dan.username, rita.username])
  const path = `${other.path}/-/oncall_schedules`
  const page = await other.openAs('dan', path)
  const reader = await other.openAs('rita', path)
  await hydrated(page)
  const write = page.getByRole('button', { name: 'Write hand-over note' })
  await write.click()
  await page.getByRole('textbox', { name: 'Note' }).fill('The **shuttle** sticks')
  await page.reload()
  await hydrated(page)
  await write.click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('The **shuttle** sticks')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Write note' }).click()
  const note = (where: Page) => where.getByRole('region', { name: 'Hand-over note of Firmware' })
  await expect(note(page)).toContainText('The shuttle sticks')
  await expect(note(page)).toContainText('Dan')
  await expect(note(reader)).toContainText('The shuttle sticks', live)
  await expect(note(reader).getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit hand-over note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('It runs, but hot')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(note(reader)).toContainText('edited', live)
  await write.click()
  await page.getByRole('textbox', { name: 'Note' }).fill('All calm')
  await page.getByRole('button', { name: 'Write note' }).click()
  await page.getByRole('button', { name: '1 earlier note' }).click()
  const notes = page.getByRole('dialog').getByRole('listitem')
  await expect(notes).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  // An earlier note of one's own is edited there.
  await notes.last().getByRole('button', { name: 'Edit hand-over note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('It runs again')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete hand-over note' }).click()
  await page.getByRole('button', { name: 'Delete note' }).click()
  await expect(note(page)).toContainText('It runs again')
  expect(await violations(page)).toEqual([])
})

test('an export of Opsgenie is chosen, looked at, and imported; what cannot be taken over is said', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  await call('PUT', `projects/${other.projectId}/members/${other.people.dan.id}`, { access_level: 40 })
  const page = await other.openAs('dan', `${other.path}/-/oncall_schedules`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import schedules and policies' })).toBeVisible()
  const choose = (name: string, content: unknown) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) })
  await choose('other.json', { issues: [] })
  await expect(page.getByText(/have no schedules and no policies/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove files' }).click()
  const { body } = await call('GET', `users/${other.people.rita.id}`)
  const { email } = body as { readonly email: string }
  await choose('schedules.json', {
    data: [
      {
        ...{ id: 's1', name: 'Boards', timezone: 'Europe/Berlin' },
        rotations: [
          {
            ...{ name: 'Weeks', type: 'weekly', length: 1, startDate: '2020-01-06T08:00:00Z' },
            participants: [
              { type: 'user', username: email },
              { type: 'team', name: 'Looms' },
            ],
          },
        ],
      },
    ],
  })
  await choose('escalations.json', {
    data: [
      {
        name: 'Night watch',
        rules: [
          {
            ...{ condition: 'if-not-acked', notifyType: 'default', delay: { timeAmount: 0, timeUnit: 'minutes' } },
            recipient: { type: 'schedule', id: 's1', name: 'Boards' },
          },
        ],
      },
    ],
  })
  const run = page.getByRole('button', { name: 'Import 1 schedule and 1 policy' })
  await expect(run).toBeVisible()
  // The address of Rita is not public: the importer says who is meant.
  const rotations = page.getByRole('region', { name: 'Rotations of the schedules' })
  await expect(rotations).toContainText('No rotations')
  const username = page.getByRole('textbox', { name: `Username of ${email}` })
  await username.fill(other.people.rita.username)
  await username.press('Enter')
  await expect(rotations).toContainText(`@${other.people.rita.username}`)
  await expect(page.getByText('A participant is a team: only users take turns in Weft.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Another person is faster: the preview is shown again, and nothing is imported twice.
  await mutate(call, 'oncallScheduleCreate', { projectPath: other.path.slice(1), name: 'Boards', timezone: 'UTC' })
  await run.click()
  await expect(page.getByText(/^The project has changed since the preview/)).toBeVisible()
  await expect(page.getByText('A schedule with this name already exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 policy' }).click()
  await expect(page).toHaveURL(/oncall_schedules$/)
  await expect(page.getByText('1 policy imported')).toBeVisible()
  await page.getByRole('link', { name: 'Escalation policies' }).click()
  await expect(page.getByText('Night watch')).toBeVisible()
})

test('the page of a group tells who is on call in its projects, and follows a change', async () => {
  const { scene, call } = made()
  const other = await scene.inNewProject()
  const { dan, rita } = other.people
  const projectPath = other.path.slice(1)
  await turns(call, projectPath, [dan.username, rita.username])
  const group = projectPath.split('/').slice(0, -1).join('/')
  const page = await other.openAs('rita', `/groups/${group}/-/oncall_schedules`)
  const schedule = page.getByRole('region', { name: `Firmware · ${projectPath}`, exact: true })
  await expect(schedule.getByText(/^Now: Dan/)).toBeVisible()
  await expect(schedule.getByText(/then Rita/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'On call' }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await hydrated(page)
  await mutate(call, 'oncallScheduleUpdate', { projectPath, iid: '1', name: 'Looms' })
  await expect(page.getByRole('link', { name: 'Looms' })).toBeVisible(live)
})
