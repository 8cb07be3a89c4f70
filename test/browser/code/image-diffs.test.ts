import { crc32, deflateSync } from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { visit } from '../issues-scene.ts'

/** A PNG of one colour. */
function png(width: number, height: number, colour: readonly [red: number, green: number, blue: number]): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const row = Buffer.concat([Buffer.of(0), Buffer.concat(Array.from({ length: width }, () => Buffer.from(colour)))])
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const before = png(240, 160, [200, 60, 60])
const after = png(320, 200, [60, 60, 200])

const made = setUpOnce(async ({ weft, api, browser, baseURL }) => {
  const name = `images-${Date.now().toString(36)}`
  const clone = cloneFor(weft, name)
  clone.commit('Draw', { 'logo.png': before, 'old.png': png(40, 30, [0, 0, 0]) })
  clone.push('HEAD:main')
  clone.git('checkout', '-q', '-b', 'redraw')
  clone.git('rm', '-q', 'old.png')
  const sha = clone.commit('Redraw', { 'logo.png': after, 'new.png': png(50, 20, [0, 120, 0]) })
  clone.push('HEAD:redraw')
  const { body } = await api()('POST', `projects/${encodeURIComponent(`root/${name}`)}/merge_requests`, {
    source_branch: 'redraw',
    target_branch: 'main',
    title: 'Redraw the logo',
  })
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signInAsRoot(page, weft)
  await page.goto('/help')
  return {
    page,
    clone,
    commit: `/root/${name}/-/commit/${sha}`,
    mergeRequest: `/root/${name}/-/merge_requests/${(body as { iid: number }).iid}`,
  }
})

const file = (page: Page, name = 'logo.png') => page.getByRole('region', { name, exact: true })
const image = (page: Page, which: 'before' | 'after') => file(page).getByRole('img', { name: `logo.png ${which}` })
const mode = (page: Page, name: string) => file(page).getByRole('button', { name, exact: true })
const pin = (page: Page, name: string) => file(page).getByRole('button', { name: `${name} by Administrator` })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not shown')
  return box
}

/** The image that is visible at a part of the width of the frame. */
const seenAt = (page: Page, part: number) =>
  image(page, 'after').evaluate((element, at) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const all = document.elementsFromPoint(left + width * at, top + height / 4)
    return all.find(each => each instanceof HTMLImageElement)?.getAttribute('alt')
  }, part)

test('IMGDIFF-001 both versions of an image stand beside each other at first, with their sizes', async () => {
  const { page, commit } = made()
  await visit(page, commit)
  await expect(mode(page, '2-up')).toHaveAttribute('aria-pressed', 'true')
  await expect(file(page)).toContainText(`240 × 160 px · ${before.length} bytes`)
  await expect(file(page)).toContainText(`320 × 200 px · ${after.length} bytes`)
  const [left, right] = [await boxOf(image(page, 'before')), await boxOf(image(page, 'after'))]
  expect(left.x + left.width).toBeLessThan(right.x)
})

test('IMGDIFF-010 an added and a deleted image stand alone, with their size', async () => {
  const { page } = made()
  for (const [name, size] of [
    ['new.png', '50 × 20 px'],
    ['old.png', '40 × 30 px'],
  ] as const) {
    await expect(file(page, name).getByRole('img', { name, exact: true })).toHaveCount(1)
    await expect(file(page, name)).toContainText(size)
    await expect(file(page, name).getByRole('button', { name: 'Swipe' })).toHaveCount(0)
  }
})

test('IMGDIFF-002 IMGDIFF-004 a bar parts both images, and follows the pointer and the keys', async () => {
  const { page } = made()
  await mode(page, 'Swipe').click()
  const bar = file(page).getByRole('slider', { name: 'Swipe position' })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  expect([await seenAt(page, 0.4), await seenAt(page, 0.6)]).toEqual(['logo.png before', 'logo.png after'])
  const [from, frame] = [await boxOf(bar), await boxOf(image(page, 'after'))]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width * 0.25, from.y)
  await expect(bar).toHaveAttribute('aria-valuenow', '25')
  expect([await seenAt(page, 0.2), await seenAt(page, 0.4)]).toEqual(['logo.png before', 'logo.png after'])
  await page.mouse.up()
  await bar.press('ArrowRight')
  await expect(bar).toHaveAttribute('aria-valuenow', '26')
})

test('IMGDIFF-003 IMGDIFF-004 the image after lies on the image before as opaque as the slider says, also on the next visit', async () => {
  const { page } = made()
  await mode(page, 'Onion skin').click()
  await expect(image(page, 'after')).toHaveCSS('opacity', '0.5')
  const slider = file(page).getByRole('slider', { name: 'Opacity of the new image' })
  const { x, y, width, height } = await boxOf(slider)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x, y + height / 2)
  await page.mouse.up()
  await expect(image(page, 'after')).toHaveCSS('opacity', '0')
  const [under, over] = [await boxOf(image(page, 'before')), await boxOf(image(page, 'after'))]
  expect([over.x, over.y]).toEqual([under.x, under.y])
  await page.reload()
  await expect(mode(page, 'Onion skin')).toHaveAttribute('aria-pressed', 'true')
  await mode(page, '2-up').click()
})

/** The position of a pin on the image, in percent. */
async function placeOf(page: Page, name: string) {
  const [on, of] = [await boxOf(pin(page, name)), await boxOf(image(page, 'after'))]
  const part = (at: number, size: number) => Math.round((at / size) * 100)
  return [part(on.x + on.width / 2 - of.x, of.width), part(on.y + on.height / 2 - of.y, of.height)]
}

test('IMGDIFF-009 IMGDIFF-007 a click on the image opens a form, whose comment has a numbered pin at that part of the image', async () => {
  const { page, mergeRequest } = made()
  await page.goto(`${mergeRequest}/diffs`)
  const layer = file(page).getByRole('button', { name: /^Comment on a point in logo.png/ })
  const { x, y, width, height } = await boxOf(layer)
  // A click lands on a whole pixel of the window, where the image may start between two.
  await layer.click({ position: { x: Math.ceil(x + width / 4) - x, y: Math.ceil(y + height / 2) - y } })
  const form = file(page).getByRole('form', { name: 'Comment on this point' })
  await expect(form.getByRole('textbox')).toBeFocused()
  await form.getByRole('textbox').fill('Less blue.')
  await form.getByRole('button', { name: 'Add comment now' }).click()
  await expect(pin(page, 'Thread 1')).toHaveText('1')
  expect(await placeOf(page, 'Thread 1')).toEqual([25, 50])
  await page.setViewportSize({ width: 390, height: 900 })
  await expect.poll(() => placeOf(page, 'Thread 1')).toEqual([25, 50])
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('IMGDIFF-011 a pin hides its thread, and shows it again', async () => {
  const { page } = made()
  const comment = file(page).getByRole('article').filter({ hasText: 'Less blue.' })
  await expect(comment).toBeVisible()
  await pin(page, 'Thread 1').click()
  await expect(comment).toBeHidden()
  await expect(pin(page, 'Thread 1')).toHaveAttribute('aria-expanded', 'false')
  await pin(page, 'Thread 1').press('Enter')
  await expect(comment).toBeVisible()
})

test('IMGDIFF-008 a pin is dragged or moved by the arrow keys to another point, where it is on the next visit too', async () => {
  const { page } = made()
  const [from, on] = [await boxOf(pin(page, 'Thread 1')), await boxOf(image(page, 'after'))]
  const saved = () => page.waitForResponse(reply => reply.request().method() === 'PUT' && reply.ok())
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(on.x + on.width * 0.4, on.y + on.height * 0.2)
  expect(await placeOf(page, 'Thread 1')).toEqual([40, 20])
  await Promise.all([saved(), page.mouse.up()])
  await expect(pin(page, 'Thread 1')).toHaveAttribute('aria-expanded', 'true')
  await Promise.all([saved(), pin(page, 'Thread 1').press('Shift+ArrowDown')])
  expect(await placeOf(page, 'Thread 1')).toEqual([40, 30])
  await page.reload()
  await expect.poll(() => placeOf(page, 'Thread 1')).toEqual([40, 30])
})

test('IMGDIFF-009 a review starts at a point that was chosen by the arrow keys', async () => {
  const { page } = made()
  const layer = file(page).getByRole('button', { name: /^Comment on a point in logo.png/ })
  await layer.focus()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  const form = file(page).getByRole('form', { name: 'Comment on this point' })
  await expect(form.getByRole('textbox')).toBeFocused()
  await form.getByRole('textbox').fill('Rounder.')
  await form.getByRole('button', { name: 'Start a review' }).click()
  await expect(pin(page, 'Pending comment 2')).toBeVisible()
  expect(await placeOf(page, 'Pending comment 2')).toEqual([70, 48])
})

test('IMGDIFF-007 a thread keeps its image and its point in the overview, and when a push changes the image', async ({
  screenshots,
}) => {
  const { page, clone, mergeRequest } = made()
  for (const [name, width, colorScheme] of [
    ['wide', 1280, 'light'],
    ['narrow', 390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await image(page, 'before').evaluate(element => element.scrollIntoView({ block: 'center' }))
    await page.screenshot({ path: `${screenshots}/image-diffs-${name}.png` })
    expect(await violations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  const excerpt = page.getByRole('img', { name: 'logo.png', exact: true })
  await page.goto(mergeRequest)
  await expect.poll(() => excerpt.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBe(320)
  clone.commit('Draw larger', { 'logo.png': png(400, 100, [60, 60, 200]) })
  clone.push('HEAD:redraw')
  await page.goto(`${mergeRequest}/diffs`)
  await expect(file(page).getByText('Outdated: image changed')).toBeVisible()
  // The version that is shown may be the one before.
  await page.reload()
  await expect(file(page)).toContainText('400 × 100 px')
  await expect(file(page).getByText('Outdated: image changed')).toBeVisible()
  await expect.poll(() => excerpt.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBe(320)
  await expect(pin(page, 'Thread 1')).toHaveCount(0)
})
