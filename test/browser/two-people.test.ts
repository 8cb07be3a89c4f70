import { expect, type Locator, type Page } from '@playwright/test'
import { cloneFor, signInAsRoot } from './code-repository.ts'
import { type ApiCall, setUpOnce, test } from './fixtures.ts'
import { type IssueScene, live } from './issues-scene.ts'
import { lendContext, pageIn } from './windows.ts'

/** One person's words and cards when another one is faster. The other one acts over the API. */
const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  return { scene, page, call: api(), as: (userId: number) => asUser(api(), userId) }
})

const asUser =
  (call: ApiCall, userId: number): ApiCall =>
  (method, path, body) =>
    call(method, `${path}${path.includes('?') ? '&' : '?'}sudo=${userId}`, body)

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: string | number }).id

async function thread(scene: IssueScene, call: ApiCall, iid: number): Promise<string> {
  const at = `projects/${scene.projectId}/issues/${iid}/discussions`
  return `${at}/${idOf(await call('POST', at, { body: 'Before or after the beat?' }))}`
}

test.describe('words stay in their box', () => {
  test('a reply is written on after its thread was resolved, and its letters run no shortcuts', async () => {
    const { scene, page, call } = made()
    const { iid } = await scene.issue()
    const at = await thread(scene, call, iid)
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await reply(page).click()
    await reply(page).pressSequentially('After')
    await call('PUT', at, { resolved: true })
    await expect(page.getByText(/^Resolved/).first()).toBeVisible(live)
    await page.keyboard.type(', always')
    await expect(reply(page)).toHaveValue('After, always')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'After, always' })).toBeVisible()
  })

  test('keys of a text box that another person has removed reach no shortcut until the writer does something else', async () => {
    const { scene, page, call } = made()
    const { iid } = await scene.issue({ description: '```\noil\n```' })
    await page.goto(`${scene.path}/-/issues/${iid}`)
    // The code that handles such keys is loaded once the page is at rest, with the buttons of code.
    await expect(page.getByRole('button', { name: 'Copy code' })).toBeAttached()
    await comment(page).pressSequentially('Half a though')
    await call('POST', `projects/${scene.projectId}/archive`)
    await expect(comment(page)).toHaveCount(0, live)
    await page.keyboard.type('t?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await call('POST', `projects/${scene.projectId}/unarchive`)
    await expect(comment(page)).toHaveValue('Half a though', live)
    await comment(page).fill('')
  })

  test('a new issue keeps its words when its project is renamed, and is created there', async () => {
    const { page, call } = made()
    const scene = await made().scene.inNewProject()
    await page.goto(`${scene.path}/-/issues/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Oil the treadles')
    await page.getByRole('textbox', { name: 'Description' }).fill('Both of them')
    await call('PUT', `projects/${scene.projectId}`, { path: 'mill' })
    await expect(page).toHaveURL(/\/mill\/-\/issues\/new/, live)
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Oil the treadles')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Both of them')
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil the treadles')
  })

  for (const [what, method, address] of [
    ['archived', 'POST', '/archive'],
    ['scheduled for deletion', 'DELETE', ''],
  ] as const)
    test(`a new issue of a project that is ${what} meanwhile can be copied, and the page says why`, async () => {
      const { page, call } = made()
      const scene = await made().scene.inNewProject()
      await page.goto(`${scene.path}/-/issues/new`)
      await page.getByRole('textbox', { name: 'Title' }).fill('Oil the treadles')
      await page.getByRole('textbox', { name: 'Description' }).fill('Both of them')
      await call(method, `projects/${scene.projectId}${address}`)
      await expect(page.getByRole('heading', { name: 'This project or group is now read-only' })).toBeVisible(live)
      await expect(page.getByRole('textbox', { name: 'Unsent draft' })).toHaveValue('Oil the treadles\n\nBoth of them')
    })

  for (const { of, path, box } of [
    { of: 'a file', path: 'edit/main/loom.txt', box: 'Content' },
    { of: 'a file in the Web IDE', path: 'ide/main/loom.txt', box: 'loom.txt' },
    { of: 'a new file', path: 'new/main', box: 'Content' },
  ])
    test(`${of} keeps its words when the project is archived, and cannot be committed`, async () => {
      const { page, call } = made()
      const scene = await made().scene.inNewProject()
      await call('POST', `projects/${scene.projectId}/repository/files/loom.txt`, {
        branch: 'main',
        content: 'one',
        commit_message: 'Begin',
      })
      await page.goto(`${scene.path}/-/${path}`)
      const content = page.getByRole('textbox', { name: box, exact: true })
      // A page that is taken over meanwhile loses the selection that is filled.
      await expect(async () => {
        await content.fill('two')
        await expect(content).toHaveValue('two')
      }).toPass()
      await call('POST', `projects/${scene.projectId}/archive`)
      await expect(page.getByText('The project is archived and cannot be changed.')).toBeVisible(live)
      await expect(content).toHaveValue('two')
      await expect(page.getByRole('button', { name: /^Commit/ })).toBeDisabled()
    })

  test('a pending comment that is edited here and published elsewhere keeps its new words for a new comment', async () => {
    const { scene, page, as } = made()
    const { iid } = await scene.issue()
    const dan = as(scene.people.dan.id)
    const drafts = `projects/${scene.projectId}/issues/${iid}/draft_notes`
    const id = idOf(await dan('POST', drafts, { note: 'First draft' }))
    await page.goto(`${scene.path}/-/issues/${iid}`)
    await page.getByRole('button', { name: 'Edit pending comment' }).click()
    const box = page.getByRole('textbox', { name: 'Edit pending comment' })
    await box.fill('Second draft')
    await dan('PUT', `${drafts}/${id}/publish`)
    await expect(page.getByText('This comment was published or deleted on another page.')).toBeVisible(live)
    await expect(box).toHaveValue('Second draft')
    await expect(page.getByRole('region', { name: 'Review' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Write as new comment' }).click()
    await expect(comment(page)).toHaveValue(/^Second draft\n?$/)
    await expect(box).toHaveCount(0)
    await comment(page).fill('')
  })
})

test('one draft that is sent in two tabs at the same instant is posted once', async () => {
  const { scene, page, call } = made()
  const { iid } = await scene.issue()
  const other = await pageIn(page.context())
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.goto(`${scene.path}/-/issues/${iid}`)
    await expect(comment(tab)).toBeVisible()
  }
  await comment(page).fill('Only once')
  await expect(comment(other)).toHaveValue('Only once')
  let asked = 0
  let letGo = () => {}
  const both = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.context().route(/loom\/notes$/, async route => {
    asked += 1
    if (asked === 2) letGo()
    await both
    await route.continue()
  })
  await Promise.all(tabs.map(tab => comment(tab).press('Control+Enter')))
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(1)
  await expect(comment(page)).toHaveValue('')
  expect((await call('GET', `projects/${scene.projectId}/issues/${iid}/notes`)).body).toHaveLength(1)
  await page.context().unroute(/loom\/notes$/)
  await other.close()
})

test('a comment by another person is there as soon as the network is back', async () => {
  const { scene, page, call } = made()
  const { iid } = await scene.issue()
  await page.goto(`${scene.path}/-/issues/${iid}`)
  await expect(comment(page)).toBeVisible()
  await page.clock.install()
  await page.context().setOffline(true)
  await call('POST', `projects/${scene.projectId}/issues/${iid}/notes`, { body: 'While you were away' })
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
  // Each look that fails makes the pause to the next one longer.
  for (const seconds of [3, 6, 12, 24]) await page.clock.runFor(seconds * 1000)
  await page.context().setOffline(false)
  await expect(page.getByText('While you were away')).toBeVisible({ timeout: 3_000 })
  await page.clock.resume()
})

test('a date until which a to-do is snoozed stays in its dialog when the to-do is marked as done elsewhere, and still counts', async () => {
  const { scene, page, as } = made()
  const { iid } = await scene.issue({ title: 'Wind the warp' })
  const dan = as(scene.people.dan.id)
  const id = idOf(await dan('POST', `projects/${scene.projectId}/issues/${iid}/todo`))
  await page.goto('/dashboard/todos')
  await page.getByRole('listitem').filter({ hasText: 'Wind the warp' }).getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'A date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  const date = dialog.getByRole('textbox', { name: 'Date' })
  await date.pressSequentially('in 2')
  await dan('POST', `todos/${id}/mark_as_done`)
  await expect(dialog).toContainText('This to-do was marked as done', live)
  await page.keyboard.type(' weeks')
  await expect(date).toHaveValue('in 2 weeks')
  await date.press('Tab')
  await dialog.getByRole('button', { name: 'Restore and snooze' }).click()
  await expect(page.getByText(/^Snoozed until/)).toBeVisible()
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await expect(page.getByRole('list', { name: 'Snoozed' })).toContainText('Wind the warp')
})

test.describe('boards', () => {
  const cards = (page: Page, list: string) =>
    page.getByRole('list', { name: `Issues in ${list}` }).getByRole('listitem')
  const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  /** A board with the lists Doing and Review, and an open card. */
  async function board() {
    const { page } = made()
    const scene = await made().scene.inNewProject()
    const at = `projects/${scene.projectId}`
    const { id } = await scene.make(`${at}/boards`, { name: 'Development' })
    const lists: number[] = []
    for (const name of ['Doing', 'Review']) {
      const label = await scene.make(`${at}/labels`, { name, color: '#3366cc' })
      lists.push((await scene.make(`${at}/boards/${id}/lists`, { label_id: label.id })).id)
    }
    await scene.issue({ title: 'Wind the warp' })
    await page.goto(`${scene.path}/-/boards`)
    await expect(cards(page, 'Open')).toHaveCount(1)
    const removeList = (index: number) => made().call('DELETE', `${at}/boards/${id}/lists/${lists[index]}`)
    return { scene, page, at, removeList }
  }

  const middleOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (box === null) throw new Error('not on the page')
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 80) }
  }

  test('a card that is held over a list when the list is removed goes nowhere', async () => {
    const { page, removeList, scene } = await board()
    const [from, to] = [await middleOf(cards(page, 'Open').first()), await middleOf(list(page, 'Review'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await expect(list(page, 'Review')).toHaveAttribute('data-target', 'true')
    const read = page.waitForResponse(/pages\/.*board/)
    await removeList(1)
    await read
    await page.mouse.up()
    // The page may know already, or hear it from the server.
    await expect(page.getByText(/Could not move #1\. The (list|issue or the list) was/).first()).toBeVisible()
    expect((await made().call('GET', `projects/${scene.projectId}/issues/1`)).body).toMatchObject({
      state: 'opened',
      labels: [],
    })
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(list(page, 'Review')).toHaveCount(0)
  })

  test('cards do not move under the pointer when another one arrives', async () => {
    const { page, scene } = await board()
    const card = cards(page, 'Open').first()
    await card.hover()
    await scene.issue({ title: 'Dress the loom' })
    await expect(page.getByRole('button', { name: '1 new issue' })).toBeVisible(live)
    await expect(cards(page, 'Open')).toHaveCount(1)
    await page.getByRole('button', { name: '1 new issue' }).click()
    await expect(cards(page, 'Open')).toHaveCount(2)
    await card.hover()
    await scene.issue({ title: 'Count the threads' })
    await expect(page.getByRole('button', { name: '1 new issue' })).toBeVisible(live)
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(cards(page, 'Open')).toHaveCount(3)
  })

  test('the title of a new card is there after its list was removed', async () => {
    const { page, removeList } = await board()
    await list(page, 'Doing').getByRole('button', { name: 'New issue' }).click()
    await page.getByRole('textbox', { name: 'Title of the new issue in Doing' }).fill('Oil the treadles')
    await page.getByRole('heading', { level: 1 }).click()
    await removeList(0)
    const unsent = page.getByRole('region', { name: 'Unsent title of a new issue' })
    await expect(unsent).toContainText('Oil the treadles', live)
    await expect(list(page, 'Doing')).toHaveCount(0)
    await unsent.getByRole('button', { name: 'Discard' }).click()
    await expect(unsent).toHaveCount(0)
  })

  test('a title that is refused while the next one is typed stays, and is created at a second try', async () => {
    const { page } = await board()
    await list(page, 'Doing').getByRole('button', { name: 'New issue' }).click()
    const title = page.getByRole('textbox', { name: 'Title of the new issue in Doing' })
    let refuse = () => {}
    const refused = new Promise<void>(resolve => {
      refuse = resolve
    })
    await page.route(/\/issues$/, async route => {
      await refused
      await route.fulfill({ status: 403, json: { message: '403 Forbidden' } })
    })
    await title.fill('First')
    await title.press('Enter')
    await title.fill('Second')
    refuse()
    const notice = list(page, 'Doing').getByText(/Could not create.*First/)
    await expect(notice).toContainText('You do not have permission to do this.')
    await expect(title).toHaveValue('Second')
    await page.unroute(/\/issues$/)
    await page.reload()
    await expect(title).toHaveValue('Second')
    await list(page, 'Doing').getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page, 'Doing')).toContainText('First')
    await expect(notice).toHaveCount(0)
  })

  test('a move of a card whose issue was deleted says so, and not that it has moved', async () => {
    const { page, scene } = await board()
    await page.route('**/api/graphql', async route => {
      await made().call('DELETE', `projects/${scene.projectId}/issues/1`)
      await route.continue()
    })
    await cards(page, 'Open').getByRole('link').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByText('Could not move #1. The issue or the list was deleted.').first()).toBeVisible()
    await expect(page.getByText(/#1 moved to/)).toHaveCount(0)
    await page.unroute('**/api/graphql')
  })
})

test.describe('words of a merge request', () => {
  /** The window of the administrator, with a merge request that has conflicts. */
  const reviewed = setUpOnce(async ({ api, baseURL, browser, weft }) => {
    const name = `overtaken${process.pid}`
    const clone = cloneFor(weft, name)
    clone.commit('Begin', { 'warp.txt': 'warp\n' })
    clone.push('main')
    clone.git('switch', '-c', 'feature')
    clone.commit('Dye it', { 'warp.txt': 'red warp\n' })
    clone.push('feature')
    clone.git('switch', 'main')
    clone.commit('Bleach it', { 'warp.txt': 'white warp\n' })
    clone.push('main')
    const given = { source_branch: 'feature', target_branch: 'main', title: 'Dye it' }
    await api()('POST', `projects/root%2F${name}/merge_requests`, given)
    const page = await pageIn(await lendContext(browser, baseURL))
    await signInAsRoot(page, weft)
    return { page, clone, call: api(), name, at: `/root/${name}/-/merge_requests/1` }
  })

  test('the summary of a review that was published elsewhere stays, and becomes a comment', async () => {
    const { page, call, name, at } = reviewed()
    const drafts = `projects/root%2F${name}/merge_requests/1/draft_notes`
    await call('POST', drafts, { note: 'Which red?' })
    await page.goto(at)
    await page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Submit review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Submit review' })
    const summary = dialog.getByRole('textbox', { name: 'Summary' })
    await summary.fill('Madder, I think.')
    await call('POST', `${drafts}/bulk_publish`)
    await expect(dialog).toContainText('already published or deleted on another page', live)
    await expect(summary).toHaveValue('Madder, I think.')
    await dialog.getByRole('button', { name: 'Write as new comment' }).click()
    await expect(comment(page)).toHaveValue(/^Madder, I think.\n?$/)
    await expect(dialog).toHaveCount(0)
  })

  test('a new merge request whose branch is deleted meanwhile keeps its words, and goes on from another branch', async () => {
    const { page, clone, call, name } = reviewed()
    clone.git('switch', '-c', 'weft')
    clone.commit('Wind it', { 'weft.txt': 'weft\n' })
    clone.push('weft', 'weft:weft-again')
    await page.goto(`/root/${name}/-/merge_requests/new?merge_request[source_branch]=weft`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Wind the weft')
    await page.getByRole('textbox', { name: 'Description' }).fill('Twice')
    await call('DELETE', `projects/root%2F${name}/repository/branches/weft`)
    await expect(page.getByText('The branch weft was deleted.')).toBeVisible(live)
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Twice')
    await expect(page.getByRole('button', { name: 'Create merge request' })).toBeDisabled()
    await page.getByRole('button', { name: /^From/ }).click()
    await page.getByRole('option', { name: 'weft-again' }).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Twice')
    await page.getByRole('button', { name: 'Create merge request' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wind the weft')
  })

  test('conflicts that are being resolved by hand keep their text when someone else has resolved them', async () => {
    const { page, clone, at } = reviewed()
    await page.goto(`${at}/conflicts`)
    await page.getByRole('button', { name: 'Edit manually' }).click()
    const content = page.getByRole('textbox', { name: 'Content' })
    await content.fill('pink warp')
    clone.git('switch', 'feature')
    clone.git('merge', '--quiet', '--strategy=ours', 'main')
    clone.push('feature')
    await expect(page.getByText('The conflicts were resolved in the meantime.')).toBeVisible(live)
    await expect(content).toHaveValue('pink warp')
    await expect(page.getByRole('button', { name: 'Commit to source branch' })).toBeDisabled()
    await page.getByRole('button', { name: 'Discard and go back' }).click()
    await expect(page).toHaveURL(/merge_requests\/1$/)
  })
  /** A merge request of one line, from a branch of its own. */
  async function oneLine(branch: string) {
    const { clone, call, name } = reviewed()
    clone.git('switch', '-c', branch, 'main')
    clone.commit(`Add ${branch}`, { [`${branch}.txt`]: `${branch}\n` })
    clone.push(branch)
    const given = { source_branch: branch, target_branch: 'main', title: `Add ${branch}` }
    const { body } = await call('POST', `projects/root%2F${name}/merge_requests`, given)
    // The contract's shape.
    const { iid, diff_refs } = body as { readonly iid: number; readonly diff_refs: object }
    return {
      of: `projects/root%2F${name}/merge_requests/${iid}`,
      at: `/root/${name}/-/merge_requests/${iid}`,
      refs: diff_refs,
    }
  }

  test('the message of a suggestion that someone else applies stays in its box, with the reason, until it is discarded', async () => {
    const { page, call } = reviewed()
    const { of, at, refs } = await oneLine('shuttle')
    const { body } = await call('POST', `${of}/discussions`, {
      body: '```suggestion\nSHUTTLE\n```',
      position: { ...refs, position_type: 'text', old_path: 'shuttle.txt', new_path: 'shuttle.txt', new_line: 1 },
    })
    // The contract's shape.
    const { id, notes } = body as { readonly id: string; readonly notes: readonly [{ readonly id: number }] }
    await page.goto(at)
    const box = page.getByRole('region', { name: 'Suggested change' })
    await box.getByRole('button', { name: 'Apply suggestion' }).click()
    const message = box.getByRole('textbox', { name: 'Commit message' })
    await message.pressSequentially('Say it')
    const suggestion = (await call('GET', `${of}/notes/${notes[0].id}`)).body as {
      readonly suggestions?: readonly { readonly id: number }[]
    }
    await call('PUT', `suggestions/${suggestion.suggestions?.[0]?.id}/apply`)
    await call('PUT', `${of}/discussions/${id}`, { resolved: true })
    await expect(box).toContainText('This suggestion was applied without your message.', live)
    await expect(page.getByText(/^Resolved/).first()).toBeVisible(live)
    await page.keyboard.type(' louder')
    await expect(message).toHaveValue('Say it louder')
    await expect(box.getByRole('button', { name: 'Apply' })).toHaveCount(0)
    await page.reload()
    await expect(message).toHaveValue('Say it louder')
    await box.getByRole('button', { name: 'Discard' }).click()
    await expect(message).toHaveCount(0)
  })

  test('the message of a suggestion that is taken out of its comment is offered', async () => {
    const { page, call } = reviewed()
    const { of, at, refs } = await oneLine('bobbin')
    const { body } = await call('POST', `${of}/discussions`, {
      body: '```suggestion\nBOBBIN\n```',
      position: { ...refs, position_type: 'text', old_path: 'bobbin.txt', new_path: 'bobbin.txt', new_line: 1 },
    })
    // The contract's shape.
    const { id, notes } = body as { readonly id: string; readonly notes: readonly [{ readonly id: number }] }
    await page.goto(at)
    const box = page.getByRole('region', { name: 'Suggested change' })
    await box.getByRole('button', { name: 'Apply suggestion' }).click()
    await box.getByRole('textbox', { name: 'Commit message' }).pressSequentially('Say it')
    await call('PUT', `${of}/discussions/${id}/notes/${notes[0].id}`, { body: 'Never mind.' })
    await expect(page.getByText('Never mind.')).toBeVisible(live)
    const kept = page.getByRole('region', { name: 'Unsent commit message' })
    await expect(kept).toContainText('Say it')
    await kept.getByRole('button', { name: 'Discard' }).click()
    await expect(kept).toHaveCount(0)
  })

  for (const { branch, what, overtake, reason } of [
    {
      branch: 'heddle',
      what: 'merges',
      overtake: (call: ApiCall, of: string) => call('PUT', `${of}/merge`),
      reason: 'Someone else merged this merge request with other commit messages.',
    },
    {
      branch: 'treadle',
      what: 'closes',
      overtake: (call: ApiCall, of: string) => call('PUT', of, { state_event: 'close' }),
      reason: 'Someone else closed this merge request.',
    },
  ])
    test(`the commit message of a merge request that someone else ${what} stays in its box until it is discarded`, async () => {
      const { page, call } = reviewed()
      const { of, at } = await oneLine(branch)
      await page.goto(at)
      const merge = page.getByRole('region', { name: 'Merge', exact: true })
      await merge.getByRole('button', { name: 'Merge options' }).click()
      await page.getByRole('menuitem', { name: 'Edit commit message' }).click()
      const message = merge.getByRole('textbox', { name: 'Merge commit' })
      await message.fill('Wind')
      await overtake(call, of)
      await expect(merge).toContainText(reason, live)
      await page.keyboard.type(' it')
      await expect(message).toHaveValue('Wind it')
      await page.reload()
      await expect(message).toHaveValue('Wind it')
      await merge.getByRole('button', { name: 'Discard changes' }).click()
      await expect(message).toHaveCount(0)
    })

  test('a merge time that is being set when someone else merges stays in its dialog', async () => {
    const { page, call } = reviewed()
    const { of, at } = await oneLine('reed')
    await page.goto(at)
    const merge = page.getByRole('region', { name: 'Merge', exact: true })
    await merge.getByRole('button', { name: 'More merge actions' }).click()
    await page.getByRole('menuitem', { name: 'Set merge time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set merge time' })
    await dialog.getByLabel('Merge after').fill('2040-01-02T03:04')
    await call('PUT', `${of}/merge`)
    await expect(dialog).toContainText('This merge request is no longer open.', live)
    await expect(dialog.getByLabel('Merge after')).toHaveValue('2040-01-02T03:04')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})
