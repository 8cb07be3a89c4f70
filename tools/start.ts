import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { holdLock, type Lock } from '#server/platform/postgres/lock.ts'
import { type Postgres, startPostgres } from '#server/platform/postgres/start.ts'
import { waitForDatabase } from '#server/platform/sql/connection.ts'
import { CannotStart, localAddress, readSettings, type Settings } from '#server/settings.ts'
import { buildWeb, webRoot } from './build-web.ts'
import { command } from './command.ts'
import { findPort } from './port.ts'
import { listenForStop } from './signals.ts'

/** A server that was killed together with its npm needs this long to notice and to let go. */
const patienceForLockMs = 3_000

const startedMs = performance.now()
let postgres: Postgres | undefined
const stopping = listenForStop(async () => {
  await postgres?.stop()
  process.exit(130)
})

await command(async () => {
  const given = readSettings(process.env)
  if (given.role === 'replica') return runReplica(given)
  await using open = new AsyncDisposableStack()
  try {
    const lock = given.databaseUrl ? null : await takeLock(given.dataDir)
    if (lock) open.defer(() => lock.release())
    const settings = await settle(given)
    await buildWeb(say, stopping.signal)
    stopping.signal.throwIfAborted()

    const connectionString = given.databaseUrl ?? (await startDatabase(given.dataDir, open))
    if (given.databaseUrl) await waitForDatabase(given.databaseUrl, say, stopping.signal)
    stopping.signal.throwIfAborted()

    const { startServer } = await loadServer()
    const server = await startServer(settings, { connectionString, webRoot })
    open.defer(() => server.close())
    // This comes first: a process that reads in the lock's file that the server listens may kill it and start it again.
    reportReady(settings.port)
    lock?.announce(server.address)
    releaseMemoryOfStart()
    say(welcome(settings, server))
    await stopping.requested
    say('\nStopping')
    await server.drain(stopping.hurry)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
})
process.exit()

/** A replica has neither pages nor a database of its own. */
async function runReplica(settings: Settings): Promise<void> {
  const { startReplica } = await import('#server/foundation/geo/replica/start.ts')
  const port = await findPort(settings.host, settings.port)
  const replica = await startReplica({ ...settings, port })
  reportReady(port)
  say(`Replica of ${settings.geoPrimaryUrl} ready. Health: ${replica.address}/-/health\nPress Ctrl-C to stop`)
  await stopping.requested
  say('\nStopping')
  await replica.close()
}

async function takeLock(dataDir: string): Promise<Lock> {
  const deadlineMs = performance.now() + patienceForLockMs
  for (;;) {
    try {
      return holdLock(dataDir)
    } catch (error) {
      if (!(error instanceof CannotStart) || performance.now() > deadlineMs) throw error
      await delay(100, undefined, { signal: stopping.signal })
    }
  }
}

/** Decide what depends on the machine: the port if any will do, and whether to show a demo. */
async function settle(given: Settings): Promise<Settings> {
  const isWorker = given.role === 'worker'
  // A worker has no visitors: beside the web on one machine it answers its operators on any free port.
  const port = await findPort(given.host, given.port).catch((error: unknown) => {
    if (!isWorker) throw error
    return findPort(given.host, 0)
  })
  // The links of its mails lead to the web.
  const isOwnAddress = !isWorker && given.externalUrl === localAddress(given.host, given.port)
  return {
    ...given,
    port,
    externalUrl: isOwnAddress ? localAddress(given.host, port) : given.externalUrl,
    demo: given.demo === 'auto' ? (process.stdout.isTTY ? 'on' : 'off') : given.demo,
  }
}

/** Tell tools/start.sh, which from now on starts the server again should it die. */
function reportReady(port: number): void {
  const descriptor = Number(process.env.WEFT_READY_FD)
  if (descriptor > 0) writeSync(descriptor, `${port}\n`)
}

/**
 * Load the server part by part. Node keeps the cached code of all modules in memory until the cache is flushed, and what is freed then
 * stays with the process as room for the next part (20 MB less than with one flush at the end). A server that is killed later has
 * its cache on the disk.
 */
async function loadServer(): Promise<typeof import('#server/main.ts')> {
  for (const part of ['foundation/projects', 'plan/issues', 'code/merge-requests']) {
    await import(`#server/${part}/slice.ts`)
    flushCompileCache()
  }
  await import('#server/slices.ts')
  flushCompileCache()
  const server = await import('#server/main.ts')
  flushCompileCache()
  return server
}

/**
 * Give back the garbage of the start, and the large young generation that V8 keeps for more of it: 40 MB, which would otherwise stay for
 * some minutes. It takes 0.2 s, so it comes before the server says that it is ready. Node has the function when `--expose-gc` is set.
 */
function releaseMemoryOfStart(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function startDatabase(dataDir: string, open: AsyncDisposableStack): Promise<string> {
  const started = await startPostgres({ dataDir, log: say })
  postgres = started
  open.defer(() => started.stop())
  return started.connectionString
}

interface Started {
  readonly address: string
  readonly demo?: { readonly usernames: readonly string[]; readonly password: string; readonly projectPath: string }
  readonly firstAdministrator?: { readonly password?: string; readonly token?: string }
}

function welcome(settings: Settings, { address, firstAdministrator, demo }: Started): string {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  if (settings.role === 'worker')
    return `Worker ready (${seconds} s). Health: ${address}/-/readiness\nPress Ctrl-C to stop`
  const lines = [`Weft is ready at ${address} (${seconds} s)`]
  if (settings.externalUrl !== address) lines.push(`Public URL: ${settings.externalUrl}`)
  if (firstAdministrator?.password && !settings.rootPassword)
    lines.push(`Sign in as root with the password ${firstAdministrator.password} (shown only once)`)
  else if (firstAdministrator) lines.push('Sign in as root with the password from ROOT_PASSWORD')
  else lines.push('Sign in as root with the password printed at first start, or register')
  if (firstAdministrator?.token && !settings.rootToken)
    lines.push(`Access token of root: ${firstAdministrator.token} (shown only once)`)
  if (demo) {
    lines.push(
      `Demo data: ${address}${demo.projectPath}, sign in as ${demo.usernames.join(', ')} with the password ${demo.password}`,
    )
  }
  lines.push('Press Ctrl-C to stop')
  return lines.join('\n')
}

function say(line: string): void {
  console.log(line)
}
