import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const item = (id: number) => `gid://gitlab/WorkItem/${id}`

async function planned() {
  const built = await world()
  const widget = async (who: Member | 'root', id: number, type: string, fields: string) => {
    const name = type.toLowerCase().replace(/(^|_)(\w)/g, (_all, _mark, letter) => letter.toUpperCase())
    const { data, errors } = await askGraphql(
      built.as(who).ctx,
      `{ workItem(id: "${item(id)}") { widgets(onlyTypes: [${type}]) { ... on WorkItemWidget${name} { ${fields} } } } }`,
    )
    return errors[0]?.message ?? data.workItem?.widgets[0]
  }
  return { ...built, widget }
}

test('WORKITEM-014 discussions of a work item: comments or activity alone, the newest first, page by page', async () => {
  const { as, build, project, widget } = await planned()
  const issue = await build.issue({})
  const ref = { id: project.id, issueIid: issue.iid }
  for (const body of ['first', 'second', 'third']) await as('rita').call(issueDiscussion.createNote, { ...ref, body })
  await as('rita').call(issueDiscussion.createNote, { ...ref, body: '/weight 3' })
  const bodies = async (args: string) => {
    const { discussions } = await widget(
      'rita',
      issue.id,
      'NOTES',
      `discussions${args} { nodes { notes { nodes { body } } } pageInfo { endCursor } }`,
    )
    return [
      discussions.nodes.map((each: { notes: { nodes: { body: string }[] } }) => each.notes.nodes[0]?.body),
      discussions.pageInfo.endCursor,
    ]
  }
  expect((await bodies(''))[0]).toEqual(['first', 'second', 'third', 'set weight to **3**'])
  expect((await bodies('(filter: ONLY_COMMENTS)'))[0]).toEqual(['first', 'second', 'third'])
  expect((await bodies('(filter: ONLY_ACTIVITY)'))[0]).toEqual(['set weight to **3**'])
  const [newest, cursor] = await bodies('(filter: ONLY_COMMENTS, sort: CREATED_DESC, first: 2)')
  expect(newest).toEqual(['third', 'second'])
  expect((await bodies(`(filter: ONLY_COMMENTS, sort: CREATED_DESC, after: "${cursor}")`))[0]).toEqual(['first'])
})

test('WORKITEM-014 an epic and an issue roll up their descendants, as far as the reader may know of them', async () => {
  const { as, build, db, group, statements, widget } = await planned()
  const epic = (title: string) => as('root').call(createEpic, { id: group.id, title })
  const [top, low] = [await epic('top'), await epic('low')]
  const soon = await build.milestone({ title: 'soon', startDate: '2026-01-01', dueDate: '2026-02-01' })
  const put = async (parentId: number, values: object, who = {}) => {
    const { id } = await build.issue({ title: 'x', ...who })
    await db
      .updateTable('issuables')
      .set({ parentId, ...values })
      .where('id', '=', id)
      .execute()
    return id
  }
  await db.updateTable('issuables').set({ parentId: top.id }).where('id', '=', low.id).execute()
  const one = await put(top.id, { weight: 3, healthStatus: 'at_risk', milestoneId: soon.id })
  await put(low.id, { weight: 5, healthStatus: 'on_track' }, { state: 'closed' })
  await put(low.id, { weight: 9, healthStatus: 'at_risk' }, { confidential: true })
  await put(one, { weight: 2 }, { type: 'task', state: 'closed' })
  await put(one, { weight: 1 }, { type: 'task' })
  const counts = async (who: Member | 'root', id: number) =>
    Object.fromEntries(
      (
        await widget(
          who,
          id,
          'HIERARCHY',
          'rolledUpCountsByType { workItemType { name } countsByState { opened closed } }',
        )
      ).rolledUpCountsByType.map(
        (each: { workItemType: { name: string }; countsByState: { opened: number; closed: number } }) => [
          each.workItemType.name,
          Object.values(each.countsByState).join('/'),
        ],
      ),
    )
  expect(await counts('rita', top.id)).toEqual({ Epic: '1/0', Issue: '2/1', Incident: '0/0', Task: '1/1' })
  expect(await counts('gus', top.id)).toEqual({ Epic: '1/0', Issue: '1/1', Incident: '0/0', Task: '1/1' })
  expect(await counts('gus', one)).toEqual({ Task: '1/1' })
  const weight = 'weight rolledUpWeight rolledUpCompletedWeight widgetDefinition { editable rollUp }'
  expect(await widget('gus', one, 'WEIGHT', weight)).toEqual({
    weight: 3,
    rolledUpWeight: 3,
    rolledUpCompletedWeight: 2,
    widgetDefinition: { editable: true, rollUp: true },
  })
  expect(
    await widget('rita', top.id, 'HIERARCHY', 'depthLimitReachedByType { workItemType { name } depthLimitReached }'),
  ).toEqual({
    depthLimitReachedByType: ['Issue', 'Incident', 'Epic'].map(name => ({
      workItemType: { name },
      depthLimitReached: false,
    })),
  })
  const dates = `startDate startDateSourcingMilestone { title } startDateSourcingWorkItem { title }
    dueDateSourcingMilestone { title } dueDateSourcingWorkItem { title }`
  expect(await widget('rita', top.id, 'START_AND_DUE_DATE', dates)).toEqual({
    startDate: '2026-01-01',
    startDateSourcingMilestone: { title: 'soon' },
    startDateSourcingWorkItem: null,
    dueDateSourcingMilestone: { title: 'soon' },
    dueDateSourcingWorkItem: null,
  })
  expect(await widget('rita', one, 'HEALTH_STATUS', 'rolledUpHealthStatus { healthStatus count }')).toEqual({
    rolledUpHealthStatus: ['onTrack', 'needsAttention', 'atRisk'].map(healthStatus => ({ healthStatus, count: 0 })),
  })
  const cost = () =>
    statements(() =>
      askGraphql(
        as('rita').ctx,
        `{ group(fullPath: "weft") { workItems(includeDescendants: true) { nodes { widgets {
        ... on WorkItemWidgetHierarchy { rolledUpCountsByType { countsByState { all } } depthLimitReachedByType { depthLimitReached } }
        ... on WorkItemWidgetStartAndDueDate { startDateSourcingMilestone { title } dueDateSourcingWorkItem { title } } } } } } }`,
      ),
    )
  await cost()
  const few = await cost()
  for (let nth = 0; nth < 20; nth += 1) await put(low.id, { weight: nth })
  expect(await cost()).toBe(few)
})

test('WORKITEM-014 sums of weights beyond the room of an integer are shown as the largest one', async () => {
  const { as, build, db, group, widget } = await planned()
  const most = 2_147_483_647
  const epic = await as('root').call(createEpic, { id: group.id, title: 'heavy' })
  const issue = await build.issue({})
  for (const parentId of [epic.id, epic.id, issue.id, issue.id]) {
    const { id } = await build.issue({ type: parentId === issue.id ? 'task' : 'issue', weight: most })
    await db.updateTable('issuables').set({ parentId }).where('id', '=', id).execute()
  }
  expect(await widget('rita', issue.id, 'WEIGHT', 'rolledUpWeight')).toEqual({ rolledUpWeight: most })
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `{ project(fullPath: "weft/loom") { issues { weight } }
      group(fullPath: "weft") { epic(iid: "${epic.iid}") { descendantWeightSum { openedIssues openedIssuesTotal } } } }`,
  )
  expect([errors, data]).toEqual([
    [],
    {
      project: { issues: { weight: most } },
      group: { epic: { descendantWeightSum: { openedIssues: most, openedIssuesTotal: String(2 * most) } } },
    },
  ])
})

test('WORKITEM-014 TIME-003 a work item has its pinned meeting, email participants and time entries with their comments', async () => {
  const { as, db, project, widget } = await planned()
  const description = 'We meet at https://zoom.us/j/7'
  const issue = await as('rita').call(createIssue, { id: project.id, title: 'Meet', description })
  await db
    .insertInto('issueEmailParticipants')
    .values({ issuableId: issue.id, email: 'walter@wool.test', createdAt: issue.createdAt })
    .execute()
  const ref = { id: project.id, issueIid: issue.iid }
  await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'Wound it\n/weight 2\n/spend 1h' })
  await as('rita').call(issueDiscussion.createNote, { ...ref, body: '/spend 2h' })
  const links = await widget('gus', issue.id, 'LINKED_RESOURCES', 'linkedResources { nodes { url } }')
  expect(links.linkedResources.nodes).toEqual([{ url: 'https://zoom.us/j/7' }])
  const emails = async (who: Member) =>
    (await widget(who, issue.id, 'EMAIL_PARTICIPANTS', 'emailParticipants { nodes { email } }')).emailParticipants.nodes
  expect(await emails('rita')).toEqual([{ email: 'walter@wool.test' }])
  expect(await emails('gus')).toEqual([{ email: 'wa*****@w*****.test' }])
  const times = 'timelogs { count totalTimeSpent nodes { __typename timeSpent note { body } user { username } } }'
  const entry = (timeSpent: number, note: object | null) => ({
    __typename: 'WorkItemTimelog',
    timeSpent,
    note,
    user: { username: 'rita' },
  })
  expect((await widget('gus', issue.id, 'TIME_TRACKING', times)).timelogs).toMatchObject({
    count: 2,
    totalTimeSpent: '10800',
    nodes: expect.arrayContaining([entry(3600, { body: 'Wound it' }), entry(7200, null)]),
  })
})

test('WORKITEM-014 the types of work items have their possible children and parents', async () => {
  const { as, project } = await planned()
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `{ namespace(fullPath: "${project.fullPath}") { workItemTypes { nodes { name widgetDefinitions {
      __typename type
      ... on WorkItemWidgetDefinitionHierarchy { allowedChildTypes { nodes { name } } allowedParentTypes { nodes { name } } }
      ... on WorkItemWidgetDefinitionWeight { editable rollUp }
      ... on WorkItemWidgetDefinitionStatus { allowedStatuses { id name } }
      ... on WorkItemWidgetDefinitionCustomFields { customFieldValues { customField { id name fieldType } } }
    } } } } }`,
  )
  expect(errors).toEqual([])
  const definitions = new Map<string, { __typename: string; type: string }[]>(
    data.namespace.workItemTypes.nodes.map((type: { name: string; widgetDefinitions: never[] }) => [
      type.name,
      type.widgetDefinitions,
    ]),
  )
  const of = (name: string, type: string) => definitions.get(name)?.find(each => each.type === type)
  const types = (...names: string[]) => ({ nodes: names.map(name => ({ name })) })
  expect(of('Issue', 'HIERARCHY')).toMatchObject({
    allowedChildTypes: types('Task'),
    allowedParentTypes: types('Epic'),
  })
  expect(of('Task', 'HIERARCHY')).toMatchObject({ allowedChildTypes: types() })
  expect(of('Issue', 'WEIGHT')).toMatchObject({ editable: true, rollUp: true })
  expect(of('Issue', 'NOTES')?.__typename).toBe('WorkItemWidgetDefinitionGeneric')
  expect(definitions.get('Issue')?.map(({ type }) => type)).not.toContain('STATUS')
})

test('WORKITEM-014 a document may name all widgets of the contract, also those that no work item has', async () => {
  const { as, build } = await planned()
  const { id } = await build.issue({})
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `{ workItem(id: "${item(id)}") { widgets {
      ... on WorkItemWidgetStatus { status { id name category color iconName position } }
      ... on WorkItemWidgetCustomFields { customFieldValues { __typename customField { id name fieldType }
        ... on WorkItemNumberFieldValue { value } ... on WorkItemTextFieldValue { value } ... on WorkItemSelectFieldValue { selectedOptions { id value } } } }
      ... on WorkItemWidgetProgress { progress }
      ... on WorkItemWidgetDevelopment { featureFlags { nodes { name active } } }
    } } }`,
  )
  expect(errors).toEqual([])
  expect(data.workItem.widgets.filter((widget: object) => Object.keys(widget).length > 0)).toEqual([
    { featureFlags: { nodes: [] } },
  ])
})
