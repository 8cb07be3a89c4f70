import { expect, type Locator, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { type IssueScene, rows as issueRows, live } from '../issues-scene.ts'

test.setTimeout(120_000)

interface LiveList {
  readonly of: string
  readonly list: (page: Page) => Locator
  readonly news: string
  /** Prepares the page and returns its address, and the action by which another person adds a row. */
  readonly prepare: (scene: IssueScene) => Promise<{
    readonly address: string
    readonly add: (title: string) => Promise<unknown>
  }>
}

const lists: readonly LiveList[] = [
  {
    of: 'milestones',
    list: page => page.getByRole('list', { name: 'Milestones' }),
    news: '1 new milestone',
    prepare: async ({ make, path, projectId }) => ({
      address: `${path}/-/milestones`,
      add: title => make(`projects/${projectId}/milestones`, { title }),
    }),
  },
  {
    of: 'to-dos',
    list: page => page.getByRole('list', { name: 'To do' }),
    news: '1 new to-do',
    prepare: async ({ issue, people }) => ({
      address: '/dashboard/todos',
      add: title => issue({ title, assignee_ids: [people.dan.id] }),
    }),
  },
  {
    of: 'issues of a milestone',
    list: page => page.getByRole('list', { name: 'Milestone issues' }),
    news: '1 new issue',
    prepare: async ({ issue, make, path, projectId }) => {
      const milestone = await make(`projects/${projectId}/milestones`, { title: 'Autumn' })
      return {
        address: `${path}/-/milestones/${milestone.iid}`,
        add: title => issue({ title, milestone_id: milestone.id }),
      }
    },
  },
  {
    of: 'issues of a milestone of a group',
    list: page => page.getByRole('list', { name: 'Milestone issues' }),
    news: '1 new issue',
    prepare: async ({ issue, make, path }) => {
      const group = path.split('/')[1]
      const milestone = await make(`groups/${group}/milestones`, { title: 'Winter' })
      return {
        address: `/groups/${group}/-/milestones/${milestone.iid}`,
        add: title => issue({ title, milestone_id: milestone.id }),
      }
    },
  },
  {
    of: 'linked issues',
    list: page => page.getByRole('region', { name: /^Linked issues/ }),
    news: '1 new linked issue',
    prepare: async ({ issue, make, path, projectId }) => {
      const { iid } = await issue()
      return {
        address: `${path}/-/issues/${iid}`,
        add: async title =>
          make(`projects/${projectId}/issues/${iid}/links`, {
            target_project_id: projectId,
            target_issue_iid: (await issue({ title })).iid,
          }),
      }
    },
  },
  {
    of: 'labels',
    list: page => page.getByRole('list', { name: 'Labels' }),
    news: '1 new label',
    prepare: async ({ make, path, projectId }) => ({
      address: `${path}/-/labels`,
      add: title => make(`projects/${projectId}/labels`, { name: title, color: '#123456' }),
    }),
  },
  {
    of: 'tags',
    list: page => page.getByRole('list', { name: 'Tags' }),
    news: '1 new tag',
    prepare: async ({ make, path, projectId }) => {
      const file = { branch: 'main', content: 'Oak', commit_message: 'Plant an oak' }
      await make(`projects/${projectId}/repository/files/oak.txt`, file)
      return {
        address: `${path}/-/tags`,
        add: title => make(`projects/${projectId}/repository/tags`, { tag_name: title, ref: 'main' }),
      }
    },
  },
]

test.describe('lists under the pointer', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, page: await scene.openAs('dan', scene.path) }
  })

  for (const { of, list, news, prepare } of lists) {
    test(`${of} do not shift under the pointer: new rows wait until they are asked for or the pointer leaves`, async () => {
      const { scene, page } = made()
      const { address, add } = await prepare(scene)
      await add('Alder')
      await page.goto(address)
      const rows = list(page).getByRole('listitem')
      await rows.first().hover()
      await add('Birch')
      const shown = page.getByRole('button', { name: news })
      await expect(shown).toBeVisible(live)
      await expect(rows).toHaveCount(1)
      await shown.click()
      await expect(rows).toHaveCount(2)
      await rows.first().hover()
      await add('Cedar')
      await expect(shown).toBeVisible(live)
      await expect(rows).toHaveCount(2)
      await page.getByRole('heading', { level: 1 }).hover()
      await expect(rows).toHaveCount(3)
    })
  }

  test('an issue under the pointer keeps its new title when it leaves the list', async () => {
    const { scene, page } = made()
    const { iid } = await scene.issue({ title: 'Elder' })
    await page.goto(`${scene.path}/-/issues`)
    const row = issueRows(page).filter({ hasText: 'Elder' })
    await row.hover()
    await scene.change(iid, { title: 'Elder wood' })
    await expect(row).toContainText('Elder wood', live)
    await scene.change(iid, { state_event: 'close' })
    await expect(page.getByRole('button', { name: 'Update list' })).toBeVisible(live)
    await expect(row).toContainText('Elder wood')
  })

  test('LIST-016 a row that is changed by keys stays where it is, marked once it has left the list, until one goes on', async () => {
    const { page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'oak', color: '#c02b3c' })
    for (const title of ['Ash', 'Beech', 'Cork']) await scene.issue({ title })
    await page.goto(`${scene.path}/-/issues?order_by=updated_at`)
    const titles = issueRows(page).locator('[data-row-link]')
    await expect(titles).toHaveText(['Cork', 'Beech', 'Ash'])
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    await expect(page.getByRole('option', { name: 'oak' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const update = page.getByRole('button', { name: 'Update list' })
    await expect(issueRows(page).nth(1)).toContainText('oak')
    await expect(update).toBeVisible(live)
    await expect(titles).toHaveText(['Cork', 'Beech', 'Ash'])
    await expect(titles.nth(1)).toBeFocused()
    await page.keyboard.press('e')
    await expect(issueRows(page).nth(1)).toHaveAttribute('data-gone')
    await expect(page.getByRole('checkbox', { name: 'Select #2' })).toHaveCount(0)
    await expect(titles).toHaveText(['Cork', 'Beech', 'Ash'])
    await expect(titles.nth(1)).toBeFocused()
    await page.keyboard.press('j')
    await expect(titles.nth(2)).toBeFocused()
    await update.click()
    await expect(titles).toHaveText(['Cork', 'Ash'])
  })

  test('LIST-015 selected rows keep their places while they are changed, and those that leave the list are no longer selected', async () => {
    const { page } = made()
    const scene = await made().scene.inNewProject()
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'oak', color: '#c02b3c' })
    for (const title of ['Ash', 'Beech', 'Cork']) await scene.issue({ title })
    await page.goto(`${scene.path}/-/issues?order_by=updated_at`)
    const titles = issueRows(page).locator('[data-row-link]')
    await page.getByRole('checkbox', { name: 'Select #1' }).check()
    await page.getByRole('checkbox', { name: 'Select #2' }).check()
    const bar = page.getByRole('region', { name: 'Bulk edit selected issues' })
    await bar.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('option', { name: 'oak' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Added oak to 2 issues')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update list' })).toBeVisible(live)
    await expect(titles).toHaveText(['Cork', 'Beech', 'Ash'])
    await bar.getByRole('button', { name: 'Close' }).click()
    await expect(bar).toHaveCount(0)
    await expect(titles).toHaveText(['Cork'])
  })

  test('changing the role of a member who was just removed says so', async ({ api }) => {
    const { page, scene } = made()
    const members = `projects/${scene.projectId}/members`
    await api()('PUT', `${members}/${scene.people.dan.id}`, { access_level: 40 })
    await page.goto(`${scene.path}/-/project_members`)
    const role = page.getByRole('combobox', { name: /^Role of Rita/ })
    await role.hover()
    await api()('DELETE', `${members}/${scene.people.rita.id}`)
    await expect(page.getByRole('button', { name: 'Update list' })).toBeVisible(live)
    await role.selectOption('Guest')
    await expect(page.getByText('This person is no longer a member.')).toBeVisible()
    await expect(role).toHaveCount(0)
  })
})
