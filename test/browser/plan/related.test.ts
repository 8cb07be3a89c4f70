import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'
import { live } from '../issues-scene.ts'
import { holdBack } from '../threads-scene.ts'

test.setTimeout(120_000)

const card = (page: Page) => page.getByRole('region', { name: /^Linked issues/ })
const group = (page: Page, name: string) => card(page).getByRole('region', { name, exact: true })
const row = (page: Page, title: string) => card(page).getByRole('listitem').filter({ hasText: title })
const input = (page: Page) => page.getByRole('combobox', { name: 'Issues to link' })
const add = (page: Page) => page.getByRole('button', { name: 'Add', exact: true })
const titles = (list: Locator) => list.getByRole('listitem').getByRole('link').allTextContents()

test.describe('linking issues', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const one = await scene.issue({ title: 'The warp is slack' })
    const two = await scene.issue({ title: 'Order heddles' })
    const { id: milestoneId } = await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Autumn' })
    const three = await scene.issue({
      title: 'Calibrate the sensor',
      confidential: true,
      weight: 8,
      due_date: '2031-05-06',
      milestone_id: milestoneId,
      assignee_ids: [scene.people.rita.id, scene.people.dan.id],
    })
    const at = (iid: number) => `${scene.path}/-/issues/${iid}`
    const dan = await scene.openAs('dan', at(one.iid))
    const rita = await scene.openAs('rita', at(two.iid))
    return { scene, one, two, three, at, dan, rita }
  })

  test('RELATED-002 RELATED-012 a button opens the form, which adds nothing while it is empty', async () => {
    const { dan } = made()
    await expect(card(dan)).toHaveCount(0)
    await dan.getByRole('button', { name: 'Link an issue' }).click()
    await expect(input(dan)).toBeFocused()
    await expect(add(dan)).toBeDisabled()
  })

  test('RELATED-006 RELATED-007 RELATED-008 an issue relates to another, blocks it or is blocked by it', async () => {
    const { dan } = made()
    for (const name of ['Relates to', 'Blocks', 'Is blocked by'])
      await expect(dan.getByRole('radio', { name })).toBeVisible()
    await expect(dan.getByRole('radio', { name: 'Relates to' })).toBeChecked()
  })

  test('RELATED-004 ERRMSG-055 an unknown issue is a token that is refused, and can be removed', async () => {
    const { dan } = made()
    await input(dan).fill('#9999')
    await expect(add(dan)).toBeEnabled()
    await input(dan).press('Enter')
    await expect(dan.getByRole('button', { name: 'Remove #9999' })).toBeVisible()
    await add(dan).click()
    await expect(dan.getByRole('alert')).toHaveText(/^Issue cannot be found\.$/)
    await dan.getByRole('button', { name: 'Remove #9999' }).click()
  })

  test('ERRMSG-058 a failure without a server message shows a default one', async () => {
    const { dan, two } = made()
    await dan.route('**/links', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await input(dan).fill(String(two.iid))
    await add(dan).click()
    await expect(dan.getByRole('alert')).toHaveText('Something went wrong while linking issues. Please try again.')
    await input(dan).fill('')
  })

  test('RELATED-004 an issue becomes a token, typed or found by its title', async () => {
    const { dan, two, three } = made()
    await input(dan).pressSequentially(`#${two.iid} #${two.iid} calib`)
    await expect(dan.getByRole('button', { name: `Remove #${two.iid}` })).toHaveCount(1)
    await expect(dan.getByRole('option', { name: /Calibrate the sensor/ })).toBeVisible()
    await input(dan).press('Enter')
    await expect(dan.getByRole('button', { name: `Remove #${three.iid}` })).toBeVisible()
  })

  test('RELATED-005 RELATED-013 all tokens are added once, with the link type chosen', async () => {
    const { dan } = made()
    await dan.getByRole('radio', { name: 'Blocks' }).check()
    const release = await holdBack(dan, /\/links$/, 'POST')
    await add(dan).click()
    await expect(dan.getByRole('button', { name: /Add$/ }).last()).toBeDisabled()
    release()
    await expect(input(dan)).toHaveCount(0)
    // Both are one change.
    await expect(dan.getByText('Linked 2 issues')).toBeVisible()
    await expect(dan.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('RELATED-001 RELATED-015 RELATED-022 both pages count the links and group them by type', async () => {
    const { one, dan, rita } = made()
    await expect(dan.getByRole('heading', { name: 'Linked issues 2' })).toBeVisible()
    expect(await titles(group(dan, 'Blocks'))).toEqual(['Order heddles', 'Calibrate the sensor'])
    await expect(group(rita, 'Is blocked by').getByRole('link', { name: 'The warp is slack' })).toBeVisible(live)
    await expect(rita.getByText(`marked this issue as blocked by #${one.iid}`)).toBeVisible(live)
  })

  test('RELATED-019 RELATED-020 a row tells about its issue, with avatars of 32 px', async () => {
    const { three, at, dan } = made()
    const full = row(dan, 'Calibrate the sensor')
    await expect(full).toContainText(`#${three.iid}`)
    await expect(full.getByRole('link', { name: 'Calibrate the sensor' })).toHaveAttribute('href', at(three.iid))
    await expect(full.getByRole('img', { name: 'Open' })).toBeVisible()
    await expect(full.getByRole('img', { name: 'Confidential' })).toBeVisible()
    for (const title of ['Milestone: Autumn', 'Weight: 8', /^Due: /]) await expect(full.getByTitle(title)).toBeVisible()
    const faces = full.getByRole('img', { name: /^Assignees: / })
    expect((await faces.locator('[data-shape]').first().boundingBox())?.width).toBe(32)
  })

  test('RELATED-018 a link into a project of others cannot be removed', async () => {
    const { scene, one, dan } = made()
    const group2 = await scene.make('groups', {
      name: 'Dyers',
      path: `dye${scene.path.split('/')[1]}`,
      visibility: 'public',
    })
    const dye = await scene.make('projects', {
      name: 'Dye',
      path: 'dye',
      namespace_id: group2.id,
      visibility: 'public',
    })
    const vat = await scene.make(`projects/${dye.id}/issues`, { title: 'The vat is cold' })
    // Neither pointer nor focus is in the list, which would hold its rows.
    await dan.getByRole('heading', { level: 1 }).click()
    await scene.make(`projects/${scene.projectId}/issues/${one.iid}/links`, {
      target_project_id: dye.id,
      target_issue_iid: vat.iid,
    })
    await expect(group(dan, 'Relates to').getByRole('listitem')).toHaveCount(1, live)
    const locked = row(dan, 'The vat is cold')
    await expect(locked.getByRole('img', { name: /^Only members of .*dye can remove this link\.$/ })).toBeVisible()
    await expect(locked.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  })

  test('RELATED-002 RELATED-003 a guest is offered no way to change links, and learns nothing of a confidential issue', async () => {
    const { scene, one, at } = made()
    const gus = await scene.openAs('gus', at(one.iid))
    await expect(card(gus).getByRole('listitem')).toHaveCount(2)
    await expect(row(gus, 'Calibrate')).toHaveCount(0)
    await expect(card(gus).getByRole('button')).toHaveCount(0)
  })

  test('RELATED-002 RELATED-003 a visitor can neither add nor remove links', async ({ page: visitor }) => {
    const { one, at } = made()
    await visitor.goto(at(one.iid))
    await expect(card(visitor).getByRole('listitem')).toHaveCount(2)
    await expect(card(visitor).getByRole('button')).toHaveCount(0)
  })

  test('RELATED-021 many links and child items are drawn fifty at a time, and counted whole', async ({ api }) => {
    const { scene, at, rita } = made()
    const hub = await scene.issue({ title: 'All threads' })
    const tasks = await Promise.all(
      Array.from({ length: 51 }, (_, index) => scene.issue({ title: `Thread ${index}`, issue_type: 'task' })),
    )
    await scene.make(`projects/${scene.projectId}/issues/${hub.iid}/notes`, {
      body: `/relate ${tasks.map(({ iid }) => `#${iid}`).join(' ')}`,
    })
    const gid = ({ id }: { readonly id: number }) => `gid://gitlab/WorkItem/${id}`
    for (const some of [tasks.slice(0, 50), tasks.slice(50)])
      await api()('POST', '/api/graphql', {
        query: `mutation($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }`,
        variables: { input: { id: gid(hub), hierarchyWidget: { childrenIds: some.map(gid) } } },
      })
    await rita.goto(at(hub.iid))
    for (const name of ['Linked issues', 'Tasks']) {
      const list = rita.getByRole('region', { name: new RegExp(`^${name} 51`) })
      await expect(list.getByRole('listitem')).toHaveCount(50)
      await list.getByRole('button', { name: 'Show more' }).click()
      await expect(list.getByRole('listitem')).toHaveCount(51)
      await expect(list.getByRole('button', { name: 'Show more' })).toHaveCount(0)
    }
  })

  test('many linked epics are drawn fifty at a time, and counted whole', async () => {
    const { scene, rita } = made()
    const group = scene.path.split('/')[1] ?? ''
    const epic = (title: string) => scene.make(`groups/${group}/epics`, { title })
    const { iid } = await epic('All cloths')
    for (let at = 1; at <= 101; at += 1) {
      const { iid: other } = await epic(`Cloth ${at}`)
      await scene.make(`groups/${group}/epics/${iid}/related_epics`, { target_group_id: group, target_epic_iid: other })
    }
    await rita.goto(`/groups/${group}/-/epics/${iid}`)
    const links = rita.getByRole('region', { name: /^Linked epics 101/ })
    await expect(links.getByRole('listitem')).toHaveCount(50)
    await links.getByRole('button', { name: 'Show more' }).click()
    await expect(links.getByRole('listitem')).toHaveCount(100)
    await links.getByRole('button', { name: 'Show more' }).click()
    await expect(links.getByRole('listitem')).toHaveCount(101)
    await expect(links.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })

  test('RELATED-014 a confidential issue is offered only confidential ones', async () => {
    const { three, at, dan } = made()
    const asked = dan.waitForRequest(request => request.url().includes('autocomplete_sources/issues'))
    await dan.goto(at(three.iid))
    await dan.getByRole('button', { name: 'Add a linked issue' }).click()
    expect((await asked).url()).toContain('confidential_only=true')
  })
})

test.describe('the order of links and their removal', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const one = await scene.issue({ title: 'The warp is slack' })
    const links = []
    for (const title of ['Alder', 'Birch', 'Cedar']) {
      const { iid } = await scene.issue({ title })
      links.push(
        await scene.make(`projects/${scene.projectId}/issues/${one.iid}/links`, {
          target_project_id: scene.projectId,
          target_issue_iid: iid,
        }),
      )
    }
    const dan = await scene.openAs('dan', `${scene.path}/-/issues/${one.iid}`)
    const gus = await scene.openAs('gus', `${scene.path}/-/issues/${one.iid}`)
    const shown = () => titles(group(dan, 'Relates to'))
    const handle = (title: string) => row(dan, title).getByRole('button', { name: /^Move #/ })
    return { scene, one, links, dan, gus, shown, handle }
  })

  test('RELATED-016 a link is dragged to another place, which is kept', async () => {
    const { dan, shown, handle } = made()
    await expect.poll(shown).toEqual(['Alder', 'Birch', 'Cedar'])
    await row(dan, 'Cedar').hover()
    const from = await handle('Cedar').boundingBox()
    const to = await row(dan, 'Alder').boundingBox()
    if (from === null || to === null) throw new Error('rows have no place')
    await dan.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await dan.mouse.down()
    await dan.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 6 })
    const kept = dan.waitForResponse(isOrdering)
    await dan.mouse.up()
    await expect.poll(shown).toEqual(['Cedar', 'Alder', 'Birch'])
    expect((await kept).status()).toBe(200)
    await dan.reload()
    await expect.poll(shown).toEqual(['Cedar', 'Alder', 'Birch'])
  })

  test('RELATED-016 a link is moved by keyboard, and its place announced', async () => {
    const { dan, shown, handle } = made()
    await handle('Cedar').focus()
    const keptAgain = dan.waitForResponse(isOrdering)
    await dan.keyboard.press('ArrowDown')
    await expect.poll(shown).toEqual(['Alder', 'Cedar', 'Birch'])
    await expect(group(dan, 'Relates to').getByRole('status')).toHaveText(/moved to position 2 of 3$/)
    await expect(handle('Cedar')).toBeFocused()
    await keptAgain
  })

  test('the order is the same for everyone', async ({ page: visitor }) => {
    const { scene, one, gus } = made()
    await expect.poll(() => titles(group(gus, 'Relates to')), live).toEqual(['Alder', 'Cedar', 'Birch'])
    await visitor.goto(`${scene.path}/-/issues/${one.iid}`)
    await expect.poll(() => titles(group(visitor, 'Relates to'))).toEqual(['Alder', 'Cedar', 'Birch'])
    await expect(card(visitor).getByRole('button')).toHaveCount(0)
  })

  test('ERRMSG-064 ERRMSG-065 a failed reorder is undone, and a list that fails to load is fetched again', async () => {
    const { dan, shown, handle } = made()
    await dan.route('**/links/*', route => route.fulfill({ status: 500, body: '' }))
    await dan.route('**/links', route => route.fulfill({ status: 500, body: '' }))
    await handle('Birch').focus()
    await dan.keyboard.press('ArrowUp')
    await expect(dan.getByText('An error occurred while reordering issues.')).toBeVisible()
    await expect(card(dan).getByRole('alert')).toContainText('An error occurred while fetching issues.')
    await dan.unroute('**/links')
    await card(dan).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(shown).toEqual(['Alder', 'Cedar', 'Birch'])
    await dan.unroute('**/links/*')
  })

  test('ERRMSG-060 a link whose removal fails reappears', async () => {
    const { dan, shown } = made()
    await dan.route('**/links/*', route => route.fulfill({ status: 500, body: '' }))
    await row(dan, 'Birch')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(dan.getByText('An error occurred while removing issues.')).toBeVisible()
    await expect.poll(shown).toEqual(['Alder', 'Cedar', 'Birch'])
    await dan.unroute('**/links/*')
  })

  test('RELATED-017 no other link can be removed during a removal, and Undo restores the link', async () => {
    const { dan, gus, shown } = made()
    const release = await holdBack(dan, /\/links\/\d+$/, 'DELETE')
    await row(dan, 'Birch')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect.poll(shown).toEqual(['Alder', 'Cedar'])
    await expect(row(dan, 'Alder').getByRole('button', { name: /^Remove/ })).toBeDisabled()
    release()
    await expect(row(gus, 'Birch')).toHaveCount(0, live)
    await dan.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(shown).toEqual(['Alder', 'Cedar', 'Birch'])
  })

  test('ERRMSG-059 a link that another user removed disappears without a message', async ({ api }) => {
    const { scene, one, links, dan, shown } = made()
    await dan.route('**/links/*', route => route.fulfill({ status: 404, json: { message: '404 Not found' } }), {
      times: 1,
    })
    await api()('DELETE', `projects/${scene.projectId}/issues/${one.iid}/links/${links[0]?.id}`)
    await expect(row(dan, 'Alder')).toHaveCount(0, live)
    await row(dan, 'Cedar')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect.poll(shown).toEqual(['Cedar', 'Birch'])
    await expect(dan.getByText('An error occurred while removing issues.')).toHaveCount(1)
  })
})

test.describe('closing a blocked issue', () => {
  const made = setUpOnce(async ({ newScene }) => {
    const scene = await newScene()
    const one = await scene.issue({ title: 'The warp is slack' })
    const two = await scene.issue({ title: 'Order heddles' })
    await scene.make(`projects/${scene.projectId}/issues/${one.iid}/links`, {
      target_project_id: scene.projectId,
      target_issue_iid: two.iid,
      link_type: 'is_blocked_by',
    })
    const dan = await scene.openAs('dan', `${scene.path}/-/issues/${one.iid}`)
    const header = dan.getByRole('article').getByRole('banner').or(dan.locator('article header'))
    const dialog = dan.getByRole('dialog', { name: 'Are you sure you want to close this blocked issue?' })
    return { scene, one, two, dan, header, dialog }
  })

  test('ISSUE-020 ISSUE-021 ISSUE-024 closing with a comment asks first, and names what blocks', async () => {
    const { scene, two, dan, dialog } = made()
    const box = dan.getByRole('textbox', { name: 'Comment' })
    await box.fill('Done anyway')
    await dan.getByRole('button', { name: 'Comment & close issue' }).click()
    await expect(dialog).toContainText('This issue is currently blocked by the following issues:')
    await expect(dialog.getByRole('link', { name: `#${two.iid}` })).toHaveAttribute(
      'href',
      `${scene.path}/-/issues/${two.iid}`,
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(box).toHaveValue('Done anyway')
  })

  test('ISSUE-022 confirmed, the comment is sent and the issue closed', async () => {
    const { dan, header, dialog } = made()
    await dan.getByRole('button', { name: 'Comment & close issue' }).click()
    await dialog.getByRole('button', { name: 'Yes, close issue' }).click()
    await expect(dan.getByText('Done anyway')).toBeVisible()
    await expect(header.getByRole('button', { name: 'Reopen issue' })).toBeVisible()
  })

  test('ISSUE-020 ISSUE-023 reopening never asks, closing from the header does', async () => {
    const { dan, header, dialog } = made()
    await header.getByRole('button', { name: 'Reopen issue' }).click()
    await expect(header.getByRole('button', { name: 'Close issue' })).toBeVisible()
    await header.getByRole('button', { name: 'Close issue' }).click()
    await expect(dialog).toBeVisible()
    await dan.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('an issue whose blocker is closed closes without a question', async ({ api }) => {
    const { scene, two, dan, header, dialog } = made()
    await api()('PUT', `projects/${scene.projectId}/issues/${two.iid}`, { state_event: 'close' })
    await expect(row(dan, 'Order heddles').getByRole('img', { name: 'Closed' })).toBeVisible(live)
    await header.getByRole('button', { name: 'Close issue' }).click()
    await expect(header.getByRole('button', { name: 'Reopen issue' })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test('ISSUE-012 a new related issue has its link filled in', async () => {
    const { one, dan } = made()
    await dan.getByRole('button', { name: 'More actions' }).first().click()
    await dan.getByRole('menuitem', { name: 'New related issue' }).click()
    await expect(dan.getByRole('checkbox', { name: `Link to #${one.iid}` })).toBeChecked()
    await dan.getByRole('textbox', { name: 'Title' }).fill('Look at the beam')
    await dan.getByRole('button', { name: 'Create issue' }).click()
    await expect(dan.getByRole('heading', { level: 1, name: 'Look at the beam' })).toBeVisible()
    await expect(group(dan, 'Relates to').getByRole('link', { name: 'The warp is slack' })).toBeVisible()
  })
})

/** The page tells how far it was read by the same method. */
const isOrdering = (response: Response): boolean =>
  response.request().method() === 'PUT' && /\/links\/\d+/.test(response.url())
