import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

type Who = Member | 'root'

const item = (id: number) => `gid://gitlab/WorkItem/${id}`

async function planned() {
  const built = await world()
  const ask = async (who: Who, query: string) => {
    const { data, errors } = await askGraphql(built.as(who).ctx, query)
    return { data, error: errors[0]?.message }
  }
  /** The payload of a mutation, or its error at the top. */
  const change = async (who: Who, name: string, input: string, selection = '') => {
    const { data, error } = await ask(who, `mutation { it: ${name}(input: {${input}}) { ${selection} errors } }`)
    return data?.it ?? error
  }
  return { ...built, ask, change }
}

const notFound = expect.stringMatching(/does not exist or you don't have permission/)

test('WORKITEM-014 a work item moves in the manual order of its project', async () => {
  const { ask, build, change, db, group, as } = await planned()
  const [one, two, three] = [
    await build.issue({ title: 'one' }),
    await build.issue({ title: 'two' }),
    await build.issue({ title: 'three' }),
  ]
  for (const [place, { id }] of [one, two, three].entries())
    await db
      .updateTable('issuables')
      .set({ relativePosition: place * 1000 })
      .where('id', '=', id)
      .execute()
  const move = (who: Who, input: string) =>
    change(who, 'workItemsReorder', `id: "${item(three.id)}" ${input}`, 'workItem { title }')
  expect(await move('gus', `moveBeforeId: "${item(one.id)}"`)).toEqual(notFound)
  expect(await move('rita', '')).toEqual({
    workItem: null,
    errors: ['At least one of moveAfterId and moveBeforeId is required'],
  })
  expect(await move('rita', `moveBeforeId: "${item(one.id)}" moveAfterId: "${item(two.id)}"`)).toEqual({
    workItem: { title: 'three' },
    errors: [],
  })
  const { data } = await ask(
    'rita',
    '{ project(fullPath: "weft/loom") { workItems(sort: RELATIVE_POSITION_ASC) { nodes { title } } } }',
  )
  expect(data.project.workItems.nodes.map(({ title }: { title: string }) => title)).toEqual(['one', 'three', 'two'])
  const epic = await as('root').call(createEpic, { id: group.id, title: 'Epic' })
  expect(await change('root', 'workItemsReorder', `id: "${item(epic.id)}" moveBeforeId: "${item(one.id)}"`)).toEqual(
    notFound,
  )
})

test('WORKITEM-012 a work item is created with links, all or none', async () => {
  const { ask, build, change } = await planned()
  const [one, two] = [await build.issue({ title: 'one' }), await build.issue({ title: 'two' })]
  const secret = await build.issue({ title: 'secret', confidential: true })
  const create = (who: Who, ids: readonly number[]) =>
    change(
      who,
      'workItemCreate',
      `title: "New" namespacePath: "weft/loom" workItemTypeId: "gid://gitlab/WorkItems::Type/1"
      linkedItemsWidget: { workItemsIds: [${ids.map(id => `"${item(id)}"`)}] linkType: BLOCKED_BY }`,
      `workItem { widgets(onlyTypes: [LINKED_ITEMS]) { ... on WorkItemWidgetLinkedItems { linkedItems { nodes { linkType workItem { title } } } } } }`,
    )
  const made = await create('rita', [one.id, two.id])
  expect(made.errors).toEqual([])
  expect(made.workItem.widgets[0].linkedItems.nodes).toEqual([
    { linkType: 'is_blocked_by', workItem: { title: 'one' } },
    { linkType: 'is_blocked_by', workItem: { title: 'two' } },
  ])
  expect((await create('rita', [])).errors).toEqual(['Specify 1 to 50 work items'])
  // No item is created with a link to one that the actor may not know of.
  expect(await create('gus', [one.id, secret.id])).toEqual(notFound)
  const { data } = await ask('rita', '{ project(fullPath: "weft/loom") { workItemStateCounts { all } } }')
  expect(data.project.workItemStateCounts.all).toBe(4)
})

test('WORKITEM-012 a work item that is sent twice under one key is created once, with its links', async () => {
  const { as, build, change, project } = await planned()
  const one = await build.issue({ title: 'one' })
  const create = (who: Who, key: string) =>
    change(
      who,
      'workItemCreate',
      `title: "Once" namespacePath: "weft/loom" workItemTypeId: "gid://gitlab/WorkItems::Type/1" idempotencyKey: "${key}"
      linkedItemsWidget: { workItemsIds: ["${item(one.id)}"] linkType: RELATED }`,
      'workItem { id }',
    )
  const made = await create('rita', 'form-1')
  expect(made.errors).toEqual([])
  expect(await create('rita', 'form-1')).toEqual(made)
  expect(await as('rita').call(listProjectIssues, { id: project.id })).toHaveLength(2)
  expect((await create('gus', 'form-1')).workItem).not.toEqual(made.workItem)
  expect((await create('rita', 'x'.repeat(256))).errors).toEqual(['The idempotency key must have 1 to 255 characters'])
})

test('WORKITEM-012 a work item is created with its time estimate, and not at all with an invalid one', async () => {
  const { change } = await planned()
  const create = (estimate: string) =>
    change(
      'rita',
      'workItemCreate',
      `title: "New" namespacePath: "weft/loom" workItemTypeId: "gid://gitlab/WorkItems::Type/5"
      timeTrackingWidget: { timeEstimate: "${estimate}" }`,
      'workItem { widgets(onlyTypes: [TIME_TRACKING]) { ... on WorkItemWidgetTimeTracking { timeEstimate } } }',
    )
  expect((await create('2h')).workItem.widgets).toEqual([{ timeEstimate: 7200 }])
  expect(await create('soon')).toMatchObject({ workItem: null, errors: [expect.any(String)] })
})

test('WORKITEM-014 TODO-005 one gives oneself a to-do on a work item, and marks one or all of them as done', async () => {
  const { ask, as, build, change, group } = await planned()
  const issue = await build.issue({})
  const other = await build.issue({})
  const epic = await as('root').call(createEpic, { id: group.id, title: 'Epic' })
  const set = (who: Who, id: number, todos: string) =>
    change(who, 'workItemUpdate', `id: "${item(id)}" currentUserTodosWidget: { ${todos} }`)
  const pending = async (who: Who, id: number) =>
    (
      await ask(
        who,
        `{ workItem(id: "${item(id)}") { widgets(onlyTypes: [CURRENT_USER_TODOS]) { ... on WorkItemWidgetCurrentUserTodos {
        currentUserTodos(state: pending) { nodes { id } } } } } }`,
      )
    ).data.workItem.widgets[0].currentUserTodos.nodes.map(({ id }: { id: string }) => id)
  for (const id of [issue.id, other.id, epic.id]) expect(await set('gus', id, 'action: ADD')).toEqual({ errors: [] })
  const [todo] = await pending('gus', issue.id)
  expect(await pending('gus', epic.id)).toHaveLength(1)
  expect(await pending('rita', issue.id)).toEqual([])
  expect(await set('rita', issue.id, `action: MARK_AS_DONE todoId: "${todo}"`)).toEqual(notFound)
  expect(await set('gus', other.id, `action: MARK_AS_DONE todoId: "${todo}"`)).toEqual(notFound)
  expect(await set('gus', issue.id, `action: MARK_AS_DONE todoId: "${todo}"`)).toEqual({ errors: [] })
  expect(await pending('gus', issue.id)).toEqual([])
  expect(await set('gus', other.id, 'action: MARK_AS_DONE')).toEqual({ errors: [] })
  expect([await pending('gus', other.id), (await pending('gus', epic.id)).length]).toEqual([[], 1])
  expect(await set('nina', issue.id, 'action: ADD')).toEqual(notFound)
})

test('WORKITEM-014 work items of a project, and epics of a group, are updated together; others are skipped', async () => {
  const { ask, as, build, change, db, group, statements } = await planned()
  const label = await build.label({ title: 'bug' })
  const issues = []
  for (let nth = 0; nth < 20; nth += 1) issues.push(await build.issue({ title: `issue ${nth}` }))
  const secret = await build.issue({ title: 'secret', confidential: true })
  const epic = await as('root').call(createEpic, { id: group.id, title: 'Epic' })
  const update = (who: Who, ids: readonly number[], input: string, fullPath = 'weft/loom') =>
    change(
      who,
      'workItemBulkUpdate',
      `fullPath: "${fullPath}" ids: [${ids.map(id => `"${item(id)}"`)}] ${input}`,
      'updatedWorkItemCount',
    )
  const [one, two] = [issues[0]?.id ?? 0, issues[1]?.id ?? 0]
  const labelled = `labelsWidget: { addLabelIds: ["gid://gitlab/ProjectLabel/${label.id}"] } healthStatusWidget: { healthStatus: atRisk }`
  expect(await update('rita', [one, two, epic.id], `${labelled} subscriptionEvent: SUBSCRIBE`)).toEqual({
    updatedWorkItemCount: 2,
    errors: [],
  })
  const { data } = await ask(
    'rita',
    '{ project(fullPath: "weft/loom") { workItems(labelName: ["bug"], healthStatusFilter: atRisk) { nodes { title } } } }',
  )
  expect(data.project.workItems.nodes).toHaveLength(2)
  const stored = await db.selectFrom('changeSets').select(['total', 'series']).execute()
  expect(stored).toEqual([{ total: 2, series: 'issue' }])
  expect(await update('gus', [one, secret.id], 'stateEvent: CLOSE')).toEqual({ updatedWorkItemCount: 0, errors: [] })
  expect(await update('nina', [one], 'stateEvent: CLOSE')).toEqual(notFound)
  expect(await update('rita', [one], '')).toMatchObject({ errors: ['Choose at least one change'] })
  expect(await update('rita', [], 'stateEvent: CLOSE')).toMatchObject({ errors: ['Specify 1 to 100 work items'] })
  expect(await update('root', [epic.id, one], 'stateEvent: CLOSE', 'weft')).toEqual({
    updatedWorkItemCount: 1,
    errors: [],
  })
  const ids = issues.map(({ id }) => id)
  await update('rita', ids.slice(2, 4), 'stateEvent: CLOSE')
  const few = await statements(() => update('rita', ids.slice(4, 6), labelled))
  expect(await statements(() => update('rita', ids.slice(6, 20), labelled))).toBe(few)
})
