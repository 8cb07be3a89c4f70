import { type Browser, expect, type Page } from '@playwright/test'
import { inEachLook, looksAt, violations } from './accessibility.ts'
import { type ApiCall, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const password = 'a-password-of-the-weavers'

interface Scene {
  readonly projectId: number
  readonly ann: string
  readonly ben: string
  /** A new issue of Ann's, opened by both. */
  open(browser: Browser, options?: object): Promise<{ readonly iid: number; readonly ann: Page; readonly ben: Page }>
}

async function scene(call: ApiCall, baseURL: string): Promise<Scene> {
  const id = Math.random().toString(36).slice(2, 8)
  const make = async (path: string, body: object) =>
    (await call('POST', path, body)).body as { id: number; iid: number }
  const [ann, ben] = [`ann${id}`, `ben${id}`]
  const people = await Promise.all(
    [ann, ben].map(username =>
      make('users', {
        username,
        name: username,
        email: `${username}@weavers.example`,
        password,
        skip_confirmation: true,
      }),
    ),
  )
  const group = await make('groups', { name: `Talk ${id}`, path: `talk-${id}`, visibility: 'public' })
  const project = await make('projects', { name: 'Loom', path: 'loom', namespace_id: group.id, visibility: 'public' })
  for (const person of people)
    await call('POST', `projects/${project.id}/members`, { user_id: person.id, access_level: 30 })
  await call('POST', `projects/${project.id}/labels`, { name: 'needs design', color: '#7a3fbf' })
  return {
    projectId: project.id,
    ann,
    ben,
    open: async (browser, options = {}) => {
      const { iid } = await make(`projects/${project.id}/issues`, { title: 'The shuttle jams' })
      const pages = []
      for (const username of [ann, ben]) {
        const context = await browser.newContext({ baseURL, ...options })
        await signIn(context, username, password)
        const page = await context.newPage()
        await page.goto(`/talk-${id}/loom/-/issues/${iid}`)
        await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
        await expect(box(page)).toBeVisible()
        pages.push(page)
      }
      // Both are there: the loop made two.
      const [first, second] = pages as [Page, Page]
      return { iid, ann: first, ben: second }
    },
  }
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const saying = (page: Page, text: string) => comments(page).filter({ hasText: text })

/** @param shown  words of it as they are rendered, when markdown changes them */
async function say(page: Page, text: string, shown = text): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Control+Enter')
  await expect(saying(page, shown)).toBeVisible()
}

test('PLATFORM-016 what one writes, changes, reacts to and deletes, the other sees within a second', async ({
  api,
  baseURL,
  browser,
}) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  await say(ann, 'Since the *last* release', 'Since the last release')
  await expect(saying(ben, 'Since the last release').locator('em')).toHaveText('last', { timeout: 1_000 })
  await expect(comments(ann)).toHaveCount(1)
  await expect(box(ann)).toHaveValue('')
  await expect(box(ann)).toBeFocused()

  await saying(ann, 'Since').getByRole('button', { name: 'Edit comment' }).click()
  await ann.getByRole('textbox', { name: 'Edit comment' }).fill('Since yesterday')
  await ann.getByRole('button', { name: 'Save changes' }).click()
  await expect(saying(ben, 'Since yesterday')).toContainText('Edited', { timeout: 1_000 })

  await saying(ben, 'Since').getByRole('button', { name: 'Add reaction' }).click()
  await ben.getByRole('textbox', { name: 'Search emoji' }).fill('rocket')
  await ben.getByRole('button', { name: 'rocket', exact: true }).click()
  await expect(saying(ann, 'Since').getByRole('button', { name: 'rocket: 1' })).toBeVisible({ timeout: 1_500 })

  await saying(ann, 'Since').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Delete comment' }).click()
  await expect(ann.getByRole('dialog')).toContainText('Are you sure you want to delete this comment?')
  await ann.getByRole('button', { name: 'Delete Comment' }).click()
  await expect(comments(ben)).toHaveCount(0, { timeout: 1_500 })
})

test('FORM-034 FORM-035 what is typed outlives a reload and a request that fails', async ({
  api,
  baseURL,
  browser,
}) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  await box(ann).fill('Half a thought')
  await ann.reload()
  await expect(box(ann)).toHaveValue('Half a thought')

  await ann.context().setOffline(true)
  await box(ann).press('Control+Enter')
  await expect(
    ann.getByText('Your comment could not be submitted! Please check your network connection and try again.'),
  ).toBeVisible()
  await expect(box(ann)).toHaveValue('Half a thought')
  await expect(comments(ann)).toHaveCount(0)

  await ann.context().setOffline(false)
  await box(ann).press('Control+Enter')
  await expect(saying(ben, 'Half a thought')).toHaveCount(1)
  await ann.reload()
  await expect(saying(ann, 'Half a thought')).toHaveCount(1)
  await expect(box(ann)).toHaveValue('')
})

test('FORM-007 a file that is dropped becomes a picture in the comment', async ({ api, baseURL, browser }) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  const files = await ann.evaluateHandle(() => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(dot), sign => sign.charCodeAt(0))
    transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
    return transfer
  })
  await box(ann).dispatchEvent('drop', { dataTransfer: files })
  await expect(box(ann)).toHaveValue(/!\[dot\]\(\/uploads\/[0-9a-f]{32}\/dot\.png\)/)
  await box(ann).press('Control+Enter')
  const picture = comments(ben).getByRole('img', { name: 'dot' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1)
})

test('FORM-007 a file that fails can be tried again', async ({ api, baseURL, browser }) => {
  const { ann } = await (await scene(api(), baseURL ?? '')).open(browser)
  await ann.context().setOffline(true)
  await ann
    .getByLabel('Attach files')
    .last()
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(ann.getByRole('list', { name: 'Files' })).toContainText('Could not upload the file')
  await expect(box(ann)).not.toHaveValue(/Uploading/)
  await ann.context().setOffline(false)
  await ann.getByRole('button', { name: 'Retry' }).click()
  await expect(box(ann)).toHaveValue(/\[a\.txt\]\(\/uploads\//)
})

test('FORM-008 FORM-032 names complete, commands are explained, run and told of', async ({ api, baseURL, browser }) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, ben } = await place.open(browser)
  await box(ann).pressSequentially(`@${place.ben.slice(0, 5)}`)
  await expect(ann.getByRole('option', { name: place.ben })).toBeVisible()
  await box(ann).press('Enter')
  await expect(box(ann)).toHaveValue(`@${place.ben} `)
  await box(ann).press('Enter')
  await box(ann).pressSequentially('/lab')
  await ann.getByRole('option', { name: /^\/label/ }).click()
  await expect(box(ann)).toHaveValue(/\/label ~$/)
  await box(ann).pressSequentially('need')
  await expect(ann.getByRole('option', { name: 'needs design' })).toBeVisible()
  await box(ann).press('Tab')
  await expect(box(ann)).toHaveValue(`@${place.ben} \n/label ~"needs design" `)

  await ann.getByRole('tab', { name: 'Preview' }).click()
  const preview = ann.getByRole('tabpanel', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: `@${place.ben}` })).toBeVisible()
  await expect(preview).toContainText(/Adds .*needs design.* label/)
  await ann.getByRole('tab', { name: 'Write' }).click()
  await box(ann).press('Control+Enter')
  await expect(saying(ben, `@${place.ben}`)).toBeVisible()
  await expect(ben.getByRole('list', { name: 'Changes' })).toContainText('needs design')

  await box(ann).fill('/weight 5')
  await box(ann).press('Control+Enter')
  await expect(ann.getByText('Commands applied')).toBeVisible()
  await expect(ben.getByRole('list', { name: 'Changes' }).last()).toContainText('set weight to 5')
  await expect(comments(ann)).toHaveCount(1)
})

test('FORM-022 a comment and closing go together, and reopening alone', async ({ api, baseURL, browser }) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  await box(ann).fill('It works now')
  await ann.getByRole('button', { name: 'Comment & close issue' }).click()
  await expect(saying(ben, 'It works now')).toBeVisible()
  const form = ben.getByRole('form', { name: 'Add a comment' })
  await form.getByRole('button', { name: 'Reopen issue' }).click()
  await expect(
    ann.getByRole('form', { name: 'Add a comment' }).getByRole('button', { name: 'Close issue' }),
  ).toBeVisible()
})

test('FORM-015 a thread is started, answered, resolved and folded', async ({ api, baseURL, browser }) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  await box(ann).fill('Before or after the beat?')
  await ann.getByRole('button', { name: 'More comment options' }).click()
  await ann.getByRole('menuitemradio', { name: /Start thread/ }).click()
  await ann.getByRole('button', { name: 'Start thread', exact: true }).click()
  await ben.getByRole('textbox', { name: 'Reply' }).focus()
  await ben.getByRole('textbox', { name: 'Reply' }).fill('Before.')
  await ben.getByRole('checkbox', { name: 'Resolve thread' }).check()
  await expect(ben.getByText('Thread will be resolved')).toBeVisible()
  await ben.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(ann.getByText(/^Resolved by ben/)).toBeVisible()
  await expect(saying(ann, 'Before.')).toHaveCount(0)
  await ann.getByRole('button', { name: 'Show thread' }).click()
  await expect(saying(ann, 'Before.')).toBeVisible()
})

test('NOTE-034 ERRMSG-069 who changes a comment that changes meanwhile is told', async ({ api, baseURL, browser }) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, iid } = await place.open(browser)
  await say(ann, 'One')
  await saying(ann, 'One').getByRole('button', { name: 'Edit comment' }).click()
  await ann.getByRole('textbox', { name: 'Edit comment' }).fill('Two')
  const notes = (await api()('GET', `projects/${place.projectId}/issues/${iid}/notes`)).body as { id: number }[]
  await api()('PUT', `projects/${place.projectId}/issues/${iid}/notes/${notes[0]?.id}`, { body: 'Three' })
  await expect(ann.getByText(/^This comment changed after you started editing it/)).toBeVisible()
  await expect(ann.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Two')
  await ann.getByRole('textbox', { name: 'Edit comment' }).press('Escape')
  await expect(ann.getByText('Are you sure you want to cancel editing this comment?')).toBeVisible()
  await ann.getByRole('button', { name: 'Cancel editing' }).click()
  await expect(saying(ann, 'Three')).toBeVisible()
})

test('NOTE-034 ERRMSG-069 of two who save a comment at the same moment neither loses a text', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, ben, iid } = await place.open(browser)
  const maintainer = (await api()('GET', `users?username=${place.ben}`)).body as { id: number }[]
  await api()('PUT', `projects/${place.projectId}/members/${maintainer[0]?.id}`, { access_level: 40 })
  await ben.reload()
  await say(ann, 'One')
  const edit = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' })
  const conflict = ann.getByText(/^This comment changed after you started editing it/)
  const body = async () =>
    ((await api()('GET', `projects/${place.projectId}/issues/${iid}/notes`)).body as { body: string }[])[0]?.body
  await saying(ann, 'One').getByRole('button', { name: 'Edit comment' }).click()
  await edit(ann).fill('Of Ann')
  // Hers is on its way when his arrives.
  await ann.route(/\/notes\/\d+$/, async route => {
    await saying(ben, 'One').getByRole('button', { name: 'Edit comment' }).click()
    await edit(ben).fill('Of Ben')
    await edit(ben).press('Control+Enter')
    await expect(saying(ben, 'Of Ben')).toBeVisible()
    await expect(edit(ben)).toHaveCount(0)
    await route.continue()
  })
  await edit(ann).press('Control+Enter')
  await expect(conflict).toBeVisible()
  await ann.getByText('Current comment').click()
  await expect(ann.getByText('Of Ben', { exact: true })).toBeVisible()
  await expect(edit(ann)).toHaveValue('Of Ann')
  await ann.unroute(/\/notes\/\d+$/)

  // Nothing overwrites it before she has chosen.
  await edit(ann).press('Control+Enter')
  await ann.getByRole('button', { name: 'Save changes' }).click()
  await expect(conflict).toBeVisible()
  expect(await body()).toBe('Of Ben')
  expect(await violations(ann)).toEqual([])
  await ann.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(conflict).toBeHidden()
  await edit(ann).press('Control+Enter')
  await expect(edit(ann)).toHaveCount(0)
  await expect(saying(ben, 'Of Ann')).toBeVisible()
  expect(await body()).toBe('Of Ann')
})

test('NOTE-036 FORM-013 KEYS-004 links to a comment, the last one’s edit and a quote are keys away', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, iid } = await place.open(browser)
  for (let count = 1; count <= 45; count++)
    await api()('POST', `projects/${place.projectId}/issues/${iid}/notes`, { body: `Comment number ${count}.` })
  const notes = (await api()('GET', `projects/${place.projectId}/issues/${iid}/notes?sort=asc&per_page=50`)).body as {
    id: number
  }[]
  const wanted = notes[39]?.id
  await ann.goto(`${new URL(ann.url()).pathname}#note_${wanted}`)
  await ann.reload()
  await expect(ann.locator(`#note_${wanted}`)).toBeInViewport()
  await expect(ann.locator(`#note_${wanted}`)).toContainText('Comment number 40.')

  await say(ann, 'My own')
  await box(ann).press('ArrowUp')
  await expect(ann.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('My own')
  await ann.getByRole('textbox', { name: 'Edit comment' }).press('Escape')
  await expect(ann.getByRole('textbox', { name: 'Edit comment' })).toHaveCount(0)

  // Selecting with the mouse takes the focus out of the box.
  await ann.locator(`#note_${wanted} [data-note-body]`).click()
  await ann.locator(`#note_${wanted} [data-note-body]`).selectText()
  await ann.keyboard.press('r')
  await expect(box(ann)).toHaveValue('> Comment number 40.\n\n')
})

test('NOTE-021 nothing that is written can run', async ({ api, baseURL, browser }) => {
  const { ann, ben } = await (await scene(api(), baseURL ?? '')).open(browser)
  const dialogs: string[] = []
  for (const page of [ann, ben])
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(2)>',
    '[click](javascript:alert(3))',
    '<a href="javascript:alert(4)">click</a>',
    '<svg onload=alert(5)></svg>',
    '<iframe srcdoc="<script>alert(6)</script>"></iframe>',
    '`<img src=x onerror=alert(7)>`',
    ':"><img src=x onerror=alert(8)>:',
  ]
  await say(ann, `${attacks.join('\n\n')}\n\nthe end`, 'the end')
  await expect(saying(ben, 'the end')).toBeVisible()
  const body = saying(ben, 'the end').locator('[data-note-body]')
  await expect(body.locator('script, iframe, svg, [onerror], [onload], [href^="javascript:"]')).toHaveCount(0)
  for (const link of await body.getByText('click').all()) await link.click()
  await box(ben).fill(attacks.join('\n\n'))
  await ben.getByRole('tab', { name: 'Preview' }).click()
  await expect(ben.getByRole('tabpanel', { name: 'Preview' }).locator('p').first()).toBeVisible()
  expect(dialogs).toEqual([])
})

test('FORM-003 who is signed out reads, and is shown the way in', async ({ api, baseURL, browser, page }) => {
  const { ann } = await (await scene(api(), baseURL ?? '')).open(browser)
  await say(ann, 'For everybody')
  await page.goto(new URL(ann.url()).pathname)
  await expect(saying(page, 'For everybody')).toBeVisible()
  await expect(page.getByText('Please register or sign in to reply')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
  await page.getByRole('link', { name: 'sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/users\/sign_in\?return_to=/)
})

test('to-dos come by themselves, go when done, and come back when that is undone', async ({
  api,
  baseURL,
  browser,
}) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, ben } = await place.open(browser)
  await ben.goto('/dashboard/todos')
  await expect(ben.getByRole('heading', { name: 'You are all caught up' })).toBeVisible()
  await say(ann, `@${place.ben} please look`)
  await expect(ben.getByRole('link', { name: 'The shuttle jams' })).toBeVisible({ timeout: 2_000 })
  await ben.getByRole('button', { name: 'Mark as done' }).click()
  await expect(ben.getByRole('link', { name: 'The shuttle jams' })).toHaveCount(0)
  await ben.getByRole('button', { name: 'Undo' }).click()
  await ben.getByRole('link', { name: 'The shuttle jams' }).click()
  await expect(saying(ben, 'please look')).toBeInViewport()
})

test('the discussion and the to-dos have no barriers, light and dark', async ({
  api,
  baseURL,
  browser,
  screenshots,
}) => {
  const place = await scene(api(), baseURL ?? '')
  const { ann, ben } = await place.open(browser, { reducedMotion: 'reduce' })
  await say(ben, `@${place.ann} see \`this\`\n\n- [ ] a task\n\n> quoted`, 'see this')
  await saying(ben, 'see').getByRole('button', { name: 'Add reaction' }).click()
  await ben.getByRole('button', { name: 'tada', exact: true }).first().click()
  await saying(ben, 'see').getByRole('button', { name: 'Edit comment' }).click()
  for (const [page, path, name] of [
    [ann, null, 'read'],
    [ben, null, 'edit'],
    [ann, '/dashboard/todos', 'todos'],
  ] as const) {
    if (path !== null) await page.goto(path)
    await expect(page.getByRole('heading', { name: path === null ? 'Activity' : 'To-do list' })).toBeVisible()
    await inEachLook(page, looksAt(1280, 390), async look => {
      expect(await violations(page)).toEqual([])
      await page.screenshot({ path: `${screenshots}/discuss-${name}-${look}.png`, fullPage: true })
    })
  }
})
