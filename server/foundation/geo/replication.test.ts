import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { geoNodeOperations } from '#contract/foundation/geo/geo-nodes.ts'
import * as replicas from '#contract/foundation/geo/geo-replicas.ts'
import { listGeoCopies, requestGeoCopy } from '#contract/foundation/geo/geo-replication.ts'
import { type World, world } from '#test/world/world.ts'

const { create, update, createKey, status } = geoNodeOperations

async function replica(built: World) {
  const root = built.as('root')
  const node = await root.call(create, { name: 'Oslo', url: 'https://oslo.weft.test' })
  const { key } = await root.call(createKey, { id: node.id })
  return { node, key, authorization: `Bearer ${key}` }
}

const report = (copies: readonly object[] = [], more: object = {}) => ({
  ...{ version: '18.9.0', revision: '1031', database: 'standby', cursor: { eventId: 7, at: '2026-11-30T10:00:00Z' } },
  ...{ copies, removed: [], ...more },
})

const copy = (itemId: number, more: object = {}) => ({
  ...{ replicable: 'project_repositories', itemId, request: 0, state: 'pending', verificationState: 'pending' },
  ...{ syncError: null, verificationError: null, checksum: null, primaryChecksum: null, failedOnPrimary: false },
  ...{ storageKey: null, ...more },
})
const good = {
  state: 'synced',
  verificationState: 'verified',
  checksum: 'a'.repeat(64),
  primaryChecksum: 'a'.repeat(64),
}

const reporting =
  ({ as }: World, authorization: string) =>
  (payload: unknown) =>
    as('anon').reply(replicas.reportReplica, { authorization, payload })

const rowsOf = (built: World) =>
  built
    .as('root')
    .call(listGeoCopies, { replicable: 'project_repositories' })
    .then(rows =>
      rows.map(({ itemId, state, verificationState, retryCount }) => [itemId, state, verificationState, retryCount]),
    )

test('PREMIUM-006 a report is taken with the key of the replica only, and in its shape only', async () => {
  const built = await world()
  const { node, key, authorization } = await replica(built)
  const send = (given: string | undefined, payload: unknown) =>
    built
      .as('anon')
      .reply(replicas.reportReplica, { ...(given === undefined ? {} : { authorization: given }), payload })
  expect((await send(undefined, report())).status).toBe(401)
  expect((await send('Bearer weftgeo-wrong', report())).status).toBe(401)
  expect((await send(key, report())).status).toBe(401)
  for (const wrong of [{}, [], 'x', { ...report(), database: 'odd' }, report([{ itemId: 1 }]), report([copy(0)])])
    expect((await send(authorization, wrong)).status).toBe(400)
  expect(await send(authorization, report())).toMatchObject({
    status: 200,
    body: { name: 'Oslo', repos_max_capacity: 25 },
  })
  const { key: next } = await built.as('root').call(createKey, { id: node.id })
  expect((await send(authorization, report())).status).toBe(401)
  expect((await send(`Bearer ${next}`, report())).status).toBe(200)
  expect(await built.as('root').call(status, { id: node.id })).toMatchObject({
    version: '18.9.0',
    revision: '1031',
    cursorLastEventId: 7,
    updatedAt: expect.any(String),
  })
})

test('PREMIUM-006 an old or repeated report changes nothing, and a failure is tried again with growing pauses', async () => {
  const built = await world()
  const { authorization } = await replica(built)
  const { id } = built.project
  const send = reporting(built, authorization)
  await send(report([copy(id), copy(id)]))
  expect(await rowsOf(built)).toEqual([[id, 'pending', 'pending', 0]])
  await send(report([copy(id, { state: 'failed', syncError: 'The disk is full' })]))
  await send(report([copy(id, { state: 'failed', syncError: 'The disk is full' })]))
  const [failed] = await built.as('root').call(listGeoCopies, { replicable: 'project_repositories', state: 'failed' })
  expect(failed).toMatchObject({ retryCount: 2, lastSyncFailure: 'The disk is full' })
  const pauseMs = Date.parse(failed?.retryAt ?? '') - Date.parse(failed?.updatedAt ?? '')
  expect(pauseMs).toBe(20_000)
  await send(report([copy(id, good)]))
  // Found again on a standby that lags.
  await send(report([copy(id), copy(id, { primaryChecksum: 'a'.repeat(64) })]))
  expect(await rowsOf(built)).toEqual([[id, 'synced', 'verified', 0]])
  await send(report([copy(id, { primaryChecksum: 'b'.repeat(64) })]))
  expect(await rowsOf(built)).toEqual([[id, 'pending', 'pending', 0]])
  await send(report([copy(id, good)]))
  await built
    .as('root')
    .call(requestGeoCopy, { replicable: 'project_repositories', id: failed?.id ?? 0, action: 'resync' })
  await send(report([copy(id, good)]))
  expect(await rowsOf(built)).toEqual([[id, 'pending', 'verified', 0]])
  await send(report([copy(id, { ...good, request: 1 })], { removed: [{ replicable: 'uploads', itemId: id }] }))
  expect(await rowsOf(built)).toEqual([[id, 'synced', 'verified', 0]])
  await send(report([], { removed: [{ replicable: 'project_repositories', itemId: id }] }))
  expect(await rowsOf(built)).toEqual([])
})

test('PREMIUM-006 a replica gets the repositories and files of its node, and none while it is disabled', async () => {
  const built = await world()
  const { node, authorization } = await replica(built)
  const { id } = built.project
  const storageKey = `${'c'.repeat(64)}-${'0'.repeat(16)}`
  await sql`insert into uploads (namespace_id, purpose, secret, filename, media_type, size_bytes, storage_key)
    values (${id}, 'attachment', 'geo-secret', 'a.txt', 'text/plain', 1, ${storageKey})`.execute(built.db)
  const ask = async () => {
    const anon = built.as('anon')
    const [checksums, refs, pack, file] = [
      await anon.reply(replicas.getRepositoryChecksums, { authorization, payload: { ids: [id] } }),
      await anon.reply(replicas.getRepositoryRefs, { authorization, payload: { id } }),
      await anon.reply(replicas.getRepositoryPack, { authorization, payload: { id, wants: [], haves: [] } }),
      await anon.reply(replicas.getStoredFile, { authorization, storageKey }),
    ]
    return [checksums.status, checksums.body, refs.status, pack.status, file.status]
  }
  // The project of this world has no repository on the disk, and the file is not there.
  expect(await ask()).toEqual([200, [{ id, checksum: null }], 404, 404, 404])
  await built.as('root').call(update, { id: node.id, selectiveSyncType: 'namespaces' })
  expect(await ask()).toEqual([200, [], 404, 404, 404])
  await built.as('root').call(update, { id: node.id, enabled: false })
  expect((await ask()).filter(each => typeof each === 'number')).toEqual([403, 403, 403, 403])
  expect((await reporting(built, authorization)(report())).status).toBe(200)
})
