import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { protectEnvironment, updateProtectedEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import {
  approveFlagRequest,
  createFeatureFlag,
  createFlagToken,
  createFlagUserList,
  deleteFeatureFlag,
  deleteFlagUserList,
  getFeatureFlag,
  getFeatureFlagPage,
  getFeatureFlagsPage,
  linkFlagToIssue,
  linkIssuesToFlag,
  listFeatureFlags,
  listFlagPlaces,
  listFlagsOfIssue,
  listFlagTokens,
  rejectFlagRequest,
  requestFlagChange,
  switchFeatureFlag,
  undoFlagChange,
  unlinkFlagFromIssue,
  updateFeatureFlag,
  updateFlagUserList,
  withdrawFlagRequest,
} from '#contract/deploy/feature-flags/flags.ts'
import {
  createFlagSegment,
  deleteFlagSegment,
  getFlagSegmentPage,
  updateFlagSegment,
} from '#contract/deploy/feature-flags/segments.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function flagWorld() {
  const made = await world()
  const { project, as } = made
  const { id, fullPath: namespace } = project
  const create = (given: object = {}) => as('dan').call(createFeatureFlag, { id, name: 'new_loom', ...given })
  const change = (given: object, featureFlagName = 'new_loom') =>
    as('dan').call(updateFeatureFlag, { id, featureFlagName, ...given })
  const turn = (environment: string, on: boolean) =>
    as('dan').call(switchFeatureFlag, { namespace, iid: 1, environment, on })
  const page = () => as('dan').call(getFeatureFlagPage, { namespace, iid: 1 })
  return { ...made, id, namespace, create, change, turn, page }
}

test('FLAG-003 a flag is created with strategies for environments, read, renamed and deleted', async () => {
  const { as, id, create, change } = await flagWorld()
  const rollout = { groupId: 'new_loom', rollout: '25', stickiness: 'default' }
  await create({
    description: 'A faster loom',
    strategies: [
      { name: 'flexibleRollout', parameters: rollout, scopes: [{ environmentScope: 'production' }] },
      { name: 'default' },
    ],
  })
  const shown = await as('dan').call(getFeatureFlag, { id, featureFlagName: 'new_loom' })
  expect(shown).toMatchObject({
    ...{ name: 'new_loom', description: 'A faster loom', active: true, version: 'new_version_flag', scopes: [] },
    strategies: [
      { name: 'flexibleRollout', parameters: rollout, scopes: [{ environmentScope: 'production' }], userList: null },
      { name: 'default', parameters: {}, scopes: [{ environmentScope: '*' }] },
    ],
  })
  await change({ name: 'fast_loom', active: false })
  expect(await as('dan').call(listFeatureFlags, { id, scope: 'disabled' })).toMatchObject([{ name: 'fast_loom' }])
  expect(await as('dan').call(listFeatureFlags, { id, scope: 'enabled' })).toEqual([])
  const removed = await as('dan').reply(deleteFeatureFlag, { id, featureFlagName: 'fast_loom' })
  expect(removed).toMatchObject({ status: 200, body: { name: 'fast_loom' } })
  expect(await as('dan').reply(getFeatureFlag, { id, featureFlagName: 'fast_loom' })).toMatchObject({ status: 404 })
})

test('flags that would be too large to serve are refused, also those with long user lists', async () => {
  const { as, id, create, change } = await flagWorld()
  await create()
  const longList = (start: string) => Array.from({ length: 19_000 }, (_, nth) => `${start}${nth}`).join(',')
  const list = await as('dan').call(createFlagUserList, { id, name: 'All', userXids: longList('user') })
  const uses = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'gitlabUserList' as const, userListId: list.id }))
  await change({ strategies: uses(5) })
  const more = await as('dan').reply(updateFeatureFlag, { id, featureFlagName: 'new_loom', strategies: uses(10) })
  expect(more).toMatchObject({ status: 400, body: { message: expect.stringContaining('1,000,000 bytes') } })
  const own = { name: 'userWithId' as const, parameters: { userIds: longList('user') } }
  const large = await as('dan').reply(createFeatureFlag, { id, name: 'large', strategies: [own, own] })
  expect(large).toMatchObject({ status: 400, body: { message: { strategies: [expect.stringContaining('250,000')] } } })
})

test('FLAG-003 strategies and scopes are changed by id, added without one and removed', async () => {
  const { create, change } = await flagWorld()
  const { strategies } = await create({
    strategies: [
      { name: 'default', scopes: [{ environmentScope: 'staging' }, { environmentScope: 'qa' }] },
      { name: 'userWithId', parameters: { userIds: 'ann' } },
    ],
  })
  const [first, second] = strategies
  const changed = await change({
    strategies: [
      {
        id: first?.id,
        scopes: [{ id: first?.scopes[0]?.id, _destroy: true }, { environmentScope: 'review/*' }],
      },
      { id: second?.id, _destroy: true },
      { name: 'gradualRolloutUserId', parameters: { groupId: 'a', percentage: '5' } },
    ],
  })
  expect(changed.strategies).toMatchObject([
    { id: first?.id, scopes: [{ environmentScope: 'qa' }, { environmentScope: 'review/*' }] },
    { name: 'gradualRolloutUserId', parameters: { percentage: '5' } },
  ])
  expect(changed.strategies).toHaveLength(2)
})

test.each<[Member | 'anon', string, number, number, number]>([
  ['mina', 'enabled', 200, 201, 200],
  ['dan', 'enabled', 200, 201, 403],
  ['rita', 'enabled', 403, 403, 403],
  ['nina', 'enabled', 404, 404, 404],
  ['anon', 'enabled', 404, 404, 404],
  ['dan', 'disabled', 404, 404, 404],
])('PERM-002 %s with feature flags %s: list %i, create %i, tokens %i', async (who, level, list, create, tokens) => {
  const { as, id } = await flagWorld()
  await as('root').call(updateProject, { id, featureFlagsAccessLevel: level } as never)
  const person = as(who)
  expect((await person.reply(listFeatureFlags, { id })).status).toBe(list)
  expect((await person.reply(createFeatureFlag, { id, name: 'new_loom' })).status).toBe(create)
  expect((await person.reply(listFlagTokens, { id })).status).toBe(tokens)
})

test.each<[string, object, RegExp]>([
  ['a name with capitals', { name: 'NewLoom' }, /must start with a lowercase letter/],
  ['a name that ends in _', { name: 'new_' }, /cannot end with/],
  ['a legacy version', { version: 'legacy_flag' }, /new_version_flag/],
  [
    'a percentage of 101',
    { strategies: [{ name: 'gradualRolloutUserId', parameters: { groupId: 'a', percentage: '101' } }] },
    /0 to 100/,
  ],
  [
    'a rollout without stickiness',
    { strategies: [{ name: 'flexibleRollout', parameters: { groupId: 'a', rollout: '1' } }] },
    /must be groupId, rollout, stickiness/,
  ],
  [
    'a user ID of 257 characters',
    { strategies: [{ name: 'userWithId', parameters: { userIds: `a,${'b'.repeat(257)}` } }] },
    /maximum is 256/,
  ],
  ['a user list without one', { strategies: [{ name: 'gitlabUserList' }] }, /must name a user list/],
  [
    'a user list of nobody',
    { strategies: [{ name: 'gitlabUserList', userListId: 1 }] },
    /user list that the project does not have/,
  ],
  [
    'two scopes of one name',
    { strategies: [{ name: 'default', scopes: [{ environmentScope: 'a' }, { environmentScope: 'a' }] }] },
    /twice/,
  ],
  ['weights of 999', { strategies: [{ name: 'default', variants: [{ name: 'a', weight: 999 }] }] }, /sum up to 1000/],
  [
    'a payload that is no JSON',
    {
      strategies: [{ name: 'default', variants: [{ name: 'a', weight: 1000, payload: { type: 'json', value: '{' } }] }],
    },
    /payload/,
  ],
  [
    'a version that is none',
    { strategies: [{ name: 'default', constraints: [{ contextName: 'v', operator: 'SEMVER_GT', value: '1' }] }] },
    /must be a version such as 1.2.3 for SEMVER_GT/,
  ],
])('a flag with %s is refused, and nothing of it is stored', async (_what, given, sentence) => {
  const { as, id } = await flagWorld()
  const reply = await as('dan').reply(createFeatureFlag, { id, name: 'new_loom', ...given } as never)
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toMatch(sentence)
  expect(await as('dan').call(listFeatureFlags, { id })).toEqual([])
})

test('faults of strategies stand at their fields', async () => {
  const { as, id } = await flagWorld()
  const reply = await as('dan').reply(createFeatureFlag, {
    id,
    name: 'new_loom',
    strategies: [
      { name: 'default' },
      {
        ...{ name: 'gradualRolloutUserId', parameters: { groupId: 'a', percentage: '101' } },
        scopes: [{ environmentScope: 'a,b' }],
        constraints: [{ contextName: '', operator: 'NUM_GT', value: 'x' }],
        variants: [{ name: 'a b', weight: 999 }],
      },
    ],
  })
  expect(Object.keys((reply.body as { readonly message: object }).message)).toEqual([
    ...['percentage', 'scopes', 'constraints[0].context_name', 'constraints[0].value'].map(at => `strategies[1].${at}`),
    ...['variants[0].name', 'weights'].map(at => `strategies[1].${at}`),
  ])
})

test('a project has 200 flags at most, and no two of one name', async () => {
  const { as, id, db, create } = await flagWorld()
  await create()
  expect(await as('dan').reply(createFeatureFlag, { id, name: 'new_loom' })).toMatchObject({
    ...{ status: 400, body: { message: { name: ['has already been taken'] } } },
  })
  const [row] = await db.selectFrom('featureFlags').selectAll().execute()
  if (row === undefined) throw new Error('no flag')
  const { id: _, ...copy } = row
  const rows = Array.from({ length: 199 }, (_each, at) => ({ ...copy, iid: at + 2, name: `loom_${at}` }))
  await db.insertInto('featureFlags').values(rows).execute()
  const reply = await as('dan').reply(createFeatureFlag, { id, name: 'one_more' })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('up to 200') } })
})

test('a user list that a flag uses is not deleted', async () => {
  const { as, id, create } = await flagWorld()
  const list = await as('dan').call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann, ben,ann' })
  expect(list).toMatchObject({ iid: 1, userXids: 'ann,ben', path: '/weft/loom/-/feature_flags_user_lists/1' })
  await create({ strategies: [{ name: 'gitlabUserList', userListId: list.id }] })
  const remove = () => as('dan').reply(deleteFlagUserList, { id, iid: 1 })
  expect(await remove()).toMatchObject({ status: 409 })
  await as('dan').call(deleteFeatureFlag, { id, featureFlagName: 'new_loom' })
  expect(await remove()).toMatchObject({ status: 204 })
})

test('a segment is edited in one place for all strategies that use it, and is not deleted while flags use it', async () => {
  const { as, id, namespace, create, change } = await flagWorld()
  const dan = as('dan')
  const country = (...values: string[]) => [{ contextName: 'country', operator: 'IN' as const, values }]
  const segment = await dan.call(createFlagSegment, { id, name: 'Alps', constraints: country('at', 'ch') })
  expect(segment).toMatchObject({ iid: 1, path: '/weft/loom/-/feature_flags_segments/1' })
  await create({ strategies: [{ name: 'default', segmentIds: [segment.id] }] })
  await dan.call(createFeatureFlag, { id, name: 'other', strategies: [{ name: 'default', segmentIds: [segment.id] }] })
  const shown = await dan.call(getFeatureFlagPage, { namespace, iid: 1 })
  expect(shown.flag.strategies).toMatchObject([{ segments: [{ id: segment.id, name: 'Alps' }] }])
  await dan.call(updateFlagSegment, { id, iid: 1, constraints: country('at') })
  expect(await dan.call(getFlagSegmentPage, { namespace, iid: 1 })).toMatchObject({
    segment: { constraints: [{ values: ['at'] }] },
    flags: [{ name: 'new_loom' }, { name: 'other' }],
  })
  const wrong = await dan.reply(updateFlagSegment, { id, iid: 1, constraints: country() })
  expect(wrong).toMatchObject({ status: 400, body: { message: { 'constraints[0].values': ["can't be blank"] } } })
  const refused = await dan.reply(deleteFlagSegment, { id, iid: 1 })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('new_loom, other') } })
  await change({ strategies: [{ id: shown.flag.strategies[0]?.id ?? 0, segmentIds: [] }] })
  expect((await dan.call(getFeatureFlagPage, { namespace, iid: 1 })).history[0]?.sentences).toEqual([
    'removed the strategy “Everyone in all environments, in the segment Alps”',
    'added the strategy “Everyone in all environments”',
  ])
  await dan.call(deleteFeatureFlag, { id, featureFlagName: 'other' })
  expect(await dan.reply(deleteFlagSegment, { id, iid: 1 })).toMatchObject({ status: 204 })
  const nobodys = await dan.reply(createFeatureFlag, {
    id,
    name: 'third',
    strategies: [{ name: 'default', segmentIds: [segment.id] }],
  })
  expect(JSON.stringify(nobodys.body)).toContain('segment that the project does not have')
})

test('the segments of a project are as large together as can be listed, used or not', async () => {
  const { as, id } = await flagWorld()
  const dan = as('dan')
  const large = (characters: number) => [
    {
      ...{ contextName: 'country', operator: 'IN' as const },
      values: Array.from({ length: 450 }, (_, at) => String(at).padEnd(characters, 'x')),
    },
  ]
  const sent = async (name: string, given: object) =>
    (await dan.reply(createFlagSegment, { id, name, ...given } as never)).status
  const twice = [...large(256), ...large(256), ...large(256)]
  expect(await sent('too large', { constraints: twice })).toBe(400)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    expect(await sent(name, { constraints: large(256) })).toBe(201)
  expect(await sent('i', { constraints: large(256) })).toBe(400)
  expect(await sent('i', { constraints: large(4) })).toBe(201)
  expect((await dan.reply(updateFlagSegment, { id, iid: 9, constraints: large(256) })).status).toBe(400)
  expect((await dan.reply(updateFlagSegment, { id, iid: 9, name: 'renamed' })).status).toBe(200)
})

test('a segment whose flags are on in a protected environment is changed by people who may deploy there', async () => {
  const { as, id, create } = await flagWorld()
  const constraints = [{ contextName: 'country', operator: 'IN' as const, values: ['at'] }]
  const segment = await as('dan').call(createFlagSegment, { id, name: 'Alps', constraints })
  await create({ strategies: [{ name: 'default', segmentIds: [segment.id] }] })
  await as('mina').call(protectEnvironment, { id, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
  const update = (who: Member) => outcomeOf(as(who).call(updateFlagSegment, { id, iid: 1, constraints }))
  expect(await update('dan')).toBe('forbidden')
  expect(await update('mina')).toBe('ok')
})

test('a change of strategies that someone else has changed meanwhile is refused', async () => {
  const { as, id, create } = await flagWorld()
  const { strategies } = await create({ strategies: [{ name: 'userWithId', parameters: { userIds: 'ann' } }] })
  const [{ id: strategyId } = { id: 0 }] = strategies
  const change = async (given: object) =>
    (await as('dan').reply(updateFeatureFlag, { id, featureFlagName: 'new_loom', ...given })).status
  const users = (userIds: string) => ({ strategies: [{ id: strategyId, parameters: { userIds } }] })
  expect(await change({ ...users('ben'), expected: { strategies } })).toBe(200)
  expect(await change({ ...users('cleo'), expected: { strategies } })).toBe(409)
  expect(await change({ description: 'A loom', expected: { description: null } })).toBe(200)
})

test('FLAG-003 a switch changes one environment, and is undone until the flag changes again', async () => {
  const { as, namespace, create, change, turn, page } = await flagWorld()
  await create({
    strategies: [
      { name: 'default', scopes: [{ environmentScope: '*' }] },
      { name: 'default', scopes: [{ environmentScope: 'staging' }] },
    ],
  })
  const states = async () => Object.fromEntries((await page()).flag.environments.map(({ name, isOn }) => [name, isOn]))
  expect(await states()).toEqual({ production: true, staging: true })
  const { changeId } = await turn('production', false)
  expect(await states()).toEqual({ production: false, staging: true })
  const undo = () => as('dan').reply(undoFlagChange, { namespace, iid: 1, changeId: changeId ?? 0 })
  expect(await undo()).toMatchObject({ status: 200 })
  expect(await states()).toEqual({ production: true, staging: true })
  expect(await undo()).toMatchObject({ status: 409 })
  await change({ active: false })
  await turn('staging', true)
  expect(await states()).toEqual({ production: false, staging: true })
  expect((await page()).history.map(({ sentences }) => sentences)).toEqual([
    ['turned the feature flag on', 'turned the feature flag off in production'],
    ['turned the feature flag off'],
    ['turned the feature flag on in production'],
    ['turned the feature flag off in production'],
    ['created the feature flag'],
  ])
})

test('in a protected environment, only people who may deploy to it change flags', async () => {
  const { as, id, create, change, turn } = await flagWorld()
  await as('mina').call(protectEnvironment, { id, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
  const list = await as('dan').call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann' })
  const refused = async (work: Promise<unknown>) => expect(await outcomeOf(work)).toBe('forbidden')
  await refused(create({ strategies: [{ name: 'default' }] }))
  await create({ strategies: [{ name: 'default', scopes: [{ environmentScope: 'staging' }] }] })
  await refused(turn('production', true))
  await turn('staging', false)
  await as('mina').call(updateFeatureFlag, {
    ...{ id, featureFlagName: 'new_loom' },
    strategies: [{ name: 'gitlabUserList', userListId: list.id, scopes: [{ environmentScope: 'prod*' }] }],
  })
  await refused(change({ active: false }))
  await refused(as('dan').call(updateFlagUserList, { id, iid: list.iid, userXids: 'ben' }))
  await refused(as('dan').call(deleteFeatureFlag, { id, featureFlagName: 'new_loom' }))
  await as('mina').call(deleteFeatureFlag, { id, featureFlagName: 'new_loom' })
})

/** dan may not deploy to production; mina may. A flag is on in staging. */
async function protectedWorld() {
  const made = await flagWorld()
  const { as, id, namespace, create } = made
  await as('mina').call(protectEnvironment, { id, name: 'production', deployAccessLevels: [{ accessLevel: 40 }] })
  await create({ strategies: [{ name: 'default', scopes: [{ environmentScope: 'staging' }] }] })
  const place = { namespace, iid: 1 }
  const ask = (who: Member = 'dan', comment = 'Ready') =>
    as(who).call(requestFlagChange, { ...place, comment, turn: { environment: 'production', on: true } })
  const requestsFor = async (who: Member) => (await as(who).call(getFeatureFlagPage, place)).requests
  return { ...made, place, ask, requestsFor }
}

test('a change in a protected environment waits for someone who may deploy there, and the history names both', async () => {
  const { as, namespace, page, place, ask, requestsFor } = await protectedWorld()
  expect((await page()).permissions.approvalIn).toEqual(['production'])
  const { id: requestId } = await ask()
  expect(await requestsFor('dan')).toMatchObject([
    {
      ...{ state: 'pending', author: { username: 'dan' }, comment: 'Ready', environments: ['production'] },
      sentences: ['add the strategy “Everyone in production”'],
      ...{ isOutdated: false, canDecide: false, canWithdraw: true },
    },
  ])
  const waiting = async (who: Member) => {
    const { awaitingReader, counts, flags } = await as(who).call(getFeatureFlagsPage, { namespace, scope: 'requested' })
    return [awaitingReader, counts.requested, flags[0]?.pendingRequests]
  }
  expect(await waiting('dan')).toEqual([0, 1, 1])
  expect(await waiting('mina')).toEqual([1, 1, 1])
  expect(await requestsFor('mina')).toMatchObject([{ canDecide: true, canWithdraw: false }])
  const approve = (who: Member) => outcomeOf(as(who).call(approveFlagRequest, { ...place, requestId }))
  expect(await approve('dan')).toBe('forbidden')
  expect(await approve('mina')).toBe('ok')
  const { history, flag } = await page()
  expect(flag.environments[0]).toMatchObject({ name: 'production', isOn: true })
  expect(history[0]).toMatchObject({ author: { username: 'dan' }, approver: { username: 'mina' } })
  expect(await requestsFor('dan')).toMatchObject([{ state: 'applied', decider: { username: 'mina' } }])
  expect(await approve('mina')).toBe('conflict')
})

test('a request is rejected with a comment, or withdrawn by its author', async () => {
  const { as, place, page, ask, requestsFor } = await protectedWorld()
  const [{ id: first }, { id: second }] = [await ask(), await ask()]
  const withdraw = (who: Member) => outcomeOf(as(who).call(withdrawFlagRequest, { ...place, requestId: second }))
  expect(await withdraw('mina')).toBe('forbidden')
  expect(await withdraw('dan')).toBe('ok')
  const reject = (who: Member) =>
    outcomeOf(as(who).call(rejectFlagRequest, { ...place, requestId: first, comment: 'Not on a Friday' }))
  expect(await reject('dan')).toBe('forbidden')
  expect(await reject('mina')).toBe('ok')
  expect(await requestsFor('dan')).toMatchObject([
    { state: 'withdrawn', decider: { username: 'dan' } },
    { state: 'rejected', decider: { username: 'mina' }, decision: 'Not on a Friday' },
  ])
  expect((await page()).history).toHaveLength(1)
})

test('nobody approves a request of their own, also when they may deploy by then', async () => {
  const { as, id, place, ask, requestsFor } = await protectedWorld()
  const { id: requestId } = await ask()
  await as('mina').call(updateProtectedEnvironment, {
    ...{ id, name: 'production' },
    deployAccessLevels: [{ accessLevel: 30 }],
  })
  expect(await requestsFor('dan')).toMatchObject([{ canDecide: false }])
  expect(await outcomeOf(as('dan').call(approveFlagRequest, { ...place, requestId }))).toBe('forbidden')
})

test('the page of a flag compares the strategies of few large requests and changes, and says of the others only that they change', async () => {
  const { as, change, page, place, requestsFor } = await protectedWorld()
  const users = () => ({
    name: 'userWithId' as const,
    parameters: { userIds: Array.from({ length: 5000 }, () => randomUUID()).join(',') },
  })
  const [{ id = 0 } = {}] = (await page()).flag.strategies
  const large = await change({ strategies: [{ id, ...users() }] })
  await change({ strategies: [{ id, ...users() }] })
  const scopes = [{ environmentScope: 'production' }]
  for (const _ of [1, 2])
    await as('dan').call(requestFlagChange, {
      ...place,
      change: { strategies: [{ id: large.strategies[0]?.id ?? 0, parameters: users().parameters, scopes }] },
    })
  const isOutdated = false
  expect(await requestsFor('mina')).toMatchObject([
    { isOutdated, sentences: ['change the strategies'] },
    { isOutdated, sentences: ['change the strategies'] },
  ])
  expect((await page()).history.map(({ sentences }) => sentences)).toEqual([
    ['changed the strategies'],
    ['changed the strategies'],
    ['created the feature flag'],
  ])
  await change({ strategies: [{ id, ...users() }] })
  expect(await requestsFor('mina')).toMatchObject([{ isOutdated: true }, { isOutdated: true }])
})

test('a request is not applied over a change that came meanwhile', async () => {
  const { as, place, page, ask, change, requestsFor } = await protectedWorld()
  const { id: requestId } = await ask()
  await change({ description: 'Others were here' })
  expect(await requestsFor('mina')).toMatchObject([{ isOutdated: true }])
  const reply = await as('mina').reply(approveFlagRequest, { ...place, requestId })
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('has changed since') } })
  expect((await page()).flag).toMatchObject({ description: 'Others were here', strategies: [{}] })
})

test('a request is not applied once a user list or segment that it adds was changed', async () => {
  const { as, id, place, page } = await protectedWorld()
  const list = await as('dan').call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann' })
  const constraint = { contextName: 'country', operator: 'IN' as const, values: ['de'] }
  const segment = await as('dan').call(createFlagSegment, { id, name: 'Germany', constraints: [constraint] })
  const requested = async (added: { readonly userListId: number } | { readonly segmentIds: number[] }) => {
    const name = 'userListId' in added ? ('gitlabUserList' as const) : ('default' as const)
    const change = { strategies: [{ name, ...added, scopes: [{ environmentScope: 'production' }] }] }
    const { id: requestId } = await as('dan').call(requestFlagChange, { ...place, change })
    return () => as('mina').reply(approveFlagRequest, { ...place, requestId })
  }
  const withList = await requested({ userListId: list.id })
  const withSegment = await requested({ segmentIds: [segment.id] })
  await as('dan').call(updateFlagUserList, { id, iid: list.iid, userXids: 'ann,dan' })
  await as('dan').call(updateFlagSegment, {
    id,
    iid: segment.iid,
    constraints: [{ ...constraint, values: ['de', 'at'] }],
  })
  for (const approve of [withList, withSegment])
    expect(await approve()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has changed since') },
    })
  expect((await page()).flag.strategies).toHaveLength(1)
  expect(await (await requested({ segmentIds: [segment.id] }))()).toMatchObject({ status: 200 })
})

test('a deletion, and a change of strategies that were replaced meanwhile by the same ones, are requested too', async () => {
  const { as, place, page, ask } = await protectedWorld()
  await as('mina').call(approveFlagRequest, { ...place, requestId: (await ask()).id })
  const { strategies } = (await page()).flag
  const asked = await as('dan').call(requestFlagChange, {
    ...place,
    change: { strategies: [{ id: strategies[0]?.id ?? 0, scopes: [{ environmentScope: 'prod*' }] }] },
  })
  const again = strategies.map(({ name, scopes }) => ({
    name,
    scopes: scopes.map(({ environmentScope }) => ({ environmentScope })),
  }))
  await as('mina').call(updateFeatureFlag, {
    ...{ id: (await page()).projectId, featureFlagName: 'new_loom' },
    strategies: [...strategies.map(({ id }) => ({ id, _destroy: true })), ...again],
  })
  await as('mina').call(approveFlagRequest, { ...place, requestId: asked.id })
  expect((await page()).flag.strategies[0]?.scopes).toMatchObject([
    { environmentScope: 'staging' },
    { environmentScope: 'prod*' },
  ])
  const removal = await as('dan').call(requestFlagChange, { ...place, isDeletion: true })
  await as('mina').call(approveFlagRequest, { ...place, requestId: removal.id })
  expect(await outcomeOf(page())).toBe('not_found')
})

test.each<[string, object, RegExp]>([
  ['that needs no approval', { turn: { environment: 'staging', on: false } }, /needs no approval/],
  ['that is none', { turn: { environment: 'staging', on: true } }, /would not change the feature flag/],
  ['and a deletion at once', { turn: { environment: 'production', on: true }, isDeletion: true }, /contains one of/],
  ['with a wrong name', { change: { name: 'New' } }, /must start with a lowercase letter/],
])('a request for a change %s is refused', async (_what, given, sentence) => {
  const { as, place, requestsFor } = await protectedWorld()
  const reply = await as('dan').reply(requestFlagChange, { ...place, ...given } as never)
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toMatch(sentence)
  expect(await requestsFor('dan')).toEqual([])
})

test('a refusal in a protected environment says to request approval', async () => {
  const { as, id, namespace } = await protectedWorld()
  const turn = as('dan').reply(switchFeatureFlag, { namespace, iid: 1, environment: 'production', on: true })
  expect(await turn).toMatchObject({ status: 403, body: { message: expect.stringContaining('Request approval') } })
  const reply = await as('dan').reply(createFeatureFlag, { id, name: 'other', strategies: [{ name: 'default' }] })
  expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining('request approval') } })
})

test('a flag that was the same for everyone for its lifetime is stale, unless it is permanent', async () => {
  const { as, db, namespace, create, change } = await flagWorld()
  await create()
  const stale = async () => (await as('dan').call(getFeatureFlagsPage, { namespace })).flags[0]?.stale
  expect(await stale()).toBeNull()
  const longAgo = new Date(Date.now() - 45 * 86_400_000).toISOString()
  await db.updateTable('featureFlags').set({ updatedAt: longAgo }).execute()
  expect(await stale()).toBe('Off for everyone, and unchanged for 45 days.')
  await change({ permanent: true })
  await db.updateTable('featureFlags').set({ updatedAt: longAgo }).execute()
  expect(await stale()).toBeNull()
})

test('FLAG-005, FLAG-006 the flags of an issue are listed with five fields for those who may see flags', async () => {
  const { as, build, create, namespace } = await flagWorld()
  const issue = await build.issue()
  const place = { namespace, iid: issue.iid }
  expect(await as('dan').call(listFlagsOfIssue, place)).toEqual([])
  const flag = await create()
  await as('dan').call(linkFlagToIssue, { ...place, flag: 'new_loom' })
  await as('dan').call(linkIssuesToFlag, { namespace, iid: 1, issuableReferences: [`#${issue.iid}`] })
  const [shown, ...others] = await as('dan').call(listFlagsOfIssue, place)
  expect(others).toEqual([])
  expect(shown).toEqual({
    ...{ id: expect.any(Number), iid: flag.iid, name: 'new_loom', active: true, linkType: 'relates_to' },
    ...{ path: '/weft/loom/-/feature_flags/1', reference: '[feature_flag:weft/loom/1]' },
    relationPath: expect.stringMatching(/^\/weft\/loom\/-\/issues\/\d+\/feature_flags\/\d+$/),
  })
  expect(await as('rita').call(listFlagsOfIssue, place)).toEqual([])
  expect((await as('rita').reply(linkFlagToIssue, { ...place, flag: 'new_loom' })).status).toBe(403)
  const ask = (who: Member) =>
    askGraphql(
      as(who).ctx,
      `{ workItem(id: "gid://gitlab/WorkItem/${issue.id}") { widgets { ... on WorkItemWidgetDevelopment {
        featureFlags { nodes { name path reference active } } } } } }`,
    )
  expect(JSON.stringify(await ask('dan'))).toContain('"path":"/weft/loom/-/feature_flags/1"')
  expect(JSON.stringify(await ask('rita'))).not.toContain('new_loom')
  const linkId = Number(shown?.relationPath?.split('/').at(-1))
  await as('dan').call(unlinkFlagFromIssue, { ...place, linkId })
  expect(await as('dan').call(listFlagsOfIssue, place)).toEqual([])
})

test.each<[Member, boolean]>([
  ['mina', true],
  ['dan', true],
  ['rita', false],
  ['gus', false],
])('PERM-002 a reference to a flag is a link for those who can see flags: %s %s', async (who, isLink) => {
  const { as, build, id, create } = await flagWorld()
  await create()
  const issue = await build.issuable()
  const body = 'See [feature_flag:1], [feature_flag:weft/loom/1] and [feature_flag:2]'
  await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body })
  const read = async () =>
    (await as(who).call(issueDiscussionPage.listPageDiscussions, issue.page))[0]?.notes[0]?.noteHtml ?? ''
  expect((await read()).match(/href="\/weft\/loom\/-\/feature_flags\/1"/g) ?? []).toHaveLength(isLink ? 2 : 0)
  expect((await read()).includes('new_loom')).toBe(isLink)
  expect(await read()).toContain('[feature_flag:2]')
  await as('root').call(updateProject, { id, featureFlagsAccessLevel: 'disabled' } as never)
  expect(await read()).not.toContain('new_loom')
})

test('the page of a flag takes the same number of statements with one strategy and with twenty', async () => {
  const { create, change, page, statements } = await flagWorld()
  await create({ strategies: [{ name: 'default' }] })
  await page()
  const few = await statements(page)
  await change({
    strategies: Array.from({ length: 19 }, (_, at) => ({ name: 'default', scopes: [{ environmentScope: `e${at}` }] })),
  })
  expect(await statements(page)).toBe(few)
})

test('the text of a token is shown once, and the list tells tokens by their endings', async () => {
  const { as, id } = await flagWorld()
  const made = await as('mina').call(createFlagToken, { id, kind: 'client', environment: 'production' })
  const listed = await as('mina').call(listFlagTokens, { id })
  expect(listed).toMatchObject([{ ending: made.token.slice(-4), environment: 'production' }])
  expect(JSON.stringify(listed)).not.toContain(made.token)
})

test('the places of a flag are the lines of the default branch that name it, and not those of longer names', async () => {
  const { as, project, build: _, ...rest } = await codeWorld()
  const { id, fullPath: namespace } = project
  await rest.commit({
    'src/loom.ts': "if (isOn('new_loom')) weave()\nisOn('new_loom_two')\n",
    'README.md': 'The flag new_loom\n',
  })
  await as('dan').call(createFeatureFlag, { id, name: 'new_loom' })
  const { places, markdown } = await as('dan').call(listFlagPlaces, { namespace, iid: 1 })
  expect(places.map(({ path, line }) => [path, line])).toEqual([
    ['README.md', 1],
    ['src/loom.ts', 1],
  ])
  expect(markdown).toContain('- [ ] [`src/loom.ts:1`](http://weft.test/weft/loom/-/blob/main/src/loom.ts#L1)')
})
