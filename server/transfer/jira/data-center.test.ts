import { expect, inject, test } from 'vitest'
import { listProjectUploads } from '#contract/foundation/uploads.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { listIssueLinks } from '#contract/plan/work-items/links.ts'
import { issueImportPage, startIssueImport } from '#contract/transfer/issue-imports.ts'
import { importFromJira } from '#contract/transfer/jira-imports.ts'
import { asJson, recordedJira } from '#test/world/recorded-jira.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const allowing = { settings: { WEBHOOKS_TO: '127.0.0.1', DATA_DIR: inject('dataDir') } }

/** A Jira Data Center with four issues, which tells of three on its first page. Its texts are in wiki markup. */
const dataCenter = () =>
  recordedJira((request, response, url) => {
    if (request.headers.authorization !== 'Bearer pat-1') return response.writeHead(401).end()
    if (url.pathname === '/jira/secure/attachment/7/plan.png') return response.end('png')
    if (url.pathname !== '/jira/rest/api/2/search') return response.writeHead(404).end()
    const rita = { name: 'rita', key: 'JIRAUSER100', displayName: 'Rita R.', emailAddress: 'x@elsewhere.test' }
    const issue = (number: number, fields: object) => ({
      key: `LOOM-${number}`,
      fields: {
        summary: `Issue ${number}`,
        issuetype: { name: 'Bug', subtask: false },
        status: { name: 'Open', statusCategory: { key: 'new' } },
        created: `2026-03-31T14:0${number}:00.000+0000`,
        ...fields,
      },
    })
    const subtask = { issuetype: { name: 'Sub-task', subtask: true }, parent: { key: 'LOOM-2' } }
    const link = (name: string, inward: string, outward: string, key: string) => ({
      type: { name, inward, outward },
      outwardIssue: { key },
    })
    const content = `http://${request.headers.host}/jira/secure/attachment/7/plan.png`
    const issues = [
      issue(1, { ...subtask, status: { name: 'Closed', statusCategory: { key: 'done' } } }),
      issue(2, {
        description: 'h2. Plan\n!plan.png|thumbnail! by [~rita], see [^plan.png]\n/close',
        assignee: rita,
        attachment: [{ filename: 'plan.png', content, size: 3 }],
        comment: { comments: [{ author: rita, body: 'Is it *ready*?', created: '2026-04-01T09:00:00.000+0000' }] },
      }),
      issue(3, subtask),
      issue(4, {
        parent: { key: 'LOOM-2' },
        issuelinks: [
          link('Blocks', 'is blocked by', 'blocks', 'LOOM-3'),
          link('Duplicate', 'is duplicated by', 'duplicates', 'LOOM-1'),
          link('Relates', 'relates to', 'relates to', 'LOOM-4'),
          link('Relates', 'relates to', 'relates to', 'OTHER-1'),
        ],
      }),
    ]
    const from = Number(url.searchParams.get('startAt') ?? 0)
    return asJson(response, { startAt: from, maxResults: 3, total: 4, issues: issues.slice(from, from + 3) })
  })

test('LIST-014 issues of a Jira Data Center are imported with wiki markup, people by name, tasks, links and attachments', async () => {
  const it = await world(allowing)
  const namespace = it.project.fullPath
  const { url, asked } = await dataCenter()
  const given = { namespace, url: `${url}/jira/`, edition: 'data_center', token: 'pat-1', projectKey: 'LOOM' } as const
  const { id } = await it.as('mina').call(importFromJira, given)
  await it.deliver()
  expect(asked).toEqual(['/jira/rest/api/2/search Bearer pat-1', '/jira/rest/api/2/search+ Bearer pat-1'])
  await it.as('mina').call(startIssueImport, { namespace, id })
  await it.deliver()
  const shown = await it.as('mina').call(issueImportPage, { namespace, id })
  expect(shown.import).toMatchObject({
    state: 'finished',
    createdCount: 4,
    faultyCount: 0,
    noticeCount: 0,
    attachmentCount: 1,
    people: [{ key: 'rita', username: 'rita' }],
  })
  const issues = await it.as('root').call(listProjectIssues, { id: it.project.id, orderBy: 'created_at', sort: 'asc' })
  const plan = issues.find(issue => issue.title === 'Issue 2')
  expect(plan).toMatchObject({
    assignees: [{ username: 'rita' }],
    description: expect.stringMatching(
      /^## Plan\n!\[plan\]\(\/uploads\/(\w+)\/plan\.png\) by \*\*rita\*\*, see !\[plan\]\(\/uploads\/\1\/plan\.png\) {2}\n\\\/close\n/,
    ),
  })
  const { rows: tasks } = await it.db.executeQuery<{ title: string; state: string }>(
    it.db
      .selectFrom('issuables')
      .select(['title', 'state'])
      .where('type', '=', 'task')
      .where('parentId', '=', plan?.id ?? 0)
      .orderBy('title')
      .compile(),
  )
  expect(tasks).toEqual([
    { title: 'Issue 1', state: 'closed' },
    { title: 'Issue 3', state: 'opened' },
  ])
  const epicChild = issues.find(issue => issue.title === 'Issue 4')
  const links = await it.as('root').call(listIssueLinks, { id: it.project.id, issueIid: epicChild?.iid ?? 0 })
  expect(links.map(link => [link.title, link.linkType]).toSorted()).toEqual([
    ['Issue 1', 'relates_to'],
    ['Issue 2', 'relates_to'],
    ['Issue 3', 'blocks'],
  ])
  const notes = await it.as('root').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: plan?.iid ?? 0 })
  expect(notes.filter(note => !note.system).map(note => note.body)).toEqual([
    '**Rita R.** commented in Jira on 2026-04-01:\n\nIs it **ready**?',
  ])
  expect(await it.as('mina').call(listProjectUploads, { id: it.project.id })).toHaveLength(1)
})

test('LIST-014 a Jira Data Center that refuses the token fails the import, and Jira Cloud needs an email address', async () => {
  const it = await world(allowing)
  const namespace = it.project.fullPath
  const { url } = await dataCenter()
  const given = { namespace, url: `${url}/jira`, token: 'wrong', projectKey: 'LOOM' }
  const { id } = await it.as('mina').call(importFromJira, { ...given, edition: 'data_center' })
  await it.deliver()
  const shown = await it.as('mina').call(issueImportPage, { namespace, id })
  expect(shown.import).toMatchObject({ state: 'failed', reason: 'Jira rejected the personal access token.' })
  expect(await outcomeOf(it.as('mina').call(importFromJira, given))).toBe('invalid')
})
