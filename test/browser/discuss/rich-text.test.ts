import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { test } from '../fixtures.ts'

const description = `[[_TOC_]]

The energy is $\`E = mc^2\`$, not $\`\\frac{1}\`$.

\`\`\`math
\\sqrt{x^2 + 1}
\`\`\`

\`\`\`mermaid
graph TD
  A[Warp] --> B[Weft]
\`\`\`

\`\`\`mermaid
graph TD
  A[Warp --> B{
\`\`\`

\`\`\`ruby
puts "weave"
\`\`\`

## Selvedge
${'\nMore.\n'.repeat(40)}`

test('ISSUE-011, FORM-005 formulas, diagrams and code of texts, previews and new comments are ready to use', async ({
  scene,
}) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, iid } = await scene.openIssue('dan', { description }, { permissions })
  const article = page.getByRole('article', { name: 'The shuttle jams' })
  await expect(article.locator('math msup').first()).toHaveText('c2')
  await expect(article.locator('math[display=block] msqrt')).toBeVisible()
  await expect(article.getByTitle(/^Formula not shown: Unexpected end of input/)).toHaveText('\\frac{1}')

  const [drawn, wrong] = [article.getByRole('figure').first(), article.getByRole('figure').last()]
  await expect(drawn.frameLocator('iframe').getByText('Weft')).toBeVisible()
  await expect(drawn.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(drawn.locator('pre')).toBeHidden()
  await drawn.getByRole('button', { name: 'Show source' }).click()
  await expect(drawn.locator('pre')).toContainText('A[Warp] --> B[Weft]')
  await expect(wrong.getByText('Diagram not shown: Parse error on line 2.')).toBeVisible()
  await expect(wrong.locator('pre')).toBeVisible()

  await article.locator('pre.language-ruby').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(article.getByRole('button', { name: 'Copied' })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('puts "weave"')

  // A place of the text is shown below the bars that stay.
  const heading = article.getByRole('heading', { name: 'Selvedge' })
  await article.getByRole('link', { name: 'Selvedge', exact: true }).click()
  await expect(heading).toBeInViewport()
  await expect.poll(() => heading.evaluate(isUncovered)).toBe(true)

  const long = `\n\n\`\`\`mermaid\ngraph TD\n  A --> B\n%% ${'long '.repeat(800)}\n\`\`\`\n`
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(`It is $\`\\beta\`$.${long.repeat(2)}`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel').locator('math')).toHaveText('β')
  // The diagrams that are drawn unasked are limited for the whole text.
  await expect(page.getByText('These diagrams are long and may take a while.')).toHaveCount(1)
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'It is $`\\gamma`$.' })
  await expect(page.getByRole('article', { name: /^Comment by/ }).locator('math')).toHaveText('γ')
})

test('ISSUE-011 a diagram moves nothing when it is drawn, and is shown at its full size when asked for', async ({
  scene,
}) => {
  const steps = Array.from({ length: 12 }, (_, at) => `  N${at} --> N${at + 1}`).join('\n')
  const source = `Before.\n\n\`\`\`mermaid\ngraph TD\n${steps}\n\`\`\`\n\nAfter.`
  const { page, iid } = await scene.openIssue('dan', { description: 'None yet.' })
  await scene.make(`projects/${scene.projectId}/issues`, { title: 'Drawn', description: source })
  let draw = () => {}
  const mayDraw = new Promise<void>(resolve => {
    draw = resolve
  })
  await page.route('**/-/diagram', async route => {
    await mayDraw
    await route.continue()
  })
  await page.goto(`${scene.path}/-/issues/${iid + 1}`)
  const [after, figure] = [page.getByText('After.', { exact: true }), page.getByRole('figure')]
  const top = () => after.evaluate(element => Math.round(element.getBoundingClientRect().top))
  await expect(figure.locator('iframe')).toBeAttached()
  const before = await top()
  draw()
  await expect(figure).toHaveAttribute('data-state', 'drawn')
  expect(await top()).toBe(before)
  // All of it is in sight, smaller than it is.
  const last = figure.frameLocator('iframe').getByText('N12', { exact: true })
  await expect(last).toBeVisible()
  await figure.getByRole('button', { name: 'Full size' }).click()
  await expect.poll(top).toBeGreaterThan(before + 300)
  await expect(figure.getByRole('button', { name: 'Full size' })).toHaveCount(0)
})

function isUncovered(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 2, top + 2))
}

test('MR-003 ISSUE-011 references show who and what they are about, to those who may read it', async ({
  scene,
  api,
}) => {
  const target = await scene.issue({ title: 'The warp is loose', assignee_ids: [scene.people.rita.id] })
  const secret = await scene.issue({ title: 'The dye fades', confidential: true })
  const [, group] = scene.path.split('/')
  const label = { name: 'cloth', color: '#0f766e', description: 'All about cloth' }
  await scene.make(`projects/${scene.projectId}/labels`, label)
  const epic = await scene.make(`groups/${group}/epics`, { title: 'Better cloth' })
  const description = `See #${target.iid}, &${epic.iid} and @${scene.people.rita.username}. Not #${secret.iid}. ~cloth`
  const { page } = await scene.openIssue('gus', { description })
  const text = page.getByRole('article', { name: 'The shuttle jams' })
  const card = page.getByRole('tooltip')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/graphql')) asked.push(request.postData() ?? '')
  })
  await text.getByRole('link', { name: `#${target.iid}`, exact: true }).hover()
  await expect(card).toContainText('The warp is loose')
  await expect(card).toContainText(/Assigned to Rita/)
  await text.getByRole('link', { name: `&${epic.iid}` }).hover()
  await expect(card).toContainText('Better cloth')
  await text.getByRole('link', { name: `@${scene.people.rita.username}` }).hover()
  await expect(card).toContainText(/Rita of/)
  await text.getByRole('link', { name: `#${target.iid}`, exact: true }).hover()
  await expect(card).toContainText('The warp is loose')
  await text.getByRole('link', { name: 'cloth', exact: true }).hover()
  await expect(card).toContainText('All about cloth')
  expect(asked).toHaveLength(3)
  await expect(text.getByRole('link', { name: `#${secret.iid}` })).toHaveCount(0)
  const query = `{ workItem(id: "gid://gitlab/WorkItem/${secret.id}") { title } }`
  expect((await api(null)('POST', '/api/graphql', { query })).body).toEqual({ data: { workItem: null } })
})

test('ISSUE-011 a table that is wider than its text is reached by Tab and scrolled by keys, and one that fits is no stop', async ({
  scene,
}) => {
  const row = (cell: string) => `| ${`${cell} | `.repeat(6)}\n`
  const table = (cell: string) => `${row(cell)}${row('---')}${row(cell)}`
  const description = `${table('weavingloomcontrollers')}\n\nBetween.\n\n${table('a')}`
  const { page } = await scene.openIssue('dan', { description })
  const tables = page.getByRole('article', { name: 'The shuttle jams' }).locator('table')
  const [wide, fitting] = [tables.first(), tables.last()]
  await expect(wide).toHaveAttribute('tabindex', '0')
  await expect(fitting).not.toHaveAttribute('tabindex')
  expect(await violations(page)).toEqual([])
  await wide.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => wide.evaluate(element => element.scrollLeft)).toBeGreaterThan(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(table('weft and warp'))
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel').locator('table')).toHaveAttribute('tabindex', '0')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('tabpanel').locator('table')).not.toHaveAttribute('tabindex')
})
