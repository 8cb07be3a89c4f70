import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/accounts.ts'
import { createProject } from '#contract/foundation/projects.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 what administrators ask of an account', async () => {
  const { as, users, project } = await world()
  const { id } = users.rita
  const root = as('root')
  const memberships = await root.call(contract.listMemberships, { id })
  expect(memberships.length).toBeGreaterThan(0)
  const projects = await root.call(contract.listMemberships, { id, type: 'Project' })
  expect(projects.every(each => each.sourceType === 'Project')).toBe(true)
  expect(memberships).toEqual(expect.arrayContaining(projects))
  await as('rita').call(createIssue, { id: project.id, title: 'Hers' })
  const counts = await as('rita').call(contract.getAssociationsCount, { id })
  expect(counts).toMatchObject({ issuesCount: 1, mergeRequestsCount: 0 })
  expect(counts.groupsCount + counts.projectsCount).toBe(memberships.length)
  await expect(as('dan').call(contract.getAssociationsCount, { id })).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('dan').reply(contract.listMemberships, { id })).resolves.toMatchObject({ status: 403 })
  await expect(as('dan').call(contract.listActivities, {})).rejects.toMatchObject({ kind: 'forbidden' })
})

test('PERM-002 where somebody wrote is told to those who may know of the place', async () => {
  const { as, project } = await world()
  await as('rita').call(createIssue, { id: project.id, title: 'Hers' })
  const shown = async (who: 'dan' | 'nina' | 'anon') =>
    (await as(who).call(contract.listContributedProjects, { userId: 'rita' })).map(each => each.id)
  expect(await shown('dan')).toEqual([project.id])
  expect(await shown('nina')).toEqual([])
  expect(await shown('anon')).toEqual([])
  const open = await as('olga').call(createProject, { name: 'Open', visibility: 'public' })
  await as('rita').call(createIssue, { id: open.id, title: 'Hers too' })
  expect(await shown('anon')).toEqual([open.id])
})

test('PLATFORM-011 where a token reaches, and where things can be moved', async () => {
  const { as, project, group, build } = await world()
  const reach = await as('olga').call(contract.getTokenAssociations, {})
  expect(reach.projects.map(each => each.id)).toContain(project.id)
  expect(reach.projects.find(each => each.id === project.id)?.accessLevels).toBe(50)
  expect((await as('gus').call(contract.getTokenAssociations, { minAccessLevel: 50 })).projects).toEqual([])
  expect(await as('nina').call(contract.getTokenAssociations, {})).toEqual({ groups: [], projects: [] })
  const other = await build.group({ visibility: 'private' })
  const locations = await as('root').call(contract.listProjectLocations, { id: project.id })
  expect(locations.map(each => each.id)).toContain(other.id)
  expect(locations.map(each => each.id)).not.toContain(group.id)
  await expect(as('dan').call(contract.listProjectLocations, { id: project.id })).rejects.toMatchObject({
    kind: 'forbidden',
  })
  const below = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  const places = await as('root').call(contract.listGroupLocations, { id: group.id })
  expect(places.map(each => each.id)).not.toContain(below.id)
})
