import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

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
