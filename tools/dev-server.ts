import { readFile } from 'node:fs/promises'
import { readSettings } from '#server/settings.ts'
import { command } from './command.ts'
import { listenForStop } from './signals.ts'

/** The server alone, as `dev` starts it again after each change: its parent has the database and the web. */
const stopping = listenForStop(() => process.exit(130))

await command(async () => {
  const settings = readSettings(process.env)
  const { startServer } = await import('#server/main.ts')
  const server = await startServer(settings, {
    connectionString: settings.databaseUrl ?? '',
    webRoot: { folder: null, html: () => readFile(process.env.WEFT_PAGE ?? '', 'utf8') },
  })
  const password = server.firstAdministrator?.password
  if (password) console.log(`Sign in as root with the password ${password} (shown only once)`)
  process.send?.('ready')
  await stopping.requested
  await server.close()
})
process.exit()
