import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { firstPages } from '#tools/first-script.ts'
import { test } from './fixtures.ts'
import { holdBack } from './threads-scene.ts'

const dist = join(import.meta.dirname, '../../dist')
const [list, issue] = firstPages

for (const [what, { budgetBytes }, pathOf] of [
  ['list of issues', list, () => ''],
  ['issue', issue, (iid: number) => `/${iid}`],
] as const)
  test(`the ${what} names all the script it is shown by, within ${budgetBytes / 1000} kB compressed`, async ({
    scene,
  }) => {
    const { iid } = await scene.issue()
    const page = await scene.openAs('dan', `${scene.path}/-/issues${pathOf(iid)}`)
    const scripts: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      // The worker of the live messages starts by itself, when the page is shown.
      if (request.resourceType() === 'script' && !pathname.includes('worker')) scripts.push(pathname)
    })
    const document = await page.reload()
    await expect(page.getByText('The shuttle jams').first()).toBeVisible()
    const named = [
      ...((await document?.text()) ?? '').matchAll(
        /(?:modulepreload"|type="module") crossorigin (?:href|src)="([^"]*)"/g,
      ),
    ].map(match => match[1] ?? '')
    expect(scripts.toSorted()).toEqual(named.toSorted())
    const sizes = named.map(file => statSync(join(dist, `${file}.gz`)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budgetBytes)
  })

test('EDIT-001 a form that is pressed for before its script is there opens when it comes, with the focus', async ({
  scene,
}) => {
  const { page } = await scene.openIssue('dan')
  const release = await holdBack(page, /EditForm/, 'GET')
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
  test(`what is typed while the ${part} is loading is written into it`, async ({ scene }) => {
    const { page } = await scene.openIssue('dan')
    const release = await holdBack(page, new RegExp(`/${part}-`), 'GET')
    await page.reload()
    await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
    await open(page)
    await page.keyboard.type('bug?')
    release()
    await expect(page.getByRole('combobox', { name: box })).toHaveValue('bug?')
  })

test('a part whose script does not come says so, and can be tried again', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  const script = /\/Palette-/
  await page.route(script, route => route.abort())
  await page.reload()
  await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Could not load this part of the page.')).toBeVisible()
  await page.unroute(script)
  // A browser may remember that a module did not come: then the page is loaded again.
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Try again' }).click()
  await reloaded
  await expect(page.getByRole('article', { name: 'The shuttle jams' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
})
