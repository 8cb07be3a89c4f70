import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

const made = setUpOnce(async ({ newScene }) => ({ scene: await newScene() }))

test('LIST-010 LIST-011 ERRMSG-017 the dialog shows the private address, and resets it', async ({ screenshots }) => {
  const { scene } = made()
  const page = await scene.openAs('gus', `${scene.path}/-/issues`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create issues by email' })
  const address = dialog.getByLabel('Your email address for new issues')
  await expect(address).toHaveValue(/^incoming\+.*-issue@/)
  await expect(dialog.getByRole('button', { name: 'Copy email address' })).toBeVisible()
  await page.screenshot({ path: `${screenshots}/issue-by-email.png` })
  const before = await address.inputValue()
  const reset = async () => {
    await dialog.getByRole('button', { name: 'Reset address' }).click()
    await page
      .getByRole('dialog', { name: 'Reset your email address?' })
      .getByRole('button', { name: 'Reset address' })
      .click()
  }
  await page.route('**/new_issuable_address*', route => route.fulfill({ status: 500, json: {} }))
  await reset()
  await expect(page.getByText('There was an error when reseting email token.')).toBeVisible()
  await expect(address).toHaveValue(before)
  await page.unroute('**/new_issuable_address*')
  await reset()
  await expect(address).not.toHaveValue(before)
  await expect(address).toHaveValue(/^incoming\+.*-issue@/)
})

test('LIST-012 the dialog of feeds gives addresses that show the filtered issues without a session', async ({
  screenshots,
  request,
}) => {
  const { scene } = made()
  await scene.issue({ title: 'Warp', weight: 3, due_date: '2026-04-01' })
  await scene.issue({ title: 'Weft', due_date: '2026-04-01' })
  const page = await scene.openAs('gus', `${scene.path}/-/issues?weight=3`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Subscribe to feed or calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to these issues' })
  const calendar = dialog.getByRole('textbox', { name: 'Calendar of due dates' })
  await expect(calendar).toHaveValue(/\/[^/%]+\/[^/%]+\/-\/issues\.ics\?.*feed_token=glft-/)
  await page.screenshot({ path: `${screenshots}/issue-feeds.png` })
  const answer = await request.get(await calendar.inputValue())
  expect(answer.headers()['content-type']).toContain('text/calendar')
  expect(await answer.text()).toMatch(/SUMMARY:Warp[\s\S]*END:VCALENDAR/)
  expect(await answer.text()).not.toContain('Weft (')
  const feed = await request.get(
    await dialog.getByRole('textbox', { name: 'Atom feed of the latest issues' }).inputValue(),
  )
  expect(await feed.text()).toContain('<title>Warp</title>')
})
