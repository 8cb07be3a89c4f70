import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import { listEpics } from '#contract/plan/epics/epics.ts'
import { world } from '#test/world/world.ts'

type EpicFilter = Readonly<Record<string, unknown>>

test('EPIC-021 epics are filtered by their assignees, days and parents, with negation and one of several', async () => {
  const { as, build, db, group, users } = await world()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const epic = (title: string, given: EpicFilter = {}) =>
    build.issue({ projectId: group.id, type: 'epic', title, ...given })
  const a = await epic('a', { assigneeIds: [users.dan.id], startDate: '2026-03-01', dueDate: '2026-03-31' })
  const b = await epic('b', { assigneeIds: [users.dan.id, users.mina.id], startDate: '2026-04-01' })
  await epic('c', { dueDate: '2026-05-31' })
  const secret = await epic('s', { confidential: true, authorId: users.olga.id })
  await epic('d')
  await sql`insert into epics (id, start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed)
    select id, true, start_date, true, due_date from issuables where series = 'epic'`.execute(db)
  await sql`update issuables set parent_id = ${a.id} where title = 'b' and series = 'epic'`.execute(db)
  await sql`update issuables set parent_id = ${b.id} where title = 'c' and series = 'epic'`.execute(db)
  await sql`update issuables set parent_id = ${secret.id} where title = 'd' and series = 'epic'`.execute(db)
  const asked: readonly (readonly [EpicFilter, string])[] = [
    [{}, 'abcd'],
    [{ assigneeUsername: ['dan'] }, 'ab'],
    [{ assigneeUsername: ['dan', 'mina'] }, 'b'],
    [{ assigneeId: 'None' }, 'cd'],
    [{ assigneeId: 'Any' }, 'ab'],
    [{ not: { assigneeUsername: ['mina'] } }, 'acd'],
    [{ or: { assigneeUsername: ['mina', 'gus'] } }, 'b'],
    [{ startAfter: '2026-03-02' }, 'b'],
    [{ startBefore: '2026-03-31' }, 'a'],
    [{ dueAfter: '2026-04-01' }, 'c'],
    [{ dueBefore: '2026-03-31' }, 'a'],
    [{ dueDate: '0' }, 'bd'],
    [{ dueDate: 'any' }, 'ac'],
    [{ parentId: a.id }, 'b'],
    // Epics in one that the reader cannot see count as without a parent.
    [{ parentId: 'None' }, 'ad'],
    [{ parentId: 'Any' }, 'bc'],
    [{ parentId: secret.id }, ''],
    [{ not: { parentId: a.id } }, 'acd'],
    [{ or: { parentId: [a.id, b.id] } }, 'bc'],
  ]
  for (const [filter, titles] of asked) {
    const order = { orderBy: 'title', sort: 'asc' } as const
    const page = await as('gus').call(getGroupEpicsPage, { namespace: group.fullPath, ...order, ...filter })
    const all = await as('gus').call(listEpics, { id: group.id, ...order, ...filter })
    const found = [page.epics.map(each => each.title).join(''), all.map(each => each.title).join('')]
    expect([filter, ...found]).toEqual([filter, titles, titles])
    expect(page.counts.all).toBe(titles.length)
  }
  await expect(as('gus').reply(listEpics, { id: group.id, parentId: 'soon' })).resolves.toMatchObject({
    status: 400,
    body: { error: 'parent_id is invalid' },
  })
})
