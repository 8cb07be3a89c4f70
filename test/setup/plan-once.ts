import type pg from 'pg'

const settings = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off']

/**
 * Let new connections to a database plan each statement once, though its tables may grow afterwards: planning took more than half of
 * the time of PostgreSQL in the units, and a fifth in the journeys.
 */
export async function planOnce(client: pg.Client, database: string): Promise<void> {
  for (const setting of settings) await client.query(`alter database ${database} set ${setting}`)
}
