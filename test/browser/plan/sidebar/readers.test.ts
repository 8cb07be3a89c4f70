import { expect } from '@playwright/test'
import { setUpOnce, test } from '../../fixtures.ts'
import { field, live, rows } from '../../issues-scene.ts'

test.setTimeout(120_000)

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

  test('PERM-004 everyone sees every field, a reader without a control', async () => {
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

test('UI-011 a browser whose clock is a day off shows the times of the server', async ({ scene }) => {
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await page.goto(`${scene.path}/-/issues/${iid}`)
  await expect(page.locator('time').first()).toHaveText('just now')
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

test('PERM-006 an open field says once that its reader can no longer edit it, also when it is sent', async ({
  scene,
  api,
}) => {
  const { page } = await scene.openIssue('dan')
  const weight = field(page, 'Weight')
  await weight.getByRole('button', { name: 'Edit Weight' }).click()
  await weight.getByRole('spinbutton').fill('7')
  await api()('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 10 })
  await expect(weight.getByRole('alert')).toHaveText('You can no longer edit this.')
  const refused = page.waitForResponse(response => response.request().postData()?.includes('issueSetWeight') ?? false)
  await weight.getByRole('button', { name: 'Save' }).click()
  await refused
  await expect(weight).toHaveAttribute('aria-busy', 'false')
  await expect(weight.getByRole('alert')).toHaveText(['You can no longer edit this.'])
  await weight.getByRole('button', { name: 'Close Weight' }).click()
  await expect(weight.getByRole('alert')).toHaveCount(0)
})
