import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSshKey } from '#contract/foundation/keys.ts'
import {
  dashboardPage,
  explorePage,
  getNamespace,
  groupPage,
  listNamespaces,
  namespaceExists,
  namespacePage,
  newGroupPage,
  newProjectPage,
  resolvePath,
  searchPlaces,
} from '#contract/foundation/namespaces.ts'
import { starProject, updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { sshKeys } from '#test/world/public-keys.ts'
import { world } from '#test/world/world.ts'

test('the home of a project tells what it is, what the viewer may do, and what stands above it', async () => {
  const { as, group, project, statements } = await world()
  const home = await as('gus').call(namespacePage, { namespace: 'WEFT/loom' })
  expect(home).toMatchObject({
    kind: 'project',
    project: {
      id: project.id,
      ancestorIds: [group.id],
      fullPath: 'weft/loom',
      httpUrlToRepo: 'http://weft.test/weft/loom.git',
      isEmpty: true,
      defaultBranch: 'main',
      accessLevel: 10,
      openIssuesCount: 0,
      isStarred: false,
      ancestors: [{ kind: 'group', fullPath: 'weft', webUrl: 'http://weft.test/groups/weft' }],
      permissions: { canStar: true, canAdmin: false, canReadCode: false, canReadIssues: true, canCreateIssue: true },
    },
  })
  await expect(statements(() => as('gus').call(namespacePage, { namespace: project.fullPath }))).resolves.toBe(3)
})

test('UI-015 the home of a project asks whoever could push over SSH for a key, until there is one', async () => {
  const { as } = await world({ settings: { SSH_PORT: '2222' } })
  const asked = (who: 'dan' | 'rita') => as(who).call(namespacePage, { namespace: 'weft/loom' })
  expect(await asked('dan')).toMatchObject({ project: { needsSshKey: true } })
  expect(await asked('rita')).toMatchObject({ project: { needsSshKey: false } })
  await as('dan').call(createSshKey, { title: 'Loom', key: sshKeys.ed25519 })
  expect(await asked('dan')).toMatchObject({ project: { needsSshKey: false } })
})

test('nobody is asked for an SSH key where the server has no SSH port', async () => {
  const { as } = await world()
  await expect(as('dan').call(namespacePage, { namespace: 'weft/loom' })).resolves.toMatchObject({
    project: { needsSshKey: false, permissions: { canPushCode: true } },
  })
})

test('PERM-003 the home of a private project or group does not exist for strangers', async () => {
  const { as } = await world()
  for (const who of ['nina', 'anon'] as const) {
    for (const namespace of ['weft/loom', 'weft', 'nothing/here'])
      await expect(as(who).call(namespacePage, { namespace })).rejects.toMatchObject({ kind: 'not_found' })
  }
  await expect(as('gus').call(namespacePage, { namespace: 'weft' })).resolves.toMatchObject({ kind: 'group' })
})

test('the count of open issues tells guests nothing of confidential ones', async () => {
  const { as, db, project, users } = await world()
  await sql`insert into issuables (namespace_id, type, iid, title, author_id, confidential)
    values (${project.id}, 'issue', 1, 'Open', ${users.olga.id}, false), (${project.id}, 'issue', 2, 'Secret', ${users.olga.id}, true)`.execute(
    db,
  )
  await expect(as('gus').call(namespacePage, { namespace: 'weft/loom' })).resolves.toMatchObject({
    project: { openIssuesCount: 1 },
  })
  await expect(as('rita').call(namespacePage, { namespace: 'weft/loom' })).resolves.toMatchObject({
    project: { openIssuesCount: 2 },
  })
})

test('the home of a group lists what is directly below, and with a search everything below, as far as the viewer may see', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'mill', visibility: 'public', members: { [users.olga.id]: 50 } })
  const sub = await build.group({ path: 'hall', visibility: 'public', parent: group })
  await build.project({ path: 'engine', visibility: 'public', parent: sub })
  await build.project({ path: 'entry', visibility: 'public', parent: group })
  await build.project({ path: 'hidden', parent: group })
  const shown = async (who: 'olga' | 'anon', input: object = {}) => {
    const { group: home } = await as(who).call(groupPage, { namespace: 'mill', ...input })
    return [...home.groups, ...home.projects].map(card => card.fullPath)
  }
  await expect(shown('olga')).resolves.toEqual(['mill/hall', 'mill/entry', 'mill/hidden'])
  await expect(shown('anon')).resolves.toEqual(['mill/hall', 'mill/entry'])
  await expect(shown('anon', { search: 'en' })).resolves.toEqual(['mill/hall/engine', 'mill/entry'])
  await expect(as('anon').call(groupPage, { namespace: 'mill', perPage: 1 })).resolves.toMatchObject({
    group: { hasNext: true },
  })
})

test('a user’s page shows the profile unless it is private, and the projects the viewer may see', async () => {
  const { as, build, db, users } = await world()
  const own = await db
    .selectFrom('namespaces')
    .select(['id', 'fullPath', 'fullName', 'ancestorIds'])
    .where('ownerId', '=', users.nina.id)
    .executeTakeFirstOrThrow()
    .then(row => ({ ...row, ancestorIds: [...row.ancestorIds] }))
  await build.project({ path: 'shown', visibility: 'public', parent: own })
  await build.project({ path: 'kept', parent: own, members: {} })
  await db
    .updateTable('users')
    .set({ bio: 'Weaves', statusMessage: 'Away', statusAvailability: 'busy' })
    .where('id', '=', users.nina.id)
    .execute()
  const page = await as('anon').call(namespacePage, { namespace: 'nina' })
  expect(page).toMatchObject({
    kind: 'user',
    user: {
      username: 'nina',
      isSelf: false,
      profile: { bio: 'Weaves' },
      status: { message: 'Away', availability: 'busy' },
      projects: [{ fullPath: 'nina/shown' }],
    },
  })
  await db.updateTable('users').set({ privateProfile: true }).where('id', '=', users.nina.id).execute()
  await expect(as('gus').call(namespacePage, { namespace: 'nina' })).resolves.toMatchObject({ user: { profile: null } })
  const self = await as('nina').call(namespacePage, { namespace: 'nina' })
  expect(self).toMatchObject({ user: { profile: { bio: 'Weaves' }, isSelf: true } })
  expect('user' in self && self.user.projects.length).toBe(2)
})

test('a former path leads to the page of today', async () => {
  const { as, project } = await world()
  await as('mina').call(updateProject, { id: project.id, path: 'heddle' })
  expect(await as('gus').reply(namespacePage, { namespace: 'weft/loom' })).toMatchObject({ status: 301 })
  await expect(as('gus').call(resolvePath, { path: 'weft/loom' })).resolves.toEqual({
    id: project.id,
    kind: 'project',
    fullPath: 'weft/heddle',
  })
  await expect(as('nina').call(resolvePath, { path: 'weft/loom' })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as('gus').call(resolvePath, { path: 'weft' })).resolves.toMatchObject({ kind: 'group' })
})

test('the dashboard holds my projects, the starred ones and my groups, in one statement', async () => {
  const { as, build, project, statements, users } = await world()
  const open = await build.project({
    path: 'open',
    visibility: 'public',
    parent: await build.group({ visibility: 'public' }),
  })
  await build.group({ path: 'mine', members: { [users.gus.id]: 20 } })
  await as('gus').call(starProject, { id: open.id })
  const page = await as('gus').call(dashboardPage, {})
  expect(page.projects.map(card => card.id)).toEqual([project.id])
  expect(page.starred).toMatchObject([{ id: open.id, isStarred: true, starCount: 1 }])
  expect(page.groups.map(card => card.fullPath)).toEqual(['mine'])
  await expect(statements(() => as('gus').call(dashboardPage, {}))).resolves.toBe(1)
  await expect(as('anon').call(dashboardPage, {})).resolves.toEqual({
    projects: [],
    hasNext: false,
    starred: [],
    groups: [],
    pending: [],
  })
})

test('explore shows what everybody may see', async () => {
  const { as, build } = await world()
  const group = await build.group({ visibility: 'public' })
  await build.project({ path: 'lacework', visibility: 'public', parent: group })
  await build.project({ path: 'lacehidden', parent: group })
  const page = await as('anon').call(explorePage, { search: 'lace', sort: 'name' })
  expect(page.projects.map(card => card.name)).toEqual(['lacework'])
  await expect(as('root').call(explorePage, { search: 'lace' })).resolves.toMatchObject({ projects: [{}, {}] })
})

test('the quick switcher finds projects, groups and people, the likest first, and nothing hidden', async () => {
  const { as, build } = await world()
  const group = await build.group({ path: 'gusset', visibility: 'public' })
  await build.project({ path: 'gus', visibility: 'public', parent: group })
  await build.project({ path: 'gusto', parent: group })
  const found = await as('nina').call(searchPlaces, { q: 'gus' })
  expect(found.projects.map(each => each.fullPath)).toEqual(['gusset/gus'])
  expect(found.groups.map(each => each.fullPath)).toEqual(['gusset'])
  expect(found.users.map(each => each.fullPath)).toEqual(['gus'])
  await expect(as('gus').call(searchPlaces, {})).resolves.toMatchObject({
    projects: [{ fullPath: 'weft/loom' }],
    users: [],
  })
  await expect(as('nina').call(searchPlaces, { q: '%' })).resolves.toEqual({ projects: [], groups: [], users: [] })
})

test('the pages for new projects and groups offer the places where one may create', async () => {
  const { as, build, users } = await world()
  const dev = await build.group({ path: 'dev', members: { [users.nina.id]: 30 } })
  await build.group({ path: 'rep', members: { [users.nina.id]: 20 } })
  const top = await build.group({ path: 'top', members: { [users.nina.id]: 40 } })
  const { namespaces } = await as('nina').call(newProjectPage, {})
  expect(namespaces.map(each => each.fullPath)).toEqual(['nina', 'dev', 'top'])
  const chosen = await as('nina').call(newProjectPage, { namespaceId: dev.id })
  expect(chosen.namespaces[0]?.fullPath).toBe('dev')
  await expect(as('nina').call(newGroupPage, {})).resolves.toMatchObject({
    parents: [{ id: top.id }],
    canCreateAtTop: true,
    defaultVisibility: 'private',
  })
  await as('root').call(updateApplicationSettings, {
    defaultProjectVisibility: 'internal',
    defaultGroupVisibility: 'public',
  })
  await expect(as('nina').call(newProjectPage, {})).resolves.toMatchObject({ defaultVisibility: 'internal' })
  await expect(as('nina').call(newGroupPage, {})).resolves.toMatchObject({ defaultVisibility: 'public' })
})

test('UI-011 places to choose from come twenty at a time, by search too', async () => {
  const { as, build, users } = await world()
  for (let count = 10; count < 35; count++)
    await build.group({ path: `team-${count}`, members: { [users.nina.id]: 50 } })
  const paths = async (input: object) => {
    const { namespaces, hasNext } = await as('nina').call(newProjectPage, input)
    return { paths: namespaces.map(each => each.fullPath), hasNext }
  }
  const first = await paths({})
  expect([first.paths.length, first.hasNext]).toEqual([20, true])
  const second = await paths({ page: 2 })
  expect([second.paths.length, second.hasNext]).toEqual([6, false])
  expect(new Set([...first.paths, ...second.paths]).size).toBe(26)
  expect(await paths({ search: 'team-2' })).toEqual({
    paths: Array.from({ length: 10 }, (_, index) => `team-2${index}`),
    hasNext: false,
  })
  const parents = await as('nina').call(newGroupPage, { page: 2 })
  expect([parents.parents.length, parents.hasNext]).toEqual([5, false])
  expect(await paths({ page: 3 })).toEqual({ paths: [], hasNext: false })
})

test('namespaces by the API', async () => {
  const { as, group } = await world()
  const own = await as('nina').call(listNamespaces, {})
  expect(own).toMatchObject([{ kind: 'user', fullPath: 'nina', plan: 'default', projectsCount: 0 }])
  await expect(as('nina').call(getNamespace, { id: 'gus' })).resolves.toMatchObject({
    kind: 'user',
    id: expect.any(Number),
  })
  await expect(as('nina').call(getNamespace, { id: group.id })).rejects.toMatchObject({ kind: 'not_found' })
  await expect(as('root').call(listNamespaces, { search: 'wef', topLevelOnly: true })).resolves.toMatchObject([
    { kind: 'group', fullPath: 'weft' },
  ])
  await expect(as('nina').call(namespaceExists, { id: 'weft' })).resolves.toEqual({
    exists: true,
    suggests: ['weft1', 'weft2', 'weft3', 'weft4', 'weft5'],
  })
  await expect(as('nina').call(namespaceExists, { id: 'free' })).resolves.toEqual({ exists: false, suggests: [] })
})
