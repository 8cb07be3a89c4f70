import { expect, test } from 'vitest'
import { createIssue, listProjectIssues } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

/** The statements of a search among twelve issues with a word. */
async function searched() {
  const made = await world()
  for (let each = 1; each <= 12; each += 1) await made.build.issue({ title: `shuttle ${each}`, weight: each })
  const ask = { id: 'weft/loom', search: 'shuttle', perPage: 5, page: 2, orderBy: 'weight', sort: 'asc' } as const
  const found = await made.queries(() => made.as('gus').call(listProjectIssues, ask))
  return { ...made, ask, found }
}

test('a common search has its pages in order, with the total', async () => {
  const { as, ask } = await searched()
  const reply = await as('gus').reply(listProjectIssues, ask)
  expect((reply.body as readonly { weight: number }[]).map(each => each.weight)).toEqual([6, 7, 8, 9, 10])
  expect(reply.headers).toMatchObject({ 'x-total': '12', 'x-page': '2' })
  await expect(as('gus').reply(listProjectIssues, { ...ask, page: 4 })).resolves.toMatchObject({ body: [] })
})

test('a statement that looks for words shows nothing of the issues, which another does', async () => {
  const { found } = await searched()
  const searches = found.filter(({ sql }) => sql.includes('i.search like'))
  expect(searches).toHaveLength(2)
  expect(searches.filter(({ sql }) => sql.includes('json_build_object'))).toEqual([])
})

test('CONFID-007 a search does not show an issue that became confidential after it was found', async () => {
  const { db, found } = await searched()
  const shows = found.find(({ sql }) => sql.includes('with ordinality page'))
  if (shows === undefined) throw new Error('No statement shows what was found')
  const titles = async () => {
    const { rows } = await db.executeQuery<{ items: string }>(shows)
    return (JSON.parse(rows[0]?.items ?? '') as readonly { readonly title: string }[]).map(each => each.title)
  }
  await expect(titles()).resolves.toEqual([6, 7, 8, 9, 10].map(each => `shuttle ${each}`))
  await db.updateTable('issuables').set({ confidential: true }).where('title', '=', 'shuttle 7').execute()
  await db.deleteFrom('issuables').where('title', '=', 'shuttle 9').execute()
  await expect(titles()).resolves.toEqual([6, 8, 10].map(each => `shuttle ${each}`))
})

test.each(['_a', '<!--'])('PLATFORM-011 a description of nothing but %j is stored and found', async part => {
  const { as, project } = await world()
  const description = `shuttle ${part.repeat(90_000 / part.length)} stuck`
  const { iid } = await as('olga').call(createIssue, { id: project.id, title: 'Long', description })
  const found = await as('olga').call(listProjectIssues, { id: project.id, search: 'stuck' })
  expect(found.map(issue => issue.iid)).toEqual([iid])
})
