import { type BrowserContext, expect, type Page } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'
import { live } from './issues-scene.ts'
import { signIn } from './sign-in.ts'

const password = 'a-password-of-the-weavers'
const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const { page } = await scene.openIssue('dan', {})
  return { scene, address: new URL(page.url()).pathname }
})

/** A browser that may keep pages: in other journeys it has no service worker. */
async function openBrowser(): Promise<Page> {
  const { scene } = made()
  const page = await scene.openAs('dan', scene.path, { serviceWorkers: 'allow' })
  await signIn(page.context(), scene.people.dan.username, password, { isRemembered: true })
  return page
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const requests = (await caches.has('weft-pages')) ? await (await caches.open('weft-pages')).keys() : []
    return requests.map(({ url }) => new URL(url).pathname).toSorted()
  })

async function readPages(page: Page): Promise<void> {
  const { address } = made()
  await page.goto(address)
  await expect.poll(() => kept(page), live).toEqual(['/-/shell', address])
  await page.getByRole('navigation').getByRole('link', { name: 'Labels', exact: true }).click()
  await expect.poll(() => kept(page), live).toHaveLength(3)
}

const notice = (page: Page) => page.getByText('Offline. Showing the version from')

async function openOffline(context: BrowserContext, address: string): Promise<Page> {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

test('the sign-in page says what a remembered session keeps on the device', async ({ page }) => {
  await page.goto('/users/sign_in')
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toHaveAccessibleDescription(
    'You stay signed in, and the last pages you visit are kept on this device for reading offline.',
  )
})

test('PLATFORM-012 the last pages are shown as they were while offline, and are live again when the connection returns', async () => {
  const { scene, address } = made()
  const before = await openBrowser()
  await readPages(before)
  const context = before.context()
  await before.close()
  const page = await openOffline(context, address)
  await expect(page.getByRole('heading', { level: 1, name: 'The shuttle jams' })).toBeVisible()
  await expect(notice(page)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Labels', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible()
  await page.goto(`${scene.path}/-/milestones`)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await page.goto(address)
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0, live)
  await expect(page.getByRole('heading', { level: 1, name: 'The shuttle jams' })).toBeVisible()
})

test('PLATFORM-012 signing out deletes the pages that were kept', async () => {
  const { address } = made()
  const page = await openBrowser()
  await readPages(page)
  await page.getByRole('button', { name: /^You:/ }).click()
  const welcome = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await welcome
  expect(await kept(page)).not.toContain(address)
})

test('PLATFORM-012 a session that ends with the browser keeps no pages, and deletes those of an earlier one', async () => {
  const { address } = made()
  const page = await openBrowser()
  await readPages(page)
  await page.context().clearCookies()
  await signIn(page.context(), made().scene.people.dan.username, password)
  await page.goto(address)
  await expect.poll(() => kept(page), live).toEqual([])
})

test('PLATFORM-012 a page that was deleted is not kept, whether it was open by then or is opened again', async ({
  api,
}) => {
  const { scene } = made()
  const page = await openBrowser()
  const addressOf = (iid: number) => `${scene.path}/-/issues/${iid}`
  const remove = (iid: number) => api()('DELETE', `projects/${scene.projectId}/issues/${iid}`)
  const [one, two] = [await scene.issue(), await scene.issue()]
  await page.goto(addressOf(one.iid))
  await expect.poll(() => kept(page), live).toContain(addressOf(one.iid))
  await remove(one.iid)
  await expect.poll(() => kept(page), live).not.toContain(addressOf(one.iid))
  await page.goto(addressOf(two.iid))
  await expect.poll(() => kept(page), live).toContain(addressOf(two.iid))
  await page.goto('/')
  await remove(two.iid)
  await page.goto(addressOf(two.iid))
  await expect.poll(() => kept(page), live).not.toContain(addressOf(two.iid))
})
