import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { issueScene, live } from './issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(150_000)

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const offer = (page: Page) => page.getByText(/^Unsent text from another device/)

/** How far things moved by themselves from now on. */
async function watchShift(page: Page): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle(() => {
    const moved = { sum: 0 }
    new PerformanceObserver(list => {
      // The browser's own entry for this kind has a value.
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
    return moved
  })
  return () => handle.evaluate(moved => moved.sum)
}

/** The server has what was typed. */
const kept = (page: Page, text = '') =>
  page.waitForResponse(answer => {
    const request = answer.request()
    const isKeeping = request.method() === 'PUT' && answer.url().endsWith('/-/unsent_texts') && answer.ok()
    return isKeeping && (request.postData() ?? '').includes(text)
  })

test('EDIT-015 what is typed on one device is offered on the other, listed, and gone when it is sent', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const address = `${scene.path}/-/issues/${iid}`
  const laptop = await scene.openAs('dan', address)
  const phone = await scene.openAs('dan', address, { viewport: { width: 390, height: 844 } })
  const stranger = await scene.openAs('rita', address)
  await expect(offer(phone)).toHaveCount(0)

  const saved = kept(laptop)
  await comment(laptop).fill('Half a thought')
  await saved
  await expect(offer(phone)).toBeVisible(live)
  await expect(offer(phone)).toContainText('Half a thought')
  const moved = kept(phone)
  await phone.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(comment(phone)).toHaveValue('Half a thought')
  await moved
  // There is one text, and it is on the phone now.
  await expect(comment(laptop)).toHaveValue('', live)
  await expect(offer(laptop)).toBeVisible()

  // The page lists it: discard, undo, open the place.
  await laptop.getByRole('button', { name: /^You:/ }).click()
  await laptop.getByRole('menuitem', { name: 'Unsent texts (1)' }).click()
  const list = laptop.getByRole('list', { name: 'Unsent texts' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('Half a thought')
  await expect(list).toContainText('Comment')
  await list.getByRole('button', { name: 'Discard' }).click()
  await expect(laptop.getByRole('heading', { name: 'Nothing is left unsent' })).toBeVisible()
  await expect(comment(phone)).toHaveValue('', live)
  await laptop.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: 'The shuttle jams' }).click()
  await expect(laptop.getByRole('heading', { name: 'The shuttle jams', level: 1 })).toBeVisible()
  await laptop.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(comment(laptop)).toHaveValue('Half a thought')

  // What the phone writes of its own is not overwritten, and can be had back.
  const own = kept(phone)
  await comment(phone).fill('Something else')
  await own
  await expect(offer(phone)).toBeVisible()
  await phone.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(comment(phone)).toHaveValue('Half a thought')
  await phone.getByRole('button', { name: 'Undo' }).click()
  await expect(comment(phone)).toHaveValue('Something else')
  await expect(offer(phone)).toContainText('Half a thought')
  await phone.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(offer(phone)).toHaveCount(0)
  await expect(comment(laptop)).toHaveValue('')
  await comment(phone).fill('Half a thought, and the other half')

  await phone.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(laptop.getByText('Half a thought, and the other half')).toBeVisible(live)
  await phone.goto('/-/unsent_texts')
  await expect(phone.getByRole('heading', { name: 'Nothing is left unsent' })).toBeVisible()
  await expect(offer(stranger)).toHaveCount(0)
  await stranger.goto('/-/unsent_texts')
  await expect(stranger.getByRole('heading', { name: 'Nothing is left unsent' })).toBeVisible()
})

test('EDIT-015 EDIT-014 drafts of title and description follow the person, and go when they are saved', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue({ description: 'Before' })
  const address = `${scene.path}/-/issues/${iid}`
  const laptop = await scene.openAs('dan', address)
  const phone = await scene.openAs('dan', address)
  await laptop.keyboard.press('e')
  await laptop.getByLabel('Title', { exact: true }).fill('The shuttle jams at the left')
  const saved = kept(laptop, 'After')
  await laptop.getByRole('textbox', { name: 'Description' }).fill('After')
  await saved
  const waiting = phone.getByRole('button', { name: 'Unsent text', exact: true })
  const description = phone.getByText('Before', { exact: true })
  const [stood, shift] = [await description.boundingBox(), await watchShift(phone)]
  await expect(waiting).toBeVisible(live)
  // It moves nothing, neither now nor where it is there from the start.
  expect(await description.boundingBox()).toEqual(stood)
  expect(await shift()).toBe(0)
  await phone.reload()
  await expect(waiting).toBeVisible()
  expect(await description.boundingBox()).toEqual(stood)
  await phone.keyboard.press('e')
  await waiting.click()
  await expect(offer(phone)).toBeVisible()
  await phone.keyboard.press('Escape')
  await phone.getByRole('button', { name: 'Cancel' }).click()
  await waiting.click()
  await phone.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(phone.getByLabel('Title', { exact: true })).toHaveValue('The shuttle jams at the left')
  await expect(phone.getByRole('textbox', { name: 'Description' })).toHaveValue('After')
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await expect(phone.getByRole('heading', { name: 'The shuttle jams at the left', level: 1 })).toBeVisible()
  const left = () => phone.evaluate(() => Object.keys(localStorage).filter(key => /\.(title|description)$/.test(key)))
  await expect.poll(left).toEqual([])
  await phone.goto('/-/unsent_texts')
  await expect(phone.getByRole('heading', { name: 'Nothing is left unsent' })).toBeVisible()
})

test('PLATFORM-013 a server that dies between typing and sending, and a network that comes and goes, cost no word', async ({
  browser,
  api,
  weft,
}) => {
  const scene = await issueScene(browser, api(), weft)
  const { iid } = await scene.issue()
  const address = `${scene.path}/-/issues/${iid}`
  const laptop = await scene.openAs('dan', address)
  const phone = await scene.openAs('dan', address)
  const first = kept(laptop)
  await comment(laptop).fill('Written before the end')
  await first
  await weft.kill()
  await comment(laptop).fill('Written before the end, and after it')
  await laptop.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(laptop)).toHaveValue('Written before the end, and after it')
  await weft.start()
  await laptop.reload()
  await expect(comment(laptop)).toHaveValue('Written before the end, and after it')
  await phone.reload()
  await expect(offer(phone)).toContainText('Written before the end, and after it')

  await laptop.context().setOffline(true)
  await comment(laptop).fill('Written in a tunnel')
  await laptop.context().setOffline(false)
  await expect(async () => {
    await phone.reload()
    await expect(offer(phone)).toContainText('Written in a tunnel', { timeout: 5_000 })
  }).toPass()
  await laptop.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(phone.getByText('Written in a tunnel', { exact: true })).toHaveCount(1)
  await expect(offer(phone)).toHaveCount(0)
})
