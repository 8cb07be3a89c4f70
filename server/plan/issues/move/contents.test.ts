import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { listTodos } from '#contract/feeds/todos.ts'
import { createProjectUpload, deleteProjectUpload, showProjectUploadByPath } from '#contract/foundation/uploads.ts'
import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, moveIssue, subscribeToIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { scene } from '#test/world/scenes/two-projects.ts'

test('MOVE-004 uploads stay readable in the other project, also after the first one is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { as, build, project, shuttle, deliver } = await scene({ settings: { DATA_DIR: join(folder, 'data') } })
  const path = join(folder, 'received')
  await writeFile(path, 'warp')
  const file = new TemporaryFile('notes.txt', 'text/plain', path, 4)
  const upload = await as('rita').call(createProjectUpload, { id: project.id, file })
  const { ref } = await as('rita')
    .call(createIssue, {
      id: project.id,
      title: 'With a file',
      description: `${upload.markdown} and http://weft.test${upload.fullPath}`,
    })
    .then(issue => ({ ref: { id: project.id, issueIid: issue.iid } }))
  const moved = await as('rita').call(moveIssue, { ...ref, toProjectId: shuttle.id })
  const [secret = ''] = /[0-9a-f]{32}/.exec(moved.description ?? '') ?? []
  expect(upload.url).not.toContain(secret)
  expect(moved.description).toBe(
    `[notes.txt](/uploads/${secret}/notes.txt) and http://weft.test/-/project/${shuttle.id}/uploads/${secret}/notes.txt`,
  )
  await as('mina').call(deleteProjectUpload, { id: project.id, uploadId: upload.id })
  await deliver()
  const only = await build.user()
  await build.member({ at: shuttle.id, userId: only.id, level: 20 })
  const shown = await as(only.id).reply(showProjectUploadByPath, {
    namespace: 'weft/shuttle',
    secret,
    filename: 'notes.txt',
  })
  expect([shown.status, String(shown.body)]).toEqual([200, 'warp'])
})

test('MOVE-004 to-dos wait on the moved issue, for those who may read it', async () => {
  const { as, build, shuttle } = await scene()
  const issue = await build.issue()
  await as('rita').call(issueDiscussion.createNote, { ...issue.ref, body: '@dan and @olga, look' })
  const moved = await as('rita').call(moveIssue, { ...issue.ref, toProjectId: shuttle.id })
  const [todo] = await as('dan').call(listTodos, {})
  expect(todo).toMatchObject({
    project: { id: shuttle.id },
    target: { id: moved.id },
    actionName: 'directly_addressed',
  })
  expect(todo?.targetUrl).toMatch(/weft\/shuttle\/-\/issues\/1#note_\d+$/)
  expect(await as('olga').call(listTodos, {})).toEqual([])
})

test('MOVE-004 subscribers are told that it was moved, not where to, and no one is told of a new issue', async () => {
  const { as, build, shuttle, db, deliver } = await scene()
  const issue = await build.issue()
  await as('olga').call(subscribeToIssue, issue.ref)
  await deliver()
  await as('rita').call(moveIssue, { ...issue.ref, toProjectId: shuttle.id })
  await deliver()
  const { rows } = await sql<{ lead: string; issuableId: number }>`select lead, issuable_id from notices`.execute(db)
  expect(rows).toEqual([{ lead: 'Rita moved the issue to another project.', issuableId: issue.id }])
})

test('MOVE-004 read notes stay read, and the history names labels of the other project', async () => {
  const w = await scene()
  const { as, build, project, shuttle } = w
  await build.label({ title: 'bug' })
  const there = await build.label({ namespaceId: shuttle.id, title: 'bug' })
  const { iid } = await as('rita').call(createIssue, {
    id: project.id,
    title: 'Read',
    description: 'one',
    labels: ['bug'],
  })
  const ref = { id: project.id, issueIid: iid }
  await as('rita').call(updateIssue, { ...ref, description: 'two' })
  const note = await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'Old news' })
  if (!('id' in note)) throw new Error('no note')
  await as('dan').call(issueDiscussionPage.markRead, { namespace: 'weft/loom', iid, noteId: note.id })
  await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'News' })
  await as('rita').call(moveIssue, { ...ref, toProjectId: shuttle.id })
  const page = await as('dan').call(getIssuePage, { namespace: 'weft/shuttle', iid: 1 })
  expect(page.viewer.reading?.commentNews?.count).toBe(1)
  const events = await as('dan').call(issueDiscussion.listLabelEvents, { id: shuttle.id, issueIid: 1 })
  expect(events).toMatchObject([{ action: 'add', label: { id: there.id } }])
  const notes = await as('dan').call(issueDiscussionPage.listPageDiscussions, { namespace: 'weft/shuttle', iid: 1 })
  expect(JSON.stringify(notes)).toContain('descriptionVersionId')
})

test('MOVE-004 EPIC-022 an issue stays in its epic, wherever it is moved', async () => {
  const w = await scene()
  const { as, build, group, project, users, shuttle, db } = w
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const epic = await as('olga').call(createEpic, { id: group.id, title: 'Weave faster' })
  const inEpic = async (title: string) => {
    const issue = await as('olga').call(createIssue, { id: project.id, title, description: 'For &1', epicId: epic.id })
    return { id: project.id, issueIid: issue.iid }
  }
  const [one, two] = [await inEpic('One'), await inEpic('Two')]
  const moved = await as('olga').call(moveIssue, { ...one, toProjectId: shuttle.id })
  expect(moved).toMatchObject({ epicIid: 1, description: 'For &1' })
  expect((await as('olga').call(getIssue, one)).epicIid).toBeNull()
  const { rows: own } = await sql<{
    id: number
  }>`select id from namespaces where kind = 'user' and owner_id = ${users.olga.id}`.execute(db)
  const parent = { id: own[0]?.id ?? 0, fullPath: 'olga', fullName: 'Olga', ancestorIds: [own[0]?.id ?? 0] }
  const elsewhere = await build.project({ path: 'attic', parent })
  const away = await as('olga').call(moveIssue, { ...two, toProjectId: elsewhere.id })
  expect(away).toMatchObject({ epicIid: 1, description: 'For weft&1' })
  expect((await as('olga').call(getIssue, two)).epicIid).toBeNull()
  const notes = await as('olga').call(epicDiscussion.listNotes, { id: group.id, epicId: epic.id, sort: 'asc' })
  expect(notes.map(note => note.body).slice(-4)).toEqual([
    'added issue weft/shuttle#1',
    `removed issue weft/loom#${one.issueIid}`,
    'added issue olga/attic#1',
    `removed issue weft/loom#${two.issueIid}`,
  ])
})
