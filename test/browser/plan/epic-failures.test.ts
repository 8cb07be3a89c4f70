import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { edit, field, press } from '../issues-scene.ts'
import { fail } from '../threads-scene.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(120_000)

test.describe('a field of an epic that fails says so', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const group = scene.path.split('/')[1] ?? ''
    await scene.make(`groups/${group}/members`, { user_id: scene.people.rita.id, access_level: 20 })
    const parent = await scene.make(`groups/${group}/epics`, { title: 'Quiet the drum' })
    await scene.make(`groups/${group}/epics`, { title: 'Grease the axle', parent_id: parent.id })
    const page = await scene.openAs('rita', `/groups/${group}/-/epics/${parent.iid}`)
    return { scene, group, page, parent }
  })
  test.afterEach(() => made().page.unrouteAll({ behavior: 'ignoreErrors' }))

  for (const [id, label, mount, sentence] of [
    ['ERRMSG-018', 'Start date', 'start-date', 'Something went wrong while setting epic start date.'],
    ['ERRMSG-019', 'Due date', 'due-date', 'Something went wrong while setting epic due date.'],
  ] as const)
    test(`${id} the ${label.toLowerCase()}`, async () => {
      const { page } = made()
      await fail(page, /\/-\/epics\/\d+\.json/, 'PUT')
      const date = page.locator(`[data-mount="${mount}"]`)
      await edit(page, label)
      await date.getByRole('radio', { name: 'Fixed' }).click()
      await expect(date).toContainText(sentence)
      await press(page, `Close ${label}`)
    })

  test('ERRMSG-021 confidentiality', async () => {
    const { page } = made()
    await fail(page, /\/-\/epics\/\d+\.json/, 'PUT')
    await edit(page, 'Confidentiality')
    await press(page, 'Turn on')
    await expect(field(page, 'Confidentiality')).toContainText(
      'Something went wrong while setting epic confidentiality.',
    )
    await page.keyboard.press('Escape')
  })

  test('ERRMSG-061 a child epic that is not removed', async () => {
    const { page } = made()
    await fail(page, /\/epics\/\d+\/epics\/\d+$/, 'DELETE')
    await page.getByRole('button', { name: /^Remove &/ }).click()
    await expect(page.getByText('An error occurred while removing epics.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Child epics' })).toContainText('Grease the axle')
  })

  test('ERRMSG-057 an epic takes a hundred child epics, and no more', async () => {
    const { scene, group, page, parent } = made()
    const address = page.url()
    // A page that follows its epic would be read and drawn a hundred times.
    await page.goto('about:blank')
    // Ten at a time: each waits for the parent, but not for its own way to the server.
    for (let count = 1; count < 100; count += 10)
      await Promise.all(
        Array.from({ length: Math.min(10, 100 - count) }, (_each, index) =>
          scene.make(`groups/${group}/epics`, { title: `Axle ${count + index}`, parent_id: parent.id }),
        ),
      )
    await page.goto(address)
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'New child epic' }).click()
    const form = page.getByRole('form', { name: 'New child epic' })
    await form.getByRole('textbox', { name: 'Title' }).fill('One too many')
    await press(page, 'Create child epic')
    await expect(form).toContainText('This epic already has the maximum number of child epics.')
  })
})
