import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
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
