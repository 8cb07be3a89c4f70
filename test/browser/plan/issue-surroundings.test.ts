import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { field, visit } from '../issues-scene.ts'

test.setTimeout(120_000)

const chunks = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', request => {
    if (/\/assets\/issue-page-[^-]*\.js$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  return { scene, page: await scene.openAs('dan', `${scene.path}/-/milestones`) }
})

test('PLATFORM-007 PLATFORM-010 labels and milestones created on their pages are chosen on the issue, whose page is a part of its own', async () => {
  const { scene, page } = made()
  const { iid } = await scene.issue()
  await page.getByRole('button', { name: 'New milestone' }).first().click()
  await page.getByRole('dialog').getByLabel('Title').fill('First cloth')
  await page.getByRole('dialog').getByRole('button', { name: 'Create milestone' }).click()
  await expect(page.getByRole('link', { name: 'First cloth' }).first()).toBeVisible()
  await visit(page, `${scene.path}/-/labels`)
  await page.getByRole('button', { name: 'New label' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('knots')
  await page.getByRole('dialog').getByRole('button', { name: 'Create label' }).click()
  await expect(page.getByText('knots').first()).toBeVisible()
  // Modules that were loaded for other pages stay.
  await page.goto('about:blank')
  const asked = chunks(page)
  await page.goto(`${scene.path}/-/issues`)
  await expect(page.getByRole('link', { name: 'The shuttle jams' })).toBeVisible()
  expect(asked).toEqual([])
  await visit(page, `${scene.path}/-/issues/${iid}`)
  await expect(page.getByRole('heading', { name: 'The shuttle jams', level: 1 })).toBeVisible()
  expect(asked).toHaveLength(1)
  for (const [name, value] of [
    ['Milestone', 'First cloth'],
    ['Labels', 'knots'],
  ] as const) {
    await field(page, name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    await page.getByRole('option', { name: value }).click()
    if (name === 'Labels') await page.getByRole('button', { name: 'Apply Labels' }).click()
    await expect(field(page, name)).toContainText(value)
  }
})

test.describe('templates of a new issue', () => {
  const formOf = (page: Page) => ({
    description: page.getByRole('textbox', { name: 'Description' }),
    template: page.getByLabel('Template'),
  })
  const addFiles = ({ scene }: ReturnType<typeof made>, files: Readonly<Record<string, string>>) =>
    scene.make(`projects/${scene.projectId}/repository/commits`, {
      branch: 'main',
      commit_message: 'Templates',
      actions: Object.entries(files).map(([name, content]) => ({
        action: 'create',
        file_path: `.gitlab/issue_templates/${name}`,
        content,
      })),
    })

  test('NEWISSUE-003 only files that end in .md are templates', async () => {
    const { scene, page } = made()
    const { description, template } = formOf(page)
    await addFiles(made(), { 'note.txt': 'No template' })
    const names = page.waitForResponse(/description_templates\/names\/issue/)
    await page.goto(`${scene.path}/-/issues/new`)
    await names
    await expect(description).toBeVisible()
    await expect(template).toHaveCount(0)
  })

  test('NEWISSUE-002 a template is chosen, and replaced by another while it is untouched', async () => {
    const { page } = made()
    const { description, template } = formOf(page)
    await addFiles(made(), { 'Bug.md': '## Steps\n', 'Wish.md': '## Wish\n' })
    await page.reload()
    await expect(template.getByRole('option')).toHaveText(['Choose a template', 'Bug', 'Wish'])
    await template.selectOption('Bug')
    await expect(description).toHaveValue('## Steps\n')
    // Untouched, it is replaced without a word.
    await template.selectOption('Wish')
    await expect(description).toHaveValue('## Wish\n')
  })

  test('NEWISSUE-004 NEWISSUE-005 a template asks before it replaces what was written', async () => {
    const { page } = made()
    const { description, template } = formOf(page)
    await description.fill('Mine')
    await template.selectOption('Bug')
    const dialog = page.getByRole('dialog', { name: 'Apply template?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(description).toHaveValue('Mine')
    await expect(template).toHaveValue('Wish')
    await template.selectOption('Bug')
    await dialog.getByRole('button', { name: 'Apply template' }).click()
    await expect(description).toHaveValue('## Steps\n')
  })
})

test('REF-005 UI-017 the address for comments by mail is copied and pasted; what opens by itself waits as long everywhere', async () => {
  const { page } = await made().scene.openIssue('dan', {}, { permissions: ['clipboard-read', 'clipboard-write'] })
  const byMail = field(page, 'Comment by email')
  const address = await byMail.getByText(/^reply\+/).textContent()
  await byMail.getByRole('button', { name: 'Copy email address' }).click()
  await expect(byMail.getByRole('button', { name: 'Copied' })).toBeVisible()
  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(comment).toHaveValue(address ?? 'none')
  await comment.fill('')

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: /^More actions for #/ }).hover()
  await page.clock.runFor(390)
  await expect(page.locator('[role=tooltip]')).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(page.locator('[role=tooltip]')).toHaveText(/^More actions for #\d+$/)
})

test('a narrow page shows its main attributes on top and all of them in a drawer, and a visitor has no way to comment by mail', async ({
  page: visitor,
}) => {
  const { scene, page } = made()
  await page.setViewportSize({ width: 390, height: 800 })
  const description = 'A long one.\n\n'.repeat(60)
  const { iid } = await scene.showIssue(page, { description, labels: 'one,two,three,four,five', weight: 4 })
  const strip = page.locator('article header')
  await expect(strip.getByText('one')).toBeInViewport()
  await expect(strip.getByText('two')).toHaveCount(0)
  await expect(strip.getByText('+2')).toBeInViewport()
  await expect(strip.getByTitle('Weight: 4')).toBeInViewport()
  const fields = page.getByRole('complementary', { name: 'Fields' })
  await expect(fields).toHaveCount(0)
  const details = page.getByRole('button', { name: 'Details' })
  await details.click()
  await expect(fields).toBeFocused()
  await expect(field(page, 'Assignee')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(fields).toHaveCount(0)
  await expect(details).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByRole('combobox', { name: 'Search milestone' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Milestone')).toBeInViewport()
  await fields.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(fields).toHaveCount(0)
  // A press beside the fields closes them, and no more.
  await page.setViewportSize({ width: 820, height: 800 })
  await details.click()
  const crumb = await page.getByRole('link', { name: 'Issues', exact: true }).first().boundingBox()
  if (crumb === null) throw new Error('no link to press')
  await page.mouse.click(crumb.x + 5, crumb.y + 5)
  await expect(fields).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/issues/${iid}$`))
  await details.click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(details).toHaveCount(0)
  await expect(fields).toBeVisible()
  await expect(fields.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)

  await visitor.goto(`${scene.path}/-/issues/${iid}`)
  await expect(field(visitor, 'Reference')).toBeVisible()
  await expect(field(visitor, 'Comment by email')).toHaveCount(0)
})

test('UI-013 the focus has a home when what had it goes: a row, the last chip, a page', async () => {
  const { scene, page } = made()
  const { iid } = await scene.issue({ labels: 'needs oil', description: '```\noil\n```' })
  const others = [await scene.issue({ title: 'The other' }), await scene.issue({ title: 'The third' })]
  for (const other of others)
    await scene.make(`projects/${scene.projectId}/issues/${iid}/links`, {
      target_project_id: scene.projectId,
      target_issue_iid: other.iid,
    })
  await page.goto(`${scene.path}/-/issues/${iid}`)
  // The code that restores focus is loaded once the page is at rest, with the buttons of code.
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeAttached()
  const isLost = () => page.evaluate(() => document.activeElement === document.body)
  // The live region in which a screen reader announces pages.
  const announced = page.locator('[aria-live="polite"]').filter({ hasText: /· Weft$/ })

  const remove = page.getByRole('button', { name: /^Remove #/ })
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect.poll(isLost).toBe(false)

  await page.getByRole('button', { name: 'Remove label needs oil' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove label needs oil' })).toHaveCount(0)
  await expect.poll(isLost).toBe(false)

  await expect(announced).toHaveCount(0)
  await page
    .getByRole('navigation', { name: /^Project/ })
    .getByRole('link', { name: 'Labels' })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeFocused()
  await expect(announced).toHaveText(await page.title())
})
