import { expect, test } from 'vitest'
import { getLabelsPage } from '#contract/plan/label-and-milestone-pages.ts'
import { readColor } from '#contract/plan/labels/color.ts'
import {
  createGroupLabel,
  createGroupLabelOption,
  createLabelOption,
  createProjectLabel,
  deleteProjectLabel,
  deleteProjectLabelByName,
  getProjectLabel,
  listGroupLabels,
  listLabelOptions,
  listProjectLabels,
  promoteLabel,
  subscribeToProjectLabel,
  unsubscribeFromProjectLabel,
  updateProjectLabel,
  updateProjectLabelByName,
} from '#contract/plan/labels/labels.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { scopeOf, textColorOn } from './label.ts'

test('LABEL-010, LABEL-014 a label is made, read by id and title, changed and deleted', async () => {
  const { as, project } = await world()
  const rita = as('rita')
  const made = await rita.call(createProjectLabel, {
    id: project.fullPath,
    name: ' bug ',
    color: 'Red',
    description: 'a <b>',
    priority: 2,
  })
  expect(made).toMatchObject({
    name: 'bug',
    color: '#ff0000',
    description: 'a <b>',
    descriptionHtml: 'a &lt;b&gt;',
    subscribed: false,
    priority: 2,
    isProjectLabel: true,
    archived: false,
  })
  expect(await rita.call(getProjectLabel, { id: project.id, labelId: 'bug' })).toEqual(made)
  expect(await rita.call(getProjectLabel, { id: project.id, labelId: made.id })).toEqual(made)
  const changed = await rita.call(updateProjectLabel, {
    id: project.id,
    labelId: made.id,
    newName: 'defect',
    color: '#fff',
    priority: null,
  })
  expect(changed).toMatchObject({ id: made.id, name: 'defect', color: '#ffffff', textColor: '#1F1E24', priority: null })
  const older = await rita.call(updateProjectLabelByName, { id: project.id, name: 'defect', newName: 'fault' })
  expect(older.name).toBe('fault')
  await rita.call(deleteProjectLabelByName, { id: project.id, name: 'fault' })
  await expect(rita.call(getProjectLabel, { id: project.id, labelId: made.id })).rejects.toMatchObject({
    body: { message: '404 Label Not Found' },
  })
})

test('LABEL-001 a search for labels begins with the one that is named exactly so', async () => {
  const { as, project, build } = await world()
  for (const title of ['a bit of zinnia', 'Zinnia', 'zinnia cloth']) await build.label({ title })
  const { data } = await askGraphql(
    as('gus').ctx,
    `{ project(fullPath: "${project.fullPath}") { labels(searchTerm: "zinnia") { nodes { title } } } }`,
  )
  expect(data.project.labels.nodes).toEqual(['Zinnia', 'a bit of zinnia', 'zinnia cloth'].map(title => ({ title })))
})

test.each<[Member, string]>([
  ['olga', 'ok'],
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
])('PERM-002 %s making and deleting a label: %s', async (who, outcome) => {
  const { as, project, build } = await world()
  const label = await build.label()
  await expect(outcomeOf(as(who).call(createProjectLabel, { id: project.id, name: 'x', color: '#000' }))).resolves.toBe(
    outcome,
  )
  await expect(outcomeOf(as(who).call(deleteProjectLabel, { id: project.id, labelId: label.id }))).resolves.toBe(
    outcome,
  )
})

test('a title is taken once in a project and its groups, and holds no comma', async () => {
  const { as, project, group, build } = await world()
  await build.label({ title: 'bug' })
  await build.label({ title: 'shared', namespaceId: group.id })
  const make = (name: string, color = '#000000') =>
    as('rita').reply(createProjectLabel, { id: project.id, name, color })
  expect(await make('bug')).toMatchObject({ status: 409, body: { message: 'Label already exists' } })
  expect(await make('shared')).toMatchObject({ status: 409 })
  expect(await make('a,b')).toMatchObject({ status: 400, body: { message: { title: ['is invalid'] } } })
  expect(await make('c', 'sky')).toMatchObject({
    status: 400,
    body: { message: { color: ['must be a valid color code'] } },
  })
})

test('a list holds the labels of the groups above, and counts the issues that the reader may know of', async () => {
  const { as, project, group, build } = await world()
  const bug = await build.label({ title: 'bug' })
  await build.label({ title: 'shared', namespaceId: group.id })
  await build.issue({ labelIds: [bug.id] })
  await build.issue({ labelIds: [bug.id], confidential: true })
  await build.issue({ labelIds: [bug.id], state: 'closed' })
  const counted = async (who: Member) =>
    (await as(who).call(listProjectLabels, { id: project.id, withCounts: true }))[0]
  expect(await counted('rita')).toMatchObject({ name: 'bug', openIssuesCount: 2, closedIssuesCount: 1 })
  expect(await counted('gus')).toMatchObject({ name: 'bug', openIssuesCount: 1, closedIssuesCount: 1 })
  const names = async (input: object) =>
    ((await as('rita').reply(listProjectLabels, { id: project.id, ...input })).body as { name: string }[]).map(
      label => label.name,
    )
  expect(await names({})).toEqual(['bug', 'shared'])
  expect(await names({ includeAncestorGroups: false })).toEqual(['bug'])
  expect(await names({ search: 'SHA' })).toEqual(['shared'])
  const inGroup = await as('rita').call(listGroupLabels, { id: group.id })
  expect(inGroup.map(label => label.name)).toEqual(['shared'])
  const page = await as('gus').call(getLabelsPage, { namespace: project.fullPath })
  expect(page).toMatchObject({
    permissions: { canAdminLabels: false },
    total: 2,
    labels: [{ name: 'bug', openIssuesCount: 1 }, { name: 'shared' }],
  })
})

test('a promoted label is the group’s, keeps its id and takes those of its title in', async () => {
  const { as, project, group, build, users, db } = await world()
  await db.insertInto('members').values({ namespaceId: group.id, userId: users.mina.id, accessLevel: 40 }).execute()
  const parent = await db.selectFrom('namespaces').selectAll().where('id', '=', group.id).executeTakeFirstOrThrow()
  const other = await build.project({
    parent: {
      id: parent.id,
      fullPath: parent.fullPath,
      fullName: parent.fullName,
      ancestorIds: [...parent.ancestorIds],
    },
  })
  const bug = await build.label({ title: 'bug' })
  const twin = await build.label({ title: 'bug', namespaceId: other.id })
  const issue = await build.issue({ projectId: other.id, labelIds: [twin.id] })
  await expect(as('rita').call(promoteLabel, { id: project.id, labelId: bug.id })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  expect(await as('mina').call(promoteLabel, { id: project.id, labelId: bug.id })).toMatchObject({
    id: bug.id,
    name: 'bug',
  })
  const worn = await db.selectFrom('issuableLabels').select('labelId').where('issuableId', '=', issue.id).execute()
  expect(worn).toEqual([{ labelId: bug.id }])
  const left = await db.selectFrom('labels').select(['id', 'namespaceId']).where('title', '=', 'bug').execute()
  expect(left).toEqual([{ id: bug.id, namespaceId: group.id }])
})

test('subscribing to a label, and twice the same', async () => {
  const { as, project, build } = await world()
  const label = { id: project.id, labelId: (await build.label()).id }
  expect(await as('gus').call(subscribeToProjectLabel, label)).toMatchObject({ subscribed: true })
  await expect(as('gus').call(subscribeToProjectLabel, label)).rejects.toMatchObject({ status: 304 })
  expect(await as('gus').call(unsubscribeFromProjectLabel, label)).toMatchObject({ subscribed: false })
  await expect(as('gus').call(unsubscribeFromProjectLabel, label)).rejects.toMatchObject({ status: 304 })
})

test('LABEL-012 LABEL-013 LABEL-014 the browser’s lists, and labels made in a sidebar', async () => {
  const { as, project, group, users, db } = await world()
  await db.insertInto('members').values({ namespaceId: group.id, userId: users.rita.id, accessLevel: 20 }).execute()
  const rita = as('rita')
  const own = await rita.call(createLabelOption, {
    namespace: project.fullPath,
    label: { title: 'bug', color: '#330066' },
  })
  expect(own).toMatchObject({ title: 'bug', color: '#330066', textColor: '#FFFFFF', type: 'ProjectLabel' })
  const shared = await rita.call(createGroupLabelOption, {
    namespace: group.fullPath,
    label: { title: 'shared', color: '#fff' },
  })
  expect(await rita.call(listLabelOptions, { namespace: project.fullPath })).toEqual([own, shared])
  expect(await rita.reply(createLabelOption, { namespace: project.fullPath, label: { color: '#fff' } })).toMatchObject({
    status: 400,
    body: { message: { title: ["can't be blank"] } },
  })
  await expect(as('gus').call(createGroupLabel, { id: group.id, name: 'x', color: '#000' })).rejects.toMatchObject({
    status: 403,
  })
})

test.each([
  ['#abc', '#aabbcc'],
  ['#A1B2C3', '#a1b2c3'],
  ['rgb(255, 0, 16)', '#ff0010'],
  ['rgba(255, 0, 16, 0.5)', '#ff0010'],
  ['RGB(255 0 16 / 50%)', '#ff0010'],
  ['', null],
  ['abc', null],
  ['112233', null],
  ['red', null],
  ['#abcd', null],
  ['#gggggg', null],
  ['rgb(256,0,0)', null],
  ['hsl(0, 100%, 50%)', null],
  ['url(x)', null],
])('LABEL-006 the color %j is %s', (given, color) => {
  expect(readColor(given)).toBe(color)
})

// A name of CSS is no color to a page. The API takes it, by its contract, and stores its code.
test.each([
  ['#A1B2C3', '#a1b2c3', '#a1b2c3'],
  ['rgba(255, 0, 16, 0.5)', '#ff0010', '#ff0010'],
  ['rebeccapurple', '#663399', null],
  ['112233', null, null],
  ['hsl(0, 100%, 50%)', null, null],
])(
  'LABEL-006 a label of the color %j is stored with %s by the API, and with %s from a page',
  async (given, api, page) => {
    const { as, project, group } = await world()
    const olga = as('olga')
    const colorOf = (reply: { readonly status: number; readonly body: unknown }) => {
      if (reply.status < 300) return (reply.body as { readonly color: string }).color
      expect(reply).toMatchObject({ status: 400, body: { message: { color: ['must be a valid color code'] } } })
      return null
    }
    const { id } = await olga.call(createProjectLabel, { id: project.id, name: 'old', color: '#000' })
    const graphql = await askGraphql(
      olga.ctx,
      'mutation($input: LabelCreateInput!) { labelCreate(input: $input) { label { color } errors } }',
      { input: { projectPath: project.fullPath, title: 'four', color: given } },
    )
    expect(graphql.data.labelCreate).toEqual(
      api === null
        ? { label: null, errors: ['Color must be a valid color code'] }
        : { label: { color: api }, errors: [] },
    )
    expect([
      colorOf(await olga.reply(createProjectLabel, { id: project.id, name: 'one', color: given })),
      colorOf(await olga.reply(updateProjectLabel, { id: project.id, labelId: id, color: given })),
      colorOf(await as('root').reply(createGroupLabel, { id: group.id, name: 'two', color: given })),
    ]).toEqual([api, api, api])
    const label = { title: 'three', color: given }
    expect([
      colorOf(await olga.reply(createLabelOption, { namespace: project.fullPath, label })),
      colorOf(await as('root').reply(createGroupLabelOption, { namespace: group.fullPath, label })),
    ]).toEqual([page, page])
  },
)

test.each([
  ['#ffffff', '#1F1E24'],
  ['#000000', '#FFFFFF'],
  ['#f0ad4e', '#1F1E24'],
  ['#330066', '#FFFFFF'],
])('LABEL-009 text on %s is %s', (background, text) => {
  expect(textColorOn(background)).toBe(text)
})

test.each([
  ['priority::high', 'priority'],
  ['a::b::c', 'a::b'],
  ['Priority :: high', 'priority'],
  ['plain', null],
  ['::x', null],
  ['x::', null],
])('LABEL-007 the scope of "%s" is %s', (title, scope) => {
  expect(scopeOf(title)).toBe(scope)
})

test('a picker of labels offers a hundred, and finds the others by their titles', async () => {
  const { as, project, build, db } = await world()
  for (let number = 100; number <= 200; number += 1) await build.label({ title: `kind ${number}` })
  await db.updateTable('labels').set({ description: 'For the team' }).execute()
  await build.label({ title: 'zteam' })
  const titles = async (search?: string) => {
    const options = await as('rita').call(listLabelOptions, {
      namespace: project.fullPath,
      ...(search ? { search } : {}),
    })
    return options.map(each => each.title)
  }
  expect((await titles()).at(-1)).toBe('kind 199')
  expect(await titles()).toHaveLength(100)
  expect(await titles('kind 200')).toEqual(['kind 200'])
  expect(await titles('team')).toEqual(['zteam'])
})

test('LABEL-010 a label is archived by those who may change it', async () => {
  const { as, project } = await world()
  const { id } = await as('rita').call(createProjectLabel, { id: project.id, name: 'bug', color: '#ff0000' })
  const archive = (who: Member) =>
    askGraphql(
      as(who).ctx,
      `mutation { labelUpdate(input: { id: "gid://gitlab/ProjectLabel/${id}", archived: true }) { errors label { title } } }`,
    )
  const refused = await archive('gus')
  expect(refused.errors).toHaveLength(1)
  expect((await as('rita').call(getProjectLabel, { id: project.id, labelId: id })).archived).toBe(false)
  expect((await archive('rita')).data.labelUpdate).toEqual({ errors: [], label: { title: 'bug' } })
  expect((await as('rita').call(getProjectLabel, { id: project.id, labelId: id })).archived).toBe(true)
})
