import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { cloneFor } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'

const loom = ['const reed = 12', 'const shed = open(reed)', 'weave(shed, reed)', 'sell(cloth)']
const beaten = [...loom.slice(0, 3), 'beat(shed)', ...loom.slice(3)]
const lines = (words: readonly string[]) => `${words.join('\n')}\n`

const file = (page: Page) => page.getByRole('region', { name: 'loom.ts', exact: true })
const activity = (page: Page) => page.getByRole('region', { name: /^Activity/ })
const form = (page: Page) => page.getByRole('form', { name: /^Comment on/ })

async function startOn(page: Page, line: string) {
  await file(page).getByText(line, { exact: true }).hover()
  const row = file(page).locator('[data-row]').filter({ hasText: line })
  await row.getByRole('button', { name: /^Comment on (old )?line/ }).click()
  await expect(form(page).getByRole('textbox')).toBeFocused()
}

test.describe('threads in the changes of a commit', () => {
  const made = setUpOnce(async ({ weft, api, browser }) => {
    const name = `beam-${Date.now().toString(36)}`
    const clone = cloneFor(weft, name)
    clone.commit('Weave', { 'loom.ts': lines(loom) })
    const sha = clone.commit('Beat', { 'loom.ts': lines(beaten) })
    clone.push('HEAD:main')
    const username = `dora-${name}`
    const password = 'shuttle-and-reed-12'
    const person = { username, name: 'Dora', email: `${username}@weft.test`, password, skip_confirmation: true }
    const { body: dora } = await api()('POST', 'users', person)
    const access = { user_id: (dora as { id: number }).id, access_level: 30 }
    await api()('POST', `projects/${encodeURIComponent(`root/${name}`)}/members`, access)
    const address = `${weft.baseURL}/root/${name}/-/commit/${sha}`
    const open = async (login: string, word: string) => {
      const context = await browser.newContext({ baseURL: weft.baseURL })
      await signIn(context, login, word)
      const page = await context.newPage()
      await page.goto(address)
      return page
    }
    const [page, other] = [await open('root', weft.rootPassword), await open(username, password)]
    return { page, other, address }
  })

  test('DISC-002 the first comment on a line of a commit appears to a user who is writing on the commit', async () => {
    const { page, other } = made()
    const box = activity(other).getByRole('textbox', { name: 'Comment' })
    await box.fill('As a whole')
    await startOn(page, 'beat(shed)')
    await form(page).getByRole('textbox').fill('Once is enough.')
    await form(page).getByRole('button', { name: 'Add comment now' }).click()
    for (const each of [page, other]) {
      await expect(file(each).getByRole('article').filter({ hasText: 'Once is enough.' })).toBeVisible()
      await expect(activity(each).getByText('Once is enough.')).toHaveCount(0)
    }
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('As a whole')
    await file(other).getByRole('textbox', { name: 'Reply' }).click()
    await file(other).locator('textarea').fill('Twice.')
    await file(other).getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(file(page).getByRole('article').filter({ hasText: 'Twice.' })).toBeVisible()
  })

  test('DRAFT-001 a pending comment on a line of a commit is there after a reload, once', async ({ screenshots }) => {
    const { page, other } = made()
    await startOn(page, 'sell(cloth)')
    await form(page).getByRole('textbox').fill('To whom?')
    await form(page).getByRole('button', { name: 'Start a review' }).click()
    const pending = page.getByRole('article', { name: 'Pending comment' })
    await expect(pending).toBeVisible()
    await page.reload()
    await expect(pending).toHaveCount(1)
    await expect(file(page).getByRole('article', { name: 'Pending comment' })).toContainText('To whom?')
    for (const [name, width, colorScheme] of [
      ['wide', 1280, 'light'],
      ['dark', 1280, 'dark'],
      ['narrow', 390, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${screenshots}/commit-notes-${name}.png`, fullPage: true })
      expect(await violations(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(file(other).getByRole('article').filter({ hasText: 'To whom?' })).toBeVisible()
    await expect(pending).toHaveCount(0)
  })

  test('NOTE-036 the address of a comment in the changes shows it there, side by side too', async () => {
    const { other, address } = made()
    await other.getByRole('button', { name: 'Side by side' }).click()
    const comment = file(other).getByRole('article').filter({ hasText: 'To whom?' })
    await expect(comment).toBeVisible()
    const id = await comment.getAttribute('id')
    await other.setViewportSize({ width: 1280, height: 400 })
    await other.goto('about:blank')
    await other.goto(`${address}#${id}`)
    await expect(comment).toBeInViewport()
  })

  test('the list of commits counts the comments of each, with the way to them', async () => {
    const { page, address } = made()
    await page.goto(address.replace(/commit\/.*/, 'commits'))
    const count = page.getByRole('link', { name: /^3 comments on commit [0-9a-f]{8}$/ })
    await expect(count).toHaveText('3')
    await count.click()
    await expect(file(page).getByRole('article').filter({ hasText: 'To whom?' })).toBeVisible()
  })
})
