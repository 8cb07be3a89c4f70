import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { addIssueChildren, patchIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

type Who = 'olga' | 'mina' | 'rita' | 'gus' | 'nina' | 'anon' | 'dan' | 'root'

const item = (id: number | string) => `gid://gitlab/WorkItem/${id}`
const type = (id: number) => `gid://gitlab/WorkItems::Type/${id}`

async function planned() {
  const built = await world()
  const ask = (who: Who, query: string) => askGraphql(built.as(who).ctx, query)
  /** The payload of a mutation, or its error at the top. */
  const change = async (who: Who, name: string, input: string, selection = 'workItem { id }') => {
    const { data, errors } = await ask(who, `mutation { it: ${name}(input: {${input}}) { ${selection} errors } }`)
    return data?.it ?? errors[0]?.message
  }
  const children = async (who: Who, id: number) => {
    const { data } = await ask(
      who,
      `{ workItem(id: "${item(id)}") { widgets(onlyTypes: [HIERARCHY]) { ... on WorkItemWidgetHierarchy {
        hasChildren children { nodes { title } } } } } }`,
    )
    const [hierarchy] = data.workItem?.widgets ?? []
    return hierarchy && [hierarchy.hasChildren, hierarchy.children.nodes.map((each: { title: string }) => each.title)]
  }
  const page = (who: Who, iid: number) => built.as(who).call(getIssuePage, { namespace: 'weft/loom', iid })
  return { ...built, ask, change, children, page }
}

const notFound = expect.stringMatching(/does not exist or you don't have permission/)

test('WORKITEM-011 WORKITEM-013 the types of a project, with their ids, and those that one may create there', async () => {
  const { ask } = await planned()
  const types = async (who: Who, args = '') =>
    (await ask(who, `{ workspace: project(fullPath: "weft/loom") { workItemTypes${args} { nodes { id name } } } }`))
      .data.workspace?.workItemTypes.nodes
  const all = [
    { id: type(1), name: 'Issue' },
    { id: type(2), name: 'Incident' },
    { id: type(5), name: 'Task' },
  ]
  expect(await types('rita')).toEqual(all)
  expect(await types('rita', '(onlyAvailable: true)')).toEqual(all)
  expect(await types('gus', '(onlyAvailable: true)')).toEqual([all[0], all[2]])
  expect(await types('rita', '(name: TASK)')).toEqual([all[2]])
  expect(await types('nina')).toBeUndefined()
  const group = '{ namespace(fullPath: "weft") { workItemTypes { nodes { id name } } } }'
  expect((await ask('rita', group)).data.namespace.workItemTypes.nodes).toEqual([{ id: type(8), name: 'Epic' }])
})

test.each(['workItemCreate', 'createWorkItem'])(
  'WORKITEM-009 WORKITEM-010 WORKITEM-012 %s makes a work item of a type, which is a row of issues',
  async name => {
    const { as, ask, project } = await planned()
    const mutation = `mutation ($input: WorkItemCreateInput!) { ${name}(input: $input) {
      workItem { id title workItemType { id name } webPath } errors } }`
    const create = (who: Who, input: object) => askGraphql(as(who).ctx, mutation, { input })
    const made = await create('rita', { title: 'Oil it', projectPath: 'weft/loom', workItemTypeId: type(5) })
    const { workItem, errors } = made.data[name]
    expect(errors).toEqual([])
    expect(workItem).toMatchObject({
      title: 'Oil it',
      workItemType: { id: type(5), name: 'Task' },
      webPath: '/weft/loom/-/work_items/1',
    })
    expect(await as('rita').call(getIssue, { id: project.id, issueIid: 1 })).toMatchObject({ issueType: 'task' })
    const { data } = await ask(
      'rita',
      `{ workItem(id: "${workItem.id}") { id title workItemType { id name } widgets { type } } }`,
    )
    expect(data.workItem).toEqual({
      id: workItem.id,
      title: 'Oil it',
      workItemType: { id: type(5), name: 'Task' },
      widgets: expect.arrayContaining([{ type: 'DESCRIPTION' }, { type: 'HIERARCHY' }]),
    })
    const blank = await create('rita', { title: ' ', namespacePath: 'weft/loom', workItemTypeId: type(1) })
    expect(blank.data[name]).toEqual({ workItem: null, errors: ["Title can't be blank"] })
    const stranger = await create('nina', { title: 'x', namespacePath: 'weft/loom', workItemTypeId: type(1) })
    expect(stranger.errors[0]?.message).toEqual(notFound)
  },
)

test('WORKITEM-014 widgets show and change the attributes of the issue', async () => {
  const { ask, change, build, users } = await planned()
  const issue = await build.issue({ title: 'Warp', description: '- [x] one\n- [ ] two' })
  const label = await build.label({ title: 'bug' })
  const changed = await change(
    'rita',
    'workItemUpdate',
    `id: "${item(issue.id)}" title: "Weft" assigneesWidget: { assigneeIds: ["gid://gitlab/User/${users.dan.id}"] }
    labelsWidget: { addLabelIds: ["gid://gitlab/ProjectLabel/${label.id}"] } weightWidget: { weight: 5 }
    startAndDueDateWidget: { startDate: "2026-01-02" dueDate: "2026-02-03" } healthStatusWidget: { healthStatus: atRisk }
    notesWidget: { discussionLocked: true } notificationsWidget: { subscribed: true } awardEmojiWidget: { action: ADD name: "thumbsup" }
    timeTrackingWidget: { timeEstimate: "2h" } stateEvent: CLOSE`,
    'workItem { title state lockVersion }',
  )
  expect(changed).toEqual({ workItem: { title: 'Weft', state: 'CLOSED', lockVersion: 1 }, errors: [] })
  const { data } = await ask(
    'rita',
    `{ workItem(id: "gid://gitlab/Issue/${issue.id}") { iid widgets { type
      ... on WorkItemWidgetAssignees { assignees { nodes { username } } }
      ... on WorkItemWidgetLabels { labels { nodes { title } } }
      ... on WorkItemWidgetWeight { weight }
      ... on WorkItemWidgetStartAndDueDate { startDate dueDate }
      ... on WorkItemWidgetHealthStatus { healthStatus }
      ... on WorkItemWidgetNotes { discussionLocked notes { nodes { body } } }
      ... on WorkItemWidgetNotifications { subscribed }
      ... on WorkItemWidgetAwardEmoji { upvotes }
      ... on WorkItemWidgetTimeTracking { timeEstimate humanReadableAttributes { timeEstimate } }
      ... on WorkItemWidgetDescription { taskCompletionStatus { count completedCount } }
      ... on WorkItemWidgetCurrentUserTodos { currentUserTodos { nodes { id } } } } } }`,
  )
  const widgets = Object.assign({}, ...data.workItem.widgets)
  expect(widgets).toMatchObject({
    assignees: { nodes: [{ username: 'dan' }] },
    labels: { nodes: [{ title: 'bug' }] },
    weight: 5,
    startDate: '2026-01-02',
    dueDate: '2026-02-03',
    healthStatus: 'atRisk',
    discussionLocked: true,
    subscribed: true,
    upvotes: 1,
    timeEstimate: 7200,
    humanReadableAttributes: { timeEstimate: '2h' },
    taskCompletionStatus: { count: 2, completedCount: 1 },
    currentUserTodos: { nodes: [] },
  })
})

test('WORKITEM-014 tasks are put into an issue, reordered and taken out, with notes on both sides', async () => {
  const { as, build, change, children, page, project } = await planned()
  const [issue, one, two] = [
    await build.issue({ title: 'Loom' }),
    await build.issue({ title: 'One', type: 'task' }),
    await build.issue({ title: 'Two', type: 'task' }),
  ]
  await change(
    'rita',
    'workItemHierarchyAddChildrenItems',
    `id: "${item(issue.id)}" childrenIds: ["${item(one.id)}", "${item(two.id)}"]`,
    'addedChildren { id }',
  )
  expect(await children('gus', issue.id)).toEqual([true, ['One', 'Two']])
  await change(
    'rita',
    'workItemsHierarchyReorder',
    `id: "${item(two.id)}" adjacentWorkItemId: "${item(one.id)}" relativePosition: BEFORE`,
  )
  expect(await children('gus', issue.id)).toEqual([true, ['Two', 'One']])
  const shown = await page('gus', two.iid)
  expect(shown.issue).toMatchObject({
    epic: null,
    parent: { iid: issue.iid, title: 'Loom', reference: `#${issue.iid}` },
  })
  expect((await page('gus', issue.iid)).childItems.map(child => child.title)).toEqual(['Two', 'One'])
  await change('rita', 'workItemUpdate', `id: "${item(two.id)}" hierarchyWidget: { parentId: null }`)
  expect(await children('gus', issue.id)).toEqual([true, ['One']])
  const notes = async (iid: number) =>
    (await as('rita').call(issueDiscussion.listNotes, { id: project.id, issueIid: iid, sort: 'asc' })).map(
      note => note.body,
    )
  expect(await notes(issue.iid)).toEqual([
    `added child task #${one.iid}`,
    `added child task #${two.iid}`,
    `removed child task #${two.iid}`,
  ])
  expect(await notes(two.iid)).toEqual([
    `added parent issue weft/loom#${issue.iid}`,
    `removed parent issue weft/loom#${issue.iid}`,
  ])
})

test.each(['workItemHierarchyAddChildrenItems', 'workItemAddLinkedItems', 'workItemRemoveLinkedItems'] as const)(
  'WORKITEM-014 %s takes as many statements for 20 items as for 2',
  async name => {
    const { build, change, statements } = await planned()
    const some = async (count: number) => {
      const issue = await build.issue({})
      const ids: string[] = []
      for (let nth = 0; nth < count; nth += 1) ids.push(`"${item((await build.issue({ type: 'task' })).id)}"`)
      const others = `id: "${item(issue.id)}" ${name === 'workItemHierarchyAddChildrenItems' ? 'childrenIds' : 'workItemsIds'}: [${ids.join(', ')}]`
      if (name === 'workItemRemoveLinkedItems') await change('rita', 'workItemAddLinkedItems', others)
      return statements(async () => expect(await change('rita', name, others, '')).toEqual({ errors: [] }))
    }
    await some(2)
    const few = await some(2)
    expect(await some(20)).toBe(few)
  },
)

test('WORKITEM-014 if several epics are added together, no more than fit are accepted', async () => {
  const { as, build, change, db, group, users } = await planned()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const epic = (title: string) => as('olga').call(createEpic, { id: group.id, title })
  const [parent, filler, one, two] = [await epic('All'), await epic('Filler'), await epic('One'), await epic('Two')]
  await db.updateTable('issuables').set({ parentId: parent.id }).where('id', '=', filler.id).execute()
  await sql`insert into issuables (namespace_id, iid, type, series, title, title_html, author_id, parent_id)
    select ${group.id}, 1000 + n, 'epic', 'epic', 'Child', 'Child', ${users.olga.id}, ${parent.id} from generate_series(1, 98) n`.execute(
    db,
  )
  const add = () =>
    change(
      'olga',
      'workItemHierarchyAddChildrenItems',
      `id: "${item(parent.id)}" childrenIds: ["${item(one.id)}", "${item(two.id)}"]`,
      '',
    )
  expect(await add()).toEqual({ errors: ['This epic already has the maximum number of child epics.'] })
  await db.updateTable('issuables').set({ parentId: null }).where('id', '=', filler.id).execute()
  expect(await add()).toEqual({ errors: [] })
})

test.each<[Who, 'task' | 'issue', unknown]>([
  ['rita', 'task', { errors: [] }],
  ['rita', 'issue', { errors: ['Parent could not be found'] }],
  ['gus', 'task', notFound],
  ['nina', 'task', notFound],
  ['anon', 'task', notFound],
])('PERM-002 WORKITEM-014 %s putting a %s into an issue', async (who, kind, outcome) => {
  const { build, change } = await planned()
  const [issue, child] = [await build.issue({}), await build.issue({ type: kind })]
  const put = await change(
    who,
    'workItemUpdate',
    `id: "${item(child.id)}" hierarchyWidget: { parentId: "${item(issue.id)}" }`,
    '',
  )
  expect(put).toEqual(outcome)
})

test('WORKITEM-014 a confidential child and a confidential parent exist only for those who may know of them', async () => {
  const { build, change, children, page, ask } = await planned()
  const issue = await build.issue({ title: 'Open' })
  const secret = await build.issue({ title: 'Secret', type: 'task', confidential: true })
  await change('rita', 'workItemUpdate', `id: "${item(secret.id)}" hierarchyWidget: { parentId: "${item(issue.id)}" }`)
  expect(await children('rita', issue.id)).toEqual([true, ['Secret']])
  expect(await children('gus', issue.id)).toEqual([false, []])
  expect(await page('gus', issue.iid)).toMatchObject({ childItems: [], hasMoreChildren: false })
  const hidden = await build.issue({ title: 'Hidden', confidential: true })
  const task = await build.issue({ title: 'Task', type: 'task' })
  const refused = await change(
    'rita',
    'workItemUpdate',
    `id: "${item(task.id)}" hierarchyWidget: { parentId: "${item(hidden.id)}" }`,
  )
  expect(refused.errors).toEqual(['Confidential must be on, as the issue is confidential'])
  await change('rita', 'workItemUpdate', `id: "${item(issue.id)}" confidential: true`)
  const parentOf = async (who: Who) =>
    (
      await ask(
        who,
        `{ workItem(id: "${item(secret.id)}") { widgets { ... on WorkItemWidgetHierarchy { hasParent parent { title } } } } }`,
      )
    ).data.workItem
  expect(await parentOf('gus')).toBeNull()
  expect((await parentOf('rita')).widgets).toContainEqual({ hasParent: true, parent: { title: 'Open' } })
})

test('WORKITEM-014 a task in another project shows no trace of an issue that its readers may not see, nor the issue of it', async () => {
  const { as, build, change, children, group, users } = await planned()
  const far = await build.project({
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
    path: 'far',
    visibility: 'private',
  })
  await build.member({ at: far.id, userId: users.mina.id, level: 40 })
  const issue = await build.issue({ title: 'Loom' })
  const task = await build.issue({ title: 'Far', type: 'task', projectId: far.id })
  const put = await change(
    'mina',
    'workItemUpdate',
    `id: "${item(task.id)}" hierarchyWidget: { parentId: "${item(issue.id)}" }`,
  )
  expect(put.errors).toEqual([])
  expect(await children('mina', issue.id)).toEqual([true, ['Far']])
  expect(await children('gus', issue.id)).toEqual([false, []])
  const notes = await as('gus').call(issueDiscussion.listNotes, { id: issue.ref.id, issueIid: issue.iid })
  expect(notes.map(note => note.body)).toEqual([])
})

test('WORKITEM-014 tasks are added by their references, all or none', async () => {
  const { as, build, page } = await planned()
  const [issue, task, other] = [await build.issue({}), await build.issue({ type: 'task' }), await build.issue({})]
  const hidden = await build.issue({ type: 'task', confidential: true })
  const add = (who: Who, ...references: string[]) =>
    as(who).reply(addIssueChildren, { namespace: 'weft/loom', iid: issue.iid, references })
  const sentence = async (...references: string[]) => (await add('rita', ...references)).body
  expect(await sentence(`#${task.iid}`, '#99')).toMatchObject({ message: 'No item was found for #99' })
  expect(await sentence(`#${task.iid}`, `#${other.iid}`)).toMatchObject({
    message: expect.stringMatching(/^Only tasks of/),
  })
  expect(await add('gus', `#${hidden.iid}`)).toMatchObject({
    status: 422,
    body: { message: `No item was found for #${hidden.iid}` },
  })
  expect((await page('rita', issue.iid)).childItems).toEqual([])
  expect((await add('rita', `weft/loom#${task.iid}`)).status).toBe(201)
  expect((await page('rita', issue.iid)).childItems).toMatchObject([{ id: task.id, canRemove: true }])
})

test('WORKITEM-014 a task that becomes an issue leaves its parent, and an issue with tasks stays what it is', async () => {
  const { as, build, change, page, project } = await planned()
  const [issue, task] = [await build.issue({ title: 'Loom' }), await build.issue({ title: 'One', type: 'task' })]
  await change('rita', 'workItemUpdate', `id: "${item(task.id)}" hierarchyWidget: { parentId: "${item(issue.id)}" }`)
  const turned = await change('rita', 'workItemConvert', `id: "${item(issue.id)}" workItemTypeId: "${type(5)}"`)
  expect(turned.errors).toEqual(['Issue type cannot be changed while there are child items'])
  await as('rita').call(updateIssue, { id: project.id, issueIid: task.iid, issueType: 'issue' })
  expect((await page('rita', issue.iid)).childItems).toEqual([])
})

test('TASK-011 TASK-012 an item of a task list becomes a task, and its line a reference to the task', async () => {
  const { build, change, page, children } = await planned()
  const issue = await build.issue({
    description: 'To do:\n\n- [x] oil the loom\n  soon\n- [ ] rest',
    confidential: true,
  })
  const convert = (lockVersion: number) =>
    change(
      'rita',
      'workItemCreateFromTask',
      `id: "${item(issue.id)}" workItemData: { title: "Oil the loom", workItemTypeId: "${type(5)}" lineNumberStart: 3 lineNumberEnd: 4 lockVersion: ${lockVersion} }`,
      'workItem { description lockVersion } newWorkItem { iid title confidential }',
    )
  expect(await convert(0)).toEqual({
    workItem: { description: `To do:\n\n- [x] #${issue.iid + 1}+\n- [ ] rest`, lockVersion: 1 },
    newWorkItem: { iid: String(issue.iid + 1), title: 'Oil the loom', confidential: true },
    errors: [],
  })
  expect(await children('rita', issue.id)).toEqual([true, ['Oil the loom']])
  // A user who still sees the old text creates nothing.
  expect((await convert(0)).errors).toEqual([expect.stringMatching(/^Someone edited this issue/)])
  expect((await page('rita', issue.iid)).childItems).toHaveLength(1)
})

test('PERM-016 TASK-010 where the site has no work items, a task cannot be converted', async () => {
  const { as, ask, build } = await planned()
  const issue = await build.issue({ description: '- [ ] oil' })
  const convert = async () => {
    const { data, errors } = await ask(
      'rita',
      `mutation { workItemCreateFromTask(input: { id: "${item(issue.id)}" workItemData: {
        title: "Oil" workItemTypeId: "${type(5)}" lineNumberStart: 1 lineNumberEnd: 1 lockVersion: 0 } }) { errors } }`,
    )
    return errors.length === 0 ? data.workItemCreateFromTask.errors : null
  }
  const isOffered = async () => (await as('rita').call(getViewer, {})).workItemsEnabled
  await as('root').call(updateApplicationSettings, { workItemsEnabled: false })
  expect([await isOffered(), await convert()]).toEqual([false, null])
  await as('root').call(updateApplicationSettings, { workItemsEnabled: true })
  expect([await isOffered(), await convert()]).toEqual([true, []])
})

test('TASK-009 TASK-015 TASK-016 a PATCH moves and deletes items of a list, unless a line or the version changed', async () => {
  const { as, build } = await planned()
  const issue = await build.issue({ description: '- [ ] one\n- [ ] two\n- [ ] three' })
  const patch = (lockVersion: number, edit: object) =>
    as('rita').reply(patchIssueEntity, { namespace: 'weft/loom', iid: issue.iid, issue: { lockVersion, ...edit } })
  const [one, three] = [
    { lineNumber: 1, lineSource: '- [ ] one' },
    { lineNumber: 3, lineSource: '- [ ] three' },
  ]
  const moveTask = { ...three, toLineNumber: 1, toLineSource: '- [ ] one', place: 'before' as const }
  const moved = await patch(0, { moveTask })
  expect(moved.body).toMatchObject({ description: '- [ ] three\n- [ ] one\n- [ ] two\n', lock_version: 1 })
  const refused = { status: 409, body: { errors: [expect.stringMatching(/^Someone edited/)] } }
  expect(await patch(1, { moveTask })).toMatchObject(refused)
  const deleteTask = { ...one, lineNumber: 2 }
  expect(await patch(0, { deleteTask })).toMatchObject(refused)
  const deleted = await patch(1, { deleteTask })
  expect(deleted.body).toMatchObject({ description: '- [ ] three\n- [ ] two\n', lock_version: 2 })
})

test('WORKITEM-014 an issue page and a hierarchy cost the same statements, however many tasks there are', async () => {
  const { ask, build, change, page, statements } = await planned()
  const issue = await build.issue({})
  const add = async (title: string) => {
    const task = await build.issue({ title, type: 'task' })
    await change('rita', 'workItemUpdate', `id: "${item(task.id)}" hierarchyWidget: { parentId: "${item(issue.id)}" }`)
  }
  const cost = async () => [
    await statements(() => page('rita', issue.iid)),
    await statements(() =>
      ask(
        'rita',
        `{ workItem(id: "${item(issue.id)}") { widgets { ... on WorkItemWidgetHierarchy { children { nodes { title
        widgets { ... on WorkItemWidgetAssignees { assignees { nodes { name } } } ... on WorkItemWidgetHierarchy { hasChildren } } } } } } } }`,
      ),
    ),
  ]
  await add('one')
  const few = await cost()
  for (const title of ['two', 'three', 'four']) await add(title)
  expect(await cost()).toEqual(few)
})

test('EPIC-013 WORKITEM-014 an epic is a work item: made in a group, with issues as its children', async () => {
  const { as, ask, build, change, children, group, users } = await planned()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const made = await change(
    'olga',
    'workItemCreate',
    `title: "Top" namespacePath: "weft" workItemTypeId: "${type(8)}" colorWidget: { color: "#aa0000" }`,
    'workItem { id webPath workItemType { name } }',
  )
  expect(made.workItem).toMatchObject({ webPath: '/groups/weft/-/epics/1', workItemType: { name: 'Epic' } })
  const issue = await build.issue({ title: 'In it' })
  await change('olga', 'workItemUpdate', `id: "${item(issue.id)}" hierarchyWidget: { parentId: "${made.workItem.id}" }`)
  expect(await children('olga', Number(made.workItem.id.split('/').at(-1)))).toEqual([true, ['In it']])
  const below = await as('olga').call(createEpic, { id: group.id, title: 'Below' })
  const circle = await change(
    'olga',
    'workItemUpdate',
    `id: "${made.workItem.id}" hierarchyWidget: { parentId: "${item(below.id)}" }`,
  )
  expect(circle.errors).toEqual([])
  expect(
    (
      await change(
        'olga',
        'workItemUpdate',
        `id: "${item(below.id)}" hierarchyWidget: { parentId: "${made.workItem.id}" }`,
      )
    ).errors,
  ).toEqual([expect.stringMatching(/cannot contain itself/)])
  const found = await ask(
    'olga',
    '{ project(fullPath: "weft/loom") { workItem(iid: "1") { title } workItems { nodes { title } } } }',
  )
  expect(found.data.project).toEqual({ workItem: { title: 'In it' }, workItems: { nodes: [{ title: 'In it' }] } })
})

test('WORKITEM-009 the work items of a group are its epics and, with descendants, all items below it', async () => {
  const { as, ask, build, group, project, users } = await planned()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const subgroup = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await as('root').call(createEpic, { id: group.id, title: 'epic' })
  await as('root').call(createEpic, { id: group.id, title: 'secret', confidential: true })
  await as('root').call(createEpic, { id: subgroup.id, title: 'below', labels: ['x'] })
  const bug = await build.label({ title: 'bug', namespaceId: project.id })
  await build.issue({ title: 'issue', labelIds: [bug.id] })
  await build.issue({ title: 'closed', state: 'closed' })
  const of = async (who: Who, args: string) =>
    (await ask(who, `{ group(fullPath: "weft") { workItems${args} { nodes { title } } } }`)).data.group?.workItems.nodes
      .map((node: { title: string }) => node.title)
      .join(' ')
  expect(await of('rita', '')).toBe('secret epic')
  expect(await of('gus', '')).toBe('epic')
  expect(await of('rita', '(includeDescendants: true, sort: TITLE_ASC)')).toBe('below closed epic issue secret')
  expect(await of('rita', '(includeDescendants: true, state: opened, sort: TITLE_DESC)')).toBe(
    'secret issue epic below',
  )
  expect(await of('rita', '(includeDescendants: true, labelName: ["bug"])')).toBe('issue')
  expect(await of('rita', '(includeDescendants: true, excludeProjects: true, sort: CREATED_ASC)')).toBe(
    'epic secret below',
  )
  expect(await of('rita', '(includeDescendants: true, excludeGroupWorkItems: true)')).toBe('closed issue')
  expect(await of('rita', '(includeDescendants: true, not: { labelName: ["bug"] }, search: "issue")')).toBe('')
  expect(await of('nina', '')).not.toBe('epic')
})

test.each(['CREATED_DESC', 'TITLE_ASC', 'UPDATED_ASC', 'WEIGHT_DESC'])(
  'WORKITEM-009 epics and issues of a group follow one another page by page, both ways, by %s',
  async sort => {
    const { as, ask, build, group, users } = await planned()
    await build.member({ at: group.id, userId: users.rita.id, level: 20 })
    for (const title of ['a', 'd', 'e']) await as('root').call(createEpic, { id: group.id, title })
    await as('root').call(createEpic, { id: group.id, title: 'secret', confidential: true })
    for (const [title, weight] of [
      ['b', 2],
      ['c', null],
      ['f', 1],
    ] as const)
      await build.issue({ title, weight })
    const page = async (args: string) => {
      const asked = `workItems(includeDescendants: true, sort: ${sort}, ${args}) { nodes { title } pageInfo { startCursor endCursor } }`
      return (await ask('gus', `{ group(fullPath: "weft") { ${asked} } }`)).data.group.workItems
    }
    const titles = ({ nodes }: { readonly nodes: readonly { readonly title: string }[] }) =>
      nodes.map(each => each.title)

    const all = titles(await page('first: 50'))
    expect([...all].sort().join('')).toBe('abcdef')
    const one = await page('first: 4')
    const two = await page(`first: 4, after: "${one.pageInfo.endCursor}"`)
    expect([...titles(one), ...titles(two)]).toEqual(all)
    expect(titles(await page(`last: 4, before: "${two.pageInfo.startCursor}"`))).toEqual(titles(one))
  },
)

test('WORKITEM-014 an issue and an incident that join an epic at once count together', async () => {
  const { as, build, change, db, group, users } = await planned()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const parent = await as('olga').call(createEpic, { id: group.id, title: 'All' })
  const [issue, fire] = [await build.issue({}), await build.issue({ type: 'incident' })]
  // Insert without the triggers, which read all rows for each one.
  await sql`set local session_replication_role = replica`.execute(db)
  await sql`insert into issuables (namespace_id, iid, type, series, title, author_id, parent_id)
    select namespace_id, 1000 + n, 'issue', 'issue', 'Child', author_id, ${parent.id}::bigint
    from issuables, generate_series(1, 4999) n where id = ${issue.id}`.execute(db)
  await sql`set local session_replication_role = origin`.execute(db)
  const children = `childrenIds: ["${item(issue.id)}", "${item(fire.id)}"]`
  expect(await change('olga', 'workItemHierarchyAddChildrenItems', `id: "${item(parent.id)}" ${children}`, '')).toEqual(
    {
      errors: ['This epic already has the maximum number of issues.'],
    },
  )
})
