import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, moveIssue } from '#contract/plan/issues/issues.ts'
import { addSpentTime } from '#contract/plan/timeboxes/time-tracking.ts'
import { createIssueLink, listIssueLinks } from '#contract/plan/work-items/links.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { notesOf, scene } from '#test/world/scenes/two-projects.ts'
import type { Member } from '#test/world/world.ts'

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

test('MOVE-007 a refused move has a sentence, and leaves no trace', async () => {
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

test('MOVE-004 if two users move an issue at the same time, one wins', async () => {
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
