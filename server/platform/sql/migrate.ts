import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '#server/settings.ts'
import { connectTo } from './connection.ts'

/** Any number that no other lock of ours takes. */
const lockKey = 776_538_001

const migrationsFolder = join(import.meta.dirname, '../../../db/migrations')

interface Migration {
  readonly version: number
  readonly file: string
}

/**
 * Bring the database to the newest version, each migration in a transaction of its own.
 *
 * Processes that start together wait for each other, and all but the first find nothing to do.
 *
 * @param target  a connection string, or a client that is connected and in no transaction
 * @param folder  the folder of the files `NNNN-what.sql`
 * @returns the names of the files that were applied, oldest first
 * @throws Error  naming the file and the line that failed; earlier ones stay applied
 * @throws CannotStart  a newer release has migrated the database
 */
export async function migrate(target: string | pg.ClientBase, folder = migrationsFolder): Promise<string[]> {
  if (typeof target !== 'string') return await applyAll(target, folder)
  const client = await connectTo(target)
  try {
    return await applyAll(client, folder)
  } finally {
    await client.end()
  }
}

/**
 * The migrations of a folder, oldest first.
 *
 * @throws Error  a name that is not `NNNN-what.sql`, or a number taken twice
 */
export function listMigrations(folder = migrationsFolder): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) throw new Error(`db/migrations/${file} should be named NNNN-what.sql`)
      return { version: Number(file.slice(0, 4)), file }
    })
  migrations.forEach((migration, index) => {
    if (migration.version === migrations[index - 1]?.version)
      throw new Error(`db/migrations has the number ${migration.file.slice(0, 4)} twice`)
  })
  return migrations
}

async function applyAll(client: pg.ClientBase, folder: string): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await client.query(
      'create table if not exists schema_migrations (version integer primary key, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ version: number }>('select version from schema_migrations')
    const versions = new Set(applied.rows.map(row => row.version))
    const own = listMigrations(folder)
    refuseNewer(own, Math.max(0, ...versions))
    const waiting = own.filter(migration => !versions.has(migration.version))
    for (const migration of waiting) await applyOne(client, folder, migration)
    return waiting.map(migration => migration.file)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/**
 * An older release would write rows without columns that the newer schema needs, and miss the data that it has moved.
 */
function refuseNewer(own: readonly Migration[], applied: number): void {
  const newest = own.at(-1)?.version ?? 0
  if (applied > newest)
    throw new CannotStart(
      `The database is from a newer release: its schema has version ${applied}, and this release knows ${newest}. Start the newer release, or restore a backup from before the upgrade.`,
    )
}

async function applyOne(client: pg.ClientBase, folder: string, { version, file }: Migration): Promise<void> {
  const statements = readFileSync(join(folder, file), 'utf8')
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into schema_migrations (version) values ($1)', [version])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`db/migrations/${file}${where(cause, statements)}: ${reason(cause)}`, { cause })
  }
}

function where(cause: unknown, statements: string): string {
  if (!(cause instanceof pg.DatabaseError) || !cause.position) return ''
  const line = statements.slice(0, Number(cause.position)).split('\n').length
  return `, line ${line}`
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
