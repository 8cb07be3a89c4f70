import { expect, test } from 'vitest'
import { starProject } from '#contract/foundation/projects.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 people have places, and each reader sees of them what they may know of', async () => {
  const { as, project, group } = await world()
  await as('rita').call(starProject, { id: project.id })
  const ask = (who: 'rita' | 'nina') =>
    askGraphql(
      as(who).ctx,
      `{ user(username: "rita") { groupCount projectCount namespace { fullPath } starredProjects { nodes { fullPath } } groups { nodes { fullPath } } }
        frecentProjects { fullPath } frecentGroups { fullPath } }`,
    )
  const hers = await ask('rita')
  expect(hers.errors).toEqual([])
  expect(hers.data).toMatchObject({
    user: { namespace: { fullPath: 'rita' }, starredProjects: { nodes: [{ fullPath: project.fullPath }] } },
  })
  const places = [...hers.data.frecentProjects, ...hers.data.frecentGroups].map(
    (each: { fullPath: string }) => each.fullPath,
  )
  expect(places.length).toBe(hers.data.user.groupCount + hers.data.user.projectCount)
  expect(places.every((path: string) => path.startsWith(group.fullPath))).toBe(true)
  expect((await ask('nina')).data).toEqual({
    user: {
      groupCount: 0,
      projectCount: 0,
      namespace: { fullPath: 'rita' },
      starredProjects: { nodes: [] },
      groups: { nodes: [] },
    },
    frecentProjects: [],
    frecentGroups: [],
  })
})

test('PLATFORM-011 the projects of a namespace, and below it', async () => {
  const { as, build, project, group } = await world()
  const below = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  const ask = async (who: 'olga' | 'nina', includeSubgroups: boolean) =>
    (
      await askGraphql(
        as(who).ctx,
        `{ namespace(fullPath: "${group.fullPath}") { projects(includeSubgroups: ${includeSubgroups}) { count nodes { fullPath } } } }`,
      )
    ).data.namespace
  expect(below.id).toBeGreaterThan(0)
  expect((await ask('olga', false)).projects).toEqual({ count: 1, nodes: [{ fullPath: project.fullPath }] })
  expect((await ask('olga', true)).projects.count).toBe(1)
  expect(await ask('nina', true)).toBeNull()
})
