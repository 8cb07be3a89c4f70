import { expect, test } from 'vitest'
import { geoNodeOperations, geoSiteOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { listGeoCopies, requestGeoCopies, requestGeoCopy } from '#contract/foundation/geo/geo-replication.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'

const { list, get, create, update, remove, repair, createKey, statuses, status } = geoNodeOperations

const primary = { name: 'Bergen', url: 'https://bergen.weft.test/', primary: true }
const replica = { name: 'Oslo', url: 'https://oslo.weft.test' }

const nodes = async ({ as }: World) => ({
  bergen: await as('root').call(create, primary),
  oslo: await as('root').call(create, replica),
})

test('PREMIUM-001 PREMIUM-002 a site has no nodes at first, and then those that were created', async () => {
  const built = await world()
  const root = built.as('root')
  expect(await root.call(list, {})).toEqual([])
  expect((await root.reply(status, { id: 'current' })).status).toBe(404)
  const { bergen, oslo } = await nodes(built)
  expect(oslo).toMatchObject({
    id: expect.any(Number),
    name: 'Oslo',
    url: 'https://oslo.weft.test',
    internalUrl: 'https://oslo.weft.test',
    primary: false,
    enabled: true,
    current: false,
    filesMaxCapacity: 10,
    reposMaxCapacity: 25,
    verificationMaxCapacity: 100,
    containerRepositoriesMaxCapacity: 10,
    selectiveSyncType: null,
    selectiveSyncShards: [],
    selectiveSyncNamespaceIds: [],
    minimumReverificationInterval: 7,
    syncObjectStorage: false,
    cloneProtocol: 'http',
    webEditUrl: expect.stringMatching(/\/admin\/geo\?edit=\d+$/),
    webGeoReplicationDetailsUrl: expect.stringMatching(/\/admin\/geo\/\d+$/),
  })
  expect((await root.reply(get, { id: oslo.id })).body).toMatchObject({
    _links: {
      self: expect.stringMatching(/\/api\/v4\/geo_nodes\/\d+$/),
      status: expect.stringMatching(/\/status$/),
      repair: expect.stringMatching(/\/repair$/),
    },
  })
  expect(bergen).toMatchObject({ primary: true, current: true, url: 'https://bergen.weft.test' })
  expect(bergen.webGeoReplicationDetailsUrl).toBeNull()
  expect(await root.call(list, {})).toEqual([bergen, oslo])
  expect(await root.call(get, { id: oslo.id })).toEqual(oslo)
  expect(await root.call(geoSiteOperations.list, { perPage: 1, page: 2 })).toEqual([oslo])
})

test.each([
  [{ name: ' ' }, { name: ["can't be blank"] }],
  [{ name: 'Tromsø' }, { name: [expect.stringContaining('application_name')] }],
  [{ name: 'x'.repeat(64) }, { name: [expect.stringContaining('at most 63')] }],
  [{ name: 'Bergen' }, { name: ['has already been taken'] }],
  [{ url: 'ftp://oslo' }, { url: [expect.stringContaining('must be an http or https URL')] }],
  [{ url: 'https://ann:pw@oslo' }, { url: [expect.stringContaining('without credentials')] }],
  [{ internalUrl: 'oslo' }, { internal_url: [expect.stringContaining('must be an http or https URL')] }],
  [{ primary: true }, { primary: ['node already exists'] }],
  [{ selectiveSyncNamespaceIds: [999_999] }, { selective_sync_namespace_ids: ['are unknown: 999999'] }],
  [{ selectiveSyncShards: ['cold'] }, { selective_sync_shards: [expect.stringContaining("only contain 'default'")] }],
])('PREMIUM-002 a node with %j is refused by the field', async (given, expected) => {
  const { as } = await world()
  await as('root').call(create, primary)
  expect(await as('root').reply(create, { ...replica, ...given })).toMatchObject({
    status: 400,
    body: { message: expected },
  })
})

test('PREMIUM-002 a project is not a namespace that can be selected', async () => {
  const { as, project, group } = await world()
  const selecting = (id: number) =>
    as('root').reply(create, { ...replica, selectiveSyncType: 'namespaces', selectiveSyncNamespaceIds: [id] })
  expect((await selecting(project.id)).status).toBe(400)
  expect(await selecting(group.id)).toMatchObject({
    status: 201,
    body: { selective_sync_type: 'namespaces', selective_sync_namespace_ids: [group.id] },
  })
})

test('PREMIUM-003 PREMIUM-004 a node is changed field by field, and deleted with all that is known of it', async () => {
  const built = await world()
  const root = built.as('root')
  const { oslo } = await nodes(built)
  const changed = await root.call(update, {
    id: oslo.id,
    name: 'Oslo 2',
    enabled: false,
    reposMaxCapacity: 3,
    internalUrl: 'http://10.0.0.7:3000/',
    selectiveSyncType: 'namespaces',
    selectiveSyncNamespaceIds: [built.group.id],
  })
  expect(changed).toEqual({
    ...oslo,
    name: 'Oslo 2',
    enabled: false,
    reposMaxCapacity: 3,
    internalUrl: 'http://10.0.0.7:3000',
    selectiveSyncType: 'namespaces',
    selectiveSyncNamespaceIds: [built.group.id],
  })
  const cleared = { id: oslo.id, internalUrl: '', selectiveSyncType: '' as const, selectiveSyncNamespaceIds: [] }
  expect(await root.call(update, cleared)).toMatchObject({ internalUrl: oslo.url, selectiveSyncType: null })
  const stale = { id: oslo.id, name: 'Drammen', expected: { name: 'Oslo' } }
  expect((await root.reply(update, stale)).status).toBe(409)
  expect((await root.reply(remove, { id: oslo.id })).status).toBe(204)
  expect((await root.reply(get, { id: oslo.id })).status).toBe(404)
  expect((await root.reply(update, { id: oslo.id, name: 'Oslo' })).status).toBe(404)
})

test.each([
  ['root', 'ok'],
  ['olga', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PERM-002 %s reading and changing nodes: %s', async (who, outcome) => {
  const built = await world()
  const { oslo } = await nodes(built)
  const caller = built.as(who)
  expect(await outcomeOf(caller.call(list, {}))).toBe(outcome)
  expect(await outcomeOf(caller.call(statuses, {}))).toBe(outcome)
  expect(await outcomeOf(caller.call(createKey, { id: oslo.id }))).toBe(outcome)
  expect(await outcomeOf(caller.call(listGeoCopies, { replicable: 'uploads' }))).toBe(outcome)
  expect(await outcomeOf(caller.call(update, { id: oslo.id, name: 'Oslo 2' }))).toBe(outcome)
})

test('PREMIUM-005 the primary is healthy, and a replica that never was heard of says what is missing', async () => {
  const built = await world()
  const { bergen, oslo } = await nodes(built)
  const [ofBergen, ofOslo] = await built.as('root').call(statuses, {})
  expect(ofBergen).toMatchObject({
    geoNodeId: bergen.id,
    healthy: true,
    health: 'Healthy',
    healthStatus: 'Healthy',
    dbReplicationLagSeconds: null,
    uploadsSyncedCount: null,
    lfsObjectsCount: 0,
    version: '18.9.0',
  })
  expect(ofBergen?.projectsCount).toBeGreaterThan(0)
  expect(ofOslo).toMatchObject({
    geoNodeId: oslo.id,
    healthy: false,
    health:
      "No standby with the application_name 'Oslo' is connected to the primary database. The replica has not reported yet. Start it with GEO_PRIMARY_URL and GEO_TOKEN.",
    healthStatus: 'Unhealthy',
    dbReplicationLagSeconds: null,
    projectRepositoriesCount: ofBergen?.projectsCount,
    projectRepositoriesSyncedCount: 0,
    projectRepositoriesSyncedInPercentage: '0.00%',
  })
  expect(await built.as('root').call(status, { id: 'current' })).toMatchObject({ geoNodeId: bergen.id })
  expect(await built.as('root').call(status, { id: oslo.id, refresh: true })).toEqual(ofOslo)
  for (const id of ['primary', 0, 999_999]) expect((await built.as('root').reply(status, { id })).status).toBe(404)
})

test('PREMIUM-005 a node of selected groups has only their items', async () => {
  const built = await world()
  const other = await built.build.project({})
  const { oslo } = await nodes(built)
  const count = async () => (await built.as('root').call(status, { id: oslo.id })).projectRepositoriesCount
  const all = await count()
  const select = (ids: readonly number[]) =>
    built.as('root').call(update, { id: oslo.id, selectiveSyncType: 'namespaces', selectiveSyncNamespaceIds: [...ids] })
  await select([built.group.id])
  expect(await count()).toBeLessThan(all)
  expect(await count()).toBeGreaterThan(0)
  await select([])
  expect(await count()).toBe(0)
  await built.as('root').call(update, { id: oslo.id, selectiveSyncType: 'shards', selectiveSyncShards: ['default'] })
  expect(await count()).toBe(all)
  expect(other.id).toBeGreaterThan(0)
})

const copies = async (built: World) => {
  const { bergen, oslo } = await nodes(built)
  const row = (itemId: number, state: string, verificationState: string) => ({
    ...{ nodeId: oslo.id, replicable: 'project_repositories', itemId, state, verificationState },
    ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
    ...(state === 'failed' ? { syncError: 'The disk is full', retryCount: 3, retryAt: '2999-01-01T00:00:00Z' } : {}),
    ...(verificationState === 'failed' ? { verificationError: 'Differs' } : {}),
  })
  const ids = await built.db
    .insertInto('geoRegistry')
    .values([
      row(built.project.id, 'synced', 'verified'),
      row(999_001, 'failed', 'pending'),
      row(999_002, 'synced', 'failed'),
    ])
    .returning('id')
    .execute()
  return { bergen, oslo, ids: ids.map(each => each.id) }
}

test('PREMIUM-006 the copies on replicas are listed by type, node and state', async () => {
  const built = await world()
  const root = built.as('root')
  const { bergen, oslo, ids } = await copies(built)
  const listed = (given: object) =>
    root
      .reply(listGeoCopies, { replicable: 'project_repositories', ...given })
      .then(({ body }) => (body as { id: number }[]).map(each => ids.indexOf(each.id)))
  expect(await listed({})).toEqual([0, 1, 2])
  expect(await listed({ geoNodeId: oslo.id })).toEqual([0, 1, 2])
  expect(await listed({ geoNodeId: bergen.id })).toEqual([])
  expect(await listed({ state: 'failed' })).toEqual([1])
  expect(await listed({ verificationState: 'failed' })).toEqual([2])
  expect(await listed({ perPage: 2, page: 2 })).toEqual([2])
  const [first] = await root.call(listGeoCopies, { replicable: 'project_repositories' })
  expect(first).toMatchObject({ name: built.project.fullPath, projectId: built.project.id, state: 'synced' })
  expect(await root.call(listGeoCopies, { replicable: 'lfs_objects' })).toEqual([])
  expect((await root.reply(listGeoCopies, { replicable: 'designs' })).status).toBe(404)
  expect((await root.reply(listGeoCopies, { replicable: 'uploads', state: 'odd' })).status).toBe(400)
  expect(await root.call(status, { id: oslo.id })).toMatchObject({
    projectRepositoriesRegistryCount: 3,
    projectRepositoriesSyncedCount: 2,
    projectRepositoriesFailedCount: 1,
    projectRepositoriesVerifiedCount: 1,
    projectRepositoriesVerificationFailedCount: 1,
    health: expect.stringContaining('1 repository on the replica differs from the primary.'),
  })
})

test('PREMIUM-006 an item, or all that failed, are copied or verified again', async () => {
  const built = await world()
  const root = built.as('root')
  const { oslo, bergen, ids } = await copies(built)
  const [good = 0, failed = 0, differing = 0] = ids
  const at = { replicable: 'project_repositories' }
  expect(await root.call(requestGeoCopy, { ...at, id: good, action: 'reverify' })).toMatchObject({
    state: 'synced',
    verificationState: 'pending',
  })
  expect(await root.call(requestGeoCopies, { ...at, action: 'resync', geoNodeId: oslo.id })).toEqual({ count: 1 })
  const [, second] = await root.call(listGeoCopies, at)
  expect(second).toMatchObject({ id: failed, state: 'pending', retryCount: 0, retryAt: null, lastSyncFailure: null })
  expect(await root.call(requestGeoCopies, { ...at, action: 'reverify' })).toEqual({ count: 1 })
  expect(await root.call(requestGeoCopies, { ...at, action: 'reverify' })).toEqual({ count: 0 })
  for (const [input, expected] of [
    [{ ...at, id: differing, action: 'erase' }, 400],
    [{ replicable: 'uploads', id: differing, action: 'resync' }, 404],
    [{ replicable: 'designs', id: differing, action: 'resync' }, 404],
    [{ ...at, id: 999_999, action: 'resync' }, 404],
  ] as const)
    expect((await root.reply(requestGeoCopy, input)).status).toBe(expected)
  expect((await root.reply(requestGeoCopies, { ...at, action: 'erase' })).status).toBe(400)
  expect((await root.reply(requestGeoCopies, { ...at, action: 'resync', geoNodeId: 999_999 })).status).toBe(404)
  expect((await root.reply(repair, { id: bergen.id })).status).toBe(422)
  await built.db.updateTable('geoRegistry').set({ state: 'failed' }).where('id', '=', failed).execute()
  expect(await root.call(repair, { id: oslo.id })).toMatchObject({ projectRepositoriesFailedCount: 0 })
})

test('the key of a replica is shown once, and only its hash is stored', async () => {
  const built = await world()
  const { bergen, oslo } = await nodes(built)
  const { key } = await built.as('root').call(createKey, { id: oslo.id })
  expect(key).toMatch(/^weftgeo-[\w-]{43}$/)
  const stored = await built.db.selectFrom('geoNodes').selectAll().where('id', '=', oslo.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(key)
  expect((await built.as('root').reply(createKey, { id: bergen.id })).status).toBe(422)
})
