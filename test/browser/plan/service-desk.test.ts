import { createHash } from 'node:crypto'
import { chromium, expect, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#tools/chromium.ts'
import { type ApiCall, setUpOnce, test, type Weft } from '../fixtures.ts'
import { type IssueScene, live, visit } from '../issues-scene.ts'
import { hydrated } from '../windows.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(90_000)

interface Request {
  /** The path of its page. */
  readonly path: string
}

/** The service desk of a project with its public form, and the person without an account who uses it. */
interface Desk {
  readonly scene: IssueScene
  readonly request: (title: string, email?: string) => Promise<Request>
}

async function deskIn(call: ApiCall, scene: IssueScene): Promise<Desk> {
  const succeed = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await call(method, path, body)
    expect(status, `${path}: ${JSON.stringify(answer)}`).toBeLessThan(300)
    return answer
  }
  await succeed('PUT', `${scene.path}/-/settings/service_desk`, { enabled: true, has_form: true })
  return {
    scene,
    request: async (title, email = 'carla@shop.example') => {
      const desk = `${scene.path}/-/service_desk`
      // As their contract has them.
      const { puzzle, zero_bits: zeroBits } = (await succeed('POST', `${desk}/puzzles`, {})) as Puzzle
      const given = { email, title, description: 'It creaks.', puzzle, answer: solved(puzzle, zeroBits) }
      return (await succeed('POST', `${desk}/requests`, given)) as Request
    },
  }
}

interface Puzzle {
  readonly puzzle: string
  readonly zero_bits: number
}

function solved(puzzle: string, zeroBits: number): number {
  let answer = 0
  while (createHash('sha256').update(`${puzzle}:${answer}`).digest().readUInt32BE(0) >>> (32 - zeroBits) !== 0)
    answer += 1
  return answer
}

/**
 * The window of a person without an account, in a browser of its own: that of the other journeys does not optimise scripts, and would
 * solve the puzzle of the form forty times as slowly.
 */
async function visitor(weft: Weft): Promise<Page> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: chromiumArguments(), ...(executablePath && { executablePath }) })
  return browser.newPage({ baseURL: weft.baseURL, reducedMotion: 'reduce' })
}

const rows = (page: Page) => page.getByRole('list', { name: 'Service desk', exact: true }).getByRole('listitem')

const listOf = ({ path }: IssueScene) => `${path}/-/issues/service_desk`

test.describe('the list of requests', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const desk = await deskIn(api(), await newScene())
    const { scene } = desk
    const issues = `projects/${scene.projectId}/issues`
    await scene.make(`projects/${scene.projectId}/labels`, { name: 'bug', color: '#c02b3c' })
    await scene.make(`projects/${scene.projectId}/milestones`, { title: 'Spring' })
    await scene.issue({ title: 'Not a request' })
    for (const title of ['The loom creaks', 'The shuttle jams', 'The yarn tears']) await desk.request(title)
    const { body } = await api()('GET', `${issues}?sort=asc&order_by=created_at`)
    const [, loom, shuttle, yarn] = body as readonly { readonly iid: number }[]
    const milestones = (await api()('GET', `projects/${scene.projectId}/milestones`)).body as readonly {
      readonly id: number
    }[]
    await scene.change(loom?.iid ?? 0, { labels: 'bug' })
    await scene.change(shuttle?.iid ?? 0, { milestone_id: milestones[0]?.id })
    await scene.change(yarn?.iid ?? 0, { assignee_ids: [scene.people.dan.id] })
    return { desk, scene, page: await scene.openAs('dan', listOf(scene)) }
  })

  test('SDESK-001 no author in the address or in the query shows other issues than those of the support bot', async () => {
    const { scene, page } = made()
    const all = [/The yarn tears/, /The shuttle jams/, /The loom creaks/]
    await expect(rows(page)).toHaveText(all)
    for (const query of [
      `author_username=${scene.people.dan.username}`,
      'author_username=root',
      'not[author_username]=support-bot',
      'or[author_username][]=root',
    ]) {
      await page.goto(`${listOf(scene)}?${query}`)
      await expect(rows(page)).toHaveText(all)
    }
    await page.goto(listOf(scene))
    await hydrated(page)
    const box = page.getByRole('combobox', { name: 'Search or filter requests' })
    await box.click()
    await expect(page.getByRole('option', { name: 'Label', exact: true })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Author', exact: true })).toHaveCount(0)
    await box.fill('author:root')
    await box.press('Enter')
    // The list has no such filter: the words are searched for.
    await expect(page).toHaveURL(/\?search=author%3Aroot$/)
    await expect(rows(page)).toHaveCount(0)
  })

  test('SDESK-002 the list is filtered by label, milestone, assignee and text', async () => {
    const { scene, page } = made()
    const box = page.getByRole('combobox', { name: 'Search or filter requests' })
    for (const [name, choice, row] of [
      ['Label', /^bug/, /The loom creaks/],
      ['Milestone', /^Spring/, /The shuttle jams/],
      ['Assignee', new RegExp(scene.people.dan.username), /The yarn tears/],
    ] as const) {
      await visit(page, listOf(scene))
      await expect(rows(page)).toHaveCount(3)
      await box.click()
      await page.getByRole('option', { name, exact: true }).click()
      await page.getByRole('option', { name: 'is', exact: true }).click()
      await page.getByRole('option', { name: choice }).click()
      await expect(rows(page)).toHaveText([row])
      await page.reload()
      await expect(rows(page)).toHaveText([row])
    }
    await page.goto(listOf(scene))
    await hydrated(page)
    await box.fill('shuttle')
    await box.press('Enter')
    await expect(page).toHaveURL(/search=shuttle/)
    await expect(rows(page)).toHaveText([/The shuttle jams/])
  })
})

test.describe('a request that was moved', () => {
  const made = setUpOnce(async ({ api, newScene }) => {
    const scene = await newScene()
    const desk = await deskIn(api(), scene)
    const other = await scene.inNewProject()
    const addresses: string[] = []
    for (const iid of [1, 2]) {
      await desk.request(`The loom creaks ${iid}`)
      const { iid: to } = await scene.make(`projects/${scene.projectId}/issues/${iid}/move`, {
        to_project_id: other.projectId,
      })
      addresses.push(`${other.path}/-/issues/${to}`)
    }
    return { scene, other, addresses }
  })

  test('SDESK-003 SDESK-004 the alert of a moved request is dismissed for its path in this browser, and shown on the next one', async () => {
    const { scene, addresses } = made()
    const [one = '', two = ''] = addresses
    const page = await scene.openAs('dan', one)
    const alert = page.getByText('Moved from the service desk of another project')
    await expect(alert).toBeVisible()
    await expect(page.getByText('This project has no service desk.')).toBeVisible()
    await hydrated(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
    await page.reload()
    await hydrated(page)
    await expect(page.getByText('by way of the service desk')).toBeVisible()
    await expect(alert).toHaveCount(0)
    await visit(page, two)
    await expect(alert).toBeVisible()
    await visit(page, one)
    await expect(page.getByRole('heading', { name: 'The loom creaks 1' })).toBeVisible()
    await expect(alert).toHaveCount(0)
  })
})

test('a visitor sends a request by the public form, and a member answers while its page is open, until the visitor closes it', async ({
  api,
  scene,
  weft,
}) => {
  await deskIn(api(), scene)
  const visiting = await visitor(weft)
  await visiting.goto(`${scene.path}/-/service_desk/new`)
  await hydrated(visiting)
  await visiting.getByLabel('Email').fill('carla@shop.example')
  await visiting.getByLabel('Name').fill('Carla Kunde')
  await visiting.getByLabel('Subject').fill('The loom creaks')
  await visiting.getByLabel('Message').fill('It **creaks** at night.')
  await visiting.reload()
  await hydrated(visiting)
  await expect(visiting.getByLabel('Email')).toHaveValue('carla@shop.example')
  await expect(visiting.getByLabel('Message')).toHaveValue('It **creaks** at night.')
  const attach = (name: string, content: string) =>
    visiting
      .getByLabel('Attach files')
      .and(visiting.locator('input'))
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  await attach('large.txt', 'x'.repeat(10 * 1024 * 1024 + 1))
  await expect(visiting.getByText('The file is too large. The maximum size is 10 MiB.')).toBeVisible()
  await attach('sound.txt', 'creak, creak')
  await expect(visiting.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveText([/sound\.txt/])
  await visiting.getByRole('button', { name: 'Send request' }).click()
  await expect(visiting).toHaveURL(/\/-\/service_desk\/requests\/[\w-]{43}$/, { timeout: 45_000 })
  await expect(visiting.getByRole('heading', { name: 'The loom creaks', level: 1 })).toBeVisible()
  await expect(visiting.getByText('Open', { exact: true })).toBeVisible()
  const contentOf = async (name: string) => {
    const link = visiting.getByRole('main').getByRole('link', { name })
    const answer = await visiting.request.get((await link.getAttribute('href')) ?? '')
    return answer.text()
  }
  expect(await contentOf('sound.txt')).toBe('creak, creak')

  const dan = await scene.openAs('dan', listOf(scene))
  await expect(rows(dan)).toHaveText([/The loom creaks/])
  await expect(rows(dan)).toContainText('Carla Kunde')
  await hydrated(dan)
  await dan.getByRole('link', { name: 'The loom creaks' }).click()
  await expect(dan.getByText('Requested by carla@shop.example')).toBeVisible()
  await dan.getByRole('textbox', { name: 'Comment' }).fill('Which loom is it?')
  await dan.getByRole('button', { name: 'Comment', exact: true }).click()

  const comments = visiting.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect(comments).toHaveText([/Dan of .*Which loom is it\?/s], { timeout: 20_000 })
  const reply = visiting.getByRole('textbox', { name: 'Reply' })
  await reply.fill('The old one.')
  await visiting.reload()
  await hydrated(visiting)
  await expect(reply).toHaveValue('The old one.')
  await attach('age.txt', '40 years')
  await visiting.getByRole('button', { name: 'Send reply' }).click()
  await expect(comments.last()).toContainText('The old one.')
  await expect(comments.last()).toContainText('You')
  expect(await contentOf('age.txt')).toBe('40 years')
  await expect(reply).toHaveValue('')
  await expect(visiting.getByRole('list', { name: 'Attached files' })).toHaveCount(0)
  await expect(dan.getByText('The old one.')).toBeVisible(live)
  await visiting.getByRole('button', { name: 'Close request' }).click()
  await expect(visiting.getByText('Closed', { exact: true })).toBeVisible()
  await expect(visiting.getByRole('button', { name: 'Reopen request' })).toBeVisible()
  await expect(dan.getByRole('article').getByRole('button', { name: 'Reopen issue' })).toBeVisible(live)
  await visiting.context().browser()?.close()
})
