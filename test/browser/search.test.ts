import { expect, type Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { setUpOnce, test } from './fixtures.ts'
import { visit } from './issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })

test.describe('search', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const { iid } = await scene.issue({
      title: 'Wärp tension drifts',
      description: 'Returns stale values in `src/selector.c`',
    })
    const closed = await scene.issue({ title: 'Tension is logged' })
    await scene.change(closed.iid, { state_event: 'close' })
    const page = await scene.openAs('rita', '/')
    return { scene, page, iid }
  })

  const search = async (page: Page, words: string) => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k')
    await palette(page).fill(words)
  }

  for (const [words, group, option] of [
    ['stale tension', 'Issues', /Wärp tension drifts/],
    ['warp tenson', 'Issues', /Wärp tension drifts/],
    ['roadmap', 'Pages elsewhere', /^Roadmap/],
    ['dark', 'Actions', /^Use dark theme/],
    ['log out', 'Actions', /^Sign out/],
    ['two-factor', 'Your settings', /^Account/],
    ['ssh', 'Your settings', /^SSH keys/],
    ['weavers', 'Groups', /Weavers/],
    ['settings ssh', 'Your settings', /^SSH keys/],
    ['issue stale', 'Issues', /Wärp tension drifts/],
    ['my issues', 'Pages elsewhere', /^Issues assigned to you/],
    ['bord', 'Pages elsewhere', /^Boards/],
    ['pipelin', 'Pages elsewhere', /^Merge requests/],
    ['wrap tension', 'Issues', /Wärp tension drifts/],
    ['saved views', 'Pages elsewhere', /^Issues/],
  ] as const)
    test(`the palette finds ${option} by “${words}” from the start page`, async () => {
      const { page } = made()
      await search(page, words)
      await expect(page.getByRole('group', { name: group }).getByRole('option', { name: option }).first()).toBeVisible()
    })

  test('the palette finds the pages of the project one is in by what they are for, and the contacts of its group', async ({
    api,
  }) => {
    const { scene } = made()
    const project = (await api()('GET', `projects/${scene.projectId}`)).body as {
      readonly namespace: { readonly id: number }
    }
    await api()('PUT', `groups/${project.namespace.id}`, { crm_enabled: true })
    await api()('POST', `groups/${project.namespace.id}/members`, { user_id: scene.people.dan.id, access_level: 40 })
    const page = await scene.openAs('dan', `${scene.path}/-/issues`)
    for (const [words, name] of [
      ['project settings', /^Settings/],
      ['delete project', /^Settings/],
      ['bord', /^Boards/],
      ['saved views', /^Merge requests/],
      ['contacts', /^Contacts/],
      ['customers', /^Contacts/],
    ] as const) {
      await search(page, words)
      await expect(page.getByRole('option', { name }).first(), words).toBeVisible()
    }
  })

  test('the palette acts on the item in view, and follows references', async () => {
    const { page, scene, iid } = made()
    await page.keyboard.press('Escape')
    await scene.visitIssue(page, iid)
    await expect(page.getByRole('button', { name: 'Edit Labels' })).toBeVisible()
    await search(page, 'add label')
    await expect(page.getByRole('option', { name: 'Change labels' })).toBeVisible()
    await search(page, `#${iid}`)
    await expect(page.getByRole('option').first()).toContainText('Wärp tension drifts')
  })

  test('the last row leads to everything that has the words, by kind, with what was found marked', async () => {
    const { page, iid } = made()
    await visit(page, '/')
    await search(page, 'warp stale')
    await page.getByRole('option', { name: 'Search everywhere for “warp stale”' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('warp stale')
    const rows = page.getByRole('list', { name: 'Issues' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows.locator('mark')).toHaveText(['Wärp', 'stale'])
    await page.getByRole('searchbox', { name: 'Search' }).press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/issues/${iid}$`))
  })

  test('the results of the search page are walked by keys, also where a word is misspelled', async () => {
    const { page, iid } = made()
    if (await palette(page).isVisible()) await page.keyboard.press('Escape')
    await visit(page, '/search?search=tensoin')
    await expect(page.getByRole('status').getByText('No exact matches.')).toBeVisible()
    const links = page.getByRole('list', { name: 'Issues' }).getByRole('link')
    await page.keyboard.press('j')
    await expect(links.nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search' }).fill('warp stale')
    await expect(links).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(links).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/issues/${iid}$`))
  })

  test('the results are few Tab stops from the search field, and several of them are in sight on a tablet', async () => {
    const { page, scene } = made()
    const long = 'Tension of the warp, thread by thread. '.repeat(20)
    for (const title of ['Tension one', 'Tension two']) await scene.issue({ title, description: long })
    await visit(page, '/search?search=tension')
    const rows = page.getByRole('list', { name: 'Issues' }).getByRole('listitem')
    await page.getByRole('searchbox', { name: 'Search' }).focus()
    const skip = page.getByRole('button', { name: 'Skip to results' })
    for (let presses = 0; presses < 2 && !(await skip.evaluate(it => it === document.activeElement)); presses += 1)
      await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows.first().getByRole('link')).toBeFocused()
    await page.setViewportSize({ width: 768, height: 1024 })
    const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(96)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('an address of the search page shows its kind and filters, and says where nothing was found', async () => {
    const { page, scene } = made()
    await visit(page, `/search?search=tension&project_id=${scene.projectId}&state=closed`)
    await expect(page.getByText('Only in')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('closed')
    await expect(page.getByRole('list', { name: 'Issues' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('navigation', { name: 'Results by kind' }).getByRole('link', { name: 'Comments' }).click()
    await expect(page.getByRole('heading', { name: 'No comments found' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
