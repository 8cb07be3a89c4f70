import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

type Planner = Member | 'root' | 'anon'

const item = (id: number) => `gid://gitlab/WorkItem/${id}`

async function planned() {
  const built = await world({ settings: { SMTP_IN_PORT: '2525' } })
  const ask = (who: Planner, query: string) => askGraphql(built.as(who).ctx, query)
  const titles = async (who: Planner, path: string | null, refs: readonly string[]) => {
    const { data, errors } = await ask(
      who,
      `{ workItemsByReference(${path === null ? '' : `contextNamespacePath: "${path}", `}refs: ${JSON.stringify(refs)}) { nodes { title } } }`,
    )
    return data?.workItemsByReference?.nodes.map((node: { title: string }) => node.title) ?? errors[0]?.message
  }
  return { ...built, ask, titles }
}

const notFound = expect.stringMatching(/does not exist or you don't have permission/)

test('WORKITEM-014 work items are found by references and URLs, in the order of these, by those who may know of them', async () => {
  const { as, build, group, titles } = await planned()
  const one = await build.issue({ title: 'One' })
  const two = await build.issue({ title: 'Two', type: 'task' })
  const secret = await build.issue({ title: 'Secret', confidential: true })
  await as('root').call(createEpic, { id: group.id, title: 'Epic' })
  const address = `http://weft.test/weft/loom/-/work_items/${one.iid}`
  const refs = [`#${two.iid}`, `weft/loom#${one.iid}`, address, `#${secret.iid}`, 'weft&1', '#999', 'word']
  expect(await titles('rita', 'weft/loom', refs)).toEqual(['Two', 'One', 'Secret', 'Epic'])
  expect(await titles('gus', 'weft/loom', refs)).toEqual(['Two', 'One', 'Epic'])
  expect(await titles('rita', 'WEFT', ['&1', `loom#${one.iid}`])).toEqual(['Epic'])
  expect(await titles('rita', null, refs)).toEqual(['One', 'Epic'])
  expect(await titles('nina', null, refs)).toEqual([])
  expect(await titles('nina', 'weft/loom', refs)).toEqual(notFound)
  expect(await titles('rita', 'weft/none', refs)).toEqual(notFound)
  expect(await titles('rita', null, Array(11).fill('#1'))).toBe('Specify at most 10 references at a time')
})

test('WORKITEM-014 a work item tells where it goes on, only to those who may know of that', async () => {
  const { as, ask, build, db, group } = await planned()
  const [from, to] = [await build.issue({ title: 'From' }), await build.issue({ title: 'To', confidential: true })]
  const epic = await as('root').call(createEpic, { id: group.id, title: 'Epic' })
  await db
    .updateTable('issuables')
    .set({ movedToId: to.id, duplicatedToId: to.id, promotedToId: epic.id })
    .where('id', '=', from.id)
    .execute()
  const of = async (who: Planner) =>
    (
      await ask(
        who,
        `{ workItem(id: "${item(from.id)}") { movedToWorkItemUrl duplicatedToWorkItemUrl promotedToEpicUrl } }`,
      )
    ).data.workItem
  const url = `http://weft.test/weft/loom/-/work_items/${to.iid}`
  const promotedToEpicUrl = 'http://weft.test/groups/weft/-/epics/1'
  expect(await of('rita')).toEqual({ movedToWorkItemUrl: url, duplicatedToWorkItemUrl: url, promotedToEpicUrl })
  expect(await of('gus')).toEqual({ movedToWorkItemUrl: null, duplicatedToWorkItemUrl: null, promotedToEpicUrl })
  expect(await of('nina')).toBeNull()
})

test('WORKITEM-014 the address for comments by email is the own one of each person who may comment, and no token sees it', async () => {
  const { as, ask, build } = await planned()
  const issue = await build.issue({})
  const query = `{ workItem(id: "${item(issue.id)}") { createNoteEmail } }`
  const addressOf = async (who: Planner) => (await ask(who, query)).data.workItem?.createNoteEmail
  expect(await addressOf('rita')).toMatch(/^reply\+[0-9a-z-]+@weft\.test$/)
  expect(await addressOf('gus')).not.toBe(await addressOf('rita'))
  expect((await askGraphql(as('rita', { tokenId: 1 }).ctx, query)).data.workItem.createNoteEmail).toBeNull()
})

test('WORKITEM-014 a linked item shows its state, and costs the same statements as twenty', async () => {
  const { ask, build, statements } = await planned()
  const linked = async (count: number) => {
    const issue = await build.issue({})
    const others = []
    for (let nth = 0; nth < count; nth += 1)
      others.push(await build.issue({ title: `Other ${nth}`, state: nth === 0 ? 'closed' : 'opened' }))
    await ask(
      'rita',
      `mutation { workItemAddLinkedItems(input: { id: "${item(issue.id)}", workItemsIds: ${JSON.stringify(others.map(({ id }) => item(id)))} }) { errors } }`,
    )
    return issue.id
  }
  const read = async (id: number) => {
    const { data } = await ask(
      'rita',
      `{ workItem(id: "${item(id)}") { widgets(onlyTypes: [LINKED_ITEMS]) { ... on WorkItemWidgetLinkedItems {
        linkedItems { nodes { workItemState workItem { createNoteEmail movedToWorkItemUrl promotedToEpicUrl } } } } } } }`,
    )
    return data.workItem.widgets[0].linkedItems.nodes.map((each: { workItemState: string }) => each.workItemState)
  }
  const [two, twenty] = [await linked(2), await linked(20)]
  expect(await read(two)).toEqual(['CLOSED', 'OPEN'])
  const few = await statements(() => read(two))
  expect(await statements(() => read(twenty))).toBe(few)
})
