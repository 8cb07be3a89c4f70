import { expect, type Page } from '@playwright/test'
import { cloneFor } from '../code-repository.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { signIn } from '../sign-in.ts'

const trojan = 'if (access !== "user\u202e \u2066// Check if admin\u2069 \u2066") {'
const spoofed = 'export function is\u200bАdmin() {}'
const fileName = 'rtl-\u202egnp.ts'
const branch = 'topic/\u200bside'

/** The visible text, with the code points that the style adds. */
const marksIn = (page: Page, line: string) =>
  page
    .locator('code', { hasText: line })
    .locator('.unwanted')
    .evaluateAll(marks => marks.map(mark => mark.getAttribute('title')))

test.describe('hidden and misleading characters', () => {
  const made = setUpOnce(async ({ weft, api, browser }) => {
    const name = `hidden-${Date.now().toString(36)}`
    const clone = cloneFor(weft, name)
    clone.commit('Begin', { 'plain.ts': 'const plain = 1\n', 'привет.md': 'Привет, SQL-запрос\n' })
    clone.push('HEAD:main')
    clone.git('checkout', '-q', '-b', branch)
    clone.commit('Work', { [fileName]: `${trojan}\n${spoofed}\n`, 'plain.ts': 'const plain = 2\n' })
    clone.push(`HEAD:${branch}`)
    const project = `projects/${encodeURIComponent(`root/${name}`)}`
    const { body } = await api()('POST', `${project}/merge_requests`, {
      source_branch: branch,
      target_branch: 'main',
      title: 'Work',
    })
    const context = await browser.newContext({ baseURL: weft.baseURL })
    await signIn(context, 'root', weft.rootPassword)
    const at = `/root/${name}/-`
    return { page: await context.newPage(), at, project, iid: (body as { iid: number }).iid }
  })

  for (const view of ['blob', 'blame'])
    test(`DIFF-001 a ${view} marks them, warns above the file and shows the name as it is`, async () => {
      const { page, at } = made()
      await page.goto(`${at}/${view}/${encodeURIComponent(branch)}/${encodeURIComponent(fileName)}`)
      await expect(page.getByRole('note')).toContainText('hidden, bidirectional or lookalike characters')
      await expect
        .poll(() => marksIn(page, 'Check if admin'))
        .toEqual(['U+202E', 'U+2066', 'U+2069', 'U+2066'].map(code => `${code}: changes the direction of text`))
      await expect
        .poll(() => marksIn(page, 'export function'))
        .toEqual(['U+200B: invisible character', 'U+0410: looks like A'])
      await expect(page).toHaveTitle(/rtl-\[U\+202E\]gnp\.ts/)
      await expect(page.getByRole('navigation', { name: 'Path' }).locator('.unwanted')).toHaveCount(1)
    })

  test('DIFF-001 the mark shows the code point, and ends the direction that it changes', async () => {
    const { page } = made()
    const mark = page.locator('code .unwanted').first()
    // The styles of the page may come after its text.
    await expect
      .poll(() =>
        mark.evaluate(element => [
          getComputedStyle(element, '::before').content,
          getComputedStyle(element).unicodeBidi,
        ]),
      )
      .toEqual(['"U+202E"', 'isolate'])
  })

  test('DIFF-001 changes mark the lines, and warn in the file alone that has them', async () => {
    const { page, at, iid } = made()
    await page.goto(`${at}/merge_requests/${iid}/diffs`)
    const file = page.locator('[data-diff-file]', { hasText: 'gnp.ts' })
    await expect(file.getByRole('note')).toBeVisible()
    await expect.poll(() => marksIn(page, 'Check if admin')).toHaveLength(4)
    await expect(file.getByRole('heading').locator('.unwanted')).toHaveCount(1)
    await expect(page.getByRole('note')).toHaveCount(1)
    await expect(page.locator('[data-actions]').locator('.unwanted').first()).toBeVisible()
  })

  test('SUGG-001 a suggestion marks them, and code in its comment does', async ({ api }) => {
    const { page, at, project, iid } = made()
    const { body } = await api()('GET', `${project}/merge_requests/${iid}`)
    await api()('POST', `${project}/merge_requests/${iid}/discussions`, {
      body: 'Not `a\u202eb`:\n\n```suggestion:-0+0\nconst plaіn = 3\n```',
      position: {
        position_type: 'text',
        ...(body as { readonly diff_refs: object }).diff_refs,
        old_path: 'plain.ts',
        new_path: 'plain.ts',
        new_line: 1,
      },
    })
    await page.goto(`${at}/merge_requests/${iid}`)
    await expect(page.getByRole('region', { name: 'Suggested change' }).locator('.unwanted')).toHaveText('і')
    await expect(page.locator('.markdown p code .unwanted')).toHaveAttribute('data-code', 'U+202E')
  })

  test('BRANCH-001 lists of branches and files mark names, and leave other languages alone', async () => {
    const { page, at } = made()
    await page.goto(`${at}/branches`)
    await expect(page.locator('[data-ref] .unwanted')).toHaveAttribute('title', 'U+200B: invisible character')
    await page.goto(`${at}/tree/${encodeURIComponent(branch)}`)
    const entry = page.locator('[data-entry]', { hasText: 'gnp.ts' })
    await expect(entry.locator('.unwanted')).toHaveCount(1)
    await expect(page.locator('[data-entry]', { hasText: 'привет.md' }).locator('.unwanted')).toHaveCount(0)
  })
})
