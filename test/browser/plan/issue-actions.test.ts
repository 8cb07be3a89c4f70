import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, live, rows, visit } from '../issues-scene.ts'
import { signIn } from '../sign-in.ts'
import { fail } from '../threads-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const mounts = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Fields' })
    .locator('[data-mount]:has(*)')
    .evaluateAll(elements => elements.map(element => element.getAttribute('data-mount')))

const ofAll = ['todo', 'assignees', 'labels', 'lock', 'subscriptions', 'participants', 'reference']
const ofIssues = [
  ...ofAll,
  ...['epic-select', 'milestone', 'iteration-select', 'due-date', 'weight', 'time-tracker', 'confidential'],
  ...['copy-email', 'move-issue'],
]

test.describe('the fields and actions of an issue', () => {
  const made = setUpOnce(async ({ api, baseURL, browser, weft, newScene }) => {
    const scene = await newScene()
    const group = scene.path.split('/')[1] ?? ''
    await scene.make(`groups/${group}/members`, { user_id: scene.people.rita.id, access_level: 20 })
    const epic = await scene.make(`groups/${group}/epics`, { title: 'Quiet the drum' })
    const admin = await browser.newContext({ baseURL })
    await signIn(admin, 'root', weft.rootPassword)
    const { iid, page } = await scene.openIssue('rita', { description: 'https://weavers.zoom.us/j/123456789' })
    return { api, scene, group, epic, admin, iid, page }
  })

  test('SIDE-001 the sidebar of an issue and of an incident holds every field of its type', async () => {
    const { scene, page } = made()
    await expect(page.getByRole('complementary', { name: 'Fields' })).toBeVisible()
    expect(await mounts(page)).toEqual(expect.arrayContaining([...ofIssues, 'health-status']))
    await scene.showIssue(page, { issue_type: 'incident', title: 'Fire' })
    await expect(field(page, 'Severity')).toBeVisible()
    expect(await mounts(page)).toEqual(
      expect.arrayContaining([...ofIssues, 'severity', 'escalation-status', 'escalation-policy']),
    )
  })

  test('SIDE-003 DATE-001 the sidebar of an epic holds every field of epics, with both dates', async () => {
    const { group, epic, page } = made()
    await visit(page, `/groups/${group}/-/epics/${epic.iid}`)
    await expect(field(page, 'Start date')).toBeVisible()
    await expect(field(page, 'Due date')).toBeVisible()
    expect(await mounts(page)).toEqual(
      expect.arrayContaining([...ofAll, 'start-date', 'due-date', 'confidential', 'epic-select', 'color']),
    )
  })

  test('the palette acts on the issue of the page: changes a field and closes it', async () => {
    const { scene, page } = made()
    await scene.showIssue(page, { title: 'Palette' })
    const act = async (words: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search and commands' }).fill(words)
      await page.getByRole('option').first().click()
    }
    await act('change weight')
    await expect(page.getByRole('spinbutton', { name: 'Weight' })).toBeFocused()
    await page.keyboard.press('Escape')
    for (const fold of ['Collapse', 'Expand']) {
      await page.getByRole('button', { name: `${fold} sidebar` }).click()
      await page.keyboard.press('Control+k')
      const offered = page.getByRole('dialog').getByRole('option')
      for (const action of ['Change labels', 'Add a to do', 'Turn notifications o', 'Add a task', 'Add a comment']) {
        await page.getByRole('combobox', { name: 'Search and commands' }).fill(action)
        // The rows that search for these words name them too.
        await expect(offered.filter({ hasText: new RegExp(`^${action}`) })).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
    }
    await act('link an issue')
    await expect(
      page
        .getByRole('form', { name: 'Add a linked issue' })
        .or(page.getByLabel(/reference/i))
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await act('close issue')
    await expect(page.getByRole('article').getByRole('button', { name: 'Reopen issue' })).toBeVisible()
    await page.keyboard.press('Control+k')
    const options = page.getByRole('dialog').getByRole('option')
    await expect(options.filter({ hasText: 'Reopen issue' })).toBeVisible()
    await page.keyboard.press('Escape')
    await scene.visitList(page)
    await page.keyboard.press('Control+k')
    await expect(options.filter({ hasText: 'New issue' })).toBeVisible()
    await expect(options.filter({ hasText: 'Reopen issue' })).toHaveCount(0)
    // The items of the menu are loaded when the page is at rest.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      for (const action of ['Export as CSV', 'Subscribe to feed', 'Select all issues']) {
        await page.getByRole('combobox', { name: 'Search and commands' }).fill(action)
        await expect(options.filter({ hasText: new RegExp(`^${action}`) })).toHaveCount(1, { timeout: 500 })
      }
    }).toPass({ timeout: 20_000 })
    await options.filter({ hasText: /^Select all issues/ }).click()
    await expect(page.getByRole('checkbox', { name: /^Select #/ }).first()).toBeChecked()
  })

  test('SEVERITY-004 SEVERITY-005 medium and low severities are S3 and S4', async () => {
    const { scene, page } = made()
    for (const [severity, label] of [
      ['MEDIUM', 'Medium - S3'],
      ['LOW', 'Low - S4'],
    ] as const) {
      await scene.showIssue(page, { issue_type: 'incident', severity })
      await expect(field(page, 'Severity')).toContainText(label)
    }
  })

  test('ISSUE-010 a meeting in the description is linked above it', async () => {
    const { scene, iid, page } = made()
    await scene.visitIssue(page, iid)
    await expect(page.getByRole('link', { name: 'Join Zoom meeting' })).toHaveAttribute(
      'href',
      'https://weavers.zoom.us/j/123456789',
    )
    await scene.showIssue(page, { description: 'No meeting' })
    await expect(page.getByText('No meeting')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Join/ })).toHaveCount(0)
  })

  test('ERRMSG-034 a promotion that fails says so', async () => {
    const { scene, page } = made()
    await scene.showIssue(page, { title: 'A large matter' })
    await fail(page, /\/api\/graphql$/, 'POST')
    await choose(page, 'Promote to epic')
    await expect(
      page.getByText('Something went wrong while promoting the issue to an epic. Please try again.'),
    ).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('ISSUE-015 ERRMSG-035 an issue is promoted to an epic, which is shown, and leads there', async () => {
    const { group, page } = made()
    const path = new URL(page.url()).pathname
    await choose(page, 'Promote to epic')
    await expect(page.getByText('The issue was successfully promoted to an epic. Redirecting to epic...')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/groups/${group}/-/epics/\\d+$`))
    await expect(page.getByRole('heading', { level: 1, name: 'A large matter' })).toBeVisible()
    await expect(page.getByText(/promoted from issue/)).toBeVisible()
    const epicPath = new URL(page.url()).pathname
    await visit(page, path)
    await expect(page.getByRole('article').getByText('Promoted to').getByRole('link')).toHaveAttribute('href', epicPath)
    await page.getByRole('button', { name: /^More actions for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Move issue' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Promote to epic' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  test('ISSUE-015 ISSUE-017 users who may not promote or submit as spam are not offered these actions', async () => {
    const { scene, iid } = made()
    const dan = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
    await dan.getByRole('button', { name: /^More actions for/ }).click()
    await expect(dan.getByRole('menuitem', { name: 'Move issue' })).toBeVisible()
    await expect(dan.getByRole('menuitem', { name: /Promote|spam/ })).toHaveCount(0)
  })

  test('ISSUE-017 an administrator submits an issue as spam, by POST, and finds it among the abuse reports', async () => {
    const { api, scene, admin } = made()
    const token = await api()('POST', `users/${scene.people.gus.id}/personal_access_tokens`, {
      name: 'spam',
      scopes: ['api'],
    })
    const asGus = api((token.body as { token: string }).token)
    const spam = (await asGus('POST', `projects/${scene.projectId}/issues`, { title: 'Cheap wool' })).body as {
      iid: number
    }
    const page = await admin.newPage()
    await page.goto(`${scene.path}/-/issues/${spam.iid}`)
    const sent = page.waitForRequest(/\/mark_as_spam$/)
    await choose(page, 'Submit as spam')
    expect((await sent).method()).toBe('POST')
    await expect(page.getByText('The issue was submitted as spam.')).toBeVisible()
    await page.getByRole('button', { name: 'Show abuse reports' }).click()
    await expect(page.getByRole('list', { name: 'Open reports' })).toContainText('Cheap wool')
  })

  test('EPIC-005 EPIC-007 the form of a new issue takes an epic, and sends nothing before the issue', async () => {
    const { scene, page } = made()
    await page.goto(`${scene.path}/-/issues/new`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Oil the loom')
    const sent: string[] = []
    page.on('request', request => {
      if (/mutation|\/projects\/\d+\/issues$/.test(`${request.postData()} ${request.url()}`)) sent.push(request.url())
    })
    await page.getByRole('combobox', { name: 'Epic' }).click()
    await page.getByRole('option', { name: /Quiet the drum/ }).click()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(field(page, 'Epic').getByRole('link', { name: 'Quiet the drum' })).toBeVisible()
  })

  test('EPIC-008 the list of epics leads to the documentation of epics', async () => {
    const { page } = made()
    await field(page, 'Epic').getByRole('button', { name: 'Edit Epic' }).click()
    await page.getByRole('link', { name: 'Learn about epics' }).click()
    await expect(page).toHaveURL(/\/help\/epics/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Epics')
  })

  test('LIST-016 LIST-018 a bulk edit changes epic, iteration and subscription, and its rows without a reload', async () => {
    const { api, group } = made()
    await api()('POST', '/api/graphql', {
      query: `mutation { iterationCadenceCreate(input: { groupPath: "${group}", title: "Sprints", active: true, automatic: true,
        startDate: "${new Date().toISOString().slice(0, 10)}", durationInWeeks: 1, iterationsInAdvance: 2 }) { errors } }`,
    })
    const scene = await made().scene.inNewProject()
    const { iid } = await scene.issue({ title: 'One' })
    const page = await scene.openAs('dan', `${scene.path}/-/issues`)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await rows(page).first().getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
    for (const [name, option] of [
      ['Epic', /Quiet the drum/],
      ['Iteration', /Sprints/],
    ] as const) {
      await bar.getByRole('button', { name, exact: true }).click()
      await page.getByRole('option', { name: option }).first().click()
      await expect(page.getByText(`Updated ${name.toLowerCase()}: 1 issue`)).toBeVisible()
    }
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Subscribe', exact: true }).click()
    await expect(page.getByText('Subscribed: 1 issue')).toBeVisible()
    await bar.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(rows(page)).toHaveCount(0)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expect((await api()('GET', `projects/${scene.projectId}/issues/${iid}`)).body).toMatchObject({
      state: 'closed',
      epic: { title: 'Quiet the drum' },
      iteration: { id: expect.any(Number) },
    })
  })

  test('LIST-019 LIST-020 references become tokens that say whether the issue is open or closed, and are removed', async () => {
    const { scene, page } = made()
    const open = await scene.issue({ title: 'Open one' })
    const closed = await scene.issue({ title: 'Closed one' })
    await scene.change(closed.iid, { state_event: 'close' })
    await page.goto(`${scene.path}/-/issues/${made().iid}`)
    await page.getByRole('button', { name: 'Link an issue' }).click()
    const form = page.getByRole('form', { name: 'Link issues' })
    const full = `${scene.path.slice(1)}#${closed.iid}`
    const url = `${new URL(page.url()).origin}${scene.path}/-/issues/${closed.iid}`
    await form.getByRole('combobox').pressSequentially(`#${open.iid} #${closed.iid} ${full} ${url} `)
    for (const [reference, state] of [
      [`#${open.iid}`, 'Open'],
      [`#${closed.iid}`, 'Closed'],
      [full, 'Closed'],
      [url, 'Closed'],
    ] as const) {
      const token = form.locator('[data-token]').filter({ has: page.getByText(reference, { exact: true }) })
      await expect(token.getByRole('img', { name: state })).toBeVisible()
      await token.getByRole('button', { name: `Remove ${reference}` }).click()
      await expect(token).toHaveCount(0)
    }
  })
})

test.describe('where no socket can be held', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue({ title: 'Polled' })
    const context = await scene.signedIn('dan')
    const page = await context.newPage()
    // A network that lets no socket through.
    await page.addInitScript({
      content: `delete window.SharedWorker
      window.WebSocket = function () {
        const socket = { readyState: 3, close() {}, send() {}, addEventListener() {} }
        setTimeout(() => socket.onclose?.(), 10)
        return socket
      }
      window.WebSocket.OPEN = 1`,
    })
    // The time of the page stands still until a test lets it pass, however long the machine takes to show the page.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const polls: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/-/pages/issue') polls.push(request.url())
    })
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await expect(field(page, 'Weight')).toBeVisible()
    // The drawn page is hydrated: its timers are set. Its scripts may wait for a frame, which comes only with time.
    const isHydrated = async () => {
      await page.clock.runFor(20)
      return page.evaluate(() => window.nextEarlyEvent === undefined)
    }
    await expect.poll(isHydrated).toBe(true)
    return { scene, iid, page, polls }
  })

  test('ISSUE-026 the page polls for changes, for the first time after a while', async () => {
    const { scene, iid, page, polls } = made()
    await scene.change(iid, { weight: 3 })
    let passedMs = 0
    // Polling code is loaded in real time, and waits in the time of the page.
    const polled = async () => {
      await page.clock.runFor(100)
      passedMs += 100
      return polls.length
    }
    await expect.poll(polled, { intervals: [20] }).toBe(1)
    expect(passedMs).toBeGreaterThan(1_000)
    await expect(field(page, 'Weight')).toContainText('3', live)
    await scene.change(iid, { weight: 4 })
    await page.clock.runFor(7_000)
    await expect(field(page, 'Weight')).toContainText('4', live)
  })

  test('ISSUE-027 a hidden page does not poll, until it is shown again', async () => {
    const { scene, iid, page, polls } = made()
    const show = (state: string) =>
      page.evaluate(to => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    await scene.change(iid, { weight: 5 })
    const before = polls.length
    await page.clock.runFor(20_000)
    expect(polls.length).toBe(before)
    await show('visible')
    await expect(field(page, 'Weight')).toContainText('5', live)
  })

  test('POLL-016 POLL-015 a list and a board show changes', async () => {
    const { scene, iid, page } = made()
    await page.goto(`${scene.path}/-/issues`)
    await expect(page.getByRole('link', { name: 'Polled' })).toBeVisible()
    await scene.change(iid, { title: 'Polled on lists' })
    await expect(async () => {
      await page.clock.runFor(3_000)
      await expect(page.getByRole('link', { name: 'Polled on lists' })).toBeVisible({ timeout: 500 })
    }).toPass(live)
    await scene.make(`projects/${scene.projectId}/boards`, { name: 'Development' })
    await page.goto(`${scene.path}/-/boards`)
    await expect(page.getByRole('link', { name: 'Polled on lists' })).toBeVisible()
    await scene.change(iid, { title: 'Polled on boards' })
    await expect(async () => {
      await page.clock.runFor(3_000)
      await expect(page.getByRole('link', { name: 'Polled on boards' })).toBeVisible({ timeout: 500 })
    }).toPass(live)
  })
})
