import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { live } from './issues-scene.ts'
import { holdBack } from './threads-scene.ts'
import { hydrated } from './windows.ts'

const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`).join('\n\n')

const scrolledPx = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const scrollTo = (page: Page, px: number) => page.evaluate(top => window.scrollTo(0, top), px)
/** Scroll a link to where what grows at the end of the page later does not move it. */
const showInMiddle = (link: Locator) => link.evaluate(element => element.scrollIntoView({ block: 'center' }))
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('the way back finds a page scrolled as it was left, another page begins at its top', async ({ scene }) => {
  const { iid } = await scene.issue({ title: 'Warp', description: lines })
  const { page } = await scene.openIssue('dan', {
    title: 'Weft',
    description: `${lines}\n\n[The warp](${scene.path}/-/issues/${iid})`,
  })
  const link = page.getByRole('link', { name: 'The warp' })
  await showInMiddle(link)
  const leftPx = await scrolledPx(page)
  expect(leftPx).toBeGreaterThan(500)
  await link.click()
  await expect(heading(page, 'Warp')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(0)
  await scrollTo(page, 300)

  await page.goBack()
  await expect(heading(page, 'Weft')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(leftPx)
  await page.reload()
  await expect(heading(page, 'Weft')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(leftPx)

  await page.goForward()
  await expect(heading(page, 'Warp')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(300)
})

test('a link to a comment of another issue brings the comment into sight, and the way back its own place', async ({
  scene,
}) => {
  const { iid } = await scene.issue({ title: 'Warp', description: lines })
  const comment = await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'It tears.' })
  const target = `${scene.path}/-/issues/${iid}#note_${comment.id}`
  const { page } = await scene.openIssue('dan', { title: 'Weft', description: `[There](${target})\n\n${lines}` })
  await scrollTo(page, 50)
  await page.getByRole('link', { name: 'There' }).click()
  await expect(page.getByText('It tears.')).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`#note_${comment.id}$`))
  await page.goBack()
  await expect(heading(page, 'Weft')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(50)
})

test('KEYS-001 the way back returns the focus to the row that was opened, and the keys go on from there', async ({
  scene,
}) => {
  const group = scene.path.split('/')[1]
  for (const title of ['Ash', 'Beech', 'Cork']) {
    await scene.issue({ title })
    await scene.make(`groups/${group}/epics`, { title, start_date_is_fixed: true, start_date_fixed: '2026-01-01' })
  }
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  for (const address of [`${scene.path}/-/issues`, `/groups/${group}/-/epics`]) {
    await page.goto(address)
    // A link that is followed before it is hydrated loads a document, whose heading takes no focus.
    await hydrated(page)
    const link = page.getByRole('main').getByRole('link', { name: 'Beech' })
    await link.press('Enter')
    await expect(heading(page, 'Beech')).toBeFocused()
    await page.goBack()
    await expect(link, address).toBeFocused()
    await page.keyboard.press('j')
    await expect(page.getByRole('main').getByRole('link', { name: 'Ash' })).toBeFocused()
  }
})

test('the way back to a page that was left by the navigation focuses its heading', async ({ scene }) => {
  await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.getByRole('navigation', { name: 'Loom' }).getByRole('link', { name: 'Labels' }).click()
  await expect(heading(page, 'Labels')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Issues')).toBeFocused()
})

test('the window stays where it is when only the filters of a list change', async ({ scene }) => {
  for (let index = 0; index < 20; index += 1) await scene.issue({ title: `Thread ${index}` })
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.setViewportSize({ width: 1280, height: 400 })
  await scrollTo(page, 40)
  await page.getByRole('combobox', { name: 'Search or filter issues' }).fill('thread')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=thread/)
  await expect(page.getByRole('link', { name: 'Thread 19' })).toBeVisible()
  expect(await scrolledPx(page)).toBe(40)
})

test('a page that is slow to come shows its skeleton, and the way back from there the page before', async ({
  scene,
}) => {
  const { iid } = await scene.issue()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(new RegExp(`/issues/${iid}\\b.*`), async route => {
    await held
    await route.continue()
  })
  // A key is answered once the page is taken over. Before, the browser follows a link by itself, and shows no skeleton.
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeFocused()
  await page.getByRole('link', { name: 'The shuttle jams' }).click()
  await expect(page).toHaveURL(new RegExp(`/issues/${iid}$`))
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
  release()
  await page.getByRole('link', { name: 'The shuttle jams' }).click()
  await expect(heading(page, 'The shuttle jams')).toBeVisible()
})

test('the way back from a page that has not come finds the page before scrolled as it was left', async ({ scene }) => {
  const { iid } = await scene.issue({ title: 'Warp' })
  const { page } = await scene.openIssue('dan', {
    title: 'Weft',
    description: `${lines}\n\n[The warp](${scene.path}/-/issues/${iid})`,
  })
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`iid=${iid}\\b|/issues/${iid}\\b`), async route => {
    await held.promise
    await route.continue()
  })
  const link = page.getByRole('link', { name: 'The warp' })
  await showInMiddle(link)
  const leftPx = await scrolledPx(page)
  expect(leftPx).toBeGreaterThan(500)
  await link.click()
  await expect.poll(() => scrolledPx(page)).toBeLessThan(leftPx)
  await page.goBack()
  await expect(heading(page, 'Weft')).toBeVisible()
  await expect.poll(() => scrolledPx(page)).toBe(leftPx)
  held.resolve()
})

test('a page that is missing in a project keeps the navigation of the project, and offers to search it', async ({
  scene,
}) => {
  await scene.issue({ title: 'The shuttle jams' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues/99999`)
  await expect(heading(page, 'Page not found')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: /Loom/ })
  await expect(navigation.getByRole('link', { name: /^Issues/ })).toBeVisible()
  await page.getByRole('link', { name: 'Search in Loom' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('shuttle')
  await expect(page.getByText('Only in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
  await page.goto('/nobody/nothing/-/issues/1')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeVisible()
  await expect(navigation).toHaveCount(0)
})

test('the navigation and the bar name the page that was asked for before it is there', async ({ scene }) => {
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  const held = Promise.withResolvers<void>()
  await page.route(/\/labels/, async route => {
    await held.promise
    await route.continue()
  })
  const navigation = page.getByRole('navigation', { name: 'Loom' })
  await navigation.getByRole('link', { name: 'Labels' }).click()
  await expect(navigation.getByRole('link', { name: 'Labels' })).toHaveAttribute('aria-current', 'page')
  await expect(navigation.getByRole('link', { name: /^Issues/ })).not.toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Labels' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible()
  await page.unrouteAll()
})

test('a page that fails stays in the navigation of its project, and shows nothing of what the server says of itself', async ({
  scene,
}) => {
  const { page } = await scene.openIssue('dan')
  await page.route(/\/-\/pages\/.*label/, route => route.fulfill({ status: 500, json: { message: 'boom' } }))
  const navigation = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Milestones' }) })
  await navigation.getByRole('link', { name: 'Labels', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('boom')).toHaveCount(0)
  await expect(navigation.getByRole('link', { name: 'Labels', exact: true })).toBeVisible()
  await page.unroute(/\/-\/pages\/.*label/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Labels')).toBeVisible()
})

for (const { of, link, answer } of [
  { of: 'labels', link: 'Labels', answer: { labels: [null] } },
  { of: 'milestones', link: 'Milestones', answer: { milestones: 7 } },
  { of: 'issues', link: 'Issues', answer: { issues: {} } },
])
  test(`the page of ${of} that throws while it is drawn stays in the navigation, and is tried again`, async ({
    scene,
  }) => {
    const { page } = await scene.openIssue('dan')
    // An answer that no server sends and no page expects.
    const reading = new RegExp(`/-/pages/(?:project_)?${of}\\b`)
    await page.route(reading, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...answer } })
    })
    const navigation = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Milestones' }) })
    await navigation.getByRole('link', { name: link, exact: link !== 'Issues' }).click()
    await expect(heading(page, 'Could not load this page')).toBeVisible()
    await expect(page.getByText('An unexpected error occurred.')).toBeVisible()
    expect(await page.getByRole('main').textContent()).not.toMatch(/TypeError|undefined|is not|Cannot read/)
    await expect(navigation.getByRole('link', { name: 'Labels', exact: true })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await page.unroute(reading)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, link)).toBeVisible()
  })

test('the window tells the number of to-dos, in its title and on its icon', async ({ scene, api }) => {
  const page = await scene.openAs('rita', `${scene.path}/-/issues`)
  const icon = page.locator('link[rel=icon]')
  await expect(page).toHaveTitle(/^Issues · /)
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
  const { iid } = await scene.issue({ assignee_ids: [scene.people.rita.id] })
  await expect(page).toHaveTitle(/^\(1\) Issues · /, live)
  await expect(icon).toHaveAttribute('href', '/favicon-todos.svg')
  await api()('PUT', `projects/${scene.projectId}/issues/${iid}`, { state_event: 'close', assignee_ids: [] })
  await api()('POST', `todos/mark_as_done?sudo=${scene.people.rita.id}`)
  await expect(page).toHaveTitle(/^Issues · /, live)
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
})

test('the site can be installed: its manifest and icons are there', async ({ page, weft }) => {
  await page.goto('/users/sign_in')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(new URL(href ?? '', weft.baseURL).href)).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const src of [...manifest.icons.map((icon: { readonly src: string }) => icon.src), touch]) {
    const reply = await page.request.get(src)
    expect(reply.headers()['content-type'], src).toBe('image/png')
  }
})

test('the way back from a page that is not hydrated yet shows the page before, and only that', async ({ scene }) => {
  await scene.issue({ title: 'Warp' })
  const { iid } = await scene.issue({ title: 'Weft' })
  await scene.change(iid, { state_event: 'close' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await hydrated(page)
  const rows = page.getByRole('list', { name: 'Issues', exact: true }).getByRole('listitem')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Closed/ })
    .click()
  await expect(rows).toHaveText([/Weft/])
  const release = await holdBack(page, /\.js$/, 'GET')
  await page.reload({ waitUntil: 'commit' })
  await expect(rows).toHaveText([/Weft/])
  await page.evaluate(() => history.back())
  await expect(rows).toHaveText([/Warp/])
  release()
  await hydrated(page)
  await expect(rows).toHaveText([/Warp/])
  await expect(page.locator('main')).toHaveCount(1)
  await page.unrouteAll()
})
