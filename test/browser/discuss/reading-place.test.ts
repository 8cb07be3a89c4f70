import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { box, comments, newIssue, open, scene, write, writeMany } from '../threads-scene.ts'

const count = 180
/** Comments of one line to forty, none as high as an unseen one is taken for. */
const body = (at: number) => `Comment ${at}.${'\n\nThe shuttle jams.'.repeat((at * 7) % 40)}`

test.describe('the reading place in a long discussion', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const ids = await writeMany(
      api(),
      issue,
      Array.from({ length: count }, (_, at) => body(at)),
    )
    const idOf = (at: number) => String(ids[at])
    const visit = async (hash = '') => {
      const page = await open(place.cleo, issue, hash)
      await expect(comments(page)).toHaveCount(count)
      return page
    }
    return { place, issue, idOf, visit }
  })

  test('stays through a reload, and when the reader comes back, from inside and from outside', async () => {
    const { place, idOf, visit } = made()
    const page = await visit()
    const expectThere = await readAt(page, idOf(120))

    await page.reload()
    await expectThere()
    await expect(comments(page)).toHaveCount(count)
    await expectThere()
    await page.reload()
    await expect(comments(page)).toHaveCount(count)
    await expectThere()

    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Issues' }).click()
    await expect(page).toHaveURL(place.path)
    await page.goBack()
    await expectThere()

    await page.goto('/help')
    await page.goBack()
    await expect(comments(page)).toHaveCount(count)
    await expectThere()
    await page.close()
  })

  test('is kept, and not the comment of the address, once the reader has left that', async () => {
    const { idOf, visit } = made()
    const page = await visit(`#note_${idOf(60)}`)
    await expect(page.locator(`#note_${idOf(60)}`)).toBeInViewport()
    const expectThere = await readAt(page, idOf(150))
    await page.reload()
    await expect(comments(page)).toHaveCount(count)
    await expectThere()
    await page.goto('/help')
    await page.goBack()
    await expect(comments(page)).toHaveCount(count)
    await expectThere()
    await page.close()
  })

  test('moves by what one scrolls, through comments that were never in sight, above the one of the address', async () => {
    const { idOf, visit } = made()
    const page = await visit(`#note_${idOf(150)}`)
    await expect(page.locator(`#note_${idOf(150)}`)).toBeInViewport()
    await page.mouse.move(400, 400)
    for (let step = 0; step < 24; step += 1) {
      const id = await firstInSight(page)
      const wanted = (await settledTop(page, id)) + 700
      await page.mouse.wheel(0, -700)
      await expect.poll(async () => Math.abs((await topOf(page, id)) - wanted)).toBeLessThan(3)
    }
    await page.close()
  })

  test('is the end after one press of End', async () => {
    const { visit } = made()
    const page = await visit()
    await page.keyboard.press('End')
    await expect(box(page)).toBeInViewport()
    await expect.poll(() => toEnd(page)).toBeLessThan(2)
    await settled(page)
    expect(await toEnd(page)).toBeLessThan(2)
    await page.close()
  })

  test('stays when another user has commented in the meantime', async ({ api }) => {
    const { place, issue, idOf, visit } = made()
    const page = await visit()
    const expectThere = await readAt(page, idOf(120))

    await page.goto('/help')
    await write(api(), issue, place.ben, 'notes', 'I took the shuttle out.')
    await page.goBack()
    await expect(comments(page)).toHaveCount(count + 1)
    await expectThere()
    await page.close()
  })
})

const topOf = (page: Page, id: string) =>
  page.locator(`#note_${id}`).evaluate(element => element.getBoundingClientRect().top)

const firstInSight = (page: Page) =>
  page
    .locator('[data-note]')
    .evaluateAll(notes => notes.find(note => note.getBoundingClientRect().bottom > 120)?.id.slice('note_'.length) ?? '')

const toEnd = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY)

/**
 * Scroll as a reader does who stops a little below the beginning of a comment.
 *
 * @returns expects the comment where it stood then
 */
async function readAt(page: Page, id: string): Promise<() => Promise<void>> {
  await page.mouse.move(400, 400)
  // The wheel ends what the page itself scrolls to.
  await page.mouse.wheel(0, 10)
  // Found and scrolled to in one step: the server's drawing of it is replaced while the page is taken over.
  await page.evaluate(note => document.getElementById(note)?.scrollIntoView({ block: 'start' }), `note_${id}`)
  await page.mouse.wheel(0, -35)
  const topPx = await settledTop(page, id)
  return () => expect.poll(async () => Math.abs((await topOf(page, id)) - topPx)).toBeLessThan(3)
}

/**
 * The top of a comment once it has not moved for a number of frames. Between a step of the hydration and the next
 * frame, in which the browser adjusts the scroll position, a comment is elsewhere.
 */
const settledTop = (page: Page, id: string): Promise<number> => settled(page, `note_${id}`)

/**
 * Waits until the height of the page, its scroll position and the position of an element are the same for a number of
 * frames.
 */
const settled = (page: Page, id = ''): Promise<number> =>
  page.evaluate(
    id =>
      new Promise<number>(resolve => {
        let last = ''
        let same = 0
        const look = () => {
          const top = document.getElementById(id)?.getBoundingClientRect().top ?? 0
          const now = `${document.documentElement.scrollHeight} ${window.scrollY} ${top}`
          same = now === last ? same + 1 : 0
          last = now
          if (same > 10) resolve(top)
          else requestAnimationFrame(look)
        }
        look()
      }),
    id,
  )
