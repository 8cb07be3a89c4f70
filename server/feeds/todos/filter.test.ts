import { expect, test } from 'vitest'
import { finishAllTodos, listTodos, snoozeTodo, todosPage } from '#contract/feeds/todos.ts'
import type { InputOf } from '#contract/operation.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { todoViews } from '#contract/plan/lists/saved-views.ts'
import { world } from '#test/world/world.ts'

/** Rita's to-dos: `a` and `b` in loom by olga, `c` in spindle by mina, and the epic `e` of the group. */
async function filteredWorld() {
  const made = await world()
  const { as, project, users, group, build } = made
  const spindle = await build.project({
    path: 'spindle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const issue = (who: 'olga' | 'mina', at: number, title: string, more: object = {}) =>
    as(who).call(createIssue, { id: at, title, assigneeIds: [users.rita.id], ...more })
  await as('olga').call(createProjectLabel, { id: project.id, name: 'urgent', color: '#dd0000', priority: 1 })
  await issue('olga', project.id, 'a broken loom', { dueDate: '2026-12-01', labels: ['urgent'] })
  const b = await issue('olga', project.id, 'b', { issueType: 'incident', dueDate: '2026-11-01' })
  await as('root').call(createIssue, { id: spindle.id, title: 'c', description: 'for @rita' })
  await as('root').call(createEpic, { id: group.id, title: 'e', description: 'for @rita' })
  await as('olga').call(updateIssue, { id: project.id, issueIid: b.iid, stateEvent: 'close' })
  const show = async (input: InputOf<typeof todosPage>) => {
    const page = await as('rita').call(todosPage, input)
    return page.todos.map(todo => todo.target.title[0]).join('')
  }
  return { ...made, show }
}

test.each<[string, InputOf<typeof todosPage>, string]>([
  ['all', {}, 'ecba'],
  ['a project', { project: 'weft/loom' }, 'ba'],
  ['not a project', { not: { project: 'Weft/Loom' } }, 'ec'],
  ['one of several projects', { or: { project: ['weft/loom', 'weft/spindle'] } }, 'cba'],
  ['a group, with what is below it', { group: 'weft' }, 'ecba'],
  ['an author', { authorUsername: 'olga' }, 'ba'],
  ['not an author', { not: { authorUsername: '@olga' } }, 'ec'],
  ['a reason', { or: { action: ['mentioned', 'directly_addressed'] } }, 'ec'],
  ['a type', { type: 'incident' }, 'b'],
  ['a class of the API', { type: 'Epic' }, 'e'],
  ['not a type', { not: { type: 'incident' } }, 'eca'],
  ['the state of the item', { targetState: 'closed' }, 'b'],
  ['a text of the title', { search: 'BROKEN' }, 'a'],
  ['a text that is no pattern', { search: '%' }, ''],
  ['days', { createdAfter: 'today', timeZone: 'UTC' }, 'ecba'],
  ['days gone by', { createdBefore: '-1d', timeZone: 'UTC' }, ''],
  ['an unknown value', { action: 'magic' }, ''],
  ['several at once', { project: 'weft/loom', not: { targetState: 'closed' } }, 'a'],
  ['by due date', { project: 'weft/loom', orderBy: 'due_date' }, 'ba'],
  ['by due date, latest first', { orderBy: 'due_date', sort: 'desc', project: 'weft/loom' }, 'ab'],
  ['by label priority', { orderBy: 'label_priority' }, 'aecb'],
  ['by the moment, oldest first', { orderBy: 'created_at', sort: 'asc' }, 'abce'],
])('TODO-004 the to-do list: %s', async (_case, input, titles) => {
  const { show, as } = await filteredWorld()
  await expect(show(input)).resolves.toBe(titles)
  const rest = await as('rita').call(listTodos, input as InputOf<typeof listTodos>)
  expect(new Set(rest.map(todo => todo.target.title[0]))).toEqual(new Set(titles))
})

test('TODO-004 the counts of the tabs and "mark all as done" follow the filters', async () => {
  const { as, show } = await filteredWorld()
  const [first] = (await as('rita').call(todosPage, { search: 'broken' })).todos
  await as('rita').call(snoozeTodo, { todoId: first?.id ?? 0, until: new Date(Date.now() + 3_600_000).toISOString() })
  const page = await as('rita').call(todosPage, { project: 'weft/loom' })
  expect(page.counts).toEqual({ pending: 1, snoozed: 1, done: 0 })
  expect(page.authors.map(author => author.username).sort()).toEqual(['olga', 'root'])
  const done = await as('rita').call(finishAllTodos, { not: { project: 'weft/loom' } })
  expect(done).toMatchObject({ count: 1, ids: { length: 2 } })
  await expect(show({})).resolves.toBe('b')
})

test('PLATFORM-004 a view of the to-do list keeps the filters and order of one person', async () => {
  const { as, show } = await filteredWorld()
  const query = 'not[project]=weft/loom&order_by=created_at&sort=asc'
  const view = await as('rita').call(todoViews.create, { name: 'Elsewhere', query })
  expect(view).toMatchObject({ list: 'todo', name: 'Elsewhere', query, isShared: false, canManage: true })
  await expect(show({ view: view.id })).resolves.toBe('ce')
  await expect(show({ view: view.id, state: 'pending' })).resolves.toBe('ecba')
  const page = await as('rita').call(todosPage, {})
  expect(page.views).toEqual([{ id: view.id, name: 'Elsewhere', query, isShared: false, canManage: true }])
  for (const who of ['olga', 'root'] as const) {
    expect((await as(who).reply(todoViews.update, { viewId: view.id, name: 'Theirs' })).status).toBe(404)
    expect((await as(who).reply(todoViews.remove, { viewId: view.id })).status).toBe(404)
    await expect(as(who).call(todoViews.list, {})).resolves.toEqual([])
  }
  expect((await as('anon').reply(todoViews.list, {})).status).toBe(401)
  expect((await as('rita').reply(todoViews.create, { name: 'Wrong', query: 'order_by=magic' })).status).toBe(400)
  await as('rita').call(todoViews.update, { viewId: view.id, query: 'type=epic' })
  await expect(show({ view: view.id })).resolves.toBe('e')
  await as('rita').call(todoViews.remove, { viewId: view.id })
  await expect(as('rita').call(todoViews.list, {})).resolves.toEqual([])
})

test('TODO-004 a page takes the same statements for 2 and for 20 to-dos, and one more for a view', async () => {
  const { as, statements, project, users } = await world()
  const add = async (count: number) => {
    for (let nth = 0; nth < count; nth++)
      await as('olga').call(createIssue, { id: project.id, title: `${nth}`, assigneeIds: [users.rita.id] })
  }
  const page = (input: InputOf<typeof todosPage>) => statements(() => as('rita').call(todosPage, input))
  await add(2)
  const two = await page({ project: 'weft/loom', not: { type: 'epic' } })
  await add(18)
  expect(await page({ project: 'weft/loom', not: { type: 'epic' } })).toBe(two)
  const { id } = await as('rita').call(todoViews.create, { name: 'Mine', query: 'type=issue' })
  expect(await page({ view: id })).toBe(two + 1)
})

test('PERM-003 marking what a filter finds as done tells nothing of an item that its reader may not read any more', async () => {
  const { as, db, users } = await filteredWorld()
  await db.deleteFrom('members').where('userId', '=', users.rita.id).execute()
  const done = async (input: InputOf<typeof finishAllTodos>) => (await as('rita').call(finishAllTodos, input)).ids
  expect(await done({ search: 'broken' })).toEqual([])
  expect(await done({ targetState: 'closed' })).toEqual([])
  expect(await done({ not: { type: 'incident' } })).toEqual([])
})

test.each<[NonNullable<InputOf<typeof todosPage>['groupBy']>, string]>([
  ['project', 'Weft: e, Weft / Loom: ba, Weft / spindle: c'],
  ['type', 'issue: ca, incident: b, epic: e'],
  ['action', 'assigned: ba, mentioned: ec'],
])('TODO-004 the to-do list grouped by %s is %s', async (groupBy, wanted) => {
  const { as } = await filteredWorld()
  const { todos, grouped } = await as('rita').call(todosPage, { groupBy })
  const titles = new Map(todos.map(todo => [todo.id, todo.target.title[0]]))
  const said = grouped?.groups.map(({ name, ids }) => `${name}: ${ids.map(id => titles.get(id)).join('')}`).join(', ')
  expect(said).toBe(wanted)
})

test('TODO-004 the further to-dos of a group come by its cursor, and groups cost no statement more', async () => {
  const { as, project, users, statements } = await filteredWorld()
  const one = await statements(() => as('rita').call(todosPage, { groupBy: 'author' }))
  for (let each = 0; each < 11; each += 1)
    await as('olga').call(createIssue, { id: project.id, title: 'z', assigneeIds: [users.rita.id] })
  expect(await statements(() => as('rita').call(todosPage, { groupBy: 'author' }))).toBe(one)
  const { grouped } = await as('rita').call(todosPage, { groupBy: 'author' })
  const ofOlga = grouped?.groups.find(({ person }) => person?.username === 'olga')
  expect(ofOlga).toMatchObject({ count: 13, ids: expect.objectContaining({ length: 10 }) })
  const { key: groupKey = '', next } = ofOlga ?? {}
  const more = await as('rita').call(todosPage, { groupBy: 'author', groupKey, cursor: next ?? '' })
  expect(more.todos.map(todo => todo.target.title[0]).join('')).toBe('zba')
  expect(more).toMatchObject({ grouped: null, next: null, hasNext: false })
})
