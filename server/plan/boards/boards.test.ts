import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupBoardPage, getProjectBoardPage } from '#contract/plan/boards/board-pages.ts'
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
import { createEpic } from '#contract/plan/epics/epics.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, getIssue, listProjectIssues, reorderIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel, createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Caller, type Member, outcomeOf, world } from '#test/world/world.ts'

type Here = Awaited<ReturnType<typeof boardWorld>>
type Page = Awaited<ReturnType<typeof pageOf>>

/** A project with a board that has lists for the labels Doing and Review. */
async function boardWorld() {
  const built = await world()
  const { as, project } = built
  const rita = as('rita')
  const board = await rita.call(createProjectBoard, { id: project.id, name: 'Development' })
  const label = (name: string) => as('root').call(createProjectLabel, { id: project.id, name, color: '#336699' })
  const [doing, review] = [await label('Doing'), await label('Review')]
  const at = { id: project.id, boardId: board.id }
  const listFor = async (labelId: number) => (await rita.call(createProjectBoardList, { ...at, labelId })).id
  const lists = { doing: await listFor(doing.id), review: await listFor(review.id) }
  const issue = (title: string, values: object = {}) => rita.call(createIssue, { id: project.id, title, ...values })
  const page = (who: Member | 'root' = 'rita', input: object = {}) => pageOf(as(who), project.fullPath, input)
  const ends = (await page()).board?.lists ?? []
  const [open, closed] = [ends.at(0)?.id ?? 0, ends.at(-1)?.id ?? 0]
  return { ...built, rita, board, at, labels: { doing, review }, lists: { ...lists, open, closed }, issue, page }
}

const pageOf = (caller: Caller, namespace: string, input: object) =>
  caller.call(getProjectBoardPage, { namespace, ...input })

const titlesIn = (page: Page, listId: number) =>
  page.board?.lists.find(list => list.id === listId)?.issues.map(card => card.title)

const kindsOf = (page: Page) => page.board?.lists.map(list => list.label?.name ?? list.kind)

interface Move {
  readonly iid: number
  readonly from?: number
  readonly to?: number
  readonly before?: number
  readonly after?: number
  readonly position?: number
  /** As GraphQL. */
  readonly epic?: string
}

async function move(here: Here, { iid, from, to, before, after, position, epic }: Move, who: Member | 'root' = 'rita') {
  const words = [
    ...(from === undefined ? [] : [`fromListId: "${from}"`]),
    ...(to === undefined ? [] : [`toListId: "gid://gitlab/List/${to}"`]),
    ...(before === undefined ? [] : [`moveBeforeId: "${before}"`]),
    ...(after === undefined ? [] : [`moveAfterId: "gid://gitlab/Issue/${after}"`]),
    ...(position === undefined ? [] : [`positionInList: ${position}`]),
    ...(epic === undefined ? [] : [`epicId: ${epic}`]),
  ]
  const { data, errors } = await askGraphql(
    here.as(who).ctx,
    `mutation { issueMoveList(input: { projectPath: "${here.project.fullPath}", iid: "${iid}", boardId: "gid://gitlab/Board/${here.board.id}", ${words.join(', ')} }) {
      errors issue { title state labels { nodes { title } } } } }`,
  )
  return errors.length > 0 ? { errors } : data.issueMoveList
}

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
  ['twice for one label', (here: Here) => ({ labelId: here.labels.doing.id }), 'invalid'],
  ['for a label that is not there', () => ({ labelId: 999_999 }), 'invalid'],
  ['for nothing', () => ({}), 'malformed'],
  ['for two things', (here: Here) => ({ labelId: here.labels.doing.id, assigneeId: here.users.rita.id }), 'malformed'],
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
  // For oneself alone.
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

test('moving an issue between lists changes its labels and state, with the notes of its history', async () => {
  const here = await boardWorld()
  const { lists } = here
  const { iid } = await here.issue('Wind the warp', { labels: ['Doing'] })
  const moved = await move(here, { iid, from: lists.doing, to: lists.review })
  expect(moved).toMatchObject({ errors: [], issue: { labels: { nodes: [{ title: 'Review' }] } } })
  expect(await move(here, { iid, from: lists.review, to: lists.closed })).toMatchObject({ issue: { state: 'closed' } })
  expect(titlesIn(await here.page(), lists.closed)).toEqual(['Wind the warp'])
  expect(await move(here, { iid, from: lists.closed, to: lists.doing })).toMatchObject({ issue: { state: 'opened' } })
  const back = await move(here, { iid, from: lists.doing, to: lists.open })
  expect(back).toMatchObject({ errors: [], issue: { labels: { nodes: [] } } })
  expect(titlesIn(await here.page(), lists.open)).toEqual(['Wind the warp'])
  const ref = { id: here.project.id, issueIid: iid }
  const changes = await here.rita.call(issueDiscussion.listLabelEvents, ref)
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'add', label: expect.objectContaining({ name: 'Review' }) }),
      expect.objectContaining({ action: 'remove', label: expect.objectContaining({ name: 'Doing' }) }),
    ]),
  )
  expect((await here.rita.call(issueDiscussion.listStateEvents, ref)).map(each => each.state)).toEqual([
    'closed',
    'reopened',
  ])
})

test('moving an issue between lists of people and milestones changes those', async () => {
  const here = await boardWorld()
  const { rita, at, users, project, lists } = here
  const milestone = await here.as('root').call(createProjectMilestone, { id: project.id, title: 'Spring' })
  const spring = await rita.call(createProjectBoardList, { ...at, milestoneId: milestone.id })
  const dans = await rita.call(createProjectBoardList, { ...at, assigneeId: users.dan.id })
  const { iid } = await here.issue('Dress the loom')
  const read = () => rita.call(getIssue, { id: project.id, issueIid: iid })
  await move(here, { iid, from: lists.open, to: spring.id })
  expect((await read()).milestone?.title).toBe('Spring')
  await move(here, { iid, from: spring.id, to: dans.id })
  expect(await read()).toMatchObject({ milestone: null, assignees: [{ id: users.dan.id }] })
  await move(here, { iid, from: dans.id, to: lists.open })
  expect((await read()).assignees).toEqual([])
})

test('issues stand where they are put, also between those that never had a position', async () => {
  const here = await boardWorld()
  const { lists } = here
  const made = []
  for (const title of ['a', 'b', 'c', 'd']) made.push(await here.issue(title))
  const [a, b, c] = made
  if (a === undefined || b === undefined || c === undefined) throw new Error('nothing was made')
  const open = async () => (titlesIn(await here.page(), lists.open) ?? []).join('')
  expect(await open()).toBe('dcba')
  await move(here, { iid: a.iid, from: lists.open, to: lists.open, before: made[3]?.id ?? 0, after: c.id })
  expect(await open()).toBe('dacb')
  await move(here, { iid: b.iid, from: lists.open, to: lists.open, position: 0 })
  expect(await open()).toBe('bdac')
  await move(here, { iid: b.iid, from: lists.open, to: lists.open, position: -1 })
  expect(await open()).toBe('dacb')
  await move(here, { iid: c.iid, from: lists.open, to: lists.open, position: 1 })
  expect(await open()).toBe('dcab')
  await here.rita.call(reorderIssue, { id: here.project.id, issueIid: b.iid, moveAfterId: made[3]?.id ?? 0 })
  expect(await open()).toBe('dbca')
})

test('a move writes one position, and an issue moved to the front stays before issues created later', async () => {
  const here = await boardWorld()
  const { lists, db, project } = here
  for (let n = 1; n <= 12; n++) await here.issue(`i${n}`)
  const go = (iid: number, position: number) => move(here, { iid, from: lists.open, to: lists.open, position })
  const open = async () => (titlesIn(await here.page(), lists.open) ?? []).join(' ')
  const placed = async () => {
    const issues = db.selectFrom('issuables').select('iid').where('namespaceId', '=', project.id)
    return (await issues.where('relativePosition', 'is not', null).execute()).map(row => row.iid)
  }
  await go(12, -1)
  expect(await open()).toBe('i11 i10 i9 i8 i7 i6 i5 i4 i3 i2 i1 i12')
  await go(3, 1)
  expect(await open()).toBe('i11 i3 i10 i9 i8 i7 i6 i5 i4 i2 i1 i12')
  await go(5, 0)
  await here.issue('i13')
  expect(await open()).toBe('i5 i13 i11 i3 i10 i9 i8 i7 i6 i4 i2 i1 i12')
  expect((await placed()).sort()).toEqual([12, 3, 5])
})

test('positions between two issues do not run out', async () => {
  const here = await boardWorld()
  const { lists } = here
  const [low, one, two] = [await here.issue('low'), await here.issue('one'), await here.issue('two')]
  await move(here, { iid: low.iid, from: lists.open, to: lists.open, position: 0 })
  for (let round = 0; round < 24; round++) {
    const [moved, other] = round % 2 === 0 ? [one, two] : [two, one]
    await move(here, { iid: moved.iid, from: lists.open, to: lists.open, before: low.id, after: other.id })
    expect(titlesIn(await here.page(), lists.open)).toEqual(['low', moved.title, other.title])
  }
})

test('positions before an issue do not run out either', async () => {
  const { rita, issue, project, as } = await boardWorld()
  const [last, one, two] = [await issue('last'), await issue('one'), await issue('two')]
  const before = (iid: number, id: number) =>
    rita.call(reorderIssue, { id: project.id, issueIid: iid, moveBeforeId: id })
  await before(last.iid, two.id)
  for (let round = 0; round < 30; round++) await before(round % 2 === 0 ? one.iid : two.iid, last.id)
  const asked = { id: project.id, orderBy: 'relative_position' as const }
  expect((await as('rita').call(listProjectIssues, asked)).map(each => each.title)).toEqual(['one', 'two', 'last'])
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

/** A board with an epic that has issues in several lists, and another one. */
async function laneWorld() {
  const here = await boardWorld()
  const { as, group } = here
  const epic = (title: string, values: object = {}) => as('root').call(createEpic, { id: group.id, title, ...values })
  const later = await epic('Later')
  const soon = await epic('Soon', { dueDateIsFixed: true, dueDateFixed: '2030-01-01' })
  const inEpic = (title: string, epicId: number, values: object = {}) =>
    as('root').call(createIssue, { id: here.project.id, title, epicId, ...values })
  return { ...here, later, soon, inEpic, epic }
}

/** The cards of each lane by list, as `Soon: a b | c`. */
function lanesIn(page: Page) {
  const { lanes, lists = [] } = page.board ?? {}
  return [...(lanes?.epics ?? []), null].map(epic => {
    const cells = lists.map(list => list.issues.filter(card => card.epicId === (epic?.id ?? null)))
    return `${epic?.title ?? 'none'}: ${cells.map(cards => cards.map(card => card.title).join(' ')).join('|')}`
  })
}

const countIn = (page: Page, listId: number, epicId: number | null) =>
  page.board?.lists.find(list => list.id === listId)?.cells.find(cell => cell.epicId === epicId)?.count

test.each(['project', 'group'] as const)(
  'a board of a %s shows its issues by epic, also with very many',
  async kind => {
    const here = await laneWorld()
    const { later, soon, inEpic, lists, as, group, project, db } = here
    await inEpic('a', later.id, { labels: ['Doing'] })
    await inEpic('b', soon.id, { labels: ['Doing'], weight: 2 })
    await inEpic('c', soon.id)
    await inEpic('w', (await here.epic('Waiting')).id)
    await here.issue('d')
    const gone = await inEpic('e', soon.id)
    await as('root').call(updateIssue, { id: project.id, issueIid: gone.iid, stateEvent: 'close' })
    const closed = await here.issue('f')
    await as('root').call(updateIssue, { id: project.id, issueIid: closed.iid, stateEvent: 'close' })
    await as('root').call(createGroupBoard, { id: group.id, name: 'All' })
    const shown = async (who: Member, input = {}) =>
      kind === 'project'
        ? here.page(who, { groupBy: 'epic', ...input })
        : as(who).call(getGroupBoardPage, { namespace: group.fullPath, groupBy: 'epic', ...input })
    const expected =
      kind === 'project'
        ? ['Soon: c|b||e', 'Waiting: w|||', 'Later: |a||', 'none: d|||f']
        : ['Soon: c b|e', 'Waiting: w|', 'Later: a|', 'none: d|f']
    for (const count of [0, 60_000]) {
      await sql`update projects set open_issues_count = greatest(open_issues_count, ${count}) where id = ${project.id}`.execute(
        db,
      )
      const page = await shown('rita')
      expect(lanesIn(page)).toEqual(expected)
      expect(page.board?.lanes?.total).toBe(3)
      if (kind === 'project') expect(countIn(page, lists.doing, soon.id)).toBe(1)
      expect(lanesIn(await shown('rita', { lanes: 1 }))).toEqual([expected[0], expected[3]])
    }
  },
)

test('PERM-002 a board by epic hides confidential epics from people who cannot see them', async () => {
  const here = await laneWorld()
  const secret = await here.epic('Secret', { confidential: true })
  await here.inEpic('hidden', secret.id, { confidential: true, labels: ['Doing'] })
  await here.inEpic('plain', here.soon.id)
  expect(lanesIn(await here.page('root', { groupBy: 'epic' }))).toEqual([
    'Soon: plain|||',
    'Secret: |hidden||',
    'none: |||',
  ])
  const seen = await here.page('gus', { groupBy: 'epic' })
  expect(lanesIn(seen)).toEqual(['Soon: plain|||', 'none: |||'])
  expect(seen.board?.lanes?.total).toBe(1)
})

test('one move changes list, epic and position of an issue', async () => {
  const here = await laneWorld()
  const { lists, soon, later } = here
  const there = await here.inEpic('there', later.id, { labels: ['Doing'] })
  const { iid } = await here.inEpic('moved', soon.id)
  const grouped = () => here.page('rita', { groupBy: 'epic' })
  await move(here, {
    iid,
    from: lists.open,
    to: lists.doing,
    epic: `"gid://gitlab/Epic/${later.id}"`,
    before: there.id,
  })
  expect(lanesIn(await grouped())).toEqual(['Later: |there moved||', 'none: |||'])
  await move(here, { iid, from: lists.doing, to: lists.doing, epic: 'null' })
  expect(lanesIn(await grouped())).toEqual(['Later: |there||', 'none: |moved||'])
  expect(await move(here, { iid, epic: '"gid://gitlab/Epic/999999"' })).toHaveProperty('errors.0')
  expect(
    await move(here, { iid, from: lists.doing, to: lists.open, epic: `"gid://gitlab/Epic/${soon.id}"` }, 'gus'),
  ).toHaveProperty('errors.0')
  expect(lanesIn(await grouped())).toEqual(['Later: |there||', 'none: |moved||'])
})

test('the page of a board by epic takes as many statements for 20 epics as for 2', async () => {
  const here = await laneWorld()
  const grouped = () => here.page('rita', { groupBy: 'epic', lanes: 30 })
  await here.inEpic('first', here.soon.id)
  await here.inEpic('second', here.later.id)
  await grouped()
  const few = await here.statements(grouped)
  for (let n = 0; n < 20; n++) await here.inEpic(`issue ${n}`, (await here.epic(`Epic ${n}`)).id)
  const page = await grouped()
  expect(page.board?.lanes?.epics).toHaveLength(22)
  expect(await here.statements(grouped)).toBe(few)
  expect((await here.page('rita', { groupBy: 'epic' })).board?.lanes).toMatchObject({
    total: 22,
    epics: { length: 10 },
  })
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
    // As the kept counter of a large project.
    await db.updateTable('projects').set({ openIssuesCount: 60_000 }).where('id', '=', project.id).execute()
    expect([await shown('rita'), await shown('gus')]).toEqual(before)
    expect([listed.label?.name, labels.doing.name]).toEqual(['Everywhere', 'Doing'])
  },
)

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
