import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { listIssueLinks } from '#contract/plan/work-items/links.ts'
import { issueImportPage, startIssueImport } from '#contract/transfer/issue-imports.ts'
import { importFromJira, importJiraCsv, jiraImportPage, mapImportedPeople } from '#contract/transfer/jira-imports.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { asJson, cloudDocument, cloudIssue, recordedJira } from '#test/world/recorded-jira.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'

async function csvFile(text: string): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-jira-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'file')
  await writeFile(path, text)
  return new TemporaryFile('jira.csv', 'text/csv', path, Buffer.byteLength(text))
}

const issuesOf = ({ as, project }: World) =>
  as('root').call(listProjectIssues, { id: project.id, orderBy: 'created_at', sort: 'asc', state: 'all' })

/** Start an import as Mina, and wait for it. */
async function run(it: World, id: number) {
  await it.as('mina').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  return it.as('mina').call(issueImportPage, { namespace: it.project.fullPath, id })
}

test.each<[Member, string]>([
  ['mina', 'ok'],
  ['dan', 'forbidden'],
  ['nina', 'not_found'],
])('LIST-013 PERM-002 %s importing from Jira: %s', async (who, outcome) => {
  const { as, project } = await world()
  expect(await outcomeOf(as(who).call(jiraImportPage, { namespace: project.fullPath }))).toBe(outcome)
})

test('LIST-014 a CSV export of Jira is imported with people, comments, links, labels and status', async () => {
  const it = await world()
  const namespace = it.project.fullPath
  const file = await csvFile(
    [
      'Summary,Issue key,Issue Type,Status,Priority,Assignee,Reporter,Created,Labels,Labels,Description,Comment,Outward issue link (Blocks)',
      'Warp,LOOM-1,Bug,Done,High,rita,Ann,31/Mar/26 2:05 PM,silk,wool,"h1. It *sticks*',
      '/close",31/Mar/26 3:00 PM;Ann;Why _now_?,',
      'Weft,LOOM-2,Story,To Do,Low,Somebody Else,Ann,1/Apr/26 9:00 AM,,,,,LOOM-1',
    ].join('\n'),
  )
  const staged = await it.as('mina').call(importJiraCsv, { namespace, file })
  expect(staged.people).toEqual([
    { key: 'rita', name: 'rita', email: null, username: 'rita' },
    { key: 'Somebody Else', name: 'Somebody Else', email: null, username: null },
  ])
  const choose = (username: string) =>
    it.as('mina').call(mapImportedPeople, { namespace, id: staged.id, key: 'Somebody Else', username })
  expect(await outcomeOf(choose('nina'))).toBe('invalid')
  await choose('dan')
  expect((await run(it, staged.id)).import).toMatchObject({ state: 'finished', createdCount: 2, faultyCount: 0 })
  const [warp, weft] = await issuesOf(it)
  expect(warp).toMatchObject({
    title: 'Warp',
    state: 'closed',
    labels: ['jira-import::LOOM-1', 'silk', 'wool'],
    assignees: [{ username: 'rita' }],
    description: expect.stringMatching(
      /^# It \*\*sticks\*\*\n\\\/close\n\n---\n\n- Imported from Jira: LOOM-1\n- Reporter: Ann\n/,
    ),
  })
  expect(weft).toMatchObject({ title: 'Weft', state: 'opened', assignees: [{ username: 'dan' }] })
  const ref = { id: it.project.id, issueIid: warp?.iid ?? 0 }
  const notes = await it.as('root').call(issueDiscussion.listNotes, { ...ref, sort: 'asc' })
  expect(notes.filter(note => !note.system).map(note => note.body)).toEqual([
    '**Ann** commented in Jira on 2026-03-31:\n\nWhy *now*?',
  ])
  expect(await it.as('root').call(listIssueLinks, ref)).toMatchObject([{ title: 'Weft', linkType: 'is_blocked_by' }])
})

/** A recorded answer of Jira Cloud in two pages. */
async function jiraServer(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = []
  const issue = (number: number, more: object) => ({
    key: `LOOM-${number}`,
    fields: {
      summary: `Issue ${number}`,
      status: { name: 'Done', statusCategory: { key: 'done' } },
      created: '2026-03-31T14:05:00.000+0200',
      assignee: { accountId: 'a1', displayName: 'Rita', emailAddress: 'rita@weft.test' },
      ...more,
    },
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    asked.push(`${request.method} ${url.pathname} ${url.searchParams.get('nextPageToken')}`)
    const isKnown = request.headers.authorization === `Basic ${Buffer.from('ann@x.test:key').toString('base64')}`
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Hello', marks: [{ type: 'strong' }] }] }
    const first = { issues: [issue(1, { description: { type: 'doc', content: [paragraph] } })], nextPageToken: 'two' }
    response.end(
      JSON.stringify(url.searchParams.has('nextPageToken') ? { issues: [issue(2, {})], isLast: true } : first),
    )
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('LIST-014 the issues of a Jira project are fetched page by page, and the token is then forgotten', async () => {
  const it = await world({ settings: { WEBHOOKS_TO: '127.0.0.1' } })
  const { url, asked } = await jiraServer()
  const given = { namespace: it.project.fullPath, url, email: 'ann@x.test', token: 'key', projectKey: 'loom' }
  const { id } = await it.as('mina').call(importFromJira, given)
  await it.deliver()
  expect(asked).toEqual(['GET /rest/api/3/search/jql null', 'GET /rest/api/3/search/jql two'])
  expect(await it.db.selectFrom('issueImports').select('remote').execute()).toEqual([{ remote: null }])
  const shown = await run(it, id)
  expect(shown.import).toMatchObject({ state: 'finished', createdCount: 2, people: [{ key: 'a1', username: 'rita' }] })
  expect((await issuesOf(it)).map(({ title, state }) => [title, state])).toEqual([
    ['Issue 1', 'closed'],
    ['Issue 2', 'closed'],
  ])
})

test.each<[string, Record<string, string>, string, RegExp]>([
  ['a wrong token', { WEBHOOKS_TO: '127.0.0.1' }, 'wrong', /rejected the email address/],
  ['an address inside', {}, 'key', /local network/],
])('LIST-014 an import from Jira with %s fails with a reason', async (_what, settings, token, reason) => {
  const it = await world({ settings })
  const { url } = await jiraServer()
  const given = { namespace: it.project.fullPath, url, email: 'ann@x.test', token, projectKey: 'LOOM' }
  const { id } = await it.as('mina').call(importFromJira, given)
  await it.deliver()
  const shown = await it.as('mina').call(issueImportPage, { namespace: it.project.fullPath, id })
  expect(shown.import).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) })
})

test('LIST-014 a CSV export of Jira tells what is done, its people by name, points, sprint and versions', async () => {
  const it = await world()
  const namespace = it.project.fullPath
  const file = await csvFile(
    [
      'Summary,Issue key,Status,Reporter,Reporter Id,Created,Comment,Comment,Sprint,Sprint,Fix versions,Custom field (Story Points),Custom field (Epic Link),Resolution,Votes',
      'Login,LOOM-1,Offen,Bob,5570:bbb,31/Mar/26 2:05 PM,19/Sep/23 6:22 AM;5570:bbb;Deploy at 9;30,odd;words; here,Sprint 1,Sprint 2,1.0,5,LOOM-2,,3',
      "Epic,LOOM-2,Won't Fix,,,31/Mar/26 2:05 PM,,,,,,2.5,,Won't Do,",
      'Open,LOOM-3,Offen,,,31/Mar/26 2:05 PM,,,,,,,,Nicht erledigt,',
      'Fertig,LOOM-4,Erledigt,,,31/Mar/26 2:05 PM,,,,,,,,,',
    ].join('\n'),
  )
  const staged = await it.as('mina').call(importJiraCsv, { namespace, file })
  expect(staged.ignoredColumns).toEqual(['Votes'])
  const shown = await run(it, staged.id)
  expect(shown.import).toMatchObject({ createdCount: 4, faultyCount: 0 })
  expect(shown.rows.map(row => row.notices)).toEqual([
    ['The date of a comment is missing'],
    ['Story points must be a whole number: 2.5'],
    [],
    [],
  ])
  const issues = await issuesOf(it)
  expect(issues.map(({ title, state, weight }) => [title, state, weight])).toEqual([
    ['Login', 'opened', 5],
    ['Epic', 'closed', null],
    ['Open', 'opened', null],
    ['Fertig', 'closed', null],
  ])
  expect(issues[0]?.description).toMatch(
    /- Parent: LOOM-2\n- Status: Offen\n- Sprint: Sprint 1\n- Sprint: Sprint 2\n- Fix version: 1\.0$/,
  )
  const ref = { id: it.project.id, issueIid: issues[0]?.iid ?? 0 }
  const notes = await it.as('root').call(issueDiscussion.listNotes, { ...ref, sort: 'asc' })
  expect(
    notes
      .filter(note => !note.system)
      .map(note => note.body)
      .toSorted(),
  ).toEqual([
    '**Bob** commented in Jira on 2023-09-19:\n\nDeploy at 9;30',
    '**Somebody** commented in Jira:\n\nodd;words; here',
  ])
})

test.each<[string, string | null]>([
  ['31/Mar/26 2:05 PM', '2026-03-31T14:05:00.000Z'],
  ['31/Mär/26 2:05 PM', '2026-03-31T14:05:00.000Z'],
  ['31/août/26 14:05', '2026-08-31T14:05:00.000Z'],
  ['15/Okt/26', '2026-10-15T00:00:00.000Z'],
  ['31/мар/26 14:05', '2026-03-31T14:05:00.000Z'],
  ['31/paź/26 14:05', '2026-10-31T14:05:00.000Z'],
  ['31/3月/26 午後2:05', '2026-03-31T14:05:00.000Z'],
  ['31 de marzo de 2026 14:05', '2026-03-31T14:05:00.000Z'],
  ['31.03.2026 14:05', '2026-03-31T14:05:00.000Z'],
  ['31/03/2026 14:05', '2026-03-31T14:05:00.000Z'],
  ['3/31/2026 2:05 PM', '2026-03-31T14:05:00.000Z'],
  ['"Mar 31, 2026, 2:05:00 PM"', '2026-03-31T14:05:00.000Z'],
  ['2026-03-31 14:05', '2026-03-31T14:05:00.000Z'],
  ['2026-03-31T14:05:00.000+0200', '2026-03-31T12:05:00.000Z'],
  ['31/Xyz/26 2:05 PM', null],
  ['31.02.2026 14:05', null],
])('LIST-014 the date %s of a CSV export of Jira is read, or the report says that it was not', async (date, moment) => {
  const it = await world()
  const file = await csvFile(
    `Summary,Issue key,Created,Comment\nx,LOOM-1,${date},${date
      .replaceAll('"', '')
      .replace(/^.*,.*$/, '"$&;ann;Hello"')
      .replace(/^[^"].*$/, '$&;ann;Hello')}`,
  )
  const { id } = await it.as('root').call(importJiraCsv, { namespace: it.project.fullPath, file })
  await it.as('root').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  const shown = await it.as('root').call(issueImportPage, { namespace: it.project.fullPath, id })
  expect(shown.import).toMatchObject({ createdCount: 1, faultyCount: 0 })
  const [issue] = await issuesOf(it)
  const written = date.replaceAll('"', '')
  expect(shown.rows[0]?.notices).toEqual(
    moment === null
      ? [`The date of Created was not read: ${written}`, `The date of a comment was not read: ${written}`]
      : [],
  )
  if (moment !== null) expect(new Date(issue?.createdAt ?? 0).toISOString()).toBe(moment)
  const notes = await it.as('root').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: issue?.iid ?? 0 })
  const [note] = notes.filter(each => !each.system)
  expect(note?.body).toMatch(/^\*\*ann\*\* commented in Jira on .*\n\nHello$/)
})

test('LIST-014 rows with impossible dates are imported without the dates', async () => {
  const it = await world()
  const dates = ['99/Dec/9999 11:59 PM', '0000-01-01', '9999-99-99', '1/Jan/0000', '31/Dec/9999 99:99 PM']
  const rows = dates.map((date, index) => `Row ${index},LOOM-${index + 1},${date},${date},${date};Ann;Hello`)
  const file = await csvFile(['Summary,Issue key,Created,Due date,Comment', ...rows].join('\n'))
  const { id } = await it.as('mina').call(importJiraCsv, { namespace: it.project.fullPath, file })
  expect((await run(it, id)).import).toMatchObject({ createdCount: dates.length, faultyCount: 0 })
})

test('LIST-014 texts from Jira are imported without the characters that the database cannot store', async () => {
  const it = await world({ settings: { WEBHOOKS_TO: '127.0.0.1' } })
  const broken = { displayName: 'An\0n \ud800', emailAddress: '\ud800@x.test' }
  const { url } = await recordedJira((_request, response) =>
    asJson(response, {
      issues: [
        cloudIssue(1, {
          summary: 'A \0title \udc00',
          created: '+275760-09-13T00:00:00.000+0000',
          duedate: '2026-99-99',
          assignee: broken,
          labels: ['si\0lk'],
          comment: { comments: [{ author: broken, body: cloudDocument(), created: '-000001-01-01' }] },
          timespent: 9e15,
        }),
      ],
      isLast: true,
    }),
  )
  const given = { namespace: it.project.fullPath, url, email: 'ann@x.test', token: 'key', projectKey: 'LOOM' }
  const { id } = await it.as('mina').call(importFromJira, given)
  await it.deliver()
  expect((await run(it, id)).import).toMatchObject({ state: 'finished', createdCount: 1, faultyCount: 0 })
  expect(await issuesOf(it)).toMatchObject([{ title: 'A title \ufffd', dueDate: null }])
})
