import { expect, test } from 'vitest'
import { addTag } from '#contract/code/refs.ts'
import {
  createGroupBadge,
  createProjectBadge,
  deleteGroupBadge,
  deleteProjectBadge,
  getProjectBadge,
  listGroupBadges,
  listProjectBadges,
  renderProjectBadge,
  updateProjectBadge,
} from '#contract/foundation/badges.ts'
import { namespacePage } from '#contract/foundation/namespaces.ts'
import { codeWorld } from '#test/world/code.ts'
import { outcomeOf, world } from '#test/world/world.ts'

const given = { linkUrl: 'https://ci.test/%{project_path}', imageUrl: 'https://ci.test/%{project_id}.svg' }

test('a badge is shown as it was set and with its placeholders filled in', async () => {
  const { as, project } = await world()
  const badge = await as('mina').call(createProjectBadge, { id: project.id, ...given, name: ' build\nstate ' })
  expect(badge).toEqual({
    id: expect.any(Number),
    name: 'build state',
    ...given,
    renderedLinkUrl: 'https://ci.test/weft/loom',
    renderedImageUrl: `https://ci.test/${project.id}.svg`,
    kind: 'project',
  })
  expect(await as('gus').call(getProjectBadge, { id: project.id, badgeId: badge.id })).toEqual(badge)
})

test('a project and its home show the badges of the groups above first; the group shows them with placeholders', async () => {
  const { as, project, group } = await world()
  await as('mina').call(createProjectBadge, { id: project.id, ...given, name: 'own' })
  await as('root').call(createGroupBadge, { id: group.id, ...given, name: 'shared' })
  const listed = await as('gus').call(listProjectBadges, { id: project.id })
  expect(listed.map(({ name, kind, renderedLinkUrl }) => [name, kind, renderedLinkUrl])).toEqual([
    ['shared', 'group', 'https://ci.test/weft/loom'],
    ['own', 'project', 'https://ci.test/weft/loom'],
  ])
  expect(await as('gus').call(namespacePage, { namespace: 'weft/loom' })).toMatchObject({ project: { badges: listed } })
  expect(await as('gus').call(listProjectBadges, { id: project.id, name: 'own' })).toEqual([listed[1]])
  const [shared] = await as('gus').call(listGroupBadges, { id: group.id })
  expect(shared?.renderedLinkUrl).toBe(given.linkUrl)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/weft', 'ftp://ci.test', 'https://'])(
  'PLATFORM-011 the address %s is refused',
  async address => {
    const { as, project } = await world()
    const call = as('mina').reply(createProjectBadge, { id: project.id, ...given, imageUrl: address })
    const imageUrl = ['must be a URL that starts with http:// or https://']
    expect(await call).toMatchObject({ status: 400, body: { message: { image_url: imageUrl } } })
  },
)

test.each([
  ['root', 'ok', 'ok'],
  ['olga', 'ok', 'forbidden'],
  ['mina', 'ok', 'forbidden'],
  ['dan', 'forbidden', 'forbidden'],
  ['nina', 'not_found', 'not_found'],
] as const)('PERM-002 %s writing badges: of a project %s, of its group %s', async (who, ofProject, ofGroup) => {
  const { as, project, group } = await world()
  const own = await as('root').call(createProjectBadge, { id: project.id, ...given })
  const shared = await as('root').call(createGroupBadge, { id: group.id, ...given })
  const caller = as(who)
  expect(await outcomeOf(caller.call(renderProjectBadge, { id: project.id, ...given }))).toBe(ofProject)
  expect(await outcomeOf(caller.call(updateProjectBadge, { id: project.id, badgeId: own.id, name: 'x' }))).toBe(
    ofProject,
  )
  expect(await outcomeOf(caller.call(deleteProjectBadge, { id: project.id, badgeId: own.id }))).toBe(ofProject)
  expect(await outcomeOf(caller.call(deleteGroupBadge, { id: group.id, badgeId: shared.id }))).toBe(ofGroup)
})

test('a group’s badge is changed in the group, and a project’s badge is unknown elsewhere', async () => {
  const { as, build, project, group } = await world()
  const shared = await as('root').call(createGroupBadge, { id: group.id, ...given })
  const change = as('olga').call(updateProjectBadge, { id: project.id, badgeId: shared.id, name: 'x' })
  expect(await outcomeOf(change)).toBe('forbidden')
  const other = await build.project({ path: 'other', visibility: 'public' })
  const own = await as('olga').call(createProjectBadge, { id: project.id, ...given })
  expect(await outcomeOf(as('root').call(getProjectBadge, { id: other.id, badgeId: own.id }))).toBe('not_found')
})

test('PLATFORM-011 the total of badges is the same beyond the last page', async () => {
  const { as, project } = await world()
  await as('mina').call(createProjectBadge, { id: project.id, ...given })
  const beyond = await as('mina').reply(listProjectBadges, { id: project.id, page: 3 })
  expect(beyond).toMatchObject({ body: [], headers: { 'x-total': '1' } })
})

test('of two changes of the same address the second is refused', async () => {
  const { as, project } = await world()
  const { id: badgeId } = await as('mina').call(createProjectBadge, { id: project.id, ...given })
  const change = (name: string) =>
    as('mina').call(updateProjectBadge, { id: project.id, badgeId, name, expected: { name: null } })
  await change('one')
  expect(await outcomeOf(change('two'))).toBe('conflict')
})

test('PERM-003 the commit and the tag of a badge are for those who may read the code', async () => {
  const { as, project, commit, db } = await codeWorld()
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', '=', project.id).execute()
  await db.updateTable('projects').set({ repositoryAccessLevel: 'private' }).where('id', '=', project.id).execute()
  const sha = await commit({ 'README.md': '# Loom\n' })
  await as('root').call(addTag, { id: project.id, tagName: 'v1', ref: 'main' })
  const imageUrl = 'https://ci.test/%{commit_sha}/%{latest_tag}.svg'
  await as('root').call(createProjectBadge, { id: project.id, ...given, imageUrl })
  const shown = async (who: 'dan' | 'anon') =>
    (await as(who).call(listProjectBadges, { id: project.id }))[0]?.renderedImageUrl
  expect(await shown('dan')).toBe(`https://ci.test/${sha}/v1.svg`)
  expect(await shown('anon')).toBe(imageUrl)
})
