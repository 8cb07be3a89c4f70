import { expect } from '@playwright/test'
import { violations } from './accessibility.ts'
import { setUpOnce, test } from './fixtures.ts'
import { day, live } from './issues-scene.ts'
import { hydrated } from './windows.ts'

const made = setUpOnce(async ({ newScene }) => {
  const scene = await newScene()
  const group = scene.path.split('/')[1] ?? ''
  await scene.make(`groups/${group}/members`, { user_id: scene.people.rita.id, access_level: 20 })
  const milestone = await scene.make(`projects/${scene.projectId}/milestones`, {
    ...{ title: 'Autumn release', start_date: day(-6), due_date: day(12) },
  })
  const [first] = [
    await scene.issue({ milestone_id: milestone.id, weight: 3, title: 'Warp' }),
    await scene.issue({ milestone_id: milestone.id, weight: 2, title: 'Weft' }),
  ]
  await scene.make(`projects/${scene.projectId}/issues/${first.iid}/add_spent_time?duration=3h`, {})
  const epic = (title: string, from: number, to: number, parent?: number) =>
    scene.make(`groups/${group}/epics`, {
      ...{ title, start_date_is_fixed: true, start_date_fixed: day(from) },
      ...{ due_date_is_fixed: true, due_date_fixed: day(to), parent_id: parent },
    })
  const weave = await epic('Weave faster', -40, 60)
  await epic('Quieter shuttles', -10, 20, weave.id)
  await scene.make(`groups/${group}/epics/${weave.iid}/issues/${first.id}`, {})
  return { scene, group, milestone, first }
})

test('MILE-008 TIME-002 EPIC-012 a milestone shows its charts and times, and the roadmap its epics over time, live', async () => {
  const { scene, group, milestone, first } = made()
  const page = await scene.openAs('rita', `${scene.path}/-/milestones/${milestone.iid}`)
  const burndown = page.getByRole('slider', { name: 'Burndown chart: day' })
  await expect(burndown).toHaveAttribute('aria-valuetext', /Open issues 2$/)
  await expect(page.getByRole('region', { name: 'Time spent by issue' })).toContainText('Warp')
  await expect(page.getByRole('region', { name: 'Time spent by issue' })).toContainText('3h')
  await burndown.press('Home')
  await expect(burndown).toHaveAttribute('aria-valuetext', /Ideal –, Open issues 0$/)
  await page.getByRole('button', { name: 'Weight' }).click()
  await expect(page.getByRole('slider', { name: 'Burnup chart: day' })).toHaveAttribute(
    'aria-valuetext',
    /Total weight 5, Completed weight 0$/,
  )
  await scene.change(first.iid, { state_event: 'close' })
  await expect(page.getByRole('slider', { name: 'Burnup chart: day' })).toHaveAttribute(
    'aria-valuetext',
    /Completed weight 3$/,
    live,
  )
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('row', { name: /2 3 5$/ })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(`/groups/${group}/-/roadmap`)
  const roadmap = page.getByRole('region', { name: 'Epics over time' })
  const epics = roadmap.getByRole('list', { name: 'Epics' }).getByRole('listitem')
  await expect(epics).toHaveCount(2)
  await expect(roadmap.getByRole('link', { name: /1 of 1 issue closed, 100%$/ })).toBeVisible()
  await expect(roadmap.getByRole('link', { name: 'Autumn release' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await roadmap.getByRole('button', { name: 'Collapse Weave faster' }).click()
  await expect(epics).toHaveCount(1)
  await page.getByRole('button', { name: 'Weeks' }).click()
  await expect(page).toHaveURL(/scale=weeks/)
  // The keys scroll what is too wide.
  const left = () => roadmap.evaluate(element => element.scrollLeft)
  const before = await left()
  await roadmap.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  await scene.change(first.iid, { state_event: 'reopen' })
  await expect(roadmap.getByRole('link', { name: /0 of 1 issue closed, 0%$/ })).toBeVisible(live)
})

test('MILE-008 a milestone without dates asks for them, and its issues come first and are filtered by person', async () => {
  const { scene } = made()
  const { id, iid } = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Undated' })
  await scene.issue({ milestone_id: id, title: 'Card the wool', assignee_ids: [scene.people.dan.id] })
  await scene.issue({ milestone_id: id, title: 'Comb the wool' })
  const page = await scene.openAs('rita', `${scene.path}/-/milestones/${iid}`)
  const list = page.getByRole('list', { name: 'Milestone issues' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const shares = page.getByRole('list', { name: 'Issues by assignee' })
  await expect(shares.getByRole('listitem')).toHaveText([/Dan.*0 of 1 closed/, /No assignee.*0 of 1 closed/])
  const [issuesAt, sharesAt] = [await list.boundingBox(), await shares.boundingBox()]
  expect(sharesAt?.x).toBeGreaterThan((issuesAt?.x ?? 0) + (issuesAt?.width ?? 0))
  await shares.getByRole('link', { name: /Dan/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('Card the wool')
  await page.goBack()
  await shares.getByRole('link', { name: 'No assignee' }).click()
  await expect(list).toContainText('Comb the wool')
  await page.getByRole('button', { name: 'Set dates' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('combobox', { name: 'Due date' })
      .or(page.getByRole('dialog').getByRole('textbox', { name: 'Due date' })),
  ).toBeVisible()
  const reader = await scene.openAs('gus', `${scene.path}/-/milestones/${iid}`)
  await expect(reader.getByRole('list', { name: 'Milestone issues' }).getByRole('listitem')).toHaveCount(2)
  await expect(reader.getByRole('button', { name: 'Set dates' })).toHaveCount(0)
})

test('EPIC-012 the bar of an epic on the roadmap is moved by keys, stretched by the pointer, and opens beside it', async () => {
  const { scene, group } = made()
  const [blocker, blocked] = await Promise.all(
    ['Order yarn', 'Dye yarn'].map(title =>
      scene.make(`groups/${group}/epics`, {
        ...{ title, start_date_is_fixed: true, start_date_fixed: day(0) },
        ...{ due_date_is_fixed: true, due_date_fixed: day(30) },
      }),
    ),
  )
  await scene.make(`groups/${group}/epics/${blocker?.iid}/related_epics`, {
    ...{ target_group_id: group, target_epic_iid: blocked?.iid, link_type: 'blocks' },
  })
  const page = await scene.openAs('rita', `/groups/${group}/-/roadmap?scale=weeks`)
  const roadmap = page.getByRole('region', { name: 'Epics over time' })
  const bar = roadmap.getByRole('link', { name: /^Order yarn\. .*Blocks Dye yarn/ })
  await expect(roadmap.getByRole('link', { name: /^Dye yarn\. .*Blocked by Order yarn/ })).toBeVisible()
  const dates = async () => {
    const address = new URL(`/api/v4/groups/${group}/epics/${blocker?.iid}`, page.url())
    const { start_date: start, due_date: due } = await (await page.request.get(address.href)).json()
    return [start, due]
  }
  await hydrated(page)
  await bar.press('ArrowRight')
  await bar.press('ArrowRight')
  await expect(page.getByText('Changed the dates of “Order yarn”')).toBeVisible()
  await expect.poll(dates).toEqual([day(2), day(32)])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  // The message appears once the page shows the former dates.
  await expect(page.getByText('Changed the dates of “Order yarn”')).toBeVisible()
  expect(await dates()).toEqual([day(0), day(30)])

  const box = await bar.boundingBox()
  if (box === null) throw new Error('nothing to drag')
  await page.mouse.move(box.x + 1, box.y + 10)
  await page.mouse.down()
  // Half a rem is a day.
  await page.mouse.move(box.x + 1 - 5 * 8, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(dates).toEqual([day(-5), day(30)])

  await bar.click()
  const panel = page.getByRole('complementary', { name: `Epic &${blocker?.iid}` })
  await expect(panel.getByRole('heading', { name: 'Order yarn' })).toBeVisible()
})
