import { expect, type Page } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const warning = (page: Page) => page.getByText(/^Someone edited this issue at the same time you did\./)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const [dan, rita] = [await scene.openAs('dan', scene.path), await scene.openAs('rita', scene.path)]
  dan.on('dialog', dialog => void dialog.accept())
  return { scene, dan, rita, dialog: dan.getByRole('dialog', { name: 'Conflicting change' }) }
})

test.describe('two people edit the same description', () => {
  test.beforeAll(async () => {
    const { scene, dan, rita } = made()
    const { iid } = await scene.showIssue(dan, { description: 'First line\n\nSecond line\n\nThird line' })
    await scene.visitIssue(rita, iid)
  })

  test('EDIT-016 texts that do not overlap are merged', async () => {
    const { dan, rita } = made()
    await dan.keyboard.press('e')
    await description(dan).fill('First line, by Dan\n\nSecond line\n\nThird line')
    await rita.keyboard.press('e')
    await title(rita).fill('The shuttle jams at night')
    await description(rita).fill('First line\n\nSecond line\n\nThird line, by Rita')
    await button(rita, 'Save changes').click()
    await expect(warning(dan)).toBeVisible(live)
    await button(dan, 'Merge').click()
    await expect(description(dan)).toHaveValue('First line, by Dan\n\nSecond line\n\nThird line, by Rita')
    await expect(title(dan)).toHaveValue('The shuttle jams at night')
    await expect(warning(dan)).toBeHidden()
    await button(dan, 'Save changes').click()
    await expect(rita.getByText('First line, by Dan')).toBeVisible(live)
    await expect(rita.getByText('Third line, by Rita')).toBeVisible()
    await expect(description(dan)).toHaveCount(0)
  })

  test('EDIT-016 texts that overlap are shown side by side', async () => {
    const { dan, rita, dialog } = made()
    await dan.keyboard.press('e')
    await description(dan).fill('First line, by Dan\n\nSecond line says Dan\n\nThird line, by Rita')
    await rita.keyboard.press('e')
    await description(rita).fill('First line, by Rita\n\nSecond line says Rita\n\nThird line, by Rita')
    await button(rita, 'Save changes').click()
    await expect(warning(dan)).toBeVisible(live)
    await button(dan, 'Merge').click()
    await expect(dialog.getByText('Second line says Dan')).toBeVisible()
    await expect(dialog.getByText('Second line says Rita')).toBeVisible()
    expect(await violations(dan)).toEqual([])
    // A line that only one of them changed is not asked about.
    await expect(dialog.getByText('First line, by Dan')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Use merged text' })).toBeDisabled()
  })

  test('EDIT-016 ERRMSG-089 a merge that is refused keeps the text, and can be taken up again', async () => {
    const { dan, dialog } = made()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(
      dan.getByText(
        'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
      ),
    ).toBeVisible()
    await expect(button(dan, 'Merge')).toHaveCount(0)
    await expect(description(dan)).toHaveValue(/Second line says Dan/)
    await dan.reload()
    await button(dan, 'Continue editing').click()
    await expect(description(dan)).toHaveValue(/Second line says Dan/)
    await button(dan, 'Merge').click()
    await dialog.getByRole('radio', { name: /^Theirs/ }).check()
    await dialog.getByRole('button', { name: 'Use merged text' }).click()
    await expect(description(dan)).toHaveValue('First line, by Rita\n\nSecond line says Rita\n\nThird line, by Rita')
    await button(dan, 'Cancel').click()
  })
})

test.describe('the form of an issue', () => {
  test.beforeAll(async () => {
    await made().scene.showIssue(made().dan, { description: 'Before' })
  })
  const formOf = (page: Page) => page.getByRole('form', { name: 'Edit issue' })

  test('EDIT-003 EDIT-005 EDIT-007 the form has a title and its buttons, and no templates where there are none', async () => {
    const { dan: page } = made()
    await page.keyboard.press('e')
    await expect(title(page)).toHaveValue('The shuttle jams')
    for (const name of ['Save changes', 'Cancel']) await expect(button(page, name)).toBeVisible()
    await expect(page.getByLabel('Template')).toHaveCount(0)
  })

  test('EDIT-006 EDIT-009 the description has a preview, and Cancel closes the form', async () => {
    const { dan: page } = made()
    const form = formOf(page)
    await form.getByRole('tab', { name: 'Preview' }).click()
    await expect(form.getByRole('tabpanel').getByText('Before')).toBeVisible()
    await button(page, 'Cancel').click()
    await expect(title(page)).toHaveCount(0)
  })

  test('EDIT-002 EDIT-005 a template is chosen from a list that is loaded once, and asks before it replaces', async () => {
    const { scene, dan: page } = made()
    const file = (path: string) => ({ action: 'create', file_path: path, content: '## Steps\n' })
    await scene.make(`projects/${scene.projectId}/repository/commits`, {
      branch: 'main',
      commit_message: 'Templates',
      actions: [file('.gitlab/issue_templates/Bug.md'), file('.gitlab/issue_templates/note.txt')],
    })
    let asked = 0
    page.on('request', request => {
      if (request.url().includes('/description_templates/names/issue')) asked += 1
    })
    await page.reload()
    await button(page, 'Edit').click()
    await expect(page.getByLabel('Template').getByRole('option')).toHaveText(['Choose a template', 'Bug'])
    await button(page, 'Cancel').click()
    await page.keyboard.press('e')
    await page.getByLabel('Template').selectOption('Bug')
    await page.getByRole('dialog', { name: 'Apply template?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(description(page)).toHaveValue('Before')
    await page.getByLabel('Template').selectOption('Bug')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply template' }).click()
    await expect(description(page)).toHaveValue('## Steps\n')
    expect(asked).toBe(1)
  })

  test('EDIT-009 EDIT-010 EDIT-013 Ctrl+Enter in the description saves once, and closes the form', async () => {
    const { dan: page } = made()
    const form = formOf(page)
    // Held back, so that the button can be seen while it saves.
    const held = Promise.withResolvers<void>()
    await page.route('**/issues/*.json', async route => {
      await held.promise
      await route.continue()
    })
    await description(page).press('Control+Enter')
    await expect(form.locator('button[type=submit]')).toBeDisabled()
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Steps' })).toBeVisible()
    await expect(title(page)).toHaveCount(0)
  })

  test('EDIT-012 Cmd+Enter in the title saves', async () => {
    const { dan: page } = made()
    await page.keyboard.press('e')
    await title(page).fill('Saved by key')
    await title(page).press('Meta+Enter')
    await expect(page.getByRole('heading', { name: 'Saved by key', level: 1 })).toBeVisible()
  })

  test('EDIT-012 z brings the former title back, and the page of one’s changes undoes that change as well', async () => {
    const { dan: page } = made()
    const former = page.getByRole('heading', { name: 'Saved by key', level: 1 })
    await page.keyboard.press('e')
    await title(page).fill('A slip')
    await title(page).press('Meta+Enter')
    await expect(page.getByRole('heading', { name: 'A slip', level: 1 })).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText(/^Title of #\d+ restored$/)).toBeVisible()
    await expect(former).toBeVisible()
    const address = page.url()
    await page.goto('/dashboard/changes')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Title of' })
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    await expect(page.getByText(/^Title of #\d+ restored$/)).toBeVisible()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'A slip', level: 1 })).toBeVisible()
  })

  test('EDIT-017 EDIT-018 a draft of another version warns, and is kept or discarded', async ({ api }) => {
    const call = api()
    const { scene, dan: page } = made()
    const { iid } = await scene.showIssue(page, { description: 'One' })
    const edit = (values: object) => call('PUT', `projects/${scene.projectId}/issues/${iid}`, values)
    for (const way of ['Keep', 'Discard'] as const) {
      await button(page, 'Edit').click()
      await description(page).fill(`Draft to ${way}`)
      await page.goto('/-/user_settings/profile')
      // Back to the same words, as another version.
      await edit({ title: `Changed for ${way}` })
      await edit({ title: 'The shuttle jams' })
      await scene.visitIssue(page, iid)
      await button(page, 'Continue editing').click()
      const said = page.getByText(/^This issue changed after you started this draft\./)
      await expect(said).toBeVisible()
      await button(page, way).click()
      await expect(said).toBeHidden()
      if (way === 'Keep') {
        await expect(description(page)).toHaveValue('Draft to Keep')
        await button(page, 'Save changes').click()
        await expect(page.getByRole('article').getByText('Draft to Keep')).toBeVisible()
      } else {
        await expect(description(page)).toHaveValue('Draft to Keep')
        await button(page, 'Cancel').click()
      }
    }
  })

  test('EDIT-016 a save that is refused brings the notice about it into view', async () => {
    const { scene, dan: page } = made()
    const { iid } = await scene.showIssue(page, { description: 'Oil the loom' })
    await page.setViewportSize({ width: 1280, height: 320 })
    await page.keyboard.press('e')
    await description(page).fill('Oil the loom daily')
    await scene.change(iid, { description: 'Oil the loom weekly' })
    await expect(warning(page)).toBeVisible(live)
    await button(page, 'Save changes').scrollIntoViewIfNeeded()
    await expect(warning(page)).not.toBeInViewport()
    await button(page, 'Save changes').click()
    await expect(warning(page)).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Merge')).toBeFocused()
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Cancel').click()
  })
})

test.describe('the type of an issue', () => {
  let iid = 0
  test.beforeAll(async () => {
    iid = (await made().scene.showIssue(made().rita)).iid
  })
  const typeOf = (page: Page) => page.getByLabel('Type', { exact: true })

  test('EDIT-004 EDIT-008 EDIT-021 a reporter chooses issue or incident, and cannot delete', async () => {
    const { rita } = made()
    const type = typeOf(rita)
    await rita.keyboard.press('e')
    await expect(type.getByRole('option')).toHaveText(['Issue', 'Incident'])
    await expect(button(rita, 'Delete')).toHaveCount(0)
  })

  test('SIDE-015 the type chosen is sent when it is saved, not before', async () => {
    const { rita } = made()
    const type = typeOf(rita)
    const sent: string[] = []
    const onRequest = (request: { method: () => string; url: () => string }) => {
      if (request.method() !== 'GET' && !request.url().endsWith('/read_mark')) sent.push(request.url())
    }
    rita.on('request', onRequest)
    await type.selectOption('Incident')
    await expect(type).toHaveValue('incident')
    expect(sent).toEqual([])
    rita.off('request', onRequest)
  })

  test('EDIT-024 the address of the page changes with the type', async () => {
    const { scene, rita } = made()
    await button(rita, 'Save changes').click()
    await expect(rita).toHaveURL(`${scene.path}/-/issues/incident/${iid}`)
    await expect(rita.getByText(/Incident opened/)).toBeVisible()
    await expect(title(rita)).toHaveCount(0)
    await rita.keyboard.press('e')
    await typeOf(rita).selectOption('Issue')
    await button(rita, 'Save changes').click()
    await expect(rita).toHaveURL(`${scene.path}/-/issues/${iid}`)
  })

  test('EDIT-022 a guest edits what they wrote, but makes no incident of it', async () => {
    const { scene } = made()
    const gus = await scene.openAs('gus', `${scene.path}/-/issues/new`)
    await title(gus).fill('Written by a guest')
    await gus.getByRole('button', { name: 'Create issue' }).click()
    await expect(gus.getByRole('heading', { name: 'Written by a guest', level: 1 })).toBeVisible()
    await gus.keyboard.press('e')
    await expect(title(gus)).toBeVisible()
    await expect(gus.getByLabel('Type', { exact: true })).toHaveCount(0)
  })
})

test('ERRMSG-069 a comment that was changed elsewhere meanwhile is merged with what is written here', async () => {
  const { scene, dan: laptop } = made()
  const { iid } = await scene.showIssue(laptop)
  await laptop.getByRole('textbox', { name: 'Comment', exact: true }).fill('One\n\nTwo\n\nThree')
  await button(laptop, 'Comment').click()
  await expect(laptop.getByText('Three', { exact: true })).toBeVisible()
  const phone = await scene.openAs('dan', `${scene.path}/-/issues/${iid}`)
  const box = (page: Page) => page.getByRole('textbox', { name: 'Edit comment' })
  for (const page of [laptop, phone]) await page.getByRole('button', { name: 'Edit comment' }).click()
  await box(laptop).fill('One, here\n\nTwo\n\nThree')
  await box(phone).fill('One\n\nTwo\n\nThree, there')
  await button(phone, 'Save changes').click()
  await expect(laptop.getByText(/^This comment changed after you started editing it\./)).toBeVisible(live)
  await button(laptop, 'Merge').click()
  await expect(box(laptop)).toHaveValue('One, here\n\nTwo\n\nThree, there')
  await button(laptop, 'Save changes').click()
  await expect(phone.getByText('One, here', { exact: true })).toBeVisible(live)
})
