import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import { getGroupIssuesPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { codeWorld } from '#test/world/code.ts'
import { world } from '#test/world/world.ts'

type GroupsInput = Readonly<Record<string, unknown>>

interface GroupedPage {
  readonly issues: readonly { readonly id: number; readonly title: string }[]
  readonly groups: {
    readonly limit: number | null
    readonly groups: readonly {
      readonly key: string
      readonly name: string | null
      readonly count: number
      readonly ids: readonly number[]
      readonly next: string | null
    }[]
  } | null
  readonly next: string | null
}

/** Five issues whose titles are one letter each, in the order of the list: newest first. */
async function grouped() {
  const made = await world()
  const { as, build, db, group, project, users } = made
  const high = await build.label({ title: 'priority::high' })
  const low = await build.label({ title: 'priority::low' })
  const bug = await build.label({ title: 'bug' })
  const later = await build.milestone({ title: 'Later', dueDate: '2027-05-01' })
  const sooner = await build.milestone({ title: 'Sooner', dueDate: '2026-05-01' })
  const at = (hour: number) => ({ createdAt: `2026-03-04T0${hour}:00:00.000Z` })
  await build.issue({ title: 'e', ...at(1), type: 'incident' })
  await build.issue({ title: 'd', ...at(2), milestoneId: later.id, weight: 3 })
  await build.issue({ title: 'c', ...at(3), assigneeIds: [users.mina.id], labelIds: [low.id, bug.id] })
  await build.issue({ title: 'b', ...at(4), assigneeIds: [users.dan.id, users.mina.id], labelIds: [high.id] })
  await build.issue({ title: 'a', ...at(5), milestoneId: sooner.id, weight: 5, labelIds: [bug.id] })
  const read = async (who: 'rita' | 'gus', asked: GroupsInput) =>
    (await as(who).reply(getIssuesPage, { namespace: project.fullPath, ...asked })).body as GroupedPage
  /** `Mina: ab`, with the titles of a group's first rows. */
  const shown = async (asked: GroupsInput, who: 'rita' | 'gus' = 'rita') => {
    const { issues, groups } = await read(who, asked)
    const titles = (ids: readonly number[]) => ids.map(id => issues.find(each => each.id === id)?.title).join('')
    return groups?.groups.map(({ name, ids }) => `${name}: ${titles(ids)}`)
  }
  return { ...made, db, group, read, shown }
}

test.each<[GroupsInput, readonly string[]]>([
  [{ groupBy: 'assignee' }, ['dan: b', 'mina: bc', 'null: ade']],
  [{ groupBy: 'milestone' }, ['Sooner: a', 'Later: d', 'null: bce']],
  [{ groupBy: 'label' }, ['bug: ac', 'priority::high: b', 'priority::low: c', 'null: de']],
  [{ groupBy: 'label', groupScope: 'priority' }, ['priority::high: b', 'priority::low: c', 'null: ade']],
  [{ groupBy: 'weight' }, ['5: a', '3: d', 'null: bce']],
  [{ groupBy: 'type' }, ['issue: abcd', 'incident: e']],
  [{ groupBy: 'severity' }, ['UNKNOWN: e', 'null: abcd']],
  [{ groupBy: 'milestone', sort: 'asc' }, ['Sooner: a', 'Later: d', 'null: ecb']],
  [{ groupBy: 'assignee', labels: ['bug'] }, ['mina: c', 'null: a']],
])('PLATFORM-004 a list in groups: %j', async (asked, groups) => {
  const { shown } = await grouped()
  const found = await shown(asked)
  expect(found?.map(each => each.toLowerCase())).toEqual(groups.map(each => each.toLowerCase()))
})

test('PLATFORM-004 the rows of a group are read page by page by its cursor, for every kind of group', async () => {
  const { build, read, users } = await grouped()
  const more = Array.from({ length: 13 }, (_, nth) => `m${String(nth).padStart(2, '0')}`)
  for (const title of more) await build.issue({ title, assigneeIds: [users.mina.id] })
  for (const order of [{}, { orderBy: 'label_priority', sort: 'asc' }]) {
    const { groups } = await read('rita', { groupBy: 'assignee', ...order })
    const minas = groups?.groups.find(({ count }) => count === 15)
    expect(minas).toMatchObject({ next: expect.any(String) })
    expect(minas?.ids).toHaveLength(10)
    const rest = await read('rita', { groupBy: 'assignee', ...order, group: minas?.key, cursor: minas?.next })
    expect(rest.groups).toBe(null)
    const ids = [...(minas?.ids ?? []), ...rest.issues.map(({ id }) => id)]
    expect([rest.issues.length, new Set(ids).size, rest.next]).toEqual([5, 15, null])
  }
  for (const groupBy of issueGroupWords) {
    const { groups, issues } = await read('rita', { groupBy })
    for (const { key, ids, count } of groups?.groups ?? []) {
      const alone = await read('rita', { groupBy, group: key })
      expect([groupBy, key, alone.issues.length]).toEqual([groupBy, key, count])
      expect(alone.issues.map(({ id }) => id).slice(0, 10)).toEqual(ids)
    }
    expect(new Set(issues.map(({ id }) => id)).size).toBe(issues.length)
  }
})

test('PLATFORM-004 groups beyond the thirtieth are on the next page', async () => {
  const { build, read } = await grouped()
  for (let nth = 0; nth < 31; nth += 1)
    await build.issue({ milestoneId: (await build.milestone({ title: `z${100 + nth}` })).id })
  const first = await read('rita', { groupBy: 'milestone' })
  expect([first.groups?.groups.length, first.next]).toEqual([30, '+30'])
  const second = await read('rita', { groupBy: 'milestone', cursor: first.next })
  expect(second.groups?.groups.map(({ name }) => name)).toEqual(['z128', 'z129', 'z130', null])
})

test('PERM-002 groups contain no hidden issues, and issues of a hidden epic count as without an epic', async () => {
  const { build, db, group, shown, users } = await grouped()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const epic = await build.issue({ projectId: group.id, type: 'epic', title: 'Launch', confidential: true })
  await build.issue({ title: 'x', confidential: true, assigneeIds: [users.olga.id] })
  await sql`update issuables set parent_id = ${epic.id} where title = 'a' and series = 'issue'`.execute(db)
  await expect(shown({ groupBy: 'epic' })).resolves.toEqual(['Launch: a', 'null: xbcde'])
  await expect(shown({ groupBy: 'epic' }, 'gus')).resolves.toEqual(['null: abcde'])
  expect((await shown({ groupBy: 'assignee' }, 'gus'))?.some(each => /olga/i.test(each))).toBe(false)
})

test('PLATFORM-004 a grouped list takes as many statements for twenty groups as for two', async () => {
  const { as, build, group, project, statements } = await grouped()
  const count = async () => [
    await statements(() => as('rita').reply(getIssuesPage, { namespace: project.fullPath, groupBy: 'milestone' })),
    await statements(() => as('rita').reply(getGroupIssuesPage, { namespace: group.fullPath, groupBy: 'milestone' })),
  ]
  const few = await count()
  for (let nth = 0; nth < 20; nth += 1) await build.issue({ milestoneId: (await build.milestone({})).id })
  await expect(count()).resolves.toEqual(few)
})

test('PLATFORM-006 epics can be grouped too, and a group is read page by page', async () => {
  const { as, build, db, group, users } = await world()
  await build.member({ at: group.id, userId: users.rita.id, level: 20 })
  const epic = (title: string, createdAt: string) =>
    build.issue({ projectId: group.id, type: 'epic', title, createdAt, authorId: users.olga.id })
  const insertDetails = sql`insert into epics (id) select id from issuables where series = 'epic' on conflict do nothing`
  const top = await epic('Top', '2026-03-01T00:00:00.000Z')
  for (let nth = 10; nth < 22; nth += 1) await epic(`e${nth}`, `2026-03-02T00:00:${nth}.000Z`)
  await insertDetails.execute(db)
  await sql`update issuables set parent_id = ${top.id} where series = 'epic' and id <> ${top.id}`.execute(db)
  const read = (asked: GroupsInput) =>
    as('rita').call(getGroupEpicsPage, { namespace: group.fullPath, groupBy: 'parent', ...asked })
  const { groups, epics, hasNext } = await read({})
  expect(groups?.groups).toMatchObject([
    { name: 'Top', detail: 'weft&1', count: 12, next: '+10' },
    { name: null, count: 1, ids: [top.id], next: null },
  ])
  expect([epics.length, epics.at(-1)?.title, hasNext]).toEqual([11, 'Top', false])
  const [first] = groups?.groups ?? []
  const rest = await read({ group: first?.key, cursor: first?.next })
  expect([rest.groups, rest.epics.map(({ title }) => title), rest.next]).toEqual([null, ['e11', 'e10'], null])
})

test('PLATFORM-005 merge requests can be grouped too', async () => {
  const { as, project } = await codeWorld()
  for (const groupBy of ['assignee', 'reviewer', 'author', 'milestone', 'label', 'target_branch', 'state']) {
    const reply = await as('rita').reply(getMergeRequestsPage, { namespace: project.fullPath, groupBy, state: 'all' })
    expect(reply).toMatchObject({ status: 200, body: { groups: { limit: null } } })
  }
})

test('PLATFORM-004 an issue with two labels of one title, of its project and its group, is in their group once', async () => {
  const { as, build, group, project } = await world()
  const labels = [await build.label({ title: 'bug' }), await build.label({ title: 'bug', namespaceId: group.id })]
  const { id } = await build.issue({ labelIds: labels.map(label => label.id) })
  const { groups } = await as('rita').call(getIssuesPage, { namespace: project.fullPath, groupBy: 'label' })
  expect(groups?.groups.map(({ name, count, ids }) => ({ name, count, ids }))).toEqual([
    { name: 'bug', count: 1, ids: [id] },
  ])
})
