import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { cloneFor } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'

const lines = (...words: readonly string[]) => `${words.join('\n')}\n`
const loom = [
  'const reed = 12',
  'const shed = open(reed)',
  'weave(shed, reed)',
  'const cloth = cut(shed)',
  'sell(cloth)',
]
const changed = [...loom.slice(0, 2), 'weave(shed, reed, 2)', 'beat(shed)', ...loom.slice(3)]

const file = (page: Page) => page.getByRole('region', { name: 'loom.ts', exact: true })
const lineForm = (page: Page) => page.getByRole('form', { name: /^Comment on/ })
const comments = (page: Page, text: string) => file(page).getByRole('article').filter({ hasText: text })

async function startOn(page: Page, line: string) {
  await file(page).getByText(line, { exact: true }).hover()
  const row = file(page).locator('[data-row]').filter({ hasText: line })
  await row.getByRole('button', { name: /^Comment on (old )?line/ }).click()
  await expect(lineForm(page).getByRole('textbox')).toBeFocused()
}

test.describe('threads in the changes of a merge request', () => {
  const made = setUpOnce(async ({ weft, api, browser }) => {
    const name = `loom-${Date.now().toString(36)}`
    const clone = cloneFor(weft, name)
    clone.commit('Weave', { 'loom.ts': lines(...loom), 'README.md': 'Looms\n' })
    clone.push('HEAD:main')
    clone.git('checkout', '-q', '-b', 'beat')
    clone.commit('Beat', { 'loom.ts': lines(...changed) })
    clone.push('HEAD:beat')
    const project = encodeURIComponent(`root/${name}`)
    const { body } = await api()('POST', `projects/${project}/merge_requests`, {
      source_branch: 'beat',
      target_branch: 'main',
      title: 'Beat after the weft',
    })
    const username = `dora-${name}`
    const password = 'shuttle-and-reed-12'
    const person = { username, name: 'Dora', email: `${username}@weft.test`, password, skip_confirmation: true }
    const { body: dora } = await api()('POST', 'users', person)
    const access = { user_id: (dora as { id: number }).id, access_level: 30 }
    await api()('POST', `projects/${project}/members`, access)
    const address = `${weft.baseURL}/root/${name}/-/merge_requests/${(body as { iid: number }).iid}`
    const open = async (path: string, login: string, word: string) => {
      const context = await browser.newContext({ baseURL: weft.baseURL })
      await signIn(context, login, word)
      const page = await context.newPage()
      await page.goto(`${address}${path}`)
      return page
    }
    const [page, other] = [await open('/diffs', 'root', weft.rootPassword), await open('/diffs', username, password)]
    return { page, other, clone, address, rest: `projects/${project}/merge_requests/${(body as { iid: number }).iid}` }
  })

  test('DISC-029 a comment on a line is a thread there, and comes to others who look at it', async () => {
    const { page, other } = made()
    await startOn(page, 'beat(shed)')
    await lineForm(page).getByRole('textbox').fill('Once is enough.')
    await lineForm(page).getByRole('button', { name: 'Add comment now' }).click()
    await expect(comments(page, 'Once is enough.')).toBeVisible()
    await expect(comments(other, 'Once is enough.')).toBeVisible()
  })

  test('NOTE-037 DIFF-019 comments on a diff have small avatars, and are hidden and shown by the menu of their file', async () => {
    const { page } = made()
    const comment = comments(page, 'Once is enough.')
    expect((await comment.locator('[data-shape=round]:visible').first().boundingBox())?.width).toBe(24)
    const choose = async (name: string) => {
      await file(page).getByRole('button', { name: 'Options of loom.ts' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Hide comments on this file')
    await expect(comment).toHaveCount(0)
    await choose('Show comments on this file')
    await expect(comment).toBeVisible()
  })

  test('SUGG-002 a suggestion begins as the line is, and none is offered for a deleted line', async () => {
    const { page } = made()
    const insert = lineForm(page).getByRole('button', { name: 'Insert suggestion' })
    await startOn(page, 'weave(shed, reed)')
    await expect(insert).toHaveCount(0)
    await lineForm(page).getByRole('button', { name: 'Cancel' }).click()
    await startOn(page, 'weave(shed, reed, 2)')
    await insert.click()
    const text = lineForm(page).getByRole('textbox')
    await expect(text).toHaveValue(/```suggestion:-0\+0\nweave\(shed, reed, 2\)\n```/)
    await text.fill('')
    await lineForm(page).getByRole('button', { name: 'Cancel' }).click()
  })

  test('NOTE-024 Shift takes the lines up to a second one, and marks them', async () => {
    const { page } = made()
    await startOn(page, 'weave(shed, reed, 2)')
    await file(page)
      .getByRole('link', { name: 'Line 1', exact: true })
      .click({ modifiers: ['Shift'] })
    await expect(lineForm(page)).toContainText(/Comment on lines \+?1 to /)
    await expect(file(page).locator('[data-chosen]').first()).toBeVisible()
    await lineForm(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(file(page).locator('[data-chosen]')).toHaveCount(0)
  })

  test('an unsent comment is there again after a reload', async () => {
    const { page } = made()
    await startOn(page, 'sell(cloth)')
    await lineForm(page).getByRole('textbox').fill('To whom?')
    await page.reload()
    await expect(lineForm(page).getByRole('textbox')).toHaveValue('To whom?')
  })

  test('DRAFT-001 a review starts with a comment on a line, which no one else sees', async () => {
    const { page, other } = made()
    await lineForm(page).getByRole('button', { name: 'Start a review' }).click()
    await expect(page.getByRole('article', { name: 'Pending comment' })).toContainText('To whom?')
    await expect(other.getByText('To whom?')).toHaveCount(0)
    // A published comment stays in its place meanwhile.
    await page.evaluate(() => {
      const main = document.querySelector('main') ?? document.body
      new MutationObserver(() => {
        if (!main.textContent.includes('To whom?')) document.body.dataset.gone = 'yes'
      }).observe(main, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Submit review' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(comments(other, 'To whom?')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Pending comment' })).toHaveCount(0)
    await expect(comments(page, 'To whom?')).toBeVisible()
    await expect(page.locator('body')).not.toHaveAttribute('data-gone')
  })

  test('n goes from thread to thread', async () => {
    const { page } = made()
    const thread = (text: string) => file(page).locator('[id^=diff_]').filter({ hasText: text })
    await page.keyboard.press('n')
    await expect(thread('Once is enough.')).toBeFocused()
    await page.keyboard.press('n')
    await expect(thread('To whom?')).toBeFocused()
  })

  test('KEYS-006 b copies the name of the source branch', async () => {
    const { page } = made()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('b')
    await expect(page.getByText('Copied beat')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('beat')
  })

  test('DISC-003 DISC-029 the overview shows the lines of a thread', async () => {
    const { page, address } = made()
    await page.goto(address)
    await expect(page.getByText('started a thread on the diff').first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'Commented lines' }).first()).toContainText('+beat(shed)')
  })

  test('DISC-005 a thread stays on its line after a force push, and shows the change there', async ({
    screenshots,
  }) => {
    const { page, other, clone, address } = made()
    clone.git('reset', '-q', '--hard', 'main')
    clone.commit('Beat twice', { 'loom.ts': lines('// Looms', ...changed).replace('beat(shed)', 'beat(shed, 2)') })
    clone.push('HEAD:beat')
    await expect(other.getByText('There are new commits.')).toBeVisible()
    await page.goto(`${address}/diffs`)
    await expect(file(page).getByText('Outdated: lines changed')).toBeVisible()
    await expect(file(page)).toContainText('beat(shed, 2)')
    await file(page).getByRole('button', { name: 'Show changes since' }).click()
    await expect(page.getByRole('group', { name: 'Changes since this comment' })).toContainText('-beat(shed)')
    await expect(file(page).getByText('Moved')).toBeVisible()
    const old = file(page).getByRole('link', { name: 'an old version of the diff' }).first()
    await expect(old).toHaveAttribute('href', /\/diffs\?version=1#[0-9a-f]{40}_\d+_\d+$/)
    for (const [name, width, colorScheme] of [
      ['wide', 1280, 'light'],
      ['dark', 1280, 'dark'],
      ['narrow', 390, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${screenshots}/diff-notes-${name}.png` })
      expect(await violations(page)).toEqual([])
    }
  })

  test('DISC-005 a reader of an older version sees the threads where they were', async ({ api }) => {
    const { other, clone, rest } = made()
    await other.getByRole('button', { name: 'Load new version' }).click()
    await expect(file(other)).toContainText('beat(shed, 2)')
    await expect(comments(other, 'To whom?')).toBeVisible()
    clone.commit('Say what looms are', { 'loom.ts': lines('// Looms', '// for cloth', ...changed) })
    clone.push('HEAD:beat')
    const head = clone.git('rev-parse', 'HEAD').trim()
    type Thread = { id: string; notes: { body: string; position: { head_sha: string } }[] }
    const asked = async () => {
      const { body } = await api()('GET', `${rest}/discussions`)
      return (body as Thread[]).find(({ notes }) => notes[0]?.body === 'To whom?')
    }
    await expect.poll(async () => (await asked())?.notes[0]?.position.head_sha).toBe(head)
    await api()('POST', `${rest}/discussions/${(await asked())?.id}/notes`, { body: 'To the crown.' })
    await expect(other.getByText('There are new commits.')).toBeVisible()
    await expect(comments(other, 'To the crown.')).toBeVisible()
  })

  test('DISC-002 DISC-004 the changes of one commit take threads, which name the commit', async ({
    api,
    screenshots,
  }) => {
    const { page, clone, address, rest } = made()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    clone.commit('Hem', { 'loom.ts': lines(...loom, 'hem(cloth)') })
    clone.commit('Fold', { 'fold.ts': 'fold(cloth)\n' })
    clone.push('HEAD:beat')
    await page.goto(`${address}/commits`)
    await page.getByRole('link', { name: 'Hem', exact: true }).click()
    await expect(page.getByText(/^Changes in commit [0-9a-f]{8} Hem$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'fold.ts', exact: true })).toHaveCount(0)
    await startOn(page, 'hem(cloth)')
    await lineForm(page).getByRole('textbox').fill('By hand?')
    await lineForm(page).getByRole('button', { name: 'Add comment now' }).click()
    await expect(comments(page, 'By hand?')).toBeVisible()
    await page.screenshot({ path: `${screenshots}/commit-changes.png` })
    // An answer of before the push is on its way when the push comes.
    let isHolding = false
    let answer = () => {}
    const pushed = new Promise<void>(resolve => {
      answer = resolve
    })
    const asked = new Promise<void>(resolve => {
      void page.route(/in_diff=true/, async route => {
        if (!isHolding) return route.continue()
        const response = await route.fetch()
        resolve()
        await pushed
        await route.fulfill({ response }).catch(() => {})
      })
    })
    await page.goto(address)
    await expect(page.getByText(/started a thread on commit [0-9a-f]{8}/)).toBeVisible()
    isHolding = true
    await api()('POST', `${rest}/notes`, { body: 'Which hand?' })
    await asked
    isHolding = false
    clone.commit('Hem twice', { 'loom.ts': lines(...loom, 'hem(cloth, 2)') })
    clone.push('HEAD:beat')
    await expect(page.getByText('changed this line in version 5 of the diff')).toBeVisible()
    answer()
    const outdated = page.getByText(/started a thread on an outdated change in commit [0-9a-f]{8}/)
    await expect(outdated).toBeVisible()
    await page.screenshot({ path: `${screenshots}/commit-thread.png` })
    await outdated.getByRole('link', { name: /^[0-9a-f]{8}$/ }).click()
    await expect(comments(page, 'By hand?')).toBeVisible()
    await page.getByRole('link', { name: 'Show all changes' }).click()
    await expect(page.getByRole('region', { name: 'fold.ts', exact: true })).toBeVisible()
  })
})
