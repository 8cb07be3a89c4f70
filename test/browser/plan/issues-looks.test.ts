import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, visit } from '../accessibility.ts'
import { test } from '../fixtures.ts'

test('the pages of planning are accessible and fit the window, light and dark', async ({ scene }) => {
  test.setTimeout(180_000)
  for (const [name, color] of [
    ['priority::high', '#e8590c'],
    ['feature', '#2f9e44'],
    ['yellow', '#ecd94b'],
  ])
    await scene.make(`projects/${scene.projectId}/labels`, { name, color })
  const milestone = await scene.make(`projects/${scene.projectId}/milestones`, {
    title: 'First cloth',
    due_date: '2020-01-01',
    description: 'Of **wool**.',
  })
  const { id, iid } = await scene.issue({
    description: '## Steps\n\n- [ ] wind\n- [x] weave\n\n`code` and @nobody\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    labels: 'priority::high,feature,yellow',
    milestone_id: milestone.id,
    assignee_ids: Object.values(scene.people).map(person => person.id),
    due_date: '2020-01-01',
    weight: 4,
    confidential: true,
    discussion_locked: true,
  })
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'I saw it too.' })
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await expectAccessible(page, 'the list')
  const row = page.locator(`[data-issue="${id}"]`)
  const density = page.getByRole('button', { name: 'Compact rows' })
  expect(await heightOf(row)).toBe(44)
  await density.click()
  expect(await heightOf(row)).toBe(36)
  await page.getByRole('checkbox', { name: `Select #${iid}` }).check()
  await expectAccessible(page, 'the list with a selection')
  await page.goto(`${scene.path}/-/issues?labels[]=yellow&not[labels][]=none-such`)
  await expectAccessible(page, 'the list with filters')
  await expect(density).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, 'the list being filtered')
  await page.goto(`${scene.path}/-/issues?search=nothing-here`)
  await expectAccessible(page, 'the list without a match')
  await look(page, `${scene.path}/-/issues/new`)
  await look(page, `${scene.path}/-/issues/${iid}`)
  // A narrow window has them in a drawer, which is closed.
  const fields = page.getByRole('complementary', { name: 'Fields', includeHidden: true })
  for (const key of ['a', 'l', 'm']) {
    await page.keyboard.press(key)
    await expect(fields.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, `the issue with ${key} open`, fields)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Edit Due date' }).click()
  await expect(fields.getByRole('grid')).toBeVisible()
  await expectAccessible(page, 'the issue with its calendar', fields)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expectAccessible(page, 'the issue being edited')
  await look(page, `${scene.path}/-/labels`)
  await page.getByRole('button', { name: 'New label' }).click()
  await expectAccessible(page, 'a new label')
  await look(page, `${scene.path}/-/milestones`)
  await look(page, `${scene.path}/-/milestones/1`)
  await look(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/issues`)
  await look(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/labels`)
  await look(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/milestones`)
})

async function heightOf(row: Locator) {
  return Math.round((await row.boundingBox())?.height ?? 0)
}

async function look(page: Page, path: string) {
  await visit(page, path)
  await expectAccessible(page, path)
}
