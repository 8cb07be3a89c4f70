import { expect, test } from 'vitest'
import { createGroupBoard, createProjectBoard, createProjectBoardList } from '#contract/plan/boards/boards.ts'
import { boardWorld } from '#test/world/board.ts'
import { askGraphql } from '#test/world/graphql.ts'

test('in GraphQL, the issues of 20 lists of a board take as many statements as those of 2', async () => {
  const here = await boardWorld()
  const { as, project, build } = here
  const root = as('root')
  const board = await root.call(createProjectBoard, { id: project.id, name: 'Long' })
  for (let nth = 1; nth <= 18; nth += 1) {
    const label = await build.label({ title: `Step ${nth}` })
    await root.call(createProjectBoardList, { id: project.id, boardId: board.id, labelId: label.id })
    await here.issue(`Card ${nth}`, { labels: [`Step ${nth}`] })
    if (nth % 2 === 0) await here.issue(`Other card ${nth}`, { labels: [`Step ${nth}`] })
  }
  const ask = (first: number) =>
    askGraphql(
      here.rita.ctx,
      `{ project(fullPath: "${project.fullPath}") { board(id: "gid://gitlab/Board/${board.id}") {
        lists(first: ${first}, issueFilters: { search: "card" }) {
          nodes { title issuesCount issues(first: 20) { count weight nodes { title labels { nodes { title } } } } } } } } }`,
    )
  await ask(4)
  const few = await here.statements(() => ask(2))
  expect(await here.statements(() => ask(20))).toBe(few)
  const { data } = await ask(20)
  const cards = data.project.board.lists.nodes.map(
    ({ title, issues }: { title: string; issues: { count: number; nodes: { title: string }[] } }) =>
      [title, issues.count, ...issues.nodes.map(node => node.title)].join(', '),
  )
  expect(cards).toHaveLength(20)
  expect(cards).toEqual(
    expect.arrayContaining(['Open, 0', 'Step 7, 1, Card 7', 'Step 8, 2, Other card 8, Card 8', 'Closed, 0']),
  )
})

test('in GraphQL, 6 boards with the numbers of their lists take as many statements as 2', async () => {
  const here = await boardWorld()
  const { as, project, group } = here
  await here.issue('first', { labels: ['Doing'], weight: 3 })
  const root = as('root')
  const more = async (count: number) => {
    for (let place = 0; place < count; place += 1) {
      const board = await root.call(createProjectBoard, { id: project.id, name: `Further ${place}` })
      await root.call(createProjectBoardList, { id: project.id, boardId: board.id, labelId: here.labels.doing.id })
    }
  }
  await root.call(createGroupBoard, { id: group.id, name: 'All' })
  const lists = 'boards { nodes { name lists { nodes { title label { title } issuesCount totalIssueWeight } } } }'
  const ask = () =>
    askGraphql(
      here.rita.ctx,
      `{ project(fullPath: "${project.fullPath}") { ${lists} } group(fullPath: "${group.fullPath}") { ${lists} } }`,
    )
  await more(1)
  const few = await here.statements(ask)
  await more(4)
  expect(await here.statements(ask)).toBe(few)
  const { data } = await ask()
  const further = data.project.boards.nodes.at(-1)
  expect(further.lists.nodes.map((list: object) => Object.values(list))).toEqual([
    ['Open', null, 0, '0'],
    ['Doing', { title: 'Doing' }, 1, '3'],
    ['Closed', null, 0, '0'],
  ])
  expect(data.group.boards.nodes[0].lists.nodes[0]).toMatchObject({ issuesCount: 1 })
})

test('in GraphQL, the issues and numbers of lists follow filters, with negation', async () => {
  const here = await boardWorld()
  await here.issue('a', { labels: ['Doing'], weight: 1 })
  await here.issue('b', { labels: ['Doing', 'Review'], weight: 2, assigneeIds: [here.users.rita.id] })
  await here.issue('c', { labels: ['Doing'], weight: 4, issueType: 'incident' })
  const gid = `gid://gitlab/List/${here.lists.doing}`
  const ask = async (query: string) => (await askGraphql(here.rita.ctx, query)).data
  const titles = (list: { issues: { nodes: { title: string }[] } }) =>
    list.issues.nodes
      .map(({ title }) => title)
      .sort()
      .join('')
  const of = async (filters: string) =>
    titles((await ask(`{ boardList(id: "${gid}") { issues(filters: {${filters}}) { nodes { title } } } }`)).boardList)
  expect(await of('')).toBe('abc')
  expect(await of('labelName: ["Review"]')).toBe('b')
  expect(await of('not: { labelName: ["Review"], types: [INCIDENT] }')).toBe('a')
  expect(await of('assigneeUsername: ["rita"]')).toBe('b')
  expect(await of('assigneeWildcardId: NONE, types: [ISSUE]')).toBe('a')
  const shown = 'issuesCount totalIssueWeight issues { nodes { title } }'
  const filters = 'issueFilters: { not: { types: [INCIDENT] } }'
  const one = (await ask(`{ boardList(id: "${gid}", ${filters}) { ${shown} } }`)).boardList
  expect([one.issuesCount, one.totalIssueWeight, titles(one)]).toEqual([2, '3', 'ab'])
  const { project } = await ask(
    `{ project(fullPath: "${here.project.fullPath}") { boards { nodes { lists(id: "${gid}", ${filters}) { nodes { ${shown} } } } } } }`,
  )
  expect(project.boards.nodes[0].lists.nodes).toEqual([one])
})
