import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { type IssueScene, rows as issueRows, issueScene, live } from './issues-scene.ts'

test.setTimeout(120_000)

interface LiveList {
  readonly of: string
  readonly list: (page: Page) => Locator
  readonly news: string
  readonly who?: 'rita'
  /** Prepares the page and returns its address, and what another person does to add a row. */
  readonly prepare: (scene: IssueScene) => Promise<{
    readonly address: string
    readonly add: (title: string) => Promise<unknown>
  }>
}

const lists: readonly LiveList[] = [
  {
    of: 'to-dos',
    list: page => page.getByRole('list', { name: 'To do' }),
    news: '1 new to-do',
    who: 'rita',
    prepare: async ({ issue, people }) => ({
      address: '/dashboard/todos',
      add: title => issue({ title, assignee_ids: [people.rita.id] }),
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
      const milestone = await make(`groups/${group}/milestones`, { title: 'Autumn' })
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
  {
    of: 'milestones',
    list: page => page.getByRole('list', { name: 'Milestones' }),
    news: '1 new milestone',
    prepare: async ({ make, path, projectId }) => ({
      address: `${path}/-/milestones`,
      add: title => make(`projects/${projectId}/milestones`, { title }),
    }),
  },
]

for (const { of, list, news, who = 'dan', prepare } of lists) {
  test(`${of} do not shift under the pointer: new rows wait until they are asked for or the pointer leaves`, async ({
    scene,
  }) => {
    const { address, add } = await prepare(scene)
    await add('Alder')
    const page = await scene.openAs(who, address)
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

test('an issue under the pointer keeps its new title when it leaves the list', async ({ browser, api, weft }) => {
  const { issue, openAs, path, projectId } = await issueScene(browser, api(), weft)
  const { iid } = await issue({ title: 'Alder' })
  const page = await openAs('dan', `${path}/-/issues`)
  const row = issueRows(page).first()
  await row.hover()
  const change = (values: object) => api()('PUT', `projects/${projectId}/issues/${iid}`, values)
  await change({ title: 'Alder wood' })
  await expect(row).toContainText('Alder wood', live)
  await change({ state_event: 'close' })
  await expect(page.getByRole('button', { name: 'Update list' })).toBeVisible(live)
  await expect(row).toContainText('Alder wood')
})

test('changing the role of a member who was just removed says so', async ({ browser, api, weft }) => {
  const { openAs, path, people, projectId } = await issueScene(browser, api(), weft)
  await api()('PUT', `projects/${projectId}/members/${people.dan.id}`, { access_level: 40 })
  const page = await openAs('dan', `${path}/-/project_members`)
  const role = page.getByRole('combobox', { name: /^Role of Rita/ })
  await role.hover()
  await api()('DELETE', `projects/${projectId}/members/${people.rita.id}`)
  await expect(page.getByRole('button', { name: 'Update list' })).toBeVisible(live)
  await role.selectOption('Guest')
  await expect(page.getByText('This person is no longer a member.')).toBeVisible()
  await expect(role).toHaveCount(0)
})
