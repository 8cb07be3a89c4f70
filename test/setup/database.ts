import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { temporaryPostgres } from '#tools/temporary-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** One migrated PostgreSQL for the whole run: the one of TEST_DATABASE_URL, or a temporary one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? null : await temporaryPostgres()
  const databaseUrl = given ?? postgres?.connectionString ?? ''
  try {
    await migrate(databaseUrl)
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    pool.on('error', () => undefined)
    pool.on('connect', client => client.on('error', () => undefined))
    await migrateJobs(pool)
    await pool.end()
  } catch (error) {
    await postgres?.[Symbol.asyncDispose]()
    throw error
  }
  project.provide('databaseUrl', databaseUrl)
  return async () => {
    await postgres?.[Symbol.asyncDispose]()
  }
}
