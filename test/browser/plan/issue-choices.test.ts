import { expect, type Locator, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, rows, visit } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

const optionsOf = (page: Page, label: string) =>
  page.getByRole('listbox', { name: label }).getByRole('option').allInnerTexts()

test.describe('health status and severity', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, dan: await scene.openAs('dan', `${scene.path}/-/issues`) }
  })
  test.afterEach(() => made().dan.unrouteAll())

  test('HEALTH-001 HEALTH-002 HEALTH-003 the health status is chosen while the issue is open', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page)
    const health = field(page, 'Health status')
    await health.getByRole('button', { name: 'Edit Health status' }).click()
    const search = page.getByRole('combobox', { name: 'Search health status' })
    await expect(search).toBeFocused()
    expect(await optionsOf(page, 'Health status')).toEqual(['None', 'On track', 'Needs attention', 'At risk'])
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await health.getByRole('button', { name: 'Edit Health status' }).click()
    await page.getByRole('option', { name: 'Needs attention' }).click()
    await expect(health).toContainText('Needs attention')
    await expect(page.getByText('set the health status to Needs attention')).toBeVisible()
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('button', { name: 'Health status Needs attention' }).click()
    await page.getByRole('button', { name: 'Close issue' }).first().click()
    await expect(health.getByRole('button', { name: 'Edit Health status' })).toBeHidden()
    await expect(health).toContainText('Needs attention')
  })

  test('SEVERITY-001 SEVERITY-003 SEVERITY-006 the severity of an incident is one of five', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page, { issue_type: 'incident' })
    const severity = field(page, 'Severity')
    await expect(severity).toContainText('Unknown')
    await severity.getByRole('button', { name: 'Edit Severity' }).click()
    await expect(page.getByRole('combobox', { name: 'Search severity' })).toBeFocused()
    expect(await optionsOf(page, 'Severity')).toEqual([
      'Critical - S1',
      'High - S2',
      'Medium - S3',
      'Low - S4',
      'Unknown',
    ])
    await page.getByRole('option', { name: 'High - S2' }).click()
    await expect(severity).toContainText('High - S2')
    await expect(page.getByText('set the severity to High - S2')).toBeVisible()
    await expect(field(page, 'Health status')).toBeHidden()
  })

  test('SIDE-004 ESCAL-002 ESCAL-003 an incident has a severity, a status that goes from any to any, and an escalation policy', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page, { issue_type: 'incident' })
    for (const name of ['Severity', 'Escalation policy']) await expect(field(page, name)).toBeVisible()
    const status = field(page, 'Incident status')
    await expect(status).toContainText('Triggered')
    for (const next of ['Resolved', 'Acknowledged']) {
      await status.getByRole('button', { name: 'Edit Incident status' }).click()
      await page.getByRole('option', { name: next }).click()
      await expect(status).toContainText(next)
    }
    await expect(page.getByText('changed the incident status to Acknowledged')).toBeVisible()
    await status.getByRole('button', { name: 'Edit Incident status' }).click()
    expect(await optionsOf(page, 'Incident status')).toEqual(['Triggered', 'Acknowledged', 'Resolved'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('button', { name: 'Incident status Acknowledged' }).click()
  })

  test('ISSUE-009 a published incident links to the status page, where visitors read its public texts alone', async ({
    api,
    browser,
    weft,
  }) => {
    const { scene, dan: page } = made()
    await api()('PUT', `projects/${scene.projectId}`, { status_page_enabled: true })
    await scene.showIssue(page, { issue_type: 'incident', title: 'Looms stand still', description: 'Since noon' })
    const act = async (action: string) => {
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const dialog = page.getByRole('dialog')
    const message = dialog.getByRole('textbox', { name: 'Message' })
    const link = page.getByRole('link', { name: 'Published on status page' })
    await act('Publish on status page')
    await expect(dialog.getByRole('textbox', { name: 'Public title' })).toHaveValue('Looms stand still')
    await message.fill('Orders wait')
    // The text is there again.
    await page.keyboard.press('Escape')
    await act('Publish on status page')
    await expect(message).toHaveValue('Orders wait')
    await dialog.getByRole('textbox', { name: 'Public title' }).fill('Weaving is delayed')
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Weaving is delayed')
    await dialog.getByRole('button', { name: 'Publish incident' }).click()
    await expect(link).toHaveAttribute('href', `${scene.path}/-/status`)
    await expect(page.getByText('published the incident on the status page')).toBeVisible()
    const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
    await visitor.goto(`${scene.path}/-/status`)
    const incident = visitor.getByRole('article').filter({ hasText: 'Weaving is delayed' })
    await expect(incident).toContainText('Orders wait')
    await expect(visitor.getByText('Since noon')).toHaveCount(0)
    await expect(visitor.getByRole('status')).toHaveText('We are working on a problem')
    await act('Post status page update')
    await dialog.getByRole('combobox', { name: 'Progress' }).selectOption('Solved')
    await message.fill('All orders are on their way')
    await dialog.getByRole('button', { name: 'Post update' }).click()
    await expect(dialog).toHaveCount(0)
    await act('Remove from status page')
    await dialog.getByRole('button', { name: 'Remove incident' }).click()
    await expect(link).toHaveCount(0)
  })

  test('ESCAL-004 ESCAL-005 ESCAL-006 a maintainer creates an escalation policy from an incident, and pages by it', async ({
    api,
  }) => {
    const scene = await made().scene.inNewProject()
    const { iid } = await scene.issue({ title: 'Fire', issue_type: 'incident' })
    await api()('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 40 })
    const { dan: page } = made()
    await visit(page, `${scene.path}/-/issues/${iid}`)
    const policy = field(page, 'Escalation policy')
    await policy.getByRole('button', { name: 'Edit Escalation policy' }).click()
    await expect(policy).toContainText('This project has no escalation policies.')
    await policy.getByRole('link', { name: 'Create an escalation policy' }).click()
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Night watch')
    await page.getByRole('combobox', { name: 'Page' }).fill('dan')
    await page.getByRole('option', { name: /Dan/ }).click()
    await page.getByRole('button', { name: 'Create policy' }).click()
    await expect(page.getByText(/Page Dan.* immediately if not acknowledged/)).toBeVisible()
    await visit(page, `${scene.path}/-/issues/${iid}`)
    await policy.getByRole('button', { name: 'Edit Escalation policy' }).click()
    await page.getByRole('option', { name: 'Night watch' }).click()
    await policy.getByRole('link', { name: 'Night watch' }).click()
    await expect(page.getByRole('heading', { name: 'Escalation policies', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${scene.path}/-/escalation_policies`)
    const entry = page.getByRole('navigation', { name: /Loom/ }).getByRole('link', { name: 'On call' })
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(entry).toHaveAttribute('href', `${scene.path}/-/oncall_schedules`)
  })

  test('ERRMSG-004 ERRMSG-023 ERRMSG-025 a choice that cannot be saved stays as it was, and says why', async () => {
    const { scene, dan: page } = made()
    for (const [type, name, choice, sentence] of [
      ['issue', 'Health status', 'At risk', 'Something went wrong while setting issue health status.'],
      ['incident', 'Severity', 'Low - S4', 'There was an error while updating severity. Please try again.'],
      [
        ...(['incident', 'Incident status', 'Acknowledged'] as const),
        'An error occurred while updating the incident status. Please reload the page and try again.',
      ],
    ] as const) {
      await scene.showIssue(page, { issue_type: type })
      await page.route('**/api/graphql', route => route.fulfill({ status: 500, json: {} }), { times: 1 })
      await field(page, name)
        .getByRole('button', { name: `Edit ${name}` })
        .click()
      await page.getByRole('option', { name: choice }).click()
      await expect(field(page, name).getByText(sentence)).toBeVisible()
      await expect(field(page, name)).not.toContainText(choice)
    }
  })

  test('LIST-016 rows show the health status, are filtered by it, and are given one at once', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.issue({ title: 'Well', health_status: 'on_track' })
    await scene.issue({ title: 'Unwell', health_status: 'at_risk' })
    await scene.issue({ title: 'Nobody knows' })
    await scene.issue({ title: 'Fire', issue_type: 'incident', severity: 'CRITICAL' })
    await scene.visitList(page)
    await expect(rows(page).filter({ hasText: 'Fire' })).toContainText('Critical - S1')
    await page.getByRole('combobox', { name: 'Search or filter issues' }).click()
    for (const word of ['Health status', 'is not', 'At risk']) {
      await page.getByRole('option', { name: word, exact: true }).click()
    }
    await expect(rows(page)).toHaveCount(3)
    await expect(page).toHaveURL(/not\[health_status\]=at_risk/)
    await page.getByRole('heading', { name: 'Issues', level: 1 }).click()
    await visit(page, `${scene.path}/-/issues?health_status=None&issue_type=issue`)
    await expect(rows(page)).toHaveText([/Nobody knows/])
    await page.getByRole('checkbox', { name: 'Select #3' }).check()
    await page
      .getByRole('region', { name: 'Bulk edit selected issues' })
      .getByRole('button', { name: 'Health status' })
      .click()
    await page.getByRole('option', { name: 'On track' }).click()
    await expect(page.getByText('Updated health status: 1 issue')).toBeVisible()
    await visit(page, `${scene.path}/-/issues?health_status=on_track`)
    await expect(rows(page)).toHaveText([/Nobody knows/, /Well/])
  })

  test('INCIDENT-013 INCIDENT-014 ERRMSG-099 incidents are listed by state, and a list that fails says so', async () => {
    const { dan: page } = made()
    const scene = await made().scene.inNewProject()
    await scene.issue({ title: 'Question' })
    await scene.issue({ title: 'Leak', issue_type: 'incident', severity: 'LOW' })
    await scene.issue({ title: 'Fire', issue_type: 'incident', severity: 'CRITICAL' })
    await scene.visitList(page)
    await page.route('**/-/pages/incidents?*', route => route.fulfill({ status: 500, json: {} }), { times: 1 })
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Incidents', exact: true })
    await menu.click()
    await expect(page.getByRole('heading', { name: 'There was an error displaying the incidents.' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    const incidents = page.getByRole('list', { name: 'Incidents' }).getByRole('listitem')
    await expect(incidents).toHaveText([/Fire.*Critical - S1.*Triggered/, /Leak.*Low - S4.*Triggered/])
    await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click()
    await expect(page).toHaveURL(/order_by=severity&sort=asc/)
    await expect(incidents).toHaveText([/Leak/, /Fire/])
    const tab = (name: RegExp) =>
      page.getByRole('navigation', { name: 'Incidents by state' }).getByRole('link', { name })
    await tab(/Closed/).click()
    await expect(page.getByText('No incidents have been closed yet.')).toBeVisible()
    await tab(/All/).click()
    await expect(incidents).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'New incident' })).toHaveAttribute(
      'href',
      /issue\[issue_type\]=incident/,
    )
    await visit(page, `${scene.path}/-/incidents/3`)
    await expect(page.getByRole('article', { name: 'Fire' })).toBeVisible()
  })

  test('CVE-001 CVE-002 ISSUE-013 a CVE ID is requested from a confidential issue, and an incident begins a related one', async () => {
    const { scene, dan: page } = made()
    await scene.showIssue(page)
    await expect(field(page, 'Confidentiality')).toBeVisible()
    await expect(field(page, 'CVE ID request')).toBeHidden()
    const { iid } = await scene.showIssue(page, { confidential: true, issue_type: 'incident' })
    await field(page, 'CVE ID request').getByRole('link', { name: 'Request CVE ID' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(/^CVE ID request for /)
    await expect(page.getByLabel('This issue is confidential')).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(new RegExp(`#${iid}\\n`))
    await scene.visitIssue(page, iid)
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'New related incident' }).click()
    await expect(page.getByRole('heading', { name: 'New issue', level: 1 })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Severity' })).toHaveValue('UNKNOWN')
  })
})

test('a label with a long name can be removed in the sidebar: its button is not cut off', async ({ scene }) => {
  const name = `priority of the third floor ${Date.now().toString(36)}`
  await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#5cb85c' })
  const { page } = await scene.openIssue('dan', { labels: name })
  const sidebar = page.getByRole('complementary', { name: 'Fields' })
  const edges = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box === null ? null : Math.round(box.x + box.width)
  }
  const button = sidebar.getByRole('button', { name: `Remove label ${name}` })
  await expect(button).toBeVisible()
  expect(await edges(button)).toBeLessThanOrEqual((await edges(sidebar)) ?? 0)
})
