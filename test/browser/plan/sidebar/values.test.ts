import { expect } from '@playwright/test'
import { setUpOnce, test } from '../../fixtures.ts'
import { field, live, rows } from '../../issues-scene.ts'
import { holdBack } from '../../threads-scene.ts'
import { hydrated } from '../../windows.ts'

test.setTimeout(120_000)

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
    await hydrated(page)
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
