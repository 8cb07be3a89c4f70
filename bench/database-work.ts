import pg from 'pg'
import type { DatabaseWork } from './measure.ts'

/** Let a database count the work of its statements, from its next start. */
export async function preloadStatistics(connectionString: string): Promise<void> {
  await using client = await connect(connectionString)
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
}

/** The work that a database counts. */
export async function openDatabaseWork(connectionString: string): Promise<DatabaseWork & AsyncDisposable> {
  const client = await connect(connectionString)
  await client.query('create extension if not exists pg_stat_statements')
  await client.query('alter system set pg_stat_statements.track_planning = on')
  await client.query('select pg_reload_conf()')
  return {
    reset: async () => {
      await client.query('select pg_stat_statements_reset()')
    },
    read: async () => {
      const { rows } = await client.query<{ ms: number; buffers: string }>(
        `select coalesce(sum(total_plan_time + total_exec_time), 0) as ms, coalesce(sum(shared_blks_hit + shared_blks_read), 0) as buffers
         from pg_stat_statements`,
      )
      return { ms: rows[0]?.ms ?? 0, buffers: Number(rows[0]?.buffers ?? 0) }
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
