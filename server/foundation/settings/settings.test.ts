import { sql } from 'kysely'
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
import { createTokenFor } from '#contract/foundation/tokens.ts'
import { createUser, getPreferences, getViewer, updatePreferences } from '#contract/foundation/users.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssueChanges } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { setTimeEstimate } from '#contract/plan/timeboxes/time-tracking.ts'
import { transact } from '#server/context.ts'
import { startSession } from '#server/foundation/sessions/start.ts'
import { identifyToken } from '#server/foundation/tokens/identify.ts'
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
    passwordAuthenticationEnabledForWeb: true,
    maxAttachmentSize: 100,
    notesCreateLimit: expect.any(Number),
    personalAccessTokenPrefix: 'glpat-',
    defaultBranchProtectionDefaults: { allowForcePush: false },
    restrictedVisibilityLevels: [],
    maintenanceMode: false,
  })
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...sentBack } = shown
  expect(await as('root').call(updateApplicationSettings, sentBack)).toMatchObject(sentBack)
  const refused = await as('root').reply(updateApplicationSettings, { gravatarEnabled: true, signupEnabled: false })
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { gravatar_enabled: ['cannot be changed: avatars come from this site alone'] } },
  ])
  expect((await as('root').call(getApplicationSettings, {})).signupEnabled).toBe(true)
  const loose = await as('root').call(updateApplicationSettings, { defaultBranchProtection: 0 })
  expect(loose.defaultBranchProtectionDefaults).toMatchObject({ allowForcePush: true })
  const { id } = await as('rita').call(createProject, { name: 'Loose' })
  expect(await as('rita').call(listProtectedBranches, { id })).toEqual([])
})

test.each([
  ['issuesCreateLimit', createIssue],
  ['notesCreateLimit', issueDiscussion.createNote],
] as const)('PREMIUM-040 %s is the number of requests of a person in a minute', async (name, operation) => {
  const { as, build, project } = await world({ settings: { RATE_LIMITS: 'on' } })
  const issue = await build.issue({})
  const input = { id: project.id, issueIid: issue.iid, title: 'Warp', body: 'Weft' }
  await as('root').call(updateApplicationSettings, { [name]: 2 })
  const statuses = async (who: 'dan' | 'rita', times: number) => {
    const found: number[] = []
    for (let each = 0; each < times; each += 1) found.push((await as(who).reply(operation, input)).status)
    return found
  }
  expect(await statuses('dan', 3)).toEqual([201, 201, 429])
  expect(await statuses('rita', 1)).toEqual([201])
  await as('root').call(updateApplicationSettings, { [name]: 0 })
  expect(await statuses('dan', 2)).toEqual([201, 201])
})

test('PREMIUM-040 new access tokens have the chosen prefix, and the others go on working', async () => {
  const { as, db } = await world()
  const root = as('root')
  const make = () =>
    root.call(createTokenFor, {
      userId: Number(root.ctx.actor.kind === 'user' && root.ctx.actor.id),
      name: 'ci',
      scopes: ['api'],
    })
  const before = await make()
  await root.call(updateApplicationSettings, { personalAccessTokenPrefix: 'loom.v1_' })
  const after = await make()
  expect([before.token, after.token]).toEqual([expect.stringMatching(/^glpat-/), expect.stringMatching(/^loom\.v1_/)])
  for (const { token } of [before, after])
    expect(await identifyToken(db, token ?? '', { ip: null })).toMatchObject({ outcome: 'ok' })
})

test('PREMIUM-040 a session lasts as long as the settings say, also one that began before', async () => {
  const { as, db, users } = await world()
  const minutesLeft = async () => {
    const row = await db
      .selectFrom('sessions')
      .select(sql<number>`extract(epoch from expires_at - last_seen_at) / 60`.as('minutes'))
      .where('userId', '=', users.dan.id)
      .executeTakeFirstOrThrow()
    return Math.round(Number(row.minutes))
  }
  await transact(as('dan').ctx, inner => startSession(inner, users.dan.id, false))
  expect(await minutesLeft()).toBe(12 * 60)
  await as('root').call(updateApplicationSettings, { sessionExpireDelay: 15 })
  expect(await minutesLeft()).toBe(15)
})

test.each<[string, object, string]>([
  ['a size over the largest possible one', { max_attachment_size: 101 }, 'max_attachment_size'],
  ['a size of nothing', { max_attachment_size: 0 }, 'max_attachment_size'],
  ['a number below zero', { notes_create_limit: -1 }, 'notes_create_limit'],
  ['a number that is too large', { issues_create_limit: 2 ** 31 }, 'issues_create_limit'],
  ['a word for a number', { search_rate_limit: 'many' }, 'search_rate_limit'],
  ['a list for a number', { search_rate_limit: [1] }, 'search_rate_limit'],
  ['a period of nothing', { throttle_authenticated_api_period_in_seconds: 0 }, 'throttle_authenticated_api_period'],
  ['a prefix with a space', { personal_access_token_prefix: 'my token' }, 'personal_access_token_prefix'],
  ['a prefix with a control character', { personal_access_token_prefix: 'a\u0007' }, 'personal_access_token_prefix'],
  ['a prefix that is too long', { personal_access_token_prefix: 'a'.repeat(21) }, 'personal_access_token_prefix'],
  ['a session of nothing', { session_expire_delay: 0 }, 'session_expire_delay'],
  ['a script as an address', { home_page_url: 'javascript:alert(1)' }, 'home_page_url'],
  ['an address of another site as a path', { after_sign_out_path: '//elsewhere.test' }, 'after_sign_out_path'],
  ['a backslash in a path', { after_sign_out_path: '/\\elsewhere.test' }, 'after_sign_out_path'],
  ['a line break in an address', { home_page_url: 'https://a.test/\nb' }, 'home_page_url'],
  ['an address that is too long', { home_page_url: `https://a.test/${'a'.repeat(2048)}` }, 'home_page_url'],
  ['the home page as its own address', { home_page_url: 'http://weft.test' }, 'home_page_url'],
  ['the home page as its own path', { home_page_url: '/?again' }, 'home_page_url'],
  ['a domain with a space', { domain_allowlist: ['a b.test'] }, 'domain_allowlist'],
  ['an address as a domain', { domain_denylist: ['ada@loom.test'] }, 'domain_denylist'],
  ['no first day of a week', { first_day_of_week: 3 }, 'first_day_of_week'],
  ['a multiplier below zero', { polling_interval_multiplier: '-1' }, 'polling_interval_multiplier'],
  ['a multiplier that is no number', { polling_interval_multiplier: '1e3' }, 'polling_interval_multiplier'],
  ['all levels', { restricted_visibility_levels: ['private', 'internal', 'public'] }, 'restricted_visibility_levels'],
  ['an unknown level', { restricted_visibility_levels: ['secret'] }, 'restricted_visibility_levels'],
  ['an unknown number', { default_project_creation: 5 }, 'default_project_creation'],
  ['a message that is too long', { maintenance_mode_message: 'a'.repeat(256) }, 'maintenance_mode_message'],
  ['too many domains', { domain_denylist: Array(1001).fill('a.test') }, 'domain_denylist'],
  ['a text that is too long', { help_page_text: 'a'.repeat(100_001) }, 'help_page_text'],
])('PREMIUM-044 %s is refused with the name of the setting, and nothing is stored', async (_case, change, name) => {
  const { as } = await world()
  const before = await as('root').call(getApplicationSettings, {})
  const reply = await as('root').reply(updateApplicationSettings, { signupEnabled: false, ...change })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain(name)
  expect(await as('root').call(getApplicationSettings, {})).toEqual(before)
})

test('PREMIUM-040 the first day of the week is that of the site, until a person chooses another', async () => {
  const { as } = await world()
  const days = async () => [
    (await as('dan').call(getPreferences, {})).firstDayOfWeek,
    (await as('dan').call(getViewer, {})).user?.firstDayOfWeek,
  ]
  expect(await days()).toEqual([1, 1])
  await as('root').call(updateApplicationSettings, { firstDayOfWeek: 6 })
  expect(await days()).toEqual([6, 6])
  await as('dan').call(updatePreferences, { firstDayOfWeek: 0 })
  expect(await days()).toEqual([0, 0])
})

test('PREMIUM-040 durations are in hours alone where the settings say so', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({})
  const estimate = async () =>
    (await as('dan').call(setTimeEstimate, { id: project.id, issueIid: issue.iid, duration: '1w 2d 3h 4m' }))
      .humanTimeEstimate
  expect(await estimate()).toBe('1w 2d 3h 4m')
  await as('root').call(updateApplicationSettings, { timeTrackingLimitToHours: true })
  expect(await estimate()).toBe('59h 4m')
})

test.each([
  ['2.5', '7500'],
  ['0', '-1'],
])(
  'PREMIUM-040 a polling_interval_multiplier of %s tells clients to ask again after %s ms',
  async (factor, expected) => {
    const { as, build, project } = await world()
    const issue = await build.issue({})
    await as('root').call(updateApplicationSettings, { pollingIntervalMultiplier: factor })
    const reply = await as('rita').reply(getIssueChanges, { namespace: project.fullPath, iid: issue.iid })
    expect(reply.headers['poll-interval']).toBe(expected)
  },
)
