import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const item = (id: number) => `gid://gitlab/WorkItem/${id}`

/** An epic in an epic, an issue in each, a task in the first issue, and two that are in nothing. */
async function planned() {
  const built = await world()
  const { as, build, db, group } = built
  const epic = (title: string) => as('root').call(createEpic, { id: group.id, title })
  const [top, low] = [await epic('top'), await epic('low')]
  const one = await build.issue({ title: 'one', weight: 3 })
  const two = await build.issue({ title: 'two', state: 'closed', weight: 1 })
  const task = await build.issue({ title: 'task', type: 'task' })
  const hidden = await build.issue({ title: 'hidden', confidential: true })
  const free = await build.issue({ title: 'free' })
  const put = (id: number, parentId: number) =>
    db.updateTable('issuables').set({ parentId }).where('id', '=', id).execute()
  await put(low.id, top.id)
  await put(one.id, top.id)
  await put(two.id, low.id)
  await put(task.id, one.id)
  await put(free.id, hidden.id)
  const ask = async (who: Member, query: string) => {
    const { data, errors } = await askGraphql(as(who).ctx, query)
    return errors[0]?.message ?? data
  }
  const place = (name: 'project' | 'group') => `${name}(fullPath: "${name === 'project' ? 'weft/loom' : 'weft'}")`
  const found = async (who: Member, args: string, of: 'project' | 'group' = 'project') => {
    const data = await ask(who, `{ ${place(of)} { workItems(${args}) { nodes { title } } } }`)
    return typeof data === 'string'
      ? data
      : data[of].workItems.nodes.map((node: { title: string }) => node.title).join(' ')
  }
  const counted = async (who: Member, args = '') =>
    (await ask(who, `{ ${place('project')} { workItemStateCounts${args} { opened closed all } } }`)).project
      ?.workItemStateCounts
  return { ...built, ask, counted, found, top, low, one, two, task, hidden, free }
}

const onlyOne = (...names: string[]) => `Only one of [${names.join(', ')}] arguments is allowed at the same time.`

test('WORKITEM-009 work items are filtered by their parents, at one level or at all, and by their ids', async () => {
  const { found, hidden, low, one, task, top, two } = await planned()
  const inTop = `parentIds: ["${item(top.id)}"], sort: TITLE_ASC`
  expect(await found('rita', inTop)).toBe('one')
  expect(await found('rita', `${inTop}, includeDescendantWorkItems: true`)).toBe('one task two')
  expect(
    await found(
      'rita',
      `hierarchyFilters: { parentIds: ["${item(top.id)}"], includeDescendantWorkItems: true }, sort: TITLE_ASC`,
    ),
  ).toBe('one task two')
  expect(await found('rita', `${inTop}, includeDescendants: true`, 'group')).toBe('low one')
  expect(await found('rita', `${inTop}, excludeProjects: true, includeDescendants: true`, 'group')).toBe('low')
  expect(await found('rita', `parentIds: ["${item(low.id)}", "${item(one.id)}"], sort: TITLE_ASC`)).toBe('task two')
  expect(await found('rita', `not: { parentIds: ["${item(top.id)}"] }, sort: TITLE_ASC`)).toBe('free hidden task two')
  const ids = [two, task, hidden].map(({ id }) => `"${item(id)}"`)
  expect(await found('rita', `ids: [${ids}], sort: TITLE_DESC`)).toBe('two task hidden')
  expect(await found('gus', `ids: [${ids}], sort: TITLE_DESC`)).toBe('two task')
  expect(await found('rita', `ids: [${ids}], parentIds: ["${item(one.id)}"]`)).toBe('task')
  expect(await found('rita', `parentIds: ["${item(top.id)}"], parentWildcardId: ANY`)).toBe(
    onlyOne('parentIds', 'parentWildcardId'),
  )
  expect(await found('rita', `parentIds: [], hierarchyFilters: {}`)).toBe(
    onlyOne('parentIds', 'parentWildcardId', 'hierarchyFilters'),
  )
})

test('WORKITEM-009 a parent that one may not know of is no parent, in filters and counts', async () => {
  const { counted, found, hidden } = await planned()
  expect(await found('rita', 'parentWildcardId: NONE, sort: TITLE_ASC')).toBe('hidden')
  expect(await found('gus', 'parentWildcardId: NONE, sort: TITLE_ASC')).toBe('free')
  expect(await found('rita', 'hierarchyFilters: { parentWildcardId: ANY }, sort: TITLE_ASC')).toBe('free one task two')
  expect(await found('gus', 'parentWildcardId: ANY, sort: TITLE_ASC')).toBe('one task two')
  const inHidden = `parentIds: ["${item(hidden.id)}"]`
  expect(await found('rita', inHidden)).toBe('free')
  expect(await found('gus', inHidden)).toBe('')
  expect(await counted('gus', `(${inHidden})`)).toEqual({ opened: 0, closed: 0, all: 0 })
})

test('WORKITEM-009 work items are counted by state, each by who may know of them', async () => {
  const { counted, top } = await planned()
  expect(await counted('rita')).toEqual({ opened: 4, closed: 1, all: 5 })
  expect(await counted('gus')).toEqual({ opened: 3, closed: 1, all: 4 })
  expect(await counted('rita', '(state: closed, types: [TASK])')).toEqual({ opened: 1, closed: 0, all: 1 })
  expect(await counted('rita', `(parentIds: ["${item(top.id)}"], includeDescendantWorkItems: true)`)).toEqual({
    opened: 2,
    closed: 1,
    all: 3,
  })
  expect(await counted('nina')).toBeUndefined()
})

const sorts = {
  BLOCKING_ISSUES_ASC: 'one two',
  BLOCKING_ISSUES_DESC: 'two one',
  START_DATE_ASC: 'two one',
  START_DATE_DESC: 'one two',
  WEIGHT_DESC: 'one two',
  POPULARITY_DESC: 'two one',
  MILESTONE_DUE_ASC: 'two one',
  LABEL_PRIORITY_ASC: 'one two',
  PRIORITY_ASC: 'two one',
  HEALTH_STATUS_DESC: 'one two',
  SEVERITY_ASC: 'two one',
  ESCALATION_STATUS_DESC: 'two one',
  RELATIVE_POSITION_ASC: 'two one',
  created_asc: 'one two',
  updated_desc: 'two one',
}

test('WORKITEM-009 work items of a project and a group come in each order', async () => {
  const { ask, build, db, one, project, two } = await planned()
  const due = await build.milestone({ title: 'soon', dueDate: '2026-01-01' })
  const label = await build.label({ title: 'urgent' })
  await db.insertInto('labelPriorities').values({ labelId: label.id, projectId: project.id, priority: 1 }).execute()
  const set = (id: number, values: object) => db.updateTable('issuables').set(values).where('id', '=', id).execute()
  await ask(
    'rita',
    `mutation { workItemUpdate(input: { id: "${item(one.id)}", labelsWidget: { addLabelIds: ["gid://gitlab/ProjectLabel/${label.id}"] } }) { errors } }`,
  )
  await set(two.id, { upvotes: 2, milestoneId: due.id, relativePosition: 1, updatedAt: '2030-01-01T00:00:00Z' })
  await set(one.id, { healthStatus: 'at_risk', relativePosition: 2, startDate: '2026-05-02' })
  await set(two.id, { startDate: '2026-05-01', blockingCount: 1 })
  const all = Object.keys(sorts)
    .map(sort => `${sort}: workItems(iids: ["${one.iid}", "${two.iid}"], sort: ${sort} __) { nodes { title } }`)
    .join('\n')
  const data = await ask(
    'rita',
    `{ project(fullPath: "weft/loom") { ${all.replaceAll('__', '')} }
    group(fullPath: "weft") { ${all.replaceAll('__', ', includeDescendants: true, excludeGroupWorkItems: true')} } }`,
  )
  for (const place of ['project', 'group'])
    expect(
      Object.fromEntries(
        Object.keys(sorts).map(sort => [
          sort,
          data[place][sort].nodes.map(({ title }: { title: string }) => title).join(' '),
        ]),
      ),
    ).toEqual(sorts)
})

test('WORKITEM-009 not and or take the inputs of work items', async () => {
  const { as, found, one, build, project } = await planned()
  const [a, b] = [await build.label({ title: 'a' }), await build.label({ title: 'b' })]
  await build.issue({ title: 'labelled a', labelIds: [a.id] })
  await build.issue({ title: 'labelled b', labelIds: [b.id] })
  expect(await found('rita', 'or: { labelNames: ["a", "b"] }, sort: TITLE_ASC')).toBe('labelled a labelled b')
  expect(await found('rita', 'not: { labelName: ["a"], types: [TASK], weight: "3" }, sort: TITLE_ASC')).toBe(
    'free hidden labelled b two',
  )
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `query ($not: NegatedWorkItemFilterInput, $or: UnionedWorkItemFilterInput) { project(fullPath: "${project.fullPath}") {
      workItems(not: $not, or: $or) { nodes { title } } } }`,
    { not: { parentIds: [item(one.id)] }, or: {} },
  )
  expect([errors, data.project.workItems.nodes.length]).toEqual([[], 6])
})

test('WORKITEM-009 a list by parents costs the same statements for 2 and for 20', async () => {
  const { ask, build, db, low, statements, top } = await planned()
  const add = async (parentId: number, count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await build.issue({ title: `Child ${nth}` })
      await db.updateTable('issuables').set({ parentId }).where('id', '=', id).execute()
    }
  }
  await add(low.id, 2)
  await add(top.id, 20)
  const read = (id: number) =>
    ask(
      'rita',
      `{ project(fullPath: "weft/loom") { workItemStateCounts(parentIds: ["${item(id)}"]) { all }
      workItems(parentIds: ["${item(id)}"], sort: MILESTONE_DUE_ASC) { nodes { title duplicatedToWorkItemUrl } } } }`,
    )
  await read(low.id)
  const few = await statements(() => read(low.id))
  expect(await statements(() => read(top.id))).toBe(few)
})

test('WORKITEM-009 lists of a group take epics of the groups above and the days that an item meets', async () => {
  const { as, build, db, group, found, low, one, top } = await planned()
  const dated = (id: number, startDate: string, dueDate: string) =>
    db.updateTable('issuables').set({ startDate, dueDate }).where('id', '=', id).execute()
  await dated(one.id, '2026-03-15', '2026-04-15')
  await dated(top.id, '2026-02-01', '2026-03-31')
  const days = (start: string, end: string) => `timeframe: { start: "${start}", end: "${end}" }, sort: TITLE_ASC`
  expect(await found('rita', days('2026-03-01', '2026-03-15'), 'group')).toBe('top')
  expect(await found('rita', `${days('2026-03-01', '2026-03-15')}, includeDescendants: true`, 'group')).toBe('one top')
  expect(await found('rita', days('2026-05-01', '2026-05-31'), 'group')).toBe('')
  const ofTypes = (types: string) =>
    found('rita', `types: [${types}], sort: TITLE_ASC, includeDescendants: true`, 'group')
  expect([await ofTypes('EPIC'), await ofTypes('EPIC, TASK')]).toEqual(['low top', 'low task top'])
  const inner = await build.group({
    path: 'inner',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
    visibility: 'public',
  })
  await as('root').call(createEpic, { id: inner.id, title: 'inner' })
  const below = async (args: string) => {
    const { data } = await askGraphql(
      as('rita').ctx,
      `{ group(fullPath: "${inner.fullPath}") { workItems(sort: TITLE_ASC, ${args}) { nodes { title } } } }`,
    )
    return data.group.workItems.nodes.map(({ title }: { title: string }) => title).join(' ')
  }
  expect(await below('includeAncestors: false')).toBe('inner')
  expect(await below('includeAncestors: true')).toBe('inner low top')
  expect(low.groupId).toBe(group.id)
})

test('WORKITEM-009 work items are filtered by the subscription that the reader has chosen', async () => {
  const { ask, found, one, two } = await planned()
  const choose = (who: Member, id: number, subscribed: boolean) =>
    ask(who, `mutation { workItemSubscribe(input: { id: "${item(id)}", subscribed: ${subscribed} }) { errors } }`)
  await choose('gus', one.id, true)
  await choose('rita', two.id, false)
  expect(await found('gus', 'subscribed: EXPLICITLY_SUBSCRIBED')).toBe('one')
  expect(await found('gus', 'subscribed: EXPLICITLY_UNSUBSCRIBED')).toBe('')
  expect(await found('rita', 'subscribed: EXPLICITLY_UNSUBSCRIBED')).toBe('two')
})
