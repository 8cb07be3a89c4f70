import { expect, test } from 'vitest'
import { createGroup, getGroup, listGroups } from '#contract/foundation/groups.ts'
import { createProject, getProject, listProjects } from '#contract/foundation/projects.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-003 a member makes a group and a project in it, each with its full path', async () => {
  const { as } = await world()
  const group = await as('nina').call(createGroup, { name: 'Tools', path: 'tools', visibility: 'public' })
  expect(group).toMatchObject({
    fullPath: 'tools',
    fullName: 'Tools',
    webUrl: 'http://weft.test/groups/tools',
    projects: [],
  })
  const sub = await as('nina').call(createGroup, { name: 'Hand Tools', path: 'hand', parentId: group.id })
  expect(sub).toMatchObject({
    fullPath: 'tools/hand',
    fullName: 'Tools / Hand Tools',
    parentId: group.id,
    visibility: 'private',
  })
  const project = await as('nina').call(createProject, { name: 'Shuttle Race', namespaceId: sub.id })
  expect(project).toMatchObject({
    pathWithNamespace: 'tools/hand/shuttle-race',
    nameWithNamespace: 'Tools / Hand Tools / Shuttle Race',
    webUrl: 'http://weft.test/tools/hand/shuttle-race',
    namespace: { id: sub.id, kind: 'group', fullPath: 'tools/hand' },
    permissions: { projectAccess: null, groupAccess: { accessLevel: 50 } },
    visibility: 'private',
    emptyRepo: true,
    openIssuesCount: 0,
  })
  await expect(as('nina').call(getGroup, { id: 'TOOLS/hand' })).resolves.toMatchObject({ id: sub.id })
  await expect(as('nina').call(getProject, { id: project.pathWithNamespace })).resolves.toEqual(project)
  await expect(as('nina').call(listProjects, { membership: true })).resolves.toEqual([
    expect.objectContaining({ id: project.id }),
  ])
  await expect(as('gus').call(listGroups, { search: 'tool' })).resolves.toEqual([
    expect.objectContaining({ id: group.id }),
  ])
  await expect(as('anon').call(listGroups, { search: 'tool' })).resolves.toHaveLength(1)
  await expect(as('gus').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
})
