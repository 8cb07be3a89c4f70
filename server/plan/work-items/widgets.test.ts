import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
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
