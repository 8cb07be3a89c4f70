import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createGroup, transferGroup } from '#contract/foundation/groups.ts'
import { listMails, updateApplicationSettings } from '#contract/foundation/settings.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { issuesCsv } from '#contract/plan/lists/csv-exports.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { importFileLimitBytes } from '#contract/transfer/import-limits.ts'
import {
  cancelIssueImport,
  importIssuesCsv,
  issueImportPage,
  issueImportsDialog,
  startIssueImport,
} from '#contract/transfer/issue-imports.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'
import { runImport } from './run.ts'

async function csvFile(text: string | Uint8Array, name = 'issues.csv'): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-import-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'file')
  await writeFile(path, text)
  return new TemporaryFile(name, 'text/csv', path, Buffer.byteLength(text))
}

const stage = async ({ as, project }: World, text: string, who: Member = 'dan') =>
  as(who).call(importIssuesCsv, { namespace: project.fullPath, file: await csvFile(text), dryRun: true })

const page = ({ as, project }: World, id: number, who: Member = 'dan') =>
  as(who).call(issueImportPage, { namespace: project.fullPath, id })

const issuesOf = ({ as, project }: World) =>
  as('root').call(listProjectIssues, { id: project.id, orderBy: 'created_at', sort: 'asc' })

test.each<[string, string, string]>([
  ['no file of the ending .csv', 'issues.txt', 'title,description\na,b\n'],
  ['one column', 'issues.csv', 'title\na\n'],
  ['no description', 'issues.csv', 'title,weight\na,1\n'],
  ['no rows', 'issues.csv', 'title,description\n'],
  ['nothing', 'issues.csv', ''],
  ['an open quote', 'issues.csv', 'title,description\n"a,b\n'],
])('LIST-004 LIST-005 a file with %s is refused', async (_what, name, text) => {
  const { as, project } = await world()
  const reply = await as('dan').reply(importIssuesCsv, {
    namespace: project.fullPath,
    file: await csvFile(text, name),
    dryRun: true,
  })
  expect(reply.status).toBe(400)
  expect((await as('dan').call(issueImportsDialog, { namespace: project.fullPath })).imports).toEqual([])
})

test('LIST-008 PREMIUM-040 a file above the maximum size is refused, with the size in the sentence', async () => {
  const { as, project } = await world()
  const { path } = await csvFile('title,description\na,b\n')
  const sent = (sizeBytes: number) => {
    const file = new TemporaryFile('issues.csv', 'text/csv', path, sizeBytes)
    return as('dan').reply(importIssuesCsv, { namespace: project.fullPath, file, dryRun: true })
  }
  const refused = await sent(importFileLimitBytes + 1)
  expect(refused.status).toBe(413)
  expect(JSON.stringify(refused.body)).toContain('The file is too large. The maximum size is 100 MiB.')
  expect((await sent(importFileLimitBytes)).status).toBeLessThan(300)
  await as('root').call(updateApplicationSettings, { maxImportSize: 2 })
  expect(JSON.stringify((await sent(2 * 1024 * 1024 + 1)).body)).toContain('The maximum size is 2 MiB.')
  expect((await as('dan').call(issueImportsDialog, { namespace: project.fullPath })).maxSizeBytes).toBe(2 * 1024 * 1024)
})

test('LIST-005 a file that is not UTF-8 is refused, a byte order mark is not', async () => {
  const { as, project } = await world()
  const asked = { namespace: project.fullPath, dryRun: true }
  const latin = new Uint8Array([...Buffer.from('title,description\nf'), 0xfc, ...Buffer.from('r,x\n')])
  expect(await outcomeOf(as('dan').call(importIssuesCsv, { ...asked, file: await csvFile(latin) }))).toBe('invalid')
  const marked = await as('dan').call(importIssuesCsv, {
    ...asked,
    file: await csvFile('\ufeffTitle;Description\nfür;x'),
  })
  expect(marked).toMatchObject({ state: 'ready', totalCount: 1, faultyCount: 0 })
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['dan', 'ok'],
  ['rita', 'not_found'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-002 LIST-024 %s importing issues: %s', async (who, outcome) => {
  const { as, project } = await world()
  const file = await csvFile('title,description\na,b\n')
  expect(await outcomeOf(as(who).call(importIssuesCsv, { namespace: project.fullPath, file, dryRun: true }))).toBe(
    outcome,
  )
})

test('LIST-009 the check says for each line what would happen, and why a row is faulty', async () => {
  const it = await world()
  await it.as('mina').call(createProjectMilestone, { id: it.project.id, title: 'Spring' })
  const staged = await stage(
    it,
    [
      'Title,Description,Due Date,Milestone,Labels,Assignee Username,Weight,Confidential,Colour',
      'Warp,fine,2026-03-31,spring,"bug,silk",@RITA,3,yes,red',
      ',"two',
      'lines",,,,,,,',
      'Weft,,31.3.2026,,,,,,',
      'Loom,,,Autumn,,nobody,-1,perhaps,',
      'Reed,,,,,nina,,,',
    ].join('\n'),
  )
  expect(staged).toMatchObject({ state: 'ready', totalCount: 5, faultyCount: 3, ignoredColumns: ['Colour'] })
  expect(staged.newLabels.toSorted()).toEqual(['bug', 'silk'])
  const { rows } = await page(it, staged.id)
  expect(rows.map(({ line, title, outcome, problems }) => [line, title, outcome, problems])).toEqual([
    [2, 'Warp', 'waiting', []],
    [3, '', 'faulty', ["Title can't be blank"]],
    [5, 'Weft', 'faulty', ['Due Date must be a date such as 2026-03-31']],
    [
      6,
      'Loom',
      'faulty',
      [
        'Weight must be a whole number',
        'Confidential must be one of: yes, no, true, false, 1, 0',
        'There is no milestone "Autumn"',
      ],
    ],
    [7, 'Reed', 'waiting', []],
  ])
  expect(rows.at(-1)?.notices).toEqual(['There is no user "nina" who can see the issue'])
  expect(await issuesOf(it)).toEqual([])
})

test('LIST-009 an export of another site comes in without the people who are not here, and says so', async () => {
  const it = await world()
  const { id } = await stage(
    it,
    [
      'Title,Description,Issue ID,URL,State,Author,Author Username,Assignee,Assignee Username,Confidential,Locked,Due Date,Created At (UTC),Updated At (UTC),Closed At (UTC),Milestone,Weight,Labels,Time Estimate,Time Spent',
      'Theirs,"one',
      'two",12,http://x/y/-/issues/12,Closed,Ann,ann,"Rita, Other","rita,other",No,No,2026-01-31,2024-03-01 10:00:00,2024-03-02 10:00:00,2024-03-03 10:00:00,,3,"bug,ui",3600,1800',
    ].join('\r\n'),
  )
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  const { rows } = await page(it, id)
  expect(rows).toMatchObject([{ outcome: 'created', notices: ['There is no user "other" who can see the issue'] }])
  expect(await issuesOf(it)).toMatchObject([
    {
      title: 'Theirs',
      description: 'one\r\ntwo',
      state: 'closed',
      weight: 3,
      labels: ['bug', 'ui'],
      dueDate: '2026-01-31',
      assignees: [{ username: 'rita' }],
    },
  ])
})

test.each([
  ['sep=;\r\ntitle;description\r\nOne, two;x\r\n', 3],
  ['\ufeffsep=,\ntitle,description\n"One, two",x\n', 3],
  ['"sep=\t"\ntitle\tdescription\nOne, two\tx\n', 3],
])('LIST-005 the separator that the file %j names is taken', async (text, line) => {
  const it = await world()
  const { id } = await stage(it, text)
  expect((await page(it, id)).rows).toMatchObject([{ line, title: 'One, two', outcome: 'waiting' }])
})

test('LIST-005 a line break in a cell stays one on the page', async () => {
  const it = await world()
  const text = [
    'title,description',
    'Warp,"one',
    'two',
    '',
    '- three',
    '- four',
    '',
    '```',
    'five',
    'six',
    '```"',
  ].join('\n')
  const { id } = await stage(it, text)
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  expect((await issuesOf(it))[0]?.description).toBe('one  \ntwo\n\n- three\n- four\n\n```\nfive\nsix\n```')
})

test('LIST-009 an import creates the issues of its rows, and reports created and faulty rows on its page and by mail', async () => {
  const it = await world()
  await it.as('mina').call(createProjectMilestone, { id: it.project.id, title: 'Spring' })
  const { id } = await stage(
    it,
    [
      'title;description;due_date;milestone;labels;assignee;weight;state;time_estimate',
      'Warp;"fine',
      '/confidential";2026-03-31;Spring;bug,silk;rita;3;closed;1h',
      ';x;;;;;;;',
      'Weft;x;;;;;;;',
    ].join('\r\n'),
  )
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  expect((await page(it, id)).import).toMatchObject({ state: 'running', createdCount: 0, faultyCount: 1 })
  await it.deliver()
  const [warp, weft, ...others] = await issuesOf(it)
  expect(others).toEqual([])
  expect(warp).toMatchObject({
    title: 'Warp',
    description: 'fine',
    author: { username: 'dan' },
    confidential: true,
    dueDate: '2026-03-31',
    milestone: { title: 'Spring' },
    labels: ['bug', 'silk'],
    assignees: [{ username: 'rita' }],
    weight: 3,
    state: 'closed',
    timeStats: { timeEstimate: 3600 },
  })
  expect(weft).toMatchObject({ title: 'Weft', state: 'opened' })
  const shown = await page(it, id)
  expect(shown.import).toMatchObject({ state: 'finished', totalCount: 3, createdCount: 2, faultyCount: 1 })
  expect(shown.rows.map(row => [row.outcome, row.issue?.reference ?? null])).toEqual([
    ['created', '#1'],
    ['faulty', null],
    ['created', '#2'],
  ])
  const mails = await it.db.selectFrom('mails').select(['recipient', 'text']).execute()
  // Rita gets a to-do for her assignment.
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: 'dan@weft.test' })
  expect(mails[0]?.text).toContain('2 issues were created. 1 row had errors.')
  expect(mails[0]?.text).toContain("- Line 4: Title can't be blank")
  expect(mails[0]?.text).toContain(`http://weft.test/weft/loom/-/issues/imports/${id}`)
})

const imported = async (it: World, lines: readonly string[]) => {
  const { id } = await stage(it, ['title,description,labels,state,assignee', ...lines].join('\n'))
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  return { id, count: await it.statements(() => runImport(it.as('dan').ctx, id)) }
}

test('LIST-009 an import takes as many statements for 12 rows as for 4, and numbers the issues in their order', async () => {
  const it = await world()
  await it.build.label({ title: 'silk' })
  const lines = (count: number, name: string) =>
    Array.from(
      { length: count },
      (_, index) => `${name} ${index},x,${index % 2 === 0 ? 'silk' : ''},${index % 3 === 0 ? 'closed' : 'opened'},rita`,
    )
  const few = await imported(it, lines(4, 'Few'))
  const many = await imported(it, lines(12, 'Many'))
  expect(many.count).toBe(few.count)
  const { rows } = await page(it, many.id)
  expect(rows.map(row => row.issue?.reference)).toEqual(Array.from({ length: 12 }, (_, index) => `#${index + 5}`))
})

test('LIST-009 a row that the database refuses is faulty, and its neighbours are created', async () => {
  const it = await world()
  await sql`alter table issuables add constraint no_silk check (title <> 'Silk')`.execute(it.db)
  const { id } = await imported(it, ['Warp,x,,,', 'Silk,x,,,', 'Weft,x,,,'])
  expect((await page(it, id)).rows.map(row => row.outcome)).toEqual(['created', 'faulty', 'created'])
  expect((await issuesOf(it)).map(issue => issue.title)).toEqual(['Warp', 'Weft'])
})

test('LIST-024 without a dry run the import begins at once, and a form goes on to its page', async () => {
  const it = await world()
  const reply = await it.as('dan').reply(importIssuesCsv, {
    namespace: it.project.fullPath,
    file: await csvFile('title,description\nWarp,x\n'),
  })
  expect(reply.status).toBe(302)
  expect(reply.headers['location']).toMatch(/^\/weft\/loom\/-\/issues\/imports\/\d+$/)
  await it.deliver()
  expect(await issuesOf(it)).toHaveLength(1)
})

test('LIST-009 an import that was cut off goes on without creating anything twice, also when two jobs work on it', async () => {
  const it = await world({ commits: true })
  const lines = Array.from({ length: 90 }, (_, index) => `Issue ${index},x`)
  const { id } = await stage(it, ['title,description', ...lines].join('\n'))
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  const { ctx } = it.as('dan')
  await Promise.all([runImport(ctx, id), runImport(ctx, id)])
  await runImport(ctx, id)
  const counted = await it.db
    .selectFrom('issuables')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.count('title').distinct().as('titles')])
    .where('namespaceId', '=', it.project.id)
    .execute()
  expect(counted).toEqual([{ count: 90, titles: 90 }])
  expect((await page(it, id)).import).toMatchObject({ state: 'finished', createdCount: 90, faultyCount: 0 })
})

test.each<[string, (it: World) => Promise<unknown>, string]>([
  [
    'may no longer import',
    ({ db, users }) => db.deleteFrom('members').where('userId', '=', users.dan.id).execute(),
    'You can no longer import issues into this project.',
  ],
  [
    'is blocked',
    ({ db, users }) => db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.dan.id).execute(),
    'Your account is no longer active.',
  ],
])('PERM-004 the import of somebody who %s ends', async (_what, change, reason) => {
  const it = await world()
  const { id } = await stage(it, 'title,description\nWarp,x\n')
  await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  await change(it)
  await it.deliver()
  expect(await issuesOf(it)).toEqual([])
  const ended = await it.db.selectFrom('issueImports').select(['state', 'reason']).where('id', '=', id).execute()
  expect(ended).toEqual([{ state: 'failed', reason }])
})

test('LIST-009 an import that is cancelled creates nothing more, and another person does not know of it', async () => {
  const it = await world()
  const asked = { namespace: it.project.fullPath }
  const { id } = await stage(it, 'title,description\nWarp,x\n')
  for (const operation of [issueImportPage, startIssueImport, cancelIssueImport])
    expect((await it.as('mina').reply(operation, { ...asked, id })).status).toBe(404)
  await it.as('dan').call(startIssueImport, { ...asked, id })
  expect(await outcomeOf(it.as('dan').call(startIssueImport, { ...asked, id }))).toBe('conflict')
  await it.as('dan').call(cancelIssueImport, { ...asked, id })
  await it.deliver()
  expect(await issuesOf(it)).toEqual([])
  expect((await page(it, id)).import).toMatchObject({ state: 'cancelled', createdCount: 0 })
})

test('LIST-009 a stopped import continues with the remaining issues', async () => {
  const it = await world()
  const lines = Array.from({ length: 52 }, (_, index) => `Issue ${index},x`)
  const asked = { namespace: it.project.fullPath, ...(await stage(it, ['title,description', ...lines].join('\n'))) }
  await it.as('dan').call(startIssueImport, asked)
  await sql`create function stop_import() returns trigger language plpgsql as $$ begin
    update issue_imports set state = 'cancelled', ended_at = now(); return null; end $$`.execute(it.db)
  await sql`create trigger stop_import after insert on issuables for each row when (new.title = 'Issue 7') execute function stop_import()`.execute(
    it.db,
  )
  await it.deliver()
  expect((await page(it, asked.id)).import).toMatchObject({ state: 'cancelled', createdCount: 50 })
  expect((await it.as('mina').reply(startIssueImport, asked)).status).toBe(404)
  await it.as('dan').call(startIssueImport, asked)
  expect(await outcomeOf(it.as('dan').call(startIssueImport, asked))).toBe('conflict')
  expect((await page(it, asked.id)).import).toMatchObject({ state: 'running', endedAt: null })
  // A job of the first start leaves the issues to that of the second.
  await runImport(it.as('dan').ctx, asked.id, '2026-01-01T00:00:00.000Z')
  expect((await page(it, asked.id)).import).toMatchObject({ state: 'running', createdCount: 50 })
  await it.deliver()
  expect((await page(it, asked.id)).import).toMatchObject({ state: 'finished', createdCount: 52 })
  const { rows } = await sql`select count(*), count(distinct title) as titles from issuables`.execute(it.db)
  expect(rows).toEqual([{ count: 52, titles: 52 }])
})

test('LIST-009 rows that an earlier import has created are skipped, and the check names that import', async () => {
  const it = await world()
  const file = 'title,description\nWarp,x\nWarp,x\nWeft,x\n'
  // Both files are checked before one of the imports has created anything.
  const [first, second] = [await stage(it, file), await stage(it, file)]
  for (const { id } of [first, second])
    await it.as('dan').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  expect((await page(it, first.id)).import).toMatchObject({ createdCount: 3, skippedCount: 0 })
  expect((await page(it, second.id)).import).toMatchObject({ state: 'finished', createdCount: 0, skippedCount: 3 })
  await sql`delete from issuables where title = 'Weft'`.execute(it.db)
  const third = await stage(it, 'description,title\nx,Warp\nx,Warp\nx,Weft\nx,Loom\n')
  expect(third).toMatchObject({ totalCount: 4, faultyCount: 0, skippedCount: 2 })
  const earlierImport = { id: first.id, name: 'issues.csv', createdAt: first.createdAt }
  expect((await page(it, third.id)).rows).toMatchObject([
    { outcome: 'skipped', issue: { reference: '#1' }, earlierImport },
    { outcome: 'skipped', issue: { reference: '#2' }, earlierImport },
    { outcome: 'waiting', issue: null, earlierImport: null },
    { outcome: 'waiting', issue: null, earlierImport: null },
  ])
  expect((await page(it, (await stage(it, file, 'mina')).id, 'mina')).rows).toMatchObject([
    { outcome: 'skipped', issue: { reference: '#1' }, earlierImport: null },
    {},
    {},
  ])
})

test('LIST-009 rows that were imported before are imported again when that is asked for', async () => {
  const it = await world()
  const start = async (id: number, includeImported?: boolean) => {
    const asked = { namespace: it.project.fullPath, id }
    await it.as('dan').call(startIssueImport, { ...asked, ...(includeImported && { includeImported }) })
    await it.deliver()
    return (await page(it, id)).import
  }
  await start((await stage(it, 'title,description,weight\nWarp,x,3\n')).id)
  const file = 'title,description,weight\nWarp,x,3\nWeft,y,2\nLoom,z,heavy\n'
  const again = await stage(it, file)
  expect(again).toMatchObject({ totalCount: 3, faultyCount: 1, skippedCount: 1 })
  expect(await start(again.id, true)).toMatchObject({ createdCount: 2, faultyCount: 1, skippedCount: 0 })
  expect((await issuesOf(it)).map(issue => [issue.title, issue.description, issue.weight])).toEqual([
    ['Warp', 'x', 3],
    ['Warp', 'x', 3],
    ['Weft', 'y', 2],
  ])
  // Issues of the second import are still known.
  const third = await stage(it, file)
  expect(third).toMatchObject({ skippedCount: 2 })
  expect(await start(third.id)).toMatchObject({ createdCount: 0, skippedCount: 2 })
  const { rows } = await sql<{
    content: object
  }>`select content from issue_import_rows where outcome = 'skipped'`.execute(it.db)
  expect(rows.map(row => row.content)).not.toContainEqual(expect.objectContaining({ isClosed: false }))
})

test('LIST-009 LIST-023 an exported list can be imported again without loss', async () => {
  const it = await world()
  const { as, build, project, users } = it
  await as('mina').call(createProjectMilestone, { id: project.id, title: 'Spring, late' })
  await build.issue({
    title: '=cmd()',
    description: '\'-x\r\n\n- [ ] "one", two\n',
    weight: 0,
    assigneeIds: [users.dan.id],
  })
  const { rows } = await sql<{ id: number }>`
    with cadence as (insert into iteration_cadences (namespace_id, title) values (${it.group.id}, 'Sprints') returning id)
    insert into iterations (namespace_id, cadence_id, iid, title, start_date, due_date)
    select ${it.group.id}, id, 1, null, date '2026-01-08', date '2026-01-14' from cadence returning id`.execute(it.db)
  const planned = await build.issue({ title: 'Planned' })
  await sql`update issuables set iteration_id = ${rows[0]?.id}, health_status = 'at_risk' where id = ${planned.id}`.execute(
    it.db,
  )
  await build.issue({ title: "'quoted", state: 'closed', confidential: true, dueDate: '2026-04-01', type: 'incident' })
  const exported = await as('olga').reply(issuesCsv.post, { namespace: project.fullPath, state: 'all' })
  const before = await issuesOf(it)
  await it.db.deleteFrom('issuables').where('namespaceId', '=', project.id).execute()
  await as('olga').reply(importIssuesCsv, { namespace: project.fullPath, file: await csvFile(String(exported.body)) })
  await it.deliver()
  const after = await issuesOf(it)
  const known = (issues: typeof before) =>
    issues
      .map(({ title, description, weight, state, confidential, dueDate, type, assignees, createdAt, ...more }) => ({
        ...{ title, description, weight, state, confidential, dueDate, type },
        ...{ iteration: more.iteration?.id, health: more.healthStatus, severity: more.severity },
        assignees: assignees.map(user => user.username),
        createdAt: createdAt.slice(0, 19),
      }))
      .toSorted((one, other) => one.title.localeCompare(other.title))
  expect(known(after)).toEqual(known(before))
  expect(await as('root').call(listMails, {})).toHaveLength(1)
})

test('LIST-009 LIST-023 iterations of one name are told apart by their cadences, also in an export', async () => {
  const it = await world()
  const { rows } = await sql<{ id: number }>`
    with cadences as (insert into iteration_cadences (namespace_id, title)
      values (${it.group.id}, 'Sprints'), (${it.group.id}, 'Reviews') returning id, title)
    insert into iterations (namespace_id, cadence_id, iid, title, start_date, due_date)
    select ${it.group.id}, id, row_number() over (), 'Week 1', date '2026-01-08', date '2026-01-14' from cadences order by title
    returning id`.execute(it.db)
  const staged = await stage(
    it,
    'title,description,iteration\na,,week 1\nb,,sprints > Week 1\nc,,Plans > Week 1\nd,,Reviews > Week 1',
  )
  expect((await page(it, staged.id)).rows.map(row => row.problems)).toEqual([
    ['Several iterations are named "week 1". Add the cadence, as in "Cadence > week 1"'],
    [],
    ['There is no iteration "Plans > Week 1"'],
    [],
  ])
  await it.as('dan').reply(importIssuesCsv, {
    namespace: it.project.fullPath,
    file: await csvFile('title,description,iteration\nb,,sprints > Week 1\nd,,Reviews > Week 1'),
  })
  await it.deliver()
  const created = await issuesOf(it)
  const iterationIds = created.map(({ iteration }) => iteration?.id)
  expect(new Set(iterationIds)).toEqual(new Set(rows.map(({ id }) => id)))
  const exported = await it.as('olga').reply(issuesCsv.post, { namespace: it.project.fullPath, state: 'all' })
  for (const name of ['Sprints > Week 1', 'Reviews > Week 1']) expect(String(exported.body)).toContain(name)
})

test('LIST-009 LIST-023 an export names the cadence where an iteration of a group above has the same name', async () => {
  const it = await world()
  const outer = await it.as('root').call(createGroup, { name: 'Outer', path: 'outer' })
  await it.as('root').call(transferGroup, { id: it.group.id, groupId: outer.id })
  await sql`with cadences as (insert into iteration_cadences (namespace_id, title)
      values (${it.group.id}, 'Sprints'), (${outer.id}, 'Reviews') returning id, namespace_id, title)
    insert into iterations (namespace_id, cadence_id, iid, title, start_date, due_date)
    select namespace_id, id, 1, case title when 'Sprints' then 'Week 1' else 'WEEK 1' end, '2026-01-08', '2026-01-14'
    from cadences`.execute(it.db)
  await it.as('root').reply(importIssuesCsv, {
    namespace: 'outer/weft/loom',
    file: await csvFile('title,description,iteration\na,,Sprints > Week 1'),
  })
  await it.deliver()
  const exported = await it.as('root').reply(issuesCsv.post, { namespace: 'outer/weft/loom', state: 'all' })
  expect(String(exported.body)).toContain('Sprints > Week 1')
})

test.each<[Member, boolean]>([
  ['dan', true],
  ['gus', false],
  ['nina', false],
])('LIST-024 %s importing work items by GraphQL: %s', async (who, isImported) => {
  const it = await world()
  const importing = async (text: string, name?: string) =>
    askGraphql(
      it.as(who).ctx,
      'mutation ($file: Upload!) { workItemsCsvImport(input: { projectPath: "weft/loom", file: $file }) { message errors } }',
      { file: await csvFile(text, name) },
    )
  const { data, errors } = await importing('title,description\nOil the loom,soon\n')
  if (!isImported) {
    expect(errors[0]?.message).toMatch(/does not exist or you don't have permission/)
    return
  }
  expect(data.workItemsCsvImport).toEqual({ message: 'The import was started.', errors: [] })
  await it.deliver()
  expect(await issuesOf(it)).toMatchObject([{ title: 'Oil the loom', description: 'soon' }])
  expect((await importing('title\nx\n', 'issues.txt')).data.workItemsCsvImport).toMatchObject({
    message: null,
    errors: [expect.any(String)],
  })
})
