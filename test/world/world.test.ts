import { expect, test } from 'vitest'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Member, world } from './world.ts'

test.each<[Member, number]>([
  ['olga', 50],
  ['mina', 40],
  ['dan', 30],
  ['rita', 20],
  ['gus', 10],
])('PERM-001 %s has access level %i in the project', async (who, level) => {
  const { as, project } = await world()
  const loaded = await loadIfAllowed(as(who).ctx, 'project:read', projectByRef, { id: project.fullPath })
  expect(loaded?.facts.level).toBe(level)
})

test('PERM-003 a private project does not exist for who is no member', async () => {
  const { as, project } = await world()
  await expect(loadIfAllowed(as('nina').ctx, 'project:read', projectByRef, { id: project.id })).resolves.toBeNull()
  await expect(loadIfAllowed(as('anon').ctx, 'project:read', projectByRef, { id: project.id })).resolves.toBeNull()
  expect(may(as('nina').ctx.actor, 'user:update', { id: 0, state: 'active' })).toBe(false)
})
