import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownChangesPage } from '#contract/feeds/own-changes.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { previewBulkEdit, startBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import { getChangeSet, undoChangeSet } from '#contract/plan/changes/change-sets.ts'
import { bulkUpdateIssues } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { forgetChangeSets } from '#server/plan/change-sets/forget.ts'
import { performChangeSet } from '#server/plan/change-sets/perform.ts'
import { type World, world } from '#test/world/world.ts'

type Update = Parameters<typeof start>[2]

const preview = ({ as, project }: World, filter: object, update: Update) =>
  as('rita').call(previewBulkEdit, { namespace: project.fullPath, filter, update })
const start = (
  { as, project }: World,
  filter: object,
  update: { stateEvent?: 'close' | 'reopen'; [name: string]: unknown },
) => as('rita').call(startBulkEdit, { namespace: project.fullPath, filter, update })
const undo = ({ as }: World, changeSetId: number) => as('rita').call(undoChangeSet, { changeSetId })
const progress = ({ as }: World, changeSetId: number) => as('rita').call(getChangeSet, { changeSetId })

/** More issues than one request changes. */
async function many({ build, db }: World, count = 130): Promise<void> {
  const { id } = await build.issue({ title: 'Loom' })
  await sql`insert into issuables (namespace_id, series, type, iid, title, title_html, author_id, state)
    select namespace_id, series, type, iid + 1000 + n, 'Loom ' || n, '', author_id, state
    from issuables, generate_series(1, ${sql.lit(count - 1)}) n where id = ${id}`.execute(db)
}

test('LIST-015 a bulk edit of a whole query changes the matches of the filter, and nothing else', async () => {
  const here = await world()
  const bug = await here.build.label({ title: 'bug' })
  const found = await here.build.issue({ title: 'Found', labelIds: [bug.id] })
  const other = await here.build.issue({ title: 'Other' })
  const edit = await start(here, { labels: ['bug'] }, { healthStatus: 'at_risk' })
  expect(edit).toMatchObject({ total: 1, changed: 1, unchanged: 0, refused: 0, finishedAt: expect.any(String) })
  expect(await here.as('rita').call(getIssue, found.ref)).toMatchObject({ healthStatus: 'at_risk' })
  expect(await here.as('rita').call(getIssue, other.ref)).toMatchObject({ healthStatus: null })
})

test('LIST-015 a bulk edit of issues with a label or an author changes both, and nothing else', async () => {
  const here = await world()
  const bug = await here.build.label({ title: 'bug' })
  const labelled = await here.build.issue({ labelIds: [bug.id] })
  const written = await here.build.issue({ authorId: here.users.dan.id })
  const other = await here.build.issue({})
  const filter = { any: { labelName: ['bug'], authorUsername: ['dan'] } }
  expect(await preview(here, filter, { weight: 3 })).toMatchObject({ total: 2, changed: 2 })
  expect(await start(here, filter, { weight: 3 })).toMatchObject({ total: 2, changed: 2 })
  const weights = [labelled, written, other].map(({ ref }) => here.as('rita').call(getIssue, ref))
  expect((await Promise.all(weights)).map(({ weight }) => weight)).toEqual([3, 3, null])
})

test('LIST-015 an edit of incidents alone names their type, also when it is undone', async () => {
  const here = await world()
  await here.build.issue({ title: 'Fire', type: 'incident' })
  const edit = await start(here, {}, { confidential: true })
  expect(edit).toMatchObject({ kind: 'issue', type: 'incident', total: 1 })
  expect(await undo(here, edit.id)).toMatchObject({ type: 'incident' })
  await here.build.issue({ title: 'Sound' })
  const { id } = await start(here, {}, { confidential: true })
  expect(await progress(here, id)).toMatchObject({ type: null, total: 2 })
  const { changes } = await here.as('rita').call(ownChangesPage, {})
  expect(changes.map(({ type }) => type)).toEqual([null, 'incident'])
})

test('LIST-015 a preview shows the effects of a bulk edit, with the reasons of its refusals', async () => {
  const here = await world()
  await here.build.issue({ title: 'Sound' })
  const risky = await here.build.issue({ title: 'Risky' })
  await here.as('rita').call(updateIssue, { ...risky.ref, healthStatus: 'at_risk' })
  await here.build.issue({ title: 'Fire', type: 'incident' })
  const update = { healthStatus: 'at_risk' }
  const told = await preview(here, {}, update)
  const reason = 'These fields are not available for this type'
  expect(told).toEqual({
    ...{ total: 3, changed: 1, unchanged: 1 },
    refused: [{ reason, count: 1, items: [{ reference: '#3', title: 'Fire', webPath: '/weft/loom/-/issues/3' }] }],
  })
  const { id, ...edit } = await start(here, {}, update)
  expect(edit).toMatchObject({ total: 3, changed: 1, unchanged: 1, refused: 1 })
  expect((await progress(here, id)).refusals).toEqual(told.refused)
})

test('LIST-015 a bulk edit of many issues is a job, which changes each of them once', async () => {
  const here = await world()
  await many(here)
  const { id, ...begun } = await start(here, {}, { stateEvent: 'close' })
  expect(begun).toMatchObject({ total: 130, changed: 0, finishedAt: null })
  // Like an edit that was interrupted after the first.
  await sql`update change_set_items set outcome = 'unchanged' where change_set_id = ${id} and issuable_id =
    (select min(issuable_id) from change_set_items where change_set_id = ${id})`.execute(here.db)
  await here.deliver()
  expect(await progress(here, id)).toMatchObject({ changed: 129, refused: 0, finishedAt: expect.any(String) })
  const closed = sql<{ count: number }>`select count(*) from issuables where state = 'closed'`
  expect((await closed.execute(here.db)).rows).toEqual([{ count: 129 }])
})

test('LIST-015 a person has one bulk edit running at a time', async () => {
  const here = await world()
  await many(here)
  await start(here, {}, { stateEvent: 'close' })
  await expect(start(here, {}, { stateEvent: 'close' })).rejects.toMatchObject({ kind: 'conflict' })
  await here.deliver()
  await expect(start(here, { state: 'closed' }, { stateEvent: 'reopen' })).resolves.toMatchObject({ total: 130 })
})

test('LIST-016 a bulk edit sets and clears weight and days, and empty fields change nothing', async () => {
  const here = await world()
  const issue = await here.build.issue({})
  const values = async () => {
    const { weight, dueDate } = await here.as('rita').call(getIssue, issue.ref)
    return { weight, dueDate }
  }
  const set = { weight: 3, dueDate: '2040-05-06' }
  await tick(here, [issue.id], set)
  expect(await values()).toEqual(set)
  await tick(here, [issue.id], { weight: '', dueDate: '', stateEvent: 'close' })
  expect(await values()).toEqual(set)
  await tick(here, [issue.id], { weight: -1, dueDate: '0' })
  expect(await values()).toEqual({ weight: null, dueDate: null })
  for (const odd of [{ weight: -2 }, { weight: 1.5 }, { dueDate: 'soon' }, { dueDate: '2040-02-30' }])
    expect(await here.as('rita').reply(bulkUpdateIssues, requestOf(here, [issue.id], odd))).toMatchObject({
      status: 400,
    })
})

test('LIST-015 bulk edits are forgotten after 30 days, and their issues stay', async () => {
  const here = await world()
  await here.build.issue({})
  const [old, young] = [
    await start(here, {}, { healthStatus: 'at_risk' }),
    await start(here, {}, { healthStatus: '0' }),
  ]
  await sql`update change_sets set created_at = created_at - interval '31 days' where id = ${old.id}`.execute(here.db)
  await forgetChangeSets(here.db)
  const { rows } = await sql<{ id: number }>`select change_set_id as id from change_set_items`.execute(here.db)
  expect(rows).toEqual([{ id: young.id }])
  await expect(progress(here, old.id)).rejects.toMatchObject({ kind: 'not_found' })
})

test('LIST-015 the job of a user who was blocked changes nothing more', async () => {
  const here = await world()
  await many(here)
  const { id } = await start(here, {}, { stateEvent: 'close' })
  await here.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', here.users.rita.id).execute()
  await here.deliver()
  const { rows } = await sql`select changed, refused from change_sets where id = ${id}`.execute(here.db)
  expect(rows).toEqual([{ changed: 0, refused: 130 }])
})

test.each<[string, (here: World) => Promise<unknown>]>([
  [
    'administrator rights',
    ({ db, users }) => db.updateTable('users').set({ isAdmin: false }).where('id', '=', users.root.id).execute(),
  ],
  [
    'the account',
    ({ db, users }) => db.updateTable('users').set({ state: 'blocked' }).where('id', '=', users.root.id).execute(),
  ],
])('PERM-002 LIST-015 a job whose owner loses %s while it runs changes nothing more', async (_, lose) => {
  const here = await world()
  await many(here)
  const edit = { namespace: here.project.fullPath, filter: {}, update: { stateEvent: 'close' as const } }
  const { id } = await here.as('root').call(startBulkEdit, edit)
  // The job has begun with the rights of its start.
  const running = here.as('root').ctx
  await lose(here)
  await performChangeSet(running, id)
  const { rows } = await sql`select changed, refused from change_sets where id = ${id}`.execute(here.db)
  expect(rows).toEqual([{ changed: 0, refused: 130 }])
})

test('LIST-015 a preview takes as many statements for 130 issues as for one', async () => {
  const here = await world()
  await here.build.issue({})
  const few = await here.statements(() => preview(here, {}, { stateEvent: 'close' }))
  await many(here)
  expect(await here.statements(() => preview(here, {}, { stateEvent: 'close' }))).toBe(few)
})

test('LIST-015 a bulk edit and its undo take as many statements for 12 issues as for 3, and each issue has its own history', async () => {
  const here = await world()
  const { as, build, users, statements, db } = here
  const [docs, old, milestone] = [await build.label({ title: 'docs' }), await build.label(), await build.milestone()]
  for (let count = 0; count < 3; count += 1) await build.issue({ labelIds: [old.id] })
  const update = {
    stateEvent: 'close',
    addLabelIds: [docs.id],
    removeLabelIds: [old.id],
    milestoneId: milestone.id,
    assigneeIds: [String(users.dan.id)],
  } as const
  let id = 0
  const edit = () =>
    statements(async () => {
      ;({ id } = await start(here, {}, update))
    })
  const back = () => statements(() => undo(here, id))
  const few = [await edit(), await back()]
  for (let count = 0; count < 9; count += 1) await build.issue({ labelIds: [old.id] })
  expect([await edit(), await back()]).toEqual(few)
  expect(await progress(here, id)).toMatchObject({ changed: 12, refused: 0 })
  const { rows } = await sql<{ notes: string }>`
    select distinct string_agg(n.system_action, ' ' order by n.id) as notes from notes n where n.issuable_id in (
      select issuable_id from change_set_items where change_set_id = ${id} order by issuable_id desc limit 9) group by n.issuable_id`.execute(
    db,
  )
  expect(rows).toEqual([{ notes: 'assignee label milestone closed opened assignee label milestone' }])
  expect(await as('dan').call(listTodos, {})).toHaveLength(12)
})

test('LIST-015 an undo restores all attributes that the edit changed', async () => {
  const here = await world()
  const { as, build, users } = here
  const [bug, docs] = [await build.label({ title: 'bug' }), await build.label({ title: 'docs' })]
  const milestone = await build.milestone()
  const issue = await build.issue({ labelIds: [docs.id], milestoneId: milestone.id, assigneeIds: [users.dan.id] })
  const before = await as('rita').call(getIssue, issue.ref)
  const edit = await start(
    here,
    {},
    {
      ...{ addLabelIds: [bug.id], removeLabelIds: [docs.id], milestoneId: 0, assigneeIds: [String(users.mina.id)] },
      ...{ healthStatus: 'on_track', confidential: 'true', stateEvent: 'close' },
      ...{ weight: 0, dueDate: '2040-05-06', startDate: '2040-05-01', discussionLocked: 'true' },
    },
  )
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({
    ...{ labels: ['bug'], milestone: null, assignees: [{ username: 'mina' }] },
    ...{ healthStatus: 'on_track', confidential: true, state: 'closed' },
    ...{ weight: 0, dueDate: '2040-05-06', startDate: '2040-05-01', discussionLocked: true },
  })
  expect(await undo(here, edit.id)).toMatchObject({ isUndo: true, changed: 1, refused: 0 })
  const { labels, assignees, healthStatus, confidential, state, weight, dueDate, startDate, discussionLocked } = before
  expect(await as('rita').call(getIssue, issue.ref)).toMatchObject({
    ...{ labels, healthStatus, confidential, state, milestone: { id: milestone.id } },
    ...{ weight, dueDate, startDate, discussionLocked },
    assignees: assignees.map(({ username }) => ({ username })),
  })
  expect(await progress(here, edit.id)).toMatchObject({ undoneById: expect.any(Number) })
  await expect(undo(here, edit.id)).rejects.toMatchObject({ kind: 'conflict' })
})

test.each<[string, (here: World, ref: { id: number; issueIid: number }) => Promise<unknown>, boolean]>([
  ['the same value', ({ as }, ref) => as('mina').call(updateIssue, { ...ref, healthStatus: 'on_track' }), false],
  ['another value', ({ as }, ref) => as('mina').call(updateIssue, { ...ref, weight: 3 }), true],
])('LIST-015 an undo skips and names an issue of which somebody has changed %s since', async (_, change, isUndone) => {
  const here = await world()
  const issue = await here.build.issue({ title: 'Loom' })
  const { id } = await start(here, {}, { healthStatus: 'at_risk' })
  await change(here, issue.ref)
  const undone = await undo(here, id)
  expect(undone).toMatchObject(isUndone ? { changed: 1, refused: 0 } : { changed: 0, refused: 1 })
  const { refusals } = await progress(here, undone.id)
  const named = { reason: 'Someone has edited these items since', items: [{ title: 'Loom' }] }
  expect(refusals).toMatchObject(isUndone ? [] : [named])
  const { healthStatus } = await here.as('rita').call(getIssue, issue.ref)
  expect(healthStatus).toBe(isUndone ? null : 'on_track')
})

test('LIST-015 an undo leaves an issue that was reopened and closed again since', async () => {
  const here = await world()
  const [one, two] = [await here.build.issue({}), await here.build.issue({})]
  const { changeSetId } = await tick(here, [one.id, two.id], { stateEvent: 'close' })
  await here.as('mina').call(updateIssue, { ...two.ref, stateEvent: 'reopen' })
  await here.as('mina').call(updateIssue, { ...two.ref, stateEvent: 'close' })
  expect(await undo(here, changeSetId)).toMatchObject({ changed: 1, refused: 1 })
  expect(await here.as('rita').call(getIssue, one.ref)).toMatchObject({ state: 'opened' })
  expect(await here.as('rita').call(getIssue, two.ref)).toMatchObject({ state: 'closed' })
})

test('LIST-015 an undo leaves an issue closed and unchanged if its discussion was locked since', async () => {
  const here = await world()
  const issue = await here.build.issue({})
  const { changeSetId } = await tick(here, [issue.id], { stateEvent: 'close', weight: 3 })
  await here.as('mina').call(updateIssue, { ...issue.ref, discussionLocked: true })
  expect(await undo(here, changeSetId)).toMatchObject({ changed: 0, refused: 1 })
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ state: 'closed', weight: 3 })
})

test('LIST-015 an undo that breaks a rule by now changes nothing', async () => {
  const here = await world()
  const issue = await here.build.issue({ dueDate: '2040-01-05' })
  const edit = { dueDate: '0', discussionLocked: 'true', stateEvent: 'close' } as const
  const { id: changeSetId } = await start(here, {}, edit)
  await here.as('rita').call(updateIssue, { ...issue.ref, startDate: '2040-02-01' })
  expect(await undo(here, changeSetId)).toMatchObject({ changed: 0, refused: 1 })
  const left = { state: 'closed', discussionLocked: true, dueDate: null }
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject(left)
})

test('LIST-015 an undo of labels keeps those that others have added since', async () => {
  const here = await world()
  const [bug, docs] = [await here.build.label({ title: 'bug' }), await here.build.label({ title: 'docs' })]
  const issue = await here.build.issue({})
  const { changeSetId } = await tick(here, [issue.id], { addLabelIds: [bug.id] })
  await here.as('mina').call(updateIssue, { ...issue.ref, addLabels: ['docs'] })
  expect(await undo(here, changeSetId)).toMatchObject({ changed: 1 })
  expect(await here.as('rita').call(getIssue, issue.ref)).toMatchObject({ labels: [docs.title] })
})

test.each([
  ['mina', 'not_found'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
] as const)('PERM-002 %s undoing the bulk edit of another person: %s', async (who, outcome) => {
  const here = await world()
  await here.build.issue({})
  const { id } = await start(here, {}, { stateEvent: 'close' })
  const call = here.as(who).call(undoChangeSet, { changeSetId: id })
  await expect(call).rejects.toMatchObject({ kind: outcome })
})

test('PERM-003 a bulk edit of a whole query leaves issues alone that the actor does not know of', async () => {
  const here = await world()
  const issue = await here.build.issue({ confidential: true, authorId: here.users.olga.id })
  const project = await here.build.project({ visibility: 'public', members: { [here.users.dan.id]: 15 } })
  await here.build.issue({ projectId: project.id, confidential: true })
  await here.build.issue({ projectId: project.id })
  const edit = await here
    .as('dan')
    .call(startBulkEdit, { namespace: project.fullPath, filter: {}, update: { stateEvent: 'close' } })
  expect(edit).toMatchObject({ total: 2 })
  expect(await here.as('olga').call(getIssue, issue.ref)).toMatchObject({ state: 'opened' })
})

const requestOf = ({ project }: World, ids: readonly number[], update: object) => ({
  namespace: project.fullPath,
  update: { issuableIds: ids.join(), ...update },
})

/** A bulk edit of ticked rows. */
async function tick(here: World, ids: readonly number[], update: object): Promise<{ changeSetId: number }> {
  const reply = await here.as('rita').call(bulkUpdateIssues, requestOf(here, ids, update))
  if (!('changeSetId' in reply) || reply.changeSetId === null) throw new Error('Nothing was changed')
  return { changeSetId: reply.changeSetId }
}
