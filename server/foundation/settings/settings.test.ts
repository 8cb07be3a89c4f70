import { expect, test } from 'vitest'
import { listProtectedBranches } from '#contract/code/protected-refs.ts'
import { createGroup } from '#contract/foundation/groups.ts'
import { createProject } from '#contract/foundation/projects.ts'
import {
  getApplicationSettings,
  getApplicationStatistics,
  getInstanceVariable,
  getMetadata,
  getVersion,
  listInstanceVariables,
  updateApplicationSettings,
} from '#contract/foundation/settings.ts'
import { createUser } from '#contract/foundation/users.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { settings as siteSlice } from './slice.ts'

test.each([
  ['root', 'ok', 'not_found'],
  ['olga', 'forbidden', 'forbidden'],
  ['anon', 'unauthenticated', 'unauthenticated'],
] as const)('PLATFORM-011 %s and the variables of the instance: %s, one of them: %s', async (who, list, one) => {
  const { as } = await world()
  expect(await outcomeOf(as(who).call(listInstanceVariables, {}))).toBe(list)
  expect(await outcomeOf(as(who).call(getInstanceVariable, { key: 'TOKEN' }))).toBe(one)
  if (list === 'ok') expect(await as(who).call(listInstanceVariables, {})).toEqual([])
})

test('the version is told to whoever is signed in', async () => {
  const { as } = await world()
  const version = await as('nina').call(getVersion, {})
  expect(version).toMatchObject({ version: '18.9.0', enterprise: false, kas: { enabled: false } })
  expect(await as('nina').call(getMetadata, {})).toEqual(version)
  expect(await outcomeOf(as('anon').call(getVersion, {}))).toBe('unauthenticated')
})

test.each([
  ['root', 'ok'],
  ['olga', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PERM-002 %s and the settings of the site: %s', async (who, expected) => {
  const { as } = await world()
  expect(await outcomeOf(as(who).call(getApplicationSettings, {}))).toBe(expected)
  expect(await outcomeOf(as(who).call(updateApplicationSettings, { signupEnabled: true }))).toBe(expected)
  expect(await outcomeOf(as(who).call(getApplicationStatistics, {}))).toBe(expected)
})

test('PERM-016 a switch that is turned is told to all open pages, by name only', async () => {
  const { as, db } = await world()
  await as('root').call(updateApplicationSettings, { internalNotesEnabled: false })
  const told = await db.selectFrom('events').select(['name', 'topics']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(told).toEqual({ name: 'settings.updated', topics: ['site:1'] })
  const allowed = siteSlice.topics?.site
  const { ctx } = as('nina')
  await expect(allowed?.(ctx, 1)).resolves.toBe(true)
  await expect(allowed?.(ctx, 2)).resolves.toBe(false)
})

test('a setting changes alone, and a wrong one not at all', async () => {
  const { as } = await world()
  const before = await as('root').call(getApplicationSettings, {})
  const after = await as('root').call(updateApplicationSettings, { defaultProjectsLimit: 5 })
  expect(after).toEqual({
    ...before,
    defaultProjectsLimit: 5,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(await as('root').call(getApplicationSettings, {})).toEqual(after)
  expect(await outcomeOf(as('root').call(updateApplicationSettings, { defaultBranchName: '-x' }))).toBe('invalid')
  expect(await outcomeOf(as('root').call(updateApplicationSettings, {}))).toBe('malformed')
})

test('the statistics count what is there', async () => {
  const { as, build } = await world()
  const count = async () => Number((await as('root').call(getApplicationStatistics, {})).users.replaceAll(',', ''))
  const before = await count()
  await build.user()
  expect(await count()).toBe(before + 1)
})

test('a project takes the visibility and the branch of the settings, as far as its place allows', async () => {
  const { as, group } = await world()
  await as('root').call(updateApplicationSettings, {
    defaultProjectVisibility: 'public',
    defaultGroupVisibility: 'internal',
    defaultBranchName: 'trunk',
  })
  const own = await as('rita').call(createProject, { name: 'Shawl' })
  expect(own).toMatchObject({ visibility: 'public', defaultBranch: 'trunk' })
  const inside = await as('root').call(createProject, { name: 'Shawl', namespaceId: group.id })
  expect(inside.visibility).toBe('private')
  expect((await as('rita').call(createGroup, { name: 'Guild', path: 'guild' })).visibility).toBe('internal')
})

test('a new account takes the limits of the settings', async () => {
  const { as } = await world()
  await as('root').call(updateApplicationSettings, {
    canCreateGroup: false,
    userDefaultExternal: true,
    defaultProjectsLimit: 3,
  })
  const account = { username: 'ada', name: 'Ada', email: 'ada@weft.test', password: 'warp and weft' }
  const made = await as('root').call(createUser, account)
  expect(made).toMatchObject({ canCreateGroup: false, external: true, projectsLimit: 3 })
})

test('PLATFORM-011 every setting of the contract is told, and one that nothing here would follow is refused', async () => {
  const { as } = await world()
  const shown = await as('root').call(getApplicationSettings, {})
  expect(shown).toMatchObject({
    passwordAuthenticationEnabledForGit: true,
    maxAttachmentSize: 100,
    notesCreateLimit: expect.any(Number),
    personalAccessTokenPrefix: 'glpat-',
    defaultBranchProtectionDefaults: { allowForcePush: false },
    restrictedVisibilityLevels: [],
    maintenanceMode: false,
  })
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...sentBack } = shown
  expect(await as('root').call(updateApplicationSettings, sentBack)).toMatchObject(sentBack)
  const refused = await as('root').reply(updateApplicationSettings, { maintenanceMode: true, signupEnabled: false })
  expect([refused.status, refused.body]).toEqual([400, { message: { maintenance_mode: ['cannot be changed here'] } }])
  expect((await as('root').call(getApplicationSettings, {})).signupEnabled).toBe(true)
  const loose = await as('root').call(updateApplicationSettings, { defaultBranchProtection: 0 })
  expect(loose.defaultBranchProtectionDefaults).toMatchObject({ allowForcePush: true })
  const { id } = await as('rita').call(createProject, { name: 'Loose' })
  expect(await as('rita').call(listProtectedBranches, { id })).toEqual([])
})
