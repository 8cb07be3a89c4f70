import { expect, test } from 'vitest'
import { getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import {
  createIssue,
  getGroupIssuesStatistics,
  getIssuesStatistics,
  getProjectIssuesStatistics,
  listGroupIssues,
  listIssues,
  listProjectIssues,
} from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Seven issues that differ in everything a list can be asked for. Titles are one letter each. */
async function dataset() {
  const made = await world()
  const { build, users, db } = made
  const bug = await build.label({ title: 'bug', priority: 1 })
  const docs = await build.label({ title: 'docs', priority: 5 })
  const current = await build.milestone({ title: 'v1', startDate: day(-10), dueDate: day(10) })
  const coming = await build.milestone({ title: 'v2', startDate: day(20), dueDate: day(40) })
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const a = await build.issue({
    title: 'a',
    labelIds: [bug.id],
    milestoneId: current.id,
    assigneeIds: [users.dan.id],
    weight: 3,
    upvotes: 5,
    dueDate: day(0),
    createdAt: at(7),
    updatedAt: at(1),
  })
  const b = await build.issue({
    title: 'b',
    labelIds: [docs.id],
    milestoneId: coming.id,
    assigneeIds: [users.mina.id, users.dan.id],
    weight: 1,
    dueDate: day(1),
    createdAt: at(6),
  })
  const c = await build.issue({
    title: 'c',
    labelIds: [bug.id, docs.id],
    authorId: users.dan.id,
    dueDate: day(-3),
    createdAt: at(5),
    updatedAt: at(2),
  })
  const d = await build.issue({ title: 'd', state: 'closed', weight: 0, createdAt: at(4) })
  const e = await build.issue({ title: 'e', confidential: true, authorId: users.mina.id, createdAt: at(3) })
  const f = await build.issue({
    title: 'f',
    type: 'incident',
    description: 'The shuttle is stuck',
    upvotes: 2,
    createdAt: at(2.5),
  })
  const g = await build.issue({ title: 'g', hidden: true, createdAt: at(2) })
  await db.insertInto('awardEmoji').values({ issuableId: b.id, userId: users.rita.id, name: 'heart' }).execute()
  return { ...made, issues: { a, b, c, d, e, f, g }, bug, docs, current, coming }
}

type Asked = Readonly<Record<string, unknown>>

test.each<[string, Asked, string]>([
  ['nothing', {}, 'fedcba'],
  ['open ones', { state: 'opened' }, 'fecba'],
  ['closed ones', { state: 'closed' }, 'd'],
  ['a label', { labels: 'bug' }, 'ca'],
  ['two labels', { labels: 'bug,docs' }, 'c'],
  ['labels in a list', { labels: ['bug', 'docs'] }, 'c'],
  ['a label twice and another', { labels: ['bug', 'docs', 'bug'] }, 'c'],
  ['five hundred labels', { labels: Array.from({ length: 500 }, (_, nth) => `label ${nth}`) }, ''],
  ['neither of two labels', { not: { labels: 'bug,docs' } }, 'fed'],
  ['no label', { labels: 'None' }, 'fed'],
  ['any label', { labels: 'Any' }, 'cba'],
  ['not a label', { not: { labels: 'bug' } }, 'fedb'],
  ['a label and not another', { labels: 'docs', not: { labels: 'bug' } }, 'b'],
  ['a milestone', { milestone: 'v1' }, 'a'],
  ['not a milestone', { not: { milestone: 'v1' } }, 'fedcb'],
  ['MILE-010 no milestone', { milestone: 'None' }, 'fedc'],
  ['MILE-010 no milestone by number', { milestone_id: '-1' }, 'fedc'],
  ['MILE-013 any milestone', { milestone: 'Any' }, 'ba'],
  ['MILE-011 upcoming', { milestone_id: 'Upcoming' }, 'b'],
  ['MILE-011 upcoming by number', { milestone_id: '-2' }, 'b'],
  ['MILE-012 started', { milestone: '#started' }, 'a'],
  ['MILE-012 started by number', { milestone_id: '-3' }, 'a'],
  ['an assignee by name', { assignee_username: ['dan'] }, 'ba'],
  ['two assignees', { assignee_username: ['dan', 'mina'] }, 'b'],
  ['an assignee in two spellings and another', { assignee_username: ['dan', '@Dan', 'mina'] }, 'b'],
  ['not assigned to one of two', { not: { assignee_username: ['mina', 'gus'] } }, 'fedca'],
  ['nobody assigned', { assignee_id: 'None' }, 'fedc'],
  ['somebody assigned', { assignee_id: 'Any' }, 'ba'],
  ['not assigned to somebody', { not: { assignee_username: ['mina'] } }, 'fedca'],
  ['an author', { author_username: 'dan' }, 'c'],
  ['not an author', { not: { author_username: 'dan' } }, 'fedba'],
  ['confidential ones', { confidential: true }, 'e'],
  ['open to all', { confidential: false }, 'fdcba'],
  ['a weight', { weight: '3' }, 'a'],
  ['no weight', { weight: 'None' }, 'fec'],
  ['any weight', { weight: 'Any' }, 'dba'],
  ['not a weight', { not: { weight: '3' } }, 'fedcb'],
  ['my reaction', { my_reaction_emoji: 'heart' }, 'b'],
  ['none of my reactions', { my_reaction_emoji: 'None' }, 'fedca'],
  ['a type', { issue_type: 'incident' }, 'f'],
  ['a word of the description', { search: 'shut' }, 'f'],
  ['a word in titles only', { search: 'shuttle', in: 'title' }, ''],
  ['one of two labels', { or: { label_name: ['bug', 'docs'] } }, 'cba'],
  ['one of two labels in a text', { or: { label_name: 'bug,docs' } }, 'cba'],
  ['one of no labels', { or: { label_name: [] } }, 'fedcba'],
  ['one of two labels but not another', { or: { label_name: ['bug', 'docs'] }, not: { labels: 'docs' } }, 'a'],
  ['one of two authors', { or: { author_username: ['dan', 'mina', 'nobody'] } }, 'ec'],
  ['one of two assignees', { or: { assignee_username: ['dan', '@Mina'] } }, 'ba'],
  [
    'one of two assignees and one of two labels',
    { or: { assignee_username: ['mina', 'gus'], label_name: ['bug', 'docs'] } },
    'b',
  ],
  ['one of two milestones', { or: { milestone: ['v1', '#upcoming'] } }, 'ba'],
  ['one of a milestone and none', { or: { milestone: ['v1', 'None'] } }, 'fedca'],
  ['one of two weights', { or: { weight: ['3', '0'] } }, 'da'],
  ['one of two types', { or: { issue_type: ['incident', 'task'] } }, 'f'],
  ['one of my reactions', { or: { my_reaction_emoji: ['heart', 'tada'] } }, 'b'],
  ['created since yesterday', { created_after: '-1d' }, 'fedcba'],
  ['created before yesterday', { created_before: '-2d' }, ''],
  ['created by the end of today', { created_before: 'today', time_zone: 'Asia/Tokyo' }, 'fedcba'],
  ['closed before last week', { closed_before: '-1w' }, ''],
  ['due from today on', { due_after: 'today' }, 'ba'],
  ['due in the days around', { due_after: '-4d', due_before: '+0d' }, 'ca'],
  ['due by a day', { due_before: '2000-01-31' }, ''],
  ['due today', { due_date: 'today' }, 'a'],
  ['due tomorrow', { due_date: 'tomorrow' }, 'b'],
  ['overdue', { due_date: 'overdue' }, 'c'],
  ['no due date', { due_date: '0' }, 'fed'],
  ['any due date', { due_date: 'any' }, 'cba'],
])('a list asked for %s', async (_name, asked, titles) => {
  const { as, project, group } = await dataset()
  const state = String(asked.state ?? 'all')
  for (const [list, statistics, place] of [
    [listProjectIssues, getProjectIssuesStatistics, { id: project.id }],
    [listGroupIssues, getGroupIssuesStatistics, { id: group.id }],
    [listIssues, getIssuesStatistics, { scope: 'all' }],
  ] as const) {
    const reply = await as('rita').reply(list, { ...place, ...asked })
    expect(reply.status).toBe(200)
    expect(titlesOf(reply.body)).toBe(titles)
    expect(reply.headers['x-total']).toBe(String(titles.length))
    const { body } = await as('rita').reply(statistics, { ...place, ...asked })
    expect(body).toMatchObject({ statistics: { counts: { [state]: titles.length } } })
  }
})

test('`@me` is the viewer, in every filter by a person', async () => {
  const { as, project, group } = await dataset()
  const titles = async (who: 'dan' | 'mina' | 'gus', asked: Asked) => {
    const list = titlesOf((await as(who).reply(listProjectIssues, { id: project.id, ...asked })).body)
    expect(titlesOf((await as(who).reply(listGroupIssues, { id: group.id, ...asked })).body)).toBe(list)
    return list
  }
  await expect(titles('dan', { author_username: '@me' })).resolves.toBe('c')
  await expect(titles('mina', { author_username: '@me' })).resolves.toBe('e')
  await expect(titles('mina', { assignee_username: ['@me', 'dan'] })).resolves.toBe('b')
  await expect(titles('dan', { not: { assignee_username: ['@me'] } })).resolves.toBe('fedc')
  await expect(titles('dan', { not: { author_username: '@me' } })).resolves.toBe('fedba')
  await expect(titles('mina', { or: { author_username: ['@me', 'dan'] } })).resolves.toBe('ec')
  await expect(titles('gus', { or: { assignee_username: ['@me', 'mina'] } })).resolves.toBe('b')
})

test.each<[zone: string, asked: Asked, titles: string]>([
  // Half past ten in the evening of 4 March in UTC.
  ['UTC', { created_after: '2026-03-04' }, 'late'],
  ['UTC', { created_before: '2026-03-03' }, ''],
  ['Asia/Tokyo', { created_after: '2026-03-05' }, 'late'],
  ['Asia/Tokyo', { created_before: '2026-03-04' }, ''],
  ['America/New_York', { created_before: '2026-03-04' }, 'late'],
  ['America/New_York', { created_after: '2026-03-05' }, ''],
])('in %s a day is a day of the viewer: %j', async (timeZone, asked, titles) => {
  const { as, project, build } = await world()
  await build.issue({ title: 'late', createdAt: '2026-03-04T22:30:00.000Z' })
  const list = await as('rita').reply(listProjectIssues, { id: project.id, timeZone, ...asked })
  expect(titlesOf(list.body)).toBe(titles)
})

test.each<[zone: string | null, now: string, asked: string, titles: string]>([
  [null, '2026-03-05T12:00:00Z', 'createdAfter: "today"', ''],
  [null, '2026-03-05T12:00:00Z', 'createdBefore: "-1d"', 'late'],
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdAfter: "today"', 'late'],
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdBefore: "-1d"', ''],
  ['America/New_York', '2026-03-05T02:00:00Z', 'createdBefore: "today"', 'late'],
  ['America/New_York', '2026-03-05T02:00:00Z', 'createdAfter: "tomorrow"', ''],
  ['America/New_York', '2026-03-05T02:00:00Z', 'dueBefore: "today"', 'late'],
  ['Asia/Tokyo', '2026-03-05T02:00:00Z', 'dueAfter: "today"', ''],
  // Midnight of the day in UTC, as clients of the API mean it.
  ['Asia/Tokyo', '2026-03-05T12:00:00Z', 'createdAfter: "2026-03-05"', ''],
])(
  'FILTER-001 GraphQL counts days in the time zone of the caller (%s) at %s: %s',
  async (timeZone, now, asked, titles) => {
    const { as, build } = await world()
    await build.issue({ title: 'late', createdAt: '2026-03-04T22:30:00.000Z', dueDate: '2026-03-04' })
    const query = `{ project(fullPath: "weft/loom") { issues(${asked}) { nodes { title } } } }`
    const { data } = await askGraphql({ ...as('rita').ctx, now, timeZone }, query)
    expect(titlesOf(data?.project.issues.nodes)).toBe(titles)
  },
)

test('FILTER-001 the last days that have a name are days in every time zone', async () => {
  const { as, project } = await dataset()
  for (const timeZone of ['America/New_York', 'Etc/GMT+12', 'Pacific/Kiritimati'])
    for (const asked of [{ createdBefore: '9999-12-31' }, { createdAfter: '1000-01-01' }, { dueBefore: '9999-12-31' }])
      expect((await as('rita').reply(listProjectIssues, { id: project.id, timeZone, ...asked })).status).toBe(200)
  const ask = (moment: string) =>
    askGraphql(
      as('rita').ctx,
      `{ project(fullPath: "weft/loom") { issues(createdBefore: "${moment}") { nodes { id } } } }`,
    )
  for (const moment of ['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00'])
    expect((await ask(moment)).errors).toMatchObject([{ message: expect.stringContaining('is not a valid time') }])
})

test.each<[Asked, string]>([
  [{ created_after: 'soonish' }, 'created_after is invalid'],
  [{ due_before: '-99999y' }, 'due_before is invalid'],
  [{ time_zone: 'Mars/Base' }, 'time_zone is invalid'],
  [{ or: { weight: ['many'] } }, 'or[weight] is invalid'],
  [{ or: 'bug' }, 'or is invalid'],
])('a list asked for %j answers 400', async (asked, error) => {
  const { as, project } = await world()
  const reply = await as('rita').reply(listProjectIssues, { id: project.id, ...asked })
  expect(reply).toMatchObject({ status: 400, body: { error } })
})

test.each<[string, 'asc' | 'desc', string]>([
  ['created_at', 'asc', 'abcdef'],
  ['created_at', 'desc', 'fedcba'],
  ['updated_at', 'desc', 'acfedb'],
  ['due_date', 'asc', 'cabfed'],
  ['due_date', 'desc', 'bacfed'],
  ['weight', 'asc', 'dbafec'],
  ['weight', 'desc', 'abdfec'],
  ['title', 'asc', 'abcdef'],
  ['popularity', 'desc', 'afedcb'],
  ['label_priority', 'asc', 'cabfed'],
  ['milestone_due', 'asc', 'abfedc'],
  ['priority', 'asc', 'abcfed'],
  ['priority', 'desc', 'bacfed'],
  ['milestone_due', 'desc', 'bafedc'],
  ['label_priority', 'desc', 'bcafed'],
])('a list in the order of %s %s, by pages and by keys', async (orderBy, sort, titles) => {
  const { as, project, group } = await dataset()
  for (const [list, id] of [
    [listProjectIssues, project.id],
    [listGroupIssues, group.id],
  ] as const) {
    const pages: unknown[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await as('rita').reply(list, { id, orderBy, sort, perPage: 2, page })
      pages.push(...(body as unknown[]))
    }
    expect(titlesOf(pages)).toBe(titles)
  }
  if (['label_priority', 'milestone_due', 'priority'].includes(orderBy)) return
  const keyed: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: { cursor?: string } = cursor === '' ? {} : { cursor }
    const { body, headers } = await as('rita').reply(listProjectIssues, {
      id: project.id,
      orderBy,
      sort,
      perPage: 2,
      pagination: 'keyset',
      ...from,
    })
    keyed.push(...(body as unknown[]))
    const next: string | undefined = /cursor=([\w-]+)/.exec(headers.link ?? '')?.[1]
    cursor = next ?? null
    expect(headers['x-total']).toBeUndefined()
  }
  expect(titlesOf(keyed)).toBe(titles)
})

test('CONFID-007 what is confidential or hidden is in nobody’s list, count or search who may not know of it', async () => {
  const { as, project, group, issues, db, users } = await dataset()
  const see = async (who: 'gus' | 'dan' | 'mina' | 'root', asked: Asked = {}) => {
    const list = await as(who).reply(listProjectIssues, { id: project.id, ...asked })
    const ofGroup = await as(who).reply(listGroupIssues, { id: group.id, ...asked })
    expect(titlesOf(ofGroup.body)).toBe(titlesOf(list.body))
    expect(ofGroup.headers['x-total']).toBe(list.headers['x-total'])
    const counts = await as(who).reply(getProjectIssuesStatistics, { id: project.id, ...asked })
    const total = (counts.body as { statistics: { counts: { all: number } } }).statistics.counts.all
    expect(list.headers['x-total']).toBe(String(total))
    return titlesOf(list.body)
  }
  await expect(see('gus')).resolves.toBe('fdcba')
  await expect(see('gus', { search: 'e' })).resolves.toBe('')
  await expect(see('gus', { confidential: true })).resolves.toBe('')
  await expect(see('gus', { iids: [issues.e.iid, issues.g.iid] })).resolves.toBe('')
  await expect(see('dan')).resolves.toBe('fedcba')
  await expect(see('root')).resolves.toBe('gfedcba')
  await db
    .insertInto('issuableAssignees')
    .values({ issuableId: issues.e.id, userId: users.gus.id, namespaceId: project.id })
    .execute()
  await expect(see('gus')).resolves.toBe('fedcba')
})

test('the lists of a group and of everywhere hold only what one may know of', async () => {
  const { as, group, project, build, users } = await dataset()
  const open = await build.project({ visibility: 'public' })
  await build.issue({ projectId: open.id, title: 'x', authorId: users.nina.id })
  const titles = async (who: 'nina' | 'gus' | 'rita' | 'anon', asked: Asked) =>
    titlesOf((await as(who).reply(listIssues, { scope: 'all', ...asked })).body)
  await expect(titles('nina', {})).resolves.toBe('x')
  await expect(titles('anon', {})).resolves.toBe('x')
  await expect(titles('gus', {})).resolves.toBe('xfdcba')
  await expect(titles('nina', { scope: 'created_by_me' })).resolves.toBe('x')
  await expect(titles('rita', { scope: 'assigned_to_me' })).resolves.toBe('')
  expect((await as('anon').reply(listIssues, {})).status).toBe(401)
  const inGroup = await as('rita').reply(listGroupIssues, { id: group.id })
  expect(titlesOf(inGroup.body)).toBe('fedcba')
  expect(inGroup.body).toMatchObject([
    { references: { relative: `loom#${6}`, full: `${project.fullPath}#6` } },
    {},
    {},
    {},
    {},
    {},
  ])
})

test('a list costs two statements, however long it is', async () => {
  const { as, project, build, bug, statements } = await dataset()
  const count = () =>
    statements(() => as('rita').reply(listProjectIssues, { id: project.id, perPage: 100, withLabelsDetails: true }))
  const few = await count()
  for (let number = 0; number < 45; number += 1) await build.issue({ labelIds: [bug.id] })
  await expect(count()).resolves.toBe(few)
  expect(few).toBe(2)
})

test('the title of a row has its emoji, and its references as they were typed', async () => {
  const { as, project, build } = await world()
  const { iid } = await build.issue({ confidential: true, title: 'A secret' })
  await build.issue({ title: 'Plain' })
  const title = `:tada: <b> for #${iid}`
  await as('mina').reply(createIssue, { id: project.id, title })
  for (const who of ['mina', 'gus'] as const) {
    const { body } = await as(who).reply(getIssuesPage, { namespace: project.fullPath })
    const [first, second] = (body as { readonly issues: readonly object[] }).issues
    expect(first).toMatchObject({
      title,
      title_html: expect.stringMatching(`^<gl-emoji [^>]*>🎉</gl-emoji> &lt;b&gt; for #${iid}$`),
    })
    expect(second).toMatchObject({ title: 'Plain', title_html: null })
  }
})

test('filters that exclude each other are refused', async () => {
  const { as, project } = await world()
  const reply = await as('rita').reply(listProjectIssues, { id: project.id, milestone: 'v1', milestoneId: 'None' })
  expect(reply).toMatchObject({ status: 400, body: { error: 'milestone, milestone_id are mutually exclusive' } })
  await expect(
    as('rita').reply(listProjectIssues, { id: project.id, pagination: 'keyset', cursor: 'WzEsMl0' }),
  ).resolves.toMatchObject({ status: 400, body: { error: 'cursor is invalid' } })
})

test.each([
  ['junk', 'created_at'],
  // One of the order by title.
  ['>WyJTaHV0dGxlIiwxXQ', 'created_at'],
  ['<', 'due_date'],
  // 2031-99-99.
  ['>WyIyMDMxLTk5LTk5IiwxXQ', 'due_date'],
] as const)(
  'a page of the list at %s, which is no place in the order by %s, begins at the first row',
  async (cursor, orderBy) => {
    const { as, build, project } = await world()
    await build.issue({ title: 'Loom' })
    const reply = await as('rita').reply(getIssuesPage, { namespace: project.fullPath, cursor, orderBy })
    expect(reply).toMatchObject({ status: 200, body: { issues: [{ title: 'Loom' }], previous: null } })
  },
)

const titlesOf = (body: unknown): string =>
  (body as readonly { readonly title: string }[]).map(issue => issue.title).join('')

/** The statements of a search among twelve issues with a word. */
async function searched() {
  const made = await world()
  for (let each = 1; each <= 12; each += 1) await made.build.issue({ title: `shuttle ${each}`, weight: each })
  const ask = { id: 'weft/loom', search: 'shuttle', perPage: 5, page: 2, orderBy: 'weight', sort: 'asc' } as const
  const found = await made.queries(() => made.as('gus').call(listProjectIssues, ask))
  return { ...made, ask, found }
}

test('a common search has its pages in order, with the total', async () => {
  const { as, ask } = await searched()
  const reply = await as('gus').reply(listProjectIssues, ask)
  expect((reply.body as readonly { weight: number }[]).map(each => each.weight)).toEqual([6, 7, 8, 9, 10])
  expect(reply.headers).toMatchObject({ 'x-total': '12', 'x-page': '2' })
  await expect(as('gus').reply(listProjectIssues, { ...ask, page: 4 })).resolves.toMatchObject({ body: [] })
})

test('a statement that looks for words shows nothing of the issues, which another does', async () => {
  const { found } = await searched()
  const searches = found.filter(({ sql }) => sql.includes('to_tsquery'))
  expect(searches).toHaveLength(2)
  expect(searches.filter(({ sql }) => sql.includes('json_build_object'))).toEqual([])
})

test('CONFID-007 a search does not show an issue that became confidential after it was found', async () => {
  const { db, found } = await searched()
  const shows = found.find(({ sql }) => sql.includes('with ordinality page'))
  if (shows === undefined) throw new Error('No statement shows what was found')
  const titles = async () => {
    const { rows } = await db.executeQuery<{ items: string }>(shows)
    return (JSON.parse(rows[0]?.items ?? '') as readonly { readonly title: string }[]).map(each => each.title)
  }
  await expect(titles()).resolves.toEqual([6, 7, 8, 9, 10].map(each => `shuttle ${each}`))
  await db.updateTable('issuables').set({ confidential: true }).where('title', '=', 'shuttle 7').execute()
  await db.deleteFrom('issuables').where('title', '=', 'shuttle 9').execute()
  await expect(titles()).resolves.toEqual([6, 8, 10].map(each => `shuttle ${each}`))
})

test.each([
  ['created_by_me', 'ab'],
  ['assigned_to_me', 'ac'],
  ['all', 'abcd'],
] as const)('a rare search among the issues of the scope %s finds no others', async (scope, titles) => {
  const { as, build, users, group } = await world()
  const [authorId, assigneeIds, description] = [users.mina.id, [users.mina.id], 'The shuttle is stuck']
  await build.issue({ title: 'd', description })
  await build.issue({ title: 'c', description, assigneeIds })
  await build.issue({ title: 'b', description, authorId })
  await build.issue({ title: 'a', description, authorId, assigneeIds })
  await build.issue({ title: 'e', authorId, assigneeIds })
  for (const [list, place] of [
    [listIssues, {}],
    [listGroupIssues, { id: group.id }],
    [listProjectIssues, { id: 'weft/loom' }],
  ] as const) {
    const reply = await as('mina').reply(list, { ...place, scope, search: 'shuttle' })
    expect(titlesOf(reply.body)).toBe(titles)
    expect(reply.headers['x-total']).toBe(String(titles.length))
  }
})

test.each(['_a', '<!--'])('PLATFORM-011 a description of nothing but %j is stored and found at once', async part => {
  const { as, project } = await world()
  const begun = performance.now()
  const description = `shuttle ${part.repeat(60_000 / part.length)} stuck`
  const { iid } = await as('olga').call(createIssue, { id: project.id, title: 'Long', description })
  const found = await as('olga').call(listProjectIssues, { id: project.id, search: 'stuck' })
  expect(found.map(issue => issue.iid)).toEqual([iid])
  expect(performance.now() - begun).toBeLessThan(4_000)
})
