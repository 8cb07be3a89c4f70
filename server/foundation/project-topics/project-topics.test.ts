import { expect, test } from 'vitest'
import { explorePage } from '#contract/foundation/namespaces.ts'
import {
  createTopic,
  deleteTopic,
  getTopic,
  listTopics,
  mergeTopics,
  topicPage,
  updateTopic,
} from '#contract/foundation/project-topics.ts'
import { createProject, getProject, listProjects, updateProject } from '#contract/foundation/projects.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

/** The private project of the world and a public one, both with topics. */
async function scene() {
  const it = await world()
  await it.as('mina').call(updateProject, { id: it.project.id, topics: ['secret', 'Cloth'] })
  const open = await it
    .as('root')
    .call(createProject, { name: 'Open', visibility: 'public', topics: ['cloth', 'wool'] })
  const names = async (who: Parameters<World['as']>[0], input = {}) =>
    (await it.as(who).call(listTopics, input)).map(each => `${each.name} ${each.totalProjectsCount}`)
  const idOf = async (name: string) =>
    (await it.as('root').call(listTopics, { search: name })).find(each => each.name === name)?.id ?? 0
  return { ...it, open, names, idOf }
}

test('a topic is spelled as it was first written, in every project', async () => {
  const { open } = await scene()
  expect(open.topics).toEqual(['Cloth', 'wool'])
})

test.each([
  ['rita', ['Cloth 2', 'secret 1', 'wool 1']],
  ['nina', ['Cloth 1', 'wool 1']],
  ['anon', ['Cloth 1', 'wool 1']],
] as const)('PERM-003 %s finds the topics of the projects they may see, the most used first', async (who, expected) => {
  const { names, as, idOf } = await scene()
  expect(await names(who)).toEqual(expected)
  const secret = { id: await idOf('secret') }
  const known = expected.length === 3 ? 'ok' : 'not_found'
  expect(await outcomeOf(as(who).call(getTopic, secret))).toBe(known)
  expect(await outcomeOf(as(who).call(topicPage, { name: 'Secret' }))).toBe(known)
})

test('a topic of an administrator is known before a project has it', async () => {
  const { as, names } = await scene()
  const made = await as('root').call(createTopic, { name: 'linen', description: 'Of **flax**' })
  expect(made).toEqual({
    id: made.id,
    name: 'linen',
    title: 'linen',
    description: 'Of **flax**',
    totalProjectsCount: 0,
    avatarUrl: null,
  })
  expect(await names('anon', { withoutProjects: true })).toEqual(['linen 0'])
  expect(await names('root', { search: 'LIN' })).toEqual(['linen 0'])
  expect(await as('anon').call(topicPage, { name: 'linen' })).toMatchObject({
    descriptionHtml: expect.stringContaining('<strong>flax</strong>'),
    projects: [],
  })
})

test.each([
  [{ topic: ['CLOTH'] }, 2],
  [{ topic: ['cloth', 'wool'] }, 1],
  [{ topic: ['cloth', 'silk'] }, 0],
])('projects are found by %j', async (filter, count) => {
  const { as } = await scene()
  expect(await as('rita').call(listProjects, filter)).toHaveLength(count)
})

test('projects are found by the id of a topic, and on the explore page', async () => {
  const { as, idOf, open } = await scene()
  const found = await as('rita').call(listProjects, { topicId: await idOf('wool') })
  expect(found.map(each => each.id)).toEqual([open.id])
  expect(await as('rita').call(listProjects, { topicId: 999_999 })).toEqual([])
  expect((await as('anon').call(explorePage, { topic: 'WOOL' })).projects.map(each => each.id)).toEqual([open.id])
})

test('a new name of a topic reaches its projects', async () => {
  const { as, idOf, open, project } = await scene()
  await as('root').call(updateTopic, { id: await idOf('Cloth'), name: 'fabric', title: 'Fabric' })
  expect((await as('anon').call(getProject, { id: open.id })).topics).toEqual(['fabric', 'wool'])
  expect((await as('rita').call(getProject, { id: project.id })).topics).toEqual(['secret', 'fabric'])
})

test('a deleted topic leaves its projects; a merged one is replaced, and stands once', async () => {
  const { as, idOf, open, project, names } = await scene()
  await as('root').call(mergeTopics, { sourceTopicId: await idOf('Cloth'), targetTopicId: await idOf('wool') })
  expect((await as('anon').call(getProject, { id: open.id })).topics).toEqual(['wool'])
  expect((await as('rita').call(getProject, { id: project.id })).topics).toEqual(['secret', 'wool'])
  await as('root').call(deleteTopic, { id: await idOf('secret') })
  expect((await as('rita').call(getProject, { id: project.id })).topics).toEqual(['wool'])
  expect(await names('rita')).toEqual(['wool 2'])
})

test.each([
  [{ name: 'CLOTH' }, { name: ['has already been taken'] }],
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ name: 'a,b' }, { name: ['cannot contain a comma'] }],
])('PLATFORM-011 a topic of %j is refused', async (given, expected) => {
  const { as } = await scene()
  expect(await as('root').reply(createTopic, given)).toMatchObject({ status: 400, body: { message: expected } })
})

test.each([
  ['root', 'ok'],
  ['mina', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PERM-002 %s writing topics: %s', async (who, expected) => {
  const { as, idOf } = await scene()
  const id = await idOf('wool')
  expect(await outcomeOf(as(who).call(createTopic, { name: 'linen' }))).toBe(expected)
  expect(await outcomeOf(as(who).call(updateTopic, { id, title: 'Wool' }))).toBe(expected)
  expect(await outcomeOf(as(who).call(mergeTopics, { sourceTopicId: await idOf('secret'), targetTopicId: id }))).toBe(
    expected,
  )
  expect(await outcomeOf(as(who).call(deleteTopic, { id }))).toBe(expected)
})

test('of two changes of the same title the second is refused, and a list takes one statement', async () => {
  const { as, idOf, statements } = await scene()
  const id = await idOf('wool')
  await as('root').call(updateTopic, { id, title: 'Wool', expected: { title: 'wool' } })
  const second = as('root').call(updateTopic, { id, title: 'WOOL', expected: { title: 'wool' } })
  expect(await outcomeOf(second)).toBe('conflict')
  expect(await statements(() => as('rita').call(listTopics, {}))).toBe(1)
})
