import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type ApiCall, test } from './fixtures.ts'

const password = 'a-password-of-the-weavers'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

async function makeScene(call: ApiCall) {
  const tag = Math.random().toString(36).slice(2, 8)
  const post = async (path: string, body: object) =>
    (await call('POST', path, body)).body as { id: number; iid: number }
  const project = await post('projects', { name: 'Loom', path: `loom-${tag}`, visibility: 'public' })
  const issue = await post(`projects/${project.id}/issues`, { title: 'The shuttle jams' })
  const person = async (name: string, level: number) => {
    const username = `${name}${tag}`
    const email = `${username}@weavers.example`
    const { id } = await post('users', { username, name, email, password, skip_confirmation: true })
    await post(`projects/${project.id}/members`, { user_id: id, access_level: level })
    return { id, username }
  }
  const api = `projects/${project.id}/issues/${issue.iid}`
  return { path: `/root/loom-${tag}/-/issues/${issue.iid}`, projectId: project.id, api, person }
}

async function signIn(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/users/sign_in')
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/users/'))
  return page
}

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const box = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })

test('NOTE-003 NOTE-011 NOTE-023 a comment shows how its writer is, what they gave, and the files in it', async ({
  api,
  context,
}) => {
  const call = api()
  const { path, projectId, api: issue, person } = await makeScene(call)
  const [ann, ben] = [await person('Ann', 30), await person('Ben', 30)]
  const file = { branch: 'main', commit_message: 'First', content: 'Linen' }
  const pushed = await call('POST', `projects/${projectId}/repository/files/warp.txt?sudo=${ben.id}`, file)
  expect(pushed.status).toBe(201)
  await call('DELETE', `projects/${projectId}/members/${ben.id}`)
  await call('PUT', `user/status?sudo=${ben.id}`, { emoji: 'coffee', message: 'Back soon' })
  await call('POST', `${issue}/notes?sudo=${ben.id}`, { body: 'It is the race' })

  const page = await signIn(context, ann.username)
  await page.goto(path)
  const ofBen = comments(page).filter({ hasText: 'It is the race' })
  await expect(ofBen.getByText('Contributor', { exact: true })).toBeVisible()
  await ofBen.getByRole('img', { name: 'Status: Back soon' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Back soon' })).toBeVisible()

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'race.png', mimeType: 'image/png', buffer: picture },
      { name: 'measures.txt', mimeType: 'text/plain', buffer: Buffer.from('40') },
    ])
  await expect(box(page)).toHaveValue(/!\[race\]\([^)]+\).*\[measures\.txt\]\([^)]+\)/s)
  await box(page).press('Control+Enter')
  const own = comments(page).filter({ hasText: 'measures.txt' })
  await expect(own.getByRole('img', { name: 'race' })).toBeVisible()
  const link = own.getByRole('link', { name: 'measures.txt' })
  await expect(link).toHaveAttribute('href', /\/uploads\/.+\/measures\.txt$/)
  // Ann has a role here: that is what is said of her.
  await expect(own.getByText('Developer', { exact: true })).toBeVisible()
  await expect(own.getByText('Contributor', { exact: true })).toHaveCount(0)
})

test('DISC-021 one answers in a thread when one may, where comments are, and not in the timeline', async ({
  api,
  context,
  browser,
  baseURL,
}) => {
  const call = api()
  const { path, api: issue, person } = await makeScene(call)
  const ann = await person('Ann', 30)
  await call('POST', `${issue}/discussions`, { body: 'North wall or south?' })
  const page = await signIn(context, ann.username)
  await page.goto(path)
  const reply = (where: Page) => where.getByRole('textbox', { name: 'Reply' })
  await expect(reply(page)).toBeVisible()
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect(comments(page)).toHaveText(/North wall/)
  await expect(reply(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect(reply(page)).toBeVisible()
  const visitors = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) })
  const visitor = await visitors.newPage()
  await visitor.goto(path)
  await expect(comments(visitor)).toHaveText(/North wall/)
  await expect(reply(visitor)).toHaveCount(0)
  await visitors.close()
})

test('POLL-022 the search of a discussion asks when one has paused for a quarter of a second', async ({
  api,
  context,
}) => {
  const call = api()
  const { path, api: issue, person } = await makeScene(call)
  const ann = await person('Ann', 30)
  for (let made = 0; made < 62; made++) await call('POST', `${issue}/notes`, { body: `Pick ${made}.` })
  const page = await signIn(context, ann.username)
  const asked: { readonly search: string | null; readonly at: number }[] = []
  page.on('request', request => {
    if (request.url().includes('/search.json'))
      asked.push({ search: new URL(request.url()).searchParams.get('search'), at: Date.now() })
  })
  await page.goto(path)
  await page.getByRole('button', { name: 'Search this discussion' }).click()
  const words = page.getByRole('searchbox', { name: 'Search this discussion' })
  await expect(words).toBeFocused()
  const typedAt = Date.now()
  // Three changes without a pause between them, however busy the machine is.
  await words.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const text of ['Pi', 'Pick', 'Pick 21.']) {
      set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await expect.poll(() => asked.map(each => each.search)).toEqual(['Pick 21.'])
  expect((asked[0]?.at ?? 0) - typedAt).toBeGreaterThanOrEqual(250)
  await expect(page.getByRole('list', { name: 'Comments found' }).getByRole('button')).toHaveCount(1)
})
