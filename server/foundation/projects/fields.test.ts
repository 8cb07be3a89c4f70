import { expect, test } from 'vitest'
import { createTopic } from '#contract/foundation/project-topics.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const places = `{
  project(fullPath: "weft/loom") {
    id name nameWithNamespace fullPath visibility webUrl group { fullPath } namespace { fullPath }
    userPermissions { createIssue adminProject pushCode readProject } maxAccessLevel { integerValue stringValue }
    repository { rootRef empty } statistics { commitCount storageSize }
    labels(includeAncestorGroups: true) { count nodes { title } } label(title: "here") { title }
    milestones(includeAncestors: true) { nodes { title stats { totalIssuesCount } } }
    projectMembers(search: "da") { nodes { accessLevel { stringValue } user { username } } }
    autocompleteUsers(search: "da") { username }
  }
  projects { nodes { fullPath } }
  groups { nodes { fullPath projects { nodes { fullPath } } } }
  namespace(fullPath: "weft") { fullPath }
  group(fullPath: "weft") { fullPath projectsCount issues(includeSubgroups: false) { count } }
}`

test('ASSIGN-031 MILE-018 LABEL-031 a project with its people, labels and milestones', async () => {
  const { as, build, group } = await world()
  await build.label({ title: 'here' })
  await build.label({ title: 'above', namespaceId: group.id })
  const milestone = await build.milestone({ title: 'First' })
  await build.issue({ milestoneId: milestone.id })
  const { data, errors } = await askGraphql(as('mina').ctx, places)
  expect(errors).toEqual([])
  expect(data.project).toMatchObject({
    fullPath: 'weft/loom',
    nameWithNamespace: 'Weft / Loom',
    visibility: 'private',
    webUrl: 'http://weft.test/weft/loom',
    group: { fullPath: 'weft' },
    namespace: { fullPath: 'weft' },
    userPermissions: { createIssue: true, adminProject: true, pushCode: true, readProject: true },
    maxAccessLevel: { integerValue: 40, stringValue: 'MAINTAINER' },
    repository: { rootRef: null, empty: true },
    statistics: { commitCount: 0, storageSize: 0 },
    labels: { count: 2, nodes: [{ title: 'above' }, { title: 'here' }] },
    label: { title: 'here' },
    milestones: { nodes: [{ title: 'First', stats: { totalIssuesCount: 1 } }] },
    projectMembers: { nodes: [{ accessLevel: { stringValue: 'DEVELOPER' }, user: { username: 'dan' } }] },
    autocompleteUsers: [{ username: 'dan' }],
  })
  expect(data.projects.nodes).toEqual([{ fullPath: 'weft/loom' }])
  expect(data.groups.nodes).toEqual([{ fullPath: 'weft', projects: { nodes: [{ fullPath: 'weft/loom' }] } }])
  expect(data.group).toEqual({ fullPath: 'weft', projectsCount: 1, issues: { count: 1 } })
})

test.each<Member | 'anon'>(['nina', 'anon'])('PERM-003 %s does not know the private group and project', async who => {
  const { as } = await world()
  const { data, errors } = await askGraphql(as(who).ctx, places)
  expect(errors).toEqual([])
  expect(data).toEqual({ project: null, projects: { nodes: [] }, groups: { nodes: [] }, namespace: null, group: null })
})

test('a guest sees neither code nor sizes of a private project', async () => {
  const { as } = await world()
  const { data } = await askGraphql(as('gus').ctx, places)
  expect(data.project).toMatchObject({ repository: null, statistics: null, userPermissions: { adminProject: false } })
})

test('LABEL-032 a new label, one that is there, and who may not make one', async () => {
  const { as } = await world()
  const create = (who: Member, title: string) =>
    askGraphql(
      as(who).ctx,
      `mutation { labelCreate(input: { projectPath: "weft/loom", title: "${title}", color: "#fff" }) { errors label { title color textColor } } }`,
    )
  expect((await create('rita', 'fresh')).data.labelCreate).toMatchObject({
    errors: [],
    label: { title: 'fresh', color: '#ffffff' },
  })
  expect((await create('rita', 'fresh')).data.labelCreate).toEqual({ errors: ['Label already exists'], label: null })
  expect((await create('gus', 'mine')).data.labelCreate).toBeNull()
})

test('users by name, one by username, oneself; not everybody for who is signed out', async () => {
  const { as, users } = await world()
  const query = `{ users(search: "rit") { nodes { username } } all: users(first: 3) { nodes { username } } user(username: "rita") { id name state publicEmail bot }
    named: users(usernames: ["dan"]) { nodes { username } } currentUser { username status { message } } metadata { version } }`
  const signedIn = await askGraphql(as('gus').ctx, query)
  expect(signedIn.errors).toEqual([])
  expect(signedIn.data).toMatchObject({
    users: { nodes: [{ username: 'rita' }] },
    user: { id: `gid://gitlab/User/${users.rita.id}`, name: 'Rita', state: 'active', bot: false },
    named: { nodes: [{ username: 'dan' }] },
    currentUser: { username: 'gus', status: null },
  })
  expect(signedIn.data.metadata.version).toMatch(/^\d+\.\d+/)
  const signedOut = await askGraphql(as('anon').ctx, query)
  expect(signedOut.data).toMatchObject({ all: { nodes: [] }, currentUser: null, metadata: null })
})

test('what only oneself may read of a user stays so', async () => {
  const { as } = await world()
  const query = '{ user(username: "rita") { commitEmail lastActivityOn } }'
  expect((await askGraphql(as('gus').ctx, query)).data.user).toEqual({ commitEmail: null, lastActivityOn: null })
  expect((await askGraphql(as('rita').ctx, query)).data.user.commitEmail).toBe('rita@weft.test')
})

test('PLATFORM-011 a star is given and taken back, and what is so already stays so', async () => {
  const { as, project } = await world()
  const star = async (who: Member, starred: boolean) =>
    (
      await askGraphql(
        as(who).ctx,
        `mutation { starProject(input: { projectId: "gid://gitlab/Project/${project.id}", starred: ${starred} }) { count errors } }`,
      )
    ).data.starProject
  expect(await star('gus', true)).toEqual({ count: '1', errors: [] })
  expect(await star('dan', true)).toEqual({ count: '2', errors: [] })
  expect(await star('dan', true)).toEqual({ count: '2', errors: [] })
  expect(await star('dan', false)).toEqual({ count: '1', errors: [] })
  expect(await star('nina', true)).toBeNull()
})

test('PERM-003 the namespace of a project has its work items and no projects, and is shown to those who can read the project', async () => {
  const { as, build } = await world()
  await build.issue({ title: 'Weave' })
  const query = `{ namespace(fullPath: "Weft/Loom") { id fullPath rootNamespace { fullPath } userPermissions { createProjects }
    workItemTypes(name: TASK) { nodes { name } } workItems(search: "Weave") { nodes { title } } workItem(iid: "1") { title } projects { count } } }`
  const { data, errors } = await askGraphql(as('gus').ctx, query)
  expect(errors).toEqual([])
  expect(data.namespace).toEqual({
    id: expect.stringMatching(/^gid:\/\/gitlab\/Namespaces::ProjectNamespace\/\d+$/),
    fullPath: 'weft/loom',
    rootNamespace: { fullPath: 'weft' },
    userPermissions: { createProjects: false },
    workItemTypes: { nodes: [{ name: 'Task' }] },
    workItems: { nodes: [{ title: 'Weave' }] },
    workItem: { title: 'Weave' },
    projects: { count: 0 },
  })
  expect((await askGraphql(as('nina').ctx, query)).data.namespace).toBeNull()
})

test('PLATFORM-011 lists of projects, groups, members and users are filtered by each argument', async () => {
  const { as, build, db, group, project, users } = await world()
  const below = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const bot = await build.user({ username: 'shuttle' })
  await db.updateTable('users').set({ isBot: true }).where('id', '=', bot.id).execute()
  await build.member({ at: project.id, userId: bot.id, level: 30 })
  const ask = async (query: string, who: Member = 'olga') => {
    const { data, errors } = await askGraphql(as(who).ctx, `{ ${query} }`)
    expect(errors).toEqual([])
    return JSON.stringify(data).match(/(?<=":")[a-z0-9/-]+(?=")/g) ?? []
  }
  const loom = ['weft/loom']
  await db
    .updateTable('projects')
    .set({ languages: ['Go'] })
    .where('id', '=', project.id)
    .execute()
  expect(await ask('projects(programmingLanguageName: "go") { nodes { fullPath } }')).toEqual(loom)
  expect(await ask('projects(programmingLanguageName: "ruby") { nodes { fullPath } }')).toEqual([])
  expect(await ask('projects(personal: true) { nodes { fullPath } }')).toEqual([])
  expect(await ask('projects(archived: ONLY) { nodes { fullPath } }')).toEqual([])
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', project.id).execute()
  expect(await ask('projects(archived: ONLY) { nodes { fullPath } }')).toEqual(loom)
  expect(await ask('projects(archived: EXCLUDE) { nodes { fullPath } }')).toEqual([])
  expect(await ask('group(fullPath: "weft") { projects(archivedOnly: true) { nodes { fullPath } } }')).toEqual(loom)
  const inBelow = `group(fullPath: "${below.fullPath}")`
  expect(await ask(`${inBelow} { projects(includeSiblingProjects: true) { nodes { fullPath } } }`)).toEqual(loom)
  expect(await ask(`${inBelow} { projects { nodes { fullPath } } }`)).toEqual([])
  await db.updateTable('namespaces').set({ markedForDeletionOn: '2026-03-01' }).where('id', '=', project.id).execute()
  expect(await ask('projects(aimedForDeletion: true) { nodes { fullPath } }')).toEqual(loom)
  expect(await ask('projects(markedForDeletionOn: "2026-03-01") { nodes { fullPath } }')).toEqual(loom)
  expect(await ask('projects(notAimedForDeletion: true) { nodes { fullPath } }')).toEqual([])
  const descendants = (args: string) =>
    ask(`group(fullPath: "weft") { descendantGroups(${args}) { nodes { fullPath } } }`)
  expect(await descendants(`ids: ["${below.id}"], sort: NAME_DESC`)).toEqual([below.fullPath])
  expect(await descendants('archived: true')).toEqual([])
  const members = (args: string) =>
    ask(`project(fullPath: "weft/loom") { projectMembers(${args}) { nodes { user { username } } } }`)
  expect(await members('userTypes: [PROJECT_BOT]')).toEqual(['shuttle'])
  expect(await members(`ids: ["gid://gitlab/User/${users.dan.id}"], userTypes: [HUMAN, GHOST]`)).toEqual(['dan'])
  expect(await ask('users(userTypes: [PROJECT_BOT]) { nodes { username } }')).toEqual(['shuttle'])
})

test.each<[Member, readonly string[]]>([
  ['mina', ['createMergeRequestFrom', 'createMergeRequestIn', 'importIssues', 'readMergeRequest', 'adminOperations']],
  ['dan', ['createMergeRequestFrom', 'createMergeRequestIn', 'importIssues', 'readMergeRequest']],
  ['rita', ['createMergeRequestIn', 'readMergeRequest']],
  ['gus', []],
])('PERM-002 %s is told what they may do in a project: %j', async (who, expected) => {
  const { as } = await world()
  const names = 'createMergeRequestFrom createMergeRequestIn importIssues readMergeRequest adminOperations'
  const { data } = await askGraphql(as(who).ctx, `{ project(fullPath: "weft/loom") { userPermissions { ${names} } } }`)
  expect(names.split(' ').filter(name => data.project.userPermissions[name])).toEqual(expected)
})

test('PERM-002 only an owner renames a group over GraphQL, and an invalid path is refused with its error', async () => {
  const { as, build, group, users } = await world()
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const update = async (who: Member, input: string) =>
    (
      await askGraphql(
        as(who).ctx,
        `mutation { groupUpdate(input: { fullPath: "weft", ${input} }) { errors group { name fullPath visibility } } }`,
      )
    ).data.groupUpdate
  const renamed = { name: 'Weavers', fullPath: 'weft', visibility: 'public' }
  expect(await update('olga', 'name: "Weavers", visibility: public')).toEqual({ errors: [], group: renamed })
  expect(await update('olga', 'path: "-/-"')).toMatchObject({ errors: [expect.stringContaining('Path')], group: null })
  expect(await update('mina', 'name: "Mine"')).toBeNull()
})

test('PLATFORM-011 GraphQL shows the topics that the reader can see, has all feature flags off, and echoes messages', async () => {
  const { as } = await world()
  await as('root').call(createTopic, { name: 'cloth', title: 'Cloth', description: '**Woven**' })
  await as('mina').call(updateProject, { id: 'weft/loom', topics: ['secret'] })
  const query = `{ topics(search: "") { nodes { name title descriptionHtml } } featureFlagEnabled(name: "x")
    metadata { featureFlags(names: ["x"]) { name enabled } } }`
  const ask = async (who: Member) => (await askGraphql(as(who).ctx, query)).data
  const names = async (who: Member) => (await ask(who)).topics.nodes.map((each: { name: string }) => each.name)
  expect(await names('rita')).toEqual(['secret', 'cloth'])
  expect(await names('nina')).toEqual(['cloth'])
  expect(await ask('rita')).toMatchObject({
    topics: {
      nodes: expect.arrayContaining([
        { name: 'cloth', title: 'Cloth', descriptionHtml: expect.stringContaining('<strong>') },
      ]),
    },
    featureFlagEnabled: false,
    metadata: { featureFlags: [{ name: 'x', enabled: false }] },
  })
  const echo = async (input: string) =>
    (await askGraphql(as('rita').ctx, `mutation { echoCreate(input: { ${input} }) { echoes errors } }`)).data.echoCreate
  expect(await echo('messages: ["one", "two"]')).toEqual({ echoes: ['one', 'two'], errors: [] })
  expect(await echo('errors: ["oops"]')).toEqual({ echoes: null, errors: ['oops'] })
})

test('PLATFORM-011 the projects of 4 groups are read by as many statements as those of 2', async () => {
  const { as, build, statements } = await world()
  const query = '{ groups { nodes { fullPath projects { nodes { fullPath } } descendantGroups { nodes { name } } } } }'
  const cost = () => statements(() => askGraphql(as('root').ctx, query))
  await build.group()
  const few = await cost()
  await build.group()
  await build.group()
  expect(await cost()).toBe(few)
})
