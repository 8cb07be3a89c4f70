import { type Browser, expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { type ApiCall, setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'
import { holdBack } from '../threads-scene.ts'

const password = 'a-password-of-the-weavers'

/** Two developers and a guest of a public project, and an issue in it. */
async function scene(call: ApiCall, browser: Browser, baseURL: string) {
  const id = Math.random().toString(36).slice(2, 8)
  const make = async (path: string, body: object) =>
    (await call('POST', path, body)).body as { id: number; iid: number; path_with_namespace: string }
  const group = await make('groups', { name: `Past ${id}`, path: `past-${id}`, visibility: 'public' })
  const project = await make('projects', { name: 'Loom', path: 'loom', namespace_id: group.id, visibility: 'public' })
  for (const [name, accessLevel] of [
    ['ann', 30],
    ['ben', 30],
    ['gus', 10],
  ] as const) {
    const username = `${name}${id}`
    const email = `${username}@weavers.example`
    const user = await make('users', { username, name, email, password, skip_confirmation: true })
    await call('POST', `projects/${project.id}/members`, { user_id: user.id, access_level: accessLevel })
  }
  await call('POST', `projects/${project.id}/labels`, { name: 'bug', color: '#aa3300' })
  const { iid } = await make(`projects/${project.id}/issues`, { title: 'The shuttle jams', description: 'It jams.' })
  const issue = `projects/${project.id}/issues/${iid}`
  const list = `/past-${id}/loom/-/issues`
  return {
    issue,
    list,
    url: `${list}/${iid}`,
    /** The requests of a user. */
    as: (who: 'ann' | 'ben' | 'gus') => ({
      say: async (body: string) => make(`${issue}/notes?sudo=${who}${id}`, { body }),
      thread: async (body: string) => make(`${issue}/discussions?sudo=${who}${id}`, { body }),
      reply: async (discussionId: number, body: string) =>
        make(`${issue}/discussions/${discussionId}/notes?sudo=${who}${id}`, { body }),
      change: async (changes: object) => call('PUT', `${issue}?sudo=${who}${id}`, changes),
    }),
    open: async (who: 'ann' | 'ben' | 'gus') => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
      await signIn(context, `${who}${id}`, password)
      return context.newPage()
    },
  }
}

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const divider = (page: Page) => page.getByRole('heading', { name: /new since your last visit/ })

async function choose(page: Page, now: string, next: string): Promise<void> {
  await page.getByRole('button', { name: now, exact: true }).click()
  await page.getByRole('menuitemradio', { name: next, exact: true }).click()
}

test.describe('filter, order and timeline of a discussion', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const { as, open, url } = await scene(api(), browser, baseURL)
    const first = await as('ann').say('The first word')
    const thread = await as('ann').thread('Shall we use wax?')
    await as('ben').reply(thread.id, 'We shall')
    await as('ann').change({ add_labels: 'bug', due_date: '2026-11-23' })
    await as('ben').say('The last word')
    await as('ann').reply(thread.id, 'So it is done')
    const page = await open('ben')
    await page.goto(url)
    return { first, page, timeline: page.getByRole('button', { name: 'Timeline' }), url }
  })

  test('FILTER-002 FILTER-003 FILTER-011 an issue shows all its activity at first, the oldest first', async () => {
    const { page } = made()
    await expect(comments(page)).toHaveCount(5)
    await expect(page.getByRole('button', { name: 'Show all activity', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Oldest first' })).toBeVisible()
  })

  test('DATE-003 a change says the day as 23 Nov, 2026', async () => {
    const { page } = made()
    await expect(changes(page)).toHaveCount(2)
    await expect(changes(page).first()).toContainText('added bug label')
    await expect(changes(page).last()).toContainText('changed due date to 23 Nov, 2026')
  })

  test('FILTER-001 FILTER-004 FILTER-009 comments only are one of three choices, which is kept', async () => {
    const { page } = made()
    await page.getByRole('button', { name: 'Show all activity', exact: true }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText([
      'Show all activity',
      'Show comments only',
      'Show history only',
    ])
    const saved = page.waitForResponse(answer => answer.url().includes('persist_filter=true'))
    await page.getByRole('menuitemradio', { name: 'Show comments only' }).click()
    await expect(comments(page)).toHaveCount(5)
    await expect(changes(page)).toHaveCount(0)
    await saved
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show comments only', exact: true })).toBeVisible()
    await expect(comments(page)).toHaveCount(5)
    await expect(changes(page)).toHaveCount(0)
  })

  test('FILTER-005 FILTER-006 history only has no comments and no form for them', async () => {
    const { page } = made()
    await choose(page, 'Show comments only', 'Show history only')
    await expect(comments(page)).toHaveCount(0)
    await expect(changes(page)).toHaveCount(2)
    await expect(box(page)).toHaveCount(0)
    await page.getByRole('status').getByRole('button', { name: 'Show comments only' }).click()
    await expect(box(page)).toBeVisible()
  })

  test('FILTER-008 NOTE-036 the address of a comment shows it among all activity, this time only', async () => {
    const { first, page, url } = made()
    await page.goto(`${url}#note_${first.id}`)
    await expect(page.getByRole('button', { name: 'Show all activity', exact: true })).toBeVisible()
    await expect(changes(page)).toHaveCount(2)
    await expect(comments(page).first()).toBeInViewport()
    await page.goto('about:blank')
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Show comments only', exact: true })).toBeVisible()
    await choose(page, 'Show comments only', 'Show all activity')
  })

  test('FILTER-013 FILTER-014 FILTER-016 the timeline shows each comment by itself, the newest first', async () => {
    const { page, timeline } = made()
    await timeline.click()
    await expect(timeline).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Newest first' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show comments only', exact: true })).toBeVisible()
    const words = comments(page).locator('[data-note-body]')
    await expect(words).toHaveText([
      'So it is done',
      'The last word',
      'We shall',
      'Shall we use wax?',
      'The first word',
    ])
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
  })

  test('FILTER-007 any other choice than comments only ends the timeline', async () => {
    const { page, timeline } = made()
    await choose(page, 'Show comments only', 'Show all activity')
    await expect(timeline).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('button', { name: 'Oldest first' })).toBeVisible()
  })

  test('FILTER-015 the order of the timeline is not kept', async () => {
    const { page, timeline } = made()
    await timeline.click()
    await page.reload()
    await expect(timeline).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('button', { name: 'Oldest first' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show all activity', exact: true })).toBeVisible()
  })

  test('FILTER-010 FILTER-012 the order is one of two choices, which is kept for issues', async () => {
    const { page } = made()
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Newest first', 'Oldest first'])
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click()
    await expect(comments(page).first()).toContainText('The last word')
    await page.reload()
    await expect(comments(page).first()).toContainText('The last word')
    expect(await page.evaluate(() => localStorage.getItem('weft.discussion-sort.Issue'))).toBe('newest')
    expect(await page.evaluate(() => localStorage.getItem('weft.discussion-sort.MergeRequest'))).toBeNull()
  })
})

test.describe('versions of a description', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const { as, open, url } = await scene(api(), browser, baseURL)
    await as('ann').change({ description: 'It jams often.' })
    await as('ann').change({ description: 'The old loom jams often.' })
    await as('ben').change({ description: 'The old loom jams.' })
    const page = await open('ben')
    const guest = await open('gus')
    await Promise.all([page.goto(url), guest.goto(url)])
    return { page, guest, merged: changes(page).first() }
  })

  test('SYSNOTE-001 SYSNOTE-006 two edits of one person are one entry with an icon', async () => {
    const { page, merged } = made()
    await expect(changes(page)).toHaveCount(2)
    await expect(merged).toContainText('ann changed the description')
    await expect(merged.locator('[data-icon]').first()).toBeVisible()
  })

  test('SYSNOTE-009 ERRMSG-053 a comparison shows that it loads and that it failed', async () => {
    const { page, merged } = made()
    const versions = /\/descriptions\/\d+/
    const failed = { status: 500, json: { message: '500 Internal Server Error' } }
    await page.route(versions, route => route.fulfill(failed), { times: 1 })
    const release = await holdBack(page, versions, 'GET')
    await merged.getByRole('button', { name: 'Compare with previous version' }).click()
    await expect(merged.getByText('Loading the changes')).toHaveCount(1)
    release()
    const problem = 'Something went wrong while fetching description changes. Please try again.'
    await expect(merged.getByRole('alert')).toContainText(problem)
  })

  test('SYSNOTE-005 SYSNOTE-008 a merged entry compares from the version before both edits', async () => {
    const { page, merged } = made()
    const asked = page.waitForRequest(request => request.url().includes('/descriptions/'))
    await merged.getByRole('button', { name: 'Try again' }).click()
    expect(new URL((await asked).url()).searchParams.get('start_version_id')).toMatch(/^\d+$/)
    await expect(merged.locator('del')).toHaveText('It')
    await expect(merged.locator('ins')).toHaveText(['The old loom', 'often'])
  })

  test('PERM-008 a guest may compare, and remove nothing', async () => {
    const { guest, merged } = made()
    await expect(merged.getByRole('button', { name: 'Delete this version' })).toBeVisible()
    await changes(guest).first().getByRole('button', { name: 'Compare with previous version' }).click()
    await expect(changes(guest).first().locator('ins').first()).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Delete this version' })).toHaveCount(0)
  })

  test('ERRMSG-054 a version that is not removed says so', async () => {
    const { page, merged } = made()
    await merged.getByRole('button', { name: 'Delete this version' }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete version' })
    const failed = { status: 500, json: { message: '500 Internal Server Error' } }
    await page.route(/\/descriptions\/\d+/, route => route.fulfill(failed), { times: 1 })
    await remove.click()
    await expect(page.getByRole('dialog')).toContainText(
      'Something went wrong while deleting description changes. Please try again.',
    )
  })

  test('SYSNOTE-010 a removed version is marked for everyone, and no longer compared', async () => {
    const { page, guest } = made()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click()
    await expect(changes(page).filter({ hasText: 'Deleted' })).toHaveCount(2)
    await expect(changes(guest).filter({ hasText: 'Deleted' })).toHaveCount(2, { timeout: 2_000 })
    const later = changes(page).last()
    await later.getByRole('button', { name: 'Compare with previous version' }).click()
    await expect(later).toContainText('The previous version was deleted')
  })
})

test.describe('what came since the last visit', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const { as, open, url, list } = await scene(api(), browser, baseURL)
    for (let count = 1; count <= 20; count++) await as('ann').say(`Comment ${count} of those long read`)
    const page = await open('ben')
    return { as, list, page, other: await page.context().newPage(), url }
  })

  test('an issue that was never opened has no news', async () => {
    const { list, page, url } = made()
    const sign = page.getByRole('img', { name: /since your last visit/ })
    await page.goto(list)
    await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
    await expect(sign).toHaveCount(0)
    const marked = page.waitForResponse(answer => answer.url().endsWith('/read_mark'))
    await page.goto(url)
    await expect(comments(page)).toHaveCount(20)
    await expect(divider(page)).toHaveCount(0)
    await marked
    await page.goto(list)
    await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
  })

  test('the list tells what is new as it comes', async () => {
    const { as, page } = made()
    await as('ann').change({ description: 'It jams, and often.' })
    for (const text of ['Then I tried wax', ...Array.from({ length: 12 }, (_, at) => `More of it, ${at}`), 'And silk'])
      await as('ann').say(text)
    await expect(
      page.getByRole('img', { name: '14 new comments, description edited since your last visit' }),
    ).toBeVisible()
  })

  test('the page opens where the new comments begin, and read means seen', async () => {
    const { page, other, url } = made()
    await other.goto(url)
    await expect(divider(other)).toHaveText(/^14 new since your last visit/)
    await expect(divider(other)).toBeInViewport()
    await expect(comments(other).filter({ hasText: 'Then I tried wax' })).toBeInViewport()
    await expect(comments(other).filter({ hasText: 'And silk' })).not.toBeInViewport()
    // Not all of it has been in sight.
    await expect(page.getByRole('img', { name: /^(?!14 )\d+ new comments/ })).toBeVisible()
  })

  test('the keys n and p go from comment to comment', async () => {
    const { other } = made()
    await expect(comments(other)).toHaveCount(17)
    await other.keyboard.press('n')
    await expect(comments(other).filter({ hasText: 'Then I tried wax' })).toBeFocused()
    await other.keyboard.press('n')
    await other.keyboard.press('n')
    await other.keyboard.press('p')
    await expect(comments(other).filter({ hasText: 'More of it, 0' })).toBeFocused()
    await other.keyboard.press('End')
    await expect(comments(other).filter({ hasText: 'And silk' })).toBeInViewport()
    for (let count = 0; count < 13; count++) await other.keyboard.press('n')
    await expect(comments(other).filter({ hasText: 'And silk' })).toBeFocused()
  })

  test('comments read before are one line, which unfolds', async () => {
    const { other } = made()
    await other.getByRole('button', { name: '17 earlier comments' }).click()
    await expect(comments(other)).toHaveCount(34)
  })

  test('an edited description shows what changed since', async () => {
    const { other } = made()
    await other.keyboard.press('Home')
    await expect(other.getByRole('status').filter({ hasText: 'edited the description' })).toContainText('ann')
    await other.getByRole('button', { name: 'Show changes' }).click()
    await expect(other.locator('ins').first()).toHaveText(', and often')
    await other.getByRole('button', { name: 'Compare with previous version' }).click()
    await expect(other.locator('ins')).toHaveCount(2)
    expect(await violations(other)).toEqual([])
  })
})
