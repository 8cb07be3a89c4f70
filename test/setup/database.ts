import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { temporaryFolder, temporaryPostgres } from '#tools/temporary-postgres.ts'
import { planOnce } from './plan-once.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** The data folder of every world: one for the whole run. */
    dataDir: string
  }
}

/** The database of one worker: a copy, because worlds with the same names would wait for each other in one. */
export function ownDatabase(databaseUrl: string, worker: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/test_worker_${worker}`
  return url.href
}

async function copyFor(databaseUrl: string, workers: number | string | undefined): Promise<void> {
  const url = new URL(databaseUrl)
  const original = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (let worker = 1; worker <= Number(workers ?? 2); worker += 1) {
      await client.query(`drop database if exists test_worker_${worker}`)
      await client.query(`create database test_worker_${worker} template "${original}"`)
      await planOnce(client, `test_worker_${worker}`)
    }
  } finally {
    await client.end()
  }
}

/** One data folder and one migrated PostgreSQL for the whole run: the one of TEST_DATABASE_URL, or a temporary one. */
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
    await copyFor(databaseUrl, project.vitest.config.maxWorkers)
  } catch (error) {
    await postgres?.[Symbol.asyncDispose]()
    throw error
  }
  const dataDir = temporaryFolder()
  project.provide('databaseUrl', databaseUrl)
  project.provide('dataDir', dataDir)
  return async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await postgres?.[Symbol.asyncDispose]()
  }
}
