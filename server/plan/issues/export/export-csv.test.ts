import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { downloadIssuesCsv, exportIssuesCsv } from '#contract/plan/issues/issue-csv.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const linesOf = (body: unknown): readonly string[] => String(body).split('\r\n')

test('LIST-023 LIST-002 the issues that a filter finds are exported as CSV, by title, and nothing in it runs as a formula', async () => {
  const { as, build, project, users } = await world()
  await build.issue({ title: 'Warp, "tight"', weight: 3, assigneeIds: [users.dan.id] })
  await build.issue({ title: '=cmd()', description: 'two\nlines' })
  await build.issue({ title: 'Cut', state: 'closed' })
  await build.issue({ title: 'Secret', confidential: true })
  const asked = { namespace: project.fullPath }
  const shown = linesOf((await as('gus').reply(exportIssuesCsv, asked)).body)
  expect(shown[0]).toMatch(/^ID,IID,Title,Description,Type,URL,State,/)
  expect(shown[1]).toContain(`,'=cmd(),"two\nlines",Issue,http://weft.test/weft/loom/-/issues/`)
  expect(shown[2]).toMatch(/,"Warp, ""tight""",.*,Open,No,No,,,.*,Dan,dan,.*,3$/)
  expect(shown.slice(3)).toEqual([''])
  const all = linesOf((await as('rita').reply(downloadIssuesCsv, { ...asked, state: 'all' })).body)
  expect(all).toHaveLength(6)
})

test('PERM-015 an export is for those who are signed in and see the issues', async () => {
  const { as, project } = await world()
  const asked = { namespace: project.fullPath }
  expect(await outcomeOf(as('nina').call(exportIssuesCsv, asked))).toBe('not_found')
  expect(await outcomeOf(as('anon').call(exportIssuesCsv, asked))).toBe('not_found')
})

test('an export of many issues takes a statement for each batch', async () => {
  const { as, build, project, statements } = await world()
  for (let count = 0; count < 3; count += 1) await build.issue()
  const asked = { namespace: project.fullPath }
  const few = await statements(async () => void (await as('rita').reply(exportIssuesCsv, asked)))
  for (let count = 0; count < 9; count += 1) await build.issue()
  expect(await statements(async () => void (await as('rita').reply(exportIssuesCsv, asked)))).toBe(few)
})

test('an export of long descriptions is read in smaller batches, and holds each issue once', async () => {
  const { as, build, project, statements, db } = await world()
  for (const title of ['a', 'b', 'c']) await build.issue({ title })
  const asked = { namespace: project.fullPath }
  const read = async () => linesOf((await as('rita').reply(exportIssuesCsv, asked)).body)
  const few = await statements(read)
  await sql`update issuables set description = repeat('woven ', 400000) where title <> 'b'`.execute(db)
  expect(await statements(read)).toBe(few + 2)
  expect((await read()).slice(1).map(line => line.split(',')[2])).toEqual(['a', 'b', 'c', undefined])
})
