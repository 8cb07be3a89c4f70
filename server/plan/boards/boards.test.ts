import { expect, test } from 'vitest'
import { getGroupBoardPage } from '#contract/plan/boards/board-pages.ts'
import {
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
  deleteProjectBoardList,
  getProjectBoard,
  listProjectBoardLists,
  updateProjectBoard,
  updateProjectBoardList,
} from '#contract/plan/boards/boards.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel, createProjectLabel } from '#contract/plan/labels/labels.ts'
import { type BoardWorld, boardWorld, kindsOf, move, type Page, titlesIn } from '#test/world/board.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf } from '#test/world/world.ts'

test('a board has its lists between those of open and closed issues, in an order that people change', async () => {
  const { rita, at, lists, page } = await boardWorld()
  expect(kindsOf(await page())).toEqual(['backlog', 'Doing', 'Review', 'closed'])
  await rita.call(updateProjectBoardList, { ...at, listId: lists.review, position: 0 })
  expect((await rita.call(listProjectBoardLists, at)).map(list => [list.label?.name, list.position])).toEqual([
    ['Review', 0],
    ['Doing', 1],
  ])
  await rita.call(deleteProjectBoardList, { ...at, listId: lists.review })
  expect((await rita.call(getProjectBoard, at)).lists.map(list => list.position)).toEqual([0])
})

test.each([
  ['twice for one label', (here: BoardWorld) => ({ labelId: here.labels.doing.id }), 'invalid'],
  ['for a label that is not there', () => ({ labelId: 999_999 }), 'invalid'],
  ['for nothing', () => ({}), 'malformed'],
  [
    'for two things',
    (here: BoardWorld) => ({ labelId: here.labels.doing.id, assigneeId: here.users.rita.id }),
    'malformed',
  ],
])('a list %s is refused', async (_what, subject, outcome) => {
  const here = await boardWorld()
  expect(await outcomeOf(here.rita.call(createProjectBoardList, { ...here.at, ...subject(here) }))).toBe(outcome)
})

test.each<[Member, string, string]>([
  ['dan', 'ok', 'ok'],
  ['rita', 'ok', 'ok'],
  ['gus', 'ok', 'forbidden'],
  ['nina', 'not_found', 'not_found'],
])('PERM-002 %s reading a board of a private project: %s, changing it: %s', async (who, reads, changes) => {
  const { as, at, lists } = await boardWorld()
  expect(await outcomeOf(as(who).call(getProjectBoard, at))).toBe(reads)
  expect(await outcomeOf(as(who).call(updateProjectBoard, { ...at, name: 'Mine' }))).toBe(changes)
  expect(await outcomeOf(as(who).call(updateProjectBoardList, { ...at, listId: lists.doing, position: 1 }))).toBe(
    changes,
  )
  // Members collapse lists for themselves only.
  expect(await outcomeOf(as(who).call(updateProjectBoardList, { ...at, listId: lists.doing, collapsed: true }))).toBe(
    reads,
  )
})

test('PERM-002 a list shows and counts no confidential issue to those who may not know of it, and none is moved by them', async () => {
  const here = await boardWorld()
  const secret = await here.issue('Secret pattern', { labels: ['Doing'], confidential: true, weight: 5 })
  await here.issue('Plain weave', { labels: ['Doing'], weight: 2 })
  const listOf = (page: Page) => page.board?.lists.find(list => list.id === here.lists.doing)
  expect(listOf(await here.page('rita'))).toMatchObject({ count: 2, weight: 7 })
  const seen = listOf(await here.page('gus'))
  expect(seen).toMatchObject({ count: 1, weight: 2 })
  expect(seen?.issues.map(card => [card.title, card.canMove])).toEqual([['Plain weave', false]])
  expect(await move(here, { iid: secret.iid, from: here.lists.doing, to: here.lists.review }, 'gus')).toHaveProperty(
    'errors.0',
  )
  const { data } = await askGraphql(
    here.as('gus').ctx,
    `{ project(fullPath: "${here.project.fullPath}") { boards { nodes { lists { nodes { title issuesCount issues { count nodes { title } } } } } } } }`,
  )
  expect(data.project.boards.nodes[0].lists.nodes[1]).toEqual({
    title: 'Doing',
    issuesCount: 1,
    issues: { count: 1, nodes: [{ title: 'Plain weave' }] },
  })
})

test('a board shows the issues of its scope that the filter finds', async () => {
  const here = await boardWorld()
  const { rita, at, lists, labels } = here
  await here.issue('Both', { labels: ['Doing', 'Review'] })
  await here.issue('One', { labels: ['Doing'] })
  await rita.call(updateProjectBoard, { ...at, labels: ['Review'] })
  const scoped = await here.page()
  expect(titlesIn(scoped, lists.doing)).toEqual(['Both'])
  expect(scoped.board?.labels.map(label => label.id)).toEqual([labels.review.id])
  await rita.call(updateProjectBoard, { ...at, labels: [] })
  expect(titlesIn(await here.page('rita', { search: 'One' }), lists.doing)).toEqual(['One'])
  expect(titlesIn(await here.page('rita', { not: { labels: ['Review'] } }), lists.doing)).toEqual(['One'])
})

test('/board_move moves an issue to a list of the only board', async () => {
  const here = await boardWorld()
  const { iid } = await here.issue('Count the threads', { labels: ['Doing'] })
  const ref = { id: here.project.id, issueIid: iid }
  const say = (body: string) => here.rita.call(issueDiscussion.createNote, { ...ref, body })
  await say('/board_move ~Review')
  expect((await here.rita.call(getIssue, ref)).labels).toEqual(['Review'])
  await here.rita.call(createProjectBoard, { id: here.project.id, name: 'Another' })
  await say('/board_move ~Doing')
  expect((await here.rita.call(getIssue, ref)).labels).toEqual(['Review'])
})

test('the board of a group shows and moves the issues of its projects', async () => {
  const here = await boardWorld()
  const { as, group, project } = here
  const other = await here.build.project({
    path: 'spindle',
    parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] },
  })
  const label = await as('root').call(createGroupLabel, { id: group.id, name: 'Everywhere', color: '#336699' })
  const board = await as('root').call(createGroupBoard, { id: group.id, name: 'All' })
  const list = await as('root').call(createGroupBoardList, { id: group.id, boardId: board.id, labelId: label.id })
  const [one, two] = [
    await as('root').call(createIssue, { id: project.id, title: 'one', labels: ['Everywhere'] }),
    await as('root').call(createIssue, { id: other.id, title: 'two', labels: ['Everywhere'] }),
  ]
  const page = () => as('root').call(getGroupBoardPage, { namespace: group.fullPath })
  const shown = async () =>
    (await page()).board?.lists.find(each => each.id === list.id)?.issues.map(card => card.title)
  expect(await shown()).toEqual(['two', 'one'])
  const { data } = await askGraphql(
    as('root').ctx,
    `mutation { issueMoveList(input: { projectPath: "${project.fullPath}", iid: "${one.iid}", boardId: "gid://gitlab/Board/${board.id}",
      fromListId: "${list.id}", toListId: "${list.id}", moveAfterId: "${two.id}" }) { errors } }`,
  )
  expect(data.issueMoveList.errors).toEqual([])
  expect(await shown()).toEqual(['one', 'two'])
})

test('the page of a board takes as many statements for 20 issues and lists as for 2', async () => {
  const here = await boardWorld()
  await here.issue('first', { labels: ['Doing'] })
  await here.page()
  const few = await here.statements(() => here.page())
  for (let n = 0; n < 20; n++) {
    const name = `Stage ${n}`
    const { id } = await here.as('root').call(createProjectLabel, { id: here.project.id, name, color: '#336699' })
    await here.rita.call(createProjectBoardList, { ...here.at, labelId: id })
    await here.issue(name, { labels: [name], assigneeIds: [here.users.dan.id] })
  }
  expect(await here.statements(() => here.page())).toBe(few)
  expect(few).toBeLessThanOrEqual(7)
})

test.each(['project', 'group'] as const)(
  'a board of a %s with very many issues shows the same cards, and counts them up to a limit',
  async kind => {
    const here = await boardWorld()
    const { as, db, project, group, labels } = here
    const root = as('root')
    const everywhere = await root.call(createGroupLabel, { id: group.id, name: 'Everywhere', color: '#336699' })
    const board = await root.call(createGroupBoard, { id: group.id, name: 'All' })
    const listed = await root.call(createGroupBoardList, { id: group.id, boardId: board.id, labelId: everywhere.id })
    await here.issue('first', { labels: ['Doing', 'Everywhere'], weight: 3 })
    await here.issue('second', { weight: 2 })
    await here.issue('third', { labels: ['Everywhere'], confidential: true })
    const shown = async (who: Member) => {
      const page = await (kind === 'project'
        ? here.page(who)
        : as(who).call(getGroupBoardPage, { namespace: group.fullPath }))
      return page.board?.lists.map(list => [list.kind, list.count, list.issues.map(card => card.title).sort()])
    }
    const before = [await shown('rita'), await shown('gus')]
    // Like the counter of a large project.
    await db.updateTable('projects').set({ openIssuesCount: 60_000 }).where('id', '=', project.id).execute()
    expect([await shown('rita'), await shown('gus')]).toEqual(before)
    expect([listed.label?.name, labels.doing.name]).toEqual(['Everywhere', 'Doing'])
  },
)

test('a list shows as many cards as it is asked for, and tells how many there are', async () => {
  const here = await boardWorld()
  for (let n = 0; n < 22; n++) await here.issue(`issue ${n}`)
  const openOf = async (input: object) => (await here.page('rita', input)).board?.lists[0]
  expect(await openOf({})).toMatchObject({ count: 22, issues: { length: 20 } })
  expect((await openOf({ sizes: `${here.lists.open}:60` }))?.issues).toHaveLength(22)
})

test('an update of an issue elsewhere moves its card', async () => {
  const here = await boardWorld()
  const { iid } = await here.issue('Bobbins run out')
  await here.rita.call(updateIssue, { id: here.project.id, issueIid: iid, addLabels: ['Review'] })
  expect(titlesIn(await here.page(), here.lists.review)).toEqual(['Bobbins run out'])
  expect(titlesIn(await here.page(), here.lists.open)).toEqual([])
})
