import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { readFirstView } from '#tools/first-view.ts'
import { cloneFor, signInAsRoot } from './code-repository.ts'
import { test } from './fixtures.ts'
import { day, rows } from './issues-scene.ts'
import { hydrated } from './windows.ts'

/**
 * At most so many of each: elements before scripts, addresses asked for by a first visit, and rules with `:has`, in a container query or with
 * `color-mix` in the style sheets that the document names. `npm run bench -- --paint` shows what they cost.
 */
const limits = [
  { what: 'the list of issues', of: 'list', elements: 600, requests: 24, costlyRules: 31 },
  { what: 'a short issue', of: 'issue', elements: 440, requests: 33, costlyRules: 31 },
] as const

type Box = (page: Page) => Locator

/** Open a page whose first view the server has drawn. */
async function openDrawn(page: Page, path: string): Promise<Page> {
  // The address of the page that stands, with a hash, is no navigation.
  if (path.includes('#')) await page.goto('about:blank')
  const document = await page.goto(path, { waitUntil: 'commit' })
  expect(await document?.text(), path).toContain('data-place=')
  return page
}

/** Hold the scripts of a page back. @returns lets them come */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await context.route(/\/assets\/index-.*\.js$/, async route => {
    await held
    await route.continue()
  })
  return release
}

/** The socket announces recent changes, which the page would read again. */
async function closeSocket(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await context.routeWebSocket(/\/-\/live/, () => {})
}

test('the server counts IDs as the browser does, which renders the bar and the navigation before the page', async ({
  scene,
}) => {
  const path = `${scene.path}/-/issues/new`
  const labels = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('label[for]')].map(label => `${label.textContent}: ${label.getAttribute('for')}`),
    )
  const drawn = await scene.openAs('dan', path, { javaScriptEnabled: false })
  const inDrawing = await labels(drawn)
  expect(inDrawing.length).toBeGreaterThan(2)
  const rendered = await scene.openAs('dan', '/help', { serviceWorkers: 'block' })
  await rendered.route(`**${path}`, async route => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace(
      /<div id="root".*?<script type="application\/json"/s,
      '<div id="root"></div><script type="application/json"',
    )
    await route.fulfill({ response: reply, body })
  })
  await rendered.goto(path)
  await hydrated(rendered)
  expect((await labels(rendered)).slice(0, inDrawing.length)).toEqual(inDrawing)
  await Promise.all([drawn.close(), rendered.close()])
})

test('pages can be read without JavaScript', async ({ scene, browser, weft }) => {
  const { iid } = await scene.issue({ description: 'It **jams** at noon.' })
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'I saw it too.' })
  const page = await browser.newPage({ baseURL: weft.baseURL, javaScriptEnabled: false })
  const path = `${scene.path}/-/issues/${iid}`
  await openDrawn(page, `${scene.path}/-/issues`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('navigation').getByText('Loom').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toHaveAttribute('href', path)
  await openDrawn(page, path)
  await expect(page.getByRole('heading', { level: 1, name: 'The shuttle jams' })).toBeVisible()
  await expect(page.getByText('It jams at noon.')).toBeVisible()
  await expect(page.getByText('I saw it too.')).toBeVisible()
  const sidebar = page.getByRole('complementary', { name: 'Fields' })
  await expect(sidebar.getByText('Milestone')).toBeVisible()
  // A document that is painted before its sidebar has come has the same lines.
  const widthPx = () => page.getByRole('region', { name: /^Activity/ }).evaluate(element => element.clientWidth)
  const wholePx = await widthPx()
  await sidebar.evaluate(element => element.closest('[popover]')?.remove())
  expect(await widthPx()).toBe(wholePx)
})

test('the first view of a list and of a short issue stays small', async ({ scene }) => {
  const project = `projects/${scene.projectId}`
  const { id: milestone_id } = await scene.make(`${project}/milestones`, { title: 'First cloth' })
  const values = { labels: 'bug,loom', assignee_ids: [scene.people.rita.id], milestone_id, due_date: day(3), weight: 2 }
  const { iid } = await scene.issue({ ...values, description: 'It **jams** at noon, `again` and again.' })
  for (let count = 0; count < 24; count += 1) await scene.issue(values)
  for (const { what, of, ...most } of limits) {
    const context = await scene.signedIn('dan')
    const page = await context.newPage()
    const addresses = new Set<string>()
    page.on('request', request => addresses.add(request.url()))
    const document = await page.goto(`${scene.path}/-/issues${of === 'list' ? '' : `/${iid}`}`)
    await hydrated(page)
    // The script of the live worker never ends, as far as `networkidle` can see.
    let before = -1
    const newRequests = () => {
      const since = addresses.size - before
      before = addresses.size
      return since
    }
    await expect.poll(newRequests, { intervals: [1_000] }).toBe(0)
    const { elements, costlyRules } = await readFirstView(page, (await document?.text()) ?? '')
    const found = { elements, requests: addresses.size, costlyRules }
    for (const name of ['elements', 'requests', 'costlyRules'] as const)
      expect.soft(found[name], `${name} of ${what}: ${JSON.stringify(found)}`).toBeLessThanOrEqual(most[name])
    await context.close()
  }
})

test('a list is drawn in the order that was chosen last', async ({ scene }) => {
  for (const [title, due_date] of [
    ['Due late', '2031-02-04'],
    ['Due early', '2031-02-03'],
  ])
    await scene.issue({ title, due_date })
  const context = await scene.signedIn('dan')
  await closeSocket(context)
  const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues`)
  await expect(rows(page)).toContainText(['Due early', 'Due late'])
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Title' }).click()
  await page.getByRole('button', { name: /Reverse sort order/ }).click()
  await expect(rows(page)).toContainText(['Due late', 'Due early'])
  const release = await holdScripts(context)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await openDrawn(page, `${scene.path}/-/issues`)
  await expect(rows(page)).toContainText(['Due late', 'Due early'])
  release()
  await expect(page.getByRole('button', { name: 'Sort by: Title' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(rows(page)).toContainText(['Due late', 'Due early'])
  expect(problems).toEqual([])
  expect(asked.filter(path => path.includes('/-/pages/'))).toEqual([])
})

test('the browser takes a drawn page over as it stands, and asks for nothing that came with it', async ({ scene }) => {
  const { iid } = await scene.issue({ description: 'It jams.', due_date: '2031-02-03' })
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'I saw it too.' })
  const context = await scene.signedIn('dan')
  await closeSocket(context)
  for (const path of [`${scene.path}/-/issues/${iid}`, `${scene.path}/-/issues`]) {
    const release = await holdScripts(context)
    const page = await openDrawn(await context.newPage(), path)
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
    const last = await page.getByText('I saw it too.').or(rows(page)).first().elementHandle()
    release()
    // The shortcuts work once the page is hydrated.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible()
    }).toPass()
    for (const element of [heading, last]) expect(await element?.evaluate(node => node.isConnected)).toBe(true)
    expect(problems).toEqual([])
    expect(asked.filter(each => /discussions\.json|\/-\/pages\//.test(each))).toEqual([])
    await page.close()
    await context.unrouteAll()
  }
})

test('a long discussion is taken over as it stands, also at the address of one of its comments', async ({ scene }) => {
  const { iid } = await scene.issue()
  const notes = `projects/${scene.projectId}/issues/${iid}/notes`
  const ids: number[] = []
  for (let n = 0; n < 40; n++) ids.push((await scene.make(notes, { body: `Comment number ${n}.` })).id)
  const context = await scene.signedIn('gus')
  for (const hash of [`#note_${ids[35]}`, '']) {
    const release = await holdScripts(context)
    const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues/${iid}${hash}`)
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
    // On a slow machine, further comments come before the page is taken over.
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 3 })
    release()
    await expect(page.getByText('Comment number 39.')).toBeAttached()
    if (hash !== '') await expect(page.getByText('Comment number 35.')).toBeInViewport()
    expect(await heading?.evaluate(node => node.isConnected)).toBe(true)
    expect(problems).toEqual([])
    await page.close()
    await context.unrouteAll()
  }
})

test('a drawn page is painted before its scripts run', async ({ scene }) => {
  const { iid } = await scene.issue()
  const context = await scene.signedIn('dan')
  await context.addInitScript(() => {
    // The frames that scripts are told of, until the first one is asked for by hand.
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = callback => waiting.push(callback)
    Object.assign(window, { showFrame: () => waiting.map(callback => callback(performance.now())) })
  })
  const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues/${iid}`)
  const scripts = page.locator('script[src]')
  await page.waitForLoadState()
  await expect(page.getByRole('heading', { level: 1, name: 'The shuttle jams' })).toBeVisible()
  await expect(scripts).toHaveCount(0)
  await page.evaluate('showFrame()')
  await expect(scripts).toHaveCount(1)
})

test('a page that is opened in a background tab, where no frame comes, is taken over too', async ({ scene }) => {
  const { iid } = await scene.issue()
  const context = await scene.signedIn('dan')
  await context.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
  })
  const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues/${iid}`)
  await page.getByRole('button', { name: 'Close issue' }).first().click()
  await expect(page.getByRole('button', { name: /^Reopen issue/ }).first()).toBeVisible()
})

test('the comments below the first view are read before the scripts run, and taken over with the focus', async ({
  scene,
}) => {
  const { iid } = await scene.issue()
  const notes = `projects/${scene.projectId}/issues/${iid}/notes`
  const ids: number[] = []
  for (let n = 0; n < 70; n++) ids.push((await scene.make(notes, { body: `Comment number ${n}.` })).id)
  const context = await scene.signedIn('gus')
  const release = await holdScripts(context)
  const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues/${iid}`)
  const comments = page.locator('article[data-note]')
  await expect(comments).toHaveCount(70)
  await expect(page.getByText('Loading more comments')).toBeHidden()
  const last = page.locator(`#note_${ids[69]}`)
  await last.focus()
  await expect(last).toContainText('Comment number 69.')
  const duplicates = await page.evaluateHandle(() => {
    const seen: number[] = []
    const count = () => {
      const all = [...document.querySelectorAll('article[data-note]')].map(each => each.id)
      seen.push(all.length - new Set(all).size)
    }
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  release()
  await expect(last.getByRole('button', { name: /^More actions/ })).toBeVisible()
  await expect(last).toBeFocused()
  await expect(comments).toHaveCount(70)
  await expect(page.locator('[data-row]')).toHaveCount(0)
  expect(new Set(await duplicates.jsonValue())).toEqual(new Set([0]))
})

test('text that is read before the scripts run stays in place when someone comments and the page is hydrated', async ({
  scene,
}) => {
  const { iid } = await scene.issue()
  const notes = `projects/${scene.projectId}/issues/${iid}/notes`
  const ids: number[] = []
  for (let n = 0; n < 120; n++)
    ids.push((await scene.make(notes, { body: `Comment number ${n}.\n\n`.repeat(1 + (n % 5)) })).id)
  const context = await scene.signedIn('gus')
  const page = await context.newPage()
  const path = `${scene.path}/-/issues/${iid}`
  const comments = page.locator('article[data-note]')
  const marked = page.waitForResponse(answer => answer.url().endsWith('/read_mark'))
  await openDrawn(page, path)
  await expect(comments).toHaveCount(120)
  await marked
  const release = await holdScripts(context)
  await openDrawn(page, path)
  await expect(comments).toHaveCount(120)
  const read = page.locator(`#note_${ids[60]}`)
  await read.evaluate(note => note.scrollIntoView({ block: 'start' }))
  await page.mouse.wheel(0, -35)
  const topOf = () => read.evaluate(note => Math.round(note.getBoundingClientRect().top))
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const topPx = await topOf()
  await scene.make(notes, { body: 'One more.' })
  release()
  await expect(comments).toHaveCount(121)
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await expect.poll(async () => Math.abs((await topOf()) - topPx)).toBeLessThan(3)
})

test('typed text and presses before the scripts run are not lost', async ({ scene }) => {
  const { iid } = await scene.issue()
  const context = await scene.signedIn('dan')
  const release = await holdScripts(context)
  const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues/${iid}`)
  // A shortcut, which is no part of the text.
  await page.keyboard.press('j')
  await page.getByRole('textbox', { name: 'Comment', exact: true }).pressSequentially('Typed early')
  await page.getByRole('button', { name: 'Close issue' }).first().click()
  release()
  await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toHaveValue('Typed early')
  await expect(page.getByRole('button', { name: /^Reopen issue|^Comment & reopen/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled()
})

test('text typed while a slow browser hydrates the page stays in order, with the caret where it was', async ({
  scene,
}) => {
  const { iid } = await scene.issue()
  const context = await scene.signedIn('dan')
  const digits = (count: number) => Array.from({ length: count }, (_, index) => index % 10).join('')
  const boxes: readonly (readonly [string, Box, number])[] = [
    ['/new', page => page.getByRole('textbox', { name: 'Title' }), 160],
    [`/${iid}`, page => page.getByRole('textbox', { name: 'Comment', exact: true }), 160],
    ['', page => page.getByRole('combobox', { name: 'Search or filter issues' }), 160],
  ]
  for (const [path, box, count] of boxes) {
    const release = await holdScripts(context)
    const page = await openDrawn(await context.newPage(), `${scene.path}/-/issues${path}`)
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await box(page).focus()
    await page.keyboard.type('end')
    await page.keyboard.press('Home')
    await page.keyboard.type(digits(count).slice(0, 30))
    release()
    await page.keyboard.type(digits(count).slice(30))
    await expect(box(page)).toHaveValue(`${digits(count)}end`)
    expect(await box(page).evaluate(field => (field as HTMLInputElement).selectionStart)).toBe(count)
    await page.close()
    await context.unrouteAll()
  }
})

test('a reply and a choice from a list before the scripts run are not lost', async ({ scene }) => {
  const { iid } = await scene.issue()
  const issuePath = `projects/${scene.projectId}/issues/${iid}`
  await scene.make(`${issuePath}/discussions`, { body: 'The first comment.' })
  const context = await scene.signedIn('dan')
  const page = await context.newPage()
  const release = await holdScripts(context)
  await openDrawn(page, `${scene.path}/-/issues/${iid}`)
  await page.getByRole('textbox', { name: 'Reply' }).focus()
  await page.keyboard.type('Not so early')
  release()
  await expect(page.getByRole('form', { name: 'Reply' }).getByRole('textbox')).toHaveValue('Not so early')

  await context.unrouteAll()
  const releaseAgain = await holdScripts(context)
  await openDrawn(page, '/-/user_settings/preferences')
  const clock = page.getByRole('combobox', { name: 'Clock' })
  await clock.focus()
  await page.keyboard.press('End')
  await expect(clock).toHaveValue('24h')
  const saved = page.waitForResponse(answer => /preferences/.test(answer.url()) && answer.request().method() === 'PUT')
  releaseAgain()
  await saved
  await page.reload()
  await expect(clock).toHaveValue('24h')
})

test('text typed into a form before the scripts run is kept for the next visit', async ({ scene }) => {
  const context = await scene.signedIn('dan')
  const page = await context.newPage()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const path = page.getByRole('textbox', { name: 'Path', exact: true })
  const release = await holdScripts(context)
  await openDrawn(page, '/projects/new')
  await name.fill('Shuttle')
  release()
  await expect(path).toHaveValue('shuttle')
  await context.unrouteAll()
  // After a reload the browser might put it back itself.
  await page.goto('/help')
  await page.goto('/projects/new')
  await expect(name).toHaveValue('Shuttle')
})

for (const [how, send] of [
  ['by Enter', (page: Page) => page.keyboard.press('Enter')],
  ['by its button', (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()],
] as const)
  test(`a form that is sent ${how} before the scripts run is sent once`, async ({ browser, weft }) => {
    const context = await browser.newContext({ baseURL: weft.baseURL, serviceWorkers: 'block' })
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    const release = await holdScripts(context)
    await openDrawn(page, '/users/sign_in')
    await page.getByRole('textbox', { name: 'Username or email' }).fill('root')
    await page.getByLabel('Password', { exact: true }).fill(weft.rootPassword)
    await send(page)
    release()
    await expect(page.getByRole('button', { name: /^You: / })).toBeVisible()
    expect(sent).toEqual(['/-/sessions'])
    await context.close()
  })

test('EDIT-015 unsent texts are in their boxes once a drawn page is taken over, as it stands, also what is typed early', async ({
  scene,
}) => {
  const { iid } = await scene.issue()
  const notes = `projects/${scene.projectId}/issues/${iid}`
  const { id } = await scene.make(`${notes}/notes?sudo=${scene.people.dan.id}`, { body: 'I saw it.' })
  await scene.make(`${notes}/discussions`, { body: 'Where does it jam?' })
  const path = `${scene.path}/-/issues/${iid}`
  const before = await scene.openAs('dan', path)
  const context = before.context()
  const [comment, edit, reply] = [/^Comment$/, 'Edit comment', 'Reply'].map(
    name => (page: Page) => page.getByRole('textbox', { name, exact: true }),
  ) as [Box, Box, Box]
  await before.locator(`#note_${id}`).getByRole('button', { name: 'Edit comment' }).click()
  await edit(before).fill('I saw it twice.')
  await reply(before).focus()
  await reply(before).fill('At the left')
  await comment(before).fill('Half a thought')
  await before.close()
  for (const early of ['', 'Typed early']) {
    const release = await holdScripts(context)
    const page = await openDrawn(await context.newPage(), path)
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
    await comment(page).pressSequentially(early)
    release()
    await expect(comment(page)).toHaveValue(early === '' ? 'Half a thought' : `Half a thought\n\n${early}`)
    await expect(edit(page)).toHaveValue('I saw it twice.')
    await expect(reply(page)).toHaveValue('At the left')
    expect(await heading?.evaluate(node => node.isConnected)).toBe(true)
    expect(problems).toEqual([])
    await page.close()
    await context.unrouteAll()
  }
})

test('a page is drawn for its reader: folded as it was left, with the times of their zone', async ({
  scene,
  browser,
}) => {
  const { iid } = await scene.issue({ created_at: '2025-03-09T23:30:00Z' })
  const path = `${scene.path}/-/issues/${iid}`
  const page = await scene.openAs('dan', path, { timezoneId: 'Europe/Berlin', locale: 'en-GB' })
  await expect(page.getByText('10 Mar, 2025').first()).toBeVisible()
  await page.getByRole('button', { name: 'Collapse', exact: true }).click()
  const noScripts = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const drawn = await openDrawn(await noScripts.newPage(), path)
  await expect(drawn.getByText('10 Mar, 2025').first()).toBeVisible()
  await expect(drawn.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
})

test('a commit begins with its first files, read without JavaScript, and the browser adds the others', async ({
  api,
  browser,
  weft,
}) => {
  await api()('POST', 'projects', { name: 'Drawn', path: 'drawn', visibility: 'public' })
  const clone = cloneFor(weft, 'drawn')
  const content = (word: string) => Array.from({ length: 50 }, (_, n) => `${word} ${n}\n`).join('')
  const id = clone.commit(
    'Weave\n\nAll of it.',
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`part${10 + n}.txt`, content(`thread of ${10 + n}:`)])),
  )
  clone.push('main')
  const options = { baseURL: weft.baseURL }
  const noScripts = await browser.newContext({ ...options, javaScriptEnabled: false })
  const path = `/root/drawn/-/commit/${id}`
  const drawn = await openDrawn(await noScripts.newPage(), path)
  await expect(drawn.getByRole('heading', { level: 1, name: 'Weave' })).toBeVisible()
  await expect(drawn.getByText('All of it.')).toBeVisible()
  await expect(drawn.getByRole('region', { name: 'Diff of part10.txt' })).toContainText('thread of 10: 49')
  // The styles hide one of its two faces.
  await expect(drawn.getByText('20 changed files').filter({ visible: true })).toHaveCount(1)
  const first = drawn.getByRole('region', { name: 'part10.txt', exact: true })
  await expect(first.getByRole('link', { name: 'part10.txt' })).toHaveAttribute('href', /^#diff-content-[0-9a-f]{40}$/)
  await expect(drawn.getByRole('region', { name: 'part29.txt', exact: true })).toHaveCount(0)
  const context = await browser.newContext(options)
  const page = await openDrawn(await context.newPage(), path)
  await expect(page.getByRole('region', { name: 'Diff of part29.txt' })).toContainText('thread of 29: 49')
})

test('a long list begins with the rows of a window, as high as all of them', async ({ api, browser, weft }) => {
  const project = await api()('POST', 'projects', { name: 'Rows', path: 'drawn-rows', visibility: 'public' })
  const { id } = project.body as { readonly id: number }
  for (let count = 1; count <= 25; count++) await api()('POST', `projects/${id}/issues`, { title: `Thread ${count}` })
  const context = await browser.newContext({ baseURL: weft.baseURL })
  const release = await holdScripts(context)
  const page = await openDrawn(await context.newPage(), '/root/drawn-rows/-/issues')
  const heightPx = () => page.getByRole('list', { name: 'Issues' }).evaluate(list => list.clientHeight)
  await expect(rows(page)).toHaveCount(20)
  const drawnPx = await heightPx()
  release()
  await expect(rows(page)).toHaveCount(25)
  expect(await heightPx()).toBe(drawnPx)
})

test('the home of a project comes with its files and its README, and does not ask for them', async ({
  api,
  browser,
  weft,
}) => {
  await api()('POST', 'projects', { name: 'Drawn files', path: 'drawn-files', visibility: 'public' })
  const clone = cloneFor(weft, 'drawn-files')
  clone.commit('Begin', { 'README.md': 'Of wool.', 'src/a.ts': 'export const a = 1\n' })
  clone.push('main')
  const context = await browser.newContext({ baseURL: weft.baseURL })
  await closeSocket(context)
  const asked: string[] = []
  context.on('request', request => {
    if (request.url().includes('/pages/')) asked.push(request.url())
  })
  const release = await holdScripts(context)
  const page = await openDrawn(await context.newPage(), '/root/drawn-files')
  await expect(page.getByRole('link', { name: 'src' })).toBeVisible()
  await expect(page.getByText('Of wool.')).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Clone' }).click()
  await expect(page.getByRole('dialog', { name: 'Clone' })).toBeVisible()
  expect(asked).toEqual([])
})

const ofProject = [
  '',
  '/-/issues/new?issue[title]=Hello',
  '/-/issues?utm_source=mail',
  '/-/issues?search=',
  '/-/merge_requests?search=',
  '/-/labels',
  '/-/milestones',
  '/-/activity',
  '/-/project_members',
  '/-/edit',
]
const ofCode = [
  '/new/main/src',
  '/tree/main/src',
  '/blob/main/README.md',
  '/blame/main/README.md',
  '/commits',
  '/branches',
  '/tags',
]
const ofSite = [
  '/',
  '/explore',
  '/explore?page=2&search=none%26such',
  '/dashboard/todos',
  '/dashboard/activity',
  '/dashboard/changes',
  '/help',
  '/root',
  '/users/password/new',
  '/users/password/edit?reset_password_token=none',
  '/users/confirmation?confirmation_token=none',
]
const ofAdmin = ['users', 'settings', 'mails', 'topics', 'broadcast_messages', 'abuse_reports']
const ofReader = ['profile', 'preferences', 'notifications', 'ssh_keys', 'personal_access_tokens'].map(
  name => `/-/user_settings/${name}`,
)
for (const [what, name, paths] of [
  ['a project', 'drawn-homes', ofProject.map(at => `/root/drawn-homes${at}`)],
  ['its code', 'drawn-code', [...ofCode, '/compare/main...main'].map(at => `/root/drawn-code/-${at}`)],
  ['the site', 'drawn-site', [...ofSite, ...ofReader]],
  ['administrators', 'drawn-admin', ofAdmin.map(at => `/admin/${at}`)],
] as const)
  test(`the pages of ${what} are drawn, and taken over as they stand`, async ({ browser, weft }) => {
    const clone = cloneFor(weft, name)
    clone.commit('Begin', { 'README.md': '# Cloth\n', 'src/a.ts': 'export const a = 1\n' })
    clone.push('main')
    const page = await browser.newPage({ baseURL: weft.baseURL })
    await signInAsRoot(page, weft)
    const problems: string[] = []
    page.on('pageerror', error => problems.push(`${page.url()}: ${error.message}`))
    for (const path of paths) {
      await openDrawn(page, path)
      const drawn = await page.getByRole('heading', { level: 1 }).elementHandle()
      await expect(async () => {
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('dialog')).toBeVisible()
      }).toPass()
      expect(await drawn?.evaluate(node => node.isConnected), path).toBe(true)
      expect(problems).toEqual([])
    }
  })

test('a drawn page shows what its hash names, which the server has not heard of', async ({ page }) => {
  await openDrawn(page, '/-/api#operation-createIssue')
  await expect(page.locator('#operation-createIssue')).toHaveAttribute('open')
  await expect(page.getByRole('cell', { name: 'title required' })).toBeInViewport()
})
