import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { runningPostgres } from '#server/platform/postgres/start.ts'
import { planOnce } from '#test/setup/plan-once.ts'
import { repository } from '#tools/command.ts'
import { findPort } from '#tools/port.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'

export const rootPassword = 'a-root-password-of-the-journeys'
export const rootToken = 'glpat-journeysRootToken20'

const startedOnceName = 'WEFT_STARTED_ONCE'

/** The data folder of a Weft that was started once and stopped. A copy of it starts sooner than an empty folder. */
export function startedOnce(): string {
  const folder = process.env[startedOnceName]
  if (!folder) throw new Error('Journeys are run by Playwright, which makes their data folder first')
  return folder
}

/** The set-up that Playwright calls before all journeys; it calls the returned function after them. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it.
export default async function startOnce(): Promise<() => void> {
  // The compile cache, as `npm start` has it: it halves the time of all starts of a server but the first.
  process.env.NODE_COMPILE_CACHE = join(repository, 'node_modules/.cache/weft')
  const folder = temporaryFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await newServer(folder, 'weft-first')
    await server.start()
    await planOnceIn(folder)
    await server.end('SIGTERM')
  } catch (error) {
    remove()
    throw error
  }
  // The environment is what the processes of the journeys are given.
  process.env[startedOnceName] = folder
  return remove
}

/** The copies of a data folder keep this setting of its database. */
async function planOnceIn(dataDir: string): Promise<void> {
  const connectionString = runningPostgres(dataDir)
  if (connectionString === null) throw new Error('Weft is ready, and its PostgreSQL does not run')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await planOnce(client, client.database ?? '')
  } finally {
    await client.end()
  }
}

/** @param settings  further environment variables */
export async function newServer(
  dataDir: string,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  return new Server(dataDir, { web: await freePort(), mail: await freePort(), ssh: await freePort() }, name, settings)
}

const freePort = () => findPort('127.0.0.1', 0)

class Server {
  readonly address: string
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #logFile: string
  #child: ChildProcess | undefined

  constructor(
    dataDir: string,
    ports: Readonly<Record<'web' | 'mail' | 'ssh', number>>,
    name: string,
    settings: Readonly<Record<string, string>>,
  ) {
    this.address = `http://127.0.0.1:${ports.web}`
    this.#logFile = join(repository, 'test-results', `${name}.log`)
    this.#env = {
      ...process.env,
      PORT: String(ports.web),
      SMTP_IN_PORT: String(ports.mail),
      SSH_PORT: String(ports.ssh),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      EXTERNAL_URL: '',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      WEBHOOKS_TO: '127.0.0.1',
      WEFT_DEMO: '0',
      ROOT_PASSWORD: rootPassword,
      ROOT_TOKEN: rootToken,
      ...settings,
    }
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/start.ts'], {
      cwd: repository,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    mkdirSync(join(repository, 'test-results'), { recursive: true })
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    child.stderr.pipe(log, { end: false })
    child.stdout.pipe(log, { end: false })
    const said: string[] = []
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', line => {
          said.push(line)
          if (line.startsWith('Weft is ready at ')) resolve()
        })
      child.on('error', reject)
      child.on('exit', code => reject(new Error(`Weft ended with ${code} instead of starting:\n${said.join('\n')}`)))
    })
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
}
