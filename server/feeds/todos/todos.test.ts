import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import {
  addEpicTodo,
  addIssueTodo,
  addPageTodo,
  finishAllTodos,
  finishTodo,
  listTodos,
  markAllTodosDone,
  markTodoDone,
  removePageTodo,
  restoreTodo,
  restoreTodos,
  snoozeTodo,
  todosPage,
  wakeTodo,
} from '#contract/feeds/todos.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createIssueLink } from '#contract/plan/work-items/links.ts'
import { type Member, type World, world } from '#test/world/world.ts'
import { wakeTodos } from './snooze.ts'

const actionsOf = async ({ as }: Pick<World, 'as'>, who: Member, state: 'pending' | 'done' = 'pending') => {
  const todos = await as(who).call(listTodos, { state })
  return todos.map(todo => todo.actionName)
}

test('the title of a to-do and of a linked issue has its emoji', async () => {
  const { as, project, build } = await world()
  const { iid } = await as('mina').call(createIssue, { id: project.id, title: 'Release :tada:' })
  const at = { id: project.id, issueIid: iid }
  const other = await build.issue({ title: 'Plain' })
  await as('mina').call(addIssueTodo, at)
  await as('mina').call(createIssueLink, { ...at, targetProjectId: project.id, targetIssueIid: other.iid })
  const shown = {
    title: 'Release :tada:',
    titleHtml: expect.stringMatching(/^Release <gl-emoji [^>]*>🎉<\/gl-emoji>$/),
  }
  expect((await as('mina').call(todosPage, {})).todos[0]?.target).toMatchObject(shown)
  const { linkedIssues } = await as('mina').call(getIssuePage, { namespace: project.fullPath, iid: other.iid })
  expect(linkedIssues[0]).toMatchObject(shown)
})

test('a mention in a comment gives a to-do, one at the start of a line says directly addressed, code gives none', async () => {
  const it = await world()
  const { as, build } = it
  const issue = await build.issuable()
  await as('olga').call(issueDiscussion.createNote, {
    ...issue.ref,
    body: 'Ask @rita about `@dan`\n\n@gus please look\n\n> so said @mina',
  })
  await expect(actionsOf(it, 'rita')).resolves.toEqual(['mentioned'])
  await expect(actionsOf(it, 'gus')).resolves.toEqual(['directly_addressed'])
  await expect(actionsOf(it, 'dan')).resolves.toEqual([])
  await expect(actionsOf(it, 'mina')).resolves.toEqual(['mentioned'])
  await expect(actionsOf(it, 'olga')).resolves.toEqual([])
  const [todo] = await as('rita').call(listTodos, {})
  expect(todo).toMatchObject({
    author: { username: 'olga' },
    project: { pathWithNamespace: 'weft/loom' },
    targetType: 'Issue',
    target: { id: issue.id, iid: issue.iid },
    targetUrl: expect.stringMatching(/^http:\/\/weft\.test\/weft\/loom\/-\/issues\/\d+#note_\d+$/),
    body: expect.stringContaining('Ask @rita'),
    state: 'pending',
  })
})

test('who may not read gets no to-do: strangers, guests on confidential issues and internal notes', async () => {
  const it = await world()
  const { as, build, db } = it
  const body = '@rita @gus @nina @all @weft'
  const confidential = await build.issuable({ confidential: true })
  await as('olga').call(issueDiscussion.createNote, { ...confidential.ref, body })
  const open = await build.issuable()
  await as('olga').call(issueDiscussion.createNote, { ...open.ref, body, internal: true })
  await expect(actionsOf(it, 'rita')).resolves.toEqual(['directly_addressed', 'directly_addressed'])
  const others = await db
    .selectFrom('todos as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select('u.username')
    .where('u.username', 'in', ['gus', 'nina'])
    .execute()
  expect(others).toEqual([])
})

test('@all and a group reach their members, once each', async () => {
  const it = await world()
  const issue = await it.build.issuable()
  await it.as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'Hear, @all, and @rita' })
  for (const who of ['mina', 'dan', 'rita', 'gus'] as const)
    await expect(actionsOf(it, who)).resolves.toEqual(['mentioned'])
})

test('an edit gives to-dos to those it newly mentions only', async () => {
  const it = await world()
  const { as, build } = it
  const issue = await build.issuable()
  const note = await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'Hi @rita' })
  if (!('id' in note)) throw new Error('no note')
  await as('rita').call(markAllTodosDone, {})
  await as('olga').call(issueDiscussion.updateNote, { ...issue.ref, noteId: note.id, body: 'Hi @rita and @dan' })
  await expect(actionsOf(it, 'rita')).resolves.toEqual([])
  await expect(actionsOf(it, 'dan')).resolves.toEqual(['mentioned'])
})

test('an assignment gives a to-do, by somebody else only, and one pending at most', async () => {
  const it = await world()
  const { as, project, users } = it
  const input = { id: project.id, title: 'Work', description: 'for @gus', assigneeIds: [users.rita.id, users.olga.id] }
  const issue = await as('olga').call(createIssue, input)
  await expect(actionsOf(it, 'rita')).resolves.toEqual(['assigned'])
  await expect(actionsOf(it, 'gus')).resolves.toEqual(['mentioned'])
  await expect(actionsOf(it, 'olga')).resolves.toEqual([])
  const ref = { id: project.id, issueIid: issue.iid }
  await as('olga').call(updateIssue, { ...ref, assigneeIds: [users.dan.id] })
  await as('olga').call(updateIssue, { ...ref, assigneeIds: [users.dan.id, users.rita.id] })
  await expect(actionsOf(it, 'dan')).resolves.toEqual(['assigned'])
  await expect(actionsOf(it, 'rita')).resolves.toEqual(['assigned'])
})

test.each<[string, (it: World, ref: { id: number; issueIid: number }) => Promise<unknown>, string]>([
  ['a comment', (it, ref) => it.as('rita').call(issueDiscussion.createNote, { ...ref, body: 'Done' }), 'done'],
  ['a reaction', (it, ref) => it.as('rita').call(issueDiscussion.createAward, { ...ref, name: 'tada' }), 'done'],
  ['closing', (it, ref) => it.as('rita').call(updateIssue, { ...ref, stateEvent: 'close' }), 'done'],
  ['a label', (it, ref) => it.as('rita').call(updateIssue, { ...ref, addLabels: ['bug'] }), 'done'],
  ['a new weight', (it, ref) => it.as('rita').call(updateIssue, { ...ref, weight: 3 }), 'pending'],
  [
    'assigning oneself',
    (it, ref) => it.as('rita').call(updateIssue, { ...ref, assigneeIds: [it.users.rita.id] }),
    'pending',
  ],
  [
    "somebody else's comment",
    (it, ref) => it.as('dan').call(issueDiscussion.createNote, { ...ref, body: 'Hm' }),
    'pending',
  ],
])('%s leaves the to-do of rita %s', async (_what, act, state) => {
  const it = await world()
  const issue = await it.build.issuable()
  await it.as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'See @rita' })
  await act(it, issue.ref)
  await it.deliver()
  const todos = await it.as('rita').call(listTodos, { state: state === 'done' ? 'done' : 'pending' })
  expect(todos).toMatchObject([{ state, actionName: 'mentioned' }])
})

test('TODO-008 EPIC-024 a to-do for an epic is added once, by those who can see the epic', async () => {
  const { as, group } = await world()
  const { iid } = await as('root').call(createEpic, { id: group.id, title: 'Harvest' })
  const at = { id: group.id, epicIid: iid }
  await expect(as('rita').call(addEpicTodo, at)).resolves.toMatchObject({ actionName: 'marked', targetType: 'Epic' })
  await expect(as('rita').reply(addEpicTodo, at)).resolves.toMatchObject({ status: 304 })
  await expect(as('nina').reply(addEpicTodo, at)).resolves.toMatchObject({ status: 404 })
})

test('TODO-008 TODO-009 a to-do is added by hand, done and taken back', async () => {
  const it = await world()
  const { as, build } = it
  const issue = await build.issuable()
  await expect(as('rita').call(addIssueTodo, issue.ref)).resolves.toMatchObject({
    actionName: 'marked',
    state: 'pending',
  })
  await expect(as('rita').reply(addIssueTodo, issue.ref)).resolves.toMatchObject({ status: 304 })
  const onPage = { namespace: issue.page.namespace, issuableId: issue.id, issuableType: 'issue' as const }
  await expect(as('rita').call(removePageTodo, onPage)).resolves.toEqual({ count: 0 })
  const added = await as('rita').call(addPageTodo, onPage)
  expect(added).toMatchObject({ count: 1, deletePath: expect.stringMatching(/^\/dashboard\/todos\/\d+$/) })
  const todoId = Number(added.deletePath.split('/').at(-1))
  await expect(as('dan').reply(markTodoDone, { id: todoId })).resolves.toMatchObject({ status: 404 })
  await expect(as('rita').call(finishTodo, { todoId })).resolves.toEqual({ count: 0, doneCount: 2 })
  await expect(as('dan').reply(restoreTodo, { todoId })).resolves.toMatchObject({ status: 404 })
  await expect(as('rita').call(restoreTodo, { todoId })).resolves.toEqual({ count: 1, doneCount: 1 })
  await as('rita').call(createPageNote, { ...issue.target, note: { note: '/done' } })
  await expect(actionsOf(it, 'rita')).resolves.toEqual([])
})

test('a to-do goes when its issue turns confidential, and is not shown when its reader lost the right', async () => {
  const it = await world()
  const { as, build, db, users } = it
  const [one, other] = [await build.issuable(), await build.issuable()]
  await as('olga').call(issueDiscussion.createNote, { ...one.ref, body: '@gus' })
  await as('olga').call(issueDiscussion.createNote, { ...other.ref, body: '@gus' })
  await as('olga').call(updateIssue, { ...one.ref, confidential: true })
  const left = await db.selectFrom('todos').select('issuableId').where('userId', '=', users.gus.id).execute()
  expect(left).toEqual([{ issuableId: other.id }])
  await db.deleteFrom('members').where('userId', '=', users.gus.id).where('accessLevel', '=', 10).execute()
  await expect(actionsOf(it, 'gus')).resolves.toEqual([])
  await expect(as('gus').call(todosPage, {})).resolves.toMatchObject({
    todos: [],
    counts: { pending: 0 },
    projects: [],
  })
})

test('TODO-004 the page shows pending and done ones, filtered, with where they lead', async () => {
  const it = await world()
  const { as, build, project } = it
  const issue = await build.issuable({ title: 'Loose thread' })
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'See @rita' })
  await as('rita').call(addIssueTodo, (await build.issuable()).ref)
  const page = await as('rita').call(todosPage, { action: 'mentioned', projectId: project.id, type: 'Issue' })
  expect(page).toMatchObject({
    todos: [
      {
        action: 'mentioned',
        author: { username: 'olga' },
        target: { title: 'Loose thread', reference: `weft/loom#${issue.iid}` },
        path: expect.stringMatching(/^\/weft\/loom\/-\/issues\/\d+#note_\d+$/),
        excerpt: 'See @rita',
      },
    ],
    counts: { pending: 1, done: 0 },
    projects: [{ id: project.id }],
    hasNext: false,
  })
})

test('a to-do tells what came on its target since, and no internal note to a guest', async () => {
  const { as, build } = await world()
  const issue = await build.issuable({ title: 'Loose thread' })
  const { id } = (await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'See @rita and @gus' })) as {
    id: number
  }
  const news = async (who: 'rita' | 'gus') => (await as(who).call(todosPage, {})).todos.map(todo => todo.news)
  await expect(news('rita')).resolves.toEqual([null])
  for (const who of ['rita', 'gus'] as const)
    await as(who).reply(issueDiscussionPage.markRead, { namespace: 'weft/loom', iid: issue.iid, noteId: id })
  await expect(news('rita')).resolves.toEqual([null])
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'Between us', internal: true })
  await expect(news('rita')).resolves.toEqual([{ comments: 1, isDescriptionEdited: false }])
  await expect(news('gus')).resolves.toEqual([null])
})

test('TODO-003 a to-do that sleeps is counted nowhere, and comes back on top by itself', async () => {
  const it = await world()
  const { as, build, db, services } = it
  const first = await as('rita').call(addIssueTodo, (await build.issuable({ title: 'First' })).ref)
  await as('rita').call(addIssueTodo, (await build.issuable({ title: 'Second' })).ref)
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  const until = inMs(60_000)
  await expect(as('rita').call(snoozeTodo, { todoId: first.id, until })).resolves.toEqual({ count: 1, doneCount: 0 })
  await expect(as('dan').reply(snoozeTodo, { todoId: first.id, until })).resolves.toMatchObject({ status: 404 })
  for (const wrong of [inMs(-1000), inMs(400 * 24 * 3_600_000)])
    await expect(as('rita').reply(snoozeTodo, { todoId: first.id, until: wrong })).resolves.toMatchObject({
      status: 400,
    })
  const titles = async (state: 'pending' | 'snoozed') =>
    (await as('rita').call(todosPage, { state })).todos.map(todo => todo.target.title)
  await expect(titles('pending')).resolves.toEqual(['Second'])
  await expect(titles('snoozed')).resolves.toEqual(['First'])
  await expect(as('rita').call(todosPage, {})).resolves.toMatchObject({ counts: { pending: 1, snoozed: 1, done: 0 } })
  await wakeTodos(db, services, inMs(30_000))
  await expect(titles('snoozed')).resolves.toEqual(['First'])
  await wakeTodos(db, services, inMs(61_000))
  const told = await db
    .selectFrom('events')
    .select('topics')
    .where('name', '=', 'todos.changed')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(told).toEqual([{ topics: [`user:${it.users.rita.id}`] }])
  await expect(titles('pending')).resolves.toEqual(['First', 'Second'])
  await as('rita').call(snoozeTodo, { todoId: first.id, until: inMs(60_000) })
  await expect(as('rita').call(wakeTodo, { todoId: first.id })).resolves.toEqual({ count: 2, doneCount: 0 })
  await as('rita').call(finishTodo, { todoId: first.id })
  await expect(as('rita').call(finishTodo, { todoId: first.id })).resolves.toEqual({ count: 1, doneCount: 1 })
})

test('all that the list shows is done at once, and taken back at once', async () => {
  const it = await world()
  const { as, build } = it
  const issue = await build.issuable()
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'See @rita and @dan' })
  const added = await as('rita').call(addIssueTodo, (await build.issuable()).ref)
  await as('rita').call(snoozeTodo, { todoId: added.id, until: new Date(Date.now() + 60_000).toISOString() })
  const none = await as('rita').call(finishAllTodos, { action: 'assigned' })
  expect(none).toEqual({ ids: [], count: 1, doneCount: 0 })
  const done = await as('rita').call(finishAllTodos, { action: 'mentioned' })
  expect(done).toMatchObject({ ids: [expect.any(Number)], count: 0, doneCount: 1 })
  await expect(as('dan').call(restoreTodos, { ids: done.ids })).resolves.toEqual({ count: 1, doneCount: 0 })
  await expect(as('rita').call(restoreTodos, { ids: done.ids })).resolves.toEqual({ count: 1, doneCount: 0 })
})

test('statements for 5 and 50 to-dos are the same', async () => {
  const { as, build, db, statements, users, project } = await world()
  const add = async (count: number) => {
    for (let made = 0; made < count; made++) {
      const issue = await build.issuable()
      await db
        .insertInto('todos')
        .values({
          userId: users.rita.id,
          authorId: users.olga.id,
          namespaceId: project.id,
          issuableId: issue.id,
          action: 'assigned',
        })
        .execute()
    }
  }
  const counts = async () => [
    await statements(() => as('rita').call(listTodos, { perPage: 100 })),
    await statements(() => as('rita').call(todosPage, { perPage: 100 })),
  ]
  await add(5)
  await expect(counts()).resolves.toEqual([1, 1])
  await add(45)
  await expect(counts()).resolves.toEqual([1, 1])
})

test.each([
  ['private', { visibility: 'private' }],
  ['without public issues', { issuesAccessLevel: 'private' }],
  ['without issues', { issuesAccessLevel: 'disabled' }],
] as const)('PERM-002 a visitor to a project that is made %s has no to-dos of it', async (_name, change) => {
  const it = await world()
  const { as, build, deliver, users } = it
  const parent = await build.group({ visibility: 'public' })
  const open = await build.project({ parent, visibility: 'public', members: { [users.olga.id]: 50 } })
  const issue = await build.issue({ projectId: open.id })
  await as('nina').call(addIssueTodo, { id: open.id, issueIid: issue.iid })
  await as('olga').call(updateProject, { id: open.id, description: 'Looms' })
  await deliver()
  await expect(countOf(it)).resolves.toBe(1)
  await as('olga').call(updateProject, { id: open.id, ...change })
  await deliver()
  await expect(countOf(it)).resolves.toBe(0)
})

const countOf = async ({ as }: World) => (await as('nina').call(getViewer, {})).counts.todos
