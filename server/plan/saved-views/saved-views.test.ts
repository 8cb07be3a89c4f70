import { expect, test } from 'vitest'
import { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { getGroupIssuesPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { groupSavedViews, projectSavedViews as views } from '#contract/plan/lists/saved-views.ts'
import { longestViewName, longestViewQuery, mostViews } from '#contract/plan/lists/view-limits.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

async function viewedWorld() {
  const made = await world()
  const bug = await made.build.label({ title: 'bug' })
  await made.build.issue({ title: 'a', labelIds: [bug.id], weight: 1 })
  await made.build.issue({ title: 'b', labelIds: [bug.id], weight: 3, state: 'closed' })
  await made.build.issue({ title: 'c', confidential: true, labelIds: [bug.id], weight: 2 })
  const list = (who: Parameters<typeof made.as>[0], view: number, more: object = {}) =>
    made
      .as(who)
      .call(getIssuesPage, { namespace: made.project.fullPath, view, ...more })
      .then(page => page.issues.map(issue => issue.title).join(''))
  const save = (who: Parameters<typeof made.as>[0], name: string, query: string, isShared = false) =>
    made.as(who).call(views.create, { id: made.project.id, list: 'issue', name, query, isShared })
  return { ...made, list, save }
}

const bugs = 'state=all&label_name[]=bug&order_by=weight&sort=desc&columns[]=weight'

test('PLATFORM-004 a view is its filters and order, and each viewer sees the issues that they may know of', async () => {
  const { as, list, save, project } = await viewedWorld()
  const view = await save('rita', 'Bugs', bugs, true)
  expect(view).toMatchObject({ list: 'issue', name: 'Bugs', query: bugs, isShared: true, canManage: true })
  await expect(list('rita', view.id)).resolves.toBe('bca')
  await expect(list('gus', view.id)).resolves.toBe('ba')
  // Beside other parameters, a view only names their origin.
  await expect(list('rita', view.id, { state: 'closed' })).resolves.toBe('b')
  const page = await as('gus').call(getIssuesPage, { namespace: project.fullPath })
  expect(page.permissions.canShareViews).toBe(false)
  expect(page.views).toEqual([{ id: view.id, name: 'Bugs', query: bugs, isShared: true, canManage: false }])
})

test('PERM-002 a view of one person is hidden from others, until it is shared', async () => {
  const { as, list, save, project } = await viewedWorld()
  const view = await save('gus', 'Mine', 'state=closed')
  const names = async (who: 'gus' | 'rita' | 'olga' | 'anon') =>
    (
      await as(who)
        .call(views.list, { id: project.id })
        .catch(() => [])
    ).map(each => each.name)
  await expect(names('gus')).resolves.toEqual(['Mine'])
  await expect(names('olga')).resolves.toEqual([])
  await expect(list('gus', view.id)).resolves.toBe('b')
  await expect(list('olga', view.id)).resolves.toBe('ca')
  const ref = { id: project.id, viewId: view.id }
  for (const who of ['olga', 'nina', 'root'] as const) {
    expect((await as(who).reply(views.update, { ...ref, name: 'Theirs' })).status).toBe(404)
    expect((await as(who).reply(views.remove, ref)).status).toBe(404)
  }
  expect((await as('gus').reply(views.update, { ...ref, isShared: true })).status).toBe(403)
  const own = await save('rita', 'Ours', 'state=closed')
  const ours = { id: project.id, viewId: own.id }
  await as('rita').call(views.update, { ...ours, isShared: true })
  await expect(names('olga')).resolves.toEqual(['Ours'])
  expect((await as('gus').reply(views.remove, ours)).status).toBe(403)
  expect((await as('gus').reply(views.update, { ...ours, isShared: false })).status).toBe(403)
  // A user who stops sharing a view keeps it.
  await expect(as('mina').call(views.update, { ...ours, isShared: false })).resolves.toMatchObject({ isShared: false })
  await expect(names('mina' as 'olga')).resolves.toEqual(['Ours'])
  await expect(names('rita')).resolves.toEqual([])
  await as('mina').call(views.remove, ours)
  await expect(names('mina' as 'olga')).resolves.toEqual([])
})

test('PLATFORM-004 a view by any of several values, of any field, lists the issues that have one of them', async () => {
  const { as, build, project, users } = await world()
  const bug = await build.label({ title: 'bug' })
  await build.issue({ title: 'Labelled', labelIds: [bug.id] })
  await build.issue({ title: 'Written', authorId: users.dan.id })
  await build.issue({ title: 'Secret', authorId: users.dan.id, confidential: true })
  await build.issue({ title: 'Other' })
  const query = 'any[label_name][]=bug&any[author_username][]=dan&order_by=title&sort=asc'
  const { id: view } = await as('rita').call(views.create, {
    ...{ id: project.id, list: 'issue', name: 'Either', query, isShared: true },
  })
  const asked = { namespace: project.fullPath, view }
  const titles = async (who: 'rita' | 'gus') =>
    (await as(who).call(getIssuesPage, asked)).issues.map(({ title }) => title)
  expect(await titles('rita')).toEqual(['Labelled', 'Secret', 'Written'])
  expect(await titles('gus')).toEqual(['Labelled', 'Written'])
  const shown = await askGraphql(
    as('gus').ctx,
    `{ project(fullPath: "${project.fullPath}") { issues(savedViewId: ${view}) { nodes { title } } } }`,
  )
  expect(shown.data.project.issues.nodes).toEqual([{ title: 'Labelled' }, { title: 'Written' }])
})

test.each<[string, 'anon' | 'nina' | 'gus' | 'rita', object, number]>([
  ['a stranger', 'nina', {}, 404],
  ['signed out', 'anon', {}, 404],
  ['a shared view by a guest', 'gus', { isShared: true }, 403],
  ['a list that a project has not', 'gus', { list: 'epic' }, 400],
  ['an unknown list', 'gus', { list: 'boards' }, 400],
  ['a wrong value', 'gus', { query: 'created_after=soonish' }, 400],
  ['an epic that is no id', 'gus', { query: 'epic_id=x' }, 400],
  ['an epic that is no id, of incidents', 'gus', { list: 'incident', query: 'epic_id=x' }, 400],
  ['a reviewer given twice', 'gus', { list: 'merge_request', query: 'reviewer_id=1&reviewer_username=ann' }, 400],
  ['a broken query', 'gus', { query: 'labels=%E0%A4%A' }, 400],
  ['a name of spaces', 'gus', { name: '  ' }, 400],
  ['a long name', 'gus', { name: 'a'.repeat(longestViewName + 1) }, 400],
  ['a long query', 'gus', { query: `search=${'a'.repeat(longestViewQuery)}` }, 400],
  ['a name in use', 'gus', { name: 'TAKEN' }, 409],
  ['the name of a shared view', 'rita', { name: 'taken' }, 201],
])('PERM-002 saving a view: %s', async (_case, who, given, status) => {
  const { as, save, project } = await viewedWorld()
  await save('gus', 'Taken', '')
  const asked = { id: project.id, list: 'issue' as const, name: 'A view', query: 'state=closed', ...given }
  expect((await as(who).reply(views.create, asked)).status).toBe(status)
})

test('PLATFORM-004 a view is refused with the sentence that opening it would give', async () => {
  const { as, save, project } = await viewedWorld()
  const refused = { status: 400, body: { error: 'epic_id is invalid' } }
  const asked = { id: project.id, list: 'issue' as const, name: 'A view', query: 'epic_id=x' }
  expect(await as('gus').reply(views.create, asked)).toMatchObject(refused)
  expect(await as('gus').reply(getIssuesPage, { namespace: project.fullPath, epicId: 'x' })).toMatchObject(refused)
  const { id } = await save('gus', 'Good', '')
  expect(await as('gus').reply(views.update, { id: project.id, viewId: id, query: 'epic_id=x' })).toMatchObject(refused)
})

test('PLATFORM-004 a list has so many views at most', async () => {
  const { as, save, project, db, users } = await viewedWorld()
  const { id } = await save('gus', 'First', '')
  const more = Array.from({ length: mostViews - 1 }, (_, nth) => `View ${nth}`)
  await db
    .insertInto('savedViews')
    .values(more.map(name => ({ namespaceId: project.id, ownerId: users.gus.id, list: 'issue', name, query: '' })))
    .execute()
  const asked = { id: project.id, list: 'issue' as const, name: 'One more', query: '' }
  expect((await as('gus').reply(views.create, asked)).status).toBe(400)
  expect((await as('gus').reply(views.create, { ...asked, list: 'merge_request' })).status).toBe(400)
  expect((await as('dan').reply(views.create, { ...asked, list: 'merge_request' })).status).toBe(201)
  await as('gus').call(views.update, { id: project.id, viewId: id, name: 'Renamed' })
})

test('PLATFORM-004 groups have views of issues, epics and merge requests, which go with them', async () => {
  const { as, build, group, project, db, users } = await viewedWorld()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  await as('olga').call(createEpic, { id: group.id, title: 'Alpha' })
  await as('olga').call(createEpic, { id: group.id, title: 'Beta', confidential: true })
  const save = (list: 'issue' | 'epic' | 'merge_request', query: string) =>
    as('olga').call(groupSavedViews.create, { id: group.id, list, name: list, query, isShared: true })
  const { fullPath: namespace } = group
  const epics = await save('epic', 'confidential=true')
  const page = await as('olga').call(getGroupEpicsPage, { namespace, view: epics.id })
  expect(page.epics.map(epic => epic.title)).toEqual(['Beta'])
  expect(page.views.map(view => view.name)).toEqual(['epic'])
  const issues = await save('issue', 'state=closed')
  const found = await as('olga').call(getGroupIssuesPage, { namespace, view: issues.id })
  expect(found.issues.map(issue => issue.title)).toEqual(['b'])
  await save('merge_request', 'wip=yes')
  const lists = (await as('rita').call(groupSavedViews.list, { id: group.id })).map(view => view.list)
  expect(lists).toEqual(['epic', 'issue', 'merge_request'])
  const other = await build.project()
  await as('root').call(views.create, { id: other.id, list: 'issue', name: 'Gone', query: '', isShared: true })
  expect((await as('olga').call(getMergeRequestsPage, { namespace: project.fullPath })).views).toEqual([])
  await db.deleteFrom('namespaces').where('id', '=', other.id).execute()
  expect(await db.selectFrom('savedViews').select('id').where('namespaceId', '=', other.id).execute()).toEqual([])
})

test('PLATFORM-004 a page costs one statement more for a view, however many views there are', async () => {
  const { as, save, project, statements, db, users } = await viewedWorld()
  const page = (more: object) =>
    statements(() => as('gus').call(getIssuesPage, { namespace: project.fullPath, ...more }))
  const plain = await page({})
  const { id } = await save('gus', 'One', bugs)
  expect(await page({})).toBe(plain)
  expect(await page({ view: id })).toBe(plain + 1)
  const names = Array.from({ length: 20 }, (_, nth) => ({
    name: `View ${nth}`,
    ownerId: nth % 2 ? users.gus.id : null,
  }))
  await db
    .insertInto('savedViews')
    .values(names.map(each => ({ namespaceId: project.id, list: 'issue', query: bugs, ...each })))
    .execute()
  expect(await page({ view: id })).toBe(plain + 1)
})

test('PLATFORM-004 a script lists the issues of a view in GraphQL, with more filters or another order', async () => {
  const { as, build, db, save, project } = await viewedWorld()
  const { id } = await save('rita', 'Bugs', `${bugs}&created_after=-1d`, true)
  const titles = async (who: Parameters<typeof as>[0], args: string) => {
    const query = `{ project(fullPath: "${project.fullPath}") { issues(${args}) { nodes { title } } } }`
    const { data, errors } = await askGraphql(as(who).ctx, query)
    return data?.project?.issues?.nodes.map((issue: { title: string }) => issue.title).join('') ?? errors[0]?.message
  }
  expect(await titles('rita', `savedViewId: ${id}`)).toBe('bca')
  expect(await titles('gus', `savedViewId: ${id}`)).toBe('ba')
  expect(await titles('rita', `savedViewId: ${id}, state: opened, sort: TITLE_ASC`)).toBe('ac')
  expect(await titles('rita', `savedViewId: ${id}, first: 1`)).toBe('b')
  const open = await save('rita', 'Open', 'order_by=weight&sort=asc')
  expect(await titles('rita', `savedViewId: ${open.id}`)).toBe('ac')
  const own = await save('gus', 'Mine', 'state=closed')
  const [incidents] = await db
    .insertInto('savedViews')
    .values({ namespaceId: project.id, list: 'incident', name: 'Fires', query: 'order_by=title&sort=asc' })
    .returning('id')
    .execute()
  for (const title of ['f', 'e']) await build.issue({ title, type: 'incident' })
  expect(await titles('rita', `savedViewId: ${incidents?.id}`)).toBe('ef')
  expect(await titles('rita', `savedViewId: ${own.id}`)).toMatch(/does not exist/)
})

test('PLATFORM-004 a script lists the epics of a view in GraphQL, with more filters or another order', async () => {
  const { as, build, group, users } = await viewedWorld()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  for (const [title, confidential] of [['Alpha'], ['Beta', true], ['Gamma', true]] as const)
    await as('olga').call(createEpic, { id: group.id, title, confidential: confidential ?? false })
  const query = 'confidential=true&order_by=title&sort=desc'
  const view = { id: group.id, list: 'epic' as const, name: 'Secret', query, isShared: true }
  const { id } = await as('olga').call(groupSavedViews.create, view)
  const titles = async (who: 'olga' | 'nina', args: string) => {
    const asked = `{ group(fullPath: "${group.fullPath}") { epics(${args}) { nodes { title } } } }`
    const { data } = await askGraphql(as(who).ctx, asked)
    return data?.group?.epics?.nodes.map((epic: { title: string }) => epic.title).join(' ')
  }
  expect(await titles('olga', `savedViewId: ${id}`)).toBe('Gamma Beta')
  expect(await titles('olga', `savedViewId: ${id}, sort: TITLE_ASC, search: "beta"`)).toBe('Beta')
  expect(await titles('olga', `savedViewId: ${id}, createdBefore: "-7d"`)).toBe('')
  expect(await titles('olga', 'createdAfter: "today", confidential: false')).toBe('Alpha')
})

test('PLATFORM-004 views are in the natural order of their names', async () => {
  const { as, project } = await world()
  for (const name of ['w10', 'W2', 'W1', 'Board 2026-10', 'Board 2026-9', 'W', 'W 00000000000000000000003'])
    await as('gus').call(views.create, { id: project.id, list: 'issue', name, query: '' })
  const listed = await as('gus').call(views.list, { id: project.id, list: 'issue' })
  const inOrder = ['Board 2026-9', 'Board 2026-10', 'W', 'W 00000000000000000000003', 'W1', 'W2', 'w10']
  expect(listed.map(view => view.name)).toEqual(inOrder)
})

test('PLATFORM-004 a list has at most 50 views, even when several are saved at the same moment', async () => {
  const { as, db, project, users } = await world({ commits: true })
  const known = Array.from({ length: mostViews - 1 }, (_, nth) => `View ${nth}`)
  await db
    .insertInto('savedViews')
    .values(known.map(name => ({ namespaceId: project.id, ownerId: users.gus.id, list: 'issue', name, query: '' })))
    .execute()
  const save = async (nth: number) =>
    (await as('gus').reply(views.create, { id: project.id, list: 'issue', name: `New ${nth}`, query: '' })).status
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, nth) => save(nth)))
  expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
})
