import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Add a comment' })
const box = (page: Page) => form(page).getByRole('textbox')
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const saying = (page: Page, text: string) => comments(page).filter({ hasText: text })
const warnings = (page: Page) => form(page).getByRole('list', { name: 'Before you comment' }).getByRole('listitem')

/** Hold back what is posted until the returned function is called. */
const holdPosts = (page: Page) => holdBack(page, /\/notes$/, 'POST')

test.describe('a comment that is sent', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { page } = await scene.openIssue('dan')
    return page
  })

  test('FORM-014 an empty comment cannot be sent', async () => {
    const page = made()
    const send = form(page).getByRole('button', { name: 'Comment', exact: true })
    await expect(send).toBeDisabled()
    await box(page).fill('   ')
    await expect(send).toBeDisabled()
  })

  test('FORM-029 FORM-036 a comment stands in the list while it is sent, and is sent once', async () => {
    const page = made()
    const letGo = await holdPosts(page)
    await box(page).fill('Only once')
    await box(page).press('Control+Enter')
    await expect(page.getByText('Posting…')).toBeVisible()
    await expect(page.getByText('Only once')).toBeVisible()
    await expect(box(page)).toBeDisabled()
    const sending = form(page).locator('button[data-busy]')
    await expect(sending).toHaveAttribute('aria-disabled', 'true')
    await expect(form(page).getByRole('button', { name: 'More comment options' })).toBeDisabled()
    await sending.click({ force: true })
    letGo()
    await expect(saying(page, 'Only once')).toHaveCount(1)
    await expect(page.getByText('Posting…')).toHaveCount(0)
    await expect(comments(page)).toHaveCount(1)
  })

  test('FORM-001 FORM-002 the form stands below the oldest first, above the newest first', async () => {
    const page = made()
    const isBelow = async () => {
      const [note, area] = [await saying(page, 'Only once').boundingBox(), await box(page).boundingBox()]
      return (area?.y ?? 0) > (note?.y ?? 0)
    }
    expect(await isBelow()).toBe(true)
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click()
    await expect.poll(isBelow).toBe(false)
  })
})

test.describe('closing beside the comment', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue()
    const path = `${scene.path}/-/issues/${iid}`
    const gus = await scene.openAs('gus', path)
    const page = await scene.openAs('dan', path)
    return { scene, iid, gus, page }
  })

  test('FORM-020 a user who may update the issue can close it beside the comment', async () => {
    const { gus, page } = made()
    await expect(form(page).getByRole('button', { name: 'Close issue' })).toBeVisible()
    await expect(form(gus).getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
    await expect(form(gus).getByRole('button', { name: 'Close issue' })).toHaveCount(0)
  })

  test('FORM-021 FORM-025 the button only closes if there is no text, and says so', async () => {
    const { gus, page } = made()
    const letGo = await holdBack(page, /\/api\/graphql$/, 'POST')
    const close = form(page).getByRole('button', { name: /Close issue|Reopen issue/ })
    await close.click()
    await expect(close).toHaveAttribute('aria-disabled', 'true')
    letGo()
    await expect(form(page).getByRole('button', { name: 'Reopen issue' })).toBeVisible()
    await expect(comments(page)).toHaveCount(0)
    await expect(form(gus).getByRole('button', { name: 'Reopen issue' })).toHaveCount(0)
  })

  test('FORM-024 a closed and locked issue is not reopened here', async () => {
    const { scene, iid, page } = made()
    await scene.change(iid, { discussion_locked: true })
    await expect(form(page).getByRole('button', { name: 'Reopen issue' })).toHaveCount(0)
    await expect(form(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  })
})

test.describe('quick actions', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'needs design', color: '#7a3fbf' })
    const { page } = await scene.openIssue('dan')
    return page
  })

  test('FORM-030 FORM-032 FORM-033 a command shows while it runs and when it has, and changes the page', async () => {
    const page = made()
    const letGo = await holdPosts(page)
    await box(page).fill('/label ~"needs design"')
    await expect(warnings(page)).toHaveText(['The quick action /label will run.'])
    await box(page).press('Control+Enter')
    await expect(page.getByText(/^Applying command/)).toBeVisible()
    letGo()
    await expect(page.getByText(/^Commands applied/)).toBeVisible()
    await expect(page.getByText(/^Applying command/)).toHaveCount(0)
    await expect(page.getByRole('complementary').getByText('needs design')).toBeVisible()
    await expect(comments(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('')
  })

  test('FORM-031 FORM-033 commands leave the comment they are in, and change the page', async () => {
    const page = made()
    const letGo = await holdPosts(page)
    await box(page).fill('The last words\n/weight 3\n/react :tada:\n/close')
    await expect(warnings(page)).toHaveText(['3 quick actions will run: /weight, /react, /close.'])
    await box(page).press('Control+Enter')
    await expect(page.getByText(/Posting….*Applying multiple commands/)).toBeVisible()
    await expect(page.getByText('/weight 3')).toHaveCount(0)
    letGo()
    await expect(saying(page, 'The last words')).toHaveCount(1)
    await expect(form(page).getByRole('button', { name: 'Reopen issue' })).toBeVisible()
    await expect(page.getByRole('button', { name: /tada: 1/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Changes' }).last()).toContainText('set weight to 3')
  })

  test('ERRMSG-047 commands that cannot run say why, each in an alert', async () => {
    const page = made()
    await box(page).fill('/close\n/weight banana')
    await box(page).press('Control+Enter')
    const reasons = form(page).getByRole('alert')
    await expect(reasons).toHaveText([
      /Could not apply close command\./,
      /Could not apply weight command\. Enter a whole number of 0 or more\./,
    ])
    await expect(box(page)).toHaveValue('/close\n/weight banana')
    await reasons.first().getByRole('button', { name: 'Dismiss' }).click()
    await expect(reasons).toHaveCount(1)
    await expect(comments(page)).toHaveCount(1)
  })

  test('the form warns of what is no quick action', async () => {
    const page = made()
    await box(page).fill('/close now\n/nonsense')
    await expect(warnings(page).last()).toHaveText('/nonsense is not available here and will be posted as text.')
  })
})

test.describe('warnings of the form', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    await scene.crowd(9)
    const { iid } = await scene.issue({ confidential: true })
    const emails = ['a@one.example', 'b@two.example', 'c@three.example', 'd@four.example', 'e@five.example']
    const body = `/add_email ${emails.join(' ')}\n/lock`
    await api()('POST', `projects/${scene.projectId}/issues/${iid}/notes`, { body })
    const page = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
    return { scene, page }
  })

  test('FORM-017 FORM-027 warnings stand in order above the buttons, the fourth address is counted', async () => {
    const { page } = made()
    await expect(warnings(page)).toHaveText([
      'This issue is locked. Only project members can comment.',
      'This is a confidential issue. People without access are never notified.',
      'a@one.example, b@two.example, c@three.example, and 2 more will be notified of your comment.',
    ])
    await box(page).fill('Look, @all\n/close')
    await expect(warnings(page).nth(2)).toHaveText('The quick action /close will run.')
    await expect(warnings(page).nth(3)).toHaveText(
      'You are about to add 13 people to the discussion. They will all receive a notification.',
    )
    const [list, button] = [
      await warnings(page).last().boundingBox(),
      await form(page).getByRole('button', { name: 'Comment', exact: true }).boundingBox(),
    ]
    expect(list?.y ?? 0).toBeLessThan(button?.y ?? 0)
  })

  test('FORM-028 an internal note is not mailed, and does not warn of it', async () => {
    const { page } = made()
    await form(page).getByRole('checkbox', { name: 'Internal note' }).check()
    await expect(warnings(page).filter({ hasText: 'will be notified' })).toHaveCount(0)
    await expect(form(page).getByRole('button', { name: 'Add internal note' })).toBeVisible()
    await form(page).getByRole('checkbox', { name: 'Internal note' }).uncheck()
    await expect(warnings(page).filter({ hasText: 'will be notified' })).toHaveCount(1)
  })

  test('FORM-018 FORM-019 FORM-037 warnings and form link to their help', async () => {
    const { page } = made()
    for (const [name, heading] of [
      ['locked', 'Locked discussions'],
      ['confidential issue', 'Confidential issues'],
      ['Markdown', 'Markdown'],
      ['Quick actions', 'Quick actions'],
    ] as const) {
      const [help] = await Promise.all([
        page.waitForEvent('popup'),
        form(page).getByRole('link', { name, exact: true }).click(),
      ])
      await expect(help.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await help.close()
    }
  })

  test('FORM-026 a guest is not offered internal notes', async () => {
    const { scene } = made()
    const gus = await scene.openAs('gus', `${scene.path}/-/issues/${(await scene.issue()).iid}`)
    await expect(box(gus)).toBeVisible()
    await expect(form(gus).getByRole('checkbox', { name: 'Internal note' })).toHaveCount(0)
  })

  test('FORM-026 PERM-016 internal notes are switched off for the site, and never become open ones', async ({
    api,
  }) => {
    const { scene, page } = made()
    const other = await scene.openAs('rita', `${scene.path}/-/issues/${(await scene.issue()).iid}`)
    const internal = (of: Page) => form(of).getByRole('checkbox', { name: 'Internal note' })
    await internal(other).check()
    await api()('PUT', 'application/settings', { internal_notes_enabled: false })
    await expect(internal(page)).toHaveCount(0, live)
    await expect(internal(other)).toBeChecked()
    await other.getByRole('textbox', { name: 'Internal note' }).fill('Among us')
    await other.getByRole('button', { name: 'Add internal note' }).click()
    await expect(form(other).getByRole('alert')).toBeVisible()
    await expect(other.getByRole('textbox', { name: 'Internal note' })).toHaveValue('Among us')
    await api()('PUT', 'application/settings', { internal_notes_enabled: true })
    await expect(internal(page)).toBeVisible(live)
  })
})

test('FORM-004 ERRMSG-070 ERRMSG-071 a user who may not comment reads the reason in place of the form', async ({
  scene,
  api,
}) => {
  const { iid } = await scene.issue()
  const path = `${scene.path}/-/issues/${iid}`
  const gus = await scene.openAs('gus', path)
  await expect(form(gus)).toBeVisible()
  await scene.change(iid, { discussion_locked: true })
  await api()('DELETE', `projects/${scene.projectId}/members/${scene.people.gus.id}`)
  await gus.reload()
  await expect(gus.getByText('This issue is locked. Only project members can comment.')).toBeVisible()
  await expect(form(gus)).toHaveCount(0)
  await api()('POST', `projects/${scene.projectId}/archive`)
  const dan = await scene.openAs('dan', path)
  await expect(dan.getByText('This project is archived and cannot be commented on.')).toBeVisible()
  await expect(form(dan)).toHaveCount(0)
})

test.describe('the textarea', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { page } = await scene.openIssue(
      'dan',
      {},
      {
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    )
    return page
  })

  test('FORM-006 keys mark the selected text, and unmark it', async () => {
    const page = made()
    const area = box(page)
    await expect(area).toHaveAttribute('dir', 'auto')
    await expect(area).toHaveJSProperty('tagName', 'TEXTAREA')

    await area.fill('bold')
    await area.selectText()
    for (const [keys, text] of [
      ['Control+b', '**bold**'],
      ['Control+b', 'bold'],
      ['Control+i', '_bold_'],
      ['Control+i', 'bold'],
      ['Control+Shift+X', '~~bold~~'],
      ['Control+Shift+X', 'bold'],
      ['Control+]', '  bold'],
      ['Control+[', 'bold'],
      ['Control+k', '[bold](url)'],
    ] as const) {
      await area.press(keys)
      await expect(area).toHaveValue(text)
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The browser's own undo.
    await area.press('Control+z')
    await expect(area).toHaveValue('bold')
  })

  test('a list goes on in the next line', async () => {
    const page = made()
    const area = box(page)
    await area.fill('')
    await area.pressSequentially('- [x] one\ntwo\n\n1. three\nfour\n!1 & done')
    await expect(area).toHaveValue('- [x] one\n- [ ] two\n1. three\n2. four\n3. !1 & done')
    await expect(page.getByRole('option')).toHaveCount(0)
  })

  test('pasted cells become a table, and an address over a selection a link', async () => {
    const area = box(made())
    const paste = (parts: Readonly<Record<string, string>>) =>
      area.evaluate((element, given) => {
        const clipboardData = new DataTransfer()
        for (const [type, words] of Object.entries(given)) clipboardData.setData(type, words)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, parts)
    await area.fill('')
    await area.focus()
    const cells = '<table><tr><td>Loom</td><td>Threads</td></tr><tr><td>old</td><td>120</td></tr></table>'
    await paste({ 'text/html': cells, 'text/plain': 'Loom\tThreads\nold\t120' })
    await expect(area).toHaveValue('| Loom | Threads |\n| --- | ---: |\n| old | 120 |')
    await area.fill('the docs')
    await area.selectText()
    await paste({ 'text/plain': 'https://weavers.example/docs' })
    await expect(area).toHaveValue('[the docs](https://weavers.example/docs)')
  })

  test('FORM-005 the preview shows the text rendered', async () => {
    const page = made()
    const area = box(page)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByRole('link', { name: 'the docs' })).toBeVisible()
    await page.getByRole('tab', { name: 'Write' }).click()
    await expect(area).toBeFocused()
  })

  test('FORM-009 FORM-010 one writes in full screen, until Escape', async () => {
    const page = made()
    const area = box(page)
    await page.getByRole('button', { name: 'Full screen' }).click()
    const size = page.viewportSize()
    await expect.poll(async () => (await area.boundingBox())?.height ?? 0).toBeGreaterThan((size?.height ?? 0) / 2)
    await area.pressSequentially(' still')
    await area.press('Escape')
    await expect.poll(async () => (await area.boundingBox())?.height ?? 0).toBeLessThan((size?.height ?? 0) / 2)
    await expect(area).toBeFocused()
  })

  test('the Tab key leaves the text', async () => {
    const page = made()
    const stops: string[] = []
    for (let count = 0; count < 6; count++) {
      await page.keyboard.press('Tab')
      stops.push(
        (await page.evaluate(
          () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label'),
        )) ?? '',
      )
    }
    expect(stops).toEqual([
      'Attach files',
      'Markdown',
      'Quick actions',
      'Comment & close issue',
      'Comment',
      'More comment options',
    ])
  })

  test('FORM-012 Enter with Cmd sends the comment', async () => {
    const page = made()
    await box(page).press('Meta+Enter')
    await expect(saying(page, 'the docs still')).toHaveCount(1)
  })
})

test.describe('single keys', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { page } = await scene.openIssue('dan', {
      description: 'Since **Monday** the `shuttle` [jams](https://weavers.example).',
    })
    await expect(box(page)).toBeVisible()
    return page
  })

  test('KEYS-001 KEYS-002 KEYS-003 a key opens assignees, milestone or labels', async () => {
    const page = made()
    for (const [key, name] of [
      ['a', 'Assignee'],
      ['m', 'Milestone'],
      ['l', 'Label'],
    ] as const) {
      await page.keyboard.press(key)
      const opened = page.getByRole('complementary').getByRole('combobox')
      await expect(opened).toBeFocused()
      await expect(opened).toHaveAccessibleName(new RegExp(name, 'i'))
      await opened.press('Escape')
      await expect(opened).toHaveCount(0)
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    }
  })

  test('KEYS-004 KEYS-007 a key quotes what is selected, and none fires while one writes', async () => {
    const page = made()
    await page.getByText('Since Monday the shuttle jams.').selectText()
    await page.keyboard.press('r')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveValue('> Since **Monday** the `shuttle` [jams](https://weavers.example).\n\n')
    await box(page).pressSequentially('amler')
    await expect(box(page)).toHaveValue(/\n\namler$/)
    await expect(page.getByRole('complementary').getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  })

  test('a key lists the keys', async () => {
    const page = made()
    await box(page).blur()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Edit title and description')
    await expect(help).toContainText('Bold')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })

  test('KEYS-004 the key only focuses the comment if nothing is selected', async () => {
    const page = made()
    await box(page).fill('')
    await box(page).blur()
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await page.keyboard.press('r')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('Hello')
    await expect(box(page)).toHaveValue('Hello')
    await box(page).blur()
  })

  test('KEYS-004 Escape leaves the comment box, whose text stays, and the keys are those of the page again', async () => {
    const page = made()
    await box(page).fill('Half a thought')
    await box(page).press('Escape')
    await expect(box(page)).not.toBeFocused()
    await expect(box(page)).toHaveValue('Half a thought')
    await page.keyboard.press('r')
    await expect(box(page)).toBeFocused()
    await box(page).fill('')
    await box(page).press('Escape')
    await page.keyboard.press('l')
    const labels = page.getByRole('combobox', { name: 'Search labels' })
    await expect(labels).toBeFocused()
    await expect(box(page)).toHaveValue('')
    await labels.press('Escape')
    await expect(labels).toHaveCount(0)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  })

  test('KEYS-005 a key opens the form of the issue', async () => {
    const page = made()
    await page.keyboard.press('e')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Edit', exact: true }).first()).toBeFocused()
  })
})

test.describe('an issue without comments', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, page: await scene.openAs('dan', scene.path) }
  })

  async function openIssue(): Promise<Page> {
    const { scene, page } = made()
    const { iid } = await scene.issue()
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await expect(box(page)).toBeVisible()
    return page
  }

  test('FORM-007 a file can be stopped on its way, and a picture comes from the clipboard', async () => {
    const page = await openIssue()
    let letGo = () => {}
    const gate = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route('**/uploads', async route => {
      await gate
      await route.continue().catch(() => undefined)
    })
    await box(page).fill('See')
    const picker = form(page).locator('input[type=file]')
    await picker.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    const files = page.getByRole('list', { name: 'Files' })
    await expect(files.getByRole('progressbar', { name: 'Uploading a.txt' })).toBeVisible()
    await expect(box(page)).toHaveValue(/\[Uploading a\.txt…\]\(\)/)
    await expect(form(page).getByRole('button', { name: 'Comment', exact: true })).toBeDisabled()
    await files.getByRole('button', { name: 'Cancel a.txt' }).click()
    await expect(files).toHaveCount(0)
    await expect(box(page)).not.toHaveValue(/Uploading/)
    letGo()
    await box(page).evaluate(element => {
      const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(dot), sign => sign.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(box(page)).toHaveValue(/!\[image\]\(\/uploads\/[0-9a-f]{32}\/image\.png\)/)
  })

  test('FORM-015 the main button comments again after a thread was started', async () => {
    const page = await openIssue()
    await box(page).fill('A thread')
    await form(page).getByRole('button', { name: 'More comment options' }).click()
    await page.getByRole('menuitemradio', { name: /^Start thread/ }).click()
    await form(page).getByRole('button', { name: 'Start thread', exact: true }).click()
    await expect(page.getByText('started a thread')).toBeVisible()
    await expect(form(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  })

  for (const width of [1280, 390])
    test(`the first letter moves nothing of the comment form, ${width} pixels wide`, async () => {
      await made().page.setViewportSize({ width, height: 900 })
      const page = await openIssue()
      const places = async () => {
        const parts = [form(page), box(page), ...(await form(page).getByRole('button').all())]
        return Promise.all(parts.map(part => part.boundingBox()))
      }
      await box(page).focus()
      const before = await places()
      await box(page).press('a')
      await expect(form(page).getByRole('button', { name: /^Comment & close/ })).toBeVisible()
      expect(await places()).toEqual(before)
    })

  test('FORM-034 ERRMSG-045 ERRMSG-046 a refusal is shown, and the text is restored: a base error, a mebibyte', async () => {
    const page = await openIssue()
    const notes = (url: URL) => url.pathname.endsWith('/notes')
    await page.route(notes, route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { errors: { base: ['The Loom Is Full.'] } } })
        : route.continue(),
    )
    await box(page).fill('Not now')
    await box(page).press('Control+Enter')
    await expect(form(page).getByRole('alert')).toContainText(
      'Your comment could not be submitted because the loom is full.',
    )
    await expect(box(page)).toHaveValue('Not now')
    await expect(page.getByText('Posting…')).toHaveCount(0)
    await page.unroute(notes)
    await page.context().setOffline(true)
    await box(page).press('Control+Enter')
    await expect(form(page).getByRole('alert')).toContainText(
      'Your comment could not be submitted! Please check your network connection and try again.',
    )
    await page.context().setOffline(false)

    // A browser takes seconds to break so long a text into lines, and does so three times.
    await page.addStyleTag({ content: '* { white-space: pre !important }' })
    const mebibyte = 'weft '.repeat(209_716).slice(0, 1_048_576)
    await box(page).fill(mebibyte)
    await box(page).press('Control+Enter')
    await expect(form(page).getByRole('alert')).toContainText('too long (maximum is 1000000 characters)')
    expect(await box(page).inputValue()).toBe(mebibyte)
  })
})
