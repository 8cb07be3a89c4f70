import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { anonymous, createContext } from '#server/context.ts'
import { fsck } from '#server/fsck.ts'
import { closeReaders } from '#server/platform/git/cat-file.ts'
import { tryLock } from '#server/platform/postgres/lock.ts'
import { runningPostgres, startPostgres } from '#server/platform/postgres/start.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { migrate } from '#server/platform/sql/migrate.ts'
import { createServices } from '#server/services.ts'
import { CannotStart, readSettings, type Settings } from '#server/settings.ts'
import { slices } from '#server/slices.ts'
import { command } from './command.ts'

const { values: given } = parseArgs({ options: { repair: { type: 'boolean', default: false } }, strict: true })

/** `npm run fsck`: exits with 1 while something does not agree. */
await command(async () => {
  const settings = readSettings(process.env)
  await using open = new AsyncDisposableStack()
  const { connectionString, isServed } = await connect(settings, open)
  const database = openDatabase({ connectionString })
  open.defer(() => database.close())
  const services = createServices(slices, settings, pino({ level: settings.logLevel }))
  const ctx = createContext({ actor: anonymous, db: database.db, services, requestId: 'fsck' })
  open.defer(() => closeReaders())
  let found = 0
  let left = 0
  for await (const { place, text, repaired } of fsck(ctx, { repair: given.repair, isServed })) {
    found += 1
    if (!repaired) left += 1
    console.log(`${place}: ${text}${repaired ? ' Repaired.' : ''}`)
  }
  if (found === 0) console.log('Repositories, database and events agree')
  else if (left > 0)
    console.log(given.repair ? `${left} left to repair by hand` : 'Repair with npm run fsck -- --repair')
  process.exitCode = left > 0 ? 1 : 0
})
process.exit()

/** The database of the running server, or one that is started for this. */
async function connect(
  settings: Settings,
  open: AsyncDisposableStack,
): Promise<{ readonly connectionString: string; readonly isServed: boolean }> {
  // A server that runs on another machine's database cannot be detected from here.
  if (settings.databaseUrl) return { connectionString: settings.databaseUrl, isServed: true }
  const { dataDir } = settings
  const release = tryLock(dataDir, 'lock')
  if (release === null) {
    const running = runningPostgres(dataDir)
    if (running === null)
      throw new CannotStart(`The database of ${dataDir} is not running. Wait until Weft has started.`)
    return { connectionString: running, isServed: true }
  }
  open.defer(release)
  const postgres = await startPostgres({ dataDir, log: console.log })
  open.defer(() => postgres.stop())
  await migrate(postgres.connectionString)
  return { connectionString: postgres.connectionString, isServed: false }
}
