import { expect, test } from 'vitest'
import {
  createRelatedEpic,
  deleteRelatedEpic,
  listRelatedEpicLinks,
  listRelatedEpics,
} from '#contract/plan/epics/epic-links.ts'
import { createEpic, updateEpic } from '#contract/plan/epics/epics.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

type Planner = Parameters<World['as']>[0]

const item = ({ id }: { readonly id: number }) => `"gid://gitlab/WorkItem/${id}"`

async function epics() {
  const here = await world()
  const { as, group } = here
  const epic = (title: string, more: object = {}) => as('root').call(createEpic, { id: group.id, title, ...more })
  const [one, two] = [await epic('one'), await epic('two')]
  const secret = await epic('secret', { confidential: true })
  const ask = async (who: Planner, query: string) => {
    const { data, errors } = await askGraphql(as(who).ctx, query)
    return errors[0]?.message ?? data
  }
  const link = (
    source: { iid: number },
    target: { iid: number },
    linkType: 'blocks' | 'relates_to',
    who: Planner = 'root',
  ) =>
    as(who).call(createRelatedEpic, {
      id: group.id,
      epicIid: source.iid,
      targetGroupId: group.id,
      targetEpicIid: target.iid,
      linkType,
    })
  return { ...here, ask, epic, link, one, two, secret }
}

test('epics are linked over REST, each end sees its side, and hidden ones stay out', async () => {
  const { as, group, link, one, two, secret } = await epics()
  const made = await link(one, two, 'blocks', 'root')
  expect(made).toMatchObject({ sourceEpic: { id: one.id }, targetEpic: { id: two.id }, linkType: 'blocks' })
  expect(await outcomeOf(link(one, two, 'relates_to'))).toBe('conflict')
  expect(await outcomeOf(link(one, one, 'relates_to'))).toBe('unprocessable')
  expect(await outcomeOf(link(one, two, 'blocks', 'gus'))).toBe('forbidden')
  expect(await outcomeOf(link(one, two, 'blocks', 'nina'))).toBe('not_found')
  await link(one, secret, 'relates_to')
  const listed = async (who: Planner, { iid }: { iid: number }) =>
    (await as(who).call(listRelatedEpics, { id: group.id, epicIid: iid })).map(row => [row.title, row.linkType])
  expect(await listed('root', one)).toEqual([
    ['two', 'blocks'],
    ['secret', 'relates_to'],
  ])
  expect(await listed('gus', one)).toEqual([['two', 'blocks']])
  expect(await listed('gus', two)).toEqual([['one', 'is_blocked_by']])
  const links = async (who: Planner) =>
    (await as(who).call(listRelatedEpicLinks, { id: group.id })).map(row => row.targetEpic.title)
  expect([await links('root'), await links('gus')]).toEqual([['two', 'secret'], ['two']])
  const remove = (who: Planner) =>
    as(who).call(deleteRelatedEpic, { id: group.id, epicIid: two.iid, relatedEpicLinkId: made.id })
  expect(await remove('root')).toMatchObject({ sourceEpic: { id: two.id }, linkType: 'is_blocked_by' })
  expect(await outcomeOf(remove('root'))).toBe('not_found')
  expect(await listed('gus', one)).toEqual([])
})

test('epics have their links and blockers in GraphQL, as far as a reader may know of them', async () => {
  const { as, ask, group, link, one, two, secret } = await epics()
  await link(two, one, 'blocks')
  await link(secret, one, 'blocks')
  const fields = 'blocked blockedByCount blockedByEpics { nodes { title } } blockingCount'
  const read = async (who: Planner, { iid }: { iid: number }, wanted = fields) =>
    (await ask(who, `{ group(fullPath: "weft") { epic(iid: "${iid}") { ${wanted} } } }`)).group.epic
  const blockedBy = (...titles: string[]) => ({
    blocked: titles.length > 0,
    blockedByCount: titles.length,
    blockedByEpics: { nodes: titles.map(title => ({ title })) },
  })
  expect(await read('root', one)).toEqual({ ...blockedBy('two', 'secret'), blockingCount: 0 })
  expect(await read('gus', one)).toEqual({ ...blockedBy('two'), blockingCount: 0 })
  expect(await read('gus', two)).toEqual({ ...blockedBy(), blockingCount: 1 })
  const linked = 'linkedWorkItems(filter: BLOCKED_BY) { nodes { linkType workItemState workItem { title } } }'
  expect(await read('gus', one, linked)).toEqual({
    linkedWorkItems: { nodes: [{ linkType: 'is_blocked_by', workItemState: 'OPEN', workItem: { title: 'two' } }] },
  })
  await as('root').call(updateEpic, { id: group.id, epicIid: two.iid, stateEvent: 'close' })
  expect(await read('gus', one)).toMatchObject(blockedBy())
})

test('WORKITEM-009 work items of epics are linked to epics only, and show the health and weight below them', async () => {
  const { ask, build, db, one, two } = await epics()
  const issue = await build.issue({ title: 'Work', weight: 3 })
  await db
    .updateTable('issuables')
    .set({ parentId: one.id, healthStatus: 'at_risk' })
    .where('id', '=', issue.id)
    .execute()
  const change = async (name: string, target: { readonly id: number }) =>
    (
      await ask(
        'root',
        `mutation { ${name}(input: { id: ${item(one)}, workItemsIds: [${item(target)}] }) { errors workItem {
        widgets(onlyTypes: [LINKED_ITEMS]) { ... on WorkItemWidgetLinkedItems { linkedItems { nodes { linkType workItem { title } } } } } } } }`,
      )
    )[name]
  const shown = (...titles: string[]) => ({
    errors: [],
    workItem: {
      widgets: [{ linkedItems: { nodes: titles.map(title => ({ linkType: 'relates_to', workItem: { title } })) } }],
    },
  })
  expect(await change('workItemAddLinkedItems', two)).toEqual(shown('two'))
  expect(await change('workItemAddLinkedItems', issue)).toMatchObject({
    errors: ['Epics can be linked only to epics, and other work items only to each other.'],
  })
  expect(await change('workItemRemoveLinkedItems', two)).toEqual(shown())
  const { workItem } = await ask(
    'root',
    `{ workItem(id: ${item(one)}) { widgets(onlyTypes: [HEALTH_STATUS, WEIGHT]) {
      ... on WorkItemWidgetHealthStatus { healthStatus rolledUpHealthStatus { healthStatus count } }
      ... on WorkItemWidgetWeight { weight rolledUpWeight widgetDefinition { editable rollUp } } } } }`,
  )
  expect(workItem.widgets).toEqual([
    {
      healthStatus: null,
      rolledUpHealthStatus: [
        { healthStatus: 'onTrack', count: 0 },
        { healthStatus: 'needsAttention', count: 0 },
        { healthStatus: 'atRisk', count: 1 },
      ],
    },
    { weight: null, rolledUpWeight: 3, widgetDefinition: { editable: false, rollUp: true } },
  ])
})

test('links of 2 and of 20 epics cost the same statements, with the project for a new issue', async () => {
  const { ask, build, epic, link, one, statements } = await epics()
  await build.issue({ title: 'Mine' })
  for (let nth = 0; nth < 20; nth += 1) await link(await epic(`e${nth}`), one, 'blocks')
  const read = (first: number) =>
    ask(
      'rita',
      `{ group(fullPath: "weft") { epics(first: ${first}, sort: TITLE_ASC) { nodes { blocked blockedByCount blockingCount relationPath
      blockedByEpics { nodes { title } } defaultProjectForIssueCreation { fullPath }
      linkedWorkItems { nodes { workItem { title } } } } } } }`,
    )
  const { nodes } = (await read(2)).group.epics
  expect(nodes[0]).toMatchObject({
    blocked: false,
    blockingCount: 1,
    relationPath: null,
    defaultProjectForIssueCreation: { fullPath: 'weft/loom' },
    linkedWorkItems: { nodes: [{ workItem: { title: 'one' } }] },
  })
  const few = await statements(() => read(2))
  expect(await statements(() => read(20))).toBe(few)
})
