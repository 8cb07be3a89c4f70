import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { fail, holdBack, newIssue, open, password, saying, scene, write } from '../threads-scene.ts'

test.describe('what a comment tells and offers', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
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
    await api()('PUT', `users/${place.ben.id}`, { staff: true })
    await write(api(), issue, place.cleo, 'notes', 'It is my issue')
    const mine = await write(api(), issue, place.ann, 'notes', 'I keep it')
    await write(api(), issue, place.ben, 'notes', 'I am busy')
    await api()('POST', `${issue.api}/notes?sudo=${place.ben.id}`, { body: 'Between us', internal: true })
    const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
    return { place, issue, mine, ann, ben }
  })

  test('NOTE-009 NOTE-010 a comment marks the author of the issue and the role of who wrote it', async () => {
    const { ann } = made()
    await expect(saying(ann, 'It is my issue').getByText('Author', { exact: true })).toBeVisible()
    await expect(saying(ann, 'It is my issue').getByText('Guest', { exact: true })).toBeVisible()
    await expect(saying(ann, 'I keep it').getByText('Maintainer', { exact: true })).toBeVisible()
  })

  test('NOTE-004 NOTE-006 a comment marks who is busy or staff, and that it is internal', async () => {
    const { ann } = made()
    await expect(saying(ann, 'I am busy').getByText('(Busy)')).toBeVisible()
    await expect(saying(ann, 'I am busy').getByText('Staff', { exact: true })).toBeVisible()
    await expect(saying(ann, 'I keep it').getByText('Staff', { exact: true })).toBeHidden()
    await expect(saying(ann, 'I am busy').getByRole('img', { name: 'Status: Back soon' })).toBeVisible()
    await expect(saying(ann, 'Between us').getByText('Internal note')).toBeVisible()
  })

  test('NOTE-001 NOTE-002 NOTE-037 a comment shows avatar, name and username of who wrote it', async () => {
    const { place, ann } = made()
    const avatar = saying(ann, 'I keep it').locator('[data-shape=round]:visible').first()
    expect((await avatar.boundingBox())?.width).toBe(40)
    await expect(saying(ann, 'I am busy').getByRole('link', { name: place.ben.username, exact: true })).toHaveAttribute(
      'href',
      `/${place.ben.username}`,
    )
    await expect(saying(ann, 'I am busy')).toContainText(`@${place.ben.username}`)
  })

  test('NOTE-008 the comment of a deleted person stays', async () => {
    const { ann } = made()
    await expect.poll(async () => (await saying(ann, 'I am leaving').textContent()) ?? '').toContain('A deleted user')
  })

  test('NOTE-013 NOTE-014 one changes and deletes only what one wrote', async () => {
    const { ben } = made()
    await expect(saying(ben, 'I am busy').getByRole('button', { name: 'Edit comment' })).toBeVisible()
    await expect(saying(ben, 'I keep it').getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
    await saying(ben, 'I keep it').getByRole('button', { name: 'More actions' }).click()
    await expect(ben.getByRole('menuitem', { name: 'Delete comment' })).toHaveCount(0)
    await ben.keyboard.press('Escape')
  })

  test('NOTE-012 a visitor reads what is not internal, and cannot react', async ({ page: visitor }) => {
    const { issue, ben } = made()
    await expect(saying(ben, 'I keep it').getByRole('button', { name: 'Add reaction' })).toBeVisible()
    await visitor.goto(issue.path)
    await expect(saying(visitor, 'I keep it')).toBeVisible()
    await expect(saying(visitor, 'Between us')).toHaveCount(0)
    await expect(visitor.getByRole('button', { name: 'Add reaction' })).toHaveCount(0)
  })

  test('NOTE-005 NOTE-017 a comment links to itself, and its address is copied', async () => {
    const { issue, mine, ann } = made()
    await saying(ann, 'I keep it')
      .getByRole('link', { name: /ago|now/ })
      .click()
    await expect(ann).toHaveURL(new RegExp(`#note_${mine.id}$`))
    await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await saying(ann, 'I keep it').getByRole('button', { name: 'More actions' }).click()
    await ann.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(ann.getByText('Link copied')).toBeVisible()
    const { origin } = new URL(ann.url())
    expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}${issue.path}#note_${mine.id}`)
  })

  test('NOTE-016 ERRMSG-009 the author of a comment is assigned and unassigned, or the page says why not', async ({
    api,
  }) => {
    const { place, issue, ann } = made()
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
  })
})

test.describe('changing and deleting a comment', () => {
  const address = /\/notes\/\d+$/
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    await write(api(), issue, place.ben, 'notes', 'First words')
    const doomed = await write(api(), issue, place.ben, 'notes', 'Doomed words')
    const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
    const text = ann.getByRole('textbox', { name: 'Edit comment' })
    const save = ann.getByRole('button', { name: 'Save changes' })
    return { place, issue, doomed, ann, ben, text, save }
  })

  test('NOTE-027 ERRMSG-043 an edit that fails keeps its text', async () => {
    const { ann, text, save } = made()
    await saying(ann, 'First words').getByRole('button', { name: 'Edit comment' }).click()
    await text.fill('Second **words**')
    await fail(ann, address, 'PUT')
    await save.click()
    await expect(ann.getByText('Something went wrong while editing your comment. Please try again.')).toBeVisible()
    await expect(text).toHaveValue('Second **words**')
    await ann.unroute(address)
  })

  test('NOTE-032 cancelling an edit asks first', async () => {
    const { ann, text } = made()
    await text.press('Escape')
    await expect(ann.getByText('Are you sure you want to cancel editing this comment?')).toBeVisible()
    await ann.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  test('NOTE-022 NOTE-026 an edit shows at once, and then who made it', async () => {
    const { place, ann, ben, save } = made()
    const letGo = await holdBack(ann, address, 'PUT')
    await save.click()
    await expect(saying(ann, 'Second words').locator('strong', { hasText: 'words' })).toBeVisible()
    await expect(ann.getByText('Saving…')).toBeVisible()
    letGo()
    await expect(saying(ben, 'Second words')).toContainText(`by ${place.ann.username}`)
    await expect(saying(ann, 'Second words')).toContainText(/Edited .* by ann/)
  })

  test('NOTE-028 a comment deleted elsewhere stays while it is edited, and goes when it is saved', async ({ api }) => {
    const { place, issue, doomed, ann, text, save } = made()
    await saying(ann, 'Doomed').getByRole('button', { name: 'Edit comment' }).click()
    await text.fill('Doomed words, and more')
    await api()('DELETE', `${issue.api}/notes/${doomed.id}`)
    await write(api(), issue, place.ben, 'notes', 'A sign of life')
    await expect(saying(ann, 'A sign of life')).toBeVisible()
    await expect(text).toHaveValue('Doomed words, and more')
    await save.click()
    await expect(ann.locator(`#note_${doomed.id}`)).toHaveCount(0)
  })

  test('NOTE-029 NOTE-031 ERRMSG-042 deleting asks first, and says when it failed', async () => {
    const { ann } = made()
    await fail(ann, address, 'DELETE')
    await destroy(ann)
    await expect(ann.getByRole('dialog')).toContainText(
      'Something went wrong while deleting your note. Please try again.',
    )
    await ann.getByRole('button', { name: 'Cancel' }).click()
    await expect(saying(ann, 'Second words')).toHaveCount(1)
    await ann.unroute(address)
  })

  test('NOTE-025 a comment shows that it is being deleted, and the focus goes on from there', async () => {
    const { ann } = made()
    const deleting = await holdBack(ann, address, 'DELETE')
    await destroy(ann)
    await expect(saying(ann, 'Second words')).toHaveAttribute('aria-busy', 'true')
    deleting()
    await expect(saying(ann, 'Second words')).toHaveCount(0)
    // The keyboard goes on where it was.
    await expect.poll(() => ann.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
  })

  test('NOTE-025 the focus goes on also when the comment is gone before its deletion is answered', async ({ api }) => {
    const { place, issue, ann } = made()
    const third = await write(api(), issue, place.ann, 'notes', 'Third words')
    const deleting = await holdBack(ann, address, 'DELETE')
    await destroy(ann, 'Third words')
    await api()('DELETE', `${issue.api}/notes/${third.id}`)
    await expect(saying(ann, 'Third words')).toHaveCount(0)
    deleting()
    await expect.poll(() => ann.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
  })

  async function destroy(ann: Page, words = 'Second words'): Promise<void> {
    await saying(ann, words).getByRole('button', { name: 'More actions' }).click()
    await ann.getByRole('menuitem', { name: 'Delete comment' }).click()
    await expect(ann.getByText('Are you sure you want to delete this comment?')).toBeVisible()
    await expect(ann.getByRole('button', { name: 'Delete Comment' })).toHaveAttribute('data-variant', 'danger')
    await ann.getByRole('button', { name: 'Delete Comment' }).click()
  }
})
