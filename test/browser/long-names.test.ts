import { expect, type Page } from '@playwright/test'
import { visit } from './accessibility.ts'
import { signInAsRoot } from './code-repository.ts'
import { type ApiCall, test } from './fixtures.ts'

const words = (length: number) =>
  'Quarterly hardening of the looms and their controllers '.repeat(9).slice(0, length).trim()
const oneWord = (length: number) => 'weavingloomcontroller'.repeat(12).slice(0, length)

interface Made {
  readonly id: number
}

/** A group in which all has a name as long as names can be, with and without spaces. */
async function nameAtLength(root: ApiCall): Promise<void> {
  const make = async (path: string, body: object) => (await root('POST', path, body)).body as Made
  const group = await make('groups', { name: 'Long', path: 'long' })
  const project = await make('projects', {
    name: 'Loom',
    path: 'loom',
    namespace_id: group.id,
    initialize_with_readme: true,
  })
  const of = `projects/${project.id}`
  for (const [name, path] of [
    [words(200), 'words'],
    [oneWord(200), 'word'],
  ] as const) {
    const topics = ['weaving', 'looms']
    await make('projects', { name, path, namespace_id: group.id, description: words(240), topics })
    await make('groups', { name, path: `${path}s`, parent_id: group.id, description: words(240) })
    await make(`${of}/milestones`, { title: name, start_date: '2030-01-01', due_date: '2030-12-24' })
    await make(`groups/${group.id}/milestones`, { title: `${name}.` })
    await make(`groups/${group.id}/epics`, { title: name, description: words(900) })
    await make(`${of}/issues`, { title: name, description: words(900) })
    await make(`${of}/repository/branches`, { branch: name.replaceAll(' ', '-'), ref: 'main' })
    await make(`${of}/repository/tags`, { tag_name: name.replaceAll(' ', '-'), ref: 'main', message: words(80) })
    const username = `${path}${oneWord(100)}`
    const user = await make('users', {
      name: name.slice(0, 120),
      username,
      email: `${path}@example.com`,
      password: 'Passw0rd-x9',
      skip_confirmation: true,
    })
    await make(`${of}/members`, { user_id: user.id, access_level: 30 })
  }
}

/** The rows of the lists of a page that are higher than some pixels. */
const higher = (page: Page, thanPx: number) =>
  page.locator('main ul[aria-label] > li').evaluateAll(
    (rows, most) =>
      rows.flatMap(row => {
        const { height } = row.getBoundingClientRect()
        return height > most ? [`${Math.round(height)}: ${row.textContent.slice(0, 40)}`] : []
      }),
    thanPx,
  )

test('names as long as they can be make no row of a list high on a tablet, and no page wide on a phone', async ({
  page,
  weft,
  api,
}) => {
  test.setTimeout(120_000)
  await nameAtLength(api())
  await signInAsRoot(page, weft)
  const lists = [
    '/',
    '/explore',
    '/groups/long',
    '/groups/long/-/milestones',
    '/long/loom/-/milestones',
    '/groups/long/-/epics',
    '/long/loom/-/issues',
  ]
  const others = [
    '/long/loom/-/branches',
    '/long/loom/-/tags',
    '/long/loom/-/activity',
    '/admin/users',
    '/long/loom/-/project_members',
    '/search?search=looms',
    `/word${oneWord(100)}`,
  ]
  for (const path of [...lists, ...others]) {
    await visit(page, path)
    for (const width of [768, 820]) {
      await page.setViewportSize({ width, height: 1000 })
      expect(await higher(page, 96), `${path} at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(await wide(), `${path} at 390`).toBe(false)
  }
  await visit(page, '/groups/long')
  const row = page
    .getByRole('listitem')
    .filter({ hasText: oneWord(20) })
    .last()
  const [name, sign] = [await row.getByRole('link').first().boundingBox(), await row.getByText('Private').boundingBox()]
  // The sign of the visibility is beside the first line of the name.
  expect(sign?.y).toBeLessThan((name?.y ?? 0) + 22)
})
