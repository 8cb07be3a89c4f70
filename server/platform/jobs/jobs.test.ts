import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/sql/database.ts'
import { deliverTask, enqueueDeliveries, runnerLocks, startJobs } from './jobs.ts'

/** A process that works on jobs, each the delivery of an event of its own. */
function scene() {
  const { db, pool, close } = openDatabase({ connectionString: inject('databaseUrl'), max: 16 })
  const delivered: number[] = []
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const stop of stops) await stop()
    await close()
  })
  const add = async (eventId: number) => {
    await pool.query('select graphile_worker.add_job($1, json_build_object($2::text, $3::int))', [
      deliverTask,
      'event_id',
      eventId,
    ])
    return eventId
  }
  const start = async (deliver: (eventId: number) => Promise<void> = async () => {}) => {
    const jobs = await startJobs({
      pool,
      log: pino({ level: 'silent' }),
      concurrency: 3,
      deliver: async eventId => {
        delivered.push(eventId)
        await deliver(eventId)
      },
      timed: [],
    })
    stops.push(jobs.stop)
    return jobs
  }
  const timesOf = (eventId: number) => delivered.filter(each => each === eventId).length
  return { db, pool, add, start, timesOf }
}

test('an urgent job does not wait for long ones', async () => {
  const { db, start, timesOf } = scene()
  const enqueue = (id: number, name: string, isUrgent = false) =>
    sql`select ${enqueueDeliveries(sql`select ${id}::bigint as id, ${name} as name, ${isUrgent}::boolean as is_urgent`, ['tree.deleted'])}`.execute(
      db,
    )
  let finish = () => {}
  const held = new Promise<void>(resolve => {
    finish = resolve
  })
  const long = [1, 2, 3, 4, 5, 6]
  await start(eventId => (long.includes(eventId) ? held : Promise.resolve()))
  for (const id of long) await enqueue(id, 'tree.deleted')
  await expect.poll(() => long.filter(id => timesOf(id) === 1).length).toBe(2)
  await enqueue(10, 'password.forgotten', true)
  await expect.poll(() => timesOf(10)).toBe(1)
  finish()
  await expect.poll(() => long.filter(id => timesOf(id) === 1).length).toBe(6)
})

test('a job of a killed process is retried at once by another', async () => {
  const { pool, add, start, timesOf } = scene()
  const id = await add(101)
  await pool.query(`update graphile_worker._private_jobs set locked_by = 'pool-of-a-killed-process', locked_at = now()`)
  await start()
  await expect.poll(() => timesOf(id)).toBe(1)
})

test('a job of a living process is not taken over', async () => {
  const { add, start, timesOf } = scene()
  let finish = () => {}
  const held = new Promise<void>(resolve => {
    finish = resolve
  })
  const id = await add(201)
  await start(eventId => (eventId === id ? held : Promise.resolve()))
  await expect.poll(() => timesOf(id)).toBe(1)
  await start()
  const after = await add(202)
  await expect.poll(() => timesOf(after)).toBe(1)
  expect(timesOf(id)).toBe(1)
  finish()
})

test('a job is retried when its failure could not be recorded because the database was unreachable', async () => {
  const { pool, add, start, timesOf } = scene()
  const connect = vi.spyOn(pool, 'connect')
  await start(async () => {
    if (timesOf(301) > 1) return
    connect.mockImplementationOnce(() => Promise.reject(new Error('timeout exceeded when trying to connect')))
    throw new Error('no database')
  })
  const id = await add(301)
  await expect.poll(() => timesOf(id), { timeout: 30_000 }).toBe(2)
})

test('a running job is left to its process when the session with its lock is cut', async () => {
  const { pool, add, start, timesOf } = scene()
  let finish = () => {}
  const held = new Promise<void>(resolve => {
    finish = resolve
  })
  const id = await add(401)
  await start(eventId => (eventId === id ? held : Promise.resolve()))
  await expect.poll(() => timesOf(id)).toBe(1)
  const lockOf = async () =>
    (
      await pool.query("select pid from pg_locks where locktype = 'advisory' and classid = $1 and granted", [
        runnerLocks,
      ])
    ).rows[0]?.pid
  const cut = await lockOf()
  await pool.query('select pg_terminate_backend($1)', [cut])
  await expect.poll(async () => [undefined, cut].includes(await lockOf())).toBe(false)
  await start()
  const after = await add(402)
  await expect.poll(() => timesOf(after)).toBe(1)
  expect(timesOf(id)).toBe(1)
  finish()
})

test('jobs can be stopped while a runner is being started again', async () => {
  const { pool, add, start, timesOf } = scene()
  const jobs = await start()
  await expect.poll(async () => timesOf(await add(501))).toBeGreaterThan(0)
  const { rows } = await pool.query("select pid from pg_locks where locktype = 'advisory' and classid = $1", [
    runnerLocks,
  ])
  const query = pool.query.bind(pool) as (text: unknown, values?: unknown) => Promise<unknown>
  let goOn = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  let isStarting = false
  vi.spyOn(pool, 'query').mockImplementation(async (text: unknown, values?: unknown) => {
    if (String(text).includes('force_unlock_workers')) {
      isStarting = true
      await held
    }
    return query(text, values)
  })
  // The runner loses its lock and gets no session for it: it ends, and another begins.
  const open = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>
  const connect = vi.spyOn(pool, 'connect').mockImplementation((...args: unknown[]) =>
    // A call of the pool itself has a callback, and succeeds.
    args.length === 0 ? Promise.reject(new Error('timeout exceeded when trying to connect')) : open(...args),
  )
  await query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => isStarting, { timeout: 30_000 }).toBe(true)
  connect.mockRestore()
  const stopped = jobs.stop()
  goOn()
  await stopped
})
