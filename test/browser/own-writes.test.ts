import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from './fixtures.ts'
import { field, live } from './issues-scene.ts'
import { holdBack } from './threads-scene.ts'

test.setTimeout(120_000)

/**
 * The requests of a page from now on: its writes, and the reads of its issue and discussion, without the requests for
 * drafts and the read mark.
 */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    const isCounted =
      request.method() === 'GET'
        ? /^\/-\/pages\/|\/(notes|discussions(\.json)?)$/.test(pathname)
        : !/\/(read_mark|unsent_texts)$/.test(pathname) && request.resourceType() === 'fetch'
    if (isCounted) requests.push(`${request.method()} ${pathname.replace(/^.*\/noteable\/.*\//, '')}`)
  })
  return requests
}

const saves: readonly (readonly [what: string, save: (page: Page) => Promise<void>, note: RegExp | null])[] = [
  ['a weight', setWeight, /set weight to 5/],
  [
    'an assignee',
    page => field(page, 'Assignee').getByRole('button', { name: 'assign yourself' }).click(),
    /assigned to/,
  ],
  ['a state', page => page.getByRole('article').getByRole('button', { name: 'Close issue' }).click(), /closed/],
  ['a notification setting', page => page.getByRole('switch', { name: 'Notifications' }).click(), null],
  ['a to-do item', page => page.getByRole('button', { name: 'Add a to do' }).click(), null],
  ['a quick action', page => comment(page, '/confidential'), /made the issue confidential/],
  ['a link', linkAnother, /marked this issue as related to/],
  ['a title', editTitle, /changed title from Heard/],
]

test.describe('saves on a page that stays open', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { page } = await scene.openIssue('dan')
    await scene.issue({ title: 'Order heddles' })
    return { scene, page }
  })
  test.afterEach(() => made().page.unrouteAll())

  for (const [what, save, note] of saves)
    test(`SIDE-014 saving ${what} is one request, whose answer shows it`, async () => {
      const { scene, page } = made()
      const { iid } = await scene.showIssue(page)
      // The page before is gone.
      await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toHaveCount(1)
      // The page receives changes.
      await scene.change(iid, { title: 'Heard' })
      await expect(page.getByText('changed title from')).toBeVisible(live)
      await expect(page.getByRole('heading', { name: 'Heard', level: 1 })).toBeVisible(live)

      const requests = requestsOf(page)
      const answered = page.waitForResponse(response => response.request().method() !== 'GET')
      await save(page)
      await (await answered).finished()
      if (note !== null) await expect(page.getByText(note).last()).toBeVisible()
      // Live messages come in order: the one about this save is before that about a colleague's.
      await scene.change(iid, { due_date: '2031-02-03' })
      await expect(field(page, 'Due date')).toContainText('2031', live)
      await expect(page.getByText(/changed due date to/)).toBeVisible(live)
      // Reads that still belong to the previous change do not count as the save's.
      const [write, ...reads] = requests.slice(requests.findIndex(request => !request.startsWith('GET ')))
      expect(write).toMatch(/^(POST|PUT) /)
      expect(reads.toSorted()).toEqual(['GET /-/pages/issue', 'GET notes'])
    })

  test('SIDE-014 a colleague’s change during a save appears with it', async () => {
    const { scene, page } = made()
    const { iid } = await scene.showIssue(page)
    const other = await scene.openAs('rita', `${scene.path}/-/issues/${iid}`)
    await expect(field(other, 'Weight')).toContainText('None')
    let release: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    // The server has answered, and the answer is on its way while the colleague saves.
    await page.route('**/api/graphql', async route => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    await setWeight(page)
    await expect(field(other, 'Weight')).toContainText('5', live)
    await scene.change(iid, { due_date: '2031-02-03', weight: 8 })
    await expect(field(other, 'Weight')).toContainText('8', live)
    release()
    await expect(field(page, 'Due date')).toContainText('2031')
    await expect(field(page, 'Weight')).toContainText('8')
    await expect(page.getByText(/changed due date to/)).toBeVisible()
  })

  test('POLL-013 a change during the reading of the discussion appears in it', async () => {
    const { scene, page } = made()
    const read = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route(/discussions\.json/, async route => {
      const response = await route.fetch()
      read.resolve()
      await held.promise
      await route.fulfill({ response })
    })
    const { iid } = await scene.showIssue(page)
    await read.promise
    await scene.change(iid, { title: 'Heard' })
    await expect(page.getByRole('heading', { name: 'Heard', level: 1 })).toBeVisible(live)
    held.resolve()
    await expect(page.getByText('changed title from')).toBeVisible(live)
  })

  test('SIDE-014 a save without a connection fails at once, and keeps what was typed', async () => {
    const { scene, page } = made()
    const { iid } = await scene.showIssue(page)
    await editWeight(page)
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    await weight.fill('5')
    await page.context().setOffline(true)
    await weight.press('Enter')
    const problem = page.getByText('Could not reach the server. Check your connection and try again.')
    await expect(problem).toBeVisible()
    await expect(weight).toHaveValue('5')
    await page.context().setOffline(false)
    await expect(page.getByRole('banner').getByText('Offline')).toHaveCount(0)
    await expect(problem).toHaveCount(0)
    await expect(weight).toHaveValue('5')
    await weight.press('Enter')
    await expect(weight).toHaveCount(0)
    await expect(field(page, 'Weight')).toContainText('5')
    await scene.change(iid, { due_date: '2031-02-03' })
    await expect(field(page, 'Due date')).toContainText('2031', live)
    await expect(field(page, 'Weight')).toContainText('5')
  })

  test('SIDE-014 DATE-002 a day written without a connection stays in its field', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
    const box = page.getByRole('textbox', { name: 'Due date' })
    // A part that cannot be loaded now would be loaded with a new document later.
    await expect(page.getByRole('grid')).toBeVisible()
    await page.context().setOffline(true)
    await box.fill('2031-02-03')
    await box.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Due date' })
    await expect(dialog.getByRole('alert')).toHaveText(
      'Could not reach the server. Check your connection and try again.',
    )
    await expect(box).toHaveValue('2031-02-03')
    await page.context().setOffline(false)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await box.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(field(page, 'Due date')).toContainText('2031')
  })

  test('SIDE-014 no frame is drawn with the old value after a save', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toBeVisible()
    await field(page, 'Weight').evaluate(element => {
      const note = () => Object.assign(window, { shown: element.textContent })
      // A frame may be drawn before any other task: the next one sees what it shows.
      document.addEventListener('submit', () => setTimeout(note), { capture: true })
    })
    await setWeight(page)
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { readonly shown?: string }).shown))
      .toMatch(/^Weight.*5/)
  })

  test('SIDE-014 a save that fails takes back its own field, and none that waits behind it', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toBeVisible()
    await page.route('**/api/graphql', route => route.fulfill({ status: 500 }), { times: 1 })
    const release = await holdSaves(page)
    await setWeight(page)
    await field(page, 'Due date').getByRole('button', { name: 'Edit Due date' }).click()
    await page.getByRole('textbox', { name: 'Due date' }).fill('2031-02-03')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Due date')).toContainText('2031')
    // Every value that the field shows from here on.
    await field(page, 'Due date').evaluate(element => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(element.textContent ?? '')).observe(element, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    release()
    await expect(field(page, 'Weight')).toContainText('Something went wrong while setting issue weight.')
    await expect(field(page, 'Due date')).toContainText('2031')
    const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen)
    expect(seen.filter(text => text.includes('None'))).toEqual([])
  })

  test('SIDE-010 a field that is opened while another is saved stays open', async () => {
    const { scene, page } = made()
    await scene.showIssue(page)
    await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toBeVisible()
    const release = await holdSaves(page)
    await page.getByRole('button', { name: 'Edit Lock' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Confidentiality' }).click()
    release()
    await expect(field(page, 'Lock')).toContainText('Locked')
    await expect(page.getByRole('button', { name: 'Edit Lock' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  })
})

const editWeight = (page: Page) => field(page, 'Weight').getByRole('button', { name: 'Edit Weight' }).click()

async function setWeight(page: Page): Promise<void> {
  await editWeight(page)
  await page.getByRole('spinbutton', { name: 'Weight' }).fill('5')
  await page.keyboard.press('Enter')
}

async function editTitle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Quiet')
  await page.getByRole('button', { name: 'Save changes' }).click()
}

async function linkAnother(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link an issue' }).click()
  await page.getByRole('combobox', { name: 'Issues to link' }).fill(`#2`)
  await page.getByRole('combobox', { name: 'Issues to link' }).press('Enter')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('region', { name: /^Linked issues/ }).getByRole('listitem')).toHaveCount(1)
}

async function comment(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
}

/** Hold back the saves of a page. */
const holdSaves = (page: Page) => holdBack(page, /\/api\/graphql$/, 'POST')
