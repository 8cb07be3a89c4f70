import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { visit } from './issues-scene.ts'

test('the document brings the title that its page shows, and names nothing that the reader may not know', async ({
  scene,
  browser,
  api,
  weft,
}) => {
  const call = api()
  const { iid } = await scene.issue({ title: 'Shuttle <b>sticks</b> & `squeaks`' })
  const page = await scene.openAs('dan', scene.path)
  const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec(await (await page.request.get(path)).text())?.[1]
  const unescaped = (text = '') => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const paths = [
    ...['', '/-/issues', `/-/issues/${iid}`, '/-/issues/new', '/-/labels', '/-/milestones'].map(at => scene.path + at),
    ...['/-/activity', '/-/project_members', '/-/tree', '/-/commits'].map(at => scene.path + at),
    ...['/', '/explore', '/dashboard/todos', '/-/user_settings/profile', '/help/markdown', '/no/such/page'],
  ]
  for (const path of paths) {
    const title = unescaped(await titleOf(path))
    await visit(page, path)
    await expect(page, path).toHaveTitle(title)
    expect(title, path).toMatch(/^.+ · Weft$/)
  }
  expect(await titleOf(`${scene.path}/-/issues/${iid}`)).toContain(
    `Shuttle &lt;b&gt;sticks&lt;/b&gt; &amp; squeaks (#${iid}) · `,
  )

  await call('PUT', `projects/${scene.projectId}`, { visibility: 'private' })
  const stranger = await browser.newContext({ baseURL: weft.baseURL })
  const seen = await (await stranger.request.get(`${scene.path}/-/issues/${iid}`)).text()
  expect(seen).toContain('<title>Page not found · Weft</title>')
  expect(seen).not.toContain('Shuttle')
})
