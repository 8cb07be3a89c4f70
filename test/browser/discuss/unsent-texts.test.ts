import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(150_000)

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const offer = (page: Page) => page.getByText(/^Unsent draft from another device/)

/** The shift of elements that move by themselves from now on. */
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

test.describe('a text on several devices', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue()
    const address = `${scene.path}/-/issues/${iid}`
    const laptop = await scene.openAs('dan', address)
    const phone = await scene.openAs('dan', address, { viewport: { width: 390, height: 844 } })
    const stranger = await scene.openAs('rita', address)
    return { laptop, phone, stranger }
  })

  test('EDIT-015 a text typed on one device moves to the other, when it is used there', async () => {
    const { laptop, phone } = made()
    await expect(offer(phone)).toHaveCount(0)

    const saved = kept(laptop)
    await comment(laptop).fill('Half a thought')
    await saved
    await expect(offer(phone)).toBeVisible(live)
    await expect(offer(phone)).toContainText('Half a thought')
    const moved = kept(phone)
    await phone.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(comment(phone)).toHaveValue('Half a thought')
    await moved
    await expect(comment(laptop)).toHaveValue('', live)
    await expect(offer(laptop)).toBeVisible()
  })

  test('unsent texts are listed, discarded and taken back, and lead to their place', async () => {
    const { laptop, phone } = made()
    await laptop.getByRole('button', { name: /^You:/ }).click()
    await laptop.getByRole('menuitem', { name: 'Unsent drafts (1)' }).click()
    const list = laptop.getByRole('list', { name: 'Unsent drafts' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('Half a thought')
    await expect(list).toContainText('Comment')
    await list.getByRole('button', { name: 'Discard' }).click()
    await expect(laptop.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
    await expect(comment(phone)).toHaveValue('', live)
    await laptop.getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('link', { name: 'The shuttle jams' }).click()
    await expect(laptop.getByRole('heading', { name: 'The shuttle jams', level: 1 })).toBeVisible()
    await laptop.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(comment(laptop)).toHaveValue('Half a thought')
  })

  test('a text of the other device is not overwritten, and can be restored', async () => {
    const { laptop, phone } = made()
    const own = kept(phone)
    await comment(phone).fill('Something else')
    await own
    await expect(offer(phone)).toBeVisible()
    await phone.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(comment(phone)).toHaveValue('Half a thought')
    await phone.getByRole('button', { name: 'Undo' }).click()
    await expect(comment(phone)).toHaveValue('Something else')
    await expect(offer(phone)).toContainText('Half a thought')
    await phone.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(offer(phone)).toHaveCount(0)
    await expect(comment(laptop)).toHaveValue('')
  })

  test('EDIT-015 a sent text disappears everywhere, and was not visible to others', async () => {
    const { laptop, phone, stranger } = made()
    await comment(phone).fill('Half a thought, and the other half')
    const isForgotten = phone.waitForResponse(
      answer => answer.request().method() === 'DELETE' && new URL(answer.url()).pathname === '/-/unsent_texts',
    )
    await phone.getByRole('button', { name: 'Comment', exact: true }).click()
    // The comment may reach the laptop before the answer reaches the phone, which keeps its text until then.
    await expect(comment(phone)).toHaveValue('')
    await expect(laptop.getByText('Half a thought, and the other half')).toBeVisible(live)
    // A page that is asked for before the server has forgotten the text still lists it.
    await isForgotten
    await phone.goto('/-/unsent_texts')
    await expect(phone.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
    await expect(offer(stranger)).toHaveCount(0)
    await stranger.goto('/-/unsent_texts')
    await expect(stranger.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
  })
})

test('EDIT-015 EDIT-014 drafts of title and description follow the person, and go when they are saved', async ({
  scene,
}) => {
  const { iid } = await scene.issue({ description: 'Before' })
  const address = `${scene.path}/-/issues/${iid}`
  const laptop = await scene.openAs('dan', address)
  const phone = await scene.openAs('dan', address)
  await laptop.keyboard.press('e')
  await laptop.getByLabel('Title', { exact: true }).fill('The shuttle jams at the left')
  const saved = kept(laptop, 'After')
  await laptop.getByRole('textbox', { name: 'Description' }).fill('After')
  await saved
  const waiting = phone.getByRole('button', { name: 'Unsent draft', exact: true })
  const description = phone.getByText('Before', { exact: true })
  // Positions are rounded to the pixel: a reloaded page may have its font sooner, whose lines are some hundredths
  // higher.
  const place = async () => Object.values((await description.boundingBox()) ?? {}).map(Math.round)
  const [stood, shift] = [await place(), await watchShift(phone)]
  await expect(waiting).toBeVisible(live)
  // The offer moves nothing, neither now nor on a page that starts with it.
  expect(await place()).toEqual(stood)
  expect(await shift()).toBe(0)
  await phone.reload()
  await expect(waiting).toBeVisible()
  expect(await place()).toEqual(stood)
  await phone.keyboard.press('e')
  await waiting.click()
  await expect(offer(phone)).toBeVisible()
  await phone.keyboard.press('Escape')
  await phone.getByRole('button', { name: 'Cancel' }).click()
  await waiting.click()
  await phone.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(phone.getByLabel('Title', { exact: true })).toHaveValue('The shuttle jams at the left')
  await expect(phone.getByRole('textbox', { name: 'Description' })).toHaveValue('After')
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await expect(phone.getByRole('heading', { name: 'The shuttle jams at the left', level: 1 })).toBeVisible()
  const left = () => phone.evaluate(() => Object.keys(localStorage).filter(key => /\.(title|description)$/.test(key)))
  await expect.poll(left).toEqual([])
  await phone.goto('/-/unsent_texts')
  await expect(phone.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
})

test('PLATFORM-013 a server that dies between typing and sending, and a network that comes and goes, cost no word', async ({
  scene,
  weft,
}) => {
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

/** Hold the next calls to an address until the returned function is called. */
async function hold(page: Page, url: string | RegExp, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

const internal = (page: Page) => page.getByRole('checkbox', { name: 'Internal note' })
const note = (page: Page) => page.getByRole('form', { name: 'Add a comment' }).getByRole('textbox')

test.describe('internal notes', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue()
    const address = `${scene.path}/-/issues/${iid}`
    const laptop = await scene.openAs('rita', address)
    const phone = await scene.openAs('rita', address)
    return { scene, address, laptop, phone }
  })

  test('FORM-035 an internal note comes back internal: after a reload, in a second tab, on another device', async () => {
    const { address, laptop, phone } = made()
    await internal(laptop).check()
    const saved = kept(laptop, 'Between us')
    await note(laptop).fill('Between us')
    await saved
    await laptop.reload()
    await expect(note(laptop)).toHaveValue('Between us')
    await expect(internal(laptop)).toBeChecked()
    const tab = await laptop.context().newPage()
    await tab.goto(address)
    await expect(internal(tab)).toBeChecked()
    const savedAgain = kept(tab, 'Between the two of us')
    await note(tab).fill('Between the two of us')
    await savedAgain
    await expect(note(laptop)).toHaveValue('Between the two of us')
    await expect(offer(phone)).toContainText('Internal', live)
    await phone.goto('/-/unsent_texts')
    await expect(phone.getByRole('list', { name: 'Unsent drafts' })).toContainText('Internal')
    await phone.goto(address)
    // The text in the box already was public: the narrower of the two holds.
    await note(phone).fill('For all')
    await phone.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(note(phone)).toHaveValue('Between the two of us')
    await expect(internal(phone)).toBeChecked()
    await note(phone).press('Control+Enter')
    await expect(phone.getByRole('article', { name: /^Comment by/ })).toContainText('Internal note')
  })

  test('FORM-035 of a text of which only the words are known, the internal note is taken for granted', async () => {
    const { scene, laptop: page } = made()
    const { id, iid } = await scene.issue()
    await page.evaluate(([key, at]) => localStorage.setItem(key, JSON.stringify({ text: 'Who may know?', at })), [
      `weft.text.${scene.people.rita.id}.Issue.${id}.note`,
      Date.now(),
    ] as const)
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await expect(note(page)).toHaveValue('Who may know?')
    await expect(internal(page)).toBeChecked()
  })

  test('DISC-021 a reply outlives the comment it answers, and can become a comment', async ({ api }) => {
    const { scene, laptop: page } = made()
    const { iid } = await scene.issue()
    const notes = `projects/${scene.projectId}/issues/${iid}/notes`
    const first = await scene.make(notes, { body: 'To be gone', internal: true })
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await page
      .getByRole('article', { name: /^Comment by/ })
      .getByRole('button', { name: 'Reply' })
      .click()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('I disagree')
    await api()('DELETE', `${notes}/${first.id}`)
    await expect(page.getByText('The comment you are replying to was deleted.')).toBeVisible(live)
    await expect(page.getByText('To be gone')).toHaveCount(0)
    await expect(reply).toHaveValue('I disagree')
    await expect(reply).toBeFocused()
    await page.reload()
    await expect(reply).toHaveValue('I disagree')
    await page.getByRole('button', { name: 'Write as new comment' }).click()
    await expect(note(page)).toHaveValue(/^I disagree/)
    await expect(internal(page)).toBeChecked()
    await expect(reply).toHaveCount(0)
  })
})

test.describe('one device', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, page: await scene.openAs('dan', scene.path) }
  })

  test('EDIT-015 a text outlives the issue it is about, here and on the page of unsent texts', async ({ api }) => {
    const { scene, page } = made()
    const { iid } = await scene.issue()
    await page.goto(`${scene.path}/-/issues/${iid}`)
    const saved = kept(page, 'Half a thought')
    await comment(page).fill('Half a thought')
    await saved
    await api()('DELETE', `projects/${scene.projectId}/issues/${iid}`)
    await page.goto('/-/unsent_texts')
    const list = page.getByRole('list', { name: 'Unsent drafts' })
    await expect(list).toContainText('The shuttle jams')
    await expect(list).toContainText('Deleted')
    await expect(list).toContainText('Half a thought')
    const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.endsWith('.note')).length)
    expect(await left()).toBe(1)
    await list.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(left).toBe(0)
  })

  test('EDIT-015 a text whose issue was deleted before the server had it is found on the page of unsent texts', async ({
    api,
  }) => {
    const { scene, page } = made()
    const { iid } = await scene.issue()
    await page.goto(`${scene.path}/-/issues/${iid}`)
    const { promise: deleted, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/-/unsent_texts', async route => {
      await deleted
      await route.continue()
    })
    await comment(page).fill('Words for nobody')
    await api()('DELETE', `projects/${scene.projectId}/issues/${iid}`)
    goOn()
    await expect(page.getByRole('heading', { name: 'This page no longer exists' })).toBeVisible(live)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/-/unsent_texts')
    const text = page.getByRole('region', { name: 'Unsent draft, only in this browser' })
    await expect(text).toContainText('Words for nobody')
    await text.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
  })

  test('EDIT-014 text typed after "Save changes" stays in the form', async () => {
    const { scene, page } = made()
    const { iid } = await scene.issue({ description: 'Before' })
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await expect(comment(page)).toBeVisible()
    await page.keyboard.press('e')
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('After')
    const release = await hold(page, /\/issues\/\d+\.json$/, 'PUT')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await description.press('End')
    await description.pressSequentially(' all')
    release()
    await expect(page.getByText('Your latest changes are not saved yet.')).toBeVisible()
    await expect(description).toHaveValue('After all')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('article').getByText('After all', { exact: true })).toBeVisible()
  })

  test('FORM-034 words that a second tab adds while the first sends stay in both', async () => {
    const { scene, page: one } = made()
    const { iid } = await scene.issue()
    const address = `${scene.path}/-/issues/${iid}`
    await one.goto(address)
    const two = await one.context().newPage()
    await two.goto(address)
    await comment(one).fill('Sent')
    await expect(comment(two)).toHaveValue('Sent')
    const release = await hold(one, /\/notes$/, 'POST')
    await comment(one).press('Control+Enter')
    await comment(two).fill('Sent, and more')
    release()
    await expect(one.getByRole('article', { name: /^Comment by/ })).toContainText('Sent')
    await expect(comment(one)).toHaveValue('Sent, and more')
    await expect(comment(two)).toHaveValue('Sent, and more')
  })
})

test('EDIT-015 a text that was given up stays away, though a save of it comes late and the tab is closed', async ({
  scene,
}) => {
  const { iid, page } = await scene.openIssue('dan')
  const saving = page.waitForRequest(request => request.method() === 'PUT' && request.url().endsWith('/unsent_texts'))
  await hold(page, /\/-\/unsent_texts/, 'PUT')
  await comment(page).fill('Half a thought')
  const save = await saving
  const { url, data, headers } = { url: save.url(), data: save.postData() ?? '', headers: await save.allHeaders() }
  await comment(page).fill('')
  const context = page.context()
  const told = context.waitForEvent('response', answer => answer.request().method() === 'DELETE')
  const two = await context.newPage()
  // A tab that closes tells without waiting for the save that is under way.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  expect((await told).ok()).toBe(true)
  await page.close()
  const late = await context.request.fetch(url, { method: 'PUT', data, headers })
  expect(late.ok()).toBe(true)
  await two.goto(`${scene.path}/-/issues/${iid}`)
  await expect(comment(two)).toHaveValue('')
  await two.goto('/-/unsent_texts')
  await expect(two.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
})

test('EDIT-015 the page of unsent texts is without a text that went while the page was opened', async ({ scene }) => {
  const { iid, page } = await scene.openIssue('dan')
  const saved = kept(page, 'Half a thought')
  await comment(page).fill('Half a thought')
  await saved
  const two = await page.context().newPage()
  await two.goto(`${scene.path}/-/issues/${iid}`)
  await expect(comment(two)).toHaveValue('Half a thought')
  const release = await hold(page, /\/UnsentTextsPage-[^/]*\.js$/, 'GET')
  const listed = page.waitForResponse(/\/-\/pages\/unsent_texts$/)
  await page.getByRole('button', { name: /^You:/ }).click()
  await page.getByRole('menuitem', { name: 'Unsent drafts (1)' }).click()
  await listed
  const heard = page.waitForResponse(
    async answer => /unsent_texts\/places/.test(answer.url()) && (await answer.json()).texts.length === 0,
  )
  await comment(two).fill('')
  await heard
  release()
  await expect(page.getByRole('heading', { name: 'No unsent drafts' })).toBeVisible()
})

test('EDIT-015 each new issue is a draft of its own, and its whole form comes back', async ({ scene }) => {
  await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#d9534f' })
  const address = `${scene.path}/-/issues/new`
  const one = await scene.openAs('dan', address)
  const title = (page: Page) => page.getByLabel('Title', { exact: true })
  const isConfidential = (page: Page) => page.getByRole('checkbox', { name: 'This issue is confidential' })
  await title(one).fill('A leak')
  await isConfidential(one).check()
  await one.getByLabel('Due date').fill('2030-02-03')
  await one.getByRole('spinbutton', { name: 'Weight' }).fill('3')
  await one.getByRole('button', { name: 'Assign yourself' }).click()
  await one.getByRole('combobox', { name: 'Labels' }).fill('bu')
  await one.getByRole('option', { name: 'bug' }).click()
  const two = await one.context().newPage()
  await two.goto(address)
  await expect(title(two)).toHaveValue('')
  await title(two).fill('A stain')
  const shownIn = async (page: Page) => {
    await expect(title(page)).toHaveValue('A leak')
    await expect(isConfidential(page)).toBeChecked()
    await expect(page.getByRole('spinbutton', { name: 'Weight' })).toHaveValue('3')
    await expect(page.getByRole('complementary', { name: 'Fields' })).toContainText('Dan of')
    await expect(page.getByRole('complementary', { name: 'Fields' })).toContainText('bug')
  }
  await one.reload()
  await shownIn(one)
  // The text can also be opened from the page of unsent texts, which names each.
  await two.goto('/-/unsent_texts')
  const list = two.getByRole('list', { name: 'Unsent drafts' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await one.close()
  await list.getByRole('listitem').filter({ hasText: 'A leak' }).getByRole('link').click()
  await shownIn(two)
  await two.getByRole('button', { name: 'Create issue' }).click()
  await expect(two.getByRole('complementary', { name: 'Fields' })).toContainText('This issue is confidential')
})

test('FORM-004 an unsent text stays in sight when the form gives way to a notice', async ({ scene, api }) => {
  const { iid, page } = await scene.openIssue('gus')
  await comment(page).fill('What I meant to say')
  await api()('DELETE', `projects/${scene.projectId}/members/${scene.people.gus.id}`)
  await scene.change(iid, { discussion_locked: true })
  await expect(page.getByText('This issue is locked. Only project members can comment.')).toBeVisible(live)
  const text = page.getByRole('region', { name: 'Unsent comment' })
  await expect(text).toContainText('What I meant to say')
  await text.getByRole('button', { name: 'Copy text' }).click()
  await expect(page.getByText(/Text copied|Could not copy the text/)).toBeVisible()
})
