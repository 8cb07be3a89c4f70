import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { firstPages } from '#tools/first-script.ts'
import { setUpOnce, test } from './fixtures.ts'
import { holdBack } from './threads-scene.ts'

const dist = join(import.meta.dirname, '../../dist')
const [list, issue] = firstPages
/** The script of the part of an issue that is hydrated after the rest. */
const hydratedLater = /\/discussion-[^/]*\.js$/
/** The scripts of what opens on a press. */
const parts = /-parts-[^/]*\.js$/

test.describe('the script of a page', () => {
  const made = setUpOnce(async ({ newScene }) => (await newScene()).openIssue('dan'))
  test.afterEach(() => made().page.unrouteAll())

  for (const [what, { budgetBytes }, pathOf] of [
    ['list of issues', list, (address: string) => address.replace(/\/\d+$/, '')],
    ['issue', issue, (address: string) => address],
  ] as const)
    test(`the ${what} names all the script it is shown by, within ${budgetBytes / 1000} kB compressed`, async () => {
      const context = made().page.context()
      const url = pathOf(made().page.url())
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', request => {
        const { pathname } = new URL(request.url())
        // The worker of the live messages starts by itself, when the page is shown.
        if (request.resourceType() === 'script' && !pathname.includes('worker')) asked.push(pathname)
      })
      // Prefetches of browsers after the page is loaded look like requests of the page.
      await page.route(url, async route => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(/<link rel="prefetch"[^>]*>/g, '')
        await route.fulfill({ response, body })
      })
      // Parts that are loaded at rest do not count.
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
      const document = await page.goto(url)
      const links = ((await document?.text()) ?? '').matchAll(/<link rel="preload" as="script" [^>]*href="([^"]*)"/g)
      const named = [...links].map(match => match[1] ?? '')
      expect(named).not.toEqual([])
      await expect(page.getByText('The shuttle jams').first()).toBeVisible()
      expect(asked.filter(file => !hydratedLater.test(file)).toSorted()).toEqual(named.toSorted())
      const sizes = named.map(file => statSync(join(dist, `${file}.gz`)).size)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budgetBytes)
      await page.close()
    })

  test('an icon is one element of the document, in a font that the document names, and stays as it is when its script takes over', async () => {
    const page = await made().page.context().newPage()
    const fonts: string[] = []
    page.on('requestfinished', request => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
    })
    const document = await page.goto(made().page.url())
    const html = (await document?.text()) ?? ''
    const drawn = html.match(/<i [^>]*data-icon="[\u{e000}-\u{f8ff}]"[^>]*><\/i>/gu) ?? []
    expect(drawn.length).toBeGreaterThan(5)
    const [, font] = /<link rel="preload" href="([^"]*\/icons-[^"]*)" as="font"/.exec(html) ?? []
    await expect.poll(() => fonts).toContain(font)
    const icon = page.getByRole('banner').locator('i[data-icon]').first()
    const sizePx = () => icon.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
    expect(await sizePx()).toEqual([16, 16])
    const element = await icon.elementHandle()
    // Once the script has taken the page over, its buttons do something.
    await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    expect(await element?.evaluate(node => node.isConnected)).toBe(true)
    expect(await sizePx()).toEqual([16, 16])
    await page.close()
  })

  test('a page of another area opens before its addresses were fetched at rest', async () => {
    const page = await made().page.context().newPage()
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(made().page.url())
    await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Labels', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Labels', level: 1 })).toBeVisible()
    await page.close()
  })

  test('EDIT-001 a form that is pressed for before its script is there opens when it comes, with the focus', async () => {
    const { page } = made()
    const release = await holdBack(page, parts, 'GET')
    await page.reload()
    await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
    release()
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  })

  for (const [part, open, box] of [
    ['LabelPicker', (page: Page) => page.getByRole('button', { name: 'Edit Labels' }).click(), 'Search labels'],
    ['Palette', (page: Page) => page.keyboard.press('Control+k'), 'Search and commands'],
  ] as const)
    test(`text typed while the ${part} is loading is written into it`, async () => {
      const { page } = made()
      const release = await holdBack(page, parts, 'GET')
      await page.reload()
      await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
      await open(page)
      await page.keyboard.type('bug?')
      release()
      await expect(page.getByRole('combobox', { name: box })).toHaveValue('bug?')
    })

  test('a part whose script does not come says so, and can be tried again', async () => {
    const { page } = made()
    await page.route(parts, route => route.abort())
    await page.reload()
    await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByText('Could not load this part of the page.')).toBeVisible()
    await page.unroute(parts)
    const box = page.getByRole('combobox', { name: 'Search and commands' })
    // A browser may remember that a module did not come: then the page is loaded again, and the part is opened there.
    const openAgain = () => void page.keyboard.press('Control+k')
    page.once('load', openAgain)
    // The part also retries by itself.
    await Promise.race([page.getByRole('button', { name: 'Try again' }).click(), expect(box).toBeFocused()])
    await expect(box).toBeFocused()
    page.off('load', openAgain)
  })

  test('a comment box takes text at once, and a key for formatting as soon as it can', async () => {
    const { page } = made()
    const release = await holdBack(page, parts, 'GET')
    await page.reload()
    const box = page.getByRole('form', { name: 'Add a comment' }).getByRole('textbox')
    await box.pressSequentially('The shuttle')
    await box.selectText()
    await box.press('Control+b')
    await expect(box).toHaveValue('The shuttle')
    release()
    await expect(box).toHaveValue('**The shuttle**')
    await box.press('Control+b')
    await expect(box).toHaveValue('The shuttle')
  })

  test('text typed into the field below a thread before its box is loaded is written into the box', async () => {
    const { page } = made()
    const release = await holdBack(page, parts, 'GET')
    const form = page.getByRole('form', { name: 'Add a comment' })
    await form.getByRole('textbox').fill('The shuttle jams on Mondays.')
    await form.getByRole('button', { name: 'More comment options' }).click()
    await page.getByRole('menuitemradio', { name: 'Start thread' }).click()
    await form.getByRole('button', { name: 'Start thread' }).click()
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
    await page.reload()
    await page.getByRole('textbox', { name: 'Reply' }).click()
    await page.keyboard.type('Not here')
    release()
    await expect(page.getByRole('form', { name: 'Reply' }).getByRole('textbox')).toHaveValue('Not here')
  })
})

/** Node reads the server as it is. An import from here would have Playwright compile all of it, in each worker that starts. */
const modulesOfPages = `import('#server/slices.ts').then(({ slices }) =>
  console.log(JSON.stringify(slices.flatMap(({ pages = [] }) => pages.flatMap(({ module }) => module ?? [])))))`

test('the build has each module that a document names the files of', () => {
  const built: object = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const modules: readonly string[] = JSON.parse(
    execFileSync(process.execPath, ['--eval', modulesOfPages], { encoding: 'utf8' }),
  )
  expect(modules.length).toBeGreaterThan(30)
  expect(modules.filter(module => !(module in built))).toEqual([])
})
