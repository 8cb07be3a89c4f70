import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupIssuesPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { world } from '#test/world/world.ts'

test.each([
  ['rita', true],
  ['gus', false],
  ['nina', false],
] as const)('LIST-015 the list of a group offers %s bulk edits: %s', async (who, expected) => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'outer', visibility: 'public' })
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  await build.member({ at: group.id, userId: users.gus.id, level: 10 })
  const { permissions } = await as(who).call(getGroupIssuesPage, { namespace: 'outer' })
  expect(permissions).toMatchObject({ canBulkUpdateIssues: expected, canCreateIssue: false })
})

/** Issues in epics, one of them secret, and in iterations, with times and comments. */
async function planned() {
  const made = await world()
  const { as, build, db, group, project, users } = made
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const epic = (title: string, confidential = false) =>
    build.issue({ projectId: group.id, type: 'epic', title, confidential, authorId: users.olga.id })
  const { rows } = await sql<{ id: number; title: string }>`
    with cadence as (insert into iteration_cadences (namespace_id, title) values (${group.id}, 'Sprints') returning id)
    insert into iterations (namespace_id, cadence_id, iid, title, start_date, due_date)
    select ${group.id}, cadence.id, n, nth.title, date '2026-01-01' + n * 7, date '2026-01-07' + n * 7
    from cadence, (values (1, 'First'), (2, null)) nth (n, title) returning id, title`.execute(db)
  const [first, second] = rows
  const [open, secret] = [await epic('Launch'), await epic('Secret', true)]
  const planIn = async (title: string, set: Readonly<Record<string, number | null>>, people: object = {}) => {
    const { id } = await build.issue({ title, ...people })
    await db.updateTable('issuables').set(set).where('id', '=', id).execute()
  }
  await planIn(
    'a',
    { parentId: open.id, iterationId: second?.id ?? null, timeEstimate: 28_800, notesCount: 2, taskCount: 2 },
    { assigneeIds: [users.dan.id, users.mina.id] },
  )
  await planIn(
    'b',
    { parentId: secret.id, iterationId: first?.id ?? null, timeSpent: 3_600, notesCount: 7 },
    { authorId: users.olga.id },
  )
  await planIn(
    'c',
    { timeEstimate: 3_600, timeSpent: 7_200, taskCount: 3, taskCompletedCount: 1 },
    { assigneeIds: [users.gus.id], authorId: users.dan.id },
  )
  const page = (who: 'rita' | 'gus', asked: object = {}) =>
    as(who).call(getIssuesPage, { namespace: project.fullPath, orderBy: 'title', sort: 'asc', ...asked })
  return { ...made, page, planIn, open, first }
}

test('PLATFORM-004 rows of issues tell the epic that the reader can see, the iteration and the times', async () => {
  const { page, group } = await planned()
  const shown = (await page('rita')).issues.map(({ title, epic, iteration, ...row }) => [
    title,
    epic?.title ?? null,
    iteration?.name ?? null,
    row.humanTimeEstimate,
    row.humanTotalTimeSpent,
  ])
  expect(shown).toEqual([
    ['a', 'Launch', '15 Jan – 21 Jan, 2026', '1d', null],
    ['b', 'Secret', 'First', null, '1h'],
    ['c', null, null, '1h', '2h'],
  ])
  const { issues } = await page('gus')
  expect(issues.map(({ epic }) => epic?.title ?? null)).toEqual(['Launch', null, null])
  expect(issues[0]?.epic).toMatchObject({ reference: '&1', path: `/groups/${group.fullPath}/-/epics/1` })
})

test('PLATFORM-004 a list takes as many statements for twenty planned issues as for two', async () => {
  const { page, planIn, statements, open, first } = await planned()
  const few = await statements(() => page('rita'))
  for (let nth = 0; nth < 20; nth += 1)
    await planIn(`d${nth}`, { parentId: open.id, iterationId: first?.id ?? null, timeSpent: 60 * nth })
  await expect(statements(() => page('rita'))).resolves.toBe(few)
})

test.each([
  ['comments', 'desc', 'bac'],
  ['comments', 'asc', 'cab'],
  ['iteration', 'asc', 'bac'],
  ['iteration', 'desc', 'abc'],
  ['time_estimate', 'desc', 'acb'],
  ['time_spent', 'asc', 'abc'],
  ['tasks', 'asc', 'acb'],
  ['tasks', 'desc', 'cab'],
  ['author', 'asc', 'cba'],
  ['author', 'desc', 'abc'],
  ['assignee', 'asc', 'acb'],
  ['assignee', 'desc', 'cab'],
  ['epic', 'asc', 'abc'],
  ['epic', 'desc', 'bac'],
] as const)('PLATFORM-004 a list is sorted by its columns: %s %s', async (orderBy, sort, titles) => {
  const { as, group, page } = await planned()
  const inPlace = (await page('rita', { orderBy, sort })).issues.map(({ title }) => title)
  const asked = { namespace: group.fullPath, orderBy, sort }
  const inGroup = (await as('rita').call(getGroupIssuesPage, asked)).issues.map(({ title }) => title)
  expect([inPlace.join(''), inGroup.join('')]).toEqual([titles, titles])
})

test.each(['asc', 'desc'] as const)(
  'PERM-002 the order by epics tells nothing of an epic that the reader cannot see: %s',
  async sort => {
    const { page } = await planned()
    expect((await page('gus', { orderBy: 'epic', sort })).issues.map(({ title }) => title)).toEqual(['a', 'c', 'b'])
  },
)
