import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { day } from '../issues-scene.ts'
import { viewports, watchShift } from '../layout-shift.ts'

const longTitle = 'Shuttle: wait for the second weft color before the pick begins, also at full speed'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const group = scene.path.split('/')[1] ?? ''
  const project = `projects/${scene.projectId}`
  const dates = { start_date: day(-3), due_date: day(9) }
  const own = await scene.make(`${project}/milestones`, { title: 'First cloth', ...dates })
  const shared = await scene.make(`groups/${group}/milestones`, { title: 'Second cloth', ...dates })
  const issue = await scene.issue({ milestone_id: own.id })
  await scene.issue({ milestone_id: shared.id })
  const file = { branch: 'main', content: 'Oak', commit_message: 'Plant an oak' }
  await scene.make(`${project}/repository/files/oak.txt`, file)
  for (const branch of [`${issue.iid}-weft`, 'weft'])
    await scene.make(`${project}/repository/branches`, { branch, ref: 'main' })
  const request = { source_branch: 'weft', target_branch: 'main', title: longTitle }
  await scene.make(`${project}/merge_requests`, { ...request, description: `Closes #${issue.iid}` })
  return { scene, group, own, shared, issue, page: await scene.openAs('dan', scene.path) }
})

const milestoneIssues = /aria-label="Milestone issues".*>The shuttle jams</
const rows = (page: Page) => page.getByRole('list', { name: 'Milestone issues' })

/** Pages, what the document of each has drawn, and what is there once the page is at rest. */
for (const [what, addressOf, drawn, last] of [
  ['the milestone of a project', () => `${made().scene.path}/-/milestones/${made().own.iid}`, milestoneIssues, rows],
  [
    'the milestone of a project, filtered',
    () => `${made().scene.path}/-/milestones/${made().own.iid}?search=jams&not[labels][]=x`,
    milestoneIssues,
    rows,
  ],
  [
    'the milestone of a group',
    () => `/groups/${made().group}/-/milestones/${made().shared.iid}`,
    milestoneIssues,
    rows,
  ],
] as const)
  test(`${what} comes with all that it shows, and nothing on it moves by itself`, async () => {
    const { page } = made()
    const shift = await watchShift(page)
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      const document = await page.goto(addressOf())
      expect(await document?.text()).toMatch(drawn)
      await expect(last(page)).toBeVisible()
      await page.waitForLoadState('load')
      expect(await shift(), `${viewport.width} px`).toBeLessThan(0.0005)
    }
  })

test('an issue comes with its branches and merge requests, and nothing on it moves by itself', async () => {
  const { scene, issue } = made()
  const page = await scene.openAs('dan', scene.path)
  const shift = await watchShift(page)
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const document = await page.goto(`${scene.path}/-/issues/${issue.iid}`)
    expect(await document?.text()).toMatch(/>Related merge requests <.*>Related branches </)
    await expect(page.getByRole('button', { name: 'Create merge request', expanded: false })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Related merge requests 1' })).toContainText(longTitle)
    expect(await shift(), `${viewport.width} px`).toBeLessThan(0.0005)
  }
})

for (const [what, addressOf, last] of [
  [
    'a page that is not found',
    () => `${made().scene.path}/-/nowhere`,
    (page: Page) => page.getByRole('link', { name: /^Search in / }),
  ],
  [
    'the account page',
    () => '/-/user_settings/account',
    (page: Page) => page.getByRole('list', { name: 'Email addresses' }),
  ],
] as const)
  test(`nothing on ${what} moves by itself`, async () => {
    const page = await made().scene.openAs('dan', made().scene.path)
    const shift = await watchShift(page)
    for (const viewport of viewports) {
      await page.setViewportSize(viewport)
      await page.goto(addressOf())
      await expect(last(page)).toBeVisible()
      await page.waitForLoadState('load')
      expect(await shift(), `${viewport.width} px`).toBeLessThan(0.0005)
    }
  })

test('choices of the palette that stand below its results wait for them', async () => {
  const page = await made().scene.openAs('dan', made().scene.path)
  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => {
    answer = resolve
  })
  const search = /\/-\/search\?(?:.*&)?q=jams/
  await page.route(search, async route => {
    await mayAnswer
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(dialog.getByRole('option', { name: /^Milestones/ })).toBeVisible()
  const height = () => dialog.evaluate(element => element.clientHeight)
  const before = await height()
  const asked = page.waitForRequest(search)
  await dialog.getByRole('combobox').fill('jams')
  await asked
  const last = dialog.getByRole('option', { name: 'Search everywhere for “jams”' })
  await expect(last).toHaveCount(0)
  answer()
  await expect(last).toBeVisible()
  expect(await height()).toBe(before)
})
