import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { type Member, type World, world } from '#test/world/world.ts'
import type { Changes } from '../define-attribute.ts'
import { issueById } from '../find.ts'
import { changeIssuable } from './change.ts'

const metadata: readonly (readonly [string, Readonly<Record<string, unknown>>, Changes])[] = [
  ['assignees', { assignees: [{ username: 'dan' }] }, { assignees: { replace: ['dan'] } }],
  ['labels', { labels: ['bug'] }, { labels: { add: ['bug'] } }],
  ['milestone', { milestone: { title: 'v1' } }, { milestone: 'v1' }],
  ['startDate', { start_date: '2026-03-01' }, { startDate: '2026-03-01' }],
  ['dueDate', { due_date: '2026-03-05' }, { dueDate: '2026-03-05' }],
  ['weight', { weight: 5 }, { weight: 5 }],
  ['confidential', { confidential: true }, { confidential: true }],
  ['discussionLocked', { discussion_locked: true }, { discussionLocked: true }],
  ['type', { issue_type: 'task' }, { type: 'task' }],
]

const cast: readonly (readonly [Member | 'anon' | 'root', string])[] = [
  ['root', 'ok'],
  ['olga', 'ok'],
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
]

test.each(
  metadata.flatMap(([name, shown, changes]) =>
    cast.map(([who, outcome]) => [who, name, outcome, changes, shown] as const),
  ),
)('PERM-002 %s setting %s of a private issue: %s', async (who, _name, outcome, changes, shown) => {
  const { as, build, users } = await world()
  await build.label({ title: 'bug' })
  await build.milestone({ title: 'v1' })
  // Guests may edit their own texts, but not the metadata.
  const issue = await build.issue({ authorId: users.gus.id })
  await expect(change(as(who).ctx, issue.id, changes)).resolves.toBe(outcome)
  if (outcome === 'ok') expect((await as('root').reply(getIssue, issue.ref)).body).toMatchObject(shown)
})

test.each<[Member, boolean, string]>([
  ['gus', true, 'ok'],
  ['gus', false, 'forbidden'],
  ['rita', false, 'ok'],
])('PERM-002 %s editing the title of an issue (own: %s): %s', async (who, isOwn, outcome) => {
  const { as, build, users } = await world()
  const issue = await build.issue({ authorId: isOwn ? users[who].id : users.mina.id })
  await expect(change(as(who).ctx, issue.id, { title: 'New' })).resolves.toBe(outcome)
})

test('the public API drops attributes that the caller may not set, and sets the rest', async () => {
  const { as, build, users } = await world()
  const issue = await build.issue({ authorId: users.gus.id })
  const changed = await as('gus').call(updateIssue, {
    ...issue.ref,
    title: 'Mine',
    weight: 9,
    labels: ['bug'],
    confidential: true,
  })
  expect(changed).toMatchObject({ title: 'Mine', weight: null, labels: [], confidential: false })
})

test('LABEL-008 a scoped label replaces another of its scope', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const rita = as('rita')
  await rita.call(updateIssue, { ...issue.ref, labels: ['priority::high', 'type::bug', 'plain'] })
  const changed = await rita.call(updateIssue, { ...issue.ref, addLabels: ['priority::low'] })
  expect(changed.labels).toEqual(['plain', 'priority::low', 'type::bug'])
  const again = await rita.call(updateIssue, { ...issue.ref, labels: ['a::b::c', 'a::b::d', 'a::x'] })
  expect(again.labels).toEqual(['a::b::d', 'a::x'])
})

test('a change is one event with former and new values, and a system note for each attribute', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issue({ title: 'Old looms', weight: 2 })
  await as('rita').call(updateIssue, {
    ...issue.ref,
    title: 'New looms',
    weight: 5,
    assigneeIds: [users.dan.id],
    labels: ['bug'],
    dueDate: '2026-03-05',
  })
  const { payload } = await lastEvent(db, 'issuable.changed')
  expect(payload).toMatchObject({
    issuableId: issue.id,
    changes: [
      {
        attribute: 'title',
        from: 'Old looms',
        to: 'New looms',
        note: { action: 'title', text: 'changed title from **{-Old-} looms** to **{+New+} looms**' },
      },
      {
        attribute: 'assignees',
        from: [],
        to: [{ username: 'dan' }],
        note: { action: 'assignee', text: 'assigned to @dan' },
      },
      { attribute: 'labels', from: [], to: [{ title: 'bug' }], note: { action: 'label', text: 'added ~bug label' } },
      { attribute: 'dueDate', from: null, to: '2026-03-05', note: { text: 'changed due date to 5 Mar, 2026' } },
      { attribute: 'weight', from: 2, to: 5, note: { action: 'weight', text: 'set weight to **5**' } },
    ],
  })
  const notes = await db
    .selectFrom('notes')
    .select(['body'])
    .where('issuableId', '=', issue.id)
    .where('system', '=', true)
    .execute()
  expect(notes).toHaveLength(5)
})

test('a change that changes nothing leaves no trace', async () => {
  const { as, build, db } = await world()
  const issue = await build.issue({ title: 'Same', weight: 2 })
  const before = await db.selectFrom('issuables').selectAll().where('id', '=', issue.id).executeTakeFirstOrThrow()
  await as('rita').call(updateIssue, { ...issue.ref, title: ' Same ', weight: 2, labels: [], description: '' })
  expect(await db.selectFrom('issuables').selectAll().where('id', '=', issue.id).executeTakeFirstOrThrow()).toEqual(
    before,
  )
  expect(await db.selectFrom('events').select('id').where('name', '=', 'issuable.changed').execute()).toEqual([])
})

test('EDIT-020 only edits of title and description count as versions, and a stale one is refused', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ title: 'First' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  const save = (lockVersion: number, title: string) =>
    as('rita').reply(updateIssueEntity, { ...page, issue: { title, lockVersion } })
  await as('rita').call(updateIssue, { ...issue.ref, weight: 1 })
  expect(await save(0, 'Second')).toMatchObject({ status: 200, body: { title: 'Second', lock_version: 1 } })
  expect(await save(0, 'Third')).toMatchObject({
    status: 409,
    body: {
      errors: [
        'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
      ],
    },
  })
  expect(await save(1, '  ')).toMatchObject({ status: 422, body: { errors: ["Title can't be blank"] } })
  expect(await save(1, 'Third')).toMatchObject({ status: 200, body: { title: 'Third', lock_version: 2 } })
})

test('TASK-008 an item of a task list is marked where its line is still what the page shows', async () => {
  const { as, build, project, db } = await world()
  const issue = await build.issue({ description: '- [ ] oil\n- [x] look' })
  const toggle = (lineSource: string) =>
    as('rita').reply(updateIssueEntity, {
      namespace: project.fullPath,
      iid: issue.iid,
      issue: { updateTask: { index: 1, checked: true, lineNumber: 1, lineSource } },
    })
  expect(await toggle('- [ ] oil')).toMatchObject({
    status: 200,
    body: { description: '- [x] oil\n- [x] look', lock_version: 1 },
  })
  expect(await toggle('- [ ] oil')).toMatchObject({ status: 409 })
  const { payload } = await lastEvent(db, 'issuable.changed')
  expect(payload).toMatchObject({
    changes: [{ note: { action: 'task', text: 'marked the checklist item **oil** as completed' } }],
  })
})

test('an edited description is kept as a version, after the one it began with', async () => {
  const { as, build, db } = await world()
  const issue = await build.issue({ description: 'one' })
  await as('rita').call(updateIssue, { ...issue.ref, description: 'two' })
  await as('mina').call(updateIssue, { ...issue.ref, description: null })
  const versions = await db
    .selectFrom('descriptionVersions')
    .select('description')
    .where('issuableId', '=', issue.id)
    .orderBy('id')
    .execute()
  expect(versions.map(version => version.description)).toEqual(['one', 'two', null])
})

test('people who cannot read the project are not assigned, and a strict door says so', async () => {
  const { as, build, users } = await world()
  const issue = await build.issue()
  const changed = await as('rita').call(updateIssue, { ...issue.ref, assigneeIds: [users.nina.id, users.gus.id] })
  expect(changed.assignees.map(user => user.username)).toEqual(['gus'])
  const kept = await as('rita').call(updateIssue, { ...issue.ref, assigneeIds: [users.nina.id] })
  expect(kept.assignees.map(user => user.username)).toEqual(['gus'])
  await expect(change(as('rita').ctx, issue.id, { assignees: { add: ['nina'] } }, true)).resolves.toBe('invalid')
  await expect(change(as('rita').ctx, issue.id, { milestone: 'nowhere' }, true)).resolves.toBe('invalid')
  await expect(change(as('rita').ctx, issue.id, { weight: -1 }, true)).resolves.toBe('invalid')
})

test('WEIGHT-001, DATE-002 values that break a rule are refused with their sentence', async () => {
  const { as, build } = await world()
  const issue = await build.issue({ startDate: '2026-03-05' })
  const put = (given: Readonly<Record<string, unknown>>) => as('rita').reply(updateIssue, { ...issue.ref, ...given })
  expect((await put({ weight: -1 })).status).toBe(400)
  expect((await put({ dueDate: 'soon' })).body).toEqual({ error: 'due_date is invalid' })
  expect((await put({ dueDate: '2026-03-01' })).body).toEqual({
    message: { due_date: ['must be greater than or equal to start date'] },
  })
  expect((await put({ title: 'x'.repeat(256) })).body).toEqual({
    message: { title: ['is too long (maximum is 255 characters)'] },
  })
  expect((await put({ title: ' ' })).body).toEqual({ message: { title: ["can't be blank"] } })
  expect((await put({})).status).toBe(400)
})

async function change(ctx: Context, issueId: number, changes: Changes, isStrict = false) {
  try {
    await transact(ctx, async inner => {
      const issue = await load(inner, 'issuable:read', issueById, { issueId })
      await changeIssuable(inner, issue, changes, { isStrict })
    })
    return 'ok'
  } catch (error) {
    return error instanceof Error && 'kind' in error ? error.kind : String(error)
  }
}

async function lastEvent(db: World['db'], name: string) {
  const { rows } = await sql<{
    payload: unknown
  }>`select payload from events where name = ${name} order by id desc limit 1`.execute(db)
  return rows[0] ?? { payload: null }
}
