import { expect, test } from 'vitest'
import { quickSearch, searchEverywhere, searchGroup, searchProject } from '#contract/feeds/search.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, world } from '#test/world/world.ts'

test.each<[Member, readonly string[]]>([
  ['olga', ['Loom secret', 'Loom open']],
  ['rita', ['Loom secret', 'Loom open']],
  ['gus', ['Loom open']],
  ['nina', []],
])('CONFID-007 %s finds the issues %j', async (who, titles) => {
  const { as, build, group, project } = await world()
  await build.issuable({ title: 'Loom open' })
  await build.issuable({ title: 'Loom secret', confidential: true })
  const asked = { scope: 'issues', search: 'loom' }
  const titlesOf = (body: unknown) => (body as { title: string }[]).map(issue => issue.title)
  const everywhere = await as(who).reply(searchEverywhere, asked)
  expect(titlesOf(everywhere.body)).toEqual(titles)
  expect(everywhere.headers['x-total']).toBe(String(titles.length))
  const palette = await as(who).call(quickSearch, { q: 'loom', project: project.fullPath })
  expect(palette.issues.map(issue => issue.title)).toEqual(titles)
  if (who === 'nina') {
    await expect(as(who).reply(searchProject, { id: project.id, ...asked })).resolves.toMatchObject({ status: 404 })
    expect([palette.projects, palette.groups]).toEqual([[], []])
    return
  }
  for (const [operation, id] of [
    [searchGroup, group.id],
    [searchProject, project.id],
  ] as const)
    expect(titlesOf((await as(who).reply(operation, { id, ...asked })).body)).toEqual(titles)
})

test('notes are found by who may read them, internal ones by reporters', async () => {
  const { as, build, project } = await world()
  const issue = await build.issuable()
  const secret = await build.issuable({ confidential: true })
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'The needle lies here' })
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: 'A needle between us', internal: true })
  await as('olga').call(issueDiscussion.createNote, { ...secret.ref, body: 'A secret needle' })
  const bodies = async (who: Member) => {
    const reply = await as(who).reply(searchProject, { id: project.id, scope: 'notes', search: 'needle' })
    return (reply.body as { body: string }[]).map(note => note.body)
  }
  await expect(bodies('rita')).resolves.toHaveLength(3)
  await expect(bodies('gus')).resolves.toEqual(['The needle lies here'])
})

test('projects, milestones and users are found as the searcher may know them', async () => {
  const { as, db, group, project } = await world()
  await db.insertInto('milestones').values({ namespaceId: group.id, iid: 1, title: 'Warp one' }).execute()
  const found = async (who: Member, scope: string, search: string) => {
    const reply = await as(who).reply(searchEverywhere, { scope, search })
    return reply.body
  }
  await expect(found('gus', 'projects', 'loom')).resolves.toMatchObject([
    { id: project.id, path_with_namespace: 'weft/loom' },
  ])
  await expect(found('nina', 'projects', 'loom')).resolves.toEqual([])
  await expect(found('nina', 'milestones', 'warp')).resolves.toEqual([])
  await expect(found('root' as Member, 'milestones', 'warp')).resolves.toMatchObject([{ title: 'Warp one' }])
  await expect(found('nina', 'users', 'rit')).resolves.toMatchObject([{ username: 'rita' }])
  await expect(found('gus', 'users', "%' or 1=1 --")).resolves.toEqual([])
})

test('the palette offers the number of the project one is in first', async () => {
  const { as, build, project, users } = await world()
  const issue = await build.issuable({ title: 'Here' })
  const other = await build.project({ members: { [users.gus.id]: 10 } })
  await build.issuable({ projectId: other.id, title: `About ${issue.iid}` })
  const found = await as('gus').call(quickSearch, { q: String(issue.iid), project: project.fullPath })
  expect(found.issues[0]).toMatchObject({
    title: 'Here',
    reference: `#${issue.iid}`,
    path: `/weft/loom/-/issues/${issue.iid}`,
  })
  expect(found.issues[1]).toMatchObject({ title: `About ${issue.iid}` })
})

test.each([['blobs'], ['snippet_titles'], ['nonsense']])('the scope %s is refused', async scope => {
  const { as } = await world()
  await expect(as('gus').reply(searchEverywhere, { scope, search: 'x' })).resolves.toMatchObject({ status: 400 })
})
