import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { type ApiCall, test } from './fixtures.ts'

const password = 'a-password-of-the-weavers'

interface Person {
  readonly username: string
  readonly id: number
  readonly context: BrowserContext
}

interface Scene {
  readonly path: string
  readonly projectId: number
  readonly ann: Person
  readonly ben: Person
  readonly cleo: Person
}

// Signing in is what takes longest: the people of a server stay signed in for all journeys of this file.
let made: { readonly baseURL: string; readonly scene: Promise<Scene> } | null = null

function scene(call: ApiCall, baseURL: string, browser: Browser): Promise<Scene> {
  if (made?.baseURL !== baseURL) made = { baseURL, scene: makeScene(call, baseURL, browser) }
  return made.scene
}

async function makeScene(call: ApiCall, baseURL: string, browser: Browser): Promise<Scene> {
  const tag = Math.random().toString(36).slice(2, 8)
  const post = async (path: string, body: object) => (await call('POST', path, body)).body as { id: number }
  const group = await post('groups', { name: `Threads ${tag}`, path: `threads-${tag}`, visibility: 'public' })
  const project = await post('projects', { name: 'Loom', path: 'loom', namespace_id: group.id, visibility: 'public' })
  const person = async (name: string, level: number): Promise<Person> => {
    const username = `${name}${tag}`
    const email = `${username}@weavers.example`
    const { id } = await post('users', { username, name: username, email, password, skip_confirmation: true })
    await post(`projects/${project.id}/members`, { user_id: id, access_level: level })
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    await page.goto('/users/sign_in')
    await page.getByLabel('Username or e-mail').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(url => !url.pathname.startsWith('/users/'))
    await page.close()
    return { username, id, context }
  }
  const [ann, ben, cleo] = [await person('ann', 40), await person('ben', 30), await person('cleo', 10)]
  return { path: `/threads-${tag}/loom/-/issues`, projectId: project.id, ann, ben, cleo }
}

interface Issue {
  readonly iid: number
  readonly path: string
  readonly api: string
}

async function newIssue(call: ApiCall, { path, projectId }: Scene, by?: Person): Promise<Issue> {
  const as = by === undefined ? '' : `?sudo=${by.id}`
  const { body } = await call('POST', `projects/${projectId}/issues${as}`, { title: 'The shuttle jams' })
  const { iid } = body as { iid: number }
  return { iid, path: `${path}/${iid}`, api: `projects/${projectId}/issues/${iid}` }
}

async function open({ context }: Person, issue: Issue, hash = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${issue.path}${hash}`)
  await expect(box(page)).toBeVisible()
  return page
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const saying = (page: Page, text: string | RegExp) => comments(page).filter({ hasText: text })
const send = (page: Page) => box(page).press('Control+Enter')
const openThreads = (page: Page) => page.getByRole('navigation', { name: 'Open threads' })

async function write(call: ApiCall, { api }: Issue, by: Person, kind: 'notes' | 'discussions', body: string) {
  const answer = await call('POST', `${api}/${kind}?sudo=${by.id}`, { body })
  return answer.body as { id: number | string; notes?: { id: number }[] }
}

/** Hold what is sent back until it is let go. */
async function holdBack(page: Page, address: RegExp, method: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(address, async route => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  return () => release()
}

const fail = (page: Page, address: RegExp, method: string) =>
  page.route(address, route =>
    route.request().method() === method ? route.fulfill({ status: 500 }) : route.continue(),
  )

test('DISC-001 DISC-006 DISC-008 DISC-009 DISC-010 DISC-011 DISC-012 DISC-015 DISC-016 DISC-017 NOTE-007 NOTE-015 PERM-009 ERRMSG-050 a thread is begun, answered, folded, resolved and opened again', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
  await box(ann).fill('Before or after the beat?')
  await ann.getByRole('button', { name: 'More ways to comment' }).click()
  await ann.getByRole('menuitemradio', { name: /Start thread/ }).click()
  await ann.getByRole('button', { name: 'Start thread', exact: true }).click()
  await expect(ben.getByText(`${place.ann.username} started a thread`)).toBeVisible()
  await expect(openThreads(ben)).toContainText('1 open thread')
  await expect(ben.getByText(/Last updated/)).toHaveCount(0)
  await expect(ben.getByRole('button', { name: 'Hide thread' })).toHaveCount(0)

  await ben.getByRole('textbox', { name: 'Reply' }).focus()
  await ben.getByRole('textbox', { name: 'Reply' }).fill('After.')
  await ben.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(ann.getByText(/Last updated .* by ben/)).toBeVisible()
  await ann.getByRole('button', { name: 'Hide thread' }).click()
  await expect(saying(ann, 'After.')).toHaveCount(0)
  await ann.getByRole('button', { name: 'Show thread' }).click()
  await expect(saying(ann, 'After.')).toBeVisible()

  // The first comment has the thread's button, the others have none.
  await expect(saying(ann, 'Before or after').getByRole('button', { name: 'Resolve thread' })).toBeVisible()
  await expect(saying(ann, 'After.').getByRole('button', { name: 'Resolve thread' })).toHaveCount(0)
  await saying(ann, 'Before or after').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Resolve this comment only' }).click()
  await expect(saying(ben, 'Before or after').getByText('Resolved', { exact: true })).toBeVisible()
  await expect(openThreads(ben)).toContainText('1 open thread')
  await saying(ben, 'Before or after').getByRole('button', { name: 'More actions' }).click()
  await ben.getByRole('menuitem', { name: 'Reopen this comment only' }).click()
  await expect(saying(ann, 'Before or after').getByText('Resolved', { exact: true })).toHaveCount(0)

  await fail(ann, /\/resolve$/, 'POST')
  const resolve = ann.getByRole('button', { name: 'Resolve thread' }).last()
  await resolve.click()
  await expect(ann.getByText('Something went wrong while resolving this discussion. Please try again.')).toBeVisible()
  await ann.unroute(/\/resolve$/)
  const letGo = await holdBack(ann, /\/resolve$/, 'POST')
  await resolve.click()
  await expect(resolve).toHaveAttribute('data-busy', 'true')
  letGo()
  await expect(ben.getByText(/^Resolved by ann/)).toBeVisible()
  await expect(openThreads(ben)).toHaveCount(0)
  await expect(comments(ben)).toHaveCount(0)
  await ben.reload()
  await ben.getByRole('button', { name: 'Show thread' }).click()
  await expect(saying(ben, 'After.')).toBeVisible()
  await ben.getByRole('button', { name: 'Reopen thread' }).last().click()
  await expect(openThreads(ann)).toContainText('1 open thread')

  const second = await write(api(), issue, place.cleo, 'discussions', 'Which oil?')
  await write(api(), issue, place.ann, 'notes', 'Only a comment')
  await expect(openThreads(ann)).toContainText('2 open threads')
  await ann.evaluate(() => window.scrollTo(0, 0))
  await openThreads(ann).getByRole('button', { name: 'Next open thread' }).click()
  await openThreads(ann).getByRole('button', { name: 'Next open thread' }).click()
  await expect(ann).toHaveURL(new RegExp(`#note_${second.notes?.[0]?.id}$`))
  await expect(saying(ann, 'Which oil?')).toBeInViewport()

  // Not every comment of the first thread is Cleo's to resolve, all of her own are.
  const cleo = await open(place.cleo, issue)
  await expect(saying(cleo, 'Which oil?').getByRole('button', { name: 'Resolve thread' })).toBeVisible()
  await expect(saying(cleo, 'Before or after').getByRole('button', { name: 'Resolve thread' })).toHaveCount(0)
  for (const page of [ann, ben, cleo]) await page.close()
})

test('DISC-018 DISC-019 DISC-020 DISC-022 DISC-023 DISC-024 DISC-025 DISC-026 DISC-027 DISC-036 an answer says what it does to its thread', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  await write(api(), issue, place.ben, 'notes', 'A plain comment')
  const ann = await open(place.ann, issue)
  const reply = ann.getByRole('textbox', { name: 'Reply' })
  await saying(ann, 'A plain comment').getByRole('button', { name: 'Reply' }).click()
  await reply.fill('Is it?')
  await reply.press('Escape')
  await expect(ann.getByText('Are you sure you want to cancel creating this comment?')).toBeVisible()
  await ann.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await expect(reply).toHaveValue('Is it?')
  const sent = ann.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/notes'))
  await reply.press('Control+Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    in_reply_to_discussion_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    return_discussion: true,
    note: { note: 'Is it?' },
  })
  await expect(ann.getByText(`${place.ben.username} started a thread`)).toBeVisible()

  await expect(reply).toHaveAttribute('readonly')
  await reply.focus()
  await expect(ann.getByRole('form', { name: 'Reply' })).toBeVisible()
  await expect(ann.getByText('Thread stays unresolved')).toBeVisible()
  await reply.press('Control+Enter')
  await expect(ann.getByRole('form', { name: 'Reply' })).toHaveCount(0)
  await reply.focus()
  await ann.getByRole('checkbox', { name: 'Resolve thread' }).check()
  await expect(ann.getByText('Thread will be resolved')).toBeVisible()
  await reply.fill('It is.')
  await reply.press('Control+Enter')
  await ann.getByRole('button', { name: 'Show thread' }).click()
  await reply.focus()
  await expect(ann.getByText('Thread stays resolved')).toBeVisible()
  await ann.getByRole('checkbox', { name: 'Unresolve thread' }).check()
  await expect(ann.getByText('Thread will be unresolved')).toBeVisible()
  await reply.fill('Or not.')
  await reply.press('Control+Enter')
  await expect(openThreads(ann)).toContainText('1 open thread')
  await ann.close()
})

test('NOTE-001 NOTE-002 NOTE-004 NOTE-005 NOTE-006 NOTE-008 NOTE-009 NOTE-010 NOTE-012 NOTE-013 NOTE-014 NOTE-016 NOTE-017 NOTE-037 ERRMSG-009 a comment tells who wrote it and offers what its reader may do', async ({
  api,
  baseURL,
  browser,
  page: visitor,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place, place.cleo)
  const { id: left } = (
    await api()('POST', 'users', {
      username: `dora${Date.now()}`,
      name: 'Dora',
      email: `dora${Date.now()}@weavers.example`,
      password,
      skip_confirmation: true,
    })
  ).body as { id: number }
  await api()('POST', `${issue.api}/notes?sudo=${left}`, { body: 'I am leaving' })
  await api()('DELETE', `users/${left}`)
  await api()('PUT', `user/status?sudo=${place.ben.id}`, {
    availability: 'busy',
    emoji: 'coffee',
    message: 'Back soon',
  })
  await write(api(), issue, place.cleo, 'notes', 'It is my issue')
  const mine = await write(api(), issue, place.ann, 'notes', 'I keep it')
  await write(api(), issue, place.ben, 'notes', 'I am busy')
  await api()('POST', `${issue.api}/notes?sudo=${place.ben.id}`, { body: 'Between us', internal: true })
  const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]

  await expect(saying(ann, 'It is my issue').getByText('Author', { exact: true })).toBeVisible()
  await expect(saying(ann, 'It is my issue').getByText('Guest', { exact: true })).toBeVisible()
  await expect(saying(ann, 'I keep it').getByText('Maintainer', { exact: true })).toBeVisible()
  await expect(saying(ann, 'I am busy').getByText('(Busy)')).toBeVisible()
  await expect(saying(ann, 'I am busy').getByRole('img', { name: 'Status: Back soon' })).toBeVisible()
  await expect(saying(ann, 'Between us').getByText('Internal note')).toBeVisible()
  await expect.poll(async () => (await saying(ann, 'I am leaving').textContent()) ?? '').toContain('A deleted user')
  const avatar = saying(ann, 'I keep it').locator('[data-shape=round]:visible').first()
  expect((await avatar.boundingBox())?.width).toBe(40)
  await expect(saying(ann, 'I am busy').getByRole('link', { name: place.ben.username, exact: true })).toHaveAttribute(
    'href',
    `/${place.ben.username}`,
  )
  await expect(saying(ann, 'I am busy')).toContainText(`@${place.ben.username}`)

  // Ben changes his own, Ann (a maintainer) everybody's, a visitor nothing.
  await expect(saying(ben, 'I am busy').getByRole('button', { name: 'Edit comment' })).toBeVisible()
  await expect(saying(ben, 'I keep it').getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
  await expect(saying(ben, 'I keep it').getByRole('button', { name: 'Add reaction' })).toBeVisible()
  await saying(ben, 'I keep it').getByRole('button', { name: 'More actions' }).click()
  await expect(ben.getByRole('menuitem', { name: 'Delete comment' })).toHaveCount(0)
  await ben.keyboard.press('Escape')
  await visitor.goto(issue.path)
  await expect(saying(visitor, 'I keep it')).toBeVisible()
  await expect(saying(visitor, 'Between us')).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Add reaction' })).toHaveCount(0)

  await saying(ann, 'I keep it')
    .getByRole('link', { name: /ago|now/ })
    .click()
  await expect(ann).toHaveURL(new RegExp(`#note_${mine.id}$`))
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await saying(ann, 'I keep it').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(ann.getByText('Link copied')).toBeVisible()
  expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${issue.path}#note_${mine.id}`)

  const menu = saying(ann, 'I am busy').getByRole('button', { name: 'More actions' })
  const assigning = new RegExp(`/${issue.api}$`)
  await fail(ann, assigning, 'PUT')
  await menu.click()
  await ann.getByRole('menuitem', { name: 'Assign to commenting user' }).click()
  await expect(ann.getByText('Something went wrong while updating assignees')).toBeVisible()
  await ann.unroute(assigning)
  await menu.click()
  await ann.getByRole('menuitem', { name: 'Assign to commenting user' }).click()
  const assigned = async () => ((await api()('GET', issue.api)).body as { assignees: { id: number }[] }).assignees
  await expect.poll(assigned).toMatchObject([{ id: place.ben.id }])
  await expect(async () => {
    await menu.click()
    await expect(ann.getByRole('menuitem', { name: 'Unassign from commenting user' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await ann.getByRole('menuitem', { name: 'Unassign from commenting user' }).click()
  await expect.poll(assigned).toEqual([])
  for (const page of [ann, ben]) await page.close()
})

test('NOTE-022 NOTE-025 NOTE-026 NOTE-027 NOTE-028 NOTE-029 NOTE-031 NOTE-032 ERRMSG-042 ERRMSG-043 a comment is changed and deleted, and what goes wrong costs no word', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  await write(api(), issue, place.ben, 'notes', 'First words')
  const doomed = await write(api(), issue, place.ben, 'notes', 'Doomed words')
  const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
  const address = /\/notes\/\d+$/
  const text = ann.getByRole('textbox', { name: 'Edit comment' })
  const save = ann.getByRole('button', { name: 'Save changes' })

  await saying(ann, 'First words').getByRole('button', { name: 'Edit comment' }).click()
  await text.fill('Second **words**')
  await fail(ann, address, 'PUT')
  await save.click()
  await expect(ann.getByText('Something went wrong while editing your comment. Please try again.')).toBeVisible()
  await expect(text).toHaveValue('Second **words**')
  await text.press('Escape')
  await expect(ann.getByText('Are you sure you want to cancel editing this comment?')).toBeVisible()
  await ann.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await ann.unroute(address)
  const letGo = await holdBack(ann, address, 'PUT')
  await save.click()
  await expect(saying(ann, 'Second words').locator('strong', { hasText: 'words' })).toBeVisible()
  await expect(ann.getByText('Saving…')).toBeVisible()
  letGo()
  await expect(saying(ben, 'Second words')).toContainText(`by ${place.ann.username}`)
  await expect(saying(ann, 'Second words')).toContainText(/Edited .* by ann/)

  // What somebody is writing in stays until they are done, though it is gone for everybody else.
  await saying(ann, 'Doomed').getByRole('button', { name: 'Edit comment' }).click()
  await text.fill('Doomed words, and more')
  await ben.close()
  await api()('DELETE', `${issue.api}/notes/${doomed.id}`)
  await write(api(), issue, place.ben, 'notes', 'A sign of life')
  await expect(saying(ann, 'A sign of life')).toBeVisible()
  await expect(text).toHaveValue('Doomed words, and more')
  await save.click()
  await expect(ann.locator(`#note_${doomed.id}`)).toHaveCount(0)

  await fail(ann, address, 'DELETE')
  const destroy = async () => {
    await saying(ann, 'Second words').getByRole('button', { name: 'More actions' }).click()
    await ann.getByRole('menuitem', { name: 'Delete comment' }).click()
    await expect(ann.getByText('Are you sure you want to delete this comment?')).toBeVisible()
    await expect(ann.getByRole('button', { name: 'Delete Comment' })).toHaveAttribute('data-variant', 'danger')
    await ann.getByRole('button', { name: 'Delete Comment' }).click()
  }
  await destroy()
  await expect(ann.getByText('Something went wrong while deleting your note. Please try again.')).toBeVisible()
  await expect(saying(ann, 'Second words')).toHaveCount(1)
  await ann.unroute(address)
  const deleting = await holdBack(ann, address, 'DELETE')
  await destroy()
  await expect(saying(ann, 'Second words')).toHaveAttribute('aria-busy', 'true')
  deleting()
  await expect(saying(ann, 'Second words')).toHaveCount(0)
  await ann.close()
})

test('FORM-034 ERRMSG-045 ERRMSG-046 ERRMSG-047 what is sent over a broken line, or to a server that dies, is there once', async ({
  api,
  baseURL,
  browser,
  weft,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
  const posting = /loom\/notes$/
  const cut = 'Your comment could not be submitted! Please check your network connection and try again.'

  // The server has it, the answer is lost, and the page is closed before the next try.
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

  // The line is cut while it is on its way.
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

  await ann.route(posting, route =>
    route.fulfill({ status: 422, json: { errors: { base: ['The loom is on fire.', 'Run.'] } } }),
  )
  await box(ann).fill('Refused')
  await send(ann)
  await expect(ann.getByText('Your comment could not be submitted because the loom is on fire.')).toBeVisible()
  await ann.unroute(posting)
  await box(ann).fill('/weight heavy')
  await send(ann)
  const alert = ann.getByRole('form', { name: 'Add a comment' }).getByText(/weight/)
  await expect(alert.first()).toBeVisible()
  await expect(box(ann)).toHaveValue('/weight heavy')
  await ann.getByRole('button', { name: 'Dismiss' }).first().click()
  for (const page of [ann, ben]) await page.close()
})

test('POLL-016 three people write, change and resolve at the same time, and all see the same', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  const thread = await write(api(), issue, place.cleo, 'discussions', 'A question')
  const pages = [await open(place.ann, issue), await open(place.ben, issue), await open(place.cleo, issue)]
  const [ann, ben, cleo] = pages as [Page, Page, Page]
  for (const [index, page] of pages.entries()) await box(page).fill(`Word ${index}`)
  await Promise.all(pages.map(send))
  for (const page of pages) {
    for (const index of [0, 1, 2]) await expect(saying(page, `Word ${index}`)).toHaveCount(1)
    await expect(comments(page)).toHaveCount(4)
  }
  const orders = await Promise.all(pages.map(page => page.locator('[data-note-body]').allTextContents()))
  expect(new Set(orders.map(order => order.join('|'))).size).toBe(1)

  // Ann, a maintainer, and Cleo change Cleo's comment.
  for (const [page, text] of [
    [ann, 'Changed by Ann'],
    [cleo, 'Changed by Cleo'],
  ] as const) {
    await saying(page, 'Word 2').getByRole('button', { name: 'Edit comment' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill(text)
  }
  await Promise.all([ann, cleo].map(page => page.getByRole('button', { name: 'Save changes' }).click()))
  await expect(async () => {
    const texts = await Promise.all(
      pages.map(page =>
        saying(page, /Changed by (Ann|Cleo)/)
          .locator('[data-note-body]')
          .textContent(),
      ),
    )
    expect(new Set(texts).size).toBe(1)
  }).toPass()

  await Promise.all([ann, ben].map(page => page.getByRole('button', { name: 'Resolve thread' }).last().click()))
  for (const page of pages) await expect(page.getByText(/^Resolved by/)).toHaveCount(1)
  const shown = (await api()('GET', `${issue.api}/discussions/${thread.id}`)).body as { notes: { resolved: boolean }[] }
  expect(shown.notes.map(note => note.resolved)).toEqual([true])
  for (const page of pages) await page.close()
})

test('DISC-028 an open thread goes on in a new issue', async ({ api, baseURL, browser }) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  for (const body of ['Oil the loom', 'Buy a shuttle', 'Mend the reed'])
    await write(api(), issue, place.cleo, 'discussions', body)
  const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
  await ann.getByRole('link', { name: 'Resolve with new issue' }).first().click()
  await expect(ann.getByLabel('Title')).toHaveValue('Follow-up from "The shuttle jams"')
  await expect(ann.getByRole('textbox', { name: 'Description' })).toHaveValue(/> Oil the loom/)
  await expect(ann.getByText(`Creating this issue resolves the thread in #${issue.iid}.`)).toBeVisible()
  await ann.getByRole('button', { name: 'Create issue' }).click()
  await expect(ann.getByRole('heading', { name: 'Follow-up from "The shuttle jams"' }).first()).toBeVisible()
  await expect(openThreads(ben)).toContainText('2 open threads')
  await ben.getByRole('button', { name: 'Show thread' }).click()
  await expect(ben.getByText(/to continue this discussion/)).toBeVisible()
  await openThreads(ben).getByRole('link', { name: 'Resolve all with a new issue' }).click()
  await expect(ben.getByText(`Creating this issue resolves 2 threads in #${issue.iid}.`)).toBeVisible()
  await ben.getByRole('button', { name: 'Create issue' }).click()
  await expect(ben.getByRole('heading', { name: 'Follow-up from "The shuttle jams"' }).first()).toBeVisible()
  await ben.goto(issue.path)
  await expect(ben.getByRole('button', { name: 'Show thread' })).toHaveCount(3)
  for (const page of [ann, ben]) await page.close()
})

test('NOTE-036 POLL-001 POLL-005 POLL-020 ERRMSG-048 a discussion of hundreds comes as far as it is read, from either end', async ({
  api,
  baseURL,
  browser,
}) => {
  test.setTimeout(300_000)
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  const ids: number[] = []
  for (let count = 0; count < 520; count += 1) {
    const isThread = count === 470
    const note = await write(api(), issue, place.cleo, isThread ? 'discussions' : 'notes', `Comment number ${count}.`)
    ids.push(isThread ? (note.notes?.[0]?.id ?? 0) : Number(note.id))
  }
  const ann = await place.ann.context.newPage()
  const list = /discussions\.json/
  await fail(ann, list, 'GET')
  await ann.goto(issue.path)
  await expect(ann.getByText('Something went wrong while fetching comments. Please try again.')).toBeVisible()
  await ann.unroute(list)
  const held = await holdBack(ann, list, 'GET')
  await ann.getByRole('button', { name: 'Try again' }).click()
  await expect(ann.getByText('Loading comments').first()).toBeAttached()
  const asked: string[] = []
  ann.on('request', request => {
    if (list.test(request.url())) asked.push(new URL(request.url()).searchParams.get('per_page') ?? '')
  })
  held()
  await expect(saying(ann, 'Comment number 399.')).toBeAttached()
  expect(asked.slice(0, 5)).toEqual(['30', '45', '68', '100', '100'])
  await expect(saying(ann, 'Comment number 519.')).toHaveCount(0)
  // What is far away shows its words alone.
  await expect(saying(ann, 'Comment number 300.').getByRole('button')).toHaveCount(0)
  await expect(saying(ann, 'Comment number 1.').getByRole('button', { name: 'More actions' })).toHaveCount(1)

  await ann.getByRole('button', { name: 'Search this discussion' }).click()
  await ann.getByRole('searchbox', { name: 'Search this discussion' }).fill('NUMBER 505')
  await ann.getByRole('list', { name: 'Comments found' }).getByRole('button').click()
  await expect(saying(ann, 'Comment number 505.')).toBeInViewport()
  await expect(ann).toHaveURL(new RegExp(`#note_${ids[505]}$`))

  const ben = await place.ben.context.newPage()
  await ben.goto(`${issue.path}#note_${ids[450]}`)
  await expect(saying(ben, 'Comment number 450.')).toBeInViewport()
  await ben.goto(issue.path)
  await expect(box(ben)).toBeAttached()
  await openThreads(ben).getByRole('button', { name: 'Next open thread' }).click()
  await expect(saying(ben, 'Comment number 470.')).toBeInViewport()
  await ben
    .getByRole('button', { name: 'Sort' })
    .or(ben.getByRole('button', { name: 'Oldest first' }))
    .first()
    .click()
  await ben.getByRole('menuitemradio', { name: 'Newest first' }).click()
  await ben.goto(issue.path)
  await expect(saying(ben, 'Comment number 519.')).toBeInViewport()
  await expect(saying(ben, 'Comment number 100.')).toHaveCount(0)
  for (const page of [ann, ben]) await page.close()
})

test('POLL-010 POLL-011 POLL-012 POLL-014 POLL-016 ERRMSG-049 where no socket can be held, polls bring what is new', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
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
  await write(api(), issue, place.ben, 'notes', 'By hand')
  await expect(saying(page, 'By hand')).toBeVisible()

  const polling = /\/noteable\/issue\//
  await fail(page, polling, 'GET')
  await expect(page.getByText('Something went wrong while fetching latest comments.')).toBeVisible()
  await page.unroute(polling)
  await write(api(), issue, place.ben, 'notes', 'And again')
  await expect(saying(page, 'And again')).toBeVisible()
  expect(Number(polls.at(-1))).toBeGreaterThan(Number(polls[0]))

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

  const held = await holdBack(page, /loom\/notes$/, 'POST')
  await box(page).fill('On its way')
  const during = polls.length
  await send(page)
  await page.clock.fastForward(7_000)
  expect(polls.length).toBeLessThanOrEqual(during + 1)
  held()
  await expect(saying(page, 'On its way')).toHaveCount(1)
  await page.close()
})
