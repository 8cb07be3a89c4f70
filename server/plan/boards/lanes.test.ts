import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupBoardPage } from '#contract/plan/boards/board-pages.ts'
import { createGroupBoard } from '#contract/plan/boards/boards.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
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
