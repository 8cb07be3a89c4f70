import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { watchConnection } from '#server/platform/sql/connection.ts'
import { object } from '#server/platform/sql/shape.ts'

/** The only kind of job: deliver an event to its `later` followers. */
export const deliverTask = 'deliver_event'

/** The priority of jobs for which a page waits; the others have 0. */
const urgentPriority = -10

/** Long jobs at once: fewer than there are workers. Each is in one of as many queues, whose jobs run one after the other. */
const longAtOnce = 2

/**
 * The SQL expression that enqueues the deliveries of events, for use inside the transaction that records them. One call takes all of
 * them, as each call costs more than a job.
 *
 * @param events  a select of `id`, `name` and `is_urgent`: an urgent one is delivered before the others that wait
 * @param long  names of events whose delivery may take long
 */
export function enqueueDeliveries(events: RawBuilder<unknown>, long: readonly string[]): RawBuilder<unknown> {
  const isLong = long.length === 0 ? sql`false` : sql`due.name in (${sql.join(long.map(name => sql.lit(name)))})`
  return sql`(select count(*) from graphile_worker.add_jobs(array(
    select row(${sql.lit(deliverTask)}, ${object({ event_id: sql`due.id` })},
      case when ${isLong} then 'long ' || due.id % ${sql.lit(longAtOnce)} end, null, 12::smallint, null,
      case when due.is_urgent then ${sql.lit(urgentPriority)} else 0 end::smallint, null)::graphile_worker.job_spec
    from (${events}) due order by due.id)))`
}

/** Create or migrate the tables of the job queue. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

export interface Jobs {
  stop(): Promise<void>
}

interface JobsParts {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly concurrency: number
  /** @throws  to have the job retried later */
  readonly deliver: (eventId: number) => Promise<void>
  /** Scheduled jobs: `minute hour day month weekday`, in UTC. */
  readonly timed: readonly { readonly name: string; readonly pattern: string; readonly run: () => Promise<unknown> }[]
}

/** The first key of the advisory locks of runners; the second is the hash of the runner's id. */
export const runnerLocks = 0x4a4f4253

/** Unlock the jobs of runners that ended without doing so: a process that was killed, or one that lost its database. */
async function freeAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
    from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) runners
    where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    [runnerLocks],
  )
}

/** Pause before a new runner starts, after one has lost the database. */
const restartDelayMs = 2_000

/** Work on jobs in this process until stopped. */
export async function startJobs({ pool, log, concurrency, deliver, timed }: JobsParts): Promise<Jobs> {
  const tasks: TaskList = {
    [deliverTask]: async payload => {
      if (typeof payload === 'object' && payload !== null && 'event_id' in payload)
        await deliver(Number(payload.event_id))
    },
  }
  for (const { name, run } of timed) tasks[name] = async () => void (await run())
  tasks[freeTask] = () => freeAbandonedJobs(pool)
  const begin = () => startRunner(pool, log, tasks, concurrency, [...timed, { name: freeTask, pattern: '* * * * *' }])
  let runner: Runner | null = await begin()
  const stopping = new AbortController()
  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await begin()
        // The runner was still starting when jobs were stopped.
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.error({ err: error }, 'jobs stopped')
      }
      runner = null
      await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const working = keepWorking()
  return {
    stop: async () => {
      stopping.abort()
      // A runner that has just ended by itself has nothing to stop.
      await runner?.stop().catch(() => undefined)
      await working
    },
  }
}

const freeTask = 'free_abandoned_jobs'

/**
 * Start a runner that holds an advisory lock until it ends, so that other processes can tell which jobs are abandoned. It stops
 * when it cannot get a lost lock back.
 */
async function startRunner(
  pool: pg.Pool,
  log: Logger,
  taskList: TaskList,
  concurrency: number,
  timed: readonly { readonly name: string; readonly pattern: string }[],
): Promise<Runner> {
  await freeAbandonedJobs(pool)
  const lock = await prepareLock(pool)
  // The types of its events are the library's.
  const events = new EventEmitter() as WorkerEvents
  let locked: Promise<unknown> = Promise.resolve()
  let stop = () => {}
  events.on('pool:create', ({ workerPool }) => {
    locked = lock.hold(workerPool.id, () => stop())
  })
  try {
    const runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      taskList,
      crontab: timed.map(each => `${each.pattern} ${each.name}`).join('\n'),
      logger: quiet(log),
      events,
      preset: {
        // Without batches the library leaves a failure to write the outcome of a job unhandled, which ends the process.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [
          {
            name: 'weft-runner-lock',
            version: '1',
            worker: { hooks: { startWorker: async () => void (await locked) } },
          },
        ],
      },
    })
    stop = () => void runner.stop('its database session broke').catch(() => undefined)
    locked.catch(stop)
    void runner.promise.catch(() => undefined).finally(() => lock.release())
    return runner
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * A database session for the advisory lock of a runner. When the session breaks, another one takes the lock at once, so that the
 * jobs still running do not look abandoned.
 */
async function prepareLock(pool: pg.Pool) {
  let session: pg.PoolClient | null = await pool.connect()
  let isReleased = false
  const release = (): void => {
    isReleased = true
    // Ends the session, and with it the lock.
    session?.release(true)
    session = null
  }
  const hold = async (name: string, onLost: () => void): Promise<void> => {
    const held = session
    held?.on('error', () => {
      if (held !== session) return
      session = null
      held.release(true)
      holdAgain(name, onLost).catch(onLost)
    })
    await held?.query('select pg_advisory_lock($1, hashtext($2))', [runnerLocks, name])
    if (held !== null) watchConnection(held)
  }
  const holdAgain = async (name: string, onLost: () => void): Promise<void> => {
    session = await pool.connect()
    if (isReleased) release()
    else await hold(name, onLost)
  }
  return { hold, release }
}

const quiet = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
