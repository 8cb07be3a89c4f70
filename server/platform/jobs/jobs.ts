import { run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
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

/** Work on jobs in this process until stopped. */
export async function startJobs({ pool, log, concurrency, deliver, timed }: JobsParts): Promise<Jobs> {
  const tasks: TaskList = {
    [deliverTask]: async payload => {
      if (typeof payload === 'object' && payload !== null && 'event_id' in payload)
        await deliver(Number(payload.event_id))
    },
  }
  for (const each of timed) tasks[each.name] = each.run
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    taskList: tasks,
    crontab: timed.map(each => `${each.pattern} ${each.name}`).join('\n'),
    logger: quiet(log),
  })
  return { stop: () => runner.stop() }
}

const quiet = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
