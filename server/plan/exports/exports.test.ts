import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { epicsCsv, groupIssuesCsv, issuesCsv } from '#contract/plan/lists/csv-exports.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const linesOf = (body: unknown): readonly string[] => String(body).split('\r\n')

test('LIST-023 LIST-002 the issues that a filter finds are exported as CSV, by title, and nothing in it runs as a formula', async () => {
  const { as, build, project, users } = await world()
  await build.issue({ title: 'Warp, "tight"', weight: 3, assigneeIds: [users.dan.id] })
  await build.issue({ title: '=cmd()', description: 'two\nlines' })
  await build.issue({ title: 'Cut', state: 'closed' })
  await build.issue({ title: 'Secret', confidential: true })
  const asked = { namespace: project.fullPath }
  const shown = linesOf((await as('gus').reply(issuesCsv.post, asked)).body)
  expect(shown[0]).toMatch(/^\ufeffID,IID,Title,Description,Type,URL,State,/)
  expect(shown[1]).toContain(`,'=cmd(),"two\nlines",Issue,http://weft.test/weft/loom/-/issues/`)
  expect(shown[2]).toMatch(/,"Warp, ""tight""",.*,Open,No,No,,,.*,Dan,dan,.*,3,,,$/)
  expect(shown.slice(3)).toEqual([''])
  const all = linesOf((await as('rita').reply(issuesCsv.download, { ...asked, state: 'all' })).body)
  expect(all).toHaveLength(6)
})

test('PERM-015 an export is for those who are signed in and see the issues', async () => {
  const { as, project } = await world()
  const asked = { namespace: project.fullPath }
  expect(await outcomeOf(as('nina').call(issuesCsv.post, asked))).toBe('not_found')
  expect(await outcomeOf(as('anon').call(issuesCsv.post, asked))).toBe('not_found')
})

test('LIST-023 PERM-002 the export of a group has the issues of its projects that the reader may know of', async () => {
  const { as, build, group, project, users } = await world()
  const other = await build.project({
    path: 'shuttle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
    members: { [users.rita.id]: 20, [users.gus.id]: 10 },
  })
  await build.issue({ title: 'Warp', weight: 3 })
  await build.issue({ title: 'Secret', confidential: true })
  await build.issue({ title: 'Ahead', projectId: other.id })
  const asked = { namespace: group.fullPath }
  const rows = (body: unknown) => tableOf(body).map(row => [row.Title, row.Project])
  const all = [
    ['Ahead', other.fullPath],
    ['Secret', project.fullPath],
    ['Warp', project.fullPath],
  ]
  const reply = await as('rita').reply(groupIssuesCsv.post, asked)
  expect(rows(reply.body)).toEqual(all)
  expect(reply.headers['content-disposition']).toMatch(/filename="weft-issues-[\d-]+\.csv"/)
  expect(rows((await as('gus').reply(groupIssuesCsv.download, asked)).body)).toEqual([all[0], all[2]])
  expect(rows((await as('rita').reply(groupIssuesCsv.download, { ...asked, weight: 3 })).body)).toEqual([all[2]])
  const either = { any: { weight: [3], authorUsername: ['nobody'] } }
  expect(rows((await as('rita').reply(groupIssuesCsv.download, { ...asked, ...either })).body)).toEqual([all[2]])
  for (const who of ['nina', 'anon'] as const)
    expect(await outcomeOf(as(who).call(groupIssuesCsv.post, asked))).toBe('not_found')
})

test('an export of many issues takes a statement for each batch', async () => {
  const { as, build, project, statements } = await world()
  for (let count = 0; count < 3; count += 1) await build.issue()
  const asked = { namespace: project.fullPath }
  const few = await statements(async () => void (await as('rita').reply(issuesCsv.post, asked)))
  for (let count = 0; count < 9; count += 1) await build.issue()
  expect(await statements(async () => void (await as('rita').reply(issuesCsv.post, asked)))).toBe(few)
})

test('an export of long descriptions is read in smaller batches, and holds each issue once', async () => {
  const { as, build, project, statements, db } = await world()
  for (const title of ['a', 'b', 'c']) await build.issue({ title })
  const asked = { namespace: project.fullPath }
  const read = async () => linesOf((await as('rita').reply(issuesCsv.post, asked)).body)
  const few = await statements(read)
  await sql`update issuables set description = repeat('woven ', 400000) where title <> 'b'`.execute(db)
  expect(await statements(read)).toBe(few + 2)
  expect((await read()).slice(1).map(line => line.split(',')[2])).toEqual(['a', 'b', 'c', undefined])
})

/** A file as rows by column. */
function tableOf(body: unknown): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = linesOf(body).slice(0, -1)
  return lines.map(line => {
    const cells = [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/g)].map(
      ([, quoted, plain]) => quoted ?? plain,
    )
    return Object.fromEntries(header.split(',').map((title, index) => [title, cells[index] ?? '']))
  })
}

test('LIST-023 PERM-002 the epics that a filter finds are exported as CSV, and name no parent that the reader may not know of', async () => {
  const { as, build, db, group, users } = await world()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const epic = (title: string, given: object = {}) => as('olga').call(createEpic, { id: group.id, title, ...given })
  const secret = await epic('Secret', { confidential: true })
  const parent = await epic('Weave', { labels: ['big'] })
  await epic('=1+1', { description: '@now', parentId: parent.id, startDateIsFixed: true, startDateFixed: '2026-01-31' })
  const hidden = await epic('Under cover')
  await sql`update issuables set parent_id = ${secret.id} where id = ${hidden.id}`.execute(db)
  const asked = { namespace: group.fullPath }
  const rows = tableOf((await as('gus').reply(epicsCsv.post, asked)).body)
  expect(rows.map(row => row.Title)).toEqual(["'=1+1", 'Under cover', 'Weave'])
  expect(rows[0]).toMatchObject({
    Description: "'@now",
    Group: 'weft',
    URL: expect.stringMatching(/^http:\/\/weft.test\/groups\/weft\/-\/epics\/\d$/),
    State: 'Open',
    'Start Date': '2026-01-31',
    'Parent IID': String(parent.iid),
    'Parent Title': 'Weave',
  })
  expect(rows[1]).toMatchObject({ 'Parent ID': '', 'Parent Title': '' })
  const labelled = await as('gus').reply(epicsCsv.download, { ...asked, labels: ['big'] })
  expect(tableOf(labelled.body)).toMatchObject([{ Title: 'Weave', Labels: 'big' }])
  expect(labelled.headers['content-disposition']).toMatch(/filename="weft-epics-[\d-]+\.csv"/)
  expect(await outcomeOf(as('anon').call(epicsCsv.post, asked))).toBe('not_found')
})
