import { expect, test } from 'vitest'
import { getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import {
  createIssue,
  getProjectIssuesStatistics,
  listGroupIssues,
  listIssues,
  listProjectIssues,
} from '#contract/plan/issues/issues.ts'
import { type Asked, dataset, titlesOf } from '#test/world/scenes/listed-issues.ts'
import { world } from '#test/world/world.ts'

test.each<[Asked, string]>([
  [{ created_after: 'soonish' }, 'created_after is invalid'],
  [{ due_before: '-99999y' }, 'due_before is invalid'],
  [{ time_zone: 'Mars/Base' }, 'time_zone is invalid'],
  [{ or: { weight: ['many'] } }, 'or[weight] is invalid'],
  [{ or: 'bug' }, 'or is invalid'],
  [{ any: { weight: ['many'] } }, 'any[weight] is invalid'],
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
  ['closed_at', 'desc', 'dfecba'],
  ['closed_at', 'asc', 'abcefd'],
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

test('CONFID-007 confidential and hidden issues are in no list, count or search of users who may not know of them', async () => {
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
  // The filter narrows the list, with and without a condition that no index answers.
  for (const more of [{}, { weight: [0] }]) {
    const asked = { any: { author_username: ['mina'], label_name: ['bug'], ...more }, not: { iids: [issues.d.iid] } }
    await expect(see('gus', asked)).resolves.toBe('ca')
    await expect(see('dan', asked)).resolves.toBe('eca')
  }
  await expect(see('dan')).resolves.toBe('fedcba')
  await expect(see('root')).resolves.toBe('gfedcba')
  await db
    .insertInto('issuableAssignees')
    .values({ issuableId: issues.e.id, userId: users.gus.id, namespaceId: project.id })
    .execute()
  await expect(see('gus')).resolves.toBe('fedcba')
})

test('the lists of a group and of everywhere hold only issues that the reader may know of', async () => {
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

test.each([
  ['junk', 'created_at'],
  // A cursor of the order by title.
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
