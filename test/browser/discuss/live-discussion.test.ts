import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import {
  box,
  comments,
  fail,
  holdBack,
  newIssue,
  open,
  openThreads,
  saying,
  scene,
  send,
  write,
  writeMany,
} from '../threads-scene.ts'
import { hydrated } from '../windows.ts'

test.describe('a comment on a broken line', () => {
  const posting = /loom\/notes$/
  const cut = 'Your comment could not be submitted! Please check your network connection and try again.'
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
    return { issue, ann, ben }
  })

  test('FORM-034 ERRMSG-045 a comment whose answer is lost is sent again, and is there once', async () => {
    const { ann, ben } = made()
    await ann.route(posting, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await box(ann).fill('Only once')
    await send(ann)
    await expect(ann.getByText(cut)).toBeVisible()
    await expect(box(ann)).toHaveValue('Only once')
    await expect(saying(ben, 'Only once')).toHaveCount(1)
    await ann.unroute(posting)
    await ann.reload()
    await expect(box(ann)).toHaveValue('Only once')
    await send(ann)
    await expect(box(ann)).toHaveValue('')
    await expect(saying(ann, 'Only once')).toHaveCount(1)
  })

  test('FORM-034 ERRMSG-045 a comment that is cut off is back in the box', async () => {
    const { ann, ben } = made()
    await box(ann).fill('Through a tunnel')
    const held = await holdBack(ann, posting, 'POST')
    await send(ann)
    await expect(ann.getByText('Posting…')).toBeVisible()
    await ann.context().setOffline(true)
    held()
    await expect(ann.getByText(cut)).toBeVisible()
    await expect(box(ann)).toHaveValue('Through a tunnel')
    await ann.context().setOffline(false)
    await send(ann)
    await expect(saying(ben, 'Through a tunnel')).toHaveCount(1)
  })

  test('ERRMSG-045 a comment sent to a server that dies is there once', async ({ api, weft }) => {
    const { issue, ann, ben } = made()
    await box(ann).fill('After the crash')
    await weft.kill()
    await send(ann)
    await expect(ann.getByText(cut)).toBeVisible()
    await weft.start()
    await send(ann)
    await expect(box(ann)).toHaveValue('')
    await expect(saying(ben, 'After the crash')).toHaveCount(1)
    const notes = (await api()('GET', `${issue.api}/notes?sort=asc`)).body as { body: string }[]
    expect(notes.map(note => note.body)).toEqual(['Only once', 'Through a tunnel', 'After the crash'])
  })

  test('ERRMSG-046 a comment that is refused says why', async () => {
    const { ann } = made()
    await ann.route(posting, route =>
      route.fulfill({ status: 422, json: { errors: { base: ['The loom is on fire.', 'Run.'] } } }),
    )
    await box(ann).fill('Refused')
    await send(ann)
    await expect(ann.getByText('Your comment could not be submitted because the loom is on fire.')).toBeVisible()
    await ann.unroute(posting)
  })

  test('ERRMSG-047 a command that cannot run says why, and stays in the box', async () => {
    const { ann } = made()
    await box(ann).fill('/weight heavy')
    await send(ann)
    const alert = ann.getByRole('form', { name: 'Add a comment' }).getByText(/weight/)
    await expect(alert.first()).toBeVisible()
    await expect(box(ann)).toHaveValue('/weight heavy')
    await ann.getByRole('button', { name: 'Dismiss' }).first().click()
  })
})

test.describe('three people at the same time', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const thread = await write(api(), issue, place.cleo, 'discussions', 'A question')
    const pages = [await open(place.ann, issue), await open(place.ben, issue), await open(place.cleo, issue)]
    const [ann, ben, cleo] = pages as [Page, Page, Page]
    return { issue, thread, pages, ann, ben, cleo }
  })

  test('POLL-016 comments sent at the same time appear for everyone, in one order', async () => {
    const { pages } = made()
    for (const [index, page] of pages.entries()) await box(page).fill(`Word ${index}`)
    await Promise.all(pages.map(send))
    for (const page of pages) {
      for (const index of [0, 1, 2]) await expect(saying(page, `Word ${index}`)).toHaveCount(1)
      await expect(comments(page)).toHaveCount(4)
    }
    const orders = await Promise.all(pages.map(page => page.locator('[data-note-body]').allTextContents()))
    expect(new Set(orders.map(order => order.join('|'))).size).toBe(1)
  })

  test('one of two users who change a comment at the same time is asked, and it reads the same for everyone', async () => {
    const { pages, ann, cleo } = made()
    for (const [page, text] of [
      [ann, 'Changed by Ann'],
      [cleo, 'Changed by Cleo'],
    ] as const) {
      await saying(page, 'Word 2').getByRole('button', { name: 'Edit comment' }).click()
      await page.getByRole('textbox', { name: 'Edit comment' }).fill(text)
    }
    await Promise.all([ann, cleo].map(page => page.getByRole('button', { name: 'Save changes' }).click()))
    const conflicts = [ann, cleo].map(page => page.getByText(/^This comment changed after you started editing it/))
    const counts = () => Promise.all(conflicts.map(conflict => conflict.count()))
    await expect.poll(async () => (await counts()).toSorted()).toEqual([0, 1])
    const asked = (await counts())[0] === 1 ? ann : cleo
    await asked.getByRole('button', { name: 'Keep', exact: true }).click()
    await asked.getByRole('button', { name: 'Save changes' }).click()
    const kept = asked === ann ? 'Changed by Ann' : 'Changed by Cleo'
    for (const page of pages) await expect(saying(page, kept)).toHaveCount(1)
  })

  test('a thread that two resolve at once is resolved once', async ({ api }) => {
    const { issue, thread, pages, ann, ben } = made()
    await Promise.all([ann, ben].map(page => page.getByRole('button', { name: 'Resolve thread' }).last().click()))
    for (const page of pages) await expect(page.getByText(/^Resolved by/)).toHaveCount(1)
    const shown = (await api()('GET', `${issue.api}/discussions/${thread.id}`)).body as {
      notes: { resolved: boolean }[]
    }
    expect(shown.notes.map(note => note.resolved)).toEqual([true])
  })
})

test.describe('a discussion of hundreds', () => {
  const list = /discussions\.json/
  /** On a busy machine, hundreds of comments take longer to load than a few. */
  const longer = { timeout: 60_000 }
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const text = (at: number) => `Comment number ${at}.`
    const ids = await writeMany(
      api(),
      issue,
      Array.from({ length: 560 }, (_, at) => text(at)),
    )
    await write(api(), issue, place.cleo, 'discussions', text(560))
    for (let at = 561; at < 570; at += 1) await write(api(), issue, place.cleo, 'notes', text(at))
    const ann = await place.ann.context.newPage()
    const ben = await place.ben.context.newPage()
    return { issue, ids, ann, ben }
  })

  test('ERRMSG-048 an error says that comments could not be loaded', async () => {
    const { issue, ann } = made()
    await fail(ann, list, 'GET')
    // The document of an issue brings the first comments; a page of the app asks for them.
    await ann.goto(issue.path.replace(/\/\d+$/, ''))
    await hydrated(ann)
    await ann.locator(`a[href="${issue.path}"]`).first().click()
    await expect(ann.getByText('Something went wrong while fetching comments. Please try again.')).toBeVisible()
    await ann.unroute(list)
  })

  test('POLL-001 POLL-005 comments load in growing pages of at most 100, below a placeholder', async () => {
    const { issue, ann } = made()
    await ann.goto(issue.path.replace(/\/\d+$/, ''))
    // A link that is followed before it is hydrated loads a document, which brings the first comments.
    await hydrated(ann)
    const held = await holdBack(ann, list, 'GET')
    // Heard before it is asked for: the placeholder is drawn before the browser tells of the request.
    const asked: string[] = []
    ann.on('request', request => {
      if (list.test(request.url())) asked.push(new URL(request.url()).searchParams.get('per_page') ?? '')
    })
    await ann.locator(`a[href="${issue.path}"]`).first().click()
    await expect(ann.getByText('Loading comments').first()).toBeAttached()
    held()
    await expect(saying(ann, 'Comment number 499.')).toBeAttached(longer)
    expect(asked.slice(0, 6)).toEqual(['20', '30', '45', '68', '100', '100'])
    await expect(saying(ann, 'Comment number 569.')).toHaveCount(0)
  })

  test('POLL-020 comments far from the viewport render text only', async () => {
    const { ann } = made()
    await expect(saying(ann, 'Comment number 300.').getByRole('button')).toHaveCount(0)
    await expect(saying(ann, 'Comment number 1.').getByRole('button', { name: 'More actions' })).toHaveCount(1)
  })

  test('a search goes to a comment that is not loaded yet', async () => {
    const { ids, ann } = made()
    await ann.getByRole('button', { name: 'Search comments' }).click()
    await ann.getByRole('searchbox', { name: 'Search comments' }).fill('NUMBER 555')
    await ann.getByRole('list', { name: 'Comments found' }).getByRole('button').click()
    await expect(saying(ann, 'Comment number 555.')).toBeInViewport(longer)
    await expect(ann).toHaveURL(new RegExp(`#note_${ids[555]}$`))
  })

  test('NOTE-036 the address of a comment far down shows it', async () => {
    const { issue, ids, ben } = made()
    await ben.goto(`${issue.path}#note_${ids[550]}`)
    await expect(saying(ben, 'Comment number 550.')).toBeInViewport(longer)
  })

  test('the next open thread is found before it is loaded', async () => {
    const { issue, ben } = made()
    await ben.goto(issue.path)
    await expect(box(ben)).toBeAttached()
    await openThreads(ben).getByRole('button', { name: 'Next open thread' }).click()
    await expect(saying(ben, 'Comment number 560.')).toBeInViewport(longer)
  })

  test('POLL-005 the newest first are loaded from the other end', async () => {
    const { issue, ben } = made()
    await ben
      .getByRole('button', { name: 'Sort' })
      .or(ben.getByRole('button', { name: 'Oldest first' }))
      .first()
      .click()
    await ben.getByRole('menuitemradio', { name: 'Newest first' }).click()
    await ben.goto(issue.path)
    await expect(saying(ben, 'Comment number 569.')).toBeInViewport()
    await expect(saying(ben, 'Comment number 20.')).toHaveCount(0)
  })
})

test.describe('where no socket can be held', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const page = await place.ann.context.newPage()
    // A network that lets no socket through.
    await page.addInitScript({
      content: `delete window.SharedWorker
      window.WebSocket = function () {
        const socket = { readyState: 3, close() {}, send() {}, addEventListener() {} }
        setTimeout(() => socket.onclose?.(), 10)
        return socket
      }
      window.WebSocket.OPEN = 1`,
    })
    const polls: (string | null)[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (/\/noteable\/issue\/\d+\/notes$/.test(url.pathname)) polls.push(url.searchParams.get('last_fetched_at'))
    })
    await page.goto(issue.path)
    await expect(box(page)).toBeVisible()
    return { place, issue, page, polls }
  })

  test('POLL-016 polls bring what others write', async ({ api }) => {
    const { place, issue, page } = made()
    await write(api(), issue, place.ben, 'notes', 'By hand')
    await expect(saying(page, 'By hand')).toBeVisible()
  })

  test('POLL-014 ERRMSG-049 a poll that fails says so, and the next one comes', async ({ api }) => {
    const { place, issue, page, polls } = made()
    const polling = /\/noteable\/issue\//
    await fail(page, polling, 'GET')
    await expect(page.getByText('Something went wrong while fetching latest comments.')).toBeVisible()
    await page.unroute(polling)
    await write(api(), issue, place.ben, 'notes', 'And again')
    await expect(saying(page, 'And again')).toBeVisible()
    expect(Number(polls.at(-1))).toBeGreaterThan(Number(polls[0]))
  })

  test('POLL-010 POLL-011 a hidden page does not poll, until it is visible', async ({ api }) => {
    const { place, issue, page, polls } = made()
    const show = (state: string) =>
      page.evaluate(to => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await show('hidden')
    await page.clock.install()
    await write(api(), issue, place.ben, 'notes', 'While you are away')
    const before = polls.length
    await page.clock.fastForward(7_000)
    expect(polls.length).toBe(before)
    await show('visible')
    await expect(saying(page, 'While you are away')).toBeVisible({ timeout: 3_000 })
  })

  test('POLL-012 nothing is polled while a comment is sent', async () => {
    const { page, polls } = made()
    const held = await holdBack(page, /loom\/notes$/, 'POST')
    await box(page).fill('On its way')
    const during = polls.length
    await send(page)
    await page.clock.fastForward(7_000)
    expect(polls.length).toBeLessThanOrEqual(during + 1)
    held()
    await expect(saying(page, 'On its way')).toHaveCount(1)
  })
})

test('POLL-013 POLL-020 the box one writes in stays where it is when a comment comes in above 150 others', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  await writeMany(
    api(),
    issue,
    Array.from({ length: 150 }, (_, at) => `Number ${at}. ${'Some words more. '.repeat(at % 30)}`),
  )
  const page = await open(place.ann, issue)
  await box(page).fill('What I was about to say')
  await expect(comments(page)).toHaveCount(150)
  await box(page).evaluate(element => element.scrollIntoView({ block: 'center' }))
  const before = await box(page).boundingBox()
  await write(api(), issue, place.ben, 'notes', 'Just in between')
  await expect(saying(page, 'Just in between')).toHaveCount(1)
  const after = await box(page).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(2)
  await page.close()
})

test('POLL-013 POLL-020 the focused text field keeps its position on a short page when the first comments appear above it', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  const page = await open(place.ann, issue)
  await box(page).fill('What I was about to say')
  await box(page).evaluate(element => element.scrollIntoView({ block: 'center' }))
  const y = async () => (await box(page).boundingBox())?.y ?? Number.NaN
  const before = await y()
  for (const text of ['The first', `The second. ${'Some words more. '.repeat(100)}`]) {
    await write(api(), issue, place.ben, 'notes', text)
    await expect(saying(page, text.slice(0, 9))).toHaveCount(1)
    await expect.poll(async () => Math.abs((await y()) - before)).toBeLessThan(2)
  }
  // Nothing is left of the room below once one scrolls up.
  await page.mouse.wheel(0, -10_000)
  await expect.poll(() => page.evaluate(() => document.querySelector('main')?.style.minHeight)).toBe('')
  await page.close()
})
