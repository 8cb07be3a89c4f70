import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'

const note = (page: Page, text: string) => page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text })
const reactions = (of: Locator) => of.getByRole('group', { name: 'Reactions' })
const block = (page: Page) => reactions(page.getByRole('article', { name: 'The shuttle jams' }))
const names = (row: Locator) =>
  row.locator('button[aria-pressed]').evaluateAll(all => all.map(each => each.getAttribute('aria-label')))
const picker = (page: Page) => page.getByRole('dialog', { name: 'Add reaction' })
const search = (page: Page) => picker(page).getByRole('textbox', { name: 'Search emoji' })
const cells = (page: Page) => picker(page).getByRole('gridcell')
const on = (of: Locator, name: string) => reactions(of).getByRole('button', { name, exact: true })
const onIssue = (page: Page, name: string) => block(page).getByRole('button', { name, exact: true })

/** Pick an emoji by the search, as a user who knows its name. */
async function pick(page: Page, from: Locator, name: string): Promise<void> {
  await from.getByRole('button', { name: 'Add reaction' }).first().click()
  await expect(cells(page).first()).toBeVisible()
  await search(page).fill(name)
  await search(page).press('Enter')
  await expect(picker(page)).toBeHidden()
}

test.describe('the picker', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const issue = await scene.issue()
    const path = `${scene.path}/-/issues/${issue.iid}`
    const dan = await scene.openAs('dan', path, { reducedMotion: 'no-preference' })
    const tables: Response[] = []
    dan.on('response', response => {
      if (response.url().includes('emoji-table')) tables.push(response)
    })
    const [opener, list] = [onIssue(dan, 'Add reaction'), picker(dan).getByRole('tabpanel')]
    return { dan, tables, opener, list }
  })

  test('EMOJI-004 the picker is shown in 200 ms, with its shape before the emoji are there', async () => {
    const { dan, opener } = made()
    const loaded = () =>
      performance.getEntriesByType('resource').filter(each => each.name.includes('emoji-table')).length
    expect(await dan.evaluate(loaded)).toBe(0)
    const release = await holdBack(dan, /emoji-table/, 'GET')
    const shownAfterMs = dan.evaluate(
      () =>
        new Promise<number>(resolve => {
          let pressedAt = 0
          document.addEventListener('click', () => (pressedAt = performance.now()), { capture: true, once: true })
          document.addEventListener('animationend', ({ target }) => {
            if (target instanceof Element && target.matches('[popover]')) resolve(performance.now() - pressedAt)
          })
        }),
    )
    await opener.click()
    await expect(search(dan)).toBeFocused()
    expect(await shownAfterMs).toBeGreaterThanOrEqual(190)
    await expect(picker(dan)).toHaveCSS('opacity', '1')
    await expect(picker(dan).getByText('Loading emoji')).toBeAttached()
    const before = await picker(dan).boundingBox()
    release()
    await expect(picker(dan).getByRole('button', { name: 'tada', exact: true }).first()).toBeVisible()
    expect(await picker(dan).boundingBox()).toEqual(before)
  })

  test('the table of emoji is loaded once, compressed', async () => {
    const { tables } = made()
    expect(tables).toHaveLength(1)
    expect(tables[0]?.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': expect.stringMatching(/^(?:br|gzip)$/),
    })
  })

  test('EMOJI-003 EMOJI-005 the picker has a tab for each category', async () => {
    const { dan } = made()
    const tabs = picker(dan).getByRole('tab')
    await expect(tabs).toHaveCount(9)
    expect(await tabs.evaluateAll(all => all.map(tab => tab.getAttribute('aria-label')))).toEqual([
      'Frequently used',
      'Activity',
      'People',
      'Nature',
      'Food',
      'Travel',
      'Objects',
      'Symbols',
      'Flags',
    ])
  })

  test('EMOJI-008 the list draws only the emoji in sight', async () => {
    const { dan, list } = made()
    expect((await list.boundingBox())?.height).toBe(258)
    expect(await cells(dan).count()).toBeLessThan(150)
    await picker(dan).getByRole('tab', { name: 'Flags' }).click()
    await expect(picker(dan).getByRole('rowheader', { name: 'Flags' })).toBeInViewport()
    await expect(picker(dan).getByRole('tab', { name: 'Flags' })).toHaveAttribute('aria-selected', 'true')
    await expect(picker(dan).getByRole('rowheader', { name: 'Activity' })).toBeHidden()
    expect(await cells(dan).count()).toBeLessThan(150)
  })

  test('EMOJI-001 EMOJI-007 the search begins half a second after the last key', async () => {
    const { dan } = made()
    const searched = picker(dan)
      .getByRole('status')
      .getByText(/^\d+ emoji found$/)
    const tookMs = search(dan).evaluate(
      (input, shown) =>
        new Promise<number>(resolve => {
          let typedAt = 0
          input.addEventListener('input', () => {
            typedAt = performance.now()
          })
          new MutationObserver((_, observer) => {
            if (!new RegExp(shown).test(input.closest('[popover]')?.textContent ?? '')) return
            observer.disconnect()
            resolve(performance.now() - typedAt)
          }).observe(input.closest('[popover]') ?? input, { subtree: true, childList: true, characterData: true })
        }),
      '\\d+ emoji found',
    )
    await search(dan).pressSequentially('rocket')
    await expect(searched).toBeAttached()
    expect(await tookMs).toBeGreaterThanOrEqual(490)
  })

  test('EMOJI-002 EMOJI-006 a search shows no sections, and without one they are back', async () => {
    const { dan, list } = made()
    await expect(cells(dan).first().getByRole('button')).toHaveAccessibleName('rocket')
    await expect(picker(dan).getByRole('rowheader')).toHaveCount(0)
    await search(dan).fill('nonsense of the loom')
    await expect(list.getByText('No emoji found')).toBeVisible()
    await search(dan).fill('')
    await expect(picker(dan).getByRole('rowheader', { name: 'Frequently used' })).toBeVisible()
  })

  test('arrows go down into the list and along it, a letter back to the search, Escape out of it', async () => {
    const { dan, opener, list } = made()
    await search(dan).press('ArrowDown')
    await expect(cells(dan).getByRole('button').first()).toBeFocused()
    await dan.keyboard.press('ArrowRight')
    await expect(cells(dan).getByRole('button').nth(1)).toBeFocused()
    for (const _ of Array.from({ length: 12 })) await dan.keyboard.press('ArrowDown')
    await expect(list.locator('button:focus')).toBeInViewport({ ratio: 1 })
    await dan.keyboard.press('q')
    await expect(search(dan)).toBeFocused()
    await expect(search(dan)).toHaveValue('q')
    await dan.keyboard.press('Escape')
    await expect(picker(dan)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('EMOJI-009 EMOJI-010 the nine emoji used last are kept in a cookie', async () => {
    const { dan, opener } = made()
    const twelve = [
      'rocket',
      'tada',
      'heart',
      'eyes',
      'fire',
      'clap',
      'bug',
      'bulb',
      'star',
      'pizza',
      'rainbow',
      'ghost',
    ]
    for (const name of twelve) await pick(dan, block(dan), name)
    await expect(block(dan).getByRole('button', { name: 'ghost: 1' })).toBeVisible()
    const last = twelve.toReversed().slice(0, 9)
    const kept = (await dan.context().cookies()).find(cookie => cookie.name === 'frequently_used_emojis')
    expect(kept?.value).toBe(last.join(','))
    await dan.reload()
    await opener.click()
    await expect(cells(dan).nth(8)).toBeVisible()
    const first = cells(dan).getByRole('button')
    expect((await first.evaluateAll(all => all.map(each => each.getAttribute('aria-label')))).slice(0, 9)).toEqual(last)
  })

  test('a skin tone holds for what is picked from now on', async () => {
    const { dan } = made()
    await picker(dan).getByRole('radio', { name: 'Medium dark' }).check({ force: true })
    await search(dan).fill('wave')
    await search(dan).press('Enter')
    await expect(block(dan).getByRole('button', { name: 'wave tone4: 1' })).toContainText('👋🏾')
  })

  test('FORM-008 an emoji is completed in a comment', async () => {
    const { dan } = made()
    const box = dan.getByRole('textbox', { name: 'Comment', exact: true })
    await box.pressSequentially('On with :rocke')
    await expect(dan.getByRole('option', { name: ':rocket:' })).toBeVisible()
    await box.press('Enter')
    await expect(box).toHaveValue('On with :rocket: ')
  })
})

test.describe('two people react to a note', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const issue = await scene.issue()
    await scene.make(`projects/${scene.projectId}/issues/${issue.iid}/notes`, { body: 'Oil the loom' })
    const path = `${scene.path}/-/issues/${issue.iid}`
    const dan = await scene.openAs('dan', path)
    const rita = await scene.openAs('rita', path)
    const his = note(dan, 'Oil the loom')
    const hers = note(rita, 'Oil the loom')
    const asked: unknown[] = []
    dan.on('request', request => {
      if (request.url().endsWith('/toggle_award_emoji')) asked.push(request.postDataJSON())
    })
    return { dan, rita, his, hers, asked }
  })

  test('EMOJI-013 EMOJI-021 a reaction stands under the note, and the other sees it', async () => {
    const { dan, his, hers, asked } = made()
    await pick(dan, his, 'tada')
    await expect(on(his, 'tada: 1')).toHaveAttribute('aria-pressed', 'true')
    await expect(on(hers, 'tada: 1')).toHaveAttribute('aria-pressed', 'false', live)
    expect(asked).toEqual([{ name: 'tada' }])
  })

  test('EMOJI-020 EMOJI-023 a reaction counts who reacted, and names them', async () => {
    const { dan, his, hers } = made()
    await on(hers, 'tada: 1').click()
    await expect(on(his, 'tada: 2')).toBeVisible(live)
    const bubble = dan.getByRole('tooltip')
    await on(his, 'tada: 2').hover()
    await expect(bubble).toHaveText(/^You and Rita of \S+ reacted with :tada:$/)
  })

  test('EMOJI-014 EMOJI-019 thumbs come first, and one takes back the other', async () => {
    const { dan, rita, his, hers } = made()
    await pick(dan, his, 'thumbsdown')
    await expect(on(hers, 'thumbsdown: 1')).toBeVisible(live)
    await on(hers, 'thumbsdown: 1').click()
    await pick(rita, hers, '+1')
    await expect.poll(() => names(reactions(his)), live).toEqual(['thumbsup: 1', 'thumbsdown: 1', 'tada: 2'])
    await on(hers, 'thumbsup: 1').hover()
    await expect(rita.getByRole('tooltip')).toHaveText('You reacted with :thumbsup:')
  })

  test('EMOJI-016 EMOJI-017 EMOJI-018 a reaction taken back goes, but a thumb stays at 0', async () => {
    const { his, hers, asked } = made()
    await on(hers, 'thumbsup: 1').click()
    await expect(on(hers, 'thumbsup: 0')).toHaveAttribute('aria-pressed', 'false')
    await on(hers, 'tada: 2').click()
    await expect(on(his, 'tada: 1')).toBeVisible(live)
    await on(his, 'tada: 1').click()
    await expect(reactions(hers).getByRole('button', { name: /^tada/ })).toHaveCount(0, live)
    await expect(reactions(his).getByRole('button', { name: /^tada/ })).toHaveCount(0)
    expect(asked).toEqual([{ name: 'tada' }, { name: 'thumbsdown' }, { name: 'tada' }])
  })

  test('EMOJI-021 a reaction pressed twice is as it was, here and at the server', async () => {
    const { dan, his, asked } = made()
    await pick(dan, his, '100')
    await expect(on(his, '100: 1')).toBeVisible()
    expect(asked.at(-1)).toEqual({ name: 100 })
    await on(his, 'thumbsdown: 1').dblclick()
    await expect.poll(() => asked.length).toBe(6)
    await dan.reload()
    await expect(on(his, 'thumbsdown: 1')).toHaveAttribute('aria-pressed', 'true')
  })
})

test.describe('the reactions of an issue', () => {
  const made = setUpOnce(async ({ browser, weft, newScene }) => {
    const scene = await newScene()
    const issue = await scene.issue()
    const made = await scene.make(`projects/${scene.projectId}/issues/${issue.iid}/notes`, { body: 'Oil the loom' })
    await scene.make(`projects/${scene.projectId}/issues/${issue.iid}/notes/${made.id}/award_emoji`, { name: 'eyes' })
    const path = `${scene.path}/-/issues/${issue.iid}`
    const dan = await scene.openAs('dan', path)
    const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
    await visitor.goto(path)
    return { scene, path, dan, visitor }
  })

  test('EMOJI-015 EMOJI-026 ISSUE-031 an issue has reactions below its description', async () => {
    const { dan, visitor } = made()
    await pick(dan, block(dan), 'rocket')
    await expect(onIssue(dan, 'rocket: 1')).toHaveAttribute('aria-pressed', 'true')
    await expect(onIssue(visitor, 'rocket: 1')).toHaveAttribute('aria-disabled', 'true', live)
    await pick(dan, block(dan), 'thumbsdown')
    await pick(dan, block(dan), 'thumbsup')
    await expect.poll(() => names(block(visitor)), live).toEqual(['thumbsup: 1', 'rocket: 1'])
  })

  test('EMOJI-022 NOTE-012 a visitor neither adds a reaction nor presses one', async () => {
    const { dan, visitor } = made()
    let presses = 0
    visitor.on('request', request => {
      if (request.url().endsWith('/toggle_award_emoji')) presses += 1
    })
    await expect(visitor.getByRole('button', { name: 'Add reaction' })).toHaveCount(0)
    await onIssue(visitor, 'rocket: 1').click({ force: true })
    await reactions(note(visitor, 'Oil the loom')).getByRole('button', { name: 'eyes: 1' }).click({ force: true })
    await visitor.getByRole('button', { name: 'rocket: 1' }).press('Enter')
    await onIssue(dan, 'rocket: 1').click()
    await expect(onIssue(visitor, 'rocket: 1')).toHaveCount(0, live)
    expect(presses).toBe(0)
  })

  test('ERRMSG-039 a reaction to a note that fails is taken back', async () => {
    const { dan } = made()
    await dan.route('**/toggle_award_emoji', route => route.fulfill({ status: 500, json: {} }), { times: 1 })
    const eyes = reactions(note(dan, 'Oil the loom'))
    await eyes.getByRole('button', { name: 'eyes: 1' }).click()
    await expect(dan.getByText('Something went wrong on our end.', { exact: true })).toBeVisible()
    await expect(eyes.getByRole('button', { name: 'eyes: 1' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('ERRMSG-040 a reaction to the issue that fails is taken back', async () => {
    const { dan } = made()
    await dan.route('**/toggle_award_emoji', route => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await pick(dan, block(dan), 'heart')
    await expect(dan.getByText('Something went wrong while adding your award. Please try again.')).toBeVisible()
    await expect(onIssue(dan, 'heart: 1')).toHaveCount(0)
  })

  test('EMOJI-021 the answer to one reaction leaves the next as it is', async () => {
    const { dan } = made()
    const releases: (() => void)[] = []
    await dan.route('**/toggle_award_emoji', async route => {
      await new Promise<void>(resolve => releases.push(resolve))
      await route.continue()
    })
    await onIssue(dan, 'thumbsup: 1').click()
    await pick(dan, block(dan), 'tada')
    await expect(onIssue(dan, 'tada: 1')).toBeVisible()
    await expect.poll(() => releases.length).toBe(1)
    releases[0]?.()
    await expect.poll(() => releases.length).toBe(2)
    await expect(onIssue(dan, 'tada: 1')).toBeVisible()
    await expect(onIssue(dan, 'thumbsup: 1')).toHaveCount(0)
    const answered = dan.waitForResponse('**/toggle_award_emoji')
    releases[1]?.()
    await answered
    await dan.unroute('**/toggle_award_emoji')
    await expect.poll(() => names(block(dan))).toEqual(['tada: 1'])
  })

  test('ERRMSG-041 a picker whose emoji do not come says so', async () => {
    const { scene, path } = made()
    const other = await scene.openAs('rita', path)
    await other.route(/emoji-table/, route => route.abort())
    // A reaction that few use has its sign from the table: the page may have asked for it by now.
    await other.reload()
    await onIssue(other, 'Add reaction').click()
    await expect(
      picker(other).getByText('We encountered an error while adding the remaining categories.'),
    ).toBeVisible()
  })
})

for (const [look, options] of [
  ['wide', { viewport: { width: 1440, height: 900 } }],
  ['narrow', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)
  test(`the picker is accessible and whole, ${look}`, async ({ scene, screenshots }) => {
    const issue = await scene.issue()
    const at = `projects/${scene.projectId}/issues/${issue.iid}`
    const { id } = await scene.make(`${at}/notes`, { body: 'Oil the loom' })
    for (const name of ['heart', 'tada', 'thumbsup', 'wave_tone3', 'handshake_tone1_tone2', 'flag_de', '100', 'eyes'])
      await scene.make(`${at}/notes/${id}/award_emoji`, { name })
    const dan = await scene.openAs('dan', `${scene.path}/-/issues/${issue.iid}`, options)
    const row = reactions(note(dan, 'Oil the loom'))
    await expect(row).toContainText('🇩🇪')
    await row.getByRole('button', { name: 'Add reaction' }).click()
    await expect(cells(dan).first()).toBeVisible()
    await expect(picker(dan)).toHaveCSS('opacity', '1')
    const box = await picker(dan).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= options.viewport.width).toBe(true)
    expect(await violations(dan)).toEqual([])
    await dan.screenshot({ path: `${screenshots}/emoji-picker-${look}.png` })
    await search(dan).fill('cat')
    await expect(picker(dan).getByRole('rowheader')).toHaveCount(0)
    expect(await violations(dan)).toEqual([])
  })
