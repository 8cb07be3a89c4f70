import { expect, test } from 'vitest'
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
