import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'

/** The one task: hand an event of the log to those who follow it later. */
export const deliverTask = 'deliver_event'

/** The SQL expression that enqueues the delivery of an event, for use inside the transaction that records it. */
export function enqueueDelivery(eventId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(${sql.lit(deliverTask)}, json_build_object('event_id', ${eventId}), max_attempts => 12)).id`
}

/** Make or update the tables of the job queue. */
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
  /** @throws  to have the job tried again later */
  readonly deliver: (eventId: number) => Promise<void>
  /** Jobs by the clock: `minute hour day month weekday`, in UTC. */
  readonly timed: readonly { readonly name: string; readonly pattern: string; readonly run: () => Promise<void> }[]
}

/** The runner gives up when it cannot reach the database for a while; so long after that another one tries. */
const againMs = 2_000

/** Work on jobs in this process until stopped. */
export async function startJobs({ pool, log, concurrency, deliver, timed }: JobsParts): Promise<Jobs> {
  const tasks: TaskList = {
    [deliverTask]: async payload => {
      if (typeof payload === 'object' && payload !== null && 'event_id' in payload)
        await deliver(Number(payload.event_id))
    },
  }
  for (const each of timed) tasks[each.name] = each.run
  const begin = () =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      taskList: tasks,
      crontab: timed.map(each => `${each.pattern} ${each.name}`).join('\n'),
      logger: quiet(log),
    })
  let runner: Runner | null = await begin()
  const stopping = new AbortController()
  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await begin()
        await runner.promise
      } catch (error) {
        log.error({ err: error }, 'jobs stopped')
      }
      runner = null
      await delay(againMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const working = keepWorking()
  return {
    stop: async () => {
      stopping.abort()
      // One that gave up by itself a moment ago has nothing left to stop.
      await runner?.stop().catch(() => undefined)
      await working
    },
  }
}

const quiet = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
