import { expect, test } from 'vitest'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('TODO-006 TODO-007 giving oneself a to-do, seeing it, seeing to it, taking it up again', async () => {
  const { as, build } = await world()
  const issue = await build.issue({ title: 'Do me' })
  const ask = (query: string, who: 'gus' | 'rita' = 'gus') => askGraphql(as(who).ctx, query)
  const made = await ask(`mutation { todoCreate(input: { targetId: "gid://gitlab/Issue/${issue.id}" }) {
    errors todo { id state action body targetType targetUrl target { ... on Issue { iid } } author { username } project { fullPath } } } }`)
  expect(made.errors).toEqual([])
  const { todo } = made.data.todoCreate
  expect(todo).toMatchObject({
    state: 'pending',
    action: 'marked',
    body: 'Do me',
    targetType: 'ISSUE',
    targetUrl: `http://weft.test/weft/loom/-/issues/${issue.iid}`,
    target: { iid: String(issue.iid) },
    author: { username: 'gus' },
    project: { fullPath: 'weft/loom' },
  })
  const seen = `{ currentUser { todos { count nodes { id } } } issue(id: "gid://gitlab/Issue/${issue.id}") { currentUserTodos(state: pending) { nodes { id } } } todo(id: "${todo.id}") { id } }`
  expect((await ask(seen)).data).toEqual({
    currentUser: { todos: { count: 1, nodes: [{ id: todo.id }] } },
    issue: { currentUserTodos: { nodes: [{ id: todo.id }] } },
    todo: { id: todo.id },
  })
  expect((await ask(seen, 'rita')).data).toEqual({
    currentUser: { todos: { count: 0, nodes: [] } },
    issue: { currentUserTodos: { nodes: [] } },
    todo: null,
  })
  const ofTypes = async (types: string) =>
    (await ask(`{ currentUser { todos(type: [${types}]) { count } } }`)).data.currentUser.todos.count
  expect([await ofTypes('WORKITEM'), await ofTypes('DESIGN, EPIC'), await ofTypes('COMMIT')]).toEqual([1, 0, 0])
  const done = `mutation { todoMarkDone(input: { id: "${todo.id}" }) { errors todo { id state } } }`
  const refused = await ask(done, 'rita')
  expect(refused.data.todoMarkDone).toBeNull()
  expect(refused.errors[0]?.message).toContain('does not exist')
  expect((await ask(done)).data.todoMarkDone).toEqual({ errors: [], todo: { id: todo.id, state: 'done' } })
  const restored = await ask(`mutation { todoRestore(input: { id: "${todo.id}" }) { todo { state } } }`)
  expect(restored.data.todoRestore.todo.state).toBe('pending')
  const all = await ask(`mutation { todosMarkAllDone(input: {}) { errors todos { id state } } }`)
  expect(all.data.todosMarkAllDone).toEqual({ errors: [], todos: [{ id: todo.id, state: 'done' }] })
})

test('TODO-006 a to-do is for what the id names, and an id of another class finds nothing', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const ask = async (mutation: string) =>
    (await askGraphql(as('dan').ctx, `mutation { ${mutation} { errors } }`)).errors[0]?.message
  for (const name of ['MergeRequest', 'Epic']) {
    const id = `"gid://gitlab/${name}/${issue.id}"`
    for (const mutation of [
      `todoCreate(input: { targetId: ${id} })`,
      `createNote(input: { noteableId: ${id}, body: "Lost" })`,
      `awardEmojiAdd(input: { awardableId: ${id}, name: "tada" })`,
      `timelogCreate(input: { issuableId: ${id}, timeSpent: "1h", summary: "" })`,
    ])
      expect(await ask(mutation)).toContain("does not exist or you don't have permission")
  }
  const id = `"gid://gitlab/WorkItem/${issue.id}"`
  expect(await ask(`todoCreate(input: { targetId: ${id} })`)).toBeUndefined()
})

test('a to-do for what one may not know of is not given', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const { data, errors } = await askGraphql(
    as('nina').ctx,
    `mutation { todoCreate(input: { targetId: "gid://gitlab/Issue/${issue.id}" }) { errors todo { id } } }`,
  )
  expect(data).toEqual({ todoCreate: null })
  expect(errors[0]?.message).toContain("does not exist or you don't have permission")
})

test('TODO-005 a to-do sleeps and wakes, and several are seen to at once', async () => {
  const { as, build } = await world()
  const ask = (query: string, who: 'gus' | 'rita' = 'gus') => askGraphql(as(who).ctx, query)
  const make = async () => {
    const { id } = await build.issue()
    const { data } = await ask(
      `mutation { todoCreate(input: { targetId: "gid://gitlab/Issue/${id}" }) { todo { id } } }`,
    )
    return String(data.todoCreate.todo.id)
  }
  const [one, other] = [await make(), await make()]
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const snooze = `mutation { todoSnooze(input: { id: "${one}", snoozeUntil: "${until}" }) { errors todo { state snoozedUntil } } }`
  expect((await ask(snooze)).data.todoSnooze).toEqual({ errors: [], todo: { state: 'pending', snoozedUntil: until } })
  expect((await ask(snooze, 'rita')).data.todoSnooze).toBeNull()
  const past = await ask(
    `mutation { todoSnooze(input: { id: "${one}", snoozeUntil: "2020-01-01T00:00:00Z" }) { errors todo { id } } }`,
  )
  expect(past.data.todoSnooze.errors).toEqual(['Snoozed until must be in the future'])
  const list = `{ currentUser { sleeping: todos(isSnoozed: true) { nodes { id } } awake: todos(isSnoozed: false) { nodes { id } } } }`
  expect((await ask(list)).data.currentUser).toEqual({
    sleeping: { nodes: [{ id: one }] },
    awake: { nodes: [{ id: other }] },
  })
  const woken = await ask(`mutation { todoUnSnooze(input: { id: "${one}" }) { errors todo { snoozedUntil } } }`)
  expect(woken.data.todoUnSnooze).toEqual({ errors: [], todo: { snoozedUntil: null } })
  const ids = `ids: ["${one}", "${other}"]`
  const many = `mutation { todoResolveMany(input: { ${ids} }) { errors todos { state } } }`
  expect((await ask(many, 'rita')).data.todoResolveMany).toEqual({ errors: [], todos: [] })
  const states = (state: string) => ({ errors: [], todos: [{ state }, { state }] })
  expect((await ask(many)).data.todoResolveMany).toEqual(states('done'))
  const back = await ask(`mutation { todoRestoreMany(input: { ${ids} }) { errors todos { state } } }`)
  expect(back.data.todoRestoreMany).toEqual(states('pending'))
})

test('TODO-005 to-dos are sorted by the priority of the labels of their items', async () => {
  const { as, project, users } = await world()
  for (const [name, priority] of [
    ['low', 9],
    ['high', 1],
  ] as const)
    await as('olga').call(createProjectLabel, { id: project.id, name, color: '#dd0000', priority })
  for (const label of ['low', 'none', 'high'])
    await as('olga').call(createIssue, {
      id: project.id,
      title: label,
      assigneeIds: [users.rita.id],
      ...(label === 'none' ? {} : { labels: [label] }),
    })
  const sorted = async (sort: string) => {
    const { data } = await askGraphql(as('rita').ctx, `{ currentUser { todos(sort: ${sort}) { nodes { body } } } }`)
    return data.currentUser.todos.nodes.map((todo: { body: string }) => todo.body)
  }
  expect(await sorted('LABEL_PRIORITY_ASC')).toEqual(['high', 'low', 'none'])
  expect(await sorted('LABEL_PRIORITY_DESC')).toEqual(['low', 'high', 'none'])
})
