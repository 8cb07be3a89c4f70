import { expect, test } from 'vitest'
import { createProjectBoardList } from '#contract/plan/boards/boards.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue, listProjectIssues, reorderIssue } from '#contract/plan/issues/issues.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { boardWorld, move, titlesIn } from '#test/world/board.ts'

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
  await here.rita.call(reorderIssue, { id: here.project.id, issueIid: b.iid, moveBeforeId: made[3]?.id ?? 0 })
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
    rita.call(reorderIssue, { id: project.id, issueIid: iid, moveAfterId: id })
  await before(last.iid, two.id)
  for (let round = 0; round < 30; round++) await before(round % 2 === 0 ? one.iid : two.iid, last.id)
  const asked = { id: project.id, orderBy: 'relative_position' as const }
  expect((await as('rita').call(listProjectIssues, asked)).map(each => each.title)).toEqual(['one', 'two', 'last'])
})
