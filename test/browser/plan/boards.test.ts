import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const at = `projects/${scene.projectId}`
  const board = await scene.make(`${at}/boards`, { name: 'Development' })
  for (const name of ['Doing', 'Review']) {
    const { id } = await scene.make(`${at}/labels`, { name, color: '#3366cc' })
    await scene.make(`${at}/boards/${board.id}/lists`, { label_id: id })
  }
  const group = scene.path.split('/')[1] ?? ''
  const { id: epicId } = await scene.make(`groups/${group}/epics`, { title: 'Spring' })
  for (const title of ['Wind the warp', 'Dress the loom']) await scene.make(`${at}/issues`, { title })
  await scene.make(`${at}/issues`, { title: 'Count the threads', labels: 'Review', epic_id: epicId })
  return { scene, address: `${scene.path}/-/boards` }
})

const cardsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: `Issues in ${list}` }).getByRole('listitem')

test('a card that one person drags to another list moves for the others; the keyboard moves it on', async () => {
  const { scene, address } = made()
  const rita = await scene.openAs('rita', address)
  const dan = await scene.openAs('dan', address)
  await expect(cardsOf(dan, 'Open')).toHaveCount(2)
  await rita.getByRole('button', { name: 'Expand Closed' }).click()
  const card = cardsOf(rita, 'Open').filter({ hasText: 'Wind the warp' })
  const from = await card.boundingBox()
  const to = await rita.getByRole('region', { name: 'Doing' }).boundingBox()
  if (from === null || to === null) throw new Error('nothing to drag')
  await rita.mouse.move(from.x + 40, from.y + 15)
  await rita.mouse.down()
  await rita.mouse.move(to.x + 60, to.y + 80, { steps: 5 })
  await expect(rita.getByRole('region', { name: 'Doing' })).toHaveAttribute('data-target', 'true')
  await rita.mouse.up()
  await expect(cardsOf(dan, 'Doing')).toContainText('Wind the warp', live)
  await expect(cardsOf(dan, 'Open')).toHaveCount(1)

  await cardsOf(rita, 'Doing').getByRole('link').focus()
  await rita.keyboard.press('Shift+ArrowRight')
  await expect(cardsOf(dan, 'Review').first()).toContainText('Wind the warp', live)
  await expect(cardsOf(rita, 'Review').first().getByRole('link')).toBeFocused()
  await rita.keyboard.press('Shift+L')
  await expect(rita.getByRole('status').filter({ hasText: 'moved to Closed' })).toHaveCount(1)
  await expect(cardsOf(rita, 'Closed')).toContainText('Wind the warp')
  await expect(dan.getByRole('region', { name: 'Closed' })).toContainText('1', live)

  // One move after the other is undone.
  await rita.keyboard.press('z')
  await expect(cardsOf(dan, 'Review').first()).toContainText('Wind the warp', live)
  await rita.keyboard.press('z')
  await expect(cardsOf(dan, 'Doing')).toContainText('Wind the warp', live)
  await expect(rita.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await cardsOf(rita, 'Doing').getByRole('link').focus()
  await rita.keyboard.press('Shift+ArrowRight')
  await expect(cardsOf(dan, 'Review').first()).toContainText('Wind the warp', live)

  // A move that is not saved is reverted.
  await rita.route('**/api/graphql', route => route.abort())
  await cardsOf(rita, 'Open').getByRole('link').focus()
  await rita.keyboard.press('Shift+ArrowRight')
  await expect(rita.getByText(/Could not move #\d+/)).toBeVisible()
  await expect(cardsOf(rita, 'Open')).toContainText('Dress the loom')
  await expect(cardsOf(rita, 'Doing')).toHaveCount(0)

  // On a board grouped by epic, a step beyond the last card of a lane changes the epic.
  await rita.unroute('**/api/graphql')
  await rita.getByRole('button', { name: 'Group by: None' }).click()
  await rita.getByRole('menuitemradio', { name: 'Epic' }).click()
  const inEpic = cardsOf(rita, 'Review, epic Spring')
  await inEpic.getByRole('link').focus()
  await rita.keyboard.press('Shift+ArrowLeft')
  await rita.keyboard.press('Shift+ArrowDown')
  await expect(cardsOf(rita, 'Doing, no epic')).toContainText('Count the threads')
  await expect(cardsOf(rita, 'Doing, no epic').getByRole('link')).toBeFocused()
  await expect(cardsOf(dan, 'Doing')).toContainText('Count the threads', live)
  // Her lane keeps its place while the board is open, as a list does.
  await expect(inEpic).toHaveCount(0)
  await expect(rita.getByRole('region', { name: 'Spring', exact: true })).toBeVisible()
})

test('a card that someone else moves while it is dragged is shown in its new list, under the pointer that dropped it', async ({
  api,
}) => {
  const { scene, address } = made()
  const { iid } = await scene.issue({ title: 'Card the wool' })
  const rita = await scene.openAs('rita', address)
  const card = (list: string) => cardsOf(rita, list).filter({ hasText: 'Card the wool' })
  const from = await card('Open').boundingBox()
  const to = await rita.getByRole('region', { name: 'Doing' }).boundingBox()
  if (from === null || to === null) throw new Error('nothing to drag')
  await rita.mouse.move(from.x + 40, from.y + 15)
  await rita.mouse.down()
  await rita.mouse.move(to.x + 60, to.y + 80, { steps: 5 })
  await api()('PUT', `projects/${scene.projectId}/issues/${iid}`, { labels: 'Review' })
  await expect(rita.getByRole('button', { name: 'Update board' })).toBeVisible(live)
  await rita.mouse.up()
  await expect(rita.getByText(`Someone else has moved #${iid} to another list.`)).toBeVisible()
  await expect(card('Review')).toBeVisible()
  await expect(card('Open')).toHaveCount(0)
  await api()('DELETE', `projects/${scene.projectId}/issues/${iid}`)
})

test('a board hides parts of its cards and folds its closed issues as each person chooses', async () => {
  const { scene, address } = made()
  const late = { title: 'A long title '.repeat(19), weight: 7, due_date: '2020-01-01', labels: 'Loud' }
  const { iid } = await scene.issue(late)
  const rita = await scene.openAs('rita', `${address}?group_by=none`)
  const card = (page: Page) => cardsOf(page, 'Open').filter({ hasText: `#${iid}` })
  const parts = (page: Page) => [card(page).getByText('Loud'), card(page).getByText('7', { exact: true })]
  const title = card(rita).locator('[data-row-link]')
  for (const part of parts(rita)) await expect(part).toBeVisible()
  const linePx = await title.evaluate(each => Number.parseFloat(getComputedStyle(each).lineHeight))
  expect((await title.boundingBox())?.height).toBeLessThanOrEqual(3 * linePx + 1)
  const closed = rita.getByRole('region', { name: 'Closed' })
  expect((await closed.boundingBox())?.width).toBeLessThanOrEqual(40)
  await rita.getByRole('button', { name: 'Display' }).click()
  for (const name of ['Labels', 'Weight']) await rita.getByRole('menuitemcheckbox', { name }).click()
  await rita.keyboard.press('Escape')
  await rita.getByRole('button', { name: 'Expand Closed' }).click()
  await rita.reload()
  await expect(card(rita)).toBeVisible()
  for (const part of parts(rita)) await expect(part).toHaveCount(0)
  await expect(rita.getByRole('button', { name: 'Collapse Closed' })).toBeVisible()
  const dan = await scene.openAs('dan', address)
  for (const part of parts(dan)) await expect(part).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Expand Closed' })).toBeVisible()
})

test('lanes of labels take cards with list and lane in one move and one undo, and stay as each person folds them', async () => {
  const { scene, address } = made()
  for (const name of ['urgency::high', 'urgency::low'])
    await scene.make(`projects/${scene.projectId}/labels`, { name, color: '#cc3333' })
  await scene.issue({ title: 'Oil the treadles', labels: 'Review' })
  const rita = await scene.openAs('rita', address)
  const dan = await scene.openAs('dan', `${address}?group_by=label&group_scope=urgency`)
  await rita.getByRole('button', { name: /^Group by: / }).click()
  await rita.getByRole('menuitemradio', { name: 'Label: urgency' }).click()
  const inLane = (page: Page, cell: string) => cardsOf(page, cell).filter({ hasText: 'Oil the treadles' })
  const card = inLane(rita, 'Review, no urgency label')
  const from = await card.boundingBox()
  const to = await rita.getByRole('region', { name: 'Doing, label urgency::high' }).boundingBox()
  if (from === null || to === null) throw new Error('nothing to drag')
  await rita.mouse.move(from.x + 40, from.y + 15)
  await rita.mouse.down()
  await rita.mouse.move(to.x + 60, to.y + 20, { steps: 5 })
  await rita.mouse.up()
  await expect(inLane(rita, 'Doing, label urgency::high')).toBeVisible()
  await expect(inLane(dan, 'Doing, label urgency::high')).toBeVisible(live)
  await rita.keyboard.press('z')
  await expect(inLane(dan, 'Review, no urgency label')).toBeVisible(live)
  await expect(inLane(rita, 'Review, no urgency label')).toBeVisible()

  // The keys go from lane to lane, beyond the first card of a cell.
  await inLane(rita, 'Review, no urgency label').getByRole('link').focus()
  while ((await inLane(rita, 'Review, label urgency::low').count()) === 0) await rita.keyboard.press('Shift+K')
  await expect(inLane(rita, 'Review, label urgency::low').getByRole('link')).toBeFocused()
  await expect(inLane(dan, 'Review, label urgency::low')).toBeVisible(live)

  // A move that is refused says why.
  const refusal = { data: { issueMoveList: { errors: ['Label could not be found'] } } }
  await rita.route('**/api/graphql', route => route.fulfill({ json: refusal }))
  await rita.keyboard.press('Shift+K')
  await expect(rita.getByText(/Could not move #\d+. Label could not be found./)).toBeVisible()
  await expect(inLane(rita, 'Review, label urgency::low')).toBeVisible()
  await rita.unroute('**/api/graphql')

  await rita.getByRole('button', { name: 'Collapse urgency::low' }).click()
  await expect(inLane(rita, 'Review, label urgency::low')).toHaveCount(0)
  await rita.goto(address)
  await expect(rita.getByRole('button', { name: 'Group by: urgency::' })).toBeVisible()
  await expect(rita.getByRole('button', { name: 'Expand urgency::low' })).toBeVisible()
  await expect(dan.getByRole('button', { name: 'Collapse urgency::low' })).toBeVisible()
})
