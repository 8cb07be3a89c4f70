import { expect, test } from 'vitest'
import { type CreatedInPlace, creationPlaces } from '#contract/foundation/namespaces.ts'
import type { Member } from '#test/world/cast.ts'
import { world } from '#test/world/world.ts'

test.each<[Member, CreatedInPlace, readonly string[]]>([
  ['gus', 'issue', ['weft/loom']],
  ['nina', 'issue', []],
  ['gus', 'merge_request', []],
  ['rita', 'merge_request', ['weft/loom']],
  ['gus', 'epic', []],
  ['rita', 'epic', ['shed']],
  ['gus', 'milestone', []],
  ['rita', 'milestone', ['shed', 'weft/loom']],
])('PERM-002 %s is offered the places for a new %s where they may create one', async (who, kind, expected) => {
  const { as, build, users } = await world()
  await build.group({ path: 'shed', members: { [users.rita.id]: 20 } })
  const { places } = await as(who).call(creationPlaces, { kind })
  expect(places.map(each => each.fullPath)).toEqual(expected)
})

test('the project of the latest issue comes first, a search looks further, and a group offers its own projects only', async () => {
  const { as, build, users } = await world()
  const shed = await build.group({ path: 'shed' })
  await build.project({ path: 'archway', parent: shed, members: { [users.dan.id]: 30 } })
  await build.project({ path: 'elsewhere', visibility: 'public' })
  const paths = async (input: object) =>
    (await as('dan').call(creationPlaces, { kind: 'issue', ...input })).places.map(each => each.fullPath)
  expect(await paths({})).toEqual(['shed/archway', 'weft/loom'])
  await build.issue({ authorId: users.dan.id })
  expect(await as('dan').call(creationPlaces, { kind: 'issue' })).toMatchObject({
    places: [
      { fullPath: 'weft/loom', isLatest: true },
      { fullPath: 'shed/archway', isLatest: false },
    ],
  })
  expect(await paths({ groupId: shed.id })).toEqual(['shed/archway'])
  expect(await paths({ search: 'elsewh' })).toEqual(['elsewhere'])
})
