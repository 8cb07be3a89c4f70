import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { test } from './fixtures.ts'

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
  const page = await scene.openAs('dan', `${scene.path}/-/issues`, { reducedMotion: 'reduce' })
  await expectAccessible(page, 'the list')
  const row = page.locator(`[data-issue="${id}"]`)
  const density = page.getByRole('button', { name: 'Compact rows' })
  expect(await heightOf(row)).toBe(44)
  await density.click()
  expect(await heightOf(row)).toBe(36)
  await page.getByRole('checkbox', { name: `Select #${iid}` }).check()
  await expectAccessible(page, 'the list with a selection')
  await visit(page, `${scene.path}/-/issues?labels[]=yellow&not[labels][]=none-such`)
  await expect(density).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, 'the list being filtered')
  await visit(page, `${scene.path}/-/issues?search=nothing-here`)
  await visit(page, `${scene.path}/-/issues/new`)
  await visit(page, `${scene.path}/-/issues/${iid}`)
  for (const key of ['a', 'l', 'm']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, `the issue with ${key} open`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Edit Due date' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessible(page, 'the issue with its calendar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expectAccessible(page, 'the issue being edited')
  await visit(page, `${scene.path}/-/labels`)
  await page.getByRole('button', { name: 'New label' }).click()
  await expectAccessible(page, 'a new label')
  await visit(page, `${scene.path}/-/milestones`)
  await visit(page, `${scene.path}/-/milestones/1`)
  await visit(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/issues`)
  await visit(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/labels`)
  await visit(page, `/groups${scene.path.replace(/\/loom$/, '')}/-/milestones`)
})

async function heightOf(row: Locator) {
  return Math.round((await row.boundingBox())?.height ?? 0)
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, path)
}
