import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { holdLock } from '#server/platform/postgres/lock.ts'
import { startPostgres } from '#server/platform/postgres/start.ts'
import { localAddress, readSettings } from '#server/settings.ts'
import { command, repository } from './command.ts'
import { findPort } from './port.ts'
import { listenForStop } from './signals.ts'

/**
 * Weft with reload on change. The port people open belongs to a small front server: modules of the web come from Vite,
 * with hot replacement, everything else from the application, which is started again when one of its files changes.
 * The database runs through.
 */
const watched = ['server', 'contract', 'db'] as const
const quietMs = 100
/** The page with Vite's own scripts in it, which the application serves around its data. */
const page = join(repository, '.weft-page.html')
const reloadPath = '/@vite-reload'

const stopping = listenForStop(() => process.exit(130))

await command(async () => {
  const settings = readSettings(process.env)
  await using open = new AsyncDisposableStack()
  let databaseUrl = settings.databaseUrl
  if (!databaseUrl) {
    const lock = holdLock(settings.dataDir)
    open.defer(() => lock.release())
    const postgres = await startPostgres({ dataDir: settings.dataDir, log: console.log })
    open.defer(() => postgres.stop())
    databaseUrl = postgres.connectionString
  }
  const port = await findPort(settings.host, settings.port)
  const innerPort = await findPort('127.0.0.1', 0)
  const address = localAddress(settings.host, port)
  const front = createServer()
  const vite = await createVite({
    configFile: join(repository, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: front, path: reloadPath } },
  })
  open.defer(() => vite.close())
  await writePage(vite)

  const application = manageApplication({
    ...process.env,
    WEFT_PARENT: String(process.pid),
    DATABASE_URL: databaseUrl,
    DATA_DIR: settings.dataDir,
    HOST: '127.0.0.1',
    PORT: String(innerPort),
    EXTERNAL_URL: process.env.EXTERNAL_URL || address,
    WEFT_DEMO: settings.demo === 'auto' ? '1' : process.env.WEFT_DEMO,
    WEFT_PAGE: page,
  })
  open.defer(() => application.stop())
  serveFront(front, vite, application, innerPort)
  front.listen(port, settings.host)
  await once(front, 'listening')
  open.defer(() => close(front))

  await application.start()
  console.log(`Weft is ready at ${address} and reloads on change\nPress Ctrl-C to stop`)
  watchFiles(() => application.start())
  vite.watcher.on('change', file => file === join(vite.config.root, 'index.html') && writePage(vite))
  await stopping.requested
})
process.exit()

interface Application {
  /** Settles when no start is under way, whether it succeeded or not. */
  settled(): Promise<void>
  /** Ends the one that runs, lets its requests finish, and starts a new one. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The application's process, at most one at a time. */
function manageApplication(env: Readonly<Record<string, string | undefined>>): Application {
  let child: ChildProcess | undefined
  let turn = Promise.resolve()
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const start = async () => {
    await end()
    child = fork(join(repository, 'tools/dev-server.ts'), {
      env: { ...env },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
  }
  return {
    settled: () => turn,
    start: () => {
      turn = turn.then(start)
      return turn
    },
    stop: () => turn.then(end),
  }
}

async function writePage(vite: ViteDevServer): Promise<void> {
  const source = readFileSync(join(repository, 'web/index.html'), 'utf8')
  writeFileSync(page, await vite.transformIndexHtml('/index.html', source))
}

function serveFront(front: Server, vite: ViteDevServer, application: Application, innerPort: number): void {
  front.on('request', async (incoming, outgoing) => {
    await application.settled()
    const pass = () => passOn(incoming, outgoing, innerPort)
    if (isModule(incoming, vite)) vite.middlewares(incoming, outgoing, pass)
    else pass()
  })
  front.on('upgrade', (incoming, socket: Duplex, head: Buffer) => {
    if (!incoming.url?.startsWith(reloadPath)) passSocketOn(incoming, socket, head, innerPort)
  })
}

/** Whether Vite serves the request: its own addresses, and the files of the web. */
function isModule({ url = '' }: IncomingMessage, { config }: ViteDevServer): boolean {
  if (/^\/(@vite|@react-refresh|@fs\/|@id\/|node_modules\/)/.test(url)) return true
  const [path = ''] = url.split('?')
  return [config.root, config.publicDir].some(
    folder => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false,
  )
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const onward = request({ port, method: incoming.method, path: incoming.url, headers: incoming.headers }, reply => {
    // The policy of the built pages forbids what hot replacement does: scripts in the page, a second socket.
    const { 'content-security-policy': _policy, ...headers } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, headers)
    reply.pipe(outgoing)
  })
  onward.on('error', error => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' })
    outgoing.end(`The server does not respond. See the terminal for its error. (${error.message})\n`)
  })
  incoming.pipe(onward)
}

function passSocketOn(incoming: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const onward = connect(port, '127.0.0.1', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    onward.write(`${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
}

function watchFiles(changed: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of watched)
    watch(join(repository, folder), { recursive: true, signal: stopping.signal }, (_kind, name) => {
      if (!name || !/\.(ts|sql|graphql)$/.test(name) || /\.test\.ts$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        console.log(`${folder}/${name} changed, restarting the server`)
        void changed()
      }, quietMs)
    })
}

async function close(front: Server): Promise<void> {
  front.closeAllConnections()
  front.close()
  await once(front, 'close')
}
