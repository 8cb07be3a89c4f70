import type { Page } from '@playwright/test'
import { expectAccessible, visit } from '../accessibility.ts'
import { cloneFor, signInAsRoot } from '../code-repository.ts'
import { test } from '../fixtures.ts'

const pages = [
  '/root/shown',
  '/root/shown/-/blob/main/src/a.ts#L2',
  '/root/shown/-/tree/main/src',
  '/root/shown/-/blob/main/README.md',
  '/root/shown/-/blame/main/src/a.ts',
  '/root/shown/-/blob/main/data.bin',
  '/root/shown/-/commits',
  '/root/shown/-/commit/main',
  '/root/shown/-/branches',
  '/root/shown/-/tags',
  '/root/shown/-/compare',
  '/root/shown/-/compare/main...topic/side',
  '/root/bare/-/tree',
]

test.beforeAll(async ({ weft }) => {
  const clone = cloneFor(weft, 'shown')
  const lines = Array.from(
    { length: 300 },
    (_, at) => `export const n${at}: number = ${at} // ${'wide '.repeat(at % 30)}\n`,
  )
  clone.commit('Begin', {
    'README.md': '# Shown\n\nWith `code` and a [link](src/a.ts).\n',
    'src/a.ts': lines.join(''),
    'data.bin': Buffer.from([0, 1, 2]),
  })
  clone.commit('Change a line\n\nAnd say why.', { 'src/a.ts': lines.with(3, 'export const changed = true\n').join('') })
  clone.git('tag', '--annotate', 'v1.0', '--message', 'The first')
  clone.git('switch', '--quiet', '--create', 'topic/side')
  clone.commit('Aside', { 'src/b.py': 'def b():\n    return 1\n' })
  clone.push('main', 'topic/side', 'v1.0')
  await fetch(`${weft.baseURL}/api/v4/projects`, {
    method: 'POST',
    headers: { 'private-token': weft.rootToken, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bare', path: 'bare' }),
  })
})

test('every page of code is accessible, wide and narrow, light and dark', async ({ page, weft }) => {
  test.setTimeout(180_000)
  await signInAsRoot(page, weft)
  for (const path of pages) await look(page, path)
})

/** No violation of what can be checked by machine, nothing wider than the window. */
async function look(page: Page, path: string) {
  await visit(page, path)
  await expectAccessible(page, path)
}
