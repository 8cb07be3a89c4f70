import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { viewports, watchShift } from '../layout-shift.ts'

const lines = (word: string) => Array.from({ length: 60 }, (_, at) => `${word} ${at}\n`).join('')
const pathOf = (at: number) => `cloth/thread${String(at).padStart(2, '0')}.txt`
const files = Array.from({ length: 45 }, (_, at) => at)

/** Hold the answers to requests until the returned function is called. */
async function holding(page: Page, url: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test.describe('a large merge request with threads', () => {
  const made = setUpOnce(async ({ newScene, api }) => {
    const scene = await newScene()
    const project = `projects/${scene.projectId}`
    const commit = (branch: string, action: string, word: string, more: object = {}) =>
      scene.make(`${project}/repository/commits`, {
        branch,
        commit_message: `Weave ${branch}`,
        actions: files.map(at => ({ action, file_path: pathOf(at), content: lines(word) })),
        ...more,
      })
    await commit('main', 'create', 'warp')
    await commit('feature', 'update', 'weft', { start_branch: 'main' })
    const { iid } = await scene.make(`${project}/merge_requests`, {
      source_branch: 'feature',
      target_branch: 'main',
      title: 'Weave it all',
    })
    const { body } = await api()('GET', `${project}/merge_requests/${iid}/versions`)
    const [{ base_commit_sha: base, start_commit_sha: start, head_commit_sha: head }] = body as [Record<string, string>]
    const shas = { base_sha: base, start_sha: start, head_sha: head }
    for (const at of [0, 1, 44]) {
      await scene.make(`${project}/merge_requests/${iid}/discussions`, {
        body: 'Is this tight enough?',
        position: { position_type: 'text', ...shas, old_path: pathOf(at), new_path: pathOf(at), new_line: 3 },
      })
    }
    const address = `${scene.path}/-/merge_requests/${iid}`
    return { scene, page: await scene.openAs('dan', address), address }
  })

  for (const tab of ['', '/diffs']) {
    test(`nothing moves by itself while the threads ${tab === '' ? 'of the overview' : 'among the changes'} are loading`, async () => {
      const { page, address } = made()
      const shift = await watchShift(page)
      for (const viewport of viewports) {
        await page.setViewportSize(viewport)
        const release = await holding(page, /discussions\.json/)
        await page.goto(`${address}${tab}`)
        await page.waitForLoadState('load')
        await release()
        await expect(page.getByText('Is this tight enough?').first()).toBeVisible()
        expect(await shift(), `${viewport.width} px`).toBeLessThan(0.001)
      }
    })
  }

  test('on a tablet the file tree is within reach wherever one reads, and a tap on a line number comments', async () => {
    const { scene, address } = made()
    const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true }
    const page = await scene.openAs('dan', `${address}/diffs`, tablet)
    await page.keyboard.press('End')
    await page.getByRole('button', { name: '45 changed files' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Changed files' })
    await drawer.getByRole('link', { name: 'thread30.txt' }).tap()
    await expect(drawer).toHaveCount(0)
    const file = page.getByRole('region', { name: pathOf(30), exact: true })
    await expect(file).toBeInViewport()
    // Below the bars of the page, the line of the files among them.
    await expect.poll(async () => Math.round((await file.boundingBox())?.y ?? 0)).toBe(144)
    const number = file.getByRole('link', { name: 'Line 5', exact: true })
    expect((await number.boundingBox())?.height).toBeGreaterThanOrEqual(24)
    await number.tap()
    await expect(file.getByRole('textbox')).toBeFocused()
    await page.context().close()
  })

  test('a file of the tree comes to the top of the window, and stays there while files above it are loading', async () => {
    const { page, address } = made()
    await page.goto(`${address}/diffs`)
    const release = await holding(page, /page=[23]/)
    const tree = page.getByRole('navigation', { name: 'File tree' })
    await tree.getByRole('link', { name: 'thread30.txt' }).click()
    const file = page.getByRole('region', { name: pathOf(30), exact: true })
    await release()
    await expect(file).toContainText('weft 3')
    await expect.poll(async () => Math.round((await file.boundingBox())?.y ?? 0)).toBe(100)
    // The line on the merge does not cover the last rows of the tree.
    await tree.getByRole('link', { name: 'thread44.txt' }).click()
    await expect(page.getByRole('region', { name: pathOf(44), exact: true })).toBeInViewport()
  })
})
