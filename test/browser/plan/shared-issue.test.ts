import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, live, rows, visit } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

test.describe('an issue that several people see', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const at = `${scene.path}/-/issues`
    return {
      scene,
      dan: await scene.openAs('dan', at),
      rita: await scene.openAs('rita', at),
      gus: await scene.openAs('gus', at),
    }
  })
  test.afterEach(() => made().dan.unrouteAll())

  test('EDIT-016 EDIT-020 two people edit at once, and neither text is lost', async () => {
    const { scene, dan, rita } = made()
    const { iid } = await scene.showIssue(dan, { description: 'One' })
    await scene.visitIssue(rita, iid)
    await dan.getByRole('button', { name: 'Edit', exact: true }).click()
    await dan.getByRole('textbox', { name: 'Description' }).fill('What Dan writes')
    await rita.getByRole('button', { name: 'Edit', exact: true }).click()
    await rita.getByRole('textbox', { name: 'Description' }).fill('What Rita writes')
    await rita.getByRole('button', { name: 'Save changes' }).click()
    await expect(rita.getByText('What Rita writes')).toBeVisible()
    const warning = dan.getByText(/^Someone edited this issue at the same time you did\./)
    await expect(warning).toBeVisible(live)
    await expect(dan.getByRole('textbox', { name: 'Description' })).toHaveValue('What Dan writes')
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(dan.getByRole('textbox', { name: 'Description' })).toHaveValue('What Dan writes')
    await expect(warning).toBeVisible()
    await dan.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(warning).toBeHidden()
    await dan.getByRole('button', { name: 'Save changes' }).click()
    await expect(dan.getByRole('article').getByText('What Dan writes')).toBeVisible()
    await expect(rita.getByRole('article').getByText('What Dan writes')).toBeVisible(live)
  })

  test('ASSIGN-008 LABEL-002 two people change the labels and assignees of an issue at once, and both changes hold', async ({
    api,
  }) => {
    const { scene, dan, rita } = made()
    for (const name of ['bug', 'linen', 'wool'])
      await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#c02b3c' })
    const { iid } = await scene.showIssue(dan, { labels: 'wool', assignee_ids: [scene.people.gus.id] })
    await scene.visitIssue(rita, iid)
    const open = (page: Page, name: string) =>
      field(page, name)
        .getByRole('button', { name: `Edit ${name}` })
        .click()
    const mark = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).click()
    const apply = (page: Page) => page.getByRole('button', { name: /^Apply/ }).click()

    await open(dan, 'Labels')
    await mark(dan, 'bug')
    await open(rita, 'Labels')
    await mark(rita, 'linen')
    await mark(rita, 'wool')
    await apply(rita)
    await apply(dan)
    await open(dan, 'Assignee')
    await mark(dan, /^Dan/)
    await open(rita, 'Assignee')
    await mark(rita, /^Rita/)
    await mark(rita, /^Gus/)
    await apply(rita)
    await apply(dan)
    for (const page of [dan, rita]) {
      await expect(field(page, 'Labels').getByRole('link')).toHaveText(['bug', 'linen'], live)
      await expect(field(page, '2 Assignees')).toContainText('Dan', live)
      await expect(field(page, '2 Assignees')).toContainText('Rita')
    }
    // The history names each with what they did themselves.
    const { body } = await api()('GET', `projects/${scene.projectId}/issues/${iid}/notes?sort=asc`)
    const told = (body as { author: { id: number }; body: string }[]).map(note => [note.author.id, note.body])
    const { dan: danId, rita: ritaId } = { dan: scene.people.dan.id, rita: scene.people.rita.id }
    expect(told).toEqual([
      [ritaId, expect.stringMatching(/^assigned to @rita.* and unassigned @gus/)],
      [danId, expect.stringMatching(/^assigned to @dan(?!.*unassigned)/)],
    ])
  })

  test('ISSUE-028 the page and the list follow what others do within a second', async () => {
    const { dan, rita: watcher, gus: reader } = made()
    const scene = await made().scene.inNewProject()
    const { iid } = await scene.showIssue(dan)
    await scene.visitIssue(watcher, iid)
    await scene.visitList(reader)
    await expect(rows(reader)).toHaveCount(1)
    await scene.issue({ title: 'The reed is bent' })
    await expect(rows(reader).first()).toContainText('The reed is bent', live)
    await dan.keyboard.press('e')
    await dan.getByLabel('Title', { exact: true }).fill('The shuttle flies')
    await dan.keyboard.press('Control+Enter')
    await expect(dan.getByRole('heading', { name: 'The shuttle flies', level: 1 })).toBeVisible()
    await expect(watcher.getByRole('heading', { name: 'The shuttle flies', level: 1 })).toBeVisible(live)
    await expect(reader.getByRole('link', { name: 'The shuttle flies' })).toBeVisible(live)
    await dan.getByRole('article').getByRole('button', { name: 'Close issue' }).click()
    await expect(watcher.getByText(/closed just now by Dan/)).toBeVisible(live)
    await expect(rows(reader)).toHaveCount(1, live)
    await expect(reader.getByRole('link', { name: 'Issues 1' })).toBeVisible(live)
  })

  test('TASK-007 TASK-008 the boxes of a description are ticked for everyone', async () => {
    const { scene, dan, gus } = made()
    const { iid } = await scene.showIssue(dan, { description: '- [ ] wind the warp\n- [ ] dress the loom' })
    await scene.visitIssue(gus, iid)
    await expect(gus.getByRole('checkbox', { name: 'dress the loom' })).toBeDisabled()
    await dan.getByRole('checkbox', { name: 'dress the loom' }).click()
    const tasks = dan.getByText('1 of 2 checklist items completed')
    await expect(tasks).toBeVisible()
    // The icon stands in the line of its words.
    expect((await tasks.boundingBox())?.height).toBeLessThan(30)
    await expect(gus.getByRole('checkbox', { name: 'dress the loom' })).toBeChecked(live)
    await expect(gus.getByRole('checkbox', { name: 'wind the warp' })).not.toBeChecked()
    await scene.visitList(gus)
    await expect(rows(gus).first()).toContainText('1/2')
  })

  test('TASK-008 boxes that several people tick at the same moment are all ticked', async ({ api }) => {
    const { scene } = made()
    const call = api()
    const lines = Array.from({ length: 12 }, (_, index) => `- [ ] pick ${index + 1}`)
    const { iid } = await scene.issue({ description: lines.join('\n') })
    const answers = await Promise.all(
      lines.map((lineSource, at) => {
        const update_task = { index: at + 1, checked: true, line_number: at + 1, line_source: lineSource }
        return call('PUT', `${scene.path}/-/issues/${iid}.json`, { issue: { update_task } })
      }),
    )
    expect(answers.map(answer => answer.status)).toEqual(lines.map(() => 200))
    const { body } = await call('GET', `projects/${scene.projectId}/issues/${iid}`)
    expect(body).toMatchObject({ task_completion_status: { count: 12, completed_count: 12 } })
  })

  test('PERM-002 SIDE-010 a guest sees every field and no way to change it', async () => {
    const { scene, gus: page } = made()
    await scene.showIssue(page, { weight: 3 })
    for (const name of ['Assignee', 'Labels', 'Milestone', 'Due date', 'Weight', 'Confidentiality', 'Lock'])
      await expect(field(page, name)).toBeVisible()
    const sidebar = page.getByRole('complementary', { name: 'Fields' })
    await expect(sidebar.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('button', { name: 'Close issue' })).toHaveCount(0)
    await visit(page, `${scene.path}/-/issues/new`)
    await expect(page.getByLabel('This issue is confidential')).toBeVisible()
    await expect(page.getByLabel('Type')).toHaveCount(0)
  })
})
