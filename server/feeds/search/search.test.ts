import { expect, test } from 'vitest'
import { quickSearch, searchEverywhere, searchGroup, searchProject } from '#contract/feeds/search.ts'
import { createEpic } from '#contract/plan/epics/epics.ts'
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
  const palette = await as(who).call(quickSearch, { q: 'loom', namespace: project.fullPath })
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
  const found = await as('gus').call(quickSearch, { q: String(issue.iid), namespace: project.fullPath })
  expect(found.issues[0]).toMatchObject({
    title: 'Here',
    reference: `#${issue.iid}`,
    path: `/weft/loom/-/issues/${issue.iid}`,
  })
  expect(found.issues[1]).toMatchObject({ title: `About ${issue.iid}` })
})

test.each([['blobs'], ['snippet_titles'], ['nonsense'], ['epics'], ['notes']])(
  'the scope %s is refused everywhere',
  async scope => {
    const { as } = await world()
    await expect(as('gus').reply(searchEverywhere, { scope, search: 'x' })).resolves.toMatchObject({ status: 400 })
  },
)

test.each(['merge_requests', 'issues', 'milestones', 'epics', 'notes', 'wiki_blobs', 'users'])(
  'the scope %s is one of its places only',
  async scope => {
    const { as, group, project } = await world()
    const statuses = await Promise.all([
      as('gus').reply(searchEverywhere, { scope, search: 'x' }),
      as('gus').reply(searchGroup, { id: group.id, scope, search: 'x' }),
      as('gus').reply(searchProject, { id: project.id, scope, search: 'x' }),
    ])
    const places: Readonly<Record<string, readonly number[]>> = {
      epics: [400, 200, 400],
      notes: [400, 400, 200],
      wiki_blobs: [400, 400, 200],
    }
    expect(statuses.map(({ status }) => status)).toEqual(places[scope] ?? [200, 200, 200])
  },
)

test('merge requests, epics, people, milestones and projects are found by words without their accents', async () => {
  const { as, build, db, group, project, users } = await world()
  const { id } = await build.issue({ type: 'merge_request', title: 'Réparer /etc/app.js', description: '登录页面' })
  await db
    .insertInto('mergeRequests')
    .values({ id, namespaceId: project.id, sourceProjectId: project.id, sourceBranch: 'a', targetBranch: 'main' })
    .execute()
  await build.member({ at: group.id, userId: users.mina.id, level: 50 })
  await as('mina').call(createEpic, { id: group.id, title: 'Naïve Größe' })
  await build.milestone({ title: 'Été' })
  await db.updateTable('users').set({ name: 'José Núñez' }).where('id', '=', users.gus.id).execute()
  await db.updateTable('namespaces').set({ name: 'Wärp' }).where('id', '=', project.id).execute()
  const found = async (scope: string, search: string) => {
    const places = scope === 'epics' ? [] : [as('mina').reply(searchEverywhere, { scope, search })]
    if (scope !== 'projects') places.push(as('mina').reply(searchGroup, { id: group.id, scope, search }))
    if (!['projects', 'epics'].includes(scope))
      places.push(as('mina').reply(searchProject, { id: project.id, scope, search }))
    return (await Promise.all(places)).map(({ body }) => (body as readonly unknown[]).length)
  }
  await expect(found('merge_requests', 'app.js reparer')).resolves.toEqual([1, 1, 1])
  await expect(found('merge_requests', '页面')).resolves.toEqual([1, 1, 1])
  await expect(found('merge_requests', `!1`)).resolves.toEqual([1, 1, 1])
  await expect(found('epics', 'grosse naive')).resolves.toEqual([1])
  await expect(found('milestones', 'ete')).resolves.toEqual([1, 1, 1])
  await expect(found('users', 'nunez jose')).resolves.toEqual([1, 0, 1])
  await expect(found('projects', 'warp')).resolves.toEqual([1])
})

test.each<[Member, number]>([
  ['mina', 1],
  ['gus', 0],
  ['nina', 0],
])('a merge request of a private project: %s finds %i', async (who, count) => {
  const { as, build, db, group, project } = await world()
  const { id } = await build.issue({ type: 'merge_request', title: 'Hidden spool' })
  await db
    .insertInto('mergeRequests')
    .values({ id, namespaceId: project.id, sourceProjectId: project.id, sourceBranch: 'a', targetBranch: 'main' })
    .execute()
  const asked = { scope: 'merge_requests', search: 'spool' }
  const replies = await Promise.all([
    as(who).reply(searchEverywhere, asked),
    ...(who === 'nina'
      ? []
      : [
          as(who).reply(searchGroup, { id: group.id, ...asked }),
          as(who).reply(searchProject, { id: project.id, ...asked }),
        ]),
  ])
  expect(replies.map(({ body }) => (body as readonly unknown[]).length)).toEqual(replies.map(() => count))
})

test('the palette takes the name of a kind beside other words for the kind to look in, and finds typos in descriptions', async () => {
  const { as, build, group, project, users } = await world()
  const issue = await build.issue({ title: 'The shuttle sticks', description: 'The brake squeaks on each pick' })
  await build.issue({ title: 'Quieter looms' })
  await build.member({ at: group.id, userId: users.mina.id, level: 50 })
  await as('mina').call(createEpic, { id: group.id, title: 'A quieter shed' })
  await build.milestone({ title: 'Spring release' })
  await build.label({ title: 'bug' })
  const found = async (q: string) => {
    const reply = await as('mina').call(quickSearch, { q, namespace: project.fullPath })
    return Object.entries(reply).flatMap(([kind, rows]) => (rows.length === 0 ? [] : [`${kind} ${rows.length}`]))
  }
  await expect(found('epic quieter')).resolves.toEqual(['epics 1'])
  await expect(found('quieter epics')).resolves.toEqual(['epics 1'])
  await expect(found('issue quieter')).resolves.toEqual(['issues 1'])
  await expect(found('milestone spring')).resolves.toEqual(['milestones 1'])
  await expect(found('label bug')).resolves.toEqual(['labels 1'])
  await expect(found('project loom')).resolves.toEqual(['projects 1'])
  await expect(found('epic brake')).resolves.toEqual([])
  const typo = await as('mina').call(quickSearch, { q: 'brake squeeks' })
  expect(typo.issues).toMatchObject([{ iid: issue.iid }])
})

test('the palette finds each kind by its words in any order, by parts of words, references and with one typo', async () => {
  const { as, build, db, group, project, users } = await world()
  const issue = await build.issue({ title: 'Warp tension drifts', description: 'Returns stale values' })
  const request = await build.issue({ type: 'merge_request', title: 'Read tension from the other end' })
  await db
    .insertInto('mergeRequests')
    .values({
      id: request.id,
      namespaceId: project.id,
      sourceProjectId: project.id,
      sourceBranch: 'a',
      targetBranch: 'main',
    })
    .execute()
  await build.member({ at: group.id, userId: users.mina.id, level: 50 })
  const epic = await as('mina').call(createEpic, { id: group.id, title: 'Even tension everywhere' })
  await build.milestone({ title: 'Tension release' })
  await build.label({ title: 'tension' })
  await db.updateTable('users').set({ name: 'Tension Núñez' }).where('id', '=', users.gus.id).execute()
  const found = async (q: string) => {
    const reply = await as('mina').call(quickSearch, { q, namespace: project.fullPath })
    return Object.entries(reply).flatMap(([kind, rows]) => (rows.length === 0 ? [] : [`${kind} ${rows.length}`]))
  }
  const every = ['issues 1', 'mergeRequests 1', 'epics 1', 'milestones 1', 'labels 1', 'users 1']
  await expect(found('tension')).resolves.toEqual(every)
  await expect(found('tenson')).resolves.toEqual(every)
  await expect(found('tensoin')).resolves.toEqual(every)
  await expect(found('tensionn')).resolves.toEqual(every)
  await expect(found('tenxxon')).resolves.toEqual([])
  await expect(found('stale tens')).resolves.toEqual(['issues 1'])
  await expect(found('warp frozen')).resolves.toEqual([])
  await expect(found('drifts of warp')).resolves.toEqual(['issues 1'])
  await expect(found('nunez')).resolves.toEqual(['users 1'])
  await expect(found(`!${request.iid}`)).resolves.toEqual(['mergeRequests 1'])
  await expect(found(`&${epic.iid}`)).resolves.toEqual(['epics 1'])
  await expect(found(`#${issue.iid}`)).resolves.toEqual(['issues 1'])
  await expect(found('~tension')).resolves.toEqual(['labels 1'])
  await expect(found('%"Tension release"')).resolves.toEqual(['milestones 1'])
  await expect(found('@gus')).resolves.toEqual(['users 1'])
  await expect(found('loom')).resolves.toEqual(['projects 1'])
  await expect(found('weft')).resolves.toEqual(['projects 1', 'groups 1'])
  await expect(found('')).resolves.toEqual([])
})

test.each<[Member, readonly string[]]>([
  ['mina', ['issues', 'mergeRequests', 'epics', 'milestones', 'labels', 'projects', 'groups']],
  ['nina', []],
])('the palette shows %s of a private group %j', async (who, kinds) => {
  const { as, build, db, group, project, users } = await world()
  await build.issue({ title: 'Spool' })
  const { id } = await build.issue({ type: 'merge_request', title: 'Spool' })
  await db
    .insertInto('mergeRequests')
    .values({ id, namespaceId: project.id, sourceProjectId: project.id, sourceBranch: 'a', targetBranch: 'main' })
    .execute()
  await build.member({ at: group.id, userId: users.mina.id, level: 50 })
  await as('mina').call(createEpic, { id: group.id, title: 'Spool' })
  await build.milestone({ title: 'Spool' })
  await build.label({ title: 'spool' })
  await db.updateTable('namespaces').set({ name: 'Spool' }).where('id', 'in', [group.id, project.id]).execute()
  const reply = await as(who).call(quickSearch, { q: 'spool', namespace: project.fullPath })
  expect(Object.entries(reply).flatMap(([kind, rows]) => (rows.length === 0 ? [] : [kind]))).toEqual(kinds)
})

test('without words the palette offers what the reader has opened last, and may still read', async () => {
  const { as, build, db, users } = await world()
  const [first, second, secret] = [await build.issue(), await build.issue(), await build.issue({ confidential: true })]
  for (const [place, { id }] of [second, secret, first].entries())
    await db
      .insertInto('readMarks')
      .values({ userId: users.gus.id, issuableId: id, namespaceId: 1, seenAt: `2026-01-0${place + 1}T00:00:00Z` })
      .execute()
  const { recent } = await as('gus').call(quickSearch, { q: ' ' })
  expect(recent.map(({ iid }) => iid)).toEqual([first.iid, second.iid])
})
