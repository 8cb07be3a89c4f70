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
import { autocompleteProjects, getIssueEntity, moveIssueOnPage } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import {
  cloneIssue,
  createIssue,
  getIssue,
  moveIssue,
  subscribeToIssue,
  updateIssue,
} from '#contract/plan/issues/issues.ts'
import { addSpentTime } from '#contract/plan/timeboxes/time-tracking.ts'
import { createIssueLink, listIssueLinks } from '#contract/plan/work-items/links.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

type World = Awaited<ReturnType<typeof world>>

/** Besides weft/loom: weft/shuttle, in which dan and rita are reporters and gus is a guest. */
async function scene(options: Parameters<typeof world>[0] = {}) {
  const w = await world(options)
  const { rows } = await sql<{ id: number; fullPath: string; fullName: string; ancestorIds: number[] }>`
    select id, full_path, full_name, ancestor_ids from namespaces where id = ${w.group.id}`.execute(w.db)
  const parent = rows[0]
  if (parent === undefined) throw new Error('the group is missing')
  const { dan, rita, gus, mina } = w.users
  const members = { [dan.id]: 20, [rita.id]: 20, [gus.id]: 10, [mina.id]: 40 }
  const shuttle = await w.build.project({ path: 'shuttle', parent, members })
  return { ...w, shuttle, parent }
}

const notesOf = (who: Member, { as }: Pick<World, 'as'>, ref: { id: number; issueIid: number }) =>
  as(who).call(issueDiscussion.listNotes, { ...ref, sort: 'asc', orderBy: 'created_at', perPage: 100 })

test('MOVE-004 MOVE-007 a moved issue has everything in the other project, and the old one is closed and leads there', async () => {
  const w = await scene()
  const { as, build, db, project, shuttle, users, group } = w
  const other = await build.issue({ title: 'the other' })
  await build.label({ namespaceId: group.id, title: 'shared' })
  await build.label({ title: 'bug' })
  await build.label({ title: 'only here' })
  await build.label({ namespaceId: shuttle.id, title: 'Bug' })
  const v1 = await build.milestone({ title: 'v1' })
  const v1There = await build.milestone({ namespaceId: shuttle.id, title: 'v1' })
  const made = await as('rita').call(createIssue, {
    id: project.id,
    title: `Broken like #${other.iid}`,
    description: `See #${other.iid} and \`#${other.iid}\`, ~bug ~shared %v1`,
    confidential: true,
    labels: ['bug', 'shared', 'only here'],
    milestoneId: v1.id,
    assigneeIds: [users.dan.id, users.olga.id],
    dueDate: '2027-01-02',
    weight: 3,
  })
  const ref = { id: project.id, issueIid: made.iid }
  const thread = await as('dan').call(issueDiscussion.createDiscussion, { ...ref, body: 'A thread' })
  if (!('notes' in thread)) throw new Error('no thread')
  await as('rita').call(issueDiscussion.replyToDiscussion, { ...ref, discussionId: thread.id, body: 'An answer' })
  const internal = await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'Between us', internal: true })
  if (!('id' in internal)) throw new Error('no note')
  await as('mina').call(issueDiscussion.createNoteAward, { ...ref, noteId: internal.id, name: 'tada' })
  await as('mina').call(issueDiscussion.createAward, { ...ref, name: 'thumbsup' })
  await as('dan').call(addSpentTime, { ...ref, duration: '2h' })
  await as('rita').call(createIssueLink, {
    ...ref,
    targetProjectId: project.id,
    targetIssueIid: other.iid,
    linkType: 'blocks',
  })
  const before = await notesOf('rita', w, ref)

  const moved = await as('rita').reply(moveIssue, { ...ref, toProjectId: shuttle.id })
  expect([moved.status, moved.body]).toMatchObject([
    201,
    {
      project_id: shuttle.id,
      iid: 1,
      title: `Broken like weft/loom#${other.iid}`,
      description: `See weft/loom#${other.iid} and \`#${other.iid}\`, weft/loom~bug ~shared weft/loom%v1`,
      confidential: true,
      state: 'opened',
      author: { id: users.rita.id },
      created_at: made.createdAt,
      labels: ['Bug', 'shared'],
      milestone: { id: v1There.id },
      assignees: [{ id: users.dan.id }],
      due_date: '2027-01-02',
      weight: 3,
      upvotes: 1,
      user_notes_count: 2,
      time_stats: { total_time_spent: 7200 },
      web_url: 'http://weft.test/weft/shuttle/-/issues/1',
      moved_to_id: null,
    },
  ])
  const there = { id: shuttle.id, issueIid: 1 }
  const after = await notesOf('rita', w, there)
  const told = (notes: typeof before) =>
    notes.map(({ author, createdAt, internal, system, type }) => ({
      author: author.id,
      createdAt,
      internal,
      system,
      type,
    }))
  expect(told(after.slice(0, -1))).toEqual(told(before))
  expect(after.map(note => note.body)).toEqual(
    expect.arrayContaining(['A thread', 'An answer', 'Between us', `moved from weft/loom#${made.iid}`]),
  )
  const [copied] = after.filter(note => note.body === 'Between us')
  expect(await as('dan').call(issueDiscussion.listNoteAwards, { ...there, noteId: copied?.id ?? 0 })).toMatchObject([
    { name: 'tada' },
  ])
  const threads = await as('dan').call(issueDiscussion.listDiscussions, there)
  expect(threads.find(each => each.notes[0]?.body === 'A thread')?.notes.map(note => note.body)).toEqual([
    'A thread',
    'An answer',
  ])
  expect(await as('rita').call(listIssueLinks, there)).toMatchObject([{ iid: other.iid, linkType: 'blocks' }])
  expect(await as('rita').call(listIssueLinks, { id: project.id, issueIid: other.iid })).toMatchObject([
    { projectId: shuttle.id, linkType: 'is_blocked_by' },
  ])
  expect(await as('rita').call(getIssue, ref)).toMatchObject({ state: 'closed', timeStats: { totalTimeSpent: 0 } })
  expect((await as('rita').call(getIssue, ref)).movedToId).toBe((moved.body as { id: number }).id)
  expect((await notesOf('rita', w, ref)).at(-1)).toMatchObject({ body: 'moved to weft/shuttle#1', system: true })
  expect(await as('rita').call(getIssuePage, { namespace: 'weft/loom', iid: made.iid })).toMatchObject({
    isMoved: true,
    movedTo: { reference: 'weft/shuttle#1', webPath: '/weft/shuttle/-/issues/1' },
  })
  const { rows } = await sql<{
    name: string
  }>`select name from events where name in ('issue.moved', 'issue.closed') order by id`.execute(db)
  expect(rows.map(row => row.name)).toEqual(['issue.closed', 'issue.moved'])
})

test('MOVE-004 those who may not know of the other project learn nothing of it', async () => {
  const w = await scene()
  const { as, build, shuttle } = w
  const issue = await build.issue()
  const { id } = await as('rita').call(moveIssue, { ...issue.ref, toProjectId: shuttle.id })
  await as('olga').call(getIssue, issue.ref)
  expect((await as('olga').call(getIssue, issue.ref)).movedToId).toBeNull()
  const page = { namespace: 'weft/loom', iid: issue.iid }
  expect((await as('olga').call(getIssueEntity, page)).movedToId).toBeNull()
  expect(await as('olga').call(getIssuePage, page)).toMatchObject({ isMoved: true, movedTo: null })
  expect(JSON.stringify(await notesOf('olga', w, issue.ref))).not.toContain('shuttle')
  expect((await as('rita').call(getIssue, issue.ref)).movedToId).toBe(id)
  const asked = `{ project(fullPath: "weft/loom") { issue(iid: "${issue.iid}") { moved movedTo { id } } } }`
  expect(await askGraphql(as('olga').ctx, asked)).toMatchObject({
    data: { project: { issue: { moved: true, movedTo: null } } },
  })
})

test.each<[Member | 'anon', string]>([
  ['mina', 'ok'],
  ['dan', 'ok'],
  ['rita', 'ok'],
  ['olga', 'not_found'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('MOVE-007 PERM-002 %s moves an issue: %s', async (who, outcome) => {
  const { as, build, shuttle } = await scene()
  const issue = await build.issue()
  const call = as(who).call(moveIssue, { ...issue.ref, toProjectId: shuttle.id })
  await expect(
    call.then(
      () => 'ok',
      error => error.kind,
    ),
  ).resolves.toBe(outcome)
})

test('MOVE-007 what is refused is refused with a sentence, and leaves no trace', async () => {
  const { as, build, db, project, shuttle, parent, users } = await scene()
  const issue = await build.issue()
  const incident = await build.issue({ type: 'incident' })
  const asGuest = await build.project({ path: 'asguest', parent, members: { [users.rita.id]: 10 } })
  const asPlanner = await build.project({ path: 'asplanner', parent, members: { [users.rita.id]: 15 } })
  const issueless = await build.project({ path: 'issueless', parent, members: { [users.rita.id]: 20 } })
  await sql`update projects set issues_access_level = 'disabled' where id = ${issueless.id}`.execute(db)
  const move = (ref: { id: number; issueIid: number }, toProjectId: number) =>
    as('rita').reply(moveIssue, { ...ref, toProjectId })
  expect(await move(issue.ref, project.id)).toMatchObject({
    status: 400,
    body: { message: 'Cannot move issue to project it originates from. Choose another project.' },
  })
  expect(await move(issue.ref, asGuest.id)).toMatchObject({
    status: 400,
    body: { message: 'You need at least the Planner role in weft/asguest to move issues there.' },
  })
  expect(await move(incident.ref, asPlanner.id)).toMatchObject({
    status: 400,
    body: { message: 'You need at least the Reporter role in weft/asplanner to move incidents there.' },
  })
  expect(await move(issue.ref, issueless.id)).toMatchObject({
    status: 400,
    body: { message: 'Issues are turned off in weft/issueless. Choose another project.' },
  })
  expect((await move(issue.ref, 999_999)).status).toBe(404)
  await sql`update namespaces set archived = true where id = ${shuttle.id}`.execute(db)
  expect(await move(issue.ref, shuttle.id)).toMatchObject({
    status: 400,
    body: { message: 'weft/shuttle is archived. Choose another project.' },
  })
  await sql`update namespaces set archived = false where id = ${shuttle.id}`.execute(db)
  const { rows } = await sql`select 1 from issuables where namespace_id <> ${project.id}`.execute(db)
  expect(rows).toEqual([])
  expect((await move(issue.ref, shuttle.id)).status).toBe(201)
  expect(await move(issue.ref, asPlanner.id)).toMatchObject({
    status: 409,
    body: { message: 'This issue has already been moved to another project.' },
  })
})

test('MOVE-004 500 comments take as many statements as five', async () => {
  const { as, build, project, shuttle, users, db, statements } = await scene()
  const other = await build.issue()
  const moving = async (comments: number) => {
    const issue = await build.issue()
    await sql`insert into notes (namespace_id, issuable_id, discussion_id, author_id, body)
      select ${project.id}, ${issue.id}, lpad(${issue.id} || 'a' || g, 40, '0'), ${users.dan.id}, 'comment ' || g || ' on #' || ${other.iid}::int || ' ~bug'
      from generate_series(1, ${comments}) g`.execute(db)
    return statements(() => as('rita').call(moveIssue, { ...issue.ref, toProjectId: shuttle.id }))
  }
  await moving(1)
  const few = await moving(5)
  expect(await moving(500)).toBe(few)
  const { rows } = await sql<{ body: string; bodyHtml: string }>`
    select body, body_html from notes where namespace_id = ${shuttle.id} and body like 'comment 500 %'`.execute(db)
  expect(rows[0]?.body).toBe(`comment 500 on weft/loom#${other.iid} ~bug`)
  expect(rows[0]?.bodyHtml).toContain(`href="/weft/loom/-/issues/${other.iid}"`)
})

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

test('MOVE-001 MOVE-005 MOVE-006 projects are offered by search, where one may plan issues, but not the own one', async () => {
  const { as, build, db, project, shuttle, parent, users } = await scene()
  const silk = await build.project({ path: 'silk', parent, visibility: 'public', members: { [users.rita.id]: 20 } })
  const closed = await build.project({ path: 'closed', parent, members: { [users.rita.id]: 50 } })
  await sql`update namespaces set archived = true where id = ${closed.id}`.execute(db)
  const offered = async (who: Member | 'root', more: { search?: string; offsetId?: number } = {}) =>
    (await as(who).call(autocompleteProjects, { projectId: project.id, ...more })).map(each => each.fullPath)
  expect(await as('rita').reply(autocompleteProjects, { projectId: project.id, search: 'shut' })).toMatchObject({
    status: 200,
    body: [
      {
        id: shuttle.id,
        name: 'shuttle',
        name_with_namespace: 'Weft / shuttle',
        full_path: 'weft/shuttle',
        avatar_url: null,
      },
    ],
  })
  expect(await offered('rita')).toEqual(['weft/shuttle', 'weft/silk'])
  expect(await offered('rita', { offsetId: shuttle.id })).toEqual(['weft/silk'])
  expect(await offered('rita', { search: 'loom' })).toEqual([])
  expect(await offered('gus')).toEqual([])
  expect(await offered('nina', { search: 'silk' })).toEqual([])
  expect(await offered('root', { search: 'silk' })).toEqual([silk.fullPath])
  expect((await as('anon').reply(autocompleteProjects, {})).status).toBe(401)
})

test('MOVE-007 the page moves with the id of the project and gets the address of the new issue', async () => {
  const { as, build, shuttle } = await scene()
  const issue = await build.issue()
  const at = { namespace: 'weft/loom', iid: issue.iid }
  expect(await as('rita').reply(moveIssueOnPage, { ...at, moveToProjectId: shuttle.id })).toMatchObject({
    status: 200,
    body: { iid: 1, project_id: shuttle.id, web_url: 'http://weft.test/weft/shuttle/-/issues/1' },
  })
})

test('MOVE-007 GraphQL moves an issue', async () => {
  const { as, build } = await scene()
  const issue = await build.issue()
  const mutation = (
    target: string,
  ) => `mutation { issueMove(input: { projectPath: "weft/loom", iid: "${issue.iid}", targetProjectPath: "${target}" }) {
    errors issue { reference(full: true) userPermissions { moveIssue cloneIssue } } } }`
  expect(await askGraphql(as('rita').ctx, mutation('weft/loom'))).toMatchObject({
    data: { issueMove: { errors: ['Cannot move issue to project it originates from. Choose another project.'] } },
  })
  expect(await askGraphql(as('rita').ctx, mutation('weft/shuttle'))).toMatchObject({
    data: {
      issueMove: {
        errors: [],
        issue: { reference: 'weft/shuttle#1', userPermissions: { moveIssue: true, cloneIssue: true } },
      },
    },
  })
})

test('MOVE-007 quick actions move and clone, and say why not', async () => {
  const w = await scene()
  const { as, build } = w
  const issue = await build.issue({ title: 'One' })
  const say = async (body: string) => (await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body })).body
  expect(await say('/move weft/nowhere')).toMatchObject({
    commands_changes: {},
    summary: ['Could not apply move command. 404 Project Not Found.'],
  })
  expect(await say('/clone weft/shuttle')).toMatchObject({ summary: ['Cloned this issue to weft/shuttle#1.'] })
  expect(await say('/clone')).toMatchObject({ summary: [`Cloned this issue to weft/loom#${issue.iid + 1}.`] })
  await say('A comment to take along')
  expect(await say('/clone weft/shuttle --with_notes')).toMatchObject({
    summary: ['Cloned this issue to weft/shuttle#2.'],
  })
  const bodies = async (id: number, issueIid: number) =>
    (await notesOf('rita', w, { id, issueIid })).map(note => note.body)
  expect(await bodies(w.shuttle.id, 1)).toEqual([`cloned from weft/loom#${issue.iid}`])
  expect(await bodies(w.shuttle.id, 2)).toContain('A comment to take along')
  expect((await as('rita').call(getIssue, issue.ref)).state).toBe('opened')
  const last = await as('rita').reply(issueDiscussion.createNote, {
    ...issue.ref,
    body: 'Off it goes\n/move weft/shuttle',
  })
  expect(last.status).toBe(201)
  expect(await bodies(w.shuttle.id, 3)).toContain('Off it goes')
  expect((await as('rita').call(getIssue, issue.ref)).state).toBe('closed')
})

test('MOVE-004 a clone is a new issue in the name of the actor, without time that was spent', async () => {
  const { as, build, shuttle, users, project } = await scene()
  const issue = await build.issue({ title: 'Original', description: 'Ask @dan', state: 'closed', weight: 2 })
  await as('rita').call(updateIssue, { ...issue.ref, assigneeIds: [users.dan.id] })
  await as('dan').call(addSpentTime, { ...issue.ref, duration: '1h' })
  const reply = await as('rita').reply(cloneIssue, { ...issue.ref, toProjectId: shuttle.id })
  expect([reply.status, reply.body]).toMatchObject([
    201,
    {
      project_id: shuttle.id,
      state: 'opened',
      author: { id: users.rita.id },
      weight: 2,
      assignees: [{ id: users.dan.id }],
      time_stats: { total_time_spent: 0 },
      user_notes_count: 0,
    },
  ])
  expect(await as('dan').call(listTodos, {})).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ actionName: 'assigned' })]),
  )
  const again = await as('rita').call(cloneIssue, { ...issue.ref, toProjectId: project.id, withNotes: true })
  expect(again.projectId).toBe(project.id)
})

test('MOVE-004 of two who move an issue at once, one wins', async () => {
  const { as, build, parent, users, db } = await scene({ commits: true })
  const one = await build.project({ path: 'one', parent, members: { [users.rita.id]: 20 } })
  const two = await build.project({ path: 'two', parent, members: { [users.rita.id]: 20 } })
  const issue = await build.issue()
  const replies = await Promise.all(
    [one, two].map(({ id }) => as('rita').reply(moveIssue, { ...issue.ref, toProjectId: id })),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([201, 409])
  const { rows } = await sql`select 1 from issuables where namespace_id = any (${[one.id, two.id]}::bigint[])`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
})

test('MOVE-004 issues that cross each other between two projects all arrive', async () => {
  const { as, build, shuttle, project, db } = await scene({ commits: true })
  const here = await Promise.all([1, 2, 3, 4].map(() => build.issue()))
  const there = await Promise.all([1, 2, 3, 4].map(() => build.issue({ projectId: shuttle.id })))
  const replies = await Promise.all([
    ...here.map(({ ref }) => as('rita').reply(moveIssue, { ...ref, toProjectId: shuttle.id })),
    ...there.map(({ ref }) => as('rita').reply(moveIssue, { ...ref, toProjectId: project.id })),
  ])
  expect(replies.map(reply => reply.status)).toEqual(Array(8).fill(201))
  const { rows } = await sql<{ open: number; closed: number }>`
    select open_issues_count as open, closed_issues_count as closed from projects where id = any (${[project.id, shuttle.id]}::bigint[])`.execute(
    db,
  )
  expect(rows).toEqual([
    { open: 4, closed: 4 },
    { open: 4, closed: 4 },
  ])
})

test('MOVE-004 a move that fails in its midst leaves nothing', async () => {
  const { as, build, shuttle, users, db } = await scene({ commits: true })
  const issue = await build.issue()
  await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body: 'A comment' })
  await sql`insert into subscriptions (issuable_id, user_id, subscribed) values (${issue.id}, ${users.gus.id}, true)`.execute(
    db,
  )
  await sql`create function refuse_copies() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`.execute(
    db,
  )
  await sql`create trigger refused before insert on subscriptions for each row execute function refuse_copies()`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`drop function if exists refuse_copies() cascade`.execute(db)
  })
  await expect(as('rita').reply(moveIssue, { ...issue.ref, toProjectId: shuttle.id })).rejects.toThrow('cut off')
  await sql`drop function refuse_copies() cascade`.execute(db)
  const { rows } = await sql`select 1 from issuables where namespace_id = ${shuttle.id} or moved_to_id is not null
    union all select 1 from notes where namespace_id = ${shuttle.id} union all select 1 from events where name = 'issue.moved'`.execute(
    db,
  )
  expect(rows).toEqual([])
  expect((await as('rita').reply(moveIssue, { ...issue.ref, toProjectId: shuttle.id })).status).toBe(201)
})

test('MOVE-004 subscribers are told that it was moved, not where to, and nobody is told of a new issue', async () => {
  const { as, build, shuttle, db, deliver } = await scene()
  const issue = await build.issue()
  await as('olga').call(subscribeToIssue, issue.ref)
  await deliver()
  await as('rita').call(moveIssue, { ...issue.ref, toProjectId: shuttle.id })
  await deliver()
  const { rows } = await sql<{ lead: string; issuableId: number }>`select lead, issuable_id from notices`.execute(db)
  expect(rows).toEqual([{ lead: 'Rita moved the issue to another project.', issuableId: issue.id }])
})

test('MOVE-004 what was read stays read, and its history tells of labels of the other project', async () => {
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

test('MOVE-004 EPIC-022 an issue stays in its epic where both projects are of its group, else it leaves it to the old one', async () => {
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
  expect(away).toMatchObject({ epicIid: null, description: 'For weft&1' })
  expect((await as('olga').call(getIssue, two)).epicIid).toBe(1)
  const notes = await as('olga').call(epicDiscussion.listNotes, { id: group.id, epicId: epic.id, sort: 'asc' })
  expect(notes.map(note => note.body).slice(-2)).toEqual([
    'added issue weft/shuttle#1',
    `removed issue weft/loom#${one.issueIid}`,
  ])
})
