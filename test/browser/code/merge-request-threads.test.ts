import { expect, type Page } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

const weave = (...words: readonly string[]) => `${['reed', 'shed', ...words, 'cut', 'sell'].join('\n')}\n`

const file = (page: Page) => page.getByRole('region', { name: 'loom.txt', exact: true })
const lineForm = (page: Page) => page.getByRole('form', { name: /^Comment on/ })
const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Let requests fail until the returned function is called. */
async function failing(page: Page, method: 'GET' | 'PUT', url: RegExp) {
  await page.route(url, (route, request) =>
    request.method() === method ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  return () => page.unroute(url)
}

test.describe('a merge request with threads', () => {
  const made = setUpOnce(async ({ newScene, api }) => {
    const scene = await newScene()
    const project = `projects/${scene.projectId}`
    const commit = (branch: string, content: string, more: object = {}) =>
      scene.make(`${project}/repository/commits`, {
        branch,
        commit_message: `Weave ${branch}`,
        actions: [{ action: 'update', file_path: 'loom.txt', content }],
        ...more,
      })
    const actions = [{ action: 'create', file_path: 'loom.txt', content: weave('one', 'two') }]
    await commit('main', '', { actions })
    await commit('feature', weave('first', 'second'), { start_branch: 'main' })
    const { iid } = await scene.make(`${project}/merge_requests`, {
      source_branch: 'feature',
      target_branch: 'main',
      title: 'Weave in words',
      assignee_id: scene.people.dan.id,
    })
    const address = `${scene.path}/-/merge_requests/${iid}`
    const page = await scene.openAs('dan', `${address}/diffs`)
    return { api, scene, project, commit, address, page, iid }
  })

  test('NOTE-024 a comment on several lines says on which', async () => {
    const { page } = made()
    const row = (text: string) => file(page).locator('[data-row]').filter({ hasText: text })
    await row('first').hover()
    await row('first')
      .getByRole('button', { name: /^Comment on line/ })
      .hover()
    await page.mouse.down()
    await row('second').hover()
    await page.mouse.up()
    await expect(lineForm(page)).toContainText('Comment on lines +3 to +4')
    await lineForm(page).getByRole('textbox').fill('Both?')
    await lineForm(page).getByRole('button', { name: 'Add comment now' }).click()
    await expect(lineForm(page)).toHaveCount(0)
    await expect(file(page)).toContainText('Comment on lines +3 to +4')
  })

  test('SUGG-002 a reply and an edited comment begin a suggestion with the lines of their thread', async () => {
    const { page } = made()
    const block = /```suggestion:-1\+0\nfirst\nsecond\n```/
    await file(page).getByRole('textbox', { name: 'Reply' }).click()
    const reply = page.getByRole('form', { name: 'Reply' })
    await reply.getByRole('button', { name: 'Insert suggestion' }).click()
    const text = reply.getByRole('textbox', { name: 'Reply' })
    await expect(text).toHaveValue(block)
    await text.fill((await text.inputValue()).replace('second', 'last'))
    await reply.getByRole('button', { name: 'Reply', exact: true }).click()
    const suggestion = page.getByRole('region', { name: 'Suggested change' })
    await expect(suggestion).toContainText('+last')
    await expect(reply.getByRole('button', { name: 'Insert suggestion' })).toHaveCount(0)
    const comment = file(page).getByRole('article').filter({ hasText: 'Both?' })
    await comment.hover()
    await comment.getByRole('button', { name: 'Edit comment' }).click()
    const edited = page.getByRole('textbox', { name: 'Edit comment' })
    await page.getByRole('button', { name: 'Insert suggestion' }).click()
    await expect(edited).toHaveValue(block)
    await edited.fill('Both?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(edited).toHaveCount(0)
  })

  test('DISC-030 ERRMSG-083 a thread whose diff cannot be loaded says so, and loads it again', async () => {
    const { api, scene, project, page, address, iid } = made()
    const work = await failing(page, 'GET', /in_diff=true/)
    await page.goto(address)
    // The lines of a thread come with the discussion; only those of one that is started later are asked for.
    await expect(page.getByRole('group', { name: 'Commented lines' })).toContainText('+second')
    const { body } = await api()('GET', `${project}/merge_requests/${iid}/versions`)
    const [{ base_commit_sha: base, start_commit_sha: start, head_commit_sha: head }] = body as [Record<string, string>]
    await scene.make(`${project}/merge_requests/${iid}/discussions`, {
      body: 'And this?',
      position: {
        ...{ position_type: 'text', base_sha: base, start_sha: start, head_sha: head },
        ...{ old_path: 'loom.txt', new_path: 'loom.txt', new_line: 3 },
      },
    })
    await expect(page.getByText('Unable to load the diff')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    const lines = page.getByRole('group', { name: 'Commented lines' }).nth(1)
    await again.click()
    await expect(page.getByText('Unable to load the diff')).toBeVisible()
    await work()
    // A page without a connection for live changes tries again by itself, too.
    await again.or(lines).first().click()
    await expect(lines).toContainText('+first')
  })

  test('ASSIGN-002 ERRMSG-010 the reviewers are counted in their title, and say when they cannot be saved', async () => {
    const { page } = made()
    const choose = async (label: string, person: RegExp) => {
      await field(page, label)
        .getByRole('button', { name: `Edit ${label}` })
        .click()
      await page.getByRole('option', { name: person }).click()
      await page.getByRole('button', { name: /^Apply .*Reviewers?$/ }).click()
    }
    const work = await failing(page, 'PUT', /merge_requests\/\d+\.json/)
    await choose('Reviewer', /rita/i)
    await expect(field(page, 'Reviewer')).toContainText('Error occurred when saving reviewers')
    await work()
    await choose('Reviewer', /rita/i)
    await expect(field(page, 'Reviewer').getByRole('link')).toHaveCount(1)
    await choose('Reviewer', /dan/i)
    await expect(field(page, '2 Reviewers').getByRole('link')).toHaveCount(2)
  })

  test('SIDE-002 the sidebar of a merge request holds every field of its type', async () => {
    const { page } = made()
    const mounts = await page
      .getByRole('complementary', { name: 'Fields' })
      .locator('[data-mount]:has(*)')
      .evaluateAll(elements => elements.map(element => element.getAttribute('data-mount')))
    const ofAll = ['todo', 'assignees', 'labels', 'lock', 'subscriptions', 'participants', 'reference']
    expect(mounts).toEqual(expect.arrayContaining([...ofAll, 'reviewers', 'milestone', 'copy-email']))
  })

  test('ERRMSG-006 a lock that cannot be saved says so', async () => {
    const { page } = made()
    const work = await failing(page, 'PUT', /merge_requests\/\d+\.json/)
    await field(page, 'Lock').getByRole('button', { name: 'Edit Lock' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(
      page.getByText('Something went wrong trying to change the locked state of this merge request'),
    ).toBeVisible()
    await work()
    await page.keyboard.press('Escape')
  })

  test('ERRMSG-066 ERRMSG-067 a merge request that cannot be closed or reopened says so', async () => {
    const { page } = made()
    const header = page.getByRole('banner').or(page.getByRole('main')).last()
    for (const [verb, doing] of [
      ['Close', 'closing'],
      ['Reopen', 'reopening'],
    ] as const) {
      const button = header.getByRole('button', { name: `${verb} merge request` }).first()
      const work = await failing(page, 'PUT', /merge_requests\/\d+\.json/)
      await button.click()
      const problem = page.getByText(`Something went wrong while ${doing} the merge request. Please try again later.`)
      await expect(problem.first()).toBeVisible()
      await work()
      await button.click()
      await expect(problem).toHaveCount(0)
    }
    await expect(header.getByRole('button', { name: 'Close merge request' }).first()).toBeVisible()
  })

  test('SYSNOTE-011 a note about changed lines shows them when asked', async () => {
    const { page, commit } = made()
    await commit('feature', weave('first', 'final'))
    await expect(page.getByText('changed this line in version 2 of the diff')).toBeVisible()
    await page.getByRole('button', { name: 'Show changed lines' }).click()
    const lines = page.getByRole('group', { name: 'Changed lines' })
    await expect(lines).toContainText('-second')
    await expect(lines).toContainText('+final')
    await page.getByRole('button', { name: 'Hide changed lines' }).click()
    await expect(lines).toHaveCount(0)
  })

  test('SYSNOTE-004 the note about a push links to the changes since the version before', async () => {
    const { page, address } = made()
    await page.getByRole('link', { name: 'Compare with previous version' }).last().click()
    await expect(page).toHaveURL(/\/diffs\?version=2&since=1$/)
    await expect(file(page)).toContainText('final')
    await expect(file(page).locator('[data-row]').filter({ hasText: 'second' })).toHaveCount(1)
    await page.goto(address)
  })

  test('DISC-007 a thread that a push resolves says that it was not resolved by hand', async () => {
    const { page, api, commit, project, address } = made()
    await api()('PUT', project, { resolve_outdated_diff_discussions: true })
    await page.goto(`${address}/diffs`)
    const row = file(page).locator('[data-row]').filter({ hasText: 'final' })
    await row.hover()
    await row.getByRole('button', { name: /^Comment on line/ }).click()
    await lineForm(page).getByRole('textbox').fill('Is it?')
    await lineForm(page).getByRole('button', { name: 'Add comment now' }).click()
    await expect(lineForm(page)).toHaveCount(0)
    await page.goto(address)
    await commit('feature', weave('first', 'done'))
    await expect(page.getByText('Automatically resolved')).toBeVisible()
  })

  test('NOTE-023 an attached image shows in its comment, another file as a link with its name', async () => {
    const { page } = made()
    const box = page.getByRole('textbox', { name: 'Comment' })
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles([
        { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
        { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') },
      ])
    await expect(box).toHaveValue(/!\[dot\]\(.*\[plan\.txt\]\(/s)
    await box.press('Control+Enter')
    const comment = page.getByRole('article').filter({ has: page.getByRole('img', { name: 'dot' }) })
    await expect(comment.getByRole('img', { name: 'dot' })).toBeVisible()
    await expect(comment.getByRole('link', { name: 'plan.txt' })).toHaveAttribute('href', /\/uploads\/.*\/plan\.txt$/)
  })

  test('PLATFORM-005 the list of merge requests leads to a page with overview, commits and changes', async () => {
    const { page, scene } = made()
    await page.goto(`${scene.path}/-/merge_requests`)
    await page.getByRole('link', { name: 'Weave in words' }).click()
    const tabs = page.getByRole('navigation', { name: 'Merge request', exact: true })
    for (const [tab, shown] of [
      ['Commits', page.getByRole('link', { name: 'Weave feature' }).first()],
      ['Changes', file(page)],
      ['Overview', page.getByRole('region', { name: 'Merge', exact: true })],
    ] as const) {
      await tabs.getByRole('link', { name: new RegExp(`^${tab}`) }).click()
      await expect(shown).toBeVisible()
    }
  })

  test('SYSNOTE-003 a long list of commits is opened and closed', async () => {
    const { page, scene, commit, project, api } = made()
    await commit('side', weave('first', 'word 0'), { start_branch: 'feature' })
    for (const number of [1, 2, 3]) await commit('side', weave('first', `word ${number}`))
    const { iid } = await scene.make(`${project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'feature',
      title: 'Weave aside',
    })
    await expect.poll(async () => (await api()('PUT', `${project}/merge_requests/${iid}/merge`, {})).status).toBe(200)
    const note = page.getByRole('listitem').filter({ hasText: 'added 5 commits' })
    const commits = note.getByRole('listitem')
    await expect(commits).toHaveCount(3)
    await note.getByRole('button', { name: 'Show all 5' }).click()
    await expect(commits).toHaveCount(5)
    await note.getByRole('button', { name: 'Show fewer' }).click()
    await expect(commits).toHaveCount(3)
  })
})
