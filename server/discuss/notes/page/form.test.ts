import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { helpPage } from '#contract/discuss/help.ts'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssueEntity, updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { world } from '#test/world/world.ts'

test('FORM-038 an issue’s data tell the form who may do what, whom it reaches, and what the warnings lead to', async () => {
  const { as, build, project } = await world()
  const issue = await build.issuable({ locked: true, confidential: true, assigneeIds: [] })
  await as('rita').call(createPageNote, { ...issue.target, note: { note: '/add_email ann@weavers.example' } })
  const entity = await as('rita').reply(getIssueEntity, issue.page)
  expect(entity.body).toMatchObject({
    id: issue.id,
    iid: issue.iid,
    project_id: project.id,
    state: 'opened',
    confidential: true,
    discussion_locked: true,
    is_project_archived: false,
    create_note_path: `/${project.fullPath}/notes?target_id=${issue.id}&target_type=issue`,
    preview_note_path: `/${project.fullPath}/preview_markdown?target_id=${issue.iid}&target_type=Issue`,
    web_url: `http://weft.test/${project.fullPath}/-/issues/${issue.iid}`,
    assignees: [],
    issue_email_participants: [{ email: 'ann@weavers.example' }],
    locked_discussion_docs_path: '/help/locked_discussions',
    confidential_issues_docs_path: '/help/confidential_issues',
    current_user: { can_create_note: true, can_update: true, can_create_confidential_note: true },
  })
})

test('FORM-038 addresses are shown whole to those who may set attributes alone', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  await as('rita').call(createPageNote, {
    ...issue.target,
    note: { note: '/add_email ann.weaver@mail.weavers.example' },
  })
  const seen = async (who: 'rita' | 'gus') => (await as(who).call(getIssuePage, issue.page)).issue.emailParticipants
  await expect(seen('rita')).resolves.toEqual(['ann.weaver@mail.weavers.example'])
  await expect(seen('gus')).resolves.toEqual(['an*****@m*****.example'])
})

test('FORM-039 the page is told where its notes are read and written', async () => {
  const { as, build, project } = await world()
  const issue = await build.issuable()
  const { notesData } = await as('rita').call(getIssuePage, issue.page)
  const path = `/${project.fullPath}/-/issues/${issue.iid}`
  expect(notesData).toEqual({
    draftsPath: `${path}/drafts`,
    discussionsPath: `${path}/discussions.json`,
    notesPath: `/${project.fullPath}/noteable/issue/${issue.id}/notes`,
    closePath: `${path}.json?issue[state_event]=close`,
    reopenPath: `${path}.json?issue[state_event]=reopen`,
    notesFilter: 0,
    lastFetchedAt: expect.any(Number),
    prerenderedNotesCount: 0,
    markdownDocsPath: '/help/markdown',
    quickActionsDocsPath: '/help/quick_actions',
  })
})

test('FORM-040 FORM-016 FORM-015 a comment and a thread are posted, and answered with the discussion', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const post = (note: object) => as('rita').reply(createPageNote, { ...issue.target, returnDiscussion: true, note })
  const noteable = { noteableType: 'Issue', noteableId: issue.id }
  const single = await post({ note: 'Alone', ...noteable, confidential: false })
  expect(single).toMatchObject({ status: 200, body: { valid: true, note: 'Alone', type: null, confidential: false } })
  expect(single.body).toMatchObject({ discussion: { individual_note: true, notes: [{ note: 'Alone' }] } })
  const thread = await post({ note: 'Before or after?', ...noteable, type: 'DiscussionNote' })
  expect(thread.body).toMatchObject({
    type: 'DiscussionNote',
    discussion: { individual_note: false, resolvable: true },
  })
  await expect(post({ note: '   ', ...noteable })).resolves.toMatchObject({
    status: 422,
    body: { errors: { note: ["can't be blank"] } },
  })
  await expect(post({ note: '/react :tada:', ...noteable })).resolves.toMatchObject({
    status: 200,
    body: { commands_changes: { emoji_award: 'tada' } },
  })
})

test('ERRMSG-047 commands alone of which none did anything answer 422 with the reasons', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const note = { note: '/reopen\n/weight banana' }
  await expect(as('rita').reply(createPageNote, { ...issue.target, note })).resolves.toMatchObject({
    status: 422,
    body: {
      errors: {
        commands_only: [
          'Could not apply reopen command.',
          'Could not apply weight command. Enter a whole number of 0 or more.',
        ],
      },
    },
  })
})

test.each([
  ['FORM-041 close', 'opened', 'close', 'closed', 'issue.closed'],
  ['FORM-042 reopen', 'closed', 'reopen', 'opened', 'issue.reopened'],
] as const)('%s: the state changes, and its event follows', async (_name, state, stateEvent, becomes, event) => {
  const { as, build, db } = await world()
  const issue = await build.issuable({ state })
  const changed = await as('rita').call(updateIssueEntity, { ...issue.page, issue: { stateEvent } })
  expect(changed).toMatchObject({ state: becomes })
  const { rows } = await sql<{
    name: string
  }>`select name from events where payload @> ${JSON.stringify({ issueId: issue.id })}::jsonb`.execute(db)
  expect(rows.map(row => row.name)).toContain(event)
})

test('FORM-026 PERM-016 where the site has no internal notes, none is offered and none is taken', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const post = () => as('rita').reply(createPageNote, { ...issue.target, note: { note: 'Among us', internal: true } })
  await expect(as('rita').call(getViewer, {})).resolves.toMatchObject({ internalNotesEnabled: true })
  await expect(post()).resolves.toMatchObject({ status: 200, body: { internal: true } })
  await as('root').call(updateApplicationSettings, { internalNotesEnabled: false })
  await expect(as('rita').call(getViewer, {})).resolves.toMatchObject({ internalNotesEnabled: false })
  await expect(post()).resolves.toMatchObject({ status: 403 })
  await expect(
    as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body: 'Among us', internal: true }),
  ).resolves.toMatchObject({ status: 403 })
})

test.each<['nina' | 'gus', object, number]>([
  ['gus', { locked: true }, 200],
  ['nina', { locked: true }, 403],
  ['nina', { locked: false }, 200],
])('PERM-010 %s comments on an issue with %j: %i', async (who, given, status) => {
  const { as, build, db, project } = await world()
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', 'in', [project.id]).execute()
  const issue = await build.issuable(given)
  await expect(as(who).reply(createPageNote, { ...issue.target, note: { note: 'Hello' } })).resolves.toMatchObject({
    status,
  })
})

test('PERM-011 no one comments on an archived project, not even its owner', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issuable()
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
  for (const who of ['olga', 'root'] as const)
    await expect(as(who).reply(createPageNote, { ...issue.target, note: { note: 'Hello' } })).resolves.toMatchObject({
      status: 403,
    })
})

test('FORM-014 a comment of a mebibyte is refused with a sentence, one within the limit is taken', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const post = (length: number) =>
    as('rita').reply(createPageNote, { ...issue.target, note: { note: 'weft '.repeat(length / 5) } })
  await expect(post(1_048_575)).resolves.toMatchObject({
    status: 422,
    body: { errors: { note: ['is too long (maximum is 1000000 characters)'] } },
  })
  await expect(post(999_995)).resolves.toMatchObject({ status: 200, body: { valid: true } })
})

test('FORM-043 a preview of a mebibyte is made, of more it is refused', async () => {
  const { as, project } = await world()
  const preview = (length: number) =>
    as('rita').reply(previewMarkdown, { namespace: project.fullPath, text: 'weft '.repeat(length / 5) })
  await expect(preview(999_995)).resolves.toMatchObject({ status: 200 })
  await expect(preview(1_048_580)).resolves.toMatchObject({ status: 400 })
})

test('FORM-037 a page of help that could not be rendered once is rendered later', async () => {
  const { as } = await world()
  const posting = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    void this.terminate()
  })
  await as('anon').call(helpPage, { topic: 'markdown' })
  posting.mockRestore()
  // While the machine is busy, another try may break the budget too.
  const html = async () => (await as('anon').call(helpPage, { topic: 'markdown' })).html
  await expect.poll(html, { timeout: 30_000 }).not.toContain('markdown-unrendered')
})

test.each([
  'markdown',
  'quick_actions',
  'confidential_issues',
  'internal_notes',
  'locked_discussions',
  'archived_projects',
])('FORM-037 the help has a page %s, for everybody', async topic => {
  const { as } = await world()
  const page = await as('anon').call(helpPage, { topic })
  expect(page.html.length).toBeGreaterThan(200)
  expect(page.html).not.toContain('<h1')
  expect(page.topics).toContainEqual({ topic, title: page.title })
})

test('FORM-037 the help names every quick action there is', async () => {
  const { as, services } = await world()
  const { html } = await as('anon').call(helpPage, { topic: 'quick_actions' })
  for (const { name } of services.plugs.quickActions) expect(html).toContain(`<code>/${name}</code>`)
  await expect(as('anon').reply(helpPage, { topic: '../ARCHITECTURE' })).resolves.toMatchObject({ status: 404 })
})
