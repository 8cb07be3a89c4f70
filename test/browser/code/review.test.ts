import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { type ApiCall, setUpOnce, test } from '../fixtures.ts'
import { box, newIssue, open, type Scene, saying, scene, write } from '../threads-scene.ts'

/** An issue that Ben asked something about. */
async function askedIssue(call: ApiCall, place: Scene) {
  const issue = await newIssue(call, place)
  await write(call, issue, place.ben, 'discussions', 'Before or after the beat?')
  return issue
}

const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const pending = (page: Page) => page.getByRole('article', { name: 'Pending comment' })
const bar = (page: Page) => page.getByRole('region', { name: 'Review' })

async function startReview(page: Page, text: string) {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'More comment options' }).click()
  await page.getByRole('menuitem', { name: /Start a review/ }).click()
  const [first = ''] = text.split('\n')
  await expect(pending(page).filter({ hasText: first })).toBeVisible()
}

test.describe('a review', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await askedIssue(api(), place)
    const [ann, other, ben] = [await open(place.ann, issue), await open(place.ann, issue), await open(place.ben, issue)]
    return { issue, ann, other, ben, answer: pending(ann).filter({ hasText: 'After, always.' }) }
  })

  test('DRAFT-007 Ctrl+Enter sends a comment if there is no review', async () => {
    const { ann, ben } = made()
    await box(ann).fill('Looking at it now')
    await box(ann).press('Control+Enter')
    await expect(saying(ben, 'Looking at it now')).toBeVisible()
  })

  test('DRAFT-006 DRAFT-014 a comment that starts a review is pending, and counted in each window', async () => {
    const { ann, other } = made()
    await startReview(ann, 'First, the shuttle is worn.\n/due 2031-01-02')
    await expect(pending(ann).getByText('Pending', { exact: true })).toBeVisible()
    await expect(pending(ann)).toContainText('Sets the due date to 2 Jan, 2031.')
    await expect(bar(ann)).toContainText('1 pending comment')
    await expect(bar(other)).toContainText('1 pending comment')
  })

  test('DRAFT-007 Ctrl+Enter adds a comment to the review in progress', async () => {
    const { ann, answer } = made()
    await expect(ann.getByRole('button', { name: 'Add to review' })).toBeVisible()
    await replyBox(ann).click()
    await replyBox(ann).fill('After, always.')
    await replyBox(ann).press('Control+Enter')
    await expect(answer).toBeVisible()
    await expect(bar(ann)).toContainText('2 pending comments')
  })

  test('DRAFT-005 resolving with a pending comment is kept in the page', async () => {
    const { ann, answer } = made()
    const asked: string[] = []
    ann.on('request', request => void asked.push(`${request.method()} ${request.url()}`))
    await expect(answer).toContainText('Thread stays unresolved')
    await answer.getByRole('checkbox', { name: 'Resolve thread' }).check()
    await expect(answer).toContainText('Thread will be resolved')
    await box(ann).fill('Third')
    await box(ann).press('Control+Enter')
    await expect(bar(ann)).toContainText('3 pending comments')
    // One draft was saved; the flag made no request.
    expect(asked.filter(line => /^(?!GET).*(drafts|resolve)/.test(line))).toEqual([
      expect.stringMatching(/^POST .*\/drafts$/),
    ])
    await ann.reload()
    await expect(bar(ann)).toContainText('3 pending comments')
    await expect(answer).toContainText('Thread will be resolved')
  })

  test('a review is accessible, wide, dark and narrow', async ({ screenshots }) => {
    const { ann } = made()
    // A page behind another one may never draw the frame of a screenshot.
    await ann.bringToFront()
    for (const [name, width, colorScheme] of [
      ['wide', 1440, 'light'],
      ['dark', 1440, 'dark'],
      ['narrow', 390, 'light'],
    ] as const) {
      await ann.emulateMedia({ colorScheme })
      await ann.setViewportSize({ width, height: 900 })
      await ann.screenshot({ path: `${screenshots}/review-${name}.png`, fullPage: true })
      expect(await violations(ann)).toEqual([])
    }
    await ann.emulateMedia({ colorScheme: null })
    await ann.setViewportSize({ width: 1280, height: 720 })
  })

  test('DRAFT-001 a review is seen by its author alone', async ({ api }) => {
    const { issue, ben } = made()
    // The other person has seen all that happened by now: the live connection tells in order.
    await api()('POST', `${issue.api}/notes`, { body: 'A word from outside' })
    await expect(saying(ben, 'A word from outside')).toBeVisible()
    await expect(ben.getByText('the shuttle is worn')).toHaveCount(0)
    await expect(ben.getByText('After, always.')).toHaveCount(0)
    await expect(ben.getByText('is typing')).toHaveCount(0)
    await expect(bar(ben)).toHaveCount(0)
    await expect(pending(ben)).toHaveCount(0)
  })

  test('DRAFT-003 a review is submitted as a whole, with what it resolves', async ({ api }) => {
    const { issue, ann, other, ben } = made()
    await bar(ann).getByRole('button', { name: 'Submit review' }).click()
    await expect(bar(ann)).toHaveCount(0)
    await expect(bar(other)).toHaveCount(0)
    for (const page of [ann, other, ben]) await expect(saying(page, 'First, the shuttle is worn.')).toBeVisible()
    await expect(saying(ben, 'Third')).toBeVisible()
    await expect(pending(ann)).toHaveCount(0)
    // The flag of the page went with it.
    await expect(ben.getByText('After, always.')).toHaveCount(0)
    await expect(ben.getByRole('navigation', { name: 'Open threads' })).toHaveCount(0)
    const { body } = await api()('GET', issue.api)
    expect(body).toMatchObject({ due_date: '2031-01-02' })
  })
})

test.describe('a pending comment', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await askedIssue(api(), place)
    const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
    await startReview(ann, 'One')
    await box(ann).fill('Two')
    await ann.getByRole('button', { name: 'Add to review' }).click()
    await expect(bar(ann)).toContainText('2 pending comments')
    const edit = ann.getByRole('textbox', { name: 'Edit pending comment' })
    return { ann, ben, edit }
  })

  test('DRAFT-008 DRAFT-009 Up edits the last one from an empty form, Escape leaves it', async () => {
    const { ann, edit } = made()
    await box(ann).press('ArrowUp')
    await expect(edit).toBeFocused()
    await expect(edit).toHaveValue('Two')
    await edit.press('Escape')
    await expect(edit).toHaveCount(0)
  })

  test('DRAFT-004 a pending comment is edited', async () => {
    const { ann, edit } = made()
    await pending(ann).filter({ hasText: 'Two' }).getByRole('button', { name: 'Edit pending comment' }).click()
    await edit.fill('Two, at length')
    await edit.press('Control+Enter')
    await expect(pending(ann).filter({ hasText: 'Two, at length' })).toBeVisible()
    await expect(edit).toHaveCount(0)
  })

  test('DRAFT-008 Escape leaves a reply, and asks about what is written in it', async () => {
    const { ann } = made()
    await replyBox(ann).click()
    await replyBox(ann).press('Escape')
    await expect(ann.getByRole('form', { name: 'Reply' })).toHaveCount(0)
    await replyBox(ann).click()
    await replyBox(ann).fill('Half a thought')
    await replyBox(ann).press('Escape')
    await ann.getByRole('dialog').getByRole('button', { name: 'Discard reply' }).click()
    await expect(ann.getByRole('form', { name: 'Reply' })).toHaveCount(0)
  })

  test('DRAFT-004 NOTE-030 deleting a pending comment asks first', async () => {
    const { ann } = made()
    await pending(ann).filter({ hasText: 'One' }).getByRole('button', { name: 'Delete pending comment' }).click()
    const dialog = ann.getByRole('dialog')
    await expect(dialog).toContainText('Are you sure you want to delete this pending comment?')
    await dialog.getByRole('button', { name: 'Delete Comment' }).click()
    await expect(bar(ann)).toContainText('1 pending comment')
  })

  test('DRAFT-002 a pending comment is published by itself', async () => {
    const { ann, ben } = made()
    await expect(ben.getByText('Two')).toHaveCount(0)
    await pending(ann).getByRole('button', { name: 'Publish now' }).click()
    await expect(saying(ben, 'Two, at length')).toBeVisible()
    await expect(saying(ann, 'Two, at length')).toBeFocused()
    await expect(bar(ann)).toHaveCount(0)
    await expect(ann.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  })
})

test('ERRMSG-068 a comment that cannot be saved or published is kept, and says so', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await askedIssue(api(), place)
  const ann = await open(place.ann, issue)
  const drafts = /\/drafts$/
  await ann.route(drafts, route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await box(ann).fill('Not lost')
  await ann.getByRole('button', { name: 'More comment options' }).click()
  await ann.getByRole('menuitem', { name: /Start a review/ }).click()
  await expect(ann.getByText('An error occurred while saving the draft comment.')).toBeVisible()
  await expect(box(ann)).toHaveValue('Not lost')
  await ann.unroute(drafts)
  await startReview(ann, 'Not lost')
  const publish = /\/drafts\/publish$/
  await ann.route(publish, route => route.abort())
  await bar(ann).getByRole('button', { name: 'Submit review' }).click()
  await expect(bar(ann)).toContainText(
    'Could not submit the review. All its comments are still pending. Please try again.',
  )
  await ann.unroute(publish)
  // A user who may no longer comment keeps their text.
  await api()('DELETE', `projects/${place.projectId}/members/${place.ann.id}`)
  await api()('PUT', issue.api, { discussion_locked: true })
  await expect(bar(ann)).toContainText('You can no longer comment here. Your pending comments are kept.')
  await expect(bar(ann).getByRole('button', { name: 'Submit review' })).toBeDisabled()
  await bar(ann).getByRole('button', { name: 'Discard' }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Discard review' }).click()
  await expect(bar(ann)).toHaveCount(0)
  await expect(pending(ann)).toHaveCount(0)
  await api()('POST', `projects/${place.projectId}/members`, { user_id: place.ann.id, access_level: 40 })
  await ann.close()
})
