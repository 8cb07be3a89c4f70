import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listProtectedBranches } from '#contract/code/protected-refs.ts'
import {
  archiveGroup,
  createGroup,
  deleteGroup,
  getGroup,
  listDescendantGroups,
  listGroups,
  listSubgroups,
  transferGroup,
  transferProjectToGroup,
  updateGroup,
} from '#contract/foundation/groups.ts'
import {
  archiveProject,
  createProject,
  createProjectForUser,
  deleteProject,
  getProject,
  listGroupProjects,
  listProjectGroups,
  listProjects,
  listProjectUsers,
  listStarrers,
  listUserProjects,
  starProject,
  transferProject,
  unarchiveProject,
  unstarProject,
  updateProject,
} from '#contract/foundation/projects.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

type Caller = Member | 'anon'
test.each<[Caller, string, string, string, string]>([
  ['olga', 'ok', 'ok', 'ok', 'ok'],
  ['mina', 'ok', 'ok', 'forbidden', 'forbidden'],
  ['dan', 'ok', 'forbidden', 'forbidden', 'forbidden'],
  ['rita', 'ok', 'forbidden', 'forbidden', 'forbidden'],
  ['gus', 'ok', 'forbidden', 'forbidden', 'forbidden'],
  ['nina', 'not_found', 'not_found', 'not_found', 'not_found'],
  ['anon', 'not_found', 'not_found', 'not_found', 'not_found'],
])(
  'PERM-002 %s of a private project: read %s, rename %s, archive %s, delete %s',
  async (who, read, rename, archive, remove) => {
    const { as, project } = await world()
    await expect(outcomeOf(as(who).call(getProject, { id: project.id }))).resolves.toBe(read)
    await expect(outcomeOf(as(who).call(updateProject, { id: project.id, name: 'Heald' }))).resolves.toBe(rename)
    await expect(
      outcomeOf(as(who).call(updateProject, { id: project.id, visibility: 'private', emailsEnabled: true })),
    ).resolves.toBe(archive)
    await expect(outcomeOf(as(who).call(archiveProject, { id: project.id }))).resolves.toBe(archive)
    await expect(outcomeOf(as(who).call(deleteProject, { id: project.id }))).resolves.toBe(remove)
  },
)

test('PERM-003 internal is for everybody signed in but external users, public for all', async () => {
  const { as, build } = await world()
  const internal = await build.project({
    visibility: 'internal',
    parent: await build.group({ visibility: 'internal' }),
  })
  const open = await build.project({ visibility: 'public', parent: await build.group({ visibility: 'public' }) })
  await expect(outcomeOf(as('nina').call(getProject, { id: internal.id }))).resolves.toBe('ok')
  await expect(outcomeOf(as('anon').call(getProject, { id: internal.id }))).resolves.toBe('not_found')
  await expect(outcomeOf(as('anon').call(getProject, { id: open.id }))).resolves.toBe('ok')
  const listed = await as('anon').reply(listProjects, {})
  expect(listed.body).toEqual([expect.not.objectContaining({ permissions: expect.anything() })])
})

test('a project’s new path takes its old one along, and readers are sent there', async () => {
  const { as, db, project } = await world()
  const renamed = await as('mina').call(updateProject, { id: project.fullPath, path: 'heddle', name: 'Heddle' })
  expect(renamed).toMatchObject({
    pathWithNamespace: 'weft/heddle',
    nameWithNamespace: 'Weft / Heddle',
    name: 'Heddle',
  })
  const reply = await as('gus').reply(getProject, { id: 'weft/LOOM' })
  expect(reply.status).toBe(301)
  await expect(as('mina').call(updateProject, { id: 'weft/loom', name: 'Loom' })).rejects.toMatchObject({ status: 405 })
  await expect(as('nina').call(getProject, { id: 'weft/loom' })).rejects.toMatchObject({ status: 404 })
  await as('mina').call(updateProject, { id: project.id, path: 'loom' })
  expect(await db.selectFrom('redirects').select('path').execute()).toEqual([{ path: 'weft/heddle' }])
})

test('a group’s new path moves everything below it, each old path leads on, and a new group takes an old path over', async () => {
  const { as, db, build, users } = await world()
  const top = await build.group({ path: 'top', members: { [users.olga.id]: 50 } })
  const mid = await build.group({ path: 'mid', parent: top })
  const leaf = await build.project({ path: 'leaf', parent: mid })
  await as('olga').call(updateGroup, { id: top.id, path: 'crown', name: 'Crown' })
  await expect(as('olga').call(getProject, { id: 'crown/mid/leaf' })).resolves.toMatchObject({
    id: leaf.id,
    nameWithNamespace: 'Crown / mid / leaf',
  })
  expect(await as('olga').reply(getGroup, { id: 'top/mid' })).toMatchObject({ status: 301 })
  const again = await as('olga').call(createGroup, { name: 'Top', path: 'TOP' })
  await expect(as('olga').call(getGroup, { id: 'top' })).resolves.toMatchObject({ id: again.id })
  const paths = await db.selectFrom('redirects').select('path').orderBy('path').execute()
  expect(paths.map(row => row.path)).toEqual(['top/mid', 'top/mid/leaf'])
})

test('a path that is taken, reserved or malformed is refused with the sentence of the contract', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'busy', members: { [users.olga.id]: 50 } })
  await build.project({ path: 'taken', parent: group })
  const create = (path: string) => as('olga').reply(createProject, { name: 'Name', path, namespaceId: group.id })
  const taken = ['has already been taken']
  expect(await create('Taken')).toMatchObject({
    status: 400,
    body: { message: { path: taken, name: taken, 'project_namespace.name': taken } },
  })
  expect(await create('uploads')).toMatchObject({ status: 400, body: { message: { path: ['is a reserved name'] } } })
  for (const path of ['', '-x', 'a.git', 'a.atom', 'a b', 'ends.', 'a/b', 'ä'])
    expect((await create(path)).status).toBe(400)
  expect(await as('olga').reply(createProject, { namespaceId: group.id })).toMatchObject({
    status: 400,
    body: { error: 'name, path are missing, at least one parameter must be provided' },
  })
  expect(await as('olga').reply(createGroup, { name: 'Api', path: 'api' })).toMatchObject({ status: 400 })
})

test('a project is never seen by more people than its group', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ visibility: 'internal', members: { [users.olga.id]: 50 } })
  const make = { name: 'Open', namespaceId: group.id }
  expect(await as('olga').reply(createProject, { ...make, visibility: 'public' })).toMatchObject({
    status: 400,
    body: { message: { visibility_level: ['public is not allowed in a internal group.'] } },
  })
  await as('olga').call(createProject, { ...make, visibility: 'internal' })
  await expect(as('olga').call(updateGroup, { id: group.id, visibility: 'private' })).rejects.toMatchObject({
    kind: 'invalid',
  })
  await expect(
    as('olga').call(createGroup, { name: 'Sub', path: 'sub', parentId: group.id, visibility: 'public' }),
  ).rejects.toMatchObject({ kind: 'invalid' })
})

test.each<[number, string]>([
  [50, 'ok'],
  [40, 'ok'],
  [30, 'ok'],
  [20, 'forbidden'],
  [0, 'not_found'],
])('PLATFORM-003 level %i creating a project in a private group: %s', async (level, result) => {
  const { as, build, users } = await world()
  const group = await build.group({
    members: { [users.olga.id]: 50, ...(level > 0 ? { [users.nina.id]: level } : {}) },
  })
  await expect(outcomeOf(as('nina').call(createProject, { name: 'Mine', namespaceId: group.id }))).resolves.toBe(result)
})

test('a developer who creates a project maintains it', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ members: { [users.dan.id]: 30 } })
  await expect(as('dan').call(createProject, { name: 'Mine', namespaceId: group.id })).resolves.toMatchObject({
    permissions: { projectAccess: { accessLevel: 40 }, groupAccess: { accessLevel: 30 } },
  })
})

test('a project is created in one’s own namespace when no other is named, and by an administrator in anybody’s', async () => {
  const { as, users } = await world()
  const own = await as('nina').call(createProject, {
    path: 'scraps',
    description: 'Some *pieces*',
    topics: ['cloth', 'cloth ', 'wool'],
  })
  expect(own).toMatchObject({
    pathWithNamespace: 'nina/scraps',
    name: 'scraps',
    owner: { username: 'nina' },
    topics: ['cloth', 'wool'],
    descriptionHtml: expect.stringContaining('<em>pieces</em>'),
    permissions: { projectAccess: { accessLevel: 50 }, groupAccess: null },
  })
  await expect(as('nina').call(createProjectForUser, { userId: users.gus.id, name: 'No' })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('root').call(createProjectForUser, { userId: users.gus.id, name: 'Gift' })).resolves.toMatchObject({
    pathWithNamespace: 'gus/gift',
    owner: { username: 'gus' },
  })
  await expect(as('gus').call(listUserProjects, { userId: 'gus' })).resolves.toHaveLength(1)
  await expect(as('nina').call(listUserProjects, { userId: users.gus.id })).resolves.toHaveLength(0)
})

test('a transfer moves a project, makes it no more visible than its new group, and asks for rights on both sides', async () => {
  const { as, build, users } = await world()
  const from = await build.group({
    path: 'from',
    visibility: 'public',
    members: { [users.olga.id]: 50, [users.mina.id]: 40 },
  })
  const to = await build.group({ path: 'to', visibility: 'internal', members: { [users.olga.id]: 30 } })
  const project = await build.project({ path: 'moving', visibility: 'public', parent: from })
  await expect(as('mina').call(transferProject, { id: project.id, namespace: 'to' })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(as('olga').call(transferProject, { id: project.id, namespace: 'from' })).rejects.toMatchObject({
    kind: 'invalid',
  })
  await expect(as('olga').call(transferProject, { id: project.id, namespace: 'to' })).resolves.toMatchObject({
    pathWithNamespace: 'to/moving',
    visibility: 'internal',
    namespace: { id: to.id },
  })
  expect(await as('nina').reply(getProject, { id: 'from/moving' })).toMatchObject({ status: 301 })
})

test('PERM-002 an administrator transfers a project to a group by the address of the group', async () => {
  const { as, build, project } = await world()
  const to = await build.group({ path: 'to' })
  const asked = { id: 'to', projectId: project.id }
  expect(await outcomeOf(as('olga').call(transferProjectToGroup, asked))).toBe('forbidden')
  expect(await outcomeOf(as('anon').call(transferProjectToGroup, asked))).toBe('unauthenticated')
  expect(await as('root').call(transferProjectToGroup, asked)).toMatchObject({
    id: to.id,
    projects: [{ id: project.id }],
  })
  expect(await outcomeOf(as('root').call(transferProjectToGroup, asked))).toBe('invalid')
  expect(await outcomeOf(as('root').call(transferProjectToGroup, { ...asked, id: 'nowhere' }))).toBe('not_found')
})

test('a group moves below another with all it holds, never below itself', async () => {
  const { as, build, users } = await world()
  const members = { [users.olga.id]: 50 }
  const a = await build.group({ path: 'a', members })
  const b = await build.group({ path: 'b', parent: a })
  const c = await build.group({ path: 'c', members })
  const leaf = await build.project({ path: 'leaf', parent: b })
  await expect(as('olga').call(transferGroup, { id: a.id, groupId: b.id })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(as('olga').call(transferGroup, { id: a.id, groupId: c.id })).resolves.toMatchObject({
    fullPath: 'c/a',
    parentId: c.id,
  })
  await expect(as('olga').call(getProject, { id: leaf.id })).resolves.toMatchObject({ pathWithNamespace: 'c/a/b/leaf' })
  await expect(as('olga').call(listDescendantGroups, { id: c.id })).resolves.toHaveLength(2)
  await expect(as('olga').call(listSubgroups, { id: c.id })).resolves.toHaveLength(1)
  await expect(as('olga').call(transferGroup, { id: b.id })).resolves.toMatchObject({ fullPath: 'b', parentId: null })
  await expect(as('olga').call(getProject, { id: 'b/leaf' })).resolves.toMatchObject({ nameWithNamespace: 'b / leaf' })
})

test('an archived group is read-only with all in it, and takes nothing in', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ members: { [users.olga.id]: 50 } })
  const project = await build.project({ parent: group })
  await expect(as('olga').call(archiveGroup, { id: group.id })).resolves.toMatchObject({ archived: true })
  await expect(as('olga').call(getProject, { id: project.id })).resolves.toMatchObject({ archived: true })
  await expect(as('olga').call(unarchiveProject, { id: project.id })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(as('olga').call(createProject, { name: 'New', namespaceId: group.id })).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('deleting asks for the right path when one is typed, frees the path, and takes everything below along', async () => {
  const { as, build, users, db } = await world()
  const group = await build.group({ path: 'gone', members: { [users.olga.id]: 50 } })
  const project = await build.project({ path: 'too', parent: group })
  await deletingAtOnce(db)
  expect(await as('olga').reply(deleteGroup, { id: group.id, fullPath: 'gonne' })).toMatchObject({ status: 400 })
  expect(await as('olga').reply(deleteGroup, { id: group.id, fullPath: 'gone' })).toMatchObject({
    status: 202,
    body: { message: '202 Accepted' },
  })
  await expect(as('olga').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  await as('olga').call(createGroup, { name: 'Gone', path: 'gone' })
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'namespace.deleted')
    .executeTakeFirst()
  expect(event?.payload).toMatchObject({ namespaceId: group.id, projectIds: [project.id] })
})

test('a big project goes out of sight at once and by a job from the database', async () => {
  const { as, build, users, db, deliver } = await world()
  const group = await build.group({ path: 'vast', members: { [users.olga.id]: 50 } })
  const project = await build.project({ path: 'sea', parent: group })
  await sql`insert into issuables (namespace_id, type, iid, title, author_id)
    select ${project.id}, 'issue', i, 'Drop', ${users.olga.id} from generate_series(1, 2100) i`.execute(db)
  await deletingAtOnce(db)
  await as('olga').call(deleteProject, { id: project.id })
  await expect(as('olga').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
  await as('olga').call(createProject, { name: 'Sea', namespaceId: group.id })
  await deliver()
  expect(await db.selectFrom('namespaces').select('id').where('id', '=', project.id).execute()).toEqual([])
})

test('a star counts once, and comes off once', async () => {
  const { as, project } = await world()
  await expect(as('gus').call(starProject, { id: project.id })).resolves.toMatchObject({ starCount: 1 })
  expect(await as('gus').reply(starProject, { id: project.id })).toMatchObject({ status: 304, body: null })
  await expect(as('rita').call(starProject, { id: project.id })).resolves.toMatchObject({ starCount: 2 })
  const starrers = await as('gus').call(listStarrers, { id: project.id, search: 'rit' })
  expect(starrers.map(each => each.user.username)).toEqual(['rita'])
  await expect(as('gus').call(listProjects, { starred: true })).resolves.toHaveLength(1)
  await expect(as('gus').call(unstarProject, { id: project.id })).resolves.toMatchObject({ starCount: 1 })
  expect(await as('gus').reply(unstarProject, { id: project.id })).toMatchObject({ status: 304 })
})

test('settings come back as they were set, old names too', async () => {
  const { as, project } = await world()
  const changed = await as('mina').call(updateProject, {
    id: project.id,
    description: 'Warp & weft',
    issuesEnabled: false,
    mergeRequestsAccessLevel: 'private',
    environmentsAccessLevel: 'private',
    releasesAccessLevel: 'disabled',
    mergeMethod: 'ff',
    squashOption: 'always',
    removeSourceBranchAfterMerge: false,
    allowMergeOnSkippedPipeline: true,
    issueBranchTemplate: '%{id}-%{title}',
    topics: [],
  })
  expect(changed).toMatchObject({
    description: 'Warp & weft',
    issuesEnabled: false,
    issuesAccessLevel: 'disabled',
    openIssuesCount: null,
    mergeRequestsAccessLevel: 'private',
    mergeRequestsEnabled: true,
    environmentsAccessLevel: 'private',
    releasesAccessLevel: 'disabled',
    featureFlagsAccessLevel: 'enabled',
    mergeMethod: 'ff',
    squashOption: 'always',
    removeSourceBranchAfterMerge: false,
    allowMergeOnSkippedPipeline: true,
    issueBranchTemplate: '%{id}-%{title}',
  })
  await expect(as('mina').call(updateProject, { id: project.id, description: null })).resolves.toMatchObject({
    description: null,
  })
})

test('lists page by number and by key, in one statement whatever they hold', async () => {
  const { as, build, users, statements } = await world()
  const group = await build.group({ path: 'many', members: { [users.olga.id]: 50 } })
  const ids: number[] = []
  for (let i = 0; i < 5; i += 1) ids.push((await build.project({ path: `p${i}`, parent: group })).id)
  const first = await as('olga').reply(listGroupProjects, { id: 'many', perPage: 2, orderBy: 'id', sort: 'asc' })
  expect(first.headers).toMatchObject({ 'x-total': '5', 'x-total-pages': '3', 'x-next-page': '2' })
  const seen: number[] = []
  let after = 0
  for (let turn = 0; turn < 4; turn += 1) {
    const page = await as('olga').reply(listProjects, {
      pagination: 'keyset',
      orderBy: 'id',
      sort: 'asc',
      perPage: 2,
      membership: true,
      idAfter: after,
      search: 'many/',
      searchNamespaces: true,
    })
    const found = (page.body as { id: number }[]).map(each => each.id)
    seen.push(...found)
    after = found.at(-1) ?? after
    const link = page.headers.link ?? ''
    if (!link.includes('rel="next"')) break
    expect(link).toContain(`id_after=${after}`)
  }
  expect(seen).toEqual(ids)
  await expect(statements(() => as('olga').call(listProjects, { perPage: 100 }))).resolves.toBe(1)
  await expect(statements(() => as('olga').call(listGroups, { perPage: 100 }))).resolves.toBe(1)
})

test('UI-012 groups are found by name, paged, filtered by level', async () => {
  const { as, build, users } = await world()
  await build.group({ path: 'weavers', visibility: 'public' })
  const own = await build.group({ path: 'weaving', members: { [users.nina.id]: 30 } })
  await build.group({ path: 'weaved' })
  const names = async (filters: object) =>
    (await as('nina').call(listGroups, { search: 'weav', perPage: 20, ...filters })).map(group => group.path)
  await expect(names({})).resolves.toEqual(['weavers', 'weaving'])
  await expect(names({ allAvailable: false })).resolves.toEqual(['weaving'])
  await expect(names({ minAccessLevel: 30 })).resolves.toEqual(['weaving'])
  await expect(names({ minAccessLevel: 40 })).resolves.toEqual([])
  await expect(names({ skipGroups: [own.id] })).resolves.toEqual(['weavers'])
  await expect(names({ orderBy: 'id', sort: 'desc' })).resolves.toEqual(['weaving', 'weavers'])
})

test('the people and the groups of a project', async () => {
  const { as, project } = await world()
  const people = await as('gus').call(listProjectUsers, { id: project.id, search: 'ri' })
  expect(people.map(user => user.username)).toEqual(['rita'])
  await expect(as('gus').call(listProjectGroups, { id: project.id })).resolves.toEqual([
    expect.objectContaining({ fullPath: 'weft' }),
  ])
})

test('PLATFORM-011 what nothing here would do is refused with a sentence, not passed over', async () => {
  const { as, project } = await world()
  for (const wish of [
    { importUrl: 'https://example.com/a.git' },
    { templateName: 'rails' },
    { templateProjectId: 3 },
  ]) {
    const [name = ''] = Object.keys(wish).map(each => each.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    const refusal = { status: 400, body: { message: { [name]: [expect.stringContaining('is not supported')] } } }
    expect(await as('olga').reply(createProject, { name: 'Shuttle', ...wish })).toMatchObject(refusal)
    expect(await as('olga').reply(updateProject, { id: project.id, ...wish })).toMatchObject(refusal)
  }
  expect((await as('olga').reply(createProject, { name: 'Shuttle', importUrl: '' })).status).toBe(201)
})

test('PLATFORM-011 a project does not claim Git LFS, and a group tells how default branches are protected', async () => {
  const { as, group, project } = await world()
  expect(await as('root').call(updateProject, { id: project.id, lfsEnabled: true })).toMatchObject({
    lfsEnabled: false,
  })
  const shown = () => as('root').call(getGroup, { id: group.id })
  expect(await shown()).toMatchObject({
    lfsEnabled: false,
    defaultBranchProtection: 2,
    defaultBranchProtectionDefaults: { allowForcePush: false, allowedToPush: [{ accessLevel: 40 }] },
  })
  const make = async (name: string) => {
    const { id } = await as('root').call(createProject, { name, namespaceId: group.id })
    return (await as('root').call(listProtectedBranches, { id })).map(rule => rule.name)
  }
  expect(await make('Warp')).toEqual(['main'])
  await as('root').call(updateGroup, { id: group.id, defaultBranchProtection: 0 })
  expect((await shown()).defaultBranchProtectionDefaults).toMatchObject({ allowForcePush: true })
  const below = await as('root').call(createGroup, { name: 'Below', path: 'below', parentId: group.id })
  expect(below.defaultBranchProtection).toBe(0)
  expect(await make('Weft')).toEqual([])
  const refused = await as('root').reply(updateGroup, { id: group.id, defaultBranchProtection: 4 })
  expect(refused).toMatchObject({ status: 400, body: { message: { default_branch_protection: [expect.any(String)] } } })
})

test('PLATFORM-011 administrators order projects by size, and everybody filters them by language', async () => {
  const { as, build, db, users } = await world()
  const group = await build.group({ path: 'sized', members: { [users.olga.id]: 50 } })
  const place = { id: group.id, includeSubgroups: true }
  for (const [path, size, languages] of [
    ['big', 3000, ['TypeScript', 'CSS']],
    ['small', 1000, ['Go']],
  ] as const) {
    const made = await build.project({ path, parent: group })
    await db.updateTable('projects').set({ repositorySizeBytes: size, languages }).where('id', '=', made.id).execute()
  }
  const paths = async (who: 'root' | 'olga', input: object) =>
    (await as(who).call(listGroupProjects, { ...place, ...input }))
      .map(each => each.path)
      .filter(path => path !== 'loom')
  for (const orderBy of ['repository_size', 'storage_size'] as const) {
    expect(await paths('root', { orderBy, sort: 'desc' })).toEqual(['big', 'small'])
    expect(await paths('root', { orderBy, sort: 'asc' })).toEqual(['small', 'big'])
  }
  expect((await as('olga').reply(listGroupProjects, { ...place, orderBy: 'wiki_size' })).status).toBe(200)
  expect(await paths('olga', { withProgrammingLanguage: 'typescript' })).toEqual(['big'])
  expect(await paths('olga', { withProgrammingLanguage: 'cobol' })).toEqual([])
})
