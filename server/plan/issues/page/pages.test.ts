import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getGroupIssuesPage, getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { slices } from '#server/slices.ts'
import { world } from '#test/world/world.ts'
import { issuePages } from './pages.ts'

test('the document of an issue brings its first comments, with the filter of its reader', async () => {
  const { as, build, db, project, users } = await world()
  const issue = await build.issue()
  const page = issuePages.find(each => each.name === 'issue')
  const input = { namespace: project.fullPath, iid: String(issue.iid) }
  const ask = async () => {
    const { body } = await as('gus').reply(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
    // The reply of the page's own operation.
    return page?.asksFirst?.(input, body as never, input)
  }
  const first = { namespace: project.fullPath, iid: issue.iid, per_page: 20, sort: 'asc', persist_filter: false }
  await expect(ask()).resolves.toMatchObject({ input: { ...first, notes_filter: 0 } })
  await db.updateTable('users').set({ issueNotesFilter: 1 }).where('id', '=', users.gus.id).execute()
  await expect(ask()).resolves.toMatchObject({ input: { ...first, notes_filter: 1 } })
})

test('the document of an iteration brings the issues that its page shows, with the filters of its address', async () => {
  const page = slices.flatMap(slice => slice.pages ?? []).find(each => each.name === 'group-iteration')
  const input = { namespace: 'weft', iteration_id: '7', labels: ['bug'] }
  const ask = (words: object) => page?.asksFirst?.(input, { iteration: { id: 7 } } as never, { ...input, ...words })
  const first = { namespace: 'weft', iteration_id: 7, labels: ['bug'] }
  expect(ask({})).toEqual({ operation: getGroupIssuesPage, input: { ...first, state: 'opened' } })
  expect(ask({ state: 'closed' })).toEqual({ operation: getGroupIssuesPage, input: { ...first, state: 'closed' } })
})

test('the modules that documents name are there', () => {
  const modules = slices.flatMap(slice => slice.pages ?? []).flatMap(page => page.module ?? [])
  expect(modules).not.toEqual([])
  for (const module of modules)
    expect(existsSync(join(import.meta.dirname, '../../../../web', module)), module).toBe(true)
})
