import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createContext, type UserActor } from '#server/context.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { readSettings } from '#server/settings.ts'
import { replicatedPostgres } from '#test/world/replicated-postgres.ts'
import { databaseStateOf, problemsOf } from './health.ts'
import { notePositions } from './log-positions.ts'
import { factsOf, nodeStates } from './node-status.ts'
import { programVersion } from './program-version.ts'

const root: UserActor = { kind: 'user', id: 1, username: 'root', name: 'Root', isAdmin: true, isExternal: false }

test('PREMIUM-005 a standby that never connected, streams, is paused, hidden or gone: the primary says which', async () => {
  const { primary, standby, ...postgres } = await replicatedPostgres('oslo')
  onTestFinished(() => postgres[Symbol.asyncDispose]())
  await primary.start()
  await primary.ask('create database weft')
  const urlOf = (user: string) => `postgres://${user}@127.0.0.1:${primary.port}/weft`
  await migrate(urlOf('weft'))
  const { db, close } = openDatabase({ connectionString: urlOf('weft'), max: 12 })
  onTestFinished(close)
  await sql`insert into geo_nodes (name, url, is_primary, enabled, files_max_capacity, repos_max_capacity, verification_max_capacity,
      container_repositories_max_capacity, minimum_reverification_interval, sync_object_storage, selective_sync_shards, created_at, updated_at)
    values ('oslo', 'https://oslo.weft.test', false, true, 10, 25, 100, 10, 7, false, '{}', now(), now())`.execute(db)
  // Its process runs: only the database is looked at here.
  await sql`insert into geo_node_reports (node_id, reported_at) select id, now() from geo_nodes`.execute(db)

  const seen = async (from = db) => {
    const services = { settings: readSettings({}), log: pino({ level: 'silent' }) } as never
    const ctx = createContext({ actor: root, db: from, services, requestId: 'test' })
    const [state] = await nodeStates(ctx, sql``)
    if (state === undefined) throw new Error('no node')
    const facts = factsOf(state)
    return { state: databaseStateOf(facts), lag: facts.lagSeconds, says: problemsOf(facts, programVersion).join(' ') }
  }
  const write = () => sql`update geo_nodes set updated_at = clock_timestamp()`.execute(db)
  /** As if the positions had been noted so long ago. */
  const pass = (seconds: number) =>
    sql`update geo_log_positions set taken_at = taken_at - make_interval(secs => ${seconds})`.execute(db)

  expect(await seen()).toEqual({
    state: 'disconnected',
    lag: null,
    says: "No standby with the application_name 'oslo' is connected to the primary database.",
  })

  await standby.start()
  await expect.poll(async () => (await seen()).state).toBe('streaming')
  await notePositions(db)
  await expect.poll(() => seen()).toEqual({ state: 'streaming', lag: 0, says: '' })

  await standby.ask('select pg_wal_replay_pause()')
  await expect
    .poll(async () => (await standby.ask('select pg_get_wal_replay_pause_state() as state')).rows[0].state)
    .toBe('paused')
  await pass(10)
  await write()
  await notePositions(db)
  await pass(90)
  await expect.poll(async () => (await seen()).state).toBe('paused')
  const stuck = await seen()
  expect(stuck.lag).toBeGreaterThanOrEqual(90)
  expect(stuck.says).toMatch(
    /^The standby receives changes, but does not apply them\. It is [\d.]+ [KM]iB behind\..* The standby is \d+ seconds behind the primary database\.$/,
  )
  await sql`update geo_node_reports set database_state = 'paused'`.execute(db)
  expect((await seen()).says).toMatch(/^Replay is paused on the standby, [\d.]+ [KM]iB behind\. Resume it with: select/)

  await standby.ask('select pg_wal_replay_resume()')
  await sql`update geo_node_reports set database_state = 'standby'`.execute(db)
  await expect.poll(() => seen()).toEqual({ state: 'streaming', lag: 0, says: '' })

  await primary.ask('create role plain login')
  const plain = openDatabase({ connectionString: urlOf('plain'), max: 12 })
  onTestFinished(plain.close)
  await sql`grant select on all tables in schema public to plain`.execute(db)
  expect(await seen(plain.db)).toMatchObject({
    state: 'unknown',
    says: 'The primary cannot see the state of the standby. Run on the primary: grant pg_monitor to plain;',
  })
  await sql`grant pg_monitor to plain`.execute(db)
  await expect.poll(() => seen(plain.db)).toMatchObject({ state: 'streaming', says: '' })

  await notePositions(db)
  await standby.kill()
  await expect.poll(async () => (await seen()).state).toBe('disconnected')
  await pass(10)
  await write()
  await notePositions(db)
  await pass(7_300)
  await sql`update geo_node_reports set streamed_at = streamed_at - interval '150 seconds'`.execute(db)
  expect(await seen()).toMatchObject({
    says: 'The standby is not connected to the primary database. It was last connected 2 minutes ago. The standby is 2 hours behind the primary database.',
  })
  await primary.ask("select pg_create_physical_replication_slot('weft_oslo', true)")
  expect((await seen()).says).toMatch(
    /The replication slot weft_oslo keeps [\d.]+ [KM]iB of changes for it on the primary\./,
  )
}, 60_000)
