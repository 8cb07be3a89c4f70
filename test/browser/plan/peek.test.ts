import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const at = `projects/${scene.projectId}`
  const board = await scene.make(`${at}/boards`, { name: 'Development' })
  const wind = await scene.make(`${at}/issues`, { title: 'Wind the warp', description: 'Three *hundred* threads.' })
  const dress = await scene.make(`${at}/issues`, { title: 'Dress the loom' })
  return { scene, board, wind, dress }
})

test('a click on a card shows its issue beside the board, where it can be edited and commented on', async () => {
  const { scene, board, wind } = made()
  const address = `${scene.path}/-/boards/${board.id}`
  const dan = await scene.openAs('dan', address)
  await dan.getByRole('link', { name: 'Wind the warp' }).click()
  const panel = dan.getByRole('complementary', { name: `Issue #${wind.iid}` })
  await expect(panel.getByRole('heading', { name: 'Wind the warp' })).toBeVisible()
  await expect(panel.getByText('hundred')).toBeVisible()
  await expect(dan).toHaveURL(new RegExp(`${address}\\?peek=${wind.iid}$`))
  await expect(panel).toBeFocused()

  // Typed text is kept while another item is shown.
  const comment = panel.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Which yarn?')
  await comment.press('Escape')
  await dan.keyboard.press('k')
  await expect(panel).toHaveCount(0)
  await dan.keyboard.press('j')
  await expect(comment).toHaveValue('Which yarn?')
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel.getByText('Which yarn?')).toHaveCount(1)

  // Others see it at once, and so does the panel what they do.
  const rita = await scene.openAs('rita', `${scene.path}/-/issues?peek=${wind.iid}`)
  await expect(rita.getByRole('complementary', { name: `Issue #${wind.iid}` }).getByText('Which yarn?')).toBeVisible()
  await scene.make(`projects/${scene.projectId}/issues/${wind.iid}/notes`, { body: 'The grey one.' })
  await expect(panel.getByText('The grey one.')).toBeVisible(live)

  await panel.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(dan.getByRole('link', { name: 'Wind the warp' })).toBeFocused()
  await expect(dan).toHaveURL(new RegExp(`${address}$`))
})

test('Space on a row of a list shows its issue, J and K walk on, Back closes and a click on the title opens the page', async () => {
  const { scene, wind, dress } = made()
  const dan = await scene.openAs('dan', `${scene.path}/-/issues?sort=desc`)
  const title = dan.getByRole('link', { name: 'Dress the loom' })
  const panelOf = (iid: number) => dan.getByRole('complementary', { name: `Issue #${iid}` })
  // The key works once the browser has had time to load the part.
  await expect(async () => {
    await title.press(' ')
    await expect(panelOf(dress.iid)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(title).toHaveAttribute('aria-current', 'true')
  await dan.keyboard.press('j')
  await expect(panelOf(wind.iid).getByRole('heading', { name: 'Wind the warp' })).toBeVisible()
  await dan.keyboard.press('k')
  await expect(panelOf(dress.iid)).toBeVisible()
  await dan.goBack()
  await expect(panelOf(dress.iid)).toHaveCount(0)
  await expect(title).toBeFocused()

  await title.hover()
  await dan.getByRole('button', { name: `Show #${dress.iid} beside the list` }).click()
  await panelOf(dress.iid).getByRole('link', { name: 'Open' }).click()
  await expect(dan).toHaveURL(new RegExp(`/-/issues/${dress.iid}$`))
  await dan.goto(`${scene.path}/-/issues?peek=99999`)
  await expect(panelOf(99999)).toContainText('This issue does not exist, or you do not have access to it.')
})

test('LIST-015 rows are selected as a range by a click with Shift, and one after the other by Shift+J', async () => {
  const { scene } = made()
  for (const title of ['Oil the shuttle', 'Count the picks'])
    await scene.make(`projects/${scene.projectId}/issues`, { title })
  const rita = await scene.openAs('rita', `${scene.path}/-/issues?sort=desc`)
  const rows = rita.getByRole('list', { name: 'Issues' }).getByRole('listitem')
  const boxes = rows.getByRole('checkbox')
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(rita.getByText('3 selected')).toBeVisible()
  await boxes.nth(0).click({ modifiers: ['Shift'] })
  await expect(rita.getByText('3 selected')).toHaveCount(0)

  await rows.nth(1).getByRole('link').first().focus()
  await rita.keyboard.press('Shift+J')
  await expect(rita.getByText('2 selected')).toBeVisible()
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused()
  await rita.keyboard.press('Shift+K')
  await expect(rita.getByText('1 selected')).toBeVisible()
  await expect(boxes.nth(1)).toBeChecked()
  await expect(boxes.nth(2)).not.toBeChecked()
  await rita.getByRole('button', { name: 'Milestone', exact: true }).focus()
  await rita.keyboard.press('Escape')
  await expect(rita.getByText('1 selected')).toHaveCount(0)
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
  await rita.keyboard.press('Shift+?')
  const help = rita.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Show beside the list')
  await expect(help).toContainText('Clear the selection')
})
