import { expect, type Page } from '@playwright/test'
import { expectAccessible, violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { visit } from '../issues-scene.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const saying = (page: Page, text: string) => comments(page).filter({ hasText: text })

/** @param shown  words of it as they are rendered, when markdown changes them */
async function say(page: Page, text: string, shown = text): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Control+Enter')
  await expect(saying(page, shown)).toBeVisible()
}

test.describe('two people in a discussion', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    await api()('PUT', `projects/${scene.projectId}/members/${scene.people.rita.id}`, { access_level: 30 })
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'needs design', color: '#7a3fbf' })
    const { page: dan, iid } = await scene.openIssue('dan')
    const rita = await scene.openAs('rita', `${scene.path}/-/issues/${iid}`)
    return { scene, dan, rita }
  })

  /** Both go to a new issue. */
  async function begin() {
    const { scene, dan, rita } = made()
    const { iid } = await scene.showIssue(dan)
    await scene.visitIssue(rita, iid)
    for (const page of [dan, rita]) await expect(box(page)).toBeVisible()
    return { dan, rita, notesPath: `projects/${scene.projectId}/issues/${iid}/notes` }
  }

  test('to-dos come by themselves, go when done, and come back when that is undone', async () => {
    const { username } = made().scene.people.rita
    const { dan, rita } = await begin()
    await visit(rita, '/dashboard/todos')
    await expect(rita.getByRole('heading', { name: 'You are all caught up' })).toBeVisible()
    await say(dan, `@${username} please look`)
    await expect(rita.getByRole('link', { name: 'The shuttle jams' })).toBeVisible({ timeout: 2_000 })
    await rita.getByRole('button', { name: 'Mark as done' }).click()
    await expect(rita.getByRole('link', { name: 'The shuttle jams' })).toHaveCount(0)
    await rita.getByRole('button', { name: 'Undo' }).click()
    await rita.getByRole('link', { name: 'The shuttle jams' }).click()
    await expect(saying(rita, 'please look')).toBeInViewport()
  })

  test('PLATFORM-016 the other user sees new, changed, deleted comments and reactions within a second', async () => {
    const { dan, rita } = await begin()
    await say(dan, 'Since the *last* release', 'Since the last release')
    await expect(saying(rita, 'Since the last release').locator('em')).toHaveText('last', { timeout: 1_000 })
    await expect(comments(dan)).toHaveCount(1)
    await expect(box(dan)).toHaveValue('')
    await expect(box(dan)).toBeFocused()

    await saying(dan, 'Since').getByRole('button', { name: 'Edit comment' }).click()
    await dan.getByRole('textbox', { name: 'Edit comment' }).fill('Since yesterday')
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(saying(rita, 'Since yesterday')).toContainText('Edited', { timeout: 1_000 })

    await saying(rita, 'Since').getByRole('button', { name: 'Add reaction' }).click()
    await rita.getByRole('textbox', { name: 'Search emoji' }).fill('rocket')
    await rita.getByRole('button', { name: 'rocket', exact: true }).click()
    await expect(saying(dan, 'Since').getByRole('button', { name: 'rocket: 1' })).toBeVisible({ timeout: 1_500 })

    await saying(dan, 'Since').getByRole('button', { name: 'More actions' }).click()
    await dan.getByRole('menuitem', { name: 'Delete comment' }).click()
    await expect(dan.getByRole('dialog')).toContainText('Are you sure you want to delete this comment?')
    await dan.getByRole('button', { name: 'Delete Comment' }).click()
    await expect(comments(rita)).toHaveCount(0, { timeout: 1_500 })
  })

  test('FORM-034 FORM-035 typed text outlives a reload and a failed request', async () => {
    const { dan, rita } = await begin()
    await box(dan).fill('Half a thought')
    await dan.reload()
    await expect(box(dan)).toHaveValue('Half a thought')

    await dan.context().setOffline(true)
    await box(dan).press('Control+Enter')
    await expect(
      dan.getByText('Your comment could not be submitted! Please check your network connection and try again.'),
    ).toBeVisible()
    await expect(box(dan)).toHaveValue('Half a thought')
    await expect(comments(dan)).toHaveCount(0)

    await dan.context().setOffline(false)
    await box(dan).press('Control+Enter')
    await expect(saying(rita, 'Half a thought')).toHaveCount(1)
    await dan.reload()
    await expect(saying(dan, 'Half a thought')).toHaveCount(1)
    await expect(box(dan)).toHaveValue('')
  })

  test('FORM-007 a file that is dropped becomes a picture in the comment', async () => {
    const { dan, rita } = await begin()
    const files = await dan.evaluateHandle(() => {
      const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(dot), sign => sign.charCodeAt(0))
      transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
      return transfer
    })
    await box(dan).dispatchEvent('drop', { dataTransfer: files })
    await expect(box(dan)).toHaveValue(/!\[dot\]\(\/uploads\/[0-9a-f]{32}\/dot\.png\)/)
    await box(dan).press('Control+Enter')
    const picture = comments(rita).getByRole('img', { name: 'dot' })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1)
  })

  test('FORM-007 a file that fails can be tried again', async () => {
    const { dan } = await begin()
    await dan.context().setOffline(true)
    await dan
      .getByLabel('Attach files')
      .last()
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(dan.getByRole('list', { name: 'Files' })).toContainText('Could not upload the file')
    await expect(box(dan)).not.toHaveValue(/Uploading/)
    await dan.context().setOffline(false)
    await dan.getByRole('button', { name: 'Retry' }).click()
    await expect(box(dan)).toHaveValue(/\[a\.txt\]\(\/uploads\//)
  })

  test('FORM-008 FORM-032 names complete, commands are explained, run and told of', async () => {
    const { dan, rita } = await begin()
    const { username } = made().scene.people.rita
    await box(dan).pressSequentially(`@${username.slice(0, 5)}`)
    await expect(dan.getByRole('option', { name: username })).toBeVisible()
    await box(dan).press('Enter')
    await expect(box(dan)).toHaveValue(`@${username} `)
    await box(dan).press('Enter')
    await box(dan).pressSequentially('/lab')
    await dan.getByRole('option', { name: /^\/label/ }).click()
    await expect(box(dan)).toHaveValue(/\/label ~$/)
    await box(dan).pressSequentially('need')
    await expect(dan.getByRole('option', { name: 'needs design' })).toBeVisible()
    await box(dan).press('Tab')
    await expect(box(dan)).toHaveValue(`@${username} \n/label ~"needs design" `)

    await dan.getByRole('tab', { name: 'Preview' }).click()
    const preview = dan.getByRole('tabpanel', { name: 'Preview' })
    await expect(preview.getByRole('link', { name: `@${username}` })).toBeVisible()
    await expect(preview).toContainText(/Adds .*needs design.* label/)
    await dan.getByRole('tab', { name: 'Write' }).click()
    await box(dan).press('Control+Enter')
    await expect(saying(rita, `@${username}`)).toBeVisible()
    await expect(rita.getByRole('list', { name: 'Changes' })).toContainText('needs design')

    await box(dan).fill('/weight 5')
    await box(dan).press('Control+Enter')
    await expect(dan.getByText('Commands applied')).toBeVisible()
    await expect(rita.getByRole('list', { name: 'Changes' }).last()).toContainText('set weight to 5')
    await expect(comments(dan)).toHaveCount(1)
  })

  test('FORM-022 a comment and closing go together, and reopening alone', async () => {
    const { dan, rita } = await begin()
    await box(dan).fill('It works now')
    await dan.getByRole('button', { name: 'Comment & close issue' }).click()
    await expect(saying(rita, 'It works now')).toBeVisible()
    const form = rita.getByRole('form', { name: 'Add a comment' })
    await form.getByRole('button', { name: 'Reopen issue' }).click()
    await expect(
      dan.getByRole('form', { name: 'Add a comment' }).getByRole('button', { name: 'Close issue' }),
    ).toBeVisible()
  })

  test('FORM-015 a thread is started, answered, resolved and folded', async () => {
    const { dan, rita } = await begin()
    await box(dan).fill('Before or after the beat?')
    await dan.getByRole('button', { name: 'More comment options' }).click()
    await dan.getByRole('menuitemradio', { name: /Start thread/ }).click()
    await dan.getByRole('button', { name: 'Start thread', exact: true }).click()
    await rita.getByRole('textbox', { name: 'Reply' }).focus()
    await rita.getByRole('textbox', { name: 'Reply' }).fill('Before.')
    await rita.getByRole('checkbox', { name: 'Resolve thread' }).check()
    await expect(rita.getByText('Thread will be resolved')).toBeVisible()
    await rita.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
    await expect(dan.getByText(/^Resolved by Rita/)).toBeVisible()
    await expect(saying(dan, 'Before.')).toHaveCount(0)
    await dan.getByRole('button', { name: 'Show thread' }).click()
    await expect(saying(dan, 'Before.')).toBeVisible()
  })

  test('NOTE-034 ERRMSG-069 the author of an edit is told when the comment changes meanwhile', async ({ api }) => {
    const { dan, notesPath } = await begin()
    await say(dan, 'One')
    await saying(dan, 'One').getByRole('button', { name: 'Edit comment' }).click()
    await dan.getByRole('textbox', { name: 'Edit comment' }).fill('Two')
    const notes = (await api()('GET', notesPath)).body as { id: number }[]
    await api()('PUT', `${notesPath}/${notes[0]?.id}`, { body: 'Three' })
    await expect(dan.getByText(/^This comment changed after you started editing it/)).toBeVisible()
    await expect(dan.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Two')
    await dan.getByRole('textbox', { name: 'Edit comment' }).press('Escape')
    await expect(dan.getByText('Are you sure you want to cancel editing this comment?')).toBeVisible()
    await dan.getByRole('button', { name: 'Cancel editing' }).click()
    await expect(saying(dan, 'Three')).toBeVisible()
  })

  test('NOTE-036 FORM-013 KEYS-004 links to a comment, the last one’s edit and a quote are keys away', async ({
    api,
  }) => {
    const { dan, notesPath } = await begin()
    for (let count = 1; count <= 45; count++) await api()('POST', notesPath, { body: `Comment number ${count}.` })
    const notes = (await api()('GET', `${notesPath}?sort=asc&per_page=50`)).body as { id: number }[]
    const wanted = notes[39]?.id
    const { pathname } = new URL(dan.url())
    await dan.goto('about:blank')
    await dan.goto(`${pathname}#note_${wanted}`)
    await expect(dan.locator(`#note_${wanted}`)).toBeInViewport()
    await expect(dan.locator(`#note_${wanted}`)).toContainText('Comment number 40.')

    await say(dan, 'My own')
    await box(dan).press('ArrowUp')
    await expect(dan.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('My own')
    await dan.getByRole('textbox', { name: 'Edit comment' }).press('Escape')
    await expect(dan.getByRole('textbox', { name: 'Edit comment' })).toHaveCount(0)

    // Selecting with the mouse takes the focus out of the box.
    await dan.locator(`#note_${wanted} [data-note-body]`).click()
    await dan.locator(`#note_${wanted} [data-note-body]`).selectText()
    await dan.keyboard.press('r')
    await expect(box(dan)).toHaveValue('> Comment number 40.\n\n')
  })

  test('NOTE-021 nothing that is written can run', async () => {
    const { dan, rita } = await begin()
    const dialogs: string[] = []
    for (const page of [dan, rita])
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
    await say(dan, `${attacks.join('\n\n')}\n\nthe end`, 'the end')
    await expect(saying(rita, 'the end')).toBeVisible()
    const body = saying(rita, 'the end').locator('[data-note-body]')
    await expect(body.locator('script, iframe, svg, [onerror], [onload], [href^="javascript:"]')).toHaveCount(0)
    for (const link of await body.getByText('click').all()) await link.click()
    await box(rita).fill(attacks.join('\n\n'))
    await rita.getByRole('tab', { name: 'Preview' }).click()
    await expect(rita.getByRole('tabpanel', { name: 'Preview' }).locator('p').first()).toBeVisible()
    expect(dialogs).toEqual([])
  })

  test('FORM-003 a visitor can read, and is asked to sign in', async ({ api, page }) => {
    const { scene } = made()
    const { iid } = await scene.issue()
    await api()('POST', `projects/${scene.projectId}/issues/${iid}/notes`, { body: 'For everybody' })
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await expect(saying(page, 'For everybody')).toBeVisible()
    await expect(page.getByText('Please register or sign in to reply')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
    await page.getByRole('link', { name: 'sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/users\/sign_in\?return_to=/)
  })

  test('the discussion and the to-dos have no barriers, light and dark', async () => {
    const { username } = made().scene.people.dan
    const { dan, rita } = await begin()
    await say(rita, `@${username} see \`this\`\n\n- [ ] a task\n\n> quoted`, 'see this')
    await saying(rita, 'see').getByRole('button', { name: 'Add reaction' }).click()
    await rita.getByRole('button', { name: 'tada', exact: true }).first().click()
    await expect(saying(rita, 'see').getByRole('button', { name: 'tada: 1' })).toBeVisible()
    await say(rita, 'To be changed')
    await saying(rita, 'To be changed').getByRole('button', { name: 'Edit comment' }).click()
    await expect(rita.getByRole('textbox', { name: 'Edit comment' })).toBeVisible()
    await expectAccessible(rita, 'a comment, and one being edited')
    await visit(dan, '/dashboard/todos')
    await expect(dan.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
    await expectAccessible(dan, 'the to-dos')
  })

  test('NOTE-034 ERRMSG-069 of two who save a comment at the same moment neither loses a text', async ({ api }) => {
    const { scene } = made()
    await api()('PUT', `projects/${scene.projectId}/members/${scene.people.rita.id}`, { access_level: 40 })
    const { dan, rita, notesPath } = await begin()
    await say(dan, 'One')
    const edit = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' })
    const conflict = dan.getByText(/^This comment changed after you started editing it/)
    const body = async () => ((await api()('GET', notesPath)).body as { body: string }[])[0]?.body
    await saying(dan, 'One').getByRole('button', { name: 'Edit comment' }).click()
    await edit(dan).fill('Of Ann')
    // Hers is on its way when his arrives.
    await dan.route(/\/notes\/\d+$/, async route => {
      await saying(rita, 'One').getByRole('button', { name: 'Edit comment' }).click()
      await edit(rita).fill('Of Ben')
      // A note that is being saved looks like a saved one.
      const saved = rita.waitForResponse(
        answer => answer.request().method() === 'PUT' && /\/notes\/\d+$/.test(answer.url()),
      )
      await edit(rita).press('Control+Enter')
      await saved
      await expect(saying(rita, 'Of Ben')).toBeVisible()
      await route.continue()
    })
    await edit(dan).press('Control+Enter')
    await expect(conflict).toBeVisible()
    await dan.getByText('Current comment').click()
    await expect(dan.getByText('Of Ben', { exact: true })).toBeVisible()
    await expect(edit(dan)).toHaveValue('Of Ann')
    await dan.unroute(/\/notes\/\d+$/)

    // Nothing overwrites it before she has chosen.
    await edit(dan).press('Control+Enter')
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(conflict).toBeVisible()
    expect(await body()).toBe('Of Ben')
    expect(await violations(dan)).toEqual([])
    await dan.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(conflict).toBeHidden()
    await edit(dan).press('Control+Enter')
    await expect(edit(dan)).toHaveCount(0)
    await expect(saying(rita, 'Of Ann')).toBeVisible()
    expect(await body()).toBe('Of Ann')
  })
})
