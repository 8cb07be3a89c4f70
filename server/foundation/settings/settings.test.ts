import { expect, test } from 'vitest'
import {
  getApplicationSettings,
  getApplicationStatistics,
  getMetadata,
  getVersion,
  updateApplicationSettings,
} from '#contract/foundation/settings.ts'
import { world } from '#test/world/world.ts'

const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    error => error.kind,
  )

test('the version is told to whoever is signed in', async () => {
  const { as } = await world()
  const version = await as('nina').call(getVersion, {})
  expect(version).toMatchObject({ version: '18.9.0', enterprise: false, kas: { enabled: false } })
  expect(await as('nina').call(getMetadata, {})).toEqual(version)
  expect(await outcome(as('anon').call(getVersion, {}))).toBe('unauthenticated')
})

test.each([
  ['root', 'ok'],
  ['olga', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PERM-002 %s and the settings of the site: %s', async (who, expected) => {
  const { as } = await world()
  expect(await outcome(as(who).call(getApplicationSettings, {}))).toBe(expected)
  expect(await outcome(as(who).call(updateApplicationSettings, { signupEnabled: true }))).toBe(expected)
  expect(await outcome(as(who).call(getApplicationStatistics, {}))).toBe(expected)
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
  expect(await outcome(as('root').call(updateApplicationSettings, { defaultBranchName: '-x' }))).toBe('invalid')
  expect(await outcome(as('root').call(updateApplicationSettings, {}))).toBe('malformed')
})

test('the statistics count what is there', async () => {
  const { as, build } = await world()
  const count = async () => Number((await as('root').call(getApplicationStatistics, {})).users.replaceAll(',', ''))
  const before = await count()
  await build.user()
  expect(await count()).toBe(before + 1)
})
