import { expect, type Page, type Route } from '@playwright/test'
import { mutate } from '../alert-scene.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { edit, field, live, option, press, rows } from '../issues-scene.ts'
import { fail } from '../threads-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

/** Answer the GraphQL requests that contain a word; those that read go on. */
const answerGraphql = (page: Page, word: string, answer: (route: Route) => Promise<void>) =>
  page.route('**/api/graphql', route => (route.request().postData()?.includes(word) ? answer(route) : route.fallback()))

const broken = (route: Route) => route.fulfill({ status: 500, json: {} })

const failGraphql = (page: Page, word: string) => answerGraphql(page, word, broken)

/** A mutation that was not made, and says why. */
const refuseGraphql = (page: Page, setter: string, ...errors: string[]) =>
  answerGraphql(page, setter, route => route.fulfill({ json: { data: { [setter]: { errors } } } }))

const failSaves = (page: Page) => fail(page, /\/-\/issues\/\d+\.json/, 'PUT')

type Case = readonly [
  name: string,
  field: string | RegExp,
  fails: (page: Page) => Promise<unknown>,
  act: (page: Page) => Promise<void>,
  sentence: string,
]

const chosen = (name: string, choice: RegExp) => async (page: Page) => {
  await edit(page, name)
  await option(page, choice).first().click()
}

const saves: readonly Case[] = [
  [
    'ERRMSG-008 who assigns themselves',
    'Assignee',
    failSaves,
    page => press(page, 'assign yourself'),
    'An error occurred while updating assignees.',
  ],
  [
    'ERRMSG-007 assignees, saved when their list closes',
    'Assignee',
    failSaves,
    async page => {
      await edit(page, 'Assignee')
      await option(page, /^Rita/).click()
      await press(page, 'Apply Assignee')
    },
    'Error occurred when saving assignees',
  ],
  [
    'ERRMSG-095 labels',
    'Labels',
    failSaves,
    async page => {
      await edit(page, 'Labels')
      await option(page, 'loom').click()
      await press(page, 'Apply Labels')
    },
    'Error saving label update.',
  ],
  [
    'ERRMSG-013 a weight that is refused says the first error',
    'Weight',
    page => refuseGraphql(page, 'issueSetWeight', 'Weight is out of proportion', 'And another'),
    async page => {
      await edit(page, 'Weight')
      await page.getByRole('spinbutton', { name: 'Weight' }).fill('7')
      await page.keyboard.press('Enter')
    },
    'Weight is out of proportion',
  ],
  [
    'ERRMSG-019 a due date',
    'Due date',
    page => failGraphql(page, 'issueSetDueDate'),
    dueDate,
    'Something went wrong while setting issue due date.',
  ],
  [
    'ERRMSG-020 a due date that is refused says the first error',
    'Due date',
    page => refuseGraphql(page, 'issueSetDueDate', 'Due date is a holiday', 'And another'),
    dueDate,
    'Due date is a holiday',
  ],
  [
    'ERRMSG-021 confidentiality',
    'Confidentiality',
    page => failGraphql(page, 'issueSetConfidential'),
    async page => {
      await edit(page, 'Confidentiality')
      await press(page, 'Turn on')
    },
    'Something went wrong while setting issue confidentiality.',
  ],
  [
    'ERRMSG-027 a to-do',
    'To-do',
    page => failGraphql(page, 'todoCreate'),
    page => press(page, 'Add a to do'),
    'Something went wrong while setting issue to-do item.',
  ],
  [
    'ERRMSG-094 notifications',
    'Notifications',
    page => failGraphql(page, 'etSubscription'),
    page => page.getByRole('switch', { name: 'Notifications' }).click(),
    'Something went wrong while setting issue notifications.',
  ],
  [
    'ERRMSG-078 the time, an update without a sentence of its own',
    'Time tracking',
    page => fail(page, /\/time_tracking$/, 'PUT'),
    async page => {
      await edit(page, 'Time tracking')
      await page.getByRole('textbox', { name: 'Estimate' }).fill('2h')
      await press(page, 'Save')
    },
    'Unable to update this issue at this time.',
  ],
  [
    'ERRMSG-038 a milestone',
    'Milestone',
    page => failGraphql(page, 'mutation SetMilestone'),
    chosen('Milestone', /Next cloth/),
    'Failed to set milestone on this issue. Please try again.',
  ],
  [
    'ERRMSG-038 an iteration',
    'Iteration',
    page => failGraphql(page, 'mutation SetIteration'),
    chosen('Iteration', /Sprints/),
    'Failed to set iteration on this issue. Please try again.',
  ],
  [
    'ERRMSG-031 an epic, without a sentence of the server',
    'Epic',
    page => failGraphql(page, 'issueSetEpic'),
    chosen('Epic', /Quiet the drum/),
    'Something went wrong while assigning issue to epic.',
  ],
  [
    'ERRMSG-031 ERRMSG-038 an epic, with a sentence of the server',
    'Epic',
    page => refuseGraphql(page, 'issueSetEpic', 'This epic already has the maximum number of issues.'),
    chosen('Epic', /Quiet the drum/),
    'This epic already has the maximum number of issues.',
  ],
]

async function dueDate(page: Page) {
  await edit(page, 'Due date')
  await page.getByRole('textbox', { name: 'Due date' }).fill('2040-05-06')
  await page.keyboard.press('Enter')
}

const lists = [
  ['ERRMSG-096', 'Labels', 'SearchLabels', 'Error fetching labels.'],
  ['ERRMSG-030', 'Epic', 'SearchEpics', 'Something went wrong while fetching group epics.'],
  ['ERRMSG-037', 'Milestone', 'SearchMilestones', 'Failed to fetch milestones. Please try again.'],
  ['ERRMSG-037', 'Iteration', 'SearchIterations', 'Failed to fetch iterations. Please try again.'],
] as const

test.describe('a field of an issue that fails says so', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    const group = `groups/${scene.path.split('/')[1]}`
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'loom', color: '#c02b3c' })
    await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Next cloth', due_date: '2040-05-06' })
    const epic = await scene.make(`${group}/epics`, { title: 'Quiet the drum' })
    await api()('POST', '/api/graphql', {
      query: `mutation { iterationCadenceCreate(input: { groupPath: "${scene.path.split('/')[1]}", title: "Sprints", active: true,
        automatic: true, startDate: "${new Date().toISOString().slice(0, 10)}", durationInWeeks: 1, iterationsInAdvance: 2 }) { errors } }`,
    })
    const { page } = await scene.openIssue('dan')
    return { scene, page, epic }
  })
  test.afterEach(() => made().page.unrouteAll({ behavior: 'ignoreErrors' }))

  // First, while no list is there that is shown again.
  for (const [id, name, request, sentence] of lists)
    test(`${id} the list of ${name.toLowerCase()} that does not come`, async () => {
      const { page } = made()
      await failGraphql(page, request)
      await edit(page, name)
      await expect(page.getByText(sentence)).toBeVisible()
      await page.keyboard.press('Escape')
    })

  for (const [name, at, fails, act, sentence] of saves)
    test(name, async () => {
      const { scene, page } = made()
      await scene.showIssue(page)
      await fails(page)
      await act(page)
      await expect(field(page, at)).toContainText(sentence)
    })

  test('WEIGHT-001 DATE-002 TIME-001 Escape saves what is typed, and holds what is no value once', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await edit(page, 'Weight')
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    await weight.fill('many')
    await weight.press('Escape')
    await expect(weight).toHaveValue('many')
    await weight.fill('7')
    await weight.press('Escape')
    await expect(field(page, 'Weight')).toContainText('7 - remove weight')
    await edit(page, 'Due date')
    const day = page.getByRole('textbox', { name: 'Due date' })
    await day.fill('soon')
    await day.press('Escape')
    await expect(page.getByText('Enter a date, such as')).toBeVisible()
    await day.fill('2040-01-02')
    await day.press('Escape')
    await expect(field(page, 'Due date')).toContainText('2040')
    await edit(page, 'Time tracking')
    const estimate = page.getByRole('textbox', { name: 'Estimate' })
    await estimate.fill('2h')
    await estimate.press('Escape')
    await expect(estimate).toHaveCount(0)
    await expect(field(page, 'Time tracking')).toContainText('2h')
  })

  test('SIDE-014 ERRMSG-078 Escape gives up a time that could not be saved, and its error', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await fail(page, /\/time_tracking$/, 'PUT')
    await edit(page, 'Time tracking')
    await page.getByRole('textbox', { name: 'Estimate' }).fill('2h')
    await press(page, 'Save')
    await expect(field(page, 'Time tracking').getByRole('alert')).toContainText('Unable to update this issue')
    await page.getByRole('textbox', { name: 'Estimate' }).press('Escape')
    await expect(page.getByRole('textbox', { name: 'Estimate' })).toHaveCount(0)
    await expect(field(page, 'Time tracking').getByRole('alert')).toHaveCount(0)
  })

  test('ERRMSG-032 an epic that is not left', async () => {
    const { scene, page, epic } = made()
    await scene.showIssue(page, { epic_id: epic.id })
    await failGraphql(page, 'issueSetEpic')
    await edit(page, 'Epic')
    await option(page, 'No epic').click()
    await expect(field(page, 'Epic')).toContainText('Something went wrong while removing issue from epic.')
    await expect(field(page, 'Epic')).toContainText('Quiet the drum')
  })

  for (const type of ['issue', 'incident'])
    test(`ERRMSG-026 the state of an ${type}, whether the server fails or refuses`, async () => {
      const { scene, page } = made()
      for (const fails of [failGraphql(page, 'updateIssue'), refuseGraphql(page, 'updateIssue', 'State is stuck')]) {
        await scene.showIssue(page, { issue_type: type })
        await fails
        await page
          .getByRole('article')
          .getByRole('button', { name: `Close ${type}` })
          .click()
        await expect(page.getByRole('article')).toContainText(`Error occurred while updating the ${type} status`)
      }
    })

  /** Open an issue some of whose data cannot be shown. @returns what mends them */
  async function openBroken(parts: object): Promise<() => Promise<void>> {
    const { scene, page } = made()
    const { iid } = await scene.issue({ title: 'In pieces' })
    let isBroken = true
    await page.route('**/-/pages/issue?**', async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      if (isBroken) Object.assign(body.issue, parts)
      await route.fulfill({ response: answer, json: body })
    })
    await scene.visitIssue(page, iid)
    return async () => {
      const again = page.getByRole('button', { name: 'Try again' }).first()
      const asked = page.waitForRequest('**/-/pages/issue?**')
      await again.click()
      await asked
      isBroken = false
      // A page that receives a change reads by itself, and the button disappears.
      await expect(async () => {
        if (await again.isVisible()) await again.click({ timeout: 1_000 })
        await expect(field(page, 'Reference')).toContainText(`#${iid}`, { timeout: 2_000 })
      }).toPass()
    }
  }

  test('ERRMSG-011 ERRMSG-022 a field whose data cannot be shown says which, and is loaded again', async () => {
    const { page } = made()
    const mend = await openBroken({ participants: null, reference: { full: {} } })
    for (const sentence of [
      'An error occurred while fetching participants.',
      'An error occurred while fetching reference.',
    ])
      await expect(page.getByText(sentence)).toBeVisible()
    await mend()
  })

  test('ERRMSG-003 ERRMSG-036 a choice that cannot be shown says which, for an issue', async () => {
    const { page } = made()
    await openBroken({ milestone: {}, iteration: {}, epic: { title: {} }, escalation_status: {} })
    for (const sentence of [
      'Failed to fetch the current milestone for this issue. Please try again.',
      'Failed to fetch the current iteration for this issue. Please try again.',
      'Failed to fetch the current epic for this issue. Please try again.',
      'An error occurred while fetching the incident status. Please reload the page.',
    ])
      await expect(page.getByText(sentence)).toBeVisible()
  })

  test('ERRMSG-097 ERRMSG-098 a label that is refused says why, field by field where the server does', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await edit(page, 'Labels')
    await page.getByRole('combobox', { name: 'Search labels' }).fill('warp')
    await option(page, /Create label/).click()
    for (const [message, sentence] of [
      ['Labels are full', 'Labels are full'],
      [{ title: ['is taken'], color: ['is too bright'] }, 'Title is taken\nColor is too bright'],
    ] as const) {
      await page.route('**/-/labels.json', route => route.fulfill({ status: 400, json: { message } }))
      const form = page.getByRole('form', { name: 'Create project label' })
      await form.getByRole('button', { name: 'Create', exact: true }).click()
      const alert = form.getByRole('alert')
      await expect(alert).toHaveText(sentence, { useInnerText: true })
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  test('ERRMSG-100 a search in a list that finds nothing says so', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await edit(page, 'Milestone')
    await page.getByRole('combobox', { name: 'Search milestone' }).fill('zzz')
    await expect(page.getByText('No Matching Results')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test.describe('the form and the page of an issue that fail say so', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid, page } = await scene.openIssue('dan', { description: 'Oil the loom' })
    page.on('dialog', dialog => void dialog.accept())
    return { scene, iid, page }
  })
  test.afterEach(() => made().page.unrouteAll({ behavior: 'ignoreErrors' }))

  test('ERRMSG-093 templates that do not come say so, and the form opens', async () => {
    const { page } = made()
    await fail(page, /\/description_templates\//, 'GET')
    await page.keyboard.press('e')
    await expect(page.getByRole('form', { name: 'Edit issue' })).toContainText('Error updating issue')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Oil the loom')
  })

  test('ERRMSG-090 ERRMSG-091 a save that fails says so, with the errors that the server gives', async () => {
    const { page } = made()
    const form = page.getByRole('form', { name: 'Edit issue' })
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The shuttle sticks')
    for (const [status, errors, sentence] of [
      [500, [], 'Error updating issue'],
      [422, ['Title is worn', 'Title is old'], 'Error updating issue. Title is worn\nTitle is old'],
    ] as const) {
      await page.route(/\/-\/issues\/\d+\.json/, route => route.fulfill({ status, json: { errors } }))
      await press(page, 'Save changes')
      await expect(form.getByText(sentence, { exact: true })).toBeVisible()
    }
  })

  test('ERRMSG-092 data that cannot be read anew say so, until they can', async () => {
    const { scene, iid, page } = made()
    await press(page, 'Cancel')
    await fail(page, /\/-\/pages\/issue\?/, 'GET')
    await scene.change(iid, { weight: 2 })
    const flash = page.getByText('Error updating issue', { exact: true })
    await expect(flash).toBeVisible(live)
    await page.unrouteAll()
    await scene.change(iid, { weight: 3 })
    await expect(flash).toBeHidden(live)
    await expect(field(page, 'Weight')).toContainText('3')
  })
})

test('ERRMSG-024 ERRMSG-033 a bulk edit that fails says so', async ({ scene }) => {
  for (const title of ['One', 'Two']) await scene.issue({ title, issue_type: 'incident' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await fail(page, /bulk_update$/, 'POST')
  const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
  await rows(page).first().getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Issue update failed')).toBeVisible()
  await bar.getByRole('button', { name: 'Severity' }).click()
  await option(page, 'High - S2').click()
  await expect(page.getByText('There was an error while updating severity.', { exact: true })).toBeVisible()
})

test('ERRMSG-028 ERRMSG-029 a to-do that is not marked as done or restored says so', async ({ scene }) => {
  await scene.issue({ assignee_ids: [scene.people.rita.id] })
  const page = await scene.openAs('rita', '/dashboard/todos')
  const done = page.getByRole('button', { name: 'Mark as done' }).first()
  await fail(page, /\/todos\/\d+$/, 'DELETE')
  await done.click()
  await expect(page.getByText('There was an error deleting the to-do item.')).toBeVisible()
  await page.unrouteAll()
  await done.click()
  await fail(page, /\/restore$/, 'PATCH')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('There was an error adding a to-do item.')).toBeVisible()
})

test('ERRMSG-036 ERRMSG-037 ERRMSG-038 an escalation policy that cannot be shown, listed or set says so, for an incident', async ({
  scene,
  api,
}) => {
  const { username } = scene.people.dan
  await mutate(api(), 'escalationPolicyCreate', {
    ...{ projectPath: scene.path.slice(1), name: 'Night watch' },
    rules: [{ username, elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
  })
  const { iid } = await scene.issue({ title: 'Fire', issue_type: 'incident' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  await failGraphql(page, 'SearchPolicies')
  await edit(page, 'Escalation policy')
  await expect(page.getByText('Failed to fetch escalation policies. Please try again.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unrouteAll()
  await failGraphql(page, 'mutation SetEscalationPolicy')
  await edit(page, 'Escalation policy')
  await option(page, /Night watch/).click()
  await expect(page.getByText('Failed to set escalation policy on this incident. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.route('**/-/pages/issue?**', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    delete body.issue.escalation_policy
    await route.fulfill({ response: answer, json: body })
  })
  const other = await scene.issue({ title: 'Smoke', issue_type: 'incident' })
  await scene.visitIssue(page, other.iid)
  await expect(
    page.getByText('Failed to fetch the current escalation policy for this incident. Please try again.'),
  ).toBeVisible()
})
