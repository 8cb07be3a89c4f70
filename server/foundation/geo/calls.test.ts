import { expect, test } from 'vitest'
import { geoNodeOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { appWorld } from '#test/world/app.ts'

// The calls of a replica as they come, by HTTP.

async function scene() {
  const built = await appWorld()
  const root = built.as('root')
  const node = await root.call(geoNodeOperations.create, { name: 'Oslo', url: 'https://oslo.weft.test' })
  const { key } = await root.call(geoNodeOperations.createKey, { id: node.id })
  const send = async (call: string, payload: object, given: string | null = key) => {
    const headers = given === null ? {} : { authorization: `Bearer ${given}` }
    const reply = await built.app.inject({ method: 'POST', url: `/-/geo/${call}`, headers, payload })
    return reply.statusCode
  }
  return { ...built, send }
}

const copy = (itemId: number, more: object = {}) => ({
  ...{
    replicable: 'project_repositories',
    item_id: itemId,
    request: 0,
    state: 'failed',
    verification_state: 'pending',
  },
  ...{ sync_error: null, verification_error: null, checksum: null, primary_checksum: null },
  ...{ failed_on_primary: false, storage_key: null, ...more },
})
const report = (more: object = {}) => ({
  ...{ version: '18.9.0', revision: '1031', database: 'standby', cursor: null, copies: [], removed: [], ...more },
})

test('PREMIUM-006 a replica sends long bodies with its key, and nobody does without one', async () => {
  const { send, project } = await scene()
  const sync_error = 'x'.repeat(1_000)
  const long = report({ copies: Array.from({ length: 500 }, (_, at) => copy(at + 1, { sync_error })) })
  expect(JSON.stringify(long).length).toBeGreaterThan(384 * 1024)
  expect(await send('report', long)).toBe(200)
  const haves = Array.from({ length: 10_000 }, (_, at) => at.toString(16).padStart(40, '0'))
  // This project has no repository on the disk.
  expect(await send('pack', { id: project.id, wants: [], haves })).toBe(404)
  expect(await send('report', long, null)).toBe(401)
  expect(await send('report', long, 'weftgeo-wrong')).toBe(401)
})

test('PREMIUM-006 what no column can hold is refused', async () => {
  const { send } = await scene()
  for (const [call, payload] of [
    ['report', report({ version: 'a\0' })],
    ['report', report({ copies: [copy(1, { sync_error: '\0' })] })],
    ['report', report({ copies: [copy(1, { sync_error: '\ud800' })] })],
    ['report', report({ copies: [copy(1e300)] })],
    ['report', report({ copies: [copy(1, { request: 2 ** 31 })] })],
    ['report', report({ removed: [{ replicable: 'uploads', item_id: 1e300 }] })],
    ['report', report({ cursor: { event_id: 1e300, at: null } })],
    ['report', report({ cursor: { event_id: 1, at: 'yesterday' } })],
    ['report', report({ cursor: { event_id: 1, at: 'infinity' } })],
    ['checksums', { ids: [1e300] }],
    ['refs', { id: 1e300 }],
    ['pack', { id: 1e300, wants: [], haves: [] }],
  ] as const)
    expect({ call, payload, status: await send(call, payload) }).toEqual({ call, payload, status: 400 })
  expect(await send('report', report({ cursor: { event_id: 1, at: '2026-11-30T10:00:00.123Z' } }))).toBe(200)
})

test('PREMIUM-006 PREMIUM-040 replicas go on copying during maintenance, as the site may be moved to one', async () => {
  const { as, send, project } = await scene()
  await as('root').call(updateApplicationSettings, { maintenanceMode: true })
  expect(await send('report', report())).toBe(200)
  expect(await send('checksums', { ids: [project.id] })).toBe(200)
  expect(await send('refs', { id: project.id })).toBe(404)
  expect(await send('pack', { id: project.id, wants: [], haves: [] })).toBe(404)
})
