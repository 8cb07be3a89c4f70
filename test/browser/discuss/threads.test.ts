import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { box, comments, fail, holdBack, newIssue, open, openThreads, saying, scene, write } from '../threads-scene.ts'

test.describe('a thread', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    const [ann, ben] = [await open(place.ann, issue), await open(place.ben, issue)]
    return { place, issue, ann, ben }
  })

  test('DISC-001 DISC-017 a thread is started, and counted as open', async () => {
    const { place, ann, ben } = made()
    await box(ann).fill('Before or after the beat?')
    await ann.getByRole('button', { name: 'More comment options' }).click()
    await ann.getByRole('menuitemradio', { name: /Start thread/ }).click()
    await ann.getByRole('button', { name: 'Start thread', exact: true }).click()
    await expect(ben.getByText(`${place.ann.username} started a thread`)).toBeVisible()
    await expect(openThreads(ben)).toContainText('1 open thread')
    await expect(ben.getByText(/Last updated/)).toHaveCount(0)
    await expect(ben.getByRole('button', { name: 'Hide thread' })).toHaveCount(0)
  })

  test('DISC-008 DISC-009 NOTE-007 an answered thread says when, and can be folded', async () => {
    const { ann, ben } = made()
    await ben.getByRole('textbox', { name: 'Reply' }).focus()
    await ben.getByRole('textbox', { name: 'Reply' }).fill('After.')
    await ben.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
    await expect(ann.getByText(/Last updated .* by ben/)).toBeVisible()
    await ann.getByRole('button', { name: 'Hide thread' }).click()
    await expect(saying(ann, 'After.')).toHaveCount(0)
    await ann.getByRole('button', { name: 'Show thread' }).click()
    await expect(saying(ann, 'After.')).toBeVisible()
  })

  test('NOTE-015 the first comment has the button that resolves the thread', async () => {
    const { ann } = made()
    await expect(saying(ann, 'Before or after').getByRole('button', { name: 'Resolve thread' })).toBeVisible()
    await expect(saying(ann, 'After.').getByRole('button', { name: 'Resolve thread' })).toHaveCount(0)
  })

  test('DISC-012 one comment is resolved and opened again', async () => {
    const { ann, ben } = made()
    await saying(ann, 'Before or after').getByRole('button', { name: 'More actions' }).click()
    await ann.getByRole('menuitem', { name: 'Resolve this comment only' }).click()
    await expect(saying(ben, 'Before or after').getByText('Resolved', { exact: true })).toBeVisible()
    await expect(openThreads(ben)).toContainText('1 open thread')
    await saying(ben, 'Before or after').getByRole('button', { name: 'More actions' }).click()
    await ben.getByRole('menuitem', { name: 'Reopen this comment only' }).click()
    await expect(saying(ann, 'Before or after').getByText('Resolved', { exact: true })).toHaveCount(0)
  })

  test('DISC-016 ERRMSG-050 resolving shows that it runs, and that it failed', async () => {
    const { ann, ben } = made()
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
  })

  test('DISC-006 DISC-010 DISC-011 a resolved thread is folded, and can be opened again', async () => {
    const { ann, ben } = made()
    await expect(ben.getByText(/^Resolved by ann/)).toBeVisible()
    await expect(openThreads(ben)).toHaveCount(0)
    await expect(comments(ben)).toHaveCount(0)
    await ben.reload()
    await ben.getByRole('button', { name: 'Show thread' }).click()
    await expect(saying(ben, 'After.')).toBeVisible()
    await ben.getByRole('button', { name: 'Reopen thread' }).last().click()
    await expect(openThreads(ann)).toContainText('1 open thread')
  })

  test('DISC-015 DISC-017 open threads are counted, and one goes from each to the next', async ({ api }) => {
    const { place, issue, ann } = made()
    const second = await write(api(), issue, place.cleo, 'discussions', 'Which oil?')
    await write(api(), issue, place.ann, 'notes', 'Only a comment')
    await expect(openThreads(ann)).toContainText('2 open threads')
    await ann.evaluate(() => window.scrollTo(0, 0))
    await openThreads(ann).getByRole('button', { name: 'Next open thread' }).click()
    await openThreads(ann).getByRole('button', { name: 'Next open thread' }).click()
    await expect(ann).toHaveURL(new RegExp(`#note_${second.notes?.[0]?.id}$`))
    await expect(saying(ann, 'Which oil?')).toBeInViewport()
  })

  test('PERM-009 a thread is resolved by those who may resolve all of its comments', async () => {
    const { place, issue } = made()
    const cleo = await open(place.cleo, issue)
    await expect(saying(cleo, 'Which oil?').getByRole('button', { name: 'Resolve thread' })).toBeVisible()
    await expect(saying(cleo, 'Before or after').getByRole('button', { name: 'Resolve thread' })).toHaveCount(0)
  })
})

test.describe('an answer', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    await write(api(), issue, place.ben, 'notes', 'A plain comment')
    const ann = await open(place.ann, issue)
    const reply = ann.getByRole('textbox', { name: 'Reply' })
    return { place, ann, reply }
  })

  test('DISC-020 an answer that is cancelled is asked about', async () => {
    const { ann, reply } = made()
    await saying(ann, 'A plain comment').getByRole('button', { name: 'Reply' }).click()
    await reply.fill('Is it?')
    await reply.press('Escape')
    await expect(ann.getByText('Are you sure you want to cancel creating this comment?')).toBeVisible()
    await ann.getByRole('button', { name: 'Cancel', exact: true }).last().click()
    await expect(reply).toHaveValue('Is it?')
  })

  test('DISC-027 DISC-036 an answer makes a thread of a comment', async () => {
    const { place, ann, reply } = made()
    const sent = ann.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/notes'))
    await reply.press('Control+Enter')
    expect((await sent).postDataJSON()).toMatchObject({
      in_reply_to_discussion_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      return_discussion: true,
      note: { note: 'Is it?' },
    })
    await expect(ann.getByText(`${place.ben.username} started a thread`)).toBeVisible()
  })

  test('DISC-018 DISC-019 the line for an answer opens a form, which is closed when sent empty', async () => {
    const { ann, reply } = made()
    await expect(reply).toHaveAttribute('readonly')
    await reply.focus()
    await expect(ann.getByRole('form', { name: 'Reply' })).toBeVisible()
    await reply.press('Control+Enter')
    await expect(ann.getByRole('form', { name: 'Reply' })).toHaveCount(0)
  })

  test('DISC-022 DISC-024 DISC-026 an answer to an open thread resolves it or leaves it open', async () => {
    const { ann, reply } = made()
    await reply.click()
    await expect(ann.getByText('Thread stays unresolved')).toBeVisible()
    await ann.getByRole('checkbox', { name: 'Resolve thread' }).check()
    await expect(ann.getByText('Thread will be resolved')).toBeVisible()
    await reply.fill('It is.')
    await reply.press('Control+Enter')
  })

  test('DISC-022 DISC-023 DISC-025 an answer to a resolved thread leaves it resolved or opens it', async () => {
    const { ann, reply } = made()
    await ann.getByRole('button', { name: 'Show thread' }).click()
    await reply.focus()
    await expect(ann.getByText('Thread stays resolved')).toBeVisible()
    await ann.getByRole('checkbox', { name: 'Reopen thread' }).check()
    await expect(ann.getByText('Thread will be unresolved')).toBeVisible()
    await reply.fill('Or not.')
    await reply.press('Control+Enter')
    await expect(openThreads(ann)).toContainText('1 open thread')
  })
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

test.describe('keyboard focus', () => {
  const made = setUpOnce(async ({ api, baseURL, browser }) => {
    const place = await scene(api(), baseURL, browser)
    const issue = await newIssue(api(), place)
    await write(api(), issue, place.ann, 'discussions', 'Shall we?')
    const ann = await open(place.ann, issue)
    return { place, issue, ann }
  })

  test('focus moves to a reply that was sent', async () => {
    const { ann } = made()
    const field = ann.getByRole('textbox', { name: 'Reply' })
    await field.click()
    await field.press('Escape')
    await expect(field).toHaveAttribute('readonly')
    await expect(field).toBeFocused()
    // A letter opens the box and stands in it.
    await ann.keyboard.type('Yes')
    await expect(field).toHaveValue('Yes')
    await field.press('Control+Enter')
    await expect(saying(ann, 'Yes')).toBeFocused()
  })

  test('focus stays in an edit that failed, and returns to the button of one that is saved', async () => {
    const { ann } = made()
    const edit = saying(ann, 'Yes').getByRole('button', { name: 'Edit comment' })
    const text = ann.getByRole('textbox', { name: 'Edit comment' })
    await edit.click()
    await expect(text).toBeFocused()
    await ann.keyboard.type(', of course')
    await expect(text).toHaveValue('Yes, of course')
    const refuse = (url: URL) => /\/notes\/\d+$/.test(url.pathname)
    await ann.route(refuse, route => route.fulfill({ status: 500, json: {} }))
    await text.press('Control+Enter')
    await expect(ann.getByText('Something went wrong while editing your comment.')).toBeVisible()
    await expect(text).toBeFocused()
    await ann.unroute(refuse)
    await text.press('Control+Enter')
    await expect(edit).toBeFocused()
    await edit.press('Enter')
    await text.press('Escape')
    await expect(edit).toBeFocused()
  })

  test('focus moves to the next button when a last reaction is removed', async ({ api }) => {
    const { place, issue, ann } = made()
    const award = saying(ann, 'Shall we?').getByRole('button', { name: 'heart: 1' })
    const { body } = await api()('GET', `${issue.api}/notes?sort=asc`)
    const [{ id }] = body as [{ id: number }]
    await api()('POST', `${issue.api}/notes/${id}/award_emoji?name=heart&sudo=${place.ann.id}`)
    await award.focus()
    await award.press('Enter')
    await expect(award).toHaveCount(0)
    await expect(saying(ann, 'Shall we?').getByRole('button', { name: 'Add reaction' })).toBeFocused()
  })

  test('focus moves to the button that shows a resolved thread', async () => {
    const { ann } = made()
    await ann.getByRole('button', { name: 'Resolve thread' }).last().press('Enter')
    await expect(ann.getByRole('button', { name: 'Show thread' })).toBeFocused()
  })
})

test('KEYS-004 a quote from a thread opens the reply of that thread, and stands in it', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '', browser)
  const issue = await newIssue(api(), place)
  await write(api(), issue, place.ben, 'discussions', 'EventDraft in a thread')
  await write(api(), issue, place.ben, 'notes', 'EventDraft alone')
  const ann = await open(place.ann, issue)
  await saying(ann, 'EventDraft in a thread').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Quote reply' }).click()
  await expect(ann.getByRole('form', { name: 'Reply' }).getByRole('textbox')).toHaveValue(/^> EventDraft in a thread/)
  await expect(box(ann)).toHaveValue('')
  await saying(ann, 'EventDraft alone').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Quote reply' }).click()
  await expect(box(ann)).toHaveValue(/^> EventDraft alone/)
})
