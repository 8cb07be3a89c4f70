import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupBoardPage, setBoardDisplay } from '#contract/plan/boards/board-pages.ts'
import { createGroupBoard } from '#contract/plan/boards/boards.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { createIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel, listProjectLabels } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { boardWorld, move, type Page } from '#test/world/board.ts'
import type { Member } from '#test/world/world.ts'

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
  return [...(lanes?.shown ?? []), null].map(lane => {
    const cells = lists.map(list => list.issues.filter(card => card.laneId === (lane?.id ?? null)))
    return `${lane?.name ?? 'none'}: ${cells.map(cards => cards.map(card => card.title).join(' ')).join('|')}`
  })
}

const countIn = (page: Page, listId: number, epicId: number | null) =>
  page.board?.lists.find(list => list.id === listId)?.cells.find(cell => cell.laneId === epicId)?.count

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
  expect(page.board?.lanes?.shown).toHaveLength(22)
  expect(await here.statements(grouped)).toBe(few)
  expect((await here.page('rita', { groupBy: 'epic' })).board?.lanes).toMatchObject({
    total: 22,
    shown: { length: 10 },
  })
})

/** A board whose issues have assignees, priorities, milestones and parents. */
async function plannedWorld() {
  const here = await laneWorld()
  const { as, project, users } = here
  const root = as('root')
  for (const name of ['priority::high', 'priority::low', 'priority::high::now'])
    await root.call(createProjectLabel, { id: project.id, name, color: '#aa3322' })
  const labels = await root.call(listProjectLabels, { id: project.id })
  const labelId = (name: string) => labels.find(label => label.name === name)?.id ?? 0
  const milestone = await root.call(createProjectMilestone, { id: project.id, title: 'Spring', dueDate: '2030-05-01' })
  return { ...here, root, milestone, labelId, dan: users.dan.id, gus: users.gus.id, rita1: users.rita.id }
}

test.each(['project', 'group'] as const)(
  'lanes of a %s can be people, labels, milestones and parents, also with very many issues',
  async kind => {
    const here = await plannedWorld()
    const { as, group, project, db, milestone, soon, dan, rita1, labelId } = here
    await here.issue('both', { assigneeIds: [dan, rita1], labels: ['Doing', 'priority::low'] })
    await here.issue('one', { assigneeIds: [dan], milestoneId: milestone.id, labels: ['priority::high'] })
    const parent = await here.issue('none')
    const task = await here.issue('task', { issueType: 'task' })
    await here.inEpic('in', soon.id)
    await move(here, { iid: task.iid, lane: `parentId: "gid://gitlab/WorkItem/${parent.id}"` })
    const done = await here.issue('done', { assigneeIds: [dan], milestoneId: milestone.id })
    await as('root').call(updateIssue, { id: project.id, issueIid: done.iid, stateEvent: 'close' })
    await as('root').call(createGroupBoard, { id: group.id, name: 'All' })
    const lanes = async (input: object) => {
      const page =
        kind === 'project'
          ? await here.page('rita', input)
          : await as('rita').call(getGroupBoardPage, { namespace: group.fullPath, ...input })
      const lists = page.board?.lists ?? []
      return [...(page.board?.lanes?.shown ?? []), null].map(lane => {
        const cards = lists.flatMap(list => list.issues.filter(card => card.laneId === (lane?.id ?? null)))
        return `${lane?.name ?? 'none'}: ${cards
          .map(card => card.title)
          .sort()
          .join(' ')}`
      })
    }
    for (const count of [0, 60_000]) {
      await sql`update projects set open_issues_count = greatest(open_issues_count, ${count}) where id = ${project.id}`.execute(
        db,
      )
      const people = await lanes({ groupBy: 'assignee' })
      expect(people).toEqual([
        expect.stringMatching(/^Dan.*: both done one$/),
        expect.stringMatching(/^Rita.*: both$/),
        'none: in none task',
      ])
      expect(await lanes({ groupBy: 'label', groupScope: 'priority' })).toEqual([
        'priority::high: one',
        'priority::low: both',
        'none: done in none task',
      ])
      const chosen = [labelId('priority::high::now'), labelId('Doing')].join(',')
      // A label that is chosen has a lane without issues, too.
      expect(await lanes({ groupBy: 'label', groupLabels: chosen })).toEqual([
        'Doing: both',
        'priority::high::now: ',
        'none: done in none one task',
      ])
      expect(await lanes({ groupBy: 'milestone' })).toEqual(['Spring: done one', 'none: both in none task'])
      expect(await lanes({ groupBy: 'parent' })).toEqual(['Soon: in', 'none: task', 'none: both done none one'])
      expect(await lanes({ groupBy: 'epic' })).toEqual(['Soon: in', 'none: both done none one task'])
      expect(await lanes({ groupBy: 'assignee', search: 'both' })).toEqual([
        expect.stringMatching(/^Dan.*: both$/),
        expect.stringMatching(/^Rita.*: both$/),
        'none: ',
      ])
    }
  },
)

test('one move changes the list and the lane of an issue as one change, and the same move backwards takes it back', async () => {
  const here = await plannedWorld()
  const { lists, dan, rita1, root, project, milestone } = here
  const { iid, id } = await here.issue('moved', { assigneeIds: [dan, rita1], labels: ['Doing'] })
  const ref = (all: readonly number[]) => `[${all.map(each => `"gid://gitlab/User/${each}"`).join(', ')}]`
  const before = await here.db
    .selectFrom('events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const moved = await move(here, {
    iid,
    from: lists.doing,
    to: lists.review,
    lane: `removeAssigneeIds: ${ref([dan, rita1])}`,
  })
  expect(moved).toMatchObject({
    errors: [],
    issue: { labels: { nodes: [{ title: 'Review' }] }, assignees: { nodes: [] } },
  })
  const changes = await here.db
    .selectFrom('events')
    .select('name')
    .where('id', '>', before.id)
    .where('name', '=', 'issuable.changed')
    .execute()
  expect(changes).toHaveLength(1)
  const back = await move(here, {
    iid,
    from: lists.review,
    to: lists.doing,
    lane: `addAssigneeIds: ${ref([dan, rita1])}`,
  })
  expect(back).toMatchObject({
    issue: { labels: { nodes: [{ title: 'Doing' }] }, assignees: { nodes: { length: 2 } } },
  })
  // One scope has one label; the milestone of another project is refused, and nothing is changed.
  const low = `addLabelIds: ["gid://gitlab/Label/${here.labelId('priority::low')}"]`
  await move(here, { iid, lane: `addLabelIds: ["gid://gitlab/Label/${here.labelId('priority::high')}"]` })
  expect(await move(here, { iid, lane: low })).toMatchObject({
    issue: { labels: { nodes: [{ title: 'Doing' }, { title: 'priority::low' }] } },
  })
  const spring = `milestoneId: "gid://gitlab/Milestone/${milestone.id}"`
  expect(await move(here, { iid, lane: spring })).toMatchObject({ issue: { milestone: { title: 'Spring' } } })
  const elsewhere = await root.call(createProjectMilestone, { id: (await here.build.project()).id, title: 'Elsewhere' })
  const refused = await move(here, {
    iid,
    from: lists.doing,
    to: lists.review,
    lane: `milestoneId: "gid://gitlab/Milestone/${elsewhere.id}"`,
  })
  expect(refused).toMatchObject({ errors: [expect.stringContaining('could not be found')] })
  expect(await root.call(getIssue, { id: project.id, issueIid: iid })).toMatchObject({
    id,
    labels: expect.arrayContaining(['Doing']),
    milestone: { title: 'Spring' },
  })
})

test.each<[Member, boolean]>([
  ['rita', true],
  ['gus', false],
])('PERM-002 %s can move an issue to the lane of a person: %s', async (who, isAllowed) => {
  const here = await plannedWorld()
  const { iid } = await here.issue('moved')
  const card = (await here.page(who, { groupBy: 'assignee' })).board?.lists[0]?.issues[0]
  expect(card?.canMove).toBe(isAllowed)
  const moved = await move(here, { iid, lane: `addAssigneeIds: ["gid://gitlab/User/${here.dan}"]` }, who)
  expect((moved as { errors: unknown[] }).errors.length === 0).toBe(isAllowed)
})

test('a board is grouped as each person grouped it last, with the lanes that they collapsed', async () => {
  const here = await plannedWorld()
  await here.issue('one', { assigneeIds: [here.dan] })
  const { rita, board } = here
  const set = (values: object) => rita.call(setBoardDisplay, { boardId: board.id, ...values })
  await set({ groupBy: 'label', groupScope: 'priority' })
  expect((await here.page('rita')).board?.lanes).toMatchObject({ by: 'label', scope: 'priority', collapsed: [] })
  expect((await here.page('dan')).board?.lanes).toBeNull()
  // The address decides about one visit.
  expect((await here.page('rita', { groupBy: 'none' })).board?.lanes).toBeNull()
  await set({ groupBy: 'assignee' })
  for (const id of [here.dan, 0, here.gus]) await set({ lane: { by: 'assignee', id, collapsed: true } })
  await set({ lane: { by: 'assignee', id: here.gus, collapsed: false } })
  expect((await here.page('rita')).board?.lanes).toMatchObject({
    by: 'assignee',
    scope: null,
    collapsed: [here.dan, 0],
  })
  expect((await here.page('rita', { groupBy: 'epic' })).board?.lanes).toMatchObject({ collapsed: [] })
})

test('the page of a board by assignee takes as many statements for 12 people as for 1', async () => {
  const here = await plannedWorld()
  const grouped = () => here.page('rita', { groupBy: 'assignee', lanes: 30 })
  await here.issue('first', { assigneeIds: [here.dan] })
  await grouped()
  const few = await here.statements(grouped)
  for (let n = 0; n < 12; n++) {
    const person = await here.build.user()
    await here.build.member({ at: here.project.id, userId: person.id, level: 20 })
    await here.issue(`issue ${n}`, { assigneeIds: [person.id] })
  }
  const page = await grouped()
  expect(page.board?.lanes?.total).toBeGreaterThan(10)
  expect(await here.statements(grouped)).toBe(few)
})
