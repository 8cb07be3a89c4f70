import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { holdLock } from '#server/platform/postgres/lock.ts'
import { startPostgres } from '#server/platform/postgres/start.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { readSettings } from '#server/settings.ts'
import { command, repository } from './command.ts'
import { describeDatabase } from './describe-database.ts'
import { temporaryPostgres } from './temporary-postgres.ts'

await command(async () => {
  if (process.argv.includes('--generate')) await generate()
  else await bringUpToDate()
})

async function bringUpToDate(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl) {
    say(await migrate(settings.databaseUrl))
    return
  }
  const lock = holdLock(settings.dataDir)
  try {
    const postgres = await startPostgres({ dataDir: settings.dataDir, log: console.log })
    try {
      say(await migrate(postgres.connectionString))
    } finally {
      await postgres.stop()
    }
  } finally {
    lock.release()
  }
}

async function generate(): Promise<void> {
  await using postgres = await temporaryPostgres()
  say(await migrate(postgres.connectionString))
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  try {
    const { tables, structure } = await describeDatabase(client)
    mkdirSync(join(repository, 'db'), { recursive: true })
    writeFileSync(join(repository, 'db/tables.ts'), tables)
    writeFileSync(join(repository, 'db/structure.sql'), structure)
    console.log('Wrote db/tables.ts and db/structure.sql')
  } finally {
    await client.end()
  }
}

function say(applied: readonly string[]): void {
  console.log(applied.length === 0 ? 'The database is up to date' : applied.map(file => `Applied ${file}`).join('\n'))
}
