import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { visit } from '../issues-scene.ts'

test.describe('creating from everywhere', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    return { scene, page: await scene.openAs('dan', '/') }
  })

  test('the menu in the bar asks for the project of a new issue, and proposes the one of the last', async () => {
    const { scene, page } = made()
    const [, group, project] = scene.path.split('/')
    await visit(page, '/')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New issue…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New issue' })
    await dialog.getByRole('combobox').fill(`${group}/${project}`)
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('The warp is loose')
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(page.getByRole('heading', { name: 'The warp is loose', level: 1 })).toBeVisible()

    await visit(page, `/groups/${group}/-/issues`)
    await page.getByRole('main').getByRole('button', { name: 'New issue' }).click()
    await expect(dialog.getByRole('button', { name: /^Remove .*Loom/ })).toBeVisible()
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${scene.path}/-/issues/new`)
  })

  test('the menu of a project leads straight to its forms, that of a milestone too', async () => {
    const { scene, page } = made()
    await visit(page, `${scene.path}/-/labels`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const menu = page.getByRole('menu', { name: 'Create' })
    await expect(menu.getByRole('menuitem')).toHaveText([
      'New issue',
      'New merge request',
      'New milestone',
      'New epic…',
      'New project',
      'New group',
    ])
    await menu.getByRole('menuitem', { name: 'New milestone' }).click()
    const dialog = page.getByRole('dialog', { name: 'New milestone' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Spring')
    await dialog.getByRole('button', { name: 'Create milestone' }).click()
    await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible()
    await expect(page).toHaveURL(`${scene.path}/-/milestones`)
  })

  test('KEYS-007 two keys go to a page, on a Cyrillic keyboard too, but not while the user types', async () => {
    const { scene, page } = made()
    const [, group] = scene.path.split('/')
    await visit(page, `${scene.path}/-/labels`)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByRole('heading')).toContainText(['Keyboard shortcuts', 'Everywhere', 'Go to a page'])
    await expect(help.getByText('Previous list')).toBeVisible()
    await page.keyboard.press('Escape')
    // The key after `g` is not a shortcut of its own.
    await page.keyboard.press('g')
    await page.keyboard.press('?')
    await expect(help).toBeHidden()
    for (const [keys, address, title] of [
      ['gi', `${scene.path}/-/issues`, /^Issues/],
      ['gb', new RegExp(`${scene.path}/-/boards`), /Boards?/],
      ['gm', `${scene.path}/-/merge_requests`, /^Merge requests/],
      ['ge', `/groups/${group}/-/epics`, /^Epics/],
      ['gt', '/dashboard/todos', /^To-do list/i],
      ['gm', '/dashboard/merge_requests', /^Merge requests · Weft$/],
      ['gh', '/', /^Your projects/],
    ] as const) {
      await page.keyboard.type(keys)
      await expect(page).toHaveURL(address)
      await expect(page).toHaveTitle(title)
    }
    await visit(page, `${scene.path}/-/issues`)
    await page.getByRole('combobox', { name: 'Filter issues' }).fill('')
    await page.keyboard.type('gb')
    await expect(page).toHaveURL(`${scene.path}/-/issues`)
    await page.getByRole('heading', { level: 1 }).click()
    for (const [key, code] of [
      ['п', 'KeyG'],
      ['д', 'KeyL'],
    ] as const)
      await page.evaluate(
        init => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
        { key, code },
      )
    await expect(page).toHaveURL(`${scene.path}/-/labels`)
  })
})
